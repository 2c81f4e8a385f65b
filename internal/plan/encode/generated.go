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

// The command zetes gen writes MarshalJSON methods, each of which encodes a value by the program of its type under the
// configuration of the generated file. The machine runs the same program in place, which saves calling the method,
// checking the text and copying it. [plan.GeneratedWriter] says for which types the result is the same.

type generatedExit struct {
	exitInfo
	of    reflect.Type
	cfg   *plan.Dialect         // the configuration of the generated file
	block atomic.Pointer[block] // the ops for values of type of under cfg; nil before the first use
}

// compiled are the options that only the compiler reads. If two configurations differ only in these options, a machine
// can run a program of one inside a value of the other, without adapting its rules.
const compiled = option.MoreTags | option.BytesAsText | option.ResetAbsent | option.AliasTagged

func (w *builder) generated(x exitInfo, t reflect.Type, offset uintptr) {
	x.run = runGenerated
	w.exit(&(&generatedExit{exitInfo: x, of: t, cfg: extra().generator(t)}).exitInfo, offset)
}

// program returns the ops that write values of type x.of. It compiles them at first use, when no lock is held: two
// configurations whose types contain one another would wait for each other.
func (x *generatedExit) program() *block {
	b := x.block.Load()
	if b == nil {
		b = ProgramOf(x.cfg, x.of).addressable(x.cfg)
		x.block.Store(b)
	}
	return b
}

// runGenerated writes the value at p by its program under the configuration of its generated file. If the program
// fails, it restores the machine's state and calls MarshalJSON.
func runGenerated(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*generatedExit)(unsafe.Pointer(info))
	if m.optional.within > 0 {
		return runMarshalJSON(m, info, p, n) // escapes in the method's result must be counted
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

// runUnder runs the ops from first on under the configuration c, whose options differ from those of m.cfg.
func (m *machine) runUnder(c *plan.Dialect, first *op, p unsafe.Pointer, n int) int {
	outer := m.call
	m.adapt(c)
	m.rules.most = outer.rules.most
	n = m.run(first, p, n, 0, 0)
	m.call = outer
	return n
}

// mayBeLocal reports whether a value of type t may be on the stack while it is encoded: no method gets the address of
// the value or of a part of it, which it may keep. Pointers and interfaces in the value are not followed.
func mayBeLocal(t reflect.Type) bool {
	return !shape.ActsByAddress(t) && !shape.Within(t, func(t reflect.Type) bool {
		switch special := shape.SpecialOf(t); {
		case special != shape.Ordinary:
			return special == shape.OptionalValue || special == shape.DocumentValue
		case t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer:
			return false
		}
		return (shape.MethodsOf(t).Pointer&shape.Marshals)&^shape.GeneratedOf(t) != 0 || plan.SelfWriter(t, true) != nil
	})
}

// MarshalLocal does what Marshal does, for a pointer v that is not nil, and does not make the value that v points to
// escape to the heap. If a method may get the address of that value, or if the value can't be encoded, it encodes a
// copy on the heap; failed points to that copy after an error.
func (c *Call) MarshalLocal(v any) (b []byte, failed any, err error) {
	local := mem.Hidden(v)
	if local == nil {
		return []byte("null"), nil, nil
	}
	if lookup(c.Config, local).local {
		if b, err := c.Marshal(local); err == nil {
			return b, nil, nil
		}
	}
	if r := reflect.ValueOf(local); r.Kind() == reflect.Pointer && !r.IsNil() {
		heap := reflect.New(r.Type().Elem())
		heap.Elem().Set(r.Elem())
		local = heap.Interface()
	}
	b, err = c.Marshal(local)
	return b, local, err
}
