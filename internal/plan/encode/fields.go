package encode

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Members of structs: names, tests that leave members out, and commas. If B of struct{A int; B string} has the tag
// option "omitempty", the ops are
//
//	{"A":  int64   testword, jump 1   ,"B":"  string"   }  end
//
// A test comes before each member that may be left out, and jumps to the op after the member. No text may be pending
// there. If it is not known whether a member was written before, opComma or the test looks at the output: an object
// without members ends in an opening brace.
//
// The members of an embedded pointer are a block of their own, which opHop runs unless the pointer is nil. The ops of
// struct{*E; B int} with type E struct{A int}, and the block of the hop, are
//
//	{  hop   comma   "B":  int64   }  end              comma   "A":  int64   end

// state says whether members of the object were written before the current one.
type state uint8

const (
	begun  state = iota // no member was written; the opening brace may still be pending
	unsure              // perhaps a member was written; no text is pending
	some                // a member was written
)

// members has the members of an object to which the same embedded pointers lead.
type members struct {
	typ    reflect.Type // their struct
	fields []shape.Field
	depth  int     // the number of these pointers
	offset uintptr // the offset of their struct from the address on which the block runs
	addr   bool    // the struct has an address
}

// object adds the members of a struct. The struct becomes a block of its own if it contains itself through embedded
// pointers, if the block around it is larger than maxInline, or if it is nested more than mostNested levels deep.
func (w *builder) object(key blockKey, offset uintptr) {
	open := w.open[key.typ]
	if key.typ != w.typ && (open || *w.size > maxInline || w.nested >= mostNested) {
		w.emit(op{code: opCall, offset: offset, sub: subOf(w.block(key))}, 0)
		return
	}
	*w.size++
	w.open[key.typ] = true
	w.nested++
	defer func() {
		w.open[key.typ] = open
		w.nested--
	}()
	s := shape.Fields(key.typ, &w.cfg.Shape)
	// If only encoding/json can write a part of a struct, it writes the whole struct; under Own, that is an error.
	switch {
	case w.cfg.Own && s.Problem != nil:
		w.refuse(s.Problem, offset)
		return
	case !w.cfg.Own && (s.Foreign || slices.ContainsFunc(s.Fields, w.fallbackQuotes)) && !w.cfg.Shape.AnswersItself(key.typ, shape.MarshalJSON):
		w.fallback(key.typ, key.addr, offset)
		return
	}
	s.Fields = slices.DeleteFunc(s.Fields, func(f shape.Field) bool { return f.WriteOnly })
	w.write("{")
	if w.choosing() {
		extra().choice(w, s.Fields, offset, key.addr)
	} else {
		w.members(members{key.typ, s.Fields, 0, offset, key.addr}, begun)
	}
	if s.Rest != nil {
		extra().rest(w, key.typ, &s, offset)
	}
	w.write("}")
}

// members adds ms, one block for consecutive fields of the same embedded pointer. It returns the state after them.
func (w *builder) members(ms members, st state) state {
	outer := w.spans
	w.spans = nil
	defer func() {
		w.absent(ms.typ, ms.offset, w.spans)
		w.spans = outer
	}()
	for i := 0; i < len(ms.fields); {
		f := &ms.fields[i]
		if len(f.Path) > ms.depth {
			n := i + 1
			for n < len(ms.fields) && slices.Equal(head(&ms.fields[n], ms.depth+1), head(f, ms.depth+1)) {
				n++
			}
			st = w.hop(ms, ms.fields[i:n], st)
			i = n
			continue
		}
		st = w.member(ms, f, st)
		i++
	}
	return st
}

func head(f *shape.Field, n int) []shape.Hop { return f.Path[:min(n, len(f.Path))] }

// hop adds a block with the members of an embedded pointer. If the pointer is nil, no member is written.
func (w *builder) hop(ms members, fields []shape.Field, st state) state {
	if st == begun {
		st = unsure
	}
	hop := fields[0].Path[ms.depth]
	sub := &builder{compiler: w.compiler, size: w.size}
	sub.members(members{hop.Elem, fields, ms.depth + 1, 0, true}, st)
	sub.flush()
	b := &block{name: hop.Elem.String() + " embedded"}
	sub.finish(b)
	w.flush()
	w.emit(op{code: opHop, offset: ms.offset + hop.Offset, sub: subOf(b)}, 0)
	return st
}

// member adds one member: the tests that leave it out, the comma, the name, and the value.
func (w *builder) member(ms members, f *shape.Field, st state) state {
	offset := ms.offset + f.Offset
	tests := w.tests(f, offset, ms.addr)
	if len(tests) == 2 && w.cfg.Release.Has(option.ZeroFirst) {
		slices.Reverse(tests)
	}
	if len(tests) == 1 && tests[0].code == opTest {
		return st // the member is always left out
	}
	coded := w.fieldCodec(f) != nil || w.codecOf(f.Type) != nil
	removable := w.cfg.Options.Has(option.OmitWritten) && f.OmitEmpty && (coded || !w.neverEmpty(f.Type, len(tests) > 0))
	after := some
	if removable {
		after = unsure
	}
	var at []int
	switch {
	// Whether a comma is needed is known only when the value is written: the last test writes it.
	case len(tests) > 0 && st != some:
		tests[len(tests)-1].flags |= needComma
		st = unsure
		at = w.emitTests(tests)
	// The comma comes after the tests, so it is left out together with the member.
	case len(tests) > 0:
		at = w.emitTests(tests)
		w.write(",")
	case st == begun:
		st = after
	// Perhaps the members before this one were left out: opComma tests the last byte of the output.
	case st == unsure:
		w.flush()
		w.emit(op{code: opComma}, 1)
		st = after
	default:
		w.write(",")
	}
	fixed := w.fixed
	w.name(f.Name)
	if cd := w.fieldCodec(f); cd != nil {
		w.codec(cd, f.GoName, offset)
	} else if !w.foreignField(f, ms.addr, offset) && (f.More == 0 || !extra().byOption(w, f, ms.addr, offset)) {
		w.value(blockKey{typ: f.Type, addr: ms.addr, quoted: f.Quoted}, offset)
	}
	if removable {
		w.flush()
		name := len(kernel.AppendString(nil, f.Name, w.set())) + len(":")
		run := func(m *machine, _ *exitInfo, _ unsafe.Pointer, n int) int { return m.removeEmpty(n, name) }
		w.exit(&exitInfo{run: run, made: true}, offset)
	}
	if len(tests) > 0 {
		w.flush()
		for _, i := range at {
			w.ops[i].jump = int32(len(w.ops) - i - 1)
		}
		if isAbsentIfZero(tests) {
			w.spans = append(w.spans, span{at[0], len(w.ops), offset, offset + f.Type.Size(), f.Type.Align() == int(wordSize)})
		}
		// The next op is reached with the member and without it: count the larger number of bytes.
		w.fixed = max(w.fixed, fixed)
	}
	return st
}

// removeEmpty removes the member that was written last, with its comma, if its value is null, "", [] or {}: the meaning
// of "omitempty" under OmitWritten. It only tests whether the output ends in a colon and one of these texts. No longer
// value ends like that: a quote in a string is escaped, and objects and arrays end in a bracket of their own.
func (m *machine) removeEmpty(n, name int) int {
	b, size := m.bytes(n), 2
	switch string(b[n-2:]) {
	case "ll":
		size = len("null")
	case `""`, "[]", "{}":
	default:
		return n
	}
	text := b[n-size:]
	if b[n-size-1] != ':' {
		return n
	}
	if n -= size + name; b[n-1] == ',' {
		n--
	}
	if len(m.called) > 0 {
		m.saveResult(string(text), n)
	}
	return n
}

// neverEmpty reports whether no value of t is written as null, "", [] or {}. If tested is true, it ignores values that
// the test from emptyTest has already left out.
func (c *compiler) neverEmpty(t reflect.Type, tested bool) bool {
	if c.calls(t) {
		return false
	}
	switch s := shape.SpecialOf(t); {
	case s == shape.Time || s == shape.Number:
		return true
	case s != shape.Ordinary || c.writesItself(t):
		return false
	}
	switch k := t.Kind(); k {
	case reflect.Pointer:
		return tested && c.neverEmpty(t.Elem(), false)
	case reflect.String, reflect.Slice, reflect.Map:
		return tested
	case reflect.Array:
		return t.Len() > 0
	case reflect.Struct:
		// A struct with a field that is always written is never {}.
		for i := range t.NumField() {
			f := t.Field(i)
			name, list, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.IsExported() && !f.Anonymous && list == "" && name != "-" && !c.cfg.Options.Has(option.OmitZeros) {
				return true
			}
		}
		return false
	default:
		return k != reflect.Interface
	}
}

// writesItself reports whether t, not a pointer or interface type, has a method that writes its values.
func (c *compiler) writesItself(t reflect.Type) bool {
	return t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface && c.cfg.Shape.MethodsOf(t).Pointer&shape.Marshals != 0
}

func (w *builder) emitTests(tests []op) (at []int) {
	for _, t := range tests {
		w.emit(t, 1)
		at = append(at, len(w.ops)-1)
	}
	return at
}

// tests returns the tests that leave f out, for "omitempty" and "omitzero": a single opTest if f is always left out.
// The functions Empty and Zero of a codec come first, then an IsZero method for "omitzero", then the kind.
func (w *builder) tests(f *shape.Field, offset uintptr, addr bool) (tests []op) {
	cd := w.fieldCodec(f)
	if cd == nil {
		cd = w.codecOf(f.Type)
	}
	if f.OmitEmpty && cd != nil && cd.Empty != nil {
		tests = append(tests, codecTest(f.Type, offset, cd.Empty))
	} else if f.OmitEmpty {
		switch c := w.emptyTest(f.Type); c {
		case opTest:
			return []op{{code: opTest}}
		case opFixed:
		default:
			tests = append(tests, op{code: c, offset: offset + lengthAt(f.Type)})
		}
	}
	if !f.OmitZero {
		return tests
	}
	if cd != nil && cd.Zero != nil {
		return append(tests, codecTest(f.Type, offset, cd.Zero))
	}
	if row, ok := w.specialOf(f.Type, addr); ok && row.zero != nil {
		return append(tests, row.zero(f.Type, offset))
	}
	t, o, word := f.Type, op{offset: offset, code: opTestExit}, mem.PointerWordOf(f.Type)
	var zero func(p unsafe.Pointer) bool
	// The IsZero method may belong to the value, to its address, or to the value that a pointer or interface leads to.
	switch {
	case f.Zero == shape.ZeroPlain:
		switch o.code = zeroTest(t); {
		case o.code == opTestExit:
			zero = func(p unsafe.Pointer) bool { return reflect.ValueOf(mem.Interface(word, p)).Elem().IsZero() }
		case t.Kind() == reflect.String:
			o.offset += lengthAt(t)
		}
	case f.Zero == shape.ZeroAddress && addr || f.Zero == shape.ZeroValue:
		zero = func(p unsafe.Pointer) bool { return mem.Interface(word, p).(shape.IsZeroer).IsZero() }
	case f.Zero == shape.ZeroAddress: // a method with a pointer receiver, which must not change the value
		zero = func(p unsafe.Pointer) bool { return copyOf(t, p).Interface().(shape.IsZeroer).IsZero() }
	default:
		zero = func(p unsafe.Pointer) bool { return zeroUnlessNil(reflect.ValueOf(mem.Interface(word, p)).Elem()) }
	}
	if zero != nil {
		o.sub = subOf(&testInfo{zero: zero, plain: f.Zero == shape.ZeroPlain})
	}
	return append(tests, o)
}

// copyOf returns a pointer to a copy of the value of type t at p.
func copyOf(t reflect.Type, p unsafe.Pointer) reflect.Value {
	v := reflect.New(t)
	v.Elem().Set(reflect.NewAt(t, p).Elem())
	return v
}

// emptyTest returns the code of the test for "omitempty": opFixed if no value is empty, opTest if all are. Strings,
// slices, maps and arrays are empty if their length is 0, pointers and interfaces if they are nil, numbers and bools if
// they are zero, structs never. Under OmitWritten numbers and bools never are; removeEmpty tests what methods write.
func (c *compiler) emptyTest(t reflect.Type) code {
	k := t.Kind()
	if c.cfg.Options.Has(option.OmitWritten) && (reflect.Bool <= k && k <= reflect.Float64 || c.writesItself(t) || c.calls(t)) {
		return opFixed
	}
	switch k {
	case reflect.Map:
		return opTestMap
	case reflect.Array:
		if t.Len() == 0 {
			return opTest
		}
		return opFixed
	case reflect.Struct, reflect.Complex64, reflect.Complex128, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return opFixed
	}
	return zeroTest(t)
}

// zeroTest returns the test for the zero value of t, a type without an IsZero method. Slices, maps, pointers and
// interfaces are zero if their first word is. Strings are zero if their length is, at any address.
func zeroTest(t reflect.Type) code {
	switch t.Kind() {
	case reflect.String, reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return opTestWord
	case reflect.Float32:
		return opTestF32
	case reflect.Float64:
		return opTestF64
	case reflect.Array, reflect.Struct, reflect.Complex64, reflect.Complex128:
		return opTestExit
	}
	if t.Size() == wordSize {
		return opTestWord
	}
	return sized(opTest8, t)
}

const wordSize = unsafe.Sizeof(uintptr(0))

// lengthAt returns the offset of the length in a string or slice, or 0 for other types.
func lengthAt(t reflect.Type) uintptr {
	if k := t.Kind(); k == reflect.String || k == reflect.Slice {
		return unsafe.Offsetof(mem.StringHeader{}.Len)
	}
	return 0
}

// zeroUnlessNil returns true if the pointer or interface v is nil; otherwise it calls IsZero on it.
func zeroUnlessNil(v reflect.Value) bool {
	if v.IsNil() || v.Kind() == reflect.Interface && v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() {
		return true
	}
	return v.Interface().(shape.IsZeroer).IsZero()
}
