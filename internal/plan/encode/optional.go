package encode

import (
	"bytes"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// An opt.Value is written as null or as the value that it holds: struct{A opt.Value[int]} as {"A":7} or {"A":null}.
// Under encoding/json's meaning it has a MarshalJSON method, and an error in the value that it holds is an error of
// that method. If that value can fail in many ways, runOptional writes it, and makes the method's error.

// optionalExit is the data of an op that writes an opt.Value by runOptional.
type optionalExit struct {
	exitInfo
	*shape.Optional
	block  *block // writes the value
	copies bool   // methods get a copy of the value, as in MarshalJSON of an opt.Value
}

// writeOptional adds ops for an opt.Value. If the value that it holds is simple, the ops for it become part of the
// program around it; opDefined jumps over them if there is no value. For other values it adds a call of runOptional.
func writeOptional(w *builder, key blockKey, offset uintptr) {
	o := shape.OptionalOf(key.typ)
	x := &optionalExit{exitInfo{run: runOptional, typ: key.name(), made: true}, o, nil, shape.ActsByAddress(o.Elem) || shape.Within(o.Elem, selfByAddress)}
	in := w.pointee(reflect.PointerTo(o.Elem), false)
	if x.copies || !w.cfg.Own && !w.simple(in) {
		x.block = w.compiler.block(in)
		w.exit(&x.exitInfo, offset)
		return
	}
	w.emit(op{code: opDefined, offset: offset + o.State}, 4)
	test, fixed := len(w.ops)-1, w.fixed
	w.value(in, offset+o.Value)
	w.flush()
	w.ops[test].jump = int32(len(w.ops) - test - 1)
	w.fixed = max(w.fixed, fixed)
	if !w.cfg.Own {
		for i := range w.ops[test:] {
			// If the float or time has no JSON form, that is an error of the opt.Value's method.
			if o := &w.ops[test+i]; o.code == opFloat32 || o.code == opFloat64 || o.code == opTime {
				o.value().within = x
			}
		}
	}
}

// selfByAddress reports whether MarshalZetes of t has a pointer receiver, and so may change the value.
func selfByAddress(t reflect.Type) bool {
	return plan.SelfWriter(t, true) != nil && plan.SelfWriter(t, false) == nil
}

// simple reports whether values of key never fail, or fail only in ops with a valueInfo.within.
func (w *builder) simple(key blockKey) bool {
	if row, ok := w.specialOf(key.typ, true); ok {
		return row.simple
	}
	k := key.typ.Kind()
	return w.methodOf(key.typ, true) == none && (reflect.Bool <= k && k <= reflect.Float64 || k == reflect.String)
}

// zeroOptional returns the test for "omitzero": an undefined opt.Value is left out.
func zeroOptional(t reflect.Type, offset uintptr) op {
	return op{code: opTest8, offset: offset + shape.OptionalOf(t).State}
}

// runOptional writes the opt.Value at p. If the value in it fails, byMethod makes the error.
func runOptional(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*optionalExit)(unsafe.Pointer(info))
	if *(*shape.State)(unsafe.Add(p, x.State)) != shape.Defined {
		return m.null(n)
	}
	p = unsafe.Add(p, x.Value)
	if x.copies {
		p = copyOf(x.Elem, p).UnsafePointer()
	}
	if m.cfg.Own {
		return m.run(x.block.first, p, n, 0, 0)
	}
	// These fields are restored if the value can't be encoded. Positions in errors count from m.start.
	start, ready, depth, maps := m.start, m.optional.ready, m.depth, m.maps.lengths()
	m.start = n
	m.optional.within++
	m.held++
	end := m.run(x.block.first, p, n, 0, 0)
	m.optional.within--
	switch {
	case end < 0 && m.err.Code == fault.Cycle:
		if m.err.Type == nil {
			m.err.Type, m.err.Value = x.Elem, reflect.NewAt(x.Elem, p).Elem()
		}
	case end < 0:
		m.depth = depth
		m.maps.cut(maps)
		end = m.byMethod(x, p, n, ready)
	}
	m.start = start
	return m.letGo(end)
}

// byMethod is called after the machine has failed on the value at p. It does what the opt.Value's MarshalJSON would do:
// encoding/json makes the JSON, which is written at n, or the error. ready is m.optional.ready as it was at n.
//
//go:noinline
func (m *machine) byMethod(x *optionalExit, p unsafe.Pointer, n, ready int) int {
	f := m.err
	m.err = nil
	if f.Code == fault.MarshalJSON && m.rules.html {
		// The method does not escape <, > and &, its caller does. So the offset must not count these escapes.
		locate.Base((m.optional.ready - ready) - escaped(m.bytes(n + int(f.Offset))[n:])).MoveFault(f)
	}
	m.optional.ready = ready
	b, err := toolchain.MarshalError(reflect.NewAt(x.Elem, p).Interface(), false, f)
	return m.marshaled(&x.exitInfo, b, err, n)
}

// escaped returns by how many bytes the escapes of <, > and & make b longer: \u003c has 5 bytes more than <.
func escaped(b []byte) (n int) {
	for {
		i := bytes.IndexByte(b, '\\')
		if i < 0 || i+6 > len(b) {
			return n
		}
		switch string(b[i+1 : i+6]) {
		case "u003c", "u003e", "u0026":
			n += 5
		}
		b = b[i+2:]
	}
}

// failWithin ends the encoding with f, about the value at p, or with an error of the method of an opt.Value around it.
func (m *machine) failWithin(info *valueInfo, p unsafe.Pointer, f *fault.Fault) int {
	m.fail(f)
	x := info.within
	if x == nil {
		return -1
	}
	_, err := toolchain.MarshalError(reflect.NewAt(x.Elem, p).Interface(), false, f)
	return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Err: err})
}
