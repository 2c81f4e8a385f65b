package decode

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// Code that is generated for a type runs over the same state as nodes do, and calls what they call. It has the loops
// over members, and the addresses of fields; what does not fit a field is treated by the field's node, and the end of
// a run is that of any other:
//
//	s := Open(c, data, false, false)
//	p := s.Begin(dst, size, false)
//	if p >= 0 { p = generated(s, p, dst) }
//	if !s.Ended(p) { f := s.Conclude(t, p, dst) … }

// Job is one run, as generated code sees it.
type Job = state

// static is what a run of generated code knows of its target.
type static struct {
	zero     bool // it was zero
	aliasing bool // the run has option.AliasTagged besides its configuration's options
}

// Open returns a state for the document data. With keep, parts of data itself are handed on to methods. With alias
// strings of fields with the tag option "nocopy" are parts of data, which is known to stay as it is.
//
// Within a method whose run offers data the state is a guest there, and the input is known to be JSON.
func Open(c *plan.Config, data []byte, keep, alias bool) *Job {
	if len(data) >= leastOffered && !alias && mayBeOffered(data) {
		if s := offered(c, data, nil); s != nil {
			s.static, s.checked = static{}, true
			return s
		}
	}
	s := acquire(c, data, keep || alias)
	s.static, s.checked = static{}, false
	if alias {
		s.options |= option.AliasTagged
		s.aliasing = true
	}
	return s
}

// Begin looks at the target, which has size bytes, and returns the position of the value. It is negative where the
// input had to be validated first and is not JSON: with careful, and where the target holds something.
// Generated code puts nothing by. A target that is zero is cleared if the input turns out to be no JSON; for all
// others the input is looked at first.
func (s *Job) Begin(dst unsafe.Pointer, size uintptr, careful bool) int {
	s.saving, s.outset = false, s.depth
	if size <= smallTarget || size <= uintptr(s.N) && !s.guest {
		meter.Look(int(size))
		s.static.zero = isZero(dst, size)
	}
	if (careful || !s.static.zero) && !s.checked {
		s.checked = true
		if !s.validInput() {
			return -1
		}
	}
	return s.Space(s.first)
}

// Ended reports whether the run has got to p without a fault, and gives s back if so.
// That is so for good input, and it is one test: Conclude has the rest.
func (s *Job) Ended(p int) bool {
	if p < 0 || s.fault.Code != fault.None || p != s.N && !s.guest && s.Space(p) != s.N {
		return false
	}
	s.endAliasing()
	s.release()
	return true
}

// endAliasing takes back what Open has added to the options: the next run under the same configuration has the state
// with the options that it left.
func (s *Job) endAliasing() {
	if s.aliasing {
		s.options, s.aliasing = s.cfg.Options, false
	}
}

// Conclude ends a run that has not Ended, as that of any t at dst. There is a fault, or all was well.
// A guest's positions are those in the input around it; the caller knows only its own data, so they are counted
// from its start.
func (s *Job) Conclude(t *Program, p int, dst unsafe.Pointer) *fault.Fault {
	guest, first := s.guest, int64(s.first)
	s.endAliasing()
	if s.fault.Code == fault.Method {
		s.fault.Path = s.pathTo(t)
	}
	zero := s.static.zero
	f := s.conclude(t, p, dst, false).Take()
	if f != nil && zero && (f.Code == fault.Syntax || f.Code == fault.MuchMemory) {
		t.zero(dst) // the code may know other names than t
	}
	if f != nil && guest && f.Code != fault.Syntax {
		f.Offset -= first
		if f.Within > 0 {
			f.Within -= first
		}
	}
	return f
}

// pathTo returns the path to the place of the fault, the document being one for a t: the fields on the way, which are
// all that decodeStruct notes of the way to a method.
func (s *Job) pathTo(t *Program) []fault.Step {
	f := s.fault
	s.fault = fault.Fault{Code: fault.Mismatch, Offset: f.Offset}
	s.findPath(t)
	path := slices.DeleteFunc(s.fault.Path, func(step fault.Step) bool { return step.Struct == nil })
	s.fault = f
	return path
}

// Run decodes the value at p into the t at dst.
func (s *Job) Run(t *Program, p int, dst unsafe.Pointer) int { return t.run(s, t, p, dst) }

// spareWays is how many types of one slot may have spares: where another has taken a type's place it goes to the next.
const spareWays = 4

// ways returns how many types of one slot may have spares in m.
func (m *memory) ways() uint8 { return uint8(min(spareWays, len(m.spares))) }

// Spare returns memory for a t, which is zero. A value of the caller's stands there while nodes are at work on it: they
// may keep addresses, and the caller's variable may be on the stack. [Job.GiveBack] takes it back. Where there are more
// types than ways some are driven out, and take new memory.
func (s *Job) Spare(t *Program) unsafe.Pointer {
	for way := range s.ways() {
		x := &s.spares[s.slot(t)^way]
		if at := x.at; at != nil && x.owner == t {
			x.at = nil // until it is given back: the same type may be met within
			return at
		}
	}
	return reflect.New(t.rtype).UnsafePointer()
}

// GiveBack takes back what Spare has returned and the caller has cleared.
func (s *Job) GiveBack(t *Program, at unsafe.Pointer) {
	x := &s.spares[s.slot(t)]
	for way := uint8(1); x.at != nil && way < s.ways(); way++ {
		x = &s.spares[s.slot(t)^way]
	}
	if x.at != nil {
		x = &s.spares[s.slot(t)]
	}
	if x.at = at; x.owner != t {
		x.owner = t
	}
}

// MemberProgram returns what decodes the value of the member of that name, the i-th, of a struct of type t, into a
// field of so many bytes, or nil where it has no such field.
func (s *Job) MemberProgram(t *Program, i int, name string, size uintptr) *Program {
	if f := t.memberOf(i, name); f != nil && f.node.size == size {
		return f.node
	}
	return nil
}

// ProgramFor returns the Program of t under the run's configuration.
func (s *Job) ProgramFor(t reflect.Type) *Program { return nodeFor(s.cfg, t) }

// Config returns the run's configuration.
func (s *Job) Config() *plan.Config { return s.cfg }

// Elements are how the elements of slices of one type are decoded: a node of the slice, whose elements a generated
// function decodes.
// The loops over elements (elements, elementsGrowing) know only nodes, so the generated function for one element
// is the run of a node without anything else.
type Elements struct{ slice atomic.Pointer[node] }

// Make makes e, of slices of type rt, the elements of which run decodes. made returns zeroed memory for n of them.
func (e *Elements) Make(rt reflect.Type, run func(s *Job, t *Program, p int, dst unsafe.Pointer) int, made func(n int) unsafe.Pointer) *Program {
	t, elem := newNode(rt), newNode(rt.Elem())
	elem.run, elem.made = run, made
	t.elem = elem
	e.slice.CompareAndSwap(nil, t)
	return e.slice.Load()
}

// Get returns the node, or nil before Make.
func (e *Elements) Get() *Program { return e.slice.Load() }

// ReadSlice decodes the array or null at p into the slice at dst. It returns 0 for any other value.
// It is decodeSlice without the treatment of other values, which the field's own node has: handed on to that, a target
// on the stack would move to the heap. A function that both call would take 2 % of slices of one element, and 7 % of
// empty ones.
func (s *Job) ReadSlice(t *Program, p int, dst unsafe.Pointer) int {
	h := (*sliceHeader)(dst)
	if s.At(p) != '[' {
		if s.IsNull(p) {
			*h = sliceHeader{}
			return p + 4
		}
		return 0
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == ']' {
		*h = sliceHeader{Data: unsafe.Pointer(&zeroSized)}
		s.depth--
		return p + 1
	}
	if h.Cap > 0 || t.elem.size == 0 || t.elem.size > slabMost/4 {
		return s.elementsGrowing(t, p, h)
	}
	return s.elements(t, p, h)
}

// Element returns what decodes an element of t, a slice.
func (t *node) Element() *Program { return t.elem }

// Pointee returns memory for a value of t, for the JSON value at p. The code for a t calls what its plan would call.
func (s *Job) Pointee(t *Program, p int) unsafe.Pointer {
	if t.calls.Load() == 0 {
		of := nodeFor(s.cfg, t.rtype)
		of.callsMethods()
		t.calls.Store(of.calls.Load() &^ lastBroken)
	}
	return s.pointee(t, p)
}

// Options returns the choices of the run's configuration.
func (s *Job) Options() option.Set { return s.options }
