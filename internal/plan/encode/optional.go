package encode

import (
	"bytes"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Of struct{A opt.Value[int]} with 7 in A the output is {"A":7}, and with nothing in it {"A":null}.
//
// An opt.Value is null, or what it holds: a test whose jump leads behind that. Under encoding/json's meaning it has a
// method, and what goes wrong within is the error of that method: values that may fail in many ways then are an exit's,
// which makes that error.

// optionalExit is the exitInfo of runOptional.
type optionalExit struct {
	exitInfo
	*shape.Optional        // where the state and the value lie
	block           *block // writes the value
	apart           bool   // methods get a copy of the value, as the method of the Value has one
}

// writeOptional adds an opt.Value. Simple values are part of the program around them: opDefined jumps over their ops
// where there is no value. All others are an exit, for their errors have to become that of the method, or since methods
// are to have a copy.
func writeOptional(w *builder, key blockKey, offset uintptr) {
	o := shape.OptionalOf(key.typ)
	x := &optionalExit{exitInfo{run: runOptional, typ: key.name()}, o, nil, shape.ActsByAddress(o.Elem) || shape.Within(o.Elem, selfByAddress)}
	in := w.pointee(reflect.PointerTo(o.Elem), false)
	if x.apart || !w.cfg.Own && !w.simple(in) {
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
			// If such a value has no JSON form the error is that of the Value's method.
			if o := &w.ops[test+i]; o.code == opFloat32 || o.code == opFloat64 || o.code == opTime {
				o.value().within = x
			}
		}
	}
}

// selfByAddress reports whether the pointer of a t alone has a MarshalZetes. It may change the t, which the method of
// the Value has as a copy.
func selfByAddress(t reflect.Type) bool {
	return plan.SelfWriter(t, true) != nil && plan.SelfWriter(t, false) == nil
}

// simple reports whether values like these fail by ops that know the opt.Value around them, or not at all.
func (w *builder) simple(key blockKey) bool {
	if row, ok := w.specialOf(key.typ, true); ok {
		return row.simple
	}
	k := key.typ.Kind()
	return w.methodOf(key.typ, true) == none && (reflect.Bool <= k && k <= reflect.Float64 || k == reflect.String)
}

// zeroOptional finds a Value that is undefined.
func zeroOptional(t reflect.Type, offset uintptr) op {
	return op{code: opTest8, offset: offset + shape.OptionalOf(t).State}
}

// runOptional writes the opt.Value at p. Where the machine gives up on what it holds, all that was begun for that is
// taken back, and byMethod finds the error.
func runOptional(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*optionalExit)(unsafe.Pointer(info))
	if *(*shape.State)(unsafe.Add(p, x.State)) != shape.Defined {
		return m.null(n)
	}
	p = unsafe.Add(p, x.Value)
	if x.apart {
		c := reflect.New(x.Elem)
		c.Elem().Set(reflect.NewAt(x.Elem, p).Elem())
		p = c.UnsafePointer()
	}
	if m.cfg.Own {
		return m.run(x.block.first, p, n, 0, 0)
	}
	// What a run changes in the machine, to be put back if the run gives up. start is the value's place for the time:
	// what is said about the output within counts from there.
	start, ready, depth, keys, maps := m.start, m.ready, m.depth, len(m.keys), m.maps.lengths()
	m.start = n
	m.within++
	m.held++
	end := m.run(x.block.first, p, n, 0, 0)
	m.within--
	switch {
	case end < 0 && m.err.Code == fault.Cycle:
		if m.err.Type == nil {
			m.err.Type, m.err.Value = x.Elem, reflect.NewAt(x.Elem, p).Elem()
		}
	case end < 0:
		m.depth, m.keys = depth, m.keys[:keys]
		m.maps.cut(maps)
		end = m.byMethod(x, p, n, ready)
	}
	m.start = start
	return m.letGo(end)
}

// byMethod takes the place of a Value's MarshalJSON, from n on, where the machine gave up on what it holds, at p: the
// method would ask the toolchain. ready is what m.ready was at n.
//
//go:noinline
func (m *machine) byMethod(x *optionalExit, p unsafe.Pointer, n, ready int) int {
	f := m.err
	m.err = nil
	if f.Code == fault.MarshalJSON && m.html {
		// The method writes HTML's characters as they are: the encoder that calls it escapes them. Those that came
		// escaped it leaves so.
		f.Offset -= int64(escaped(m.bytes(n + int(f.Offset))[n:]) - (m.ready - ready))
	}
	m.ready = ready
	b, err := toolchain.MarshalError(reflect.NewAt(x.Elem, p).Interface(), false, f)
	return m.marshaled(&x.exitInfo, b, err, n)
}

// escaped returns by how much the escapes of HTML's characters have made b longer: of "\u003ca" by 5, for the byte <
// alone would be one.
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

// failWithin is fail for a value that may stand in an opt.Value, at p. There the error is the one that the Value's
// method would return, which has asked the toolchain.
func (m *machine) failWithin(info *valueInfo, p unsafe.Pointer, f *fault.Fault) int {
	m.fail(f)
	x := info.within
	if x == nil {
		return -1
	}
	_, err := toolchain.MarshalError(reflect.NewAt(x.Elem, p).Interface(), false, f)
	return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Err: err})
}
