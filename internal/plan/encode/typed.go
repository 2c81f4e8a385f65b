package encode

import (
	"math"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Maps that are treated as maps of one of a few types, over which a Go loop iterates: a map[Name]*Person is read as a
// map[string]unsafe.Pointer. The loop is compiled for these types, and calls neither reflection nor methods of the
// map's own type for each entry. mapsCast tests whether the layout of maps allows that.
//
// Each kind of element has one list in the machine, for all maps that are being written: a map's entries start at the
// length that the list had before, and the function that has written them cuts the list to that length again. The
// entries of a small map are on the stack instead.

// as returns the map at p as a map[K]V. Apart from the names of its types it must be one: keys of the same kind and
// size, elements of the same size with pointers at the same places. For its length alone any K and V will do.
func as[K comparable, V any](p unsafe.Pointer) map[K]V { return *(*map[K]V)(unsafe.Pointer(&p)) }

// gather appends a map's entries to list, and their ranks, in the order of writing, to m.maps.ranks.
func gather[V any](m *machine, list []entry[V], info *mapInfo, p unsafe.Pointer) []entry[V] {
	ranks := m.maps.ranks
	from := len(ranks)
	if info.key == keyString {
		// The text of a string key is not copied: the entry keeps it alive.
		for k, v := range as[string, V](p) {
			ranks = append(ranks, rank{prefixOf(k), len(list)})
			list = append(list, entry[V]{k, v})
		}
	} else {
		for k, v := range as[uint64, V](p) {
			name := m.numberName(info, k)
			ranks = append(ranks, rank{prefixOf(name), len(list)})
			list = append(list, entry[V]{name, v})
		}
	}
	store(&m.maps.ranks, ranks)
	if info.sorted {
		sortMembers(m, info, from, list)
	}
	return list
}

// gatherFew is gather for a small map: each entry goes to its place in f's order.
func gatherFew[V any](m *machine, f *few[V], info *mapInfo, p unsafe.Pointer) {
	if info.key == keyString {
		for k, v := range as[string, V](p) {
			f.add(k, v, info.sorted)
		}
		noteFew(m, info, f)
		return
	}
	for k, v := range as[uint64, V](p) {
		f.add(m.numberName(info, k), v, info.sorted)
	}
}

// numberName returns the name for a key that is an integer of eight bytes, signed for keyInt. The names are stored in
// m.keys, one after the other. If that grows, earlier names stay in the old memory, which they keep alive.
func (m *machine) numberName(info *mapInfo, k uint64) string {
	at := len(m.keys)
	if info.key == keyInt {
		m.keys = num.AppendInt(m.keys, int64(k))
	} else {
		m.keys = num.AppendUint(m.keys, k)
	}
	return mem.Frozen(m.keys[at:])
}

// narrow are the types as which elements are read in a map of booleans or of numbers of less than eight bytes.
type narrow interface{ uint8 | uint16 | uint32 }

// repeated returns a word that begins with the bytes of v in either byte order: it contains v as often as it fits. For
// the byte 0x12 it is 0x1212121212121212.
func repeated[V narrow | uint64](v V) uint64 { return uint64(v) * (math.MaxUint64 / uint64(^V(0))) }

// gatherNarrow is gather for elements of type V and names that are strings. They are gathered as words.
func gatherNarrow[V narrow](m *machine, list []entry[uint64], info *mapInfo, p unsafe.Pointer) []entry[uint64] {
	ranks := m.maps.ranks
	from := len(ranks)
	for k, v := range as[string, V](p) {
		ranks = append(ranks, rank{prefixOf(k), len(list)})
		list = append(list, entry[uint64]{k, repeated(v)})
	}
	store(&m.maps.ranks, ranks)
	if info.sorted {
		sortMembers(m, info, from, list)
	}
	return list
}

// gatherFewNarrow is gatherNarrow for a small map.
func gatherFewNarrow[V narrow](f *few[uint64], info *mapInfo, p unsafe.Pointer) {
	for k, v := range as[string, V](p) {
		f.add(k, repeated(v), info.sorted)
	}
}

// gatherNumbers is gather for a map whose elements are booleans or numbers.
func (m *machine) gatherNumbers(list []entry[uint64], info *mapInfo, p unsafe.Pointer) []entry[uint64] {
	switch info.scalar.size {
	case 1:
		return gatherNarrow[uint8](m, list, info, p)
	case 2:
		return gatherNarrow[uint16](m, list, info, p)
	case 4:
		return gatherNarrow[uint32](m, list, info, p)
	}
	return gather(m, list, info, p)
}

// gatherFewNumbers is gatherNumbers for a small map.
func (m *machine) gatherFewNumbers(f *few[uint64], info *mapInfo, p unsafe.Pointer) {
	switch info.scalar.size {
	case 1:
		gatherFewNarrow[uint8](f, info, p)
	case 2:
		gatherFewNarrow[uint16](f, info, p)
	case 4:
		gatherFewNarrow[uint32](f, info, p)
	default:
		gatherFew(m, f, info, p)
		return
	}
	noteFew(m, info, f)
}

// anyEntries writes the members of a map of values in interfaces. These may be maps too, whose entries come after this
// one's in the same list, and may move it: no address of an entry is kept while a value is written. Names for integer
// keys stay in m.keys until mapping cuts it.
func (m *machine) anyEntries(info *mapInfo, p unsafe.Pointer, n int) int {
	if len(as[string, any](p)) <= fewMembers {
		return m.fewAnys(info, p, n)
	}
	from, first := len(m.maps.anys), len(m.maps.ranks)
	store(&m.maps.anys, gather(m, m.maps.anys, info, p))
	last := len(m.maps.ranks)
	for i := first; i < last; i++ {
		e := &m.maps.anys[m.maps.ranks[i].at] // inner maps may move the lists
		n = m.name(info, e.key, n)
		if n = m.any(e.val, n); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(m, &m.maps.anys, from)
	return n
}

// fewAnys is anyEntries for a map whose entries fit on the stack.
func (m *machine) fewAnys(info *mapInfo, p unsafe.Pointer, n int) int {
	// Writing a value may write another small map, whose entries are on the stack of another call.
	var f few[any]
	gatherFew(m, &f, info, p)
	for i := range f.count {
		e := f.at(i)
		n = m.name(info, e.key, n)
		if n = m.any(e.val, n); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	return n
}

// stringEntries writes the members of a map of strings. No other map is written meanwhile, so the list begins at its
// start, and entries stay in place: a string is escaped into the buffer, and no code of the caller's is called.
func (m *machine) stringEntries(info *mapInfo, p unsafe.Pointer, n int) int {
	if len(as[string, string](p)) <= fewMembers {
		return m.fewStrings(info, p, n)
	}
	first := len(m.maps.ranks)
	list := gather(m, m.maps.strings[:0], info, p)
	store(&m.maps.strings, list)
	// The call of text leaves the margin free, for the quote and comma of this member.
	for _, r := range m.maps.ranks[first:] {
		e := &list[r.at]
		n = m.name(info, e.key, n)
		n = m.put1(n, '"')
		n = m.text(e.val, n)
		*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ','}
		n += 2
	}
	release(m, &m.maps.strings, 0)
	return n
}

// fewStrings is stringEntries for a map whose entries fit on the stack.
func (m *machine) fewStrings(info *mapInfo, p unsafe.Pointer, n int) int {
	var f few[string]
	gatherFew(m, &f, info, p)
	for i := range f.count {
		e := f.at(i)
		n = m.name(info, e.key, n)
		n = m.put1(n, '"')
		n = m.text(e.val, n)
		*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ','}
		n += 2
	}
	return n
}

// words writes the members of a map of booleans or numbers, whose bits are gathered. No other map is written meanwhile.
func (m *machine) words(info *mapInfo, p unsafe.Pointer, n int) int {
	if len(as[string, uint64](p)) <= fewMembers {
		return m.fewWords(info, p, n)
	}
	first := len(m.maps.ranks)
	list := m.gatherNumbers(m.maps.words[:0], info, p)
	store(&m.maps.words, list)
	for _, r := range m.maps.ranks[first:] {
		e := &list[r.at]
		n = m.name(info, e.key, n)
		if n = m.scalarAt(&info.scalar, unsafe.Pointer(&e.val), m.room(n, 0)); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(m, &m.maps.words, 0)
	return n
}

// fewWords is words for a map whose entries fit on the stack.
func (m *machine) fewWords(info *mapInfo, p unsafe.Pointer, n int) int {
	var f few[uint64]
	m.gatherFewNumbers(&f, info, p)
	for i := range f.count {
		e := f.at(i)
		n = m.name(info, e.key, n)
		m.number = e.val // not on the stack: the report of an error may point to it
		if n = m.scalarAt(&info.scalar, unsafe.Pointer(&m.number), m.room(n, 0)); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	return n
}

// entries writes the members of a map whose elements are gathered as values of type V and written by their program.
// That may write maps of the same kind: then the list grows, perhaps in new memory, so each entry is looked up again.
func entries[V any](m *machine, list *[]entry[V], info *mapInfo, p unsafe.Pointer, n int) int {
	from, first := len(*list), len(m.maps.ranks)
	store(list, gather(m, *list, info, p))
	last := len(m.maps.ranks)
	for i := first; i < last; i++ {
		e := &(*list)[m.maps.ranks[i].at]
		n = m.name(info, e.key, n)
		if n = m.elementRun(info, unsafe.Pointer(&e.val), m.room(n, 0)); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(m, list, from)
	return n
}

// mapsCast reports whether maps can be treated as maps of similar types. It tries that with small and grown maps, and
// looks for each entry by the map's real type. If a release of Go changes the layout of maps, only speed is lost:
// entries are then found by iteration or copied by reflection.
func mapsCast() bool {
	castOnce.Do(func() { casts = fast.Typed && tryCasts() })
	return casts
}

// Filled in at first use: a sync.OnceValue would keep its function in programs that only decode.
var (
	castOnce sync.Once
	casts    bool
)

func tryCasts() bool {
	type text string
	type number int64
	// One group of the runtime's maps holds eight entries: try up to eight, more than eight, and many, which are in
	// several tables.
	for _, size := range []int{1, 7, 9, 300} {
		names, lists, pointers, floats := map[text]text{}, map[number][]int{}, map[text]*number{}, map[number]float64{}
		flags, shorts, singles, locks := map[text]bool{}, map[text]int16{}, map[text]float32{}, map[text]sync.Locker{}
		for i := range size {
			k := text(num.AppendInt(nil, int64(i)))
			names[k], lists[number(i)], pointers[k], floats[number(i)] = k+k, []int{i}, new(number), float64(i)
			flags[k], shorts[k], singles[k], locks[k] = i%3 == 0, int16(-i), float32(i), new(sync.Mutex)
		}
		// A map variable is one pointer, which machines have.
		strings := as[string, string](*(*unsafe.Pointer)(unsafe.Pointer(&names)))
		headers := as[uint64, mem.SliceHeader](*(*unsafe.Pointer)(unsafe.Pointer(&lists)))
		words := as[string, unsafe.Pointer](*(*unsafe.Pointer)(unsafe.Pointer(&pointers)))
		faces := as[string, any](*(*unsafe.Pointer)(unsafe.Pointer(&locks)))
		bits := as[uint64, uint64](*(*unsafe.Pointer)(unsafe.Pointer(&floats)))
		bytes := as[string, uint8](*(*unsafe.Pointer)(unsafe.Pointer(&flags)))
		halves := as[string, uint16](*(*unsafe.Pointer)(unsafe.Pointer(&shorts)))
		fours := as[string, uint32](*(*unsafe.Pointer)(unsafe.Pointer(&singles)))
		if len(strings) != size || len(headers) != size || len(words) != size || len(bits) != size || len(bytes) != size || len(halves) != size || len(fours) != size || len(faces) != size {
			return false
		}
		// Each entry must come once: an iteration that left some out or repeated others would have another count. It
		// must also be found by its name.
		seen := 0
		for k, s := range strings {
			if name, ok := names[text(k)]; !ok || string(name) != s || strings[k] != s {
				return false
			}
			seen++
		}
		for k, h := range headers {
			if l := lists[number(k)]; h.Data != unsafe.Pointer(unsafe.SliceData(l)) || h.Len != len(l) {
				return false
			}
			seen++
		}
		for k, w := range words {
			if p, ok := pointers[text(k)]; !ok || unsafe.Pointer(p) != w || words[k] != w {
				return false
			}
			seen++
		}
		for k, b := range bits {
			if f, ok := floats[number(k)]; !ok || math.Float64bits(f) != b {
				return false
			}
			seen++
		}
		for k, b := range bytes {
			if flag, ok := flags[text(k)]; !ok || flag != (b != 0) || bytes[k] != b {
				return false
			}
			seen++
		}
		for k, h := range halves {
			if i, ok := shorts[text(k)]; !ok || uint16(i) != h || halves[k] != h {
				return false
			}
			seen++
		}
		for k, v := range faces {
			if lock, ok := locks[text(k)]; !ok || mem.DataWord(v) != mem.DataWord(lock) || mem.DataWord(faces[k]) != mem.DataWord(lock) || *(*sync.Locker)(unsafe.Pointer(&v)) != lock {
				return false
			}
			seen++
		}
		for k, b := range fours {
			if f, ok := singles[text(k)]; !ok || math.Float32bits(f) != b || fours[k] != b {
				return false
			}
			seen++
		}
		if seen != 8*size {
			return false
		}
	}
	return true
}
