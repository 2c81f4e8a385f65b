package decode

import (
	"errors"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Errors name a path: of {"a":[{"b":"x"}]} into integers it is a.0.b, or a.b in older releases. While decoding
// nobody keeps it. When a value did not fit the pathFinder walks to that value's position, by skipping what lies before
// it.

// findPath finds the path to what did not fit: the error of that value alone becomes the document's by the names of it.
// It walks the input again, the t at dst beside it. Decoding the whole document by encoding/json would cost more,
// call the caller's methods a second time, and miss what the target held.
func (s *state) findPath(t *node, dst unsafe.Pointer) {
	if s.fault.Code != fault.Mismatch && s.fault.Code != fault.UnknownName {
		return
	}
	if s.Space(s.first) == int(s.fault.Offset) {
		s.fault.Placed = true
		return
	}
	f := s.fault
	s.fault, s.depth = fault.Fault{}, 0
	w := pathFinder{s: s, at: int(f.Offset)}
	w.value(t, s.Space(s.first), dst)
	for i, j := 0, len(w.path)-1; i < j; i, j = i+1, j-1 {
		w.path[i], w.path[j] = w.path[j], w.path[i]
	}
	f.Path, f.Placed = w.path, true
	if toolchain.PathsByInput && w.owner != nil && errors.Is(f.Err, errUnexportedPointer) {
		// The struct is asked about, with the one member that needs the pointer.
		if e := s.skip(w.at); e >= 0 {
			if err := toolchain.MemberError(w.name, s.kindOf(w.at, e), w.at-s.first, w.owner, s.options); err != nil {
				f.Err, f.Type, f.Path = err, nil, f.Path[1:]
			}
		}
	}
	if f.Outermost && w.node != nil {
		f.Type = w.node.rtype
	}
	s.fault = f
}

// pathFinder walks towards the position at. Its path is from the outermost inwards.
type pathFinder struct {
	s    *state
	at   int
	path []fault.Step
	node *node // what stands at the position, where that is inside of the document and its type known

	owner reflect.Type // the struct of which it is the member name, if it is one
	name  string
}

// value walks into the value at p, which is known to be JSON and to hold the position. t is nil where the type is not
// known, as below an any, and dst where there is no value, as below a map.
func (w *pathFinder) value(t *node, p int, dst unsafe.Pointer) {
	if p == w.at {
		w.node = t
		return
	}
	t, dst = w.resolve(t, dst)
	switch w.s.At(p) {
	case '{':
		w.object(t, p, dst)
	case '[':
		w.array(t, p, dst)
	}
}

// resolve follows pointers, and interfaces that hold some.
func (w *pathFinder) resolve(t *node, dst unsafe.Pointer) (*node, unsafe.Pointer) {
	for range maxDepth {
		switch {
		case t == nil:
			return nil, nil
		case t.quoted && t.elem != nil && t.elem.rtype == t.rtype:
			t = t.elem
		case t.rtype.Kind() == reflect.Pointer && t.elem != nil && !t.quoted:
			if t = t.elem; dst != nil {
				dst = *(*unsafe.Pointer)(dst)
			}
		case t.rtype.Kind() == reflect.Interface:
			if dst == nil {
				return nil, nil
			}
			held := reflect.NewAt(t.rtype, dst).Elem().Elem()
			if held.Kind() != reflect.Pointer || held.IsNil() {
				return nil, nil
			}
			t, dst = nodeFor(w.s.cfg, held.Type()).elem, held.UnsafePointer()
		default:
			return t, dst
		}
	}
	return nil, nil
}

// object walks into the member of the object at p that holds the position.
func (w *pathFinder) object(t *node, p int, dst unsafe.Pointer) {
	s := w.s
	for p, more := s.Enter(p); more; {
		name, e := s.view(p + 1)
		if e < 0 || p == w.at {
			return
		}
		text := string(name)
		value := s.Colon(e)
		if value < 0 {
			return
		}
		end := s.skip(value)
		if end < 0 {
			return
		}
		if w.at < end {
			w.member(t, text, value, dst)
			return
		}
		p, more = s.Next(end, '}')
	}
}

// member walks into the value at p of the member of that name.
func (w *pathFinder) member(t *node, name string, p int, dst unsafe.Pointer) {
	switch {
	case t != nil && t.fields != nil:
		f := t.fields.find(name)
		if f == nil {
			w.path = append(w.path, fault.Step{Name: name})
			return
		}
		if p == w.at {
			w.owner, w.name = t.rtype, name
		}
		if toolchain.PathsByInput {
			w.path = append(w.path, fault.Step{Struct: t.rtype, Name: name})
		} else {
			path := steps(t, f)
			for i := len(path) - 1; i >= 0; i-- {
				w.path = append(w.path, path[i])
			}
		}
		w.value(f.node, p, f.reach(dst))
	case t != nil && t.rtype.Kind() == reflect.Map:
		w.path = append(w.path, fault.Step{Name: name})
		w.value(t.elem, p, nil)
	default:
		w.path = append(w.path, fault.Step{Name: name})
		w.value(nil, p, nil)
	}
}

// reach returns the address of f in the struct at dst, or nil where an embedded pointer on the way, or dst, is nil.
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

// array walks into the element of the array at p that holds the position.
func (w *pathFinder) array(t *node, p int, dst unsafe.Pointer) {
	s := w.s
	p, more := s.Enter(p)
	for i := 0; more; i++ {
		end := s.skip(p)
		if end < 0 {
			return
		}
		if w.at < end {
			w.path = append(w.path, fault.Step{Name: strconv.Itoa(i)})
			var elem *node
			var at unsafe.Pointer
			if t != nil {
				elem, at = t.elem, t.element(dst, i)
			}
			w.value(elem, p, at)
			return
		}
		p, more = s.Next(end, ']')
	}
}

// element returns the address of element i of the slice or array of type t at dst, or nil.
func (t *node) element(dst unsafe.Pointer, i int) unsafe.Pointer {
	switch {
	case dst == nil || t.elem == nil:
	case t.rtype.Kind() == reflect.Array && i < t.len:
		return unsafe.Add(dst, uintptr(i)*t.elem.size)
	case t.rtype.Kind() == reflect.Slice && i < (*sliceHeader)(dst).Len:
		return unsafe.Add((*sliceHeader)(dst).Data, uintptr(i)*t.elem.size)
	}
	return nil
}
