package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/plan/decode/memory"
)

// Decoding over values under option.MergeValues, as encoding/json/v2 does it:
//
//	null           any value becomes zero
//	slices         {"a":[{"x":1}]} over a []T: elements start as zero, in the memory that the slice has
//	maps           {"a":{"x":1}} over a map[string]T: the entry a is decoded over, all others stay
//	interfaces     a copy of the value that the interface holds is decoded over, and must fit
//
// Elements of slices and entries of maps are decoded into new memory and then copied: what they replace is saved for
// one place alone, and nothing has to be found again in the input (save with whole).

// elementsAnew reads the elements of an array for a slice that has memory. They are decoded elsewhere, and as many as
// the slice has space for are copied there: other slices may share that memory, which encoding/json/v2 writes to.
func (s *state) elementsAnew(t *node, p int, h *sliceHeader) int {
	anew := new(sliceHeader)
	if t.elem.Size == 0 || t.elem.Size > memory.SlabMost/4 {
		p = s.elementsGrowing(t, p, anew)
	} else {
		p = s.elements(t, p, anew)
	}
	if p < 0 {
		return -1
	}
	n := min(anew.Len, h.Cap)
	if s.undo.saving && !s.save(t.elem, h.Data, n, whole) {
		return -1
	}
	t.elem.Move(h.Data, anew.Data, n)
	if anew.Len <= h.Cap {
		anew.Data, anew.Cap = h.Data, h.Cap
	}
	*h = *anew
	return p
}

// decodeArrayAnew is decodeArray for elements that start as zero.
func decodeArrayAnew(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) == '[' {
		t.Zero(dst)
	}
	return decodeArray(s, t, p, dst)
}

// overHeld decodes into a copy of the value that the interface of type t at dst holds, and stores the copy.
func (s *state) overHeld(t *node, p int, dst unsafe.Pointer) int {
	rv := reflect.NewAt(t.Type, dst).Elem()
	if s.IsNull(p) {
		rv.SetZero()
		return p + 4
	}
	anew := reflect.New(rv.Elem().Type())
	in := nodeFor(s.cfg, anew.Type()).elem
	if in == nil { // the type is refused
		return s.fail()
	}
	anew.Elem().Set(rv.Elem())
	if p = in.run(s, in, p, anew.UnsafePointer()); p >= 0 {
		rv.Set(anew.Elem())
	}
	return p
}

// merged is what a map had before it was merged into: old has the values of the keys in anew that were there.
type merged struct{ into, anew, old reflect.Value }

// undo makes the map what it was.
func (m *merged) undo() {
	for i := m.anew.MapRange(); i.Next(); {
		m.into.SetMapIndex(i.Key(), m.old.MapIndex(i.Key()))
	}
}

// mergeMap decodes an object, whose first name is at p, into the map at dst, which is not nil. All entries are decoded
// into a map of their own, in which two of one name are found, and then copied.
func (s *state) mergeMap(t *node, p int, dst unsafe.Pointer) int {
	if t.keyKind == keyFallback || s.limit.on {
		return s.fail()
	}
	into := reflect.New(t.Type).Elem() // the map stays the same for undo, whatever happens at dst
	into.Set(reflect.NewAt(t.Type, dst).Elem())
	m := &merged{into, reflect.New(t.Type).Elem(), reflect.MakeMap(t.Type)}
	m.anew.Set(reflect.MakeMap(t.Type))
	to := members{t: t, dst: m.anew.Addr().UnsafePointer()}
	name, value := reflect.New(t.Type.Key()).Elem(), reflect.New(t.Type.Elem()).Elem()
	at := value.Addr().UnsafePointer()
	n := 0
	for more := true; more; n++ {
		if s.At(p) != '"' {
			return s.fail()
		}
		k, e := s.plainKey(t, p)
		if e < 0 {
			return -1
		}
		if p = s.Colon(e); p < 0 || !k.plain {
			return s.fail()
		}
		s.stacks.keyWord = k.word
		if t.keyBits == 0 {
			name.SetString(k.text)
		} else {
			name.Set(reflect.NewAt(t.Type.Key(), unsafe.Pointer(&s.stacks.keyWord)).Elem())
		}
		value.SetZero()
		if old := into.MapIndex(name); old.IsValid() {
			value.Set(old)
			m.old.SetMapIndex(name, old)
		}
		if p = t.elem.run(s, t.elem, p, at); p < 0 {
			return -1
		}
		s.stacks.keyWord = k.word
		to.store(k.text, unsafe.Pointer(&s.stacks.keyWord), at)
		if p, more = s.Next(p, '}'); p < 0 {
			return s.fail()
		}
	}
	s.depth--
	if p = s.unique(p, to.count(), n); p < 0 {
		return -1
	}
	if s.undo.saving {
		s.undo.kept = append(s.undo.kept, saved{t: t, at: unsafe.Pointer(m), start: whole})
	}
	for i := m.anew.MapRange(); i.Next(); {
		into.SetMapIndex(i.Key(), i.Value())
	}
	return p
}
