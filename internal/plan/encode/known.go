package encode

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/order"
)

// Known names of maps. Maps of one type often have the same names one after another: rows of a table, labels of a
// measurement, an object that is written repeatedly. A machine remembers the names of such maps, in order and in their
// written form, and looks them up in the next map with as many entries. If all are there they are all of its names, and
// the map need be neither iterated nor sorted. Otherwise the map is written like any other.
//
// For {"b": 1, "a": 2} the names a and b are remembered, and the text `"a":"b":`. In the next map of two entries a is
// looked up and written, then b. A map {"a": 3, "c": 4} lacks b: its output so far is dropped.
//
// Names are learned when they have come several times in a row, which a sum over them shows. Each map that lacks one
// lowers the trust in the known names, until they are no longer looked up; then they must come more often to be learned
// again. So maps whose names change pay for a sum, and for a few look-ups. The known names are in the machine: no other
// goroutine sees them, and they are gone when the pool drops the machine.

const (
	knownMaps  = 16      // entries for the names of a map
	mostKnown  = 64      // largest number of names of a map that are remembered
	mostNamed  = 64      // longest name: with its punctuation it fits into the margin
	mostText   = 2 << 10 // most bytes of all names of a map together
	firstTrust = 2       // trust at the start: half as many maps may lack a name before the names are dropped
	mostTrust  = 8
	leastSeen  = 3  // maps in a row with the same sum before their names are learned
	mostSeen   = 96 // the same number after known names have lost all trust
)

// knownNames are the names of the last maps of one type and length.
type knownNames struct {
	info  *mapInfo
	count int
	sum   uint64 // sum over the names of the last map that was iterated
	seen  uint8  // maps in a row with that sum
	least uint8  // the number of maps in a row that must have that sum before their names are learned
	trust int8   // 0: names are not looked up, and there may be none
	busy  int32  // maps that are being written by the names, nested in one another: the names must not change meanwhile
	names []string
	text  []byte   // the text written for each name; after it there is space for textSize bytes
	ends  []uint16 // the end of each name in text
}

// namesOf returns the entry for the names of maps of info with count entries, or nil if such maps are not remembered.
// The entry may still hold the names of others, if its info and count differ.
func (m *machine) namesOf(info *mapInfo, count int) *knownNames {
	if !fast.Known || info.known == gatherCopies || count > mostKnown {
		return nil
	}
	return &m.maps.known[(uintptr(unsafe.Pointer(info))>>5+uintptr(count)*5)%knownMaps]
}

// trusted reports whether the names are those of maps of info with count entries, and worth looking up. There are as
// many names as entries, all different: if all are in the map, they are all of its names.
func (k *knownNames) trusted(info *mapInfo, count int) bool {
	return k.trust > 0 && k.info == info && len(k.names) == count
}

// knownMembers writes the members of a map by the names that k knows, each followed by a comma, from n on. It returns
// false if the map has other names, or a number without a JSON form, which the caller then finds in another way.
func (m *machine) knownMembers(k *knownNames, info *mapInfo, p unsafe.Pointer, n int) (end int, ok bool) {
	k.busy++
	switch s := &m.maps; info.known {
	case gatherAny, gatherIface:
		end, ok = known[any](m, k, &s.anys, info, p, n)
	case gatherString:
		end, ok = known[string](m, k, &s.strings, info, p, n)
	case gatherPointer:
		end, ok = known[unsafe.Pointer](m, k, &s.ptrs, info, p, n)
	case gatherSlice:
		end, ok = known[mem.SliceHeader](m, k, &s.slices, info, p, n)
	case gatherWord:
		end, ok = known[uint64](m, k, &s.words, info, p, n)
	case gatherHalf:
		end, ok = known[uint32](m, k, &s.words, info, p, n)
	case gatherQuarter:
		end, ok = known[uint16](m, k, &s.words, info, p, n)
	default:
		end, ok = known[uint8](m, k, &s.words, info, p, n)
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

// lines returns a writer of the known names.
func (k *knownNames) lines() nameLines {
	return nameLines{unsafe.Pointer(unsafe.SliceData(k.text)), k.ends, 0}
}

// nameLines writes one name after another.
type nameLines struct {
	text unsafe.Pointer
	ends []uint16
	at   int
}

// put writes name number i with its colon, from n on. i must be one more than in the last call.
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

// known is knownMembers for elements of type V.
func known[V, E any](m *machine, k *knownNames, to *gathered[E], info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	switch {
	case info.isString():
		return m.knownStrings(k, p, n)
	case info.scalar.code == opScalarPointer && info.scalar.count == 0:
		return knownNumbers[V](m, k, to, info, p, n)
	}
	return knownEntries[V](m, k, &to.list, info, p, n)
}

// knownNumbers is known for booleans and numbers, which are written as they are found. It returns false at the first
// missing name, or number without a JSON form.
func knownNumbers[V, E any](m *machine, k *knownNames, to *gathered[E], info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	l, all, elem := k.lines(), as[string, V](p), info.scalar.elem
	m.held++
	for i, name := range k.names {
		v, ok := all[name]
		if !ok {
			m.held--
			return 0, false
		}
		n = m.room(l.put(m.base, i, n), 0)
		*(*V)(unsafe.Pointer(&to.one)) = v
		w := putScalar(elem, unsafe.Add(m.base, n), unsafe.Pointer(&to.one))
		if w == 0 {
			m.held--
			return 0, false
		}
		n = m.put1(n+w, ',')
	}
	return m.letGo(n), true
}

// knownStrings is known for strings, which are written as they are found.
func (m *machine) knownStrings(k *knownNames, p unsafe.Pointer, n int) (int, bool) {
	l, all := k.lines(), as[string, string](p)
	m.held++
	for i, name := range k.names {
		s, ok := all[name]
		if !ok {
			m.held--
			return 0, false
		}
		// The call of text leaves the margin free for the quote, the comma and the next name.
		n = m.put1(l.put(m.base, i, n), '"')
		n = m.put1(m.put1(m.text(s, n), '"'), ',')
	}
	return m.letGo(n), true
}

// knownEntries is known for other elements. All are looked up before the first is written, since a method may change
// the map.
func knownEntries[V, E any](m *machine, k *knownNames, list *[]order.Entry[E], info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	from, first := len(*list), len(m.maps.ranks)
	if !lookUp[V](list, k.names, p) {
		return 0, false
	}
	l := k.lines()
	for i := range l.ends {
		n = m.room(l.put(m.base, i, n), 0)        // maps in maps may write no more than names
		v := unsafe.Pointer(&(*list)[from+i].Val) // inner maps may move the list
		if info.gather == gatherAny {
			n = m.any(*(*any)(v), n)
		} else {
			n = m.element(info, v, n)
		}
		if n < 0 {
			return n, true
		}
		n = m.put1(n, ',')
	}
	release(m, list, from, first)
	return n, true
}

// lookUp appends the elements with these names to list, as entries without keys. If one is missing it returns false and
// leaves list unchanged.
func lookUp[V, E any](list *[]order.Entry[E], names []string, p unsafe.Pointer) bool {
	from, to, all := len(*list), *list, as[string, V](p)
	for _, name := range names {
		v, ok := all[name]
		if !ok {
			clear(to[from:])
			order.Store(list, to[:from])
			return false
		}
		to = add(to, "", v)
	}
	order.Store(list, to)
	return true
}

// note notes the names of a map that was iterated, which r has in the order of writing, and learns them if they have
// come often enough.
func (m *machine) note(info *mapInfo, r []order.NameRank, s order.NameList) {
	k := m.namesOf(info, len(r))
	if k == nil || k.busy != 0 {
		return
	}
	// Hash four names only, if they are in order: the hash just decides when learning is worthwhile.
	sum := r[0].Prefix()
	if info.sorted {
		for _, i := range [...]int{len(r) / 4, len(r) / 2, len(r) - 1} {
			sum = bits.RotateLeft64(sum, 7) ^ r[i].Prefix()
		}
	} else {
		for i := range r[1:] {
			sum += r[1+i].Prefix()
		}
	}
	switch {
	case k.info != info || k.count != len(r):
		if k.trust > 0 { // the entry belongs to other maps and is in use
			k.trust--
			return
		}
		// The memory of the names is used again.
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

// learn makes the names of a map known, if none of them has escapes under any configuration.
func (k *knownNames) learn(r []order.NameRank, s order.NameList) {
	size := 0
	for i := range r {
		name := s.Of(&r[i])
		if size += len(name) + len(`"":`); len(name) > mostNamed || size > mostText || !kernel.EscapeHTML.Plain(name) {
			return
		}
	}
	text, names, ends := slices.Grow(k.text[:0], size+textSize), k.names[:0], k.ends[:0]
	for i := range r {
		from := len(text) + 1
		text = append(append(append(text, '"'), s.Of(&r[i])...), '"', ':')
		names, ends = append(names, mem.Frozen(text[from:len(text)-2])), append(ends, uint16(len(text)))
	}
	k.names, k.text, k.ends, k.trust = names, text, ends, firstTrust
}
