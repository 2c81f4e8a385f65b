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

// Members of structs: names, tests that leave members out, and commas. The ops of struct{A int; B string
// `json:",omitempty"`} are
//
//	{"A":  int64   testword, jump 1   ,"B":"  string"   }  end
//
// A test comes before each member that may be left out, and jumps to the op after the member. No text may be pending at
// that op. If it is not known whether a member was written before, opComma or the test looks at the output: an object
// without members ends in an opening brace. After the first member that is always written, the comma is part of the
// text.
//
// The members of an embedded pointer are a block of their own, which opHop runs unless the pointer is nil. The ops of
// struct{*E; B int} with type E struct{A int}, and the block of the hop, are
//
//	{  hop   comma   "B":  int64   }  end              comma   "A":  int64   end

// state says whether members were written before this point.
type state uint8

const (
	begun  state = iota // no member was written; the opening brace may still be pending
	unsure              // perhaps a member was written; no text is pending
	some                // a member was written
)

// members has the members of an object whose fields are in the same struct. The same embedded pointers lead to all of
// them.
type members struct {
	fields []shape.Field
	depth  int     // the number of embedded pointers that lead to the struct
	offset uintptr // the offset of the struct from the address on which the block runs
	addr   bool    // the struct has an address
}

// object adds the members of a struct. The struct becomes a block of its own in three cases: it is being added
// already, since it may contain itself through embedded pointers; the block is larger than maxInline; or it is nested
// more than mostNested levels deep.
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
	// If only encoding/json can write a part of a struct, it writes the whole struct. It can do so only under its own
	// meaning, since it cannot be used under other configurations.
	switch {
	case w.cfg.Own && s.Problem != nil:
		w.refuse(s.Problem, offset)
		return
	case !w.cfg.Own && (s.Foreign || w.hasFallbackQuotes(s.Fields)) && !w.cfg.Shape.AnswersItself(key.typ, shape.MarshalJSON):
		w.fallback(key.typ, key.addr, offset)
		return
	}
	s.Fields = slices.DeleteFunc(s.Fields, func(f shape.Field) bool { return f.WriteOnly })
	w.write("{")
	if w.choosing() {
		extra().choice(w, s.Fields, offset, key.addr)
	} else {
		w.members(members{s.Fields, 0, offset, key.addr}, begun)
	}
	if s.Rest != nil {
		extra().rest(w, key.typ, &s, offset)
	}
	w.write("}")
}

// members adds the members ms. st is the state before them, and the result the state after them. Consecutive fields of
// the same embedded pointer become one block.
func (w *builder) members(ms members, st state) state {
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

// head returns the first n embedded pointers that lead to f, or all if there are fewer.
func head(f *shape.Field, n int) []shape.Hop { return f.Path[:min(n, len(f.Path))] }

// hop adds a block with the members of an embedded pointer, which may be nil. So unless a member was written before, it
// is not known afterwards whether one was written.
func (w *builder) hop(ms members, fields []shape.Field, st state) state {
	if st == begun {
		st = unsure
	}
	hop := fields[0].Path[ms.depth]
	sub := &builder{compiler: w.compiler, size: w.size}
	sub.members(members{fields, ms.depth + 1, 0, true}, st)
	sub.flush()
	b := &block{name: hop.Elem.String() + " embedded"}
	sub.finish(b)
	w.flush()
	w.emit(op{code: opHop, offset: ms.offset + hop.Offset, sub: subOf(b)}, 0)
	return st
}

// member adds one member: the tests that leave it out, the comma if one is needed, the name, and the value. Tests jump
// to the op after the value, so no text may be pending there.
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
	var at []int
	switch {
	// Whether a comma is needed is known only when the value is written. If the member is written, its last test writes
	// the comma.
	case len(tests) > 0 && st != some:
		tests[len(tests)-1].flags |= needComma
		st = unsure
		at = w.emitTests(tests)
	case removable && st == begun:
		st = unsure
	case removable && st == unsure:
		w.flush()
		w.emit(op{code: opComma}, 1)
	// A comma is needed. It comes after the tests, so it is left out together with the member.
	case len(tests) > 0:
		at = w.emitTests(tests)
		w.write(",")
	case st == begun:
		st = some
	// This member is always written, but perhaps the members before it were left out: opComma tests the last byte of
	// the output.
	case st == unsure:
		w.flush()
		w.emit(op{code: opComma}, 1)
		st = some
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
		x := &removeExit{exitInfo{run: runRemoveEmpty, made: true}, len(kernel.AppendString(nil, f.Name, w.set())) + 1}
		w.exit(&x.exitInfo, offset)
	}
	if len(tests) > 0 {
		w.flush()
		for _, i := range at {
			w.ops[i].jump = int32(len(w.ops) - i - 1)
		}
		// The next op is reached with the member and without it. Count the larger number of bytes since the last
		// test.
		w.fixed = max(w.fixed, fixed)
	}
	return st
}

// removeExit is the data of an op that removes an empty member after it was written (runRemoveEmpty).
type removeExit struct {
	exitInfo
	name int // the length of the member's name, with quotes and colon
}

// runRemoveEmpty removes the member that was written last, with its comma, if its value is null, "", [] or {}. Under
// OmitWritten the tag option "omitempty" has this meaning. The function only tests whether the output ends in a colon
// and one of these four texts. No longer value ends like that: a quote in a string is escaped, and objects and arrays
// end in a bracket of their own.
func runRemoveEmpty(m *machine, info *exitInfo, _ unsafe.Pointer, n int) int {
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
	if n -= size + (*removeExit)(unsafe.Pointer(info)).name; b[n-1] == ',' {
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
		// One field that is always written suffices.
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

// writesItself reports whether t has a method that writes its values. It returns false for pointers and interfaces.
func (c *compiler) writesItself(t reflect.Type) bool {
	return t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface && c.cfg.Shape.MethodsOf(t).Pointer&shape.Marshals != 0
}

// emitTests appends tests to the ops and returns their indices. The pending text becomes part of the first test.
func (w *builder) emitTests(tests []op) (at []int) {
	for _, t := range tests {
		w.emit(t, 1)
		at = append(at, len(w.ops)-1)
	}
	return at
}

// testInfo is the data of a test that calls a function to find out whether a member is left out.
type testInfo struct {
	zero func(t *testInfo, p unsafe.Pointer) bool // reports whether the value at p is left out
	typ  reflect.Type                             // the type of the value
	word unsafe.Pointer                           // the type word of pointers to typ
}

// tests returns the tests that leave f out, for "omitempty" and "omitzero". A single op with opTest means that f is
// always left out. If a codec has a function Empty or Zero, that function decides. Otherwise the kind decides, or for
// "omitzero" an IsZero method if there is one.
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
	o := op{offset: offset, code: opTestExit}
	info := &testInfo{typ: f.Type, word: mem.PointerWordOf(f.Type)}
	// A value is zero if its memory is, or if an IsZero method says so. The method may belong to the value, to its
	// address, or to the value that a pointer or interface leads to.
	switch {
	case f.Zero == shape.ZeroPlain:
		switch o.code = zeroTest(f.Type); {
		case o.code == opTestExit:
			info.zero = zeroByReflect
		case f.Type.Kind() == reflect.String:
			o.offset += lengthAt(f.Type)
		}
	case f.Zero == shape.ZeroAddress && addr || f.Zero == shape.ZeroValue:
		info.zero = zeroByAddress
	case f.Zero == shape.ZeroAddress:
		info.zero = zeroByCopy
	default:
		info.zero = zeroUnlessNil
	}
	if o.code == opTestExit {
		o.sub = subOf(info)
	}
	return append(tests, o)
}

// emptyTest returns the code of the test for "omitempty": opFixed if no value is empty, opTest if all are. Strings,
// slices and maps are empty if their length is 0, pointers and interfaces if they are nil, arrays only if they have no
// elements, and structs never. Under OmitWritten, which is the meaning that encoding/json/v2 gives to the option,
// numbers and bools are never empty. Types with methods have no test before the value: runRemoveEmpty looks at what was
// written.
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

// zeroTest returns the test for the zero value of t, a type without an IsZero method. For slices, maps, pointers and
// interfaces it looks at the first word, since an empty slice that is not nil is not zero. For strings it looks at the
// length, since an empty string may have any address.
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

// lengthAt returns the offset of the length in a value of type t, or 0 for types without a length.
func lengthAt(t reflect.Type) uintptr {
	if k := t.Kind(); k == reflect.String || k == reflect.Slice {
		return unsafe.Offsetof(mem.StringHeader{}.Len)
	}
	return 0
}

// zeroByReflect is the test for arrays, structs and complex numbers without an IsZero method.
func zeroByReflect(t *testInfo, p unsafe.Pointer) bool {
	return reflect.NewAt(t.typ, p).Elem().IsZero()
}

// zeroByAddress calls the IsZero method of the value's pointer.
func zeroByAddress(t *testInfo, p unsafe.Pointer) bool {
	return reflect.NewAt(t.typ, p).Interface().(shape.IsZeroer).IsZero()
}

// zeroByCopy calls the IsZero method of a pointer to a copy. The value has no address, and the method must not change
// the value.
func zeroByCopy(t *testInfo, p unsafe.Pointer) bool {
	v := reflect.New(t.typ)
	v.Elem().Set(reflect.NewAt(t.typ, p).Elem())
	return v.Interface().(shape.IsZeroer).IsZero()
}

// zeroUnlessNil calls the IsZero method of a pointer or of the value in an interface. A nil pointer or interface is
// zero, without a call.
func zeroUnlessNil(t *testInfo, p unsafe.Pointer) bool {
	v := reflect.NewAt(t.typ, p).Elem()
	if v.IsNil() || v.Kind() == reflect.Interface && v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() {
		return true
	}
	return v.Interface().(shape.IsZeroer).IsZero()
}
