package decode

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Finding the paths in errors: for {"a":[{"b":"x"}]} into integers the path is a.0.b, or a.b in older releases.
// Decoding does not keep track of the path. After a mismatch a locate.Walk finds the route to its position, and follow
// goes along the route through the types. If the route leads through an interface, the type there depends on the
// pointer that the interface held at the time of the mismatch, so these types are recorded (state.led).

// led records an interface that holds a pointer to a value in which something did not fit.
type led struct {
	at, end int   // where the interface's value starts, and where it ends, or -1 if decoding ended in it
	depth   int   // the number of steps of the route to the interface
	node    *node // the node of the pointee
}

// findPath finds the path to the value that did not fit, in a document for a t. If encoding/json decoded the whole
// document for the error instead, it would call the user's methods a second time, and not see the old contents of the
// target. The path is appended to space, which must be empty.
func (s *state) findPath(t *node, space []fault.Step) {
	if s.fault.Code != fault.Mismatch && s.fault.Code != fault.UnknownName {
		return
	}
	w := locate.Walk{Data: s.input[s.first:s.N], Texts: &s.memory.Arena}
	s.find(&w, t, &s.fault, nil, space)
}

// Limits on the memory for the routes of faults. The names on all routes may together be LongNames times as long as the
// document, where the first LongName bytes of each route are not counted. Further faults are left out. Without the
// limit, a name of 400 KB with a thousand wrong values under it would be copied for each of them.
const (
	LongName  = 256
	LongNames = 4
)

const textsOfFault = 128 // the approximate length of the route to a fault, the line around it and its error text

// findPaths finds the paths to the faults in list, in one walk over the document, which was decoded into a t. It
// returns the list without the faults that exceed the limits above.
func (s *state) findPaths(t *node, list []fault.Fault) []fault.Fault {
	if s.all.texts.Chunk == nil {
		s.all.texts = mem.ArenaOf(len(list), textsOfFault)
	}
	w := locate.Walk{Data: s.input[s.first:s.N], Texts: &s.all.texts}
	space := slices.Grow(s.all.space, 2*len(list)+1)
	space = space[:cap(space)]
	s.all.space = space
	defer func() { s.all.space = s.all.space[:len(s.all.space)-len(space)] }()
	left, last := LongNames*len(w.Data), (*fault.Fault)(nil)
	for i := range list {
		if left < 0 {
			return list[:i]
		}
		f := &list[i]
		s.find(&w, t, f, last, space[:0])
		last, f.Path = f, slices.Clip(f.Path) // the next path is written to the memory after this one
		space = space[min(len(f.Path), len(space)):]
		if len(f.Route) > LongName {
			left -= max(locate.Route(f.Route).Names()-LongName, 0)
		}
	}
	return list
}

// find stores in f.Route where in the document f is: the names and indexes that lead there. For a mismatch and an
// unknown name it also stores them in f.Path as steps, with fields and Go types. t is the node of the whole document,
// last is the fault before f, or nil. The memory of space, an empty slice, is used for f.Path.
func (s *state) find(w *locate.Walk, t *node, f, last *fault.Fault, space []fault.Step) {
	to := w.Find(int(f.Offset) - s.first)
	f.Route, f.Routed = string(to.Route), true
	if f.Placed = !s.cfg.Own && (f.Code == fault.Mismatch || f.Code == fault.UnknownName); !f.Placed || to.Route == "" {
		return
	}
	if to.AtName { // a key of a map does not fit: f.Err names the key, and the route ends at the map
		to.Route = to.Route[:strings.LastIndexByte(f.Route, '/')]
	}
	if _, typed := f.Err.(*json.UnmarshalTypeError); last != nil && s.all.brief && !f.Outermost && (typed || f.Code == fault.UnknownName) {
		return // the text of this error does not depend on the path
	}
	if last != nil && besides(f, last) {
		f.Path = append(space, last.Path...)
		f.Path[0].Name = f.Route[strings.LastIndexByte(f.Route, '/')+1:]
		return
	}
	at, owner, path := s.follow(t, to.Route, int(f.Offset), space)
	if f.Path = path; toolchain.PathsByInput && owner != nil && errors.Is(f.Err, errUnexportedPointer) && !s.cfg.Shape.AnswersItself(owner, shape.UnmarshalJSON) {
		// For the error about a nil embedded pointer encoding/json decodes an object with only this member.
		p := int(f.Offset)
		if e := s.skip(p); e >= 0 {
			if err := toolchain.MemberError(path[0].Name, s.kindOf(p, e), p-s.first, owner, s.options); err != nil {
				f.Err, f.Type, f.Path = err, nil, path[1:]
			}
		}
	}
	if f.Outermost && at != nil {
		f.Type = at.Type
	}
}

// besides reports whether f and last are about elements of the same array, such as 1 and 2 in {"tags":[1,2]} with the
// routes /tags/0 and /tags/1. Then their paths differ only in the last step.
func besides(f, last *fault.Fault) bool {
	cut := strings.LastIndexByte(f.Route, '/') + 1
	if f.Outermost || !last.Placed || len(last.Path) == 0 || cut == len(f.Route) || f.Route[cut]-'0' > 9 {
		return false // only a number at the end of the route can be an index
	}
	return strings.HasPrefix(last.Route, f.Route[:cut]) && last.Path[0] == fault.Step{Name: last.Route[cut:]}
}

// follow goes from a t through the types along the route, which leads to the value at offset. at is the node of that
// value, or nil if its type is not known, such as inside an any without a pointer. owner is the struct with the field
// of the last step, or nil. The memory of the argument path is used for the path, which is returned.
func (s *state) follow(t *node, route locate.Route, offset int, path []fault.Step) (at *node, owner reflect.Type, _ []fault.Step) {
	if path == nil {
		path = make([]fault.Step, 0, route.Len())
	}
	for depth := 0; route != ""; depth++ {
		var step locate.Step
		step, route = route.Next()
		t, owner = s.resolve(t, depth, offset), nil
		switch {
		case step.Index >= 0:
			path = append(path, fault.Step{Name: strconv.Itoa(step.Index)})
			if t != nil {
				t = t.elem
			}
			continue
		case t == nil || t.fields == nil:
			path = append(path, fault.Step{Name: step.Name})
			if t != nil && t.Type.Kind() == reflect.Map {
				t = t.elem
			} else {
				t = nil
			}
			continue
		}
		f := t.fields.find(step.Name)
		switch {
		case f == nil: // no field has the name: the path ends here
			path, t, route = append(path, fault.Step{Name: step.Name}), nil, ""
			continue
		case toolchain.PathsByInput:
			owner = t.Type
			path = append(path, fault.Step{Struct: owner, Name: step.Name})
		case len(f.index) == 1:
			path = append(path, fault.Step{Struct: t.Type, Name: f.name})
		default:
			embedded := steps(t, f)
			slices.Reverse(embedded)
			path = append(path, embedded...)
		}
		t = f.node
	}
	slices.Reverse(path)
	return t, owner, path
}

// resolve follows pointers, and interfaces that held pointers, from the t after depth steps of the route to the value
// at offset. It returns the node that it reaches. From a node for the tag option "string" it goes on to the scalar.
func (s *state) resolve(t *node, depth, offset int) *node {
	last := len(s.led) // if interfaces contain one another directly, the outermost was noted last
	for range maxDepth {
		switch {
		case t == nil:
			return nil
		case t.quoted && t.elem != nil && t.elem.Type == t.Type:
			t = t.elem
		case t.Type.Kind() == reflect.Pointer && t.elem != nil && !t.quoted:
			t = t.elem
		case t.Type.Kind() == reflect.Interface:
			for last--; last >= 0; last-- {
				if l := &s.led[last]; l.depth == depth && l.at <= offset && (offset < l.end || l.end < 0) {
					break
				}
			}
			if last < 0 {
				return nil
			}
			t = s.led[last].node
		default:
			return t
		}
	}
	return nil
}

// reach returns the address of f in the struct at dst, or nil if dst or an embedded pointer on the way is nil.
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
