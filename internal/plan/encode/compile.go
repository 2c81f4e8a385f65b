package encode

import (
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// A builder turns a type into ops. Text that is known beforehand is gathered until a value comes, whose op then writes
// it first: the ops of struct{ID int; Name string} are
//
//	{"ID":  int64      ,"Name":"  string      "}  end
//
// Nested structs become part of the ops around them as long as there are few; beyond that, and where a type holds
// itself, they are blocks of their own that an op calls. The builder also counts how much the ops write without a look
// at the room, and puts a look (opRoom) where that might pass the margin.
//
// The order of calls is that of the output. write and name gather text, emit ends it by an op: 70 bytes of text
// before an int64 become the ops text (32 bytes), text (32 bytes), int64 (6 bytes). flush ends it without a value.
//
// All that can be decided here is: the loop of the machine asks for no option, no tag and no type.

// maxInline is how many ops and nested structs a block may have, those of its embedded pointers included, before
// nested structs get blocks of their own. It bounds the programs of structs that hold one another in many places: there
// are at most that many ops, and the members of one struct, for each type.
const maxInline = 1024

// mostNested is how many structs within one another a block may have, so that plan.Meaning.Levels bounds the output.
const mostNested = 16

// builder makes one block, or the part of one that an embedded pointer leads to. It lives for that one block; what
// outlives it, the blocks and what is known of maps, belongs to the compiler.
type builder struct {
	*compiler
	typ     reflect.Type // of the block's values; nil for an embedded pointer
	size    *int         // the number of ops and structs of this block and of the blocks of its embedded pointers, which maxInline limits
	ops     []op         // jumps in them count ops, so that the slice may move
	pending []byte       // literal text that the next op will write first
	fixed   int          // how many bytes the ops may have written since the last test of the limit
}

// block returns the block for key, and makes it and all that it runs if it is not there. In type list struct{Next
// *list} the pointer asks for the block of a list that has an address. That block asks for itself, and finds the
// unfinished one.
func (c *compiler) block(key blockKey) *block {
	if b := c.blocks[key]; b != nil {
		return b
	}
	b := &block{name: key.typ.String()}
	c.blocks[key] = b // entered before it is compiled, since a recursive type needs it
	w := &builder{compiler: c, typ: key.typ, size: new(int)}
	w.value(key, 0)
	w.finish(b)
	return b
}

// finish ends the program and makes it b's. From here on the ops don't move: others hold their addresses. Until then
// the slice may, so that the builder knows ops by their index.
func (w *builder) finish(b *block) {
	w.emit(op{code: opEnd}, 0)
	b.ops = slices.Clip(w.ops)
	joinTests(b.ops)
	b.first = &b.ops[0]
}

// emit adds an op that writes up to most bytes, after the pending text. Text beyond the 32 bytes of an op goes into ops
// of its own before it.
func (w *builder) emit(o op, most int) *op {
	for len(w.pending) > textSize {
		w.add(op{code: opText}, textSize, 0)
	}
	return w.add(o, len(w.pending), most)
}

// add appends o with the first lit bytes of the pending text, after an opRoom if the margin might not be enough.
// Between two tests of the space at most fixedRun bytes are written. The rest of the margin is for stores that are
// wider than the text, and for the brackets and commas of the caller of the block.
func (w *builder) add(o op, lit, most int) *op {
	if w.fixed+lit+most > fixedRun {
		w.ops = append(w.ops, op{code: opRoom})
		w.fixed = 0
	}
	o.lit = uint8(copy(o.text[:], w.pending[:lit]))
	w.pending = w.pending[lit:]
	w.ops = append(w.ops, o)
	*w.size++
	if w.fixed += lit + most; o.code > opStringQ && o.code < opTest {
		// It looks itself; a closing quote may come after.
		w.fixed = 1
	}
	return &w.ops[len(w.ops)-1]
}

// flush makes sure that no text is pending, for instance before a place that others jump to: a member that is left
// out takes its ops along, and with them the text that they carry. The quote that ends a string becomes part of the
// string's op, opStringQ, in place of an op of its own.
func (w *builder) flush() {
	if len(w.pending) == 0 {
		return
	}
	if last := len(w.ops) - 1; last >= 0 && string(w.pending) == `"` && w.ops[last].code == opString {
		w.ops[last].code = opStringQ
		w.fixed++
		w.pending = w.pending[:0]
		return
	}
	w.emit(op{code: opText}, 0)
}

// write adds s to the pending text.
func (w *builder) write(s string) { w.pending = append(w.pending, s...) }

// name writes a member's name and the colon.
func (w *builder) name(s string) {
	w.pending = kernel.AppendString(w.pending, s, w.set())
	w.write(":")
}

// set returns which bytes names escape: a name is escaped once, here.
func (c *compiler) set() *kernel.EscapeSet {
	set, _ := escapeSet(c.cfg)
	return set
}

// value adds what writes the value of key.typ at offset. Choices of the configuration come first, then special types,
// methods, and last the kind of the type: the order in which encoding/json asks.
func (w *builder) value(key blockKey, offset uintptr) {
	if w.choosing() && extra().whole(w, key, offset) || w.cfg.Own && extra().chosen(w, key, offset) {
		return
	}
	t := key.typ
	if row, ok := w.specialOf(t, key.addr); ok {
		row.write(w, key, offset)
		return
	}
	if s := w.methodOf(t, key.addr); s != none {
		w.callMethod(s, key, offset)
		return
	}
	switch k := t.Kind(); k {
	case reflect.Bool:
		w.scalar(opBool, key, offset)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		w.scalar(sized(opInt8, t), key, offset)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint, reflect.Uintptr:
		w.scalar(sized(opUint8, t), key, offset)
	case reflect.Float32:
		w.scalar(opFloat32, key, offset)
	case reflect.Float64:
		w.scalar(opFloat64, key, offset)
	case reflect.String:
		if key.quoted {
			w.exit(&exitInfo{run: runQuotedString}, offset)
			return
		}
		w.write(`"`)
		w.emit(op{code: opString, offset: offset}, 0)
		w.write(`"`)
	case reflect.Pointer:
		// Pointers to a boolean, number or string are followed in place; anything else is a block.
		in := w.pointee(t, key.quoted)
		if c, hops, last := w.pointedTo(in); c != opEnd {
			w.emit(op{code: opScalarPointer, elem: c, count: hops, offset: offset, sub: subOf(w.info(last))}, 40)
			return
		}
		w.pointerTo(in, offset)
	case reflect.Interface:
		switch {
		case t.NumMethod() == 0:
			w.emit(op{code: opAny, offset: offset}, 0)
		case shape.MethodsOf(t).Value&shape.Marshals != 0:
			// The interface's methods don't count here, or methodOf had found them; those of what it holds do.
			w.exit(&exitInfo{run: runNilAware, typ: t, flag: true}, offset)
		default:
			w.emit(op{code: opIface, offset: offset}, 0)
		}
	case reflect.Struct:
		w.object(key, offset)
	case reflect.Slice:
		w.slice(t, offset)
	case reflect.Array:
		w.array(key, offset)
	case reflect.Map:
		if info := w.mapOf(t); info != nil {
			w.emit(op{code: opMap, offset: offset, sub: subOf(info)}, 0)
			// Keys without names that the machine knows: the toolchain may know some, but nothing of a configuration.
		} else if !w.cfg.Release.Has(option.AnyMapKey) {
			w.exit(&exitInfo{run: runUnsupported, typ: t}, offset)
		} else if w.cfg.Own {
			w.refuse(shape.ForeignKeys(t), offset)
		} else {
			w.fallback(t, key.addr, offset)
		}
	default:
		// Channels, functions and complex numbers are an error where a value of them is met, not of the type: an empty
		// []chan int is written.
		w.exit(&exitInfo{run: runUnsupported, typ: t}, offset)
	}
}

// name returns the type by which errors of the value's methods call it. Releases differ in it: always the pointer, or
// the pointer where the method was found through one.
func (k *blockKey) name() reflect.Type {
	if toolchain.AlwaysNamesPointers {
		return reflect.PointerTo(k.typ)
	}
	if k.named != nil {
		return k.named
	}
	return k.typ
}

// info returns what errors about a value need to know.
func (w *builder) info(key blockKey) *valueInfo {
	return &valueInfo{typ: key.typ, named: key.name(), addr: key.addr}
}

// pointee returns the key of what a pointer of type t leads to. That has an address, whatever the pointer lies in, so
// that the methods of its pointer are called: *T for T in []*T, but not for T in map[string]T.
func (c *compiler) pointee(t reflect.Type, quoted bool) blockKey {
	key := blockKey{typ: t.Elem(), addr: true, quoted: quoted && quotesThroughPointer(t)}
	if toolchain.NamesPointers && c.methodOf(key.typ, true) != none && key.typ.Kind() != reflect.Interface && holderOf(key.typ) == key.typ && t.Name() == "" {
		key.named = t
	}
	return key
}

// quotesThroughPointer reports whether the option "string" reaches what the pointer leads to.
func quotesThroughPointer(t reflect.Type) bool { return t.Elem().Kind() != reflect.Pointer }

// scalar adds an op for a bool or number, in quotes where the tag option "string" says so: 40 bytes at most.
func (w *builder) scalar(c code, key blockKey, offset uintptr) {
	o := op{code: c, offset: offset}
	if c == opFloat32 || c == opFloat64 {
		o.sub = subOf(w.info(key))
	}
	if key.quoted {
		w.write(`"`)
	}
	w.emit(o, 40)
	if key.quoted {
		w.write(`"`)
	}
}

// sized returns the code for t's size of the four from first on: of opInt8 and int32 it is opInt32.
func sized(first code, t reflect.Type) code {
	switch t.Size() {
	case 1:
		return first
	case 2:
		return first + 1
	case 4:
		return first + 2
	}
	return first + 3
}

// exit adds an op that calls info.run. The output of an exit is not counted: the machine tests the space after it.
func (w *builder) exit(info *exitInfo, offset uintptr) {
	w.emit(op{code: opExit, offset: offset, sub: subOf(info)}, 0)
}

// text adds a string whose inside an exit writes, of a t.
func (w *builder) text(run func(m *machine, x *exitInfo, p unsafe.Pointer, n int) int, t reflect.Type, offset uintptr) {
	w.write(`"`)
	w.exit(&exitInfo{run: run, word: mem.PointerWordOf(t)}, offset)
	w.write(`"`)
}

// slice adds an op for a slice: base64 for bytes, a loop of its own for scalars, strings and pointers to them, else the
// block of the elements. An element's size is kept in 32 bits.
func (w *builder) slice(t reflect.Type, offset uintptr) {
	elem := blockKey{typ: t.Elem(), addr: true}
	if elem.typ.Size() > math.MaxInt32 {
		w.fallback(t, true, offset)
		return
	}
	o := op{offset: offset, size: uint32(elem.typ.Size()), flags: w.orNull.slice}
	// Bytes are base64 text whatever their type is called, or by choice text as it is, unless an element writes itself.
	if bytes := elem.typ.Kind() == reflect.Uint8 && w.methodOf(elem.typ, true) == none; bytes && w.cfg.Options.Has(option.BytesAsText) {
		w.text(runTextBytes, t, offset)
		return
	} else if bytes {
		o.code = opBytes
		kernel.LoadBase64()
	} else if c, hops, last := w.pointersTo(elem); fast.Loops && c != opEnd {
		o.code, o.elem, o.count, o.sub = opScalarPointers, c, hops, subOf(w.info(last))
	} else {
		w.loop(&o, elem, opSlice, opStrings, opFloats, opScalars)
	}
	w.emit(o, 4)
}

// pointersTo is pointedTo for pointers like these: of *int it returns opInt64, 0 and the key of int, on 64-bit
// machines.
func (w *builder) pointersTo(key blockKey) (c code, hops uint32, last blockKey) {
	if key.typ.Kind() != reflect.Pointer || w.oddElem(key.typ) {
		return opEnd, 0, key
	}
	return w.pointedTo(w.pointee(key.typ, false))
}

// mostHops is through how many further pointers a scalar is looked for: a pointer type may lead to itself, as in type
// ring *ring. Beyond it pointers are blocks.
const mostHops = 4

// pointedTo returns the code of a scalar or string that a pointer leads to, or opEnd, and the number of further
// pointers on the way: for **int the key is that of *int, hops is 1, and last the key of int.
func (w *builder) pointedTo(key blockKey) (c code, hops uint32, last blockKey) {
	for ; hops <= mostHops; hops++ {
		if key.typ.Kind() == reflect.String && w.ordinary(key) {
			return opString, hops, key
		}
		if c = w.scalarOf(key); c != opEnd {
			return c, hops, key
		}
		if key.typ.Kind() != reflect.Pointer || w.oddElem(key.typ) || w.isSpecial(key.typ, key.addr) {
			break
		}
		key = w.pointee(key.typ, key.quoted)
	}
	return opEnd, 0, key
}

// array is slice for arrays, whose elements have an address only if the array has one. One without elements is text,
// and bytes in an array are numbers, as encoding/json has them.
func (w *builder) array(key blockKey, offset uintptr) {
	t := key.typ
	if t.Elem().Kind() == reflect.Uint8 && w.cfg.Options.Has(option.ByteArrays) {
		kernel.LoadBase64()
		w.exit(&exitInfo{run: runByteArray, typ: t}, offset)
		return
	}
	if t.Len() > math.MaxInt32 || t.Elem().Size() > math.MaxInt32 {
		w.fallback(t, key.addr, offset)
		return
	}
	elem := blockKey{typ: t.Elem(), addr: key.addr}
	o := op{offset: offset, size: uint32(elem.typ.Size()), count: uint32(t.Len())}
	if t.Len() > 0 {
		w.loop(&o, elem, opArray, opStringArray, opFloatArray, opScalarArray)
	} else {
		w.write("[]")
		return
	}
	w.emit(o, 1)
}

// loop gives o the code of a loop for elements like these: strings, floats of 8 bytes, other scalars with the code of
// the element, or blocks with the block of the element, as for a struct.
func (w *builder) loop(o *op, elem blockKey, blocks, strings, floats, scalars code) {
	o.sub = subOf(w.info(elem))
	switch c := w.scalarOf(elem); {
	case !fast.Loops:
		o.code, o.sub = blocks, subOf(w.block(elem))
	case elem.typ.Kind() == reflect.String && w.ordinary(elem):
		o.code = strings
	case c == opFloat64:
		o.code = floats
	case c != opEnd:
		o.code, o.elem = scalars, c
	default:
		o.code, o.sub = blocks, subOf(w.block(elem))
	}
}

// ordinary reports whether the kind alone says how values are written: the loops and the code that follows pointers
// know nothing else. So it asks for everything that gives a type a form of its own.
func (w *builder) ordinary(key blockKey) bool {
	return !key.quoted && !w.isSpecial(key.typ, key.addr) && w.methodOf(key.typ, key.addr) == none && !w.oddElem(key.typ)
}

// scalarOf returns the code that writes values like these, if they are booleans or numbers, or opEnd.
func (w *builder) scalarOf(key blockKey) code {
	k := key.typ.Kind()
	switch {
	case k < reflect.Bool || k > reflect.Float64 || !w.ordinary(key):
	case k == reflect.Bool:
		return opBool
	case k == reflect.Float32:
		return opFloat32
	case k == reflect.Float64:
		return opFloat64
	case k <= reflect.Int64:
		return sized(opInt8, key.typ)
	default:
		return sized(opUint8, key.typ)
	}
	return opEnd
}
