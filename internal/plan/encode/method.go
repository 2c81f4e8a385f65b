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

// Values that have methods for it: MarshalJSON, MarshalText or AppendText, and kinds too rare for a code of their own,
// are exits: ops that call one Go function. The output of a method is checked, freed of white space and escaped on its
// way into the buffer: { "a" : "<" } becomes {"a":"\u003c"}. If only the toolchain knows what to write, it is asked.
//
// Methods are the caller's code: they may encode values themselves, panic, keep what they get and change what they are
// called on. So they get nothing of the buffer, and what they return is read once and not kept. A machine whose run
// has panicked is left to the collector.

// exitInfo is for the kinds of values that are too rare for a code of their own. run gets the address of the value and
// the position to write at, n <= limit, and returns the position after the value, or -1 after m.fail. The machine
// makes space after it.
type exitInfo struct {
	run   func(m *machine, x *exitInfo, p unsafe.Pointer, n int) int
	typ   reflect.Type   // as errors call it
	word  unsafe.Pointer // the type word of pointers to the value, for method calls
	table unsafe.Pointer // the method table of an interface with the called method, if tableOf has made one
	flag  bool           // as run says
}

// methodKind is which method writes a value. The names tell the method, none that the kind of the type says it.
type methodKind uint8

const (
	none        methodKind = iota
	byJSON                 // MarshalJSON
	byGenerated            // MarshalJSON is generated, and the type's program writes the value instead
	byText                 // MarshalText
	byAppend               // AppendText
	byToolchain            // the toolchain calls MarshalJSONTo, which needs a jsontext.Encoder
	bySelf                 // MarshalZetes
)

// methodOf returns which method writes a value of type t, where addr says whether those of its pointer may be called.
// For pointers it is none: their methods are those of what they point to. If there are several, the first of bySelf,
// byToolchain, byJSON, byAppend and byText counts, as in encoding/json, which knows no MarshalZetes.
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
	if addr || c.cfg.Reformat != nil { // encoding/json/v2 calls the methods of a copy: runCalled
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

// holderOf returns the type by the pointer to which the methods of a t are called. It is t, but for a struct that
// reflect.StructOf has made: the pointer to that has no methods, and those of the struct are the ones of the type that
// it embeds, which is its first field. An interface with the struct itself would not do: where it embeds a time.Time,
// the runtime ends the program.
func holderOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Struct && t.Name() == "" && reflect.PointerTo(t).NumMethod() < t.NumMethod() {
		t = t.Field(0).Type
	}
	return t
}

// holdsPointer reports whether the methods of a t are those of a pointer or an interface that it embeds.
func holdsPointer(t reflect.Type) bool {
	h := holderOf(t)
	return h != t && (h.Kind() == reflect.Pointer || h.Kind() == reflect.Interface)
}

// callMethod adds the call of the method that writes a value. A value in an interface that has the method lies
// elsewhere than the interface, and may not be there: it has runs of its own.
func (w *builder) callMethod(s methodKind, key blockKey, offset uintptr) {
	x := exitInfo{typ: key.name(), word: mem.PointerWordOf(holderOf(key.typ))}
	iface := key.typ.Kind() == reflect.Interface
	switch s {
	case byJSON:
		checked := !w.cfg.Options.Has(option.MethodsUnchecked)
		switch {
		case iface && checked:
			x.run = runIfaceJSON
		case iface:
			x.run = runIfaceUnchecked
		case checked:
			x.run, x.table = runMarshalJSON, tableOf[shape.Marshaler](x.word)
		default:
			x.run, x.table = runUnchecked, tableOf[shape.Marshaler](x.word)
		}
	case byGenerated:
		x.table = tableOf[shape.Marshaler](x.word)
		extra().generated(w, x, key.typ, offset)
		return
	case byText:
		if iface {
			x.run = runIfaceText
		} else {
			x.run, x.table = runMarshalText, tableOf[encoding.TextMarshaler](x.word)
		}
	case byAppend: // no interface: where methods of interfaces are called, AppendText is not
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

// tableOf returns the table by which an I calls the methods of pointers with that type word.
func tableOf[I any](word unsafe.Pointer) unsafe.Pointer {
	v := mem.Interface(word, nil).(I)
	return mem.Table(unsafe.Pointer(&v))
}

// runMarshalJSON calls the method of the pointer p, which Go has for methods of the value too. The method may encode
// values itself: those get machines of their own, and this one's buffer stays as it is.
func runMarshalJSON(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	b, err := mem.WithTable[shape.Marshaler](x.table, p).MarshalJSON()
	return m.marshaled(x, b, err, n)
}

// runUnchecked writes what MarshalJSON returns as it is, for configurations that trust it.
func runUnchecked(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	return m.trusted(x, mem.WithTable[shape.Marshaler](x.table, p), n)
}

// runIfaceUnchecked is runUnchecked for a value in an interface that has the method.
func runIfaceUnchecked(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := any(*(*interface{ M() })(p))
	if v == nil {
		return m.null(n)
	}
	return m.trusted(x, v.(shape.Marshaler), n)
}

// trusted writes what MarshalJSON of v returns as it is. The method may return nothing, or anything.
func (m *machine) trusted(x *exitInfo, v shape.Marshaler, n int) int {
	b, err := v.MarshalJSON()
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Err: err})
	}
	return m.adopt(append(m.bytes(n), b...))
}

// runIfaceJSON is runMarshalJSON for an interface that has the method. A nil interface is null, and calls nothing.
func runIfaceJSON(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := any(*(*interface{ M() })(p))
	if v == nil {
		return m.null(n)
	}
	b, err := v.(shape.Marshaler).MarshalJSON()
	return m.marshaled(x, b, err, n)
}

// marshaled writes what MarshalJSON returned, without its white space and with HTML's characters escaped. Checking and
// copying are one pass over b. Where b is not JSON the fault has all of it, for the toolchain to find words about, and
// the place in the output where b was to stand.
func (m *machine) marshaled(x *exitInfo, b []byte, err error, n int) int {
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Err: err})
	}
	if m.cfg.Reformat != nil {
		return m.reformatted(x, b, n)
	}
	// The output is at most as long as b, unless characters are escaped: mostly no new buffer is needed. The margin has
	// space for stores beyond it.
	if n+len(b) > m.limit {
		n = m.room(n, len(b))
	}
	if len(b) > 1 && b[0] == '"' && m.plainString(b, n) {
		return n + len(b)
	}
	size, html := m.compact.Put(unsafe.Add(m.base, n), b)
	if size < 0 { // not JSON, or deeper than our scanner goes
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

// plainString writes b, which begins with a quote and has more bytes, at n if it is a short string in which nothing is
// escaped, nor is to be: as the strings of the caller's are written, which leaves such a one as it is. False says
// nothing about b.
func (m *machine) plainString(b []byte, n int) bool {
	const most = 64 // a longer string may be looked at twice at length
	last := len(b) - 1
	if last > most || b[last] != '"' || m.rules.set.Marks() {
		return false
	}
	to := unsafe.Add(m.base, n)
	if last > 1 {
		// Escaped bytes become longer: a mark would be as long as the byte that it stands for.
		c, w := kernel.Escape(unsafe.Add(to, 1), unsafe.Add(mem.Data(b), 1), last-1, m.size-n-1, m.rules.set)
		if c != last-1 || w != c {
			return false
		}
	}
	mem.Store8(to, 0, '"')
	mem.Store8(to, last, '"')
	return true
}

// marshaled relies on the margin for what Put asks for beyond the text.
const _ = uint(margin - wire.Spare)

// runMarshalText writes the text that the method of the pointer p returns, as a string.
func runMarshalText(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	b, err := mem.WithTable[encoding.TextMarshaler](x.table, p).MarshalText()
	return m.spelled(x, b, err, n)
}

// runIfaceText is runMarshalText for an interface that has the method. A nil interface is null.
func runIfaceText(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := any(*(*interface{ M() })(p))
	if v == nil {
		return m.null(n)
	}
	b, err := v.(encoding.TextMarshaler).MarshalText()
	return m.spelled(x, b, err, n)
}

// spelled writes what MarshalText returned as a string.
func (m *machine) spelled(x *exitInfo, b []byte, err error, n int) int {
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.MarshalText, Type: x.typ, Err: err})
	}
	return m.quoted(b, n)
}

// quoted writes b as a string: quotes around it, escapes in it, U+FFFD for what is not UTF-8.
func (m *machine) quoted(b []byte, n int) int {
	return m.put1(m.text(mem.Frozen(b), m.put1(n, '"')), '"')
}

// runAppendText has AppendText append to the machine's scratch, which is not the buffer: what the method appends has to
// be escaped, and the memory that it returns may be any.
func runAppendText(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	// The method gets the scratch for itself: it may come back here by way of a nested value.
	scratch := m.scratch[:0]
	m.scratch = nil
	b, err := mem.WithTable[encoding.TextAppender](x.table, p).AppendText(scratch)
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.AppendText, Type: x.typ, Err: err})
	}
	n = m.quoted(b, n)
	if mem.Data(b) != mem.Data(scratch) && len(b) > cap(scratch) {
		scratch = make([]byte, 0, 2*len(b)) // b can't serve, since the method may keep it
	}
	m.scratch = scratch
	return n
}

// fallback adds a value that only the toolchain can say, such as one with a MarshalJSONTo method, which needs an
// encoder of the toolchain's own.
func (w *builder) fallback(t reflect.Type, addr bool, offset uintptr) {
	w.exit(&exitInfo{run: runFallback, typ: t, flag: addr}, offset)
}

// runFallback has encoding/json write the value, through its address if flag says that it has one.
func runFallback(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := reflect.NewAt(x.typ, p)
	if !x.flag {
		v = v.Elem()
	}
	b, err := toolchain.Encode(v.Interface(), m.rules.html)
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.Foreign, Type: x.typ, Err: err})
	}
	n = m.room(n, len(b))
	return m.adopt(append(m.bytes(n), b...))
}

// runUnsupported is for types that encoding/json refuses, such as channels, wherever a value of them is met.
func runUnsupported(m *machine, x *exitInfo, _ unsafe.Pointer, _ int) int {
	return m.fail(&fault.Fault{Code: fault.UnsupportedType, Type: x.typ})
}

// runNilAware writes what an interface with marshaling methods holds, where those are called even on nil pointers.
func runNilAware(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := any(*(*interface{ M() })(p))
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
		return runFallback(m, x, p, n)
	}
	return m.any(v, n)
}

// hasFallbackQuotes reports whether a field is to stand in a string whose value only the toolchain can say: alone it
// would not know of the tag option, so that it has to write the struct.
func (w *builder) hasFallbackQuotes(fields []shape.Field) bool {
	for i := range fields {
		if w.fallbackQuotes(&fields[i]) {
			return true
		}
	}
	return false
}

func (w *builder) fallbackQuotes(f *shape.Field) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if row, ok := w.specialOf(t, true); ok && row.quotes {
		return false
	}
	return f.String && w.methodOf(t, true) == byToolchain
}

// apart adds the value of a field for whose sake the toolchain would be asked to write the struct, and reports whether
// it is one. Under encoding/json's meaning they are met only where the toolchain would call the struct's generated
// method, which comes back here.
func (w *builder) apart(f *shape.Field, addr bool, offset uintptr) bool {
	switch {
	case w.cfg.Own:
		return false
	case f.Sealed && w.callsSealed(f, addr):
		w.exit(&exitInfo{run: runSealed, typ: f.Type}, offset)
	case shape.StreamMethods && w.fallbackQuotes(f):
		typ := reflect.StructOf([]reflect.StructField{{Name: "V", Type: f.Type, Tag: `json:"v,string"`}})
		w.exit(&exitInfo{run: runInStruct, typ: typ, flag: addr}, offset)
	default:
		return false
	}
	return true
}

// callsSealed reports whether a method would have to be called to write a sealed field.
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

// runSealed refuses a value whose method encoding/json would panic at calling. A nil pointer is null.
func runSealed(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	if x.typ.Kind() == reflect.Pointer && *(*unsafe.Pointer)(p) == nil {
		return m.null(n)
	}
	return runUnsupported(m, x, p, n)
}

// runInStruct has encoding/json write the value as that of the one field of x.typ, whose tag it is to know.
func runInStruct(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := reflect.New(x.typ)
	v.Elem().Field(0).Set(reflect.NewAt(x.typ.Field(0).Type, p).Elem())
	if !x.flag {
		v = v.Elem()
	}
	b, err := toolchain.Encode(v.Interface(), m.rules.html)
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.Foreign, Type: x.typ, Err: err})
	}
	b = b[len(`{"v":`) : len(b)-1]
	n = m.room(n, len(b))
	return m.adopt(append(m.bytes(n), b...))
}
