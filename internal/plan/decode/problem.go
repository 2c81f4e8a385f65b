package decode

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// A type may be wrong under a configuration, for example by a default that its field can't hold. Each attempt to decode
// a value into the type then returns that problem as the error.

// refuse makes t a node that accepts no value.
func (c *compiler) refuse(t *node, p *shape.Problem) {
	t.problem.Store(p)
	t.run, t.op = decodeRefused, opOther
}

// decodeRefused skips a value whose type has a problem. It ends decoding, unless all faults are wanted.
func decodeRefused(s *state, t *node, p int, _ unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	f := fault.Fault{Code: fault.BadType, Offset: int64(p), Type: t.Type, Err: t.problem.Load()}
	if s.all != nil {
		s.collect(f)
		return e
	}
	s.fault = f
	return -1
}

// try decodes the defaults of t's fields, and notes the first bad one as the type's problem, such as 300 for an int8.
func (t *node) try(c *plan.Dialect) {
	if t.fields == nil || t.fields.rules == nil {
		return
	}
	for _, p := range extra().badDefaults(t, c, 1) {
		t.problem.CompareAndSwap(nil, p)
	}
}

// badDefaults returns the problems of fields whose defaults can't be decoded, but not more than most.
func (t *node) badDefaults(c *plan.Dialect, most int) (found []*shape.Problem) {
	if t.fields == nil || t.fields.rules == nil {
		return nil
	}
	for i, text := range t.fields.rules.defaults {
		if text == nil || len(found) == most {
			continue
		}
		f := &t.fields.list[i]
		v := reflect.New(f.node.Type)
		if err := (&Call{Config: c, Program: f.node}).Unmarshal(text, v.Interface()); err != nil {
			p := badDefault(f, text, err)
			p.Type = t.Type
			found = append(found, p)
		}
	}
	return found
}

// badDefault returns the problem of a field whose default can't be decoded, without the offset of the fault err.
func badDefault(f *field, text []byte, err error) *shape.Problem {
	if f, ok := err.(*fault.Fault); ok {
		if err = f.Err; err == nil {
			err = errors.New("it breaks a rule of the configuration")
		}
	}
	if te, ok := err.(*json.UnmarshalTypeError); ok {
		te.Struct, te.Field = "", "" // encoding/json has decoded into another struct, whose name must not appear
	}
	return &shape.Problem{Field: f.goName, Err: fmt.Errorf("default %s: %w", text, err)}
}

// Problems compiles rt and all types in it, and returns all problems of these types under c, with all bad defaults.
func Problems(c *plan.Dialect, rt reflect.Type) []*shape.Problem {
	var found []*shape.Problem
	seen := map[*node]bool{}
	var look func(t *node)
	look = func(t *node) {
		if seen[t] {
			return
		}
		seen[t] = true
		defaults := t.badDefaults(c, math.MaxInt)
		found = append(found, defaults...)
		if p := t.problem.Load(); p != nil && len(defaults) == 0 {
			found = append(found, p)
		}
		for part := range t.parts {
			look(part)
		}
	}
	look(nodeFor(c, rt))
	return found
}
