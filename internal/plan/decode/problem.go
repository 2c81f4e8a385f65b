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

// What a configuration can't have about a type is found when the type is compiled, and is the error of each value
// that is decoded into it, whatever the value is.

// refuse makes t a node that takes no value.
// With opOther no loop has a case for the type, so that run is called.
func (c *compiler) refuse(t *node, p *shape.Problem) {
	t.problem.Store(p)
	t.run, t.op = decodeRefused, opOther
}

// decodeRefused passes over a value whose type has a problem.
// The run ends there, for what is wrong is the program's and not the input's, unless all faults are wanted.
func decodeRefused(s *state, t *node, p int, _ unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	f := fault.Fault{Code: fault.BadType, Offset: int64(p), Type: t.rtype, Err: t.problem.Load()}
	if s.all != nil {
		s.collect(f)
		return e
	}
	s.fault = f
	return -1
}

// try decodes the defaults of the types that were made. It comes after publishing, for that takes whole types.
func (c *compiler) try() {
	for _, t := range c.made {
		t.try(c.cfg)
	}
	for _, t := range c.more {
		t.try(c.cfg)
	}
}

// try notes the first default of t's fields that can't be decoded as the type's problem: of struct{N int8
// `default:"300"`} that of N.
func (t *node) try(c *plan.Config) {
	if t.fields == nil || t.fields.rules == nil {
		return
	}
	for _, p := range extra().badDefaults(t, c, 1) {
		t.problem.CompareAndSwap(nil, p)
	}
}

// badDefaults returns the problems of the first fields whose defaults can't be decoded, as many as most.
// Each default is decoded into a new value of the field's type, as absent does later.
func (t *node) badDefaults(c *plan.Config, most int) (found []*shape.Problem) {
	if t.fields == nil || t.fields.rules == nil {
		return nil
	}
	for i, text := range t.fields.rules.defaults {
		if text == nil || len(found) == most {
			continue
		}
		f := &t.fields.list[i]
		v := reflect.New(f.node.rtype)
		if err := (&Call{Config: c}).document(f.node, text, v.UnsafePointer()).Err(); err != nil {
			p := badDefault(f, text, err)
			p.Type = t.rtype
			found = append(found, p)
		}
	}
	return found
}

// badDefault is the problem of a field whose default can't be decoded, for the reason err.
// err is a fault, of which only the cause is of interest to who reads the message: offsets are those in the tag.
func badDefault(f *field, text []byte, err error) *shape.Problem {
	if f, ok := err.(*fault.Fault); ok {
		if err = f.Err; err == nil {
			err = errors.New("it breaks a rule of the configuration")
		}
	}
	if te, ok := err.(*json.UnmarshalTypeError); ok {
		te.Struct, te.Field = "", "" // those of what the toolchain was asked about
	}
	return &shape.Problem{Field: f.goName, Err: fmt.Errorf("default %s: %w", text, err)}
}

// Problems compiles rt and all that it is made of, and returns what the configuration can't have about it.
// A type may be reached on many ways, and is looked at once. Of its defaults all that are bad are told, in place
// of the first one, which try has left as its problem.
func Problems(c *plan.Config, rt reflect.Type) []*shape.Problem {
	var found []*shape.Problem
	seen := map[*node]bool{}
	var look func(t *node)
	look = func(t *node) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		defaults := t.badDefaults(c, math.MaxInt)
		found = append(found, defaults...)
		if p := t.problem.Load(); p != nil && len(defaults) == 0 {
			found = append(found, p)
		}
		if t.fields != nil {
			for i := range t.fields.list {
				look(t.fields.list[i].node)
			}
		}
		look(t.elem)
	}
	look(nodeFor(c, rt))
	return found
}
