package encode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Values of types whose MarshalJSON zetes gen has written. That method encodes by the type's program under the
// configuration of its file. The machine runs the same program where the value stands, so that it need not call the
// method, check the text and copy it. [plan.GeneratedWriter] says for which types the result is the same. Where the
// program fails the machine calls MarshalJSON after all, for the error.

// generatedExit is the exitInfo of runGenerated.
type generatedExit struct {
	exitInfo
	of    reflect.Type
	cfg   *plan.Dialect         // the configuration of the generated file, whose flags hold for the type under every configuration
	block atomic.Pointer[block] // the block that writes values of type of under cfg, or nil before the first use
}

// compiled are the choices that the machine itself does not look at, the compiler having done so.
const compiled = option.MoreTags | option.BytesAsText | option.ResetAbsent | option.AliasTagged

// generated adds a value of type t, whose MarshalJSON is generated.
func (w *builder) generated(x exitInfo, t reflect.Type, offset uintptr) {
	x.run = runGenerated
	w.exit(&(&generatedExit{exitInfo: x, of: t, cfg: extra().generator(t)}).exitInfo, offset)
}

// program returns what writes the values. It is compiled at first use: two configurations whose types hold one another
// would wait for each other if one compiled while the other does.
func (x *generatedExit) program() *block {
	b := x.block.Load()
	if b == nil {
		b = ProgramOf(x.cfg, x.of).addressable(x.cfg)
		x.block.Store(b)
	}
	return b
}

// runGenerated writes the value at p by the program of its type under the configuration of its generated file. If the
// program fails, the machine becomes what it was and MarshalJSON is called.
func runGenerated(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*generatedExit)(unsafe.Pointer(info))
	if m.optional.within > 0 {
		return runMarshalJSON(m, info, p, n) // the method's result is counted
	}
	first := x.program().first
	maps, outer, depth := m.maps.lengths(), m.cfg, m.depth
	end := 0
	m.held++
	if (m.cfg.Options^x.cfg.Options)&^compiled == 0 && !m.rules.coded {
		m.cfg = x.cfg
		end = m.run(first, p, n, 0, 0)
		m.cfg, m.depth = outer, depth
	} else {
		end = m.runUnder(x.cfg, first, p, n)
	}
	if end = m.letGo(end); end >= 0 || m.sink != nil && m.sink.Err != nil {
		return end
	}
	m.err = nil
	m.maps.cut(maps)
	return runMarshalJSON(m, info, p, n)
}

// runUnder runs a program under a configuration whose choices are not those of the run.
func (m *machine) runUnder(c *plan.Dialect, first *op, p unsafe.Pointer, n int) int {
	outer := m.call
	m.adapt(c)
	m.rules.most = outer.rules.most
	n = m.run(first, p, n, 0, 0)
	m.call = outer
	return n
}

// mayBeLocal reports whether the program of t hands the address of a t to no method: none is called for what lies
// within a t, but for values that a t leads to.
func mayBeLocal(t reflect.Type) bool {
	return !shape.ActsByAddress(t) && !shape.Within(t, func(t reflect.Type) bool {
		switch special := shape.SpecialOf(t); {
		case special != shape.Ordinary:
			return special == shape.OptionalValue
		case t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer:
			return false
		}
		return (shape.MethodsOf(t).Pointer&shape.Marshals)&^shape.GeneratedOf(t) != 0 || plan.SelfWriter(t, true) != nil
	})
}

// MarshalLocal is Marshal for a pointer v that is not nil. It does not move the value that v points to to the heap. A
// value whose program calls methods, and one that can't be encoded, is copied there: with an error failed points to
// the copy.
func (c *Call) MarshalLocal(v any) (b []byte, failed any, err error) {
	local := mem.Hidden(v)
	typ := mem.TypeWord(local)
	if typ == nil {
		return []byte("null"), nil, nil
	}
	p := programs(c.Config).Recent(typ)
	if p == nil {
		p = lookup(c.Config, typ, local)
	}
	if p.local {
		if b, err := c.Marshal(local); err == nil {
			return b, nil, nil
		}
	}
	if r := reflect.ValueOf(local); r.Kind() == reflect.Pointer && !r.IsNil() {
		heap := reflect.New(r.Type().Elem())
		heap.Elem().Set(r.Elem())
		local = heap.Interface()
	}
	failed = local
	b, err = c.Marshal(failed)
	return b, failed, err
}
