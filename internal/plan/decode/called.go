package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
)

// Under the meaning of encoding/json/v2 decoding ends at the first fault. Then encoding/json/v2 repeats the whole call,
// but must not call a method a second time. So the method calls are recorded, and the fault has the records, which
// point to the values that the methods have set, or to copies of them.

// strictly checks the value at p before a method gets it, and returns the position after it. encoding/json/v2 does not
// call a method if there is a fault before its value. Two equal names without a field are such a fault, but are found
// only at the end of their object. So after a name without a field the whole input is checked.
func (s *state) strictly(p int) int {
	if len(s.stacks.names) > 0 && !s.undo.checked && !s.checkInput(nil) {
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

// decodeFunction decodes the value at p by a function from an option of encoding/json/v2 (WithUnmarshalers).
func decodeFunction(s *state, t *node, p int, dst unsafe.Pointer) int {
	e := s.strictly(p)
	if e < 0 {
		return -1
	}
	v := mem.Interface(t.word, dst)
	_, err := t.custom.codec.Call(s.cfg.Context, s.raw(p, e), v)
	s.called(t, p, v, fault.Function, err)
	if err != nil {
		return s.fail()
	}
	return e
}

// called records the call of a method for the t that v points to, whose input is at p. The method has returned err.
func (s *state) called(t *node, p int, v any, method fault.Code, err error) {
	if s.undo.log == nil {
		s.undo.log = fault.NewReadCalls()
	}
	s.undo.log.List = append(s.undo.log.List, fault.ReadCall{Method: method, Value: v, Err: err})
	if err != nil {
		s.stop(t, p)
	}
}

func (s *state) calls() int {
	if s.undo.log == nil {
		return 0
	}
	return len(s.undo.log.List)
}

// copyCalled is called before other values are decoded into the size bytes at dst. If a method has set a value there,
// the record of its call gets a copy of that value. copyCalled looks at the records from index first on.
func (s *state) copyCalled(first int, dst unsafe.Pointer, size uintptr) {
	for i := first; i < s.calls(); i++ {
		if c := &s.undo.log.List[i]; !c.Copied && uintptr(mem.DataWord(c.Value))-uintptr(dst) <= size {
			old := reflect.ValueOf(c.Value).Elem()
			v := reflect.New(old.Type())
			v.Elem().Set(old)
			c.Value, c.Copied = v.Interface(), true
		}
	}
}
