package decode

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Errors name a path: for {"a":[{"b":"x"}]} into integers it is a.0.b, or a.b in older releases. Decoding does not keep
// it. When a value did not fit, the pathFinder walks to that value's position, and notes for each array and object that
// is open there which element or member it is in. Then it follows these through the types. The value in an interface
// decides the type of its contents, and may be gone by then, as in {"a":{"b":"x"},"a":null}. So these types are noted
// when the value that does not fit is met (state.led).

// led is an interface that contains the first value that did not fit.
type led struct {
	at   int   // where its value starts
	node *node // of the pointee of the pointer in it
}

// findPath finds the path to the value that did not fit: with its names the error of that value alone becomes the
// document's. It walks over the input for a t again. Decoding the whole document by encoding/json would cost more, call
// the caller's methods a second time, and miss the old contents of the target.
func (s *state) findPath(t *node) {
	if s.fault.Code != fault.Mismatch && s.fault.Code != fault.UnknownName {
		return
	}
	f := s.fault
	s.fault, s.depth = fault.Fault{}, 0
	w := pathFinder{s: s, led: s.led, spare: s.N}
	w.find(t, &f)
	s.fault = f
}

// Faults whose names would take many times the document's memory are left out: the names on a path have LongName bytes
// free, and LongNames says how many times as long as the document the rest of all names may be. Otherwise a name of 400
// KB with a thousand wrong values under it would be written some eight thousand times.
const (
	LongName  = 256
	LongNames = 4
)

// findPaths is findPath for all findings, in one walk.
func (s *state) findPaths(t *node) {
	s.depth = 0
	w := pathFinder{s: s, spare: s.N}
	list := s.all.values
	slices.SortStableFunc(list, byOffset)
	for i, left := 0, LongNames*s.N; i < len(list); i++ {
		if left < 0 {
			s.all.values = list[:i]
			break
		}
		left -= max(w.find(t, &list[i])-LongName, 0)
	}
}

// find finds the path to f, the fault of a value that did not fit or of a method, and returns how long its names are.
func (w *pathFinder) find(t *node, f *fault.Fault) (names int) {
	s := w.s
	w.at = int(f.Offset)
	start := s.Space(s.first)
	if w.at == start {
		f.Placed = f.Code == fault.Mismatch || f.Code == fault.UnknownName
		return 0
	}
	w.walk(start)
	if f.Code != fault.Mismatch && f.Code != fault.UnknownName {
		return w.follow(nil, start, nil)
	}
	w.owner, w.node = nil, nil
	path := make([]fault.Step, 0, len(w.way))
	names = w.follow(t, start, &path)
	slices.Reverse(path)
	f.Path, f.Placed = path, true
	if toolchain.PathsByInput && w.owner != nil && errors.Is(f.Err, errUnexportedPointer) && !s.cfg.Shape.AnswersItself(w.owner, shape.UnmarshalJSON) {
		// The toolchain is asked about the struct, with only the member that needs the pointer.
		if e := s.skip(w.at); e >= 0 {
			if err := toolchain.MemberError(w.name, s.kindOf(w.at, e), w.at-s.first, w.owner, s.options); err != nil {
				f.Err, f.Type, f.Path = err, nil, f.Path[1:]
			}
		}
	}
	if f.Outermost && w.node != nil {
		f.Type = w.node.rtype
	}
	return names
}

// pathFinder walks towards the position at, and goes on from there to a later one.
type pathFinder struct {
	s      *state
	at     int
	way    []place
	p      int   // the walk's position, or 0
	atName bool  // p is at the innermost member's name, which belongs to the object itself
	spare  int   // bytes that may still be walked over in vain
	led    []led // from the state: those that are still to come
	node   *node // the node of the value at the position, if its type is known

	owner reflect.Type // the struct whose member has the name at the position
	name  string
}

// place is the walk's place in an open array or object: in {"a":[1,2 the member at 1, and the element 1 at 7. The stack
// of places corresponds to a JSON Pointer: in the example /a/1.
type place struct {
	name  int // start of the member's name, or -1 in an array
	index int // of the element
	value int // start of the value
}

// walk finds the places around the position, from the value at p on, which is known to be JSON and to contain it.
//
// An array or object that ends before the position is skipped as a whole, which is fast. But whether it does shows only
// at its end; only the outermost one is known not to. Nested arrays would be walked over again, each from its start. So
// the bytes that are walked over in vain are bounded by the input's length, and after that the walk goes from token to
// token.
func (w *pathFinder) walk(p int) {
	s := w.s
	if w.p > 0 {
		p = w.p
	}
	if w.atName && w.at > p {
		w.atName = false
		p = w.member(p)
	}
	for p >= 0 && p < w.at && !w.atName {
		e := -1
		if c := s.At(p); c|0x20 != '{' || w.spare > 0 && len(w.way) > 0 { // [ and { differ in that bit
			if e = s.Skip(p, maxDepth); e < 0 {
				return
			}
			meter.Look(e - p)
		}
		if e < 0 || e > w.at {
			w.spare -= max(e-p, 0)
			q, more := s.Enter(p)
			if more {
				w.way = append(w.way, place{name: -1, index: -1})
				if s.At(p) == '{' {
					w.way[len(w.way)-1].name = q
				}
				p = w.enter(q)
				continue
			}
			e = q
		}
		p = w.behind(e)
	}
	if p > 0 {
		w.p = p
	}
}

// enter moves to the element or member that starts at p, in the innermost array or object, and returns where its value
// starts, or p if the walk ends at the name. For {"a":1 it moves from the quote of the name to the value: in.name is 1,
// in.value 5.
func (w *pathFinder) enter(p int) int {
	in := &w.way[len(w.way)-1]
	if in.index++; in.name >= 0 {
		if in.name = p; p >= w.at {
			w.atName = true
			return p
		}
		return w.member(p)
	}
	in.value = p
	return p
}

// member moves from the name of the innermost member, at p, to its value.
func (w *pathFinder) member(p int) int {
	if p = w.s.SkipString(p); p >= 0 {
		p = w.s.Colon(p)
	}
	w.way[len(w.way)-1].value = p
	return p
}

// behind moves from the end p of a value to the next one, out of all containers that end there, and returns where that
// starts, or -1. After the 1 in [1,2] that is the 2, and after the 2 in {"a":[1,2],"b":3} the 3.
func (w *pathFinder) behind(p int) int {
	for len(w.way) > 0 {
		last := len(w.way) - 1
		closing := byte(']')
		if w.way[last].name >= 0 {
			closing = '}'
		}
		q, more := w.s.Next(p, closing)
		if more {
			return w.enter(q)
		}
		if q < 0 {
			break
		}
		p, w.way = q, w.way[:last]
	}
	return -1
}

// follow goes through the types along the places, from the t of the value at p, and returns how long the names on the
// way are. t becomes nil if the type is not known, such as below an any without a pointer. The path is built from the
// outermost inwards; if path is nil nothing is followed. For {"a":[{"b":"x"}]} the places are a, 0 and b: the struct's
// field a leads to the slice's node, that to its element, and this to the field b.
func (w *pathFinder) follow(t *node, p int, path *[]fault.Step) (names int) {
	way := w.way
	if w.atName {
		way = way[:len(way)-1]
	}
	known := path != nil
	for i := range way {
		x := &way[i]
		if x.name >= 0 {
			names += w.s.SkipString(x.name) - x.name
		}
		if !known {
			continue
		}
		t = w.resolve(t, p)
		if p = x.value; x.name < 0 {
			*path = append(*path, fault.Step{Name: strconv.Itoa(x.index)})
			if t != nil {
				t = t.elem
			}
			continue
		}
		name, _ := w.s.view(x.name + 1)
		t, known = w.field(t, name, p, path)
	}
	if last := len(way) - 1; known && last >= 0 && way[last].value == w.at {
		w.node = t
	}
	return names
}

// resolve follows pointers, and interfaces that held some, from the t of the value at p. It stops at a struct, map,
// slice, array or scalar. For a node of the tag option "string" it uses the node in it.
func (w *pathFinder) resolve(t *node, p int) *node {
	for range maxDepth {
		switch {
		case t == nil:
			return nil
		case t.quoted && t.elem != nil && t.elem.rtype == t.rtype:
			t = t.elem
		case t.rtype.Kind() == reflect.Pointer && t.elem != nil && !t.quoted:
			t = t.elem
		case t.rtype.Kind() == reflect.Interface:
			last := len(w.led) - 1
			if last < 0 || w.led[last].at != p {
				return nil
			}
			t, w.led = w.led[last].node, w.led[:last]
		default:
			return t
		}
	}
	return nil
}

// field goes into the member with that name, a view, whose value is at p, of a t. known is false if a struct has no
// field for it: the path then ends with the name.
func (w *pathFinder) field(t *node, view []byte, p int, way *[]fault.Step) (in *node, known bool) {
	if t == nil || t.fields == nil {
		*way = append(*way, fault.Step{Name: string(view)})
		if t != nil && t.rtype.Kind() == reflect.Map {
			return t.elem, true
		}
		return nil, true
	}
	f := t.fields.find(unsafe.String(unsafe.SliceData(view), len(view)))
	switch {
	case f == nil:
		*way = append(*way, fault.Step{Name: string(view)})
		return nil, false
	case toolchain.PathsByInput:
		name := string(view)
		if p == w.at {
			w.owner, w.name = t.rtype, name
		}
		*way = append(*way, fault.Step{Struct: t.rtype, Name: name})
	case len(f.index) == 1:
		*way = append(*way, fault.Step{Struct: t.rtype, Name: f.name})
	default:
		path := steps(t, f)
		for i := len(path) - 1; i >= 0; i-- {
			*way = append(*way, path[i])
		}
	}
	return f.node, true
}

// reach returns the address of f in the struct at dst, or nil if dst or an embedded pointer on the way is nil. Unlike
// hop it allocates nothing, since the path is for an error.
func (f *field) reach(dst unsafe.Pointer) unsafe.Pointer {
	for i := range f.hops {
		if dst == nil {
			return nil
		}
		dst = *(*unsafe.Pointer)(unsafe.Add(dst, f.hops[i].offset))
	}
	if dst == nil {
		return nil
	}
	return unsafe.Add(dst, f.last)
}
