package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
)

// Under the meaning of encoding/json/v2 decoding ends at the first fault. Then encoding/json/v2 repeats the whole call,
// but must not call a method a second time. So the method calls are recorded, and the fault contains the records, with
// copies of the values that the methods have set.

// strictly checks the value at p before a method gets it. It returns the position after the value, or -1 after a fault.
// encoding/json/v2 calls methods in the order of the input, whatever comes later, so all faults before p must be known.
// Duplicate names without a field are found only at the end of their object. If there are names without a field,
// strictly therefore checks the whole input.
func (s *state) strictly(p int) int {
	if len(s.stacks.names) > 0 && !s.undo.checked && !s.sure(nil) {
		return -1
	}
	switch c := s.At(p); {
	case c == '"' && !s.Dirty:
		if e := s.StringEnd(p + 1); s.At(e) == '"' {
			return e + 1
		}
	case c != '"' && c != '{' && c != '[':
		return s.skip(p)
	}
	return s.unknown(p)
}

// decodeFunction decodes the value at p by a function from an option of encoding/json/v2 (WithUnmarshalers). It calls
// the function as decodeMethod calls a method.
func decodeFunction(s *state, t *node, p int, dst unsafe.Pointer) int {
	e := s.strictly(p)
	if e < 0 {
		return -1
	}
	_, err := t.custom.codec.Call(s.cfg.Context, s.raw(p, e), mem.Interface(t.word, dst))
	s.called(t.Type, dst, fault.Function, err)
	if err != nil {
		return s.fail()
	}
	return e
}

// called is the record of a method call.
type called struct {
	typ    reflect.Type
	dst    unsafe.Pointer // the address of the value; nil after copy has been set
	copy   any            // a pointer to a copy of the value, made by keep
	method fault.Code
	err    error
}

// callLog has the method calls of one decoding, in the order of the input.
type callLog struct{ list []called }

// called records the call of a method for the value of type t at dst. The method has returned err.
func (s *state) called(t reflect.Type, dst unsafe.Pointer, method fault.Code, err error) {
	if s.undo.log == nil {
		s.undo.log = new(callLog)
	}
	s.undo.log.list = append(s.undo.log.list, called{typ: t, dst: dst, method: method, err: err})
}

// calls returns the number of recorded method calls.
func (s *state) calls() int {
	if s.undo.log == nil {
		return 0
	}
	return len(s.undo.log.list)
}

// copyCalled is called before other values are decoded into the size bytes at dst. It copies the values in that memory
// which the recorded calls from index first on have set.
func (s *state) copyCalled(first int, dst unsafe.Pointer, size uintptr) {
	for i := first; i < s.calls(); i++ {
		if c := &s.undo.log.list[i]; c.dst != nil && uintptr(c.dst)-uintptr(dst) <= size {
			c.keep()
		}
	}
}

// keep copies the value into c. Afterwards the memory at dst may change.
func (c *called) keep() {
	if c.dst != nil {
		v := reflect.New(c.typ)
		v.Elem().Set(reflect.NewAt(c.typ, c.dst).Elem())
		c.dst, c.copy = nil, v.Interface()
	}
}

// calls returns the recorded calls, with copies of the values.
func (l *callLog) calls() []fault.MethodCall {
	list := make([]fault.MethodCall, len(l.list))
	for i := range l.list {
		c := &l.list[i]
		c.keep()
		list[i] = fault.MethodCall{Method: c.method, Type: c.typ, Copy: c.copy, Err: c.err}
	}
	return list
}

// keepCalls is the most records for which a state in the pool keeps memory. If a document has more method calls, each
// decoding of it allocates all records, which takes longer than the methods.
const keepCalls = 1 << 16

// forget drops the calls, since they refer to the caller's values.
func (l *callLog) forget() {
	clear(l.list)
	if len(l.list) > keepCalls {
		l.list = nil
	}
	l.list = l.list[:0]
}
