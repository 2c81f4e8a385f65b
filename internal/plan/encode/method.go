package encode

import (
	"encoding"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Values with a method MarshalJSON, MarshalText or AppendText, and kinds too rare for an op, are written by exits: ops
// that call one Go function. The output of MarshalJSON is checked and copied to the buffer, without white space and
// with escapes: { "a" : "<" } becomes {"a":"\u003c"}.
//
// A method may encode values itself, panic, keep what it gets, and change its receiver. So it gets no part of the
// buffer, and its result is read once and not kept. If it panics, the machine does not go back into the pool.

// exitInfo is the data of an op that calls a Go function (opExit). The function run gets the address of the value and
// the position n <= limit to write at. It returns the position after it, where its caller tests the space, or -1.
type exitInfo struct {
	run   func(m *machine, x *exitInfo, p unsafe.Pointer, n int) int
	typ   reflect.Type   // the type that errors name
	word  unsafe.Pointer // the type word of pointers to the value, for method calls
	table unsafe.Pointer // the method table of the interface that run calls, from tableOf; nil if the value is in an interface
	flag  bool           // its meaning depends on run
	made  bool           // no method, codec or encoding/json makes the text that run writes
}

// methodKind says which method writes a value; none means that its kind decides.
type methodKind uint8

const (
	none        methodKind = iota
	byJSON                 // MarshalJSON
	byGenerated            // MarshalJSON was generated: the type's program writes the value instead
	byText                 // MarshalText
	byAppend               // AppendText
	byToolchain            // encoding/json calls MarshalJSONTo, which needs a jsontext.Encoder
	bySelf                 // MarshalZetes
	byFunction             // a function of encoding/json/v2's options; methodOf never returns it
)

// methodOf returns which method writes a value of type t; addr says whether the value has an address, so that methods
// with pointer receivers count. For pointers it returns none, since the methods belong to the pointee. The first of
// bySelf, byToolchain, byJSON, byAppend and byText counts, as in encoding/json.
func (c *compiler) methodOf(t reflect.Type, addr bool) methodKind {
	kind := t.Kind()
	if kind == reflect.Pointer || kind == reflect.Interface && !c.cfg.Release.Has(option.MethodsOfInterfaces) {
		return none
	}
	if plan.SelfWriter(t, addr) != nil {
		return bySelf
	}
	methods := c.cfg.Shape.MethodsOf(t)
	set := methods.Value
	// encoding/json/v2 (Reformat is set) calls methods with pointer receivers on copies of values without addresses.
	if addr || c.cfg.Reformat != nil {
		set |= methods.Pointer
	}
	switch {
	case set&shape.MarshalJSONTo != 0, set&shape.Marshals != 0 && holdsPointer(t):
		return byToolchain
	case set&shape.MarshalJSON != 0:
		if kind != reflect.Interface && extra().generator != nil && extra().generator(t) != nil {
			return byGenerated
		}
		return byJSON
	case set&shape.AppendText != 0 && c.cfg.Release.Has(option.CallAppendText):
		return byAppend
	case set&shape.MarshalText != 0:
		return byText
	}
	return none
}

// holderOf returns the type whose pointer has the methods of t. It is t itself, except for structs made by
// reflect.StructOf: pointers to these have no methods, and the struct has the methods of its first field, which is
// embedded. Calling them on the struct would crash the program, for example if it embeds a time.Time.
func holderOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Struct && t.Name() == "" && reflect.PointerTo(t).NumMethod() < t.NumMethod() {
		t = t.Field(0).Type
	}
	return t
}

// holdsPointer reports whether holderOf(t) is the type of an embedded field, and a pointer or interface.
func holdsPointer(t reflect.Type) bool {
	h := holderOf(t)
	return h != t && (h.Kind() == reflect.Pointer || h.Kind() == reflect.Interface)
}

// callMethod adds an op that calls the method s of a value. x.table stays nil for a value in an interface with methods.
func (w *builder) callMethod(s methodKind, key blockKey, offset uintptr) {
	x := exitInfo{typ: key.name(), word: mem.PointerWordOf(holderOf(key.typ)), made: s == byText || s == byAppend}
	iface := key.typ.Kind() == reflect.Interface
	switch s {
	case byJSON:
		x.run, x.flag = runMarshalJSON, w.cfg.Options.Has(option.MethodsUnchecked)
		if !iface {
			x.table = tableOf[shape.Marshaler](x.word)
		}
	case byGenerated:
		x.table = tableOf[shape.Marshaler](x.word)
		extra().generated(w, x, key.typ, offset)
		return
	case byText:
		if x.run = runMarshalText; !iface {
			x.table = tableOf[encoding.TextMarshaler](x.word)
		}
	case byAppend: // key.typ is not an interface: releases that call methods of interfaces never call their AppendText
		x.run, x.table = runAppendText, tableOf[encoding.TextAppender](x.word)
	case bySelf:
		w.codec(plan.SelfWriter(key.typ, key.addr), "", offset)
		return
	default:
		w.fallback(key.typ, key.addr, offset)
		return
	}
	if w.cfg.Reformat != nil {
		w.emit(op{code: opExit, offset: offset, sub: subOf(logs(x, s, key))}, 0)
		return
	}
	w.exit(&x, offset)
}

// tableOf returns the method table with which an interface type I calls the methods of pointers with that type word.
func tableOf[I any](word unsafe.Pointer) unsafe.Pointer {
	v := mem.Interface(word, nil).(I)
	return mem.Table(unsafe.Pointer(&v))
}

// runMarshalJSON calls MarshalJSON on the pointer p, or if x.table is nil, on the value in the interface at p, which
// may be nil. If x.flag is set, the result is written unchecked.
func runMarshalJSON(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := mem.WithTable[shape.Marshaler](x.table, p)
	if x.table == nil {
		if v, _ = heldAt(p).(shape.Marshaler); v == nil {
			return m.null(n)
		}
	}
	b, err := v.MarshalJSON()
	if x.flag && err == nil {
		return m.unchecked(b, n)
	}
	return m.marshaled(x, b, err, n)
}

// unchecked writes b, without a check that b is JSON.
func (m *machine) unchecked(b []byte, n int) int {
	return m.adopt(append(m.bytes(m.room(n, len(b))), b...))
}

// heldAt returns the value in the interface at p, of any type with methods: all have the same layout.
func heldAt(p unsafe.Pointer) any { return *(*interface{ M() })(p) }

// marshaled writes b, the result of MarshalJSON, without white space and with escapes for <, > and &. If b is not JSON,
// the fault has b, from which encoding/json makes the error, and the offset of b in the output.
func (m *machine) marshaled(x *exitInfo, b []byte, err error, n int) int {
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Err: err})
	}
	if m.cfg.Reformat != nil {
		return m.reformatted(x, b, n)
	}
	// Without escapes the output is at most as long as b. Put may write some bytes after it, into the margin.
	n = m.room(n, len(b))
	if len(b) > 1 && b[0] == '"' && !m.rules.set.Marks() && m.plainString(b, n) {
		return n + len(b)
	}
	size, html := m.compact.Put(unsafe.Add(m.base, n), b)
	if size < 0 { // not JSON, or nested too deep
		return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Output: b, Offset: int64(n - m.start)})
	}
	if m.optional.within > 0 && m.rules.html && toolchain.CountsWhole {
		m.optional.ready += escaped(b)
	}
	switch {
	case m.rules.html && html:
		return m.adopt(wire.EscapeCompact(m.bytes(n+size), n))
	case !m.rules.html && m.cfg.Release.Has(option.EscapeJSAlways) && !m.cfg.Own:
		return m.adopt(wire.EscapeLines(m.bytes(n+size), n))
	}
	return n + size
}

// plainString writes b at n and returns true if b is a short string in which nothing is or must be escaped. b must
// begin with a quote and have more bytes. It may have written some bytes if it returns false.
func (m *machine) plainString(b []byte, n int) bool {
	const most = 64
	last := len(b) - 1
	if last > most || b[last] != '"' {
		return false
	}
	to := unsafe.Add(m.base, n)
	if last > 1 {
		// If w equals the length, no byte was escaped: an escape is longer than its byte. Only the mark for an invalid
		// byte is not longer, and the callers make sure that no byte of b gets a mark.
		c, w := kernel.Escape(unsafe.Add(to, 1), unsafe.Add(mem.Data(b), 1), last-1, m.size-n-1, m.rules.set)
		if c != last-1 || w != c {
			return false
		}
	}
	mem.Store8(to, 0, '"')
	mem.Store8(to, last, '"')
	return true
}

// Put needs this space after the text.
const _ = uint(margin - wire.Spare)

// runMarshalText writes the result of MarshalText as a string. p is as for runMarshalJSON.
func runMarshalText(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := mem.WithTable[encoding.TextMarshaler](x.table, p)
	if x.table == nil {
		if v, _ = heldAt(p).(encoding.TextMarshaler); v == nil {
			return m.null(n)
		}
	}
	b, err := v.MarshalText()
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.MarshalText, Type: x.typ, Err: err})
	}
	return m.quoted(mem.Frozen(b), n)
}

// runAppendText calls AppendText with scratch memory, not with the buffer, since the text must be escaped.
func runAppendText(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	// The method may lead to another call of this function on the same machine.
	scratch := m.scratch[:0]
	m.scratch = nil
	b, err := mem.WithTable[encoding.TextAppender](x.table, p).AppendText(scratch)
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.AppendText, Type: x.typ, Err: err})
	}
	n = m.quoted(mem.Frozen(b), n)
	if mem.Data(b) != mem.Data(scratch) && len(b) > cap(scratch) {
		scratch = make([]byte, 0, 2*len(b)) // the method may keep b
	}
	m.scratch = scratch
	return n
}

// fallback adds an op for a value that only encoding/json can write, such as one with a MarshalJSONTo method.
func (w *builder) fallback(t reflect.Type, addr bool, offset uintptr) {
	w.exit(&exitInfo{run: runFallback, typ: t, flag: addr}, offset)
}

// runFallback calls encoding/json to write the value.
func runFallback(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	return m.foreign(x, reflect.NewAt(x.typ, p), 0, 0, n)
}

// foreign calls encoding/json to write the value that v points to, and drops as many bytes from the start and end of
// the text as first and last say. If x.flag is set, it passes v, so that the value has an address.
func (m *machine) foreign(x *exitInfo, v reflect.Value, first, last, n int) int {
	if !x.flag {
		v = v.Elem()
	}
	b, err := toolchain.Encode(v.Interface(), m.rules.html)
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.Foreign, Type: x.typ, Err: err})
	}
	return m.unchecked(b[first:len(b)-last], n)
}

// runUnsupported fails for a value of a type that encoding/json refuses, such as a channel.
func runUnsupported(m *machine, x *exitInfo, _ unsafe.Pointer, _ int) int {
	return m.fail(&fault.Fault{Code: fault.UnsupportedType, Type: x.typ})
}

// runNilAware writes the value in an interface with a marshal method, in releases that call it even on a nil pointer.
func runNilAware(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := heldAt(p)
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
		return runFallback(m, x, p, n)
	}
	return m.any(v, n)
}

// fallbackQuotes reports whether f has the tag option "string" and a value that only encoding/json can write. Then
// encoding/json must write the whole struct, since it would not see the tag option otherwise.
func (w *builder) fallbackQuotes(f shape.Field) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if row, ok := w.specialOf(t, true); ok && row.quotes {
		return false
	}
	return f.String && w.methodOf(t, true) == byToolchain
}

// foreignField adds an op for the field f if encoding/json usually writes the whole struct because of f: f is Sealed
// and has a method, or fallbackQuotes is true for it. But this struct has a generated method, which encoding/json would
// call, and which leads back to this package. For all other fields it returns false and adds nothing.
func (w *builder) foreignField(f *shape.Field, addr bool, offset uintptr) bool {
	switch {
	case w.cfg.Own:
		return false
	case f.Sealed && w.callsSealed(f, addr):
		w.exit(&exitInfo{run: runSealed, typ: f.Type}, offset)
	case shape.StreamMethods && w.fallbackQuotes(*f):
		typ := reflect.StructOf([]reflect.StructField{{Name: "V", Type: f.Type, Tag: `json:"v,string"`}})
		w.exit(&exitInfo{run: runInStruct, typ: typ, flag: addr}, offset)
	default:
		return false
	}
	return true
}

// callsSealed reports whether writing f, of an unexported embedded type, calls a method, which reflection can't do.
func (w *builder) callsSealed(f *shape.Field, addr bool) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t, addr = t.Elem(), true
	}
	m := w.cfg.Shape.MethodsOf(t)
	if addr {
		m.Value |= m.Pointer
	}
	return m.Value&shape.Marshals != 0
}

// runSealed writes a nil pointer as null, and fails for other values, on which encoding/json would panic.
func runSealed(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	if x.typ.Kind() == reflect.Pointer && *(*unsafe.Pointer)(p) == nil {
		return m.null(n)
	}
	return runUnsupported(m, x, p, n)
}

// runInStruct calls encoding/json to write the value as the only field of the struct type x.typ, with the field's tag.
func runInStruct(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := reflect.New(x.typ)
	v.Elem().Field(0).Set(reflect.NewAt(x.typ.Field(0).Type, p).Elem())
	return m.foreign(x, v, len(`{"v":`), len("}"), n)
}
