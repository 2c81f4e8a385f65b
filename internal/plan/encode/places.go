package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/order"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// This file writes the elements of a map where they lie in the map's memory. The iteration over a map[string]inner
// collects the addresses of keys and elements, the names are sorted, and the program of inner runs on each address. No
// code of the user's may run until all elements are written, since it might change the map.

// quiet reports whether writing a value of t calls no code of the user's: no codecs, no methods that write values, and
// neither IsZero, String nor methods that make names from keys. Values in interfaces may have any methods. seen has the
// types for which quiet was called before, which it need not search again.
func (c *compiler) quiet(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch s := shape.SpecialOf(t); {
	// If there is a codec for any type, quiet returns false: it does not search t for such types.
	case c.cfg.HasCodecs() || s == shape.OptionalValue:
		return false
	case s != shape.Ordinary:
		return true
	case c.methodOf(t, true) != none || shape.KnowsZero(t):
		return false
	}
	switch t.Kind() {
	case reflect.Interface:
		return false
	case reflect.Map:
		if len(c.cfg.Keys) > 0 || shape.MethodsOf(t.Key()) != (shape.Methods{}) {
			return false
		}
	case reflect.Struct:
		for _, f := range shape.Fields(t, &c.cfg.Shape).Fields {
			if f.More.Has(tag.Stringer) {
				return false
			}
		}
	}
	return !shape.AnyPart(t, func(part reflect.Type) bool { return !c.quiet(part, seen) })
}

// places writes the members of a map whose elements are quiet.
func (m *machine) places(info *mapInfo, p unsafe.Pointer, n int) int {
	if len(as[string, struct{}](p)) <= order.MostFew {
		return m.fewPlaces(info, p, n)
	}
	from, first := len(m.maps.ptrs.list), len(m.maps.ranks)
	list, ranks := m.maps.ptrs.list, m.maps.ranks
	var w mem.MapWalk
	w.Begin(info.word, p)
	for key, elem := w.Next(); key != nil; key, elem = w.Next() {
		name := m.keyAt(info, key)
		ranks = append(ranks, order.RankOf(name, len(list)))
		list = append(list, order.Entry[unsafe.Pointer]{Key: name, Val: elem})
	}
	order.Store(&m.maps.ptrs.list, list)
	order.Store(&m.maps.ranks, ranks)
	return m.writeEntries(info, from, first, n)
}

// fewPlaces writes the members of a small map as places does. It keeps the entries on the stack.
func (m *machine) fewPlaces(info *mapInfo, p unsafe.Pointer, n int) int {
	var f order.Few[unsafe.Pointer]
	var w mem.MapWalk
	w.Begin(info.word, p)
	for key, elem := w.Next(); key != nil; key, elem = w.Next() {
		f.Add(m.keyAt(info, key), elem, info.sorted)
	}
	m.note(info, f.Ranks(), f.Names())
	for i := range f.Count {
		e := f.At(i)
		n = m.name(info, e.Key, n)
		if n = m.element(info, e.Val, m.room(n, 0)); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	return n
}

// keyAt returns the name of the key at p, a key without methods. The name is valid until the map has been written.
func (m *machine) keyAt(info *mapInfo, p unsafe.Pointer) string {
	switch info.key {
	case keyString:
		return info.clean(*(*string)(p))
	case keySpecial:
		from := len(m.maps.names)
		m.maps.names = info.special(m.maps.names, info.keyWord, p)
		return info.clean(mem.Frozen(m.maps.names[from:]))
	case keyInt:
		return m.numberName(info, uint64(intAt(p, uintptr(info.size))))
	}
	return m.numberName(info, uintAt(p, uintptr(info.size)))
}

func intAt(p unsafe.Pointer, size uintptr) int64 {
	unused := 64 - 8*size
	return int64(uintAt(p, size)<<unused) >> unused
}

func uintAt(p unsafe.Pointer, size uintptr) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}
