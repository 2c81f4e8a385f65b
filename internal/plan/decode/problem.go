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

// refuse makes x a node that takes no value.
func (c *compiler) refuse(x *node, p *shape.Problem) {
	x.problem.Store(p)
	x.run, x.op = decodeRefused, opOther
}

// decodeRefused passes over a value whose type has a problem.
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
	for _, x := range c.made {
		x.try(c.cfg)
	}
	for _, x := range c.more {
		x.try(c.cfg)
	}
}

func (x *node) try(c *plan.Config) {
	if x.fields == nil || x.fields.rules == nil {
		return
	}
	for _, p := range x.badDefaults(c, 1) {
		x.problem.CompareAndSwap(nil, p)
	}
}

// badDefaults returns the problems of the first fields whose defaults can't be decoded, as many as most.
func (x *node) badDefaults(c *plan.Config, most int) (found []*shape.Problem) {
	if x.fields == nil || x.fields.rules == nil {
		return nil
	}
	for i, text := range x.fields.rules.defaults {
		if text == nil || len(found) == most {
			continue
		}
		f := &x.fields.list[i]
		v := reflect.New(f.node.rtype)
		if err := (&Call{Config: c}).document(f.node, text, v.UnsafePointer()).Take(); err != nil {
			p := badDefault(f, text, err)
			p.Type = x.rtype
			found = append(found, p)
		}
	}
	return found
}

// badDefault is the problem of a field whose default can't be decoded, for the reason err.
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

// Problems compiles t and all that it is made of, and returns what the configuration can't have about it.
func Problems(c *plan.Config, t reflect.Type) []*shape.Problem {
	var found []*shape.Problem
	seen := map[*node]bool{}
	var look func(x *node)
	look = func(x *node) {
		if x == nil || seen[x] {
			return
		}
		seen[x] = true
		defaults := x.badDefaults(c, math.MaxInt)
		found = append(found, defaults...)
		if p := x.problem.Load(); p != nil && len(defaults) == 0 {
			found = append(found, p)
		}
		if x.fields != nil {
			for i := range x.fields.list {
				look(x.fields.list[i].node)
			}
		}
		look(x.elem)
	}
	look(nodeFor(c, t))
	return found
}
