package encode

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Names of maps that are known. Maps of one type often have the same names one after another: rows of a table, labels
// of a measurement, an object that is written time and again. A machine remembers the names of such maps, sorted and as
// they are written, and looks them up in the next map of as many entries: if all are there, they are all of its names,
// and it needs neither be gone through nor sorted. If one is not there, the map is written as any other.
//
// Of {"b": 1, "a": 2} what is remembered are the names a and b and the text `"a":"b":`. Of the next map of two entries
// a is looked up and written, then b. A map {"a": 3, "c": 4} lacks b: what was written of it does not count.
//
// Names are learned when they have come several times in a row, which a sum over them tells. Each map that lacks one
// takes away from the trust in those that are known, until nobody looks them up; then they must come more often to be
// learned again. So maps whose names change pay for a sum, and for few look-ups. What is known lives in the machine: no
// other goroutine sees it, and it is gone when the pool drops the machine.

const (
	knownMaps  = 16      // places for the names of a map
	mostKnown  = 64      // names of a map that are remembered
	mostNamed  = 64      // bytes of a name: with its punctuation it is within the margin
	mostText   = 2 << 10 // bytes of the names of a map
	firstTrust = 2       // maps that may lack a name, half of them
	mostTrust  = 8
	leastSeen  = 3  // maps in a row with the same sum before their names are learned
	mostSeen   = 96 // the same after names that have lost all trust
)

// knownNames are the names of a type's last maps of one length. It is found by both.
type knownNames struct {
	info  *mapInfo
	count int
	sum   uint64 // of the names of the last map that was gone through
	seen  uint8  // how many in a row had that sum
	least uint8  // how many must have it until names are learned
	trust int8   // 0: names are not looked up, and there may be none
	busy  int32  // maps that are being written by the names, one within another: nobody changes them meanwhile
	names []string
	text  []byte   // what is written for each name; behind it there is room for textSize bytes
	ends  []uint16 // where in text each ends
}

// namesOf returns the place for the names of maps of info with count entries, which is others' still if its info and
// count are not those; or nil if such maps are not remembered.
func (m *machine) namesOf(info *mapInfo, count int) *knownNames {
	if !fast.Known || info.known == gatherCopies || count > mostKnown {
		return nil
	}
	return &m.known[(uintptr(unsafe.Pointer(info))>>5+uintptr(count)*5)%knownMaps]
}

// trusted reports whether the names are those of maps of info with count entries, and worth looking up. As many names
// as entries, different ones as they were in a map: if all are there, they are all.
func (k *knownNames) trusted(info *mapInfo, count int) bool {
	return k.trust > 0 && k.info == info && len(k.names) == count
}

// knownMembers writes the members of a map by the names that k knows, each with a comma behind it, from n on. It
// returns false if the map has others, or a value that is none in JSON, which is for another way to find.
func (m *machine) knownMembers(k *knownNames, info *mapInfo, p unsafe.Pointer, n int) (end int, ok bool) {
	k.busy++
	switch s := &m.maps; info.known {
	case gatherAny:
		end, ok = knownAnys(m, k, p, n)
	case gatherString:
		if info.gather == gatherString {
			end, ok = m.knownStrings(k, p, n)
		} else { // of a type with a way of its own
			end, ok = knownEntries(m, k, &s.strings, info, p, n)
		}
	case gatherPointer:
		end, ok = knownEntries(m, k, &s.ptrs, info, p, n)
	case gatherIface:
		end, ok = knownEntries(m, k, &s.anys, info, p, n)
	case gatherSlice:
		end, ok = knownEntries(m, k, &s.slices, info, p, n)
	case gatherShort:
		switch info.scalar.size {
		case 1:
			end, ok = knownNumbers[uint8](m, k, info, p, n)
		case 2:
			end, ok = knownNumbers[uint16](m, k, info, p, n)
		default:
			end, ok = knownNumbers[uint32](m, k, info, p, n)
		}
	default:
		if info.scalar.code == opScalarPointer {
			end, ok = knownNumbers[uint64](m, k, info, p, n)
		} else {
			end, ok = knownEntries(m, k, &s.words, info, p, n)
		}
	}
	k.busy--
	k.found(ok)
	return end, ok
}

// found notes that a map had the names of k, or lacked one.
func (k *knownNames) found(all bool) {
	switch {
	case !all:
		if k.trust = max(k.trust-2, 0); k.trust == 0 {
			k.least = min(2*k.least, mostSeen)
			k.seen = 0
		}
	case k.trust < mostTrust:
		k.trust++
	default:
		k.least = leastSeen
	}
}

// lines returns what a map's names are written by.
func (k *knownNames) lines() nameLines {
	return nameLines{unsafe.Pointer(unsafe.SliceData(k.text)), k.ends, 0}
}

// nameLines writes one name after another.
type nameLines struct {
	text unsafe.Pointer
	ends []uint16
	at   int
}

// put writes the i-th name with its colon, from n on. Promise: i is one more than last time.
func (l *nameLines) put(base unsafe.Pointer, i, n int) int {
	end := int(l.ends[i])
	for {
		*(*[textSize]byte)(unsafe.Add(base, n)) = *(*[textSize]byte)(unsafe.Add(l.text, l.at))
		if end-l.at <= textSize {
			break
		}
		l.at += textSize
		n += textSize
	}
	n += end - l.at
	l.at = end
	return n
}

// knownNumbers is knownMembers for booleans and numbers of V. They are written as they are found, and given up where
// one is not.
func knownNumbers[V narrow | uint64](m *machine, k *knownNames, info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	l, all := k.lines(), as[string, V](p)
	elem := info.scalar.elem
	m.held++
	for i, name := range k.names {
		v, ok := all[name]
		if !ok {
			m.held--
			return 0, false
		}
		n = m.room(l.put(m.base, i, n), 0)
		m.number = repeated(v)
		w := putScalar(elem, unsafe.Add(m.base, n), unsafe.Pointer(&m.number))
		if w == 0 {
			m.held--
			return 0, false
		}
		n = m.put1(n+w, ',')
	}
	return m.letGo(n), true
}

// knownStrings is knownMembers for strings, which are written as knownNumbers writes numbers.
func (m *machine) knownStrings(k *knownNames, p unsafe.Pointer, n int) (int, bool) {
	l, all := k.lines(), as[string, string](p)
	m.held++
	for i, name := range k.names {
		s, ok := all[name]
		if !ok {
			m.held--
			return 0, false
		}
		// text leaves the margin behind what it writes, for the quote, the comma and the next name.
		n = m.put1(l.put(m.base, i, n), '"')
		n = m.text(s, n)
		*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ','}
		n += 2
	}
	return m.letGo(n), true
}

// lookUp appends the elements by those names to list, whose entries so have no keys; or returns it as it was if one is
// not there.
func lookUp[V any](list *[]entry[V], names []string, p unsafe.Pointer) bool {
	from, to, all := len(*list), *list, as[string, V](p)
	for _, name := range names {
		v, ok := all[name]
		if !ok {
			clear(to[from:])
			store(list, to[:from])
			return false
		}
		to = append(to, entry[V]{val: v})
	}
	store(list, to)
	return true
}

// drop forgets the entries from the given one on, as release does, but of a map without ranks.
func drop[V any](list *[]entry[V], from int) {
	clear((*list)[from:])
	*list = (*list)[:from]
	if from == 0 && cap(*list) > keepEntries {
		*list = nil
	}
}

// knownAnys is knownMembers for values in interfaces. All are looked up before the first is written: a method may
// change the map.
func knownAnys(m *machine, k *knownNames, p unsafe.Pointer, n int) (int, bool) {
	list := &m.maps.anys
	from, l := len(*list), k.lines()
	if !lookUp(list, k.names, p) {
		return 0, false
	}
	for i := range l.ends {
		n = m.room(l.put(m.base, i, n), 0)            // maps within maps write no more than names
		if n = m.any((*list)[from+i].val, n); n < 0 { // inner maps may move the list
			return n, true
		}
		n = m.put1(n, ',')
	}
	drop(list, from)
	return n, true
}

// knownEntries is knownMembers for other elements, which have a program.
func knownEntries[V any](m *machine, k *knownNames, list *[]entry[V], info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	from, l := len(*list), k.lines()
	if !lookUp(list, k.names, p) {
		return 0, false
	}
	for i := range l.ends {
		n = m.room(l.put(m.base, i, n), 0)
		if n = m.element(info, unsafe.Pointer(&(*list)[from+i].val), n); n < 0 {
			return n, true
		}
		n = m.put1(n, ',')
	}
	drop(list, from)
	return n, true
}

// note takes notice of the names of a map that was gone through, which r has in their order, and learns them when they
// have come often enough.
func (m *machine) note(info *mapInfo, r []rank, s sorter) {
	k := m.namesOf(info, len(r))
	if k == nil || k.busy != 0 {
		return
	}
	// Of a few names, for the sum only says when learning may pay.
	sum := r[0].prefix
	for _, i := range [...]int{len(r) / 4, len(r) / 2, len(r) - 1} {
		sum = bits.RotateLeft64(sum, 7) ^ r[i].prefix
	}
	switch {
	case k.info != info || k.count != len(r):
		if k.trust > 0 { // others' place, and in use
			k.trust--
			return
		}
		// The memory of names is used again.
		k.info, k.count, k.sum, k.seen, k.least = info, len(r), sum, 0, leastSeen
	case k.sum != sum:
		k.sum, k.seen = sum, 0
	case k.seen < k.least:
		k.seen++
	default:
		k.seen = 0
		k.learn(r, s)
	}
}

// learn makes the names of a map known, if all of them stand for themselves in JSON under any configuration.
func (k *knownNames) learn(r []rank, s sorter) {
	size := 0
	for i := range r {
		name := s.key(&r[i])
		if size += len(name) + len(`"":`); len(name) > mostNamed || size > mostText || !kernel.EscapeHTML.Plain(name) {
			return
		}
	}
	text, names, ends := slices.Grow(k.text[:0], size+textSize), k.names[:0], k.ends[:0]
	for i := range r {
		from := len(text) + 1
		text = append(append(append(text, '"'), s.key(&r[i])...), '"', ':')
		names, ends = append(names, mem.Frozen(text[from:len(text)-2])), append(ends, uint16(len(text)))
	}
	k.names, k.text, k.ends, k.trust = names, text, ends, firstTrust
}
