package encode

import (
	"bytes"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/order"
)

// Maps that are treated as maps of one of a few types, over which a Go loop iterates: a map[Name]*Person is read as a
// map[string]unsafe.Pointer. The loop is compiled for these types, and calls neither reflection nor methods of the
// map's own type for each entry. mapsCast tests whether the layout of maps allows that.
//
// Each kind of element has one list in the machine, for all maps that are being written: a map's entries start at the
// length that the list had before, and the function that has written them cuts the list to that length again.

// mapMemory holds the entries of the maps that are being written, and names of maps.
type mapMemory struct {
	entryLists
	known [knownMaps]knownNames // names of earlier maps
}

// entryLists holds the entries of the maps that are being written, those of inner maps after those of outer ones. There
// is a list for each kind of element that entries are gathered as, and one of ranks for all: a map writes its members
// in the order of its ranks, each of which has the index of an entry in its list.
type entryLists struct {
	anys    gathered[any]
	strings gathered[string]
	ptrs    gathered[unsafe.Pointer] // pointers, or places
	slices  gathered[mem.SliceHeader]
	words   gathered[uint64] // numbers and booleans, at the start of a word
	ranks   []order.NameRank // the order of the entries
	names   []byte           // the names of keys that are not strings
}

// gathered are entries with elements of one type. one is a scalar of a small map while it is written: entries on the
// stack have no address that an error may lead to.
type gathered[E any] struct {
	list []order.Entry[E]
	one  E
}

// keepEntries is the number of entries for which a pooled machine keeps space.
const keepEntries = 4096

// reset forgets all entries, after an error.
func (s *entryLists) reset() { *s = entryLists{names: s.names[:0]} }

// lengths returns the lengths of all lists, to cut them to later.
func (s *entryLists) lengths() [7]int {
	return [...]int{
		len(s.anys.list), len(s.strings.list), len(s.ptrs.list), len(s.slices.list), len(s.words.list), len(s.ranks), len(s.names),
	}
}

// cut forgets the entries that came after lengths had that result: maps ended in an error, and something else is
// written for them, while the maps around still need their entries. The entries are cleared, since the lists live on in
// the pool and would keep values alive.
func (s *entryLists) cut(to [7]int) {
	clear(s.anys.list[to[0]:])
	clear(s.strings.list[to[1]:])
	clear(s.ptrs.list[to[2]:])
	clear(s.slices.list[to[3]:])
	clear(s.words.list[to[4]:]) // their keys
	s.anys.list, s.strings.list, s.ptrs.list = s.anys.list[:to[0]], s.strings.list[:to[1]], s.ptrs.list[:to[2]]
	s.slices.list, s.words.list = s.slices.list[:to[3]], s.words.list[:to[4]]
	s.anys.one, s.strings.one, s.ptrs.one = nil, "", nil
	s.ranks, s.names = s.ranks[:to[5]], s.names[:to[6]]
}

// as returns the map at p as a map[K]V. Apart from the names of its types it must be one: keys of the same kind and
// size, elements of the same size with pointers at the same places. For its length alone any K and V will do.
func as[K comparable, V any](p unsafe.Pointer) map[K]V { return *(*map[K]V)(unsafe.Pointer(&p)) }

// add appends an entry to list. The element v lies at the start of the entry's E, which is a V or a larger number.
func add[V, E any](list []order.Entry[E], name string, v V) []order.Entry[E] {
	list = append(list, order.Entry[E]{Key: name})
	*(*V)(unsafe.Pointer(&list[len(list)-1].Val)) = v
	return list
}

// gather appends a map's entries to list, and their ranks, in the order of writing, to m.maps.ranks.
func gather[V, E any](m *machine, list *[]order.Entry[E], info *mapInfo, p unsafe.Pointer) {
	ranks, to := m.maps.ranks, *list
	first := len(ranks)
	if info.key == keyString {
		// The text of a string key is not copied: the entry keeps it alive.
		for k, v := range as[string, V](p) {
			ranks = append(ranks, order.RankOf(k, len(to)))
			to = add(to, k, v)
		}
	} else {
		for k, v := range as[uint64, V](p) {
			name := m.numberName(info, k)
			ranks = append(ranks, order.RankOf(name, len(to)))
			to = add(to, name, v)
		}
	}
	order.Store(&m.maps.ranks, ranks)
	order.Store(list, to)
	arrange(m, info, first, to)
}

// gatherFew is gather for a small map: each entry goes to its place in f's order.
func gatherFew[V, E any](m *machine, f *order.Few[E], info *mapInfo, p unsafe.Pointer) {
	var e E
	if info.key == keyString {
		for k, v := range as[string, V](p) {
			*(*V)(unsafe.Pointer(&e)) = v
			f.Add(k, e, info.sorted)
		}
	} else {
		for k, v := range as[uint64, V](p) {
			*(*V)(unsafe.Pointer(&e)) = v
			f.Add(m.numberName(info, k), e, info.sorted)
		}
	}
	m.note(info, f.Ranks(), f.Names())
}

// arrange puts the ranks from first on in the order of writing, if there is one, and notes the names. list has their
// entries.
func arrange[E any](m *machine, info *mapInfo, first int, list []order.Entry[E]) {
	names := order.NamesOf(list)
	if info.sorted {
		names.Sort(&m.maps.ranks, first)
	}
	m.note(info, m.maps.ranks[first:], names)
}

// release forgets the entries of list from index from on, which are written, and the ranks from first on. Lists that a
// large map has made long are dropped when no map is being written.
func release[E any](m *machine, list *[]order.Entry[E], from, first int) {
	m.maps.ranks = m.maps.ranks[:first]
	if first == 0 && cap(m.maps.ranks) > 2*keepEntries {
		m.maps.ranks = nil
	}
	clear((*list)[from:])
	*list = (*list)[:from]
	if from == 0 && cap(*list) > keepEntries {
		*list = nil
	}
}

// numberName returns the name for a key that is an integer, signed for keyInt. The names are stored in m.maps.names,
// one after the other. If that grows, earlier names stay in the old memory, which they keep alive.
func (m *machine) numberName(info *mapInfo, k uint64) string {
	at := len(m.maps.names)
	if info.key == keyInt {
		m.maps.names = num.AppendInt(m.maps.names, int64(k))
	} else {
		m.maps.names = num.AppendUint(m.maps.names, k)
	}
	return mem.Frozen(m.maps.names[at:])
}

// entries writes the members of a map whose elements are gathered as values of type V. An element may write maps of the
// same kind: then the list grows, perhaps in new memory, so each entry is looked up again.
func entries[V, E any](m *machine, to *gathered[E], info *mapInfo, p unsafe.Pointer, n int) int {
	if len(as[string, V](p)) <= order.MostFew && (info.scalar.code == opScalarPointer || info.gather == gatherAny) {
		return fewEntries[V](m, to, info, p, n)
	}
	from, first := len(to.list), len(m.maps.ranks)
	gather[V](m, &to.list, info, p)
	last := len(m.maps.ranks)
	for i := first; i < last; i++ {
		e := &to.list[m.maps.ranks[i].At]
		n = m.name(info, e.Key, n)
		if info.isString() {
			n = m.put1(m.text(*(*string)(unsafe.Pointer(&e.Val)), m.put1(n, '"')), '"')
		} else if n = m.element(info, unsafe.Pointer(&e.Val), m.room(n, 0)); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(m, &to.list, from, first)
	return n
}

// fewEntries is entries for a small map of scalars or values in interfaces. Its entries are on the stack.
func fewEntries[V, E any](m *machine, to *gathered[E], info *mapInfo, p unsafe.Pointer, n int) int {
	var f order.Few[E]
	gatherFew[V](m, &f, info, p)
	for i := range f.Count {
		e := f.At(i)
		n = m.name(info, e.Key, n)
		switch {
		case info.gather == gatherAny:
			n = m.any(*(*any)(unsafe.Pointer(&e.Val)), n)
		case info.isString():
			n = m.put1(m.text(*(*string)(unsafe.Pointer(&e.Val)), m.put1(n, '"')), '"')
		default:
			to.one = e.Val
			n = m.scalarAt(&info.scalar, unsafe.Pointer(&to.one), m.room(n, 0))
		}
		if n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	var none E
	to.one = none
	return n
}

// element writes the element at p: directly if it is a scalar, a pointer to one or a value in an interface, by its exit
// if its program consists of one, otherwise by its program.
func (m *machine) element(info *mapInfo, p unsafe.Pointer, n int) int {
	switch x := info.exit; {
	case info.isString():
		return m.put1(m.text(*(*string)(p), m.put1(n, '"')), '"')
	case info.scalar.code == opScalarPointer:
		return m.scalarAt(&info.scalar, p, n)
	case info.gather == gatherAny:
		return m.any(*(*any)(p), n)
	case x == nil || m.depth >= maxDepth:
		return m.run(info.elem.first, p, n, 0, 0)
	default:
		m.depth++
		if n = x.run(m, x, p, n); n < 0 {
			return n
		}
		m.depth--
		return m.room(n, 0)
	}
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

// tryCasts is a part of the first use of a map in a process, so it makes few entries: each kind of element in a map of
// one entry, which shows where keys and elements lie, and two kinds in maps of more than the eight that one group of
// the runtime's maps holds. TestCasts tries all kinds in large maps.
func tryCasts() bool { return castsWork(1, castKinds) && castsWork(9, 2) }

// castKinds is the number of kinds of elements that castsWork knows.
const castKinds = 8

// castsWork reports whether maps of size entries, of the first kinds of elements, can be taken for maps of similar
// types.
func castsWork(size, kinds int) bool {
	type text string
	type number int64
	name := func(i int) text { return text(num.AppendInt(nil, int64(i))) }
	count := func(i int) number { return number(i) }
	works := true
	for kind := 0; kind < kinds && works; kind++ {
		switch kind {
		case 0:
			works = castWorks[string, any](mapOf(size, name, func(i int) sync.Locker { return new(sync.Mutex) }))
		case 1:
			works = castWorks[uint64, uint64](mapOf(size, count, func(i int) float64 { return float64(i) }))
		case 2:
			works = castWorks[string, string](mapOf(size, name, func(i int) text { return name(i) + name(i) }))
		case 3:
			works = castWorks[uint64, mem.SliceHeader](mapOf(size, count, func(i int) []int { return []int{i} }))
		case 4:
			works = castWorks[string, unsafe.Pointer](mapOf(size, name, func(i int) *number { return new(number) }))
		case 5:
			works = castWorks[string, uint8](mapOf(size, name, func(i int) bool { return i%3 == 0 }))
		case 6:
			works = castWorks[string, uint16](mapOf(size, name, func(i int) int16 { return int16(-i) }))
		case 7:
			works = castWorks[string, uint32](mapOf(size, name, func(i int) float32 { return float32(i) }))
		}
	}
	return works
}

// mapOf returns a map of size entries.
func mapOf[K comparable, V any](size int, key func(int) K, value func(int) V) map[K]V {
	m := map[K]V{}
	for i := range size {
		m[key(i)] = value(i)
	}
	return m
}

// castWorks reports whether m can be taken for a map[K]V: each entry comes once, and is found by its key, with the
// bytes that it has in m. An iteration that left some out or repeated others would have another count.
func castWorks[K comparable, V any, OwnK comparable, OwnV any](m map[OwnK]OwnV) bool {
	cast, seen := as[K, V](*(*unsafe.Pointer)(unsafe.Pointer(&m))), 0 // a map variable is one pointer, which machines have
	for k, v := range cast {
		own, ok := m[*(*OwnK)(unsafe.Pointer(&k))]
		found := cast[k]
		if !ok || !bytes.Equal(bytesOf(&own), bytesOf(&v)) || !bytes.Equal(bytesOf(&found), bytesOf(&v)) {
			return false
		}
		seen++
	}
	return seen == len(m) && seen == len(cast)
}

// bytesOf returns the bytes of the variable that p points to.
func bytesOf[T any](p *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)) }
