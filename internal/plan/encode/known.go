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

// Maps of one type often have the same names: rows of a table, labels of a measurement. A machine stores the names of
// such maps, in order and as they are written, and looks them up in the next map with as many entries. If all are
// found, that map need not be iterated over or sorted. For {"b": 1, "a": 2} the text `"a":"b":` is stored. If the next
// map has no b, its output so far is dropped, and it is written like any other map.
//
// Names are learned when several maps in a row have had the same ones, which a hash of some names shows. Each map that
// lacks a known name lowers the trust in them, until they are no longer looked up; then it takes more maps to learn
// names again. So maps with changing names pay little. No other goroutine sees the names of a machine.

const (
	knownMaps  = 16      // the number of lists of names
	mostKnown  = 64      // maps with more names are not stored
	mostNamed  = 64 - 3  // the length of the longest name that is stored: putName copies 64 bytes, with quotes and colon
	mostText   = 2 << 10 // the most bytes of all names of a map together
	firstTrust = 2       // trust in new names: a map that lacks one takes 2 away
	mostTrust  = 8
	leastSeen  = 3  // the first value of knownNames.least
	mostSeen   = 96 // its largest value
)

// knownNames has the names of maps of one type and length.
type knownNames struct {
	info   *mapInfo
	count  int
	sum    uint64 // hash of the names of the last map whose names were not known
	seen   uint8  // the number of maps in a row with that hash
	least  uint8  // when seen reaches it names are learned; doubled when known names lose all trust
	sorted bool   // info.sorted when the names were learned; it may change later if info is rules.anyMap
	trust  int8   // 0: names are not looked up; there may be none
	busy   int32  // the number of nested maps that are being written by these names, which must not change meanwhile
	names  []string
	text   []byte // memory of the names, as written with quotes and colons, and space for textSize more bytes
}

// namesOf returns the memory for the names of maps of info with count entries, or nil if the names of such maps are not
// stored. Different types and lengths may share this memory: k.info and k.count say whose names it has.
func (m *machine) namesOf(info *mapInfo, count int) *knownNames {
	if !fast.Known || info.known == gatherCopies || count > mostKnown {
		return nil
	}
	return &m.maps.known[(uintptr(unsafe.Pointer(info))>>5+uintptr(count)*5)%knownMaps]
}

// trusted reports whether the names in k are to be looked up in a map of info with count entries.
func (k *knownNames) trusted(info *mapInfo, count int) bool {
	return k.trust > 0 && k.info == info && k.sorted == info.sorted && len(k.names) == count
}

// found is called after the names in k were looked up in a map; all says whether the map had all of them. It raises
// k.trust by one or lowers it by two. At 0 names must be learned again, which takes twice as many maps.
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

// putName writes a known name, which lies in knownNames.text, with its quotes and colon to out, and returns their
// length. Blocks of 32 bytes are copied, so up to 31 bytes after the name are written too.
func putName(out unsafe.Pointer, name string) int {
	text := unsafe.Pointer(unsafe.StringData(name))
	mem.Copy32(out, 0, text, -1)
	if len(name) > 32-3 {
		mem.Copy32(out, 32, text, 32-1)
	}
	return len(name) + len(`"":`)
}

// knownScalars looks up the names in k in a map of booleans, numbers or strings, and writes each member as soon as its
// name is found, with a comma after it. It returns false if the map has other names, or a number without a JSON form:
// the caller then writes the map in another way. The elements are read as values of type V.
func knownScalars[V any](m *machine, k *knownNames, info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	all, elem := as[string, V](p), info.scalar.elem
	m.held++
	for _, name := range k.names {
		v, ok := all[name]
		if ok {
			n = m.room(n+putName(unsafe.Add(m.base, n), name), 0)
			if elem == opString {
				n = m.quoted(*(*string)(unsafe.Pointer(&v)), n)
			} else {
				w := putScalar(elem, unsafe.Add(m.base, n), unsafe.Pointer(&v))
				n, ok = n+w, w > 0
			}
		}
		if !ok {
			m.held--
			return 0, false
		}
		n = m.put1(n, ',')
	}
	return m.letGo(n), true
}

// knownMembers writes the members of the map p by the names in k. If p has others, it returns false and writes nothing.
func (m *machine) knownMembers(k *knownNames, info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	if info.scalar.code == opScalarPointer && info.scalar.count == 0 {
		switch info.known {
		case gatherString:
			return knownScalars[string](m, k, info, p, n)
		case gatherWord:
			return knownScalars[uint64](m, k, info, p, n)
		case gatherHalf:
			return knownScalars[uint32](m, k, info, p, n)
		case gatherQuarter:
			return knownScalars[uint16](m, k, info, p, n)
		case gatherByte:
			return knownScalars[uint8](m, k, info, p, n)
		}
	}
	return m.knownEntries(k, info, p, n)
}

// knownEntries does what knownScalars does, for maps of other elements. It looks up all of them before it writes the
// first, since a method may change the map.
func (m *machine) knownEntries(k *knownNames, info *mapInfo, p unsafe.Pointer, n int) (int, bool) {
	s, kind := &m.maps, info.known
	list, size := s.listOf(kind)
	from, ok := list.Len, false
	switch kind {
	case gatherAny, gatherIface:
		ok = lookUp(&s.anys.list, as[string, any](p), k.names)
	case gatherString:
		ok = lookUp(&s.strings.list, as[string, string](p), k.names)
	case gatherPointer:
		ok = lookUp(&s.ptrs.list, as[string, unsafe.Pointer](p), k.names)
	case gatherSlice:
		ok = lookUp(&s.slices.list, as[string, mem.SliceHeader](p), k.names)
	case gatherWord:
		ok = lookUp(&s.words.list, as[string, uint64](p), k.names)
	case gatherHalf:
		ok = lookUp(&s.words.list, as[string, uint32](p), k.names)
	case gatherQuarter:
		ok = lookUp(&s.words.list, as[string, uint16](p), k.names)
	case gatherByte:
		ok = lookUp(&s.words.list, as[string, uint8](p), k.names)
	}
	if ok {
		to := unsafe.Add(list.Data, uintptr(from)*size+valueAt) // still has the elements if inner maps move the list
		for i, name := range k.names {
			n = m.room(n+putName(unsafe.Add(m.base, n), name), 0) // without this test nested maps could write after the buffer
			if v := unsafe.Add(to, uintptr(i)*size); info.gather == gatherAny {
				n = m.any(*(*any)(v), n)
			} else {
				n = m.element(info, v, n)
			}
			if n < 0 {
				return n, true
			}
			n = m.put1(n, ',')
		}
	}
	s.drop(kind, from)
	return n, ok
}

// lookUp appends an entry with the element of each of the names to list. It returns false if the map lacks a name.
//
//go:noinline
func lookUp[V, E any](list *[]order.Entry[E], all map[string]V, names []string) bool {
	from := len(*list)
	order.Store(list, slices.Grow(*list, len(names))[:from+len(names)])
	to := (*list)[from:][:len(names)]
	for i, name := range names {
		v, ok := all[name]
		if !ok {
			return false
		}
		*(*V)(unsafe.Pointer(&to[i].Val)) = v
	}
	return true
}

// note learns the names of a map, in the order of writing, if enough maps in a row have had them.
func (m *machine) note(info *mapInfo, r []order.NameRank, s order.NameList) {
	k := m.namesOf(info, len(r))
	if k == nil || k.busy != 0 {
		return
	}
	// Hash only four names if they are sorted: the hash just decides when learning is worthwhile.
	sum := r[0].Prefix()
	if info.sorted {
		sum = bits.RotateLeft64(sum, 7) ^ r[len(r)/4].Prefix()
		sum = bits.RotateLeft64(sum, 7) ^ r[len(r)/2].Prefix()
		sum = bits.RotateLeft64(sum, 7) ^ r[len(r)-1].Prefix()
	} else {
		for i := range r[1:] {
			sum += r[1+i].Prefix()
		}
	}
	switch {
	case k.info != info || k.count != len(r) || k.sorted != info.sorted:
		if k.trust > 0 { // other maps still use k
			k.trust--
			return
		}
		k.info, k.count, k.sorted, k.sum, k.seen, k.least = info, len(r), info.sorted, sum, 0, leastSeen
	case k.sum != sum:
		k.sum, k.seen = sum, 0
	case k.seen < k.least:
		k.seen++
	default:
		k.seen = 0
		k.learn(r, s)
	}
}

// learn stores the names of a map. It stores none if they are too long, if one may need escapes under some
// configuration, or if one is empty: putName finds the text by the address of the name, which is then unknown.
func (k *knownNames) learn(r []order.NameRank, s order.NameList) {
	size := 0
	for i := range r {
		name := s.Of(&r[i])
		if size += len(name) + len(`"":`); name == "" || len(name) > mostNamed || size > mostText || !kernel.EscapeHTML.Plain(name) {
			return
		}
	}
	text, names := slices.Grow(k.text[:0], size+textSize), k.names[:0]
	for i := range r {
		from := len(text) + 1
		text = append(append(append(text, '"'), s.Of(&r[i])...), '"', ':')
		names = append(names, mem.Frozen(text[from:len(text)-2]))
	}
	k.names, k.text, k.trust = names, text, firstTrust
}
