package encode

import (
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/order"
)

// Most maps are read as maps of one of a few known types: a map[Name]*Person is read as a map[string]unsafe.Pointer, by
// a Go loop that was compiled for this type. It needs no reflection, and no functions of the map's own type for each
// entry. TestCasts shows that the layout of maps allows this.

// mapMemory has the entries of the maps that are being written, and the names of earlier maps (known.go).
type mapMemory struct {
	entryLists
	known [knownMaps]knownNames
}

// entryLists has the entries of all maps that are being written, one list for each kind of element. The entries of a
// map come after the entries of outer maps; the function that has written them cuts them off. A map writes its members
// in the order of its ranks, each of which has the index of an entry.
type entryLists struct {
	anys    gathered[any]
	strings gathered[string]
	ptrs    gathered[unsafe.Pointer] // pointers, or addresses of elements
	slices  gathered[mem.SliceHeader]
	words   gathered[uint64] // numbers and booleans, in the first bytes of a word
	ranks   []order.NameRank
	names   []byte // names of keys that are not strings
}

// gathered has a list of entries with elements of one type. While the scalar of a small map is written it is in one: an
// error may keep its address, which is not allowed for entries on the stack.
type gathered[E any] struct {
	list []order.Entry[E]
	one  E
}

// keepEntries is the number of entries for which a machine in the pool keeps space.
const keepEntries = 4096

func (s *entryLists) reset() { *s = entryLists{names: s.names[:0]} }

func (s *entryLists) lengths() [7]int {
	return [...]int{
		len(s.anys.list), len(s.strings.list), len(s.ptrs.list), len(s.slices.list), len(s.words.list), len(s.ranks), len(s.names),
	}
}

// cut shortens all lists to the lengths in to. It is called after an error in inner maps, if another value is written
// in their place. Dropped entries are cleared, since the pool would keep their values alive.
func (s *entryLists) cut(to [7]int) {
	clear(s.anys.list[to[0]:])
	clear(s.strings.list[to[1]:])
	clear(s.ptrs.list[to[2]:])
	clear(s.slices.list[to[3]:])
	clear(s.words.list[to[4]:]) // for the keys
	s.anys.list, s.strings.list, s.ptrs.list = s.anys.list[:to[0]], s.strings.list[:to[1]], s.ptrs.list[:to[2]]
	s.slices.list, s.words.list = s.slices.list[:to[3]], s.words.list[:to[4]]
	s.anys.one, s.strings.one, s.ptrs.one = nil, "", nil
	s.ranks, s.names = s.ranks[:to[5]], s.names[:to[6]]
}

// as returns the map p as a map[K]V. Its type must have keys of the same kind and size, and elements of the same size
// with pointers at the same places. For the length alone, any K and V will do.
func as[K comparable, V any](p unsafe.Pointer) map[K]V { return *(*map[K]V)(unsafe.Pointer(&p)) }

// add appends an entry with the element v to list, which must have the capacity. E is V or a larger integer type, whose
// first bytes get v; the bytes must be 0 before.
func add[V, E any](list []order.Entry[E], name string, v V) []order.Entry[E] {
	list = list[:len(list)+1]
	e := &list[len(list)-1]
	e.Key = name
	*(*V)(unsafe.Pointer(&e.Val)) = v
	return list
}

// gather appends the entries of the map p to list, and their ranks, in the order of writing, to m.maps.ranks.
func gather[V, E any](m *machine, list *[]order.Entry[E], info *mapInfo, p unsafe.Pointer) {
	ranks, to := m.maps.ranks, slices.Grow(*list, len(as[string, V](p)))
	first := len(ranks)
	if info.key == keyString {
		for k, v := range as[string, V](p) {
			if len(to) == cap(to) {
				break // another goroutine adds entries
			}
			ranks = append(ranks, order.RankOf(k, len(to)))
			to = add(to, k, v)
		}
	} else {
		for k, v := range as[uint64, V](p) {
			if len(to) == cap(to) {
				break
			}
			name := m.numberName(info, k)
			ranks = append(ranks, order.RankOf(name, len(to)))
			to = add(to, name, v)
		}
	}
	order.Store(&m.maps.ranks, ranks)
	order.Store(list, to)
	arrange(m, info, first, to)
}

// gatherFew inserts the entries of a small map into f, in the order of writing.
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

// arrange sorts m.maps.ranks[first:], the ranks of a map with entries in list, if its members are sorted. It also
// passes the names to m.note.
func arrange[E any](m *machine, info *mapInfo, first int, list []order.Entry[E]) {
	names := order.NamesOf(list)
	if info.sorted {
		names.Sort(&m.maps.ranks, first)
	}
	m.note(info, m.maps.ranks[first:], names)
}

// release drops (*list)[from:] after a map was written. After the outermost map it drops a list larger than most.
func release[T any](list *[]T, from, most int) {
	clear((*list)[from:])
	*list = (*list)[:from]
	if from == 0 && cap(*list) > most {
		*list = nil
	}
}

// numberName returns the name for the integer key k, which is signed for keyInt. When m.maps.names is reallocated,
// earlier names stay in the old memory, which they keep alive.
func (m *machine) numberName(info *mapInfo, k uint64) string {
	at := len(m.maps.names)
	if info.key == keyInt {
		m.maps.names = num.AppendInt(m.maps.names, int64(k))
	} else {
		m.maps.names = num.AppendUint(m.maps.names, k)
	}
	return mem.Frozen(m.maps.names[at:])
}

// entries writes the members of a map whose elements are read as values of type V. If k is not nil, it first tries the
// names in k. An element may contain maps that move the list, so each entry is found by its index again.
func entries[V, E any](m *machine, k *knownNames, to *gathered[E], info *mapInfo, p unsafe.Pointer, n int) int {
	if k != nil {
		end, ok := 0, false
		k.busy++
		if info.scalar.code == opScalarPointer && info.scalar.count == 0 {
			end, ok = knownScalars[V](m, k, info, p, n)
		} else {
			end, ok = knownEntries[V](m, k, &to.list, info, p, n)
		}
		k.busy--
		if k.found(ok); ok {
			return end
		}
		if info.gather == gatherPlaces {
			return m.places(info, p, n)
		}
	}
	if len(as[string, V](p)) <= order.MostFew && (info.scalar.code == opScalarPointer || info.gather == gatherAny) {
		return fewEntries[V](m, to, info, p, n)
	}
	from, first := len(to.list), len(m.maps.ranks)
	gather[V](m, &to.list, info, p)
	last := len(m.maps.ranks)
	for i := first; i < last; i++ {
		e := &to.list[m.maps.ranks[i].At]
		n = m.name(info, e.Key, n)
		if n = m.element(info, unsafe.Pointer(&e.Val), m.room(n, 0)); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(&m.maps.ranks, first, 2*keepEntries)
	release(&to.list, from, keepEntries)
	return n
}

// fewEntries writes the members as entries does, for a small map of interfaces, of booleans, numbers or strings, or of
// pointers to these. It keeps the entries on the stack.
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
			n = m.quoted(*(*string)(unsafe.Pointer(&e.Val)), n)
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

// element writes the element at p by info.scalar, info.exit or the element's program.
func (m *machine) element(info *mapInfo, p unsafe.Pointer, n int) int {
	switch x := info.exit; {
	case info.gather == gatherAny:
		return m.any(*(*any)(p), n)
	case info.isString():
		return m.quoted(*(*string)(p), n)
	case info.scalar.code == opScalarPointer:
		return m.scalarAt(&info.scalar, p, n)
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
