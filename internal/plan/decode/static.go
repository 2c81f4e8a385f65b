package decode

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
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
	if len(data) >= leastOffered && !alias {
		if s := offered(c, data); s != nil {
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
		s.fault.Path = s.pathTo(t, dst)
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

// pathTo returns the path to the place of the fault, the t at dst being the document: the fields on the way, which are
// all that decodeStruct notes of the way to a method.
func (s *Job) pathTo(t *Program, dst unsafe.Pointer) []fault.Step {
	f := s.fault
	s.fault = fault.Fault{Code: fault.Mismatch, Offset: f.Offset}
	s.findPath(t, dst)
	path := slices.DeleteFunc(s.fault.Path, func(step fault.Step) bool { return step.Struct == nil })
	s.fault = f
	return path
}

// Run decodes the value at p into the t at dst.
func (s *Job) Run(t *Program, p int, dst unsafe.Pointer) int { return t.run(s, t, p, dst) }

// ProgramFor returns the Program of t under the run's configuration.
func (s *Job) ProgramFor(t reflect.Type) *Program { return nodeFor(s.cfg, t) }

// Config returns the run's configuration.
func (s *Job) Config() *plan.Config { return s.cfg }

// ReadString reads the string at p. It returns 0 where there is none.
// 0 is never the position behind a value, so it can say that the caller has to see what else stands there.
func (s *Job) ReadString(p int, v *string) int {
	if s.At(p) != '"' {
		return 0
	}
	t, p := s.text(p + 1)
	if p >= 0 {
		*v = t
	}
	return p
}

// ReadName reads the name at p, of which it keeps a copy for the next time, and goes to its value.
func (s *Job) ReadName(p int) (string, int) {
	if s.At(p) != '"' {
		return "", s.fail()
	}
	k, p := s.name(p + 1)
	if p < 0 {
		return "", -1
	}
	if p = s.Colon(p); p < 0 {
		return "", s.fail()
	}
	return k, p
}

// ReadAny reads the value at p as an interface without methods that is nil.
func (s *Job) ReadAny(p int, v *any) int {
	x, e := s.value(p)
	if e >= 0 && (x != nil || s.IsNull(p)) {
		*v = x
	}
	return e
}

// Pass returns the position behind the value at p, all of which it checks, or -1.
func (s *Job) Pass(p int) int { return s.skip(p) }

// Bad ends the run: the input is not JSON.
func (s *Job) Bad() int { return s.fail() }

// Descend goes into the array or object whose bracket is at p. With more, it returns the position of what comes first
// inside, else the position behind the array or object, or -1.
// It is Input.Enter with the count of the depth: Leave takes back what it has counted, where more was true.
func (s *Job) Descend(p int) (q int, more bool) {
	if s.depth++; s.depth > maxDepth {
		return s.fail(), false
	}
	if q, more = s.Input.Enter(p); !more {
		s.depth--
	}
	return q, more
}

// Leave goes out of the array or object that closing ends at p.
func (s *Job) Leave(p int, closing byte) int {
	if s.At(p) != closing {
		return s.fail()
	}
	s.depth--
	return p + 1
}

// MemberNames are the names of a struct's members.
// Generated code has one in a variable for each struct. known is made by whoever comes first; of two at the same
// time one wins, and both use its.
type MemberNames struct {
	List  []string // in the order of the members
	Exact bool     // letters of another case make another name
	known atomic.Pointer[fields]
}

// Fields are MemberNames that are ready to be compared with a document's.
type Fields = fields

// Ready returns the names, made ready at first use.
func (n *MemberNames) Ready() *Fields {
	if f := n.known.Load(); f != nil {
		return f
	}
	return n.make()
}

//go:noinline
func (n *MemberNames) make() *Fields {
	f := newFields(n.List, !n.Exact, func(yield func(int) bool) {
		for i := range n.List {
			if !yield(i) {
				return
			}
		}
	})
	n.known.CompareAndSwap(nil, f)
	return n.known.Load()
}

// Member reads the name at p, of which it expects that it is the one of index next. It returns the name's index, or
// -1, and the position of the value, or -1 where the input is not JSON.
// It is the head of decodeStruct's loop, as a function: the expected name, the one behind it, and then the table.
func (f *Fields) Member(s *Job, p, next int) (index, value int) {
	if s.At(p) != '"' {
		return -1, s.fail()
	}
	p++
	in := s.In
	x := (*field)(unsafe.Add(unsafe.Pointer(f.first()), uintptr(next)*unsafe.Sizeof(field{})))
	w0, w1 := word(in, p), word(in, p+8)
	if x.head.Differs(w0, w1) {
		x = x.next()
		next++
	}
	if !x.head.Differs(w0, w1) && (x.length <= 16 || x.matchesLong(in, p, s.N)) {
		p += int(x.length)
	} else {
		name, e := s.view(p)
		if e < 0 {
			return -1, -1
		}
		next = f.indexOf(mem.Frozen(name))
		p = e
	}
	if s.At(p) == ':' && s.At(p+1) > ' ' {
		return next, p + 1
	}
	if p = s.Colon(p); p < 0 {
		return -1, s.fail()
	}
	return next, p
}

// Unknown passes over the value at p of a member without a field, which with strict is a fault. The name ends in front
// of the value.
// The name is read once more for the error: to keep it for each member would cost those that have a field.
func (s *Job) Unknown(p, name int, t reflect.Type) int {
	if s.options.Has(option.DisallowUnknownFields) {
		if text, e := s.view(name + 1); e >= 0 {
			s.note(fault.Fault{Code: fault.UnknownName, Offset: int64(name), Type: t, Err: unknownName(text)})
		}
	}
	return s.skip(p)
}

// Missing notes that the object at p, of a struct of type t, has no member of a name that it needs.
func (s *Job) Missing(p int, name string, t reflect.Type) {
	s.note(fault.Fault{Code: fault.MissingMember, Offset: int64(p), Type: t, Path: []fault.Step{{Struct: t, Name: name}}})
}

// Elements are how the elements of slices of one type are decoded: a node of the slice, whose elements a generated
// function decodes.
// The loops over elements (elements, elementsGrowing) know only nodes, so the generated function for one element
// is the run of a node without anything else.
type Elements struct{ slice atomic.Pointer[node] }

// Make makes e, of slices of type rt, the elements of which run decodes.
func (e *Elements) Make(rt reflect.Type, run func(s *Job, t *Program, p int, dst unsafe.Pointer) int) *Program {
	t, elem := newNode(rt), newNode(rt.Elem())
	elem.run = run
	t.elem = elem
	e.slice.CompareAndSwap(nil, t)
	return e.slice.Load()
}

// Get returns the node, or nil before Make.
func (e *Elements) Get() *Program { return e.slice.Load() }

// ReadSlice decodes the array or null at p into the slice at dst. It returns 0 for any other value.
// It is decodeSlice without the treatment of other values, which the field's own node has.
func (s *Job) ReadSlice(t *Program, p int, dst unsafe.Pointer) int {
	h := (*sliceHeader)(dst)
	if s.At(p) != '[' {
		if s.IsNull(p) {
			*h = sliceHeader{}
			return p + 4
		}
		return 0
	}
	p, more := s.Descend(p)
	switch {
	case p < 0:
		return -1
	case !more:
		*h = sliceHeader{Data: unsafe.Pointer(&zeroSized)}
		return p
	case h.Cap > 0 || t.elem.size == 0 || t.elem.size > slabMost/4:
		return s.elementsGrowing(t, p, h)
	}
	return s.elements(t, p, h)
}

// Pointee returns memory for a value of the type of t's elements, for the JSON value at p.
func (s *Job) Pointee(t *Program, p int) unsafe.Pointer { return s.pointee(t.elem, p) }

// Options returns the choices of the run's configuration.
func (s *Job) Options() option.Set { return s.options }

// ReadMember decodes the value at p into the member i of the struct of type t at dst.
func (s *Job) ReadMember(t *Program, i, p int, dst unsafe.Pointer) int {
	f := &t.fields.list[i]
	if len(f.hops) > 0 {
		return s.afar(f, p, dst)
	}
	return f.node.run(s, f.node, p, unsafe.Add(dst, f.offset))
}
