package decode

import (
	"errors"
	"fmt"
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
}

func (x *node) try(c *plan.Config) {
	if x.fields == nil || x.fields.rules == nil {
		return
	}
	for i, text := range x.fields.rules.defaults {
		if text == nil {
			continue
		}
		f := &x.fields.list[i]
		v := reflect.New(f.node.rtype)
		if err := (&Call{Config: c}).document(f.node, text, v.UnsafePointer()).Take(); err != nil {
			p := badDefault(f, text, err)
			if p.Type = x.rtype; x.problem.CompareAndSwap(nil, p) {
				return
			}
		}
	}
}

// badDefault is the problem of a field whose default can't be decoded, for the reason err.
func badDefault(f *field, text []byte, err error) *shape.Problem {
	if f, ok := err.(*fault.Fault); ok {
		if err = f.Err; err == nil {
			err = errors.New("it breaks a rule of the configuration")
		}
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
		if p := x.problem.Load(); p != nil {
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
