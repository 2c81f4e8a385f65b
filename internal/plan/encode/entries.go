package encode

import (
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/order"
)

// Most maps are read as maps of a known type: a map[Name]*Person as a map[string]unsafe.Pointer, by a Go loop that was
// compiled for this type, without reflection. TestCasts shows that the layout of maps allows this.

// mapMemory has the entries of the maps that are being written, and the names of earlier maps (known.go).
type mapMemory struct {
	entryLists
	known [knownMaps]knownNames
}

// entryLists has the entries of all maps that are being written, those of inner maps last. The function that has
// written a map cuts its entries off. Members are written in the order of ranks, which have indexes of entries.
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
	return [...]int{len(s.anys.list), len(s.strings.list), len(s.ptrs.list), len(s.slices.list), len(s.words.list), len(s.ranks), len(s.names)}
}

// cut shortens all lists to the lengths in to, after an error in inner maps, if another value replaces them.
func (s *entryLists) cut(to [7]int) {
	release(&s.anys.list, to[0], keepEntries)
	release(&s.strings.list, to[1], keepEntries)
	release(&s.ptrs.list, to[2], keepEntries)
	release(&s.slices.list, to[3], keepEntries)
	release(&s.words.list, to[4], keepEntries)
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

// gather appends the entries of the map p to list, and their ranks to m.maps.ranks.
func gather[V, E any](m *machine, list *[]order.Entry[E], info *mapInfo, p unsafe.Pointer) {
	ranks, to := m.maps.ranks, slices.Grow(*list, len(as[string, V](p)))
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
}

// gatherShort does what gather does, for elements of less than eight bytes. One loop for all sizes reads them where
// they lie in the map, as places does: a loop of gather for each size would add 13 KB to a program.
func (m *machine) gatherShort(info *mapInfo, p unsafe.Pointer) {
	ranks, list := m.maps.ranks, m.maps.words.list
	size := info.typ.Elem().Size()
	var w mem.MapWalk
	w.Begin(info.word, p)
	for key, elem := w.Next(); key != nil; key, elem = w.Next() {
		name := m.keyAt(info, key)
		ranks = append(ranks, order.RankOf(name, len(list)))
		list = append(list, order.Entry[uint64]{Key: name})
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&list[len(list)-1].Val)), size), unsafe.Slice((*byte)(elem), size))
	}
	order.Store(&m.maps.ranks, ranks)
	order.Store(&m.maps.words.list, list)
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

// release clears and drops (*list)[from:], which the pool would keep alive. If from is 0, it drops a list over most.
func release[T any](list *[]T, from, most int) {
	clear((*list)[from:])
	*list = (*list)[:from]
	if from == 0 && cap(*list) > most {
		*list = nil
	}
}

// numberName returns the name for the integer key k, signed for keyInt. If names is reallocated, the old memory stays.
func (m *machine) numberName(info *mapInfo, k uint64) string {
	at := len(m.maps.names)
	if info.key == keyInt {
		m.maps.names = num.AppendInt(m.maps.names, int64(k))
	} else {
		m.maps.names = num.AppendUint(m.maps.names, k)
	}
	return mem.Frozen(m.maps.names[at:])
}

// entries writes the members of a map that is read as a map of another type. Only what depends on that type is generic
// here and in known.go, since each type adds its functions to every program.
func (m *machine) entries(info *mapInfo, p unsafe.Pointer, n int) int {
	s, kind := &m.maps, info.gather
	if len(as[string, struct{}](p)) <= order.MostFew && (info.scalar.code == opScalarPointer || kind == gatherAny) {
		switch kind {
		case gatherAny:
			return fewEntries[any](m, &s.anys, info, p, n)
		case gatherString:
			return fewEntries[string](m, &s.strings, info, p, n)
		case gatherPointer:
			return fewEntries[unsafe.Pointer](m, &s.ptrs, info, p, n)
		case gatherWord:
			return fewEntries[uint64](m, &s.words, info, p, n)
		}
	}
	list, _ := s.listOf(kind)
	from, first := list.Len, len(s.ranks)
	switch kind {
	case gatherAny, gatherIface:
		gather[any](m, &s.anys.list, info, p)
	case gatherString:
		gather[string](m, &s.strings.list, info, p)
	case gatherPointer:
		gather[unsafe.Pointer](m, &s.ptrs.list, info, p)
	case gatherSlice:
		gather[mem.SliceHeader](m, &s.slices.list, info, p)
	case gatherWord:
		gather[uint64](m, &s.words.list, info, p)
	default:
		m.gatherShort(info, p)
	}
	return m.writeEntries(info, from, first, n)
}

// listOf returns the list for the entries of maps that are read as kind, and the size of an entry.
func (s *entryLists) listOf(kind gatherKind) (list *mem.SliceHeader, size uintptr) {
	switch kind {
	case gatherAny, gatherIface:
		return (*mem.SliceHeader)(unsafe.Pointer(&s.anys.list)), unsafe.Sizeof(order.Entry[any]{})
	case gatherString:
		return (*mem.SliceHeader)(unsafe.Pointer(&s.strings.list)), unsafe.Sizeof(order.Entry[string]{})
	case gatherCopies, gatherPlaces, gatherPointer:
		return (*mem.SliceHeader)(unsafe.Pointer(&s.ptrs.list)), unsafe.Sizeof(order.Entry[unsafe.Pointer]{})
	case gatherSlice:
		return (*mem.SliceHeader)(unsafe.Pointer(&s.slices.list)), unsafe.Sizeof(order.Entry[mem.SliceHeader]{})
	}
	return (*mem.SliceHeader)(unsafe.Pointer(&s.words.list)), unsafe.Sizeof(order.Entry[uint64]{})
}

// drop releases the entries of a map that was read as kind: those from number from on.
func (s *entryLists) drop(kind gatherKind, from int) {
	switch kind {
	case gatherAny, gatherIface:
		release(&s.anys.list, from, keepEntries)
	case gatherString:
		release(&s.strings.list, from, keepEntries)
	case gatherCopies, gatherPlaces, gatherPointer:
		release(&s.ptrs.list, from, keepEntries)
	case gatherSlice:
		release(&s.slices.list, from, keepEntries)
	default:
		release(&s.words.list, from, keepEntries)
	}
}

// writeEntries writes the members of a map whose entries are in the list for info.gather, from number from on.
// Their ranks are m.maps.ranks[first:]; writeEntries sorts them if the members are sorted.
func (m *machine) writeEntries(info *mapInfo, from, first, n int) int {
	kind := info.gather
	list, size := m.maps.listOf(kind)
	names := order.NamesAt(list.Data, size)
	if info.sorted {
		names.Sort(&m.maps.ranks, first)
	}
	m.note(info, m.maps.ranks[first:], names)
	last := len(m.maps.ranks)
	for i := first; i < last; i++ {
		e := unsafe.Add(list.Data, uintptr(m.maps.ranks[i].At)*size) // found again, since inner maps may move the lists
		n = m.name(info, *(*string)(e), n)
		elem := unsafe.Add(e, valueAt)
		if kind == gatherPlaces || kind == gatherCopies {
			elem = *(*unsafe.Pointer)(elem)
		}
		if n = m.element(info, elem, m.room(n, 0)); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(&m.maps.ranks, first, 2*keepEntries)
	m.maps.drop(kind, from)
	return n
}

// valueAt is the offset of the element in an entry.
const valueAt = unsafe.Offsetof(order.Entry[uint64]{}.Val)

// fewEntries does what entries does, for a small map. It keeps the entries on the stack.
func fewEntries[V, E any](m *machine, to *gathered[E], info *mapInfo, p unsafe.Pointer, n int) int {
	var f order.Few[E]
	gatherFew[V](m, &f, info, p)
	return writeFew(m, &f, to, info, n)
}

// writeFew writes the members whose entries are in f.
func writeFew[E any](m *machine, f *order.Few[E], to *gathered[E], info *mapInfo, n int) int {
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
