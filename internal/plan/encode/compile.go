package encode

import (
	"math"
	"math/bits"
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

// A builder turns a type into ops. Text that is known in advance is collected until a value comes, whose op then writes
// the text first: the ops of struct{ID int; Name string} are
//
//	{"ID":  int64      ,"Name":"  string      "}  end
//
// The order of calls is that of the output. write and name add pending text, and emit adds an op with it: with 70 bytes
// of text an int64 becomes the ops text (32 bytes), text (32 bytes), int64 (6 bytes). flush writes pending text alone.
// The builder also inserts a test of the space (opRoom) before the ops without one could exceed the margin.
//
// All that can be decided in advance is decided here: the loop of the machine tests no option, tag or type.

// maxInline limits the ops and nested structs in a block: more structs get blocks of their own, so no program is huge.
const maxInline = 1024

// mostNested limits how deep structs are nested within one block; structs nested deeper get blocks of their own. One
// call of machine.run thus writes a limited number of levels, from which plan.Meaning.Levels follows.
const mostNested = 16

// builder makes one block.
type builder struct {
	*compiler
	typ     reflect.Type // the type of the block's values; nil for an embedded pointer
	size    *int         // the number of ops and structs, for maxInline; shared with the blocks of embedded pointers
	ops     []op
	pending []byte // text that the next op will write first
	spans   []span // for members: those that are left out if their memory is zero
	fixed   int    // the most bytes that ops may have written since the last test of the space
}

// block returns the block for key. If there is none it makes it, with all blocks that it calls.
func (c *compiler) block(key blockKey) *block {
	if b := c.blocks[key]; b != nil {
		return b
	}
	b := &block{name: key.typ.String()}
	c.blocks[key] = b // type list struct{Next *list} finds the unfinished block here
	w := &builder{compiler: c, typ: key.typ, size: new(int)}
	w.value(key, 0)
	w.finish(b)
	return b
}

// finish ends the ops and stores them in b. From then on they don't move, since other blocks have their addresses.
func (w *builder) finish(b *block) {
	w.emit(op{code: opEnd}, 0)
	b.ops = slices.Clip(w.ops)
	b.first = &b.ops[0]
}

// emit adds the op o, which writes the pending text and then at most most bytes. Long text needs ops opText before it.
func (w *builder) emit(o op, most int) *op {
	for len(w.pending) > textSize {
		w.add(op{code: opText}, textSize, 0)
	}
	return w.add(o, len(w.pending), most)
}

// add appends o with the first lit bytes of the pending text, and before it an opRoom if more than fixedRun bytes could
// be written without a test of the space. The margin has more space, for brackets and commas around the block.
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
		// These ops test the space themselves. A string writes its closing quote afterwards.
		w.fixed = 1
	}
	return &w.ops[len(w.ops)-1]
}

// flush adds an op for the pending text alone, so that the test of a member jumps over all of the member's text. A
// pending closing quote becomes part of the op of its string, opStringQ.
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

func (w *builder) write(s string) { w.pending = append(w.pending, s...) }

func (w *builder) name(s string) {
	w.pending = kernel.AppendString(w.pending, s, w.set())
	w.write(":")
}

func (c *compiler) set() *kernel.EscapeSet { return kernel.EscapeSetOf(c.cfg.Options, c.cfg.Release) }

// value adds ops that write the value of key.typ at offset: by an option or codec of the configuration, as a special
// type such as time.Time, by a method, or by the kind of the type.
func (w *builder) value(key blockKey, offset uintptr) {
	if w.choosing() && extra().whole(w, key, offset) || w.departs() && extra().chosen(w, key, offset) {
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
			run := func(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int { return m.QuotedString(n, *(*string)(p)) }
			w.exit(&exitInfo{run: run, made: true}, offset)
			return
		}
		w.write(`"`)
		w.emit(op{code: opString, offset: offset}, 0)
		w.write(`"`)
	case reflect.Pointer:
		// Other pointees than booleans, numbers and strings have a block.
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
			// This release does not call methods of the interface type, only methods of the value in it.
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
			// encoding/json may be able to make names from keys of this type, but only under its own meaning.
		} else if !w.cfg.Release.Has(option.AnyMapKey) {
			w.exit(&exitInfo{run: runUnsupported, typ: t}, offset)
		} else if w.cfg.Own {
			w.refuse(shape.ForeignKeys(t), offset)
		} else {
			w.fallback(t, key.addr, offset)
		}
	default:
		// A channel, function or complex number is an error only when it is written: an empty []chan int is not.
		w.exit(&exitInfo{run: runUnsupported, typ: t}, offset)
	}
}

// name returns the type that errors of the value's methods mention. In some releases it is always the pointer type, in
// others only if the method was found through a pointer.
func (k *blockKey) name() reflect.Type {
	if toolchain.AlwaysNamesPointers {
		return reflect.PointerTo(k.typ)
	}
	if k.named != nil {
		return k.named
	}
	return k.typ
}

func (w *builder) info(key blockKey) *valueInfo {
	return &valueInfo{typ: key.typ, named: key.name(), addr: key.addr}
}

// pointee returns the key of the values that pointers of type t lead to. They have an address, so methods with pointer
// receivers are called: for T in []*T, but not for T in map[string]T. The tag option "string" goes through one pointer.
func (c *compiler) pointee(t reflect.Type, quoted bool) blockKey {
	key := blockKey{typ: t.Elem(), addr: true, quoted: quoted && t.Elem().Kind() != reflect.Pointer}
	if toolchain.NamesPointers && c.methodOf(key.typ, true) != none && key.typ.Kind() != reflect.Interface && holderOf(key.typ) == key.typ && t.Name() == "" {
		key.named = t
	}
	return key
}

// scalar adds an op for a bool or number, in quotes under the tag option "string", and for numbers under StringNumbers.
func (w *builder) scalar(c code, key blockKey, offset uintptr) {
	o := op{code: c, offset: offset}
	if c == opFloat32 || c == opFloat64 {
		o.sub = subOf(w.info(key))
	}
	quoted := key.quoted || c != opBool && w.cfg.Options.Has(option.StringNumbers)
	if quoted {
		w.write(`"`)
	}
	w.emit(o, 40)
	if quoted {
		w.write(`"`)
	}
}

// sized returns the code for the size of t. first and the next three codes are for 1, 2, 4 and 8 bytes.
func sized(first code, t reflect.Type) code { return first + code(bits.TrailingZeros(uint(t.Size()))) }

// exit adds an op that calls info.run. It sets cfg.Foreign, which Finish needs, if other code makes the text.
func (w *builder) exit(info *exitInfo, offset uintptr) {
	if w.cfg.Foreign != nil && !info.made {
		w.cfg.Foreign.Store(true)
	}
	w.emit(op{code: opExit, offset: offset, sub: subOf(info)}, 0)
}

// text adds ops that write a value of type t in quotes; run writes its text.
func (w *builder) text(run func(m *machine, x *exitInfo, p unsafe.Pointer, n int) int, t reflect.Type, offset uintptr) {
	w.write(`"`)
	w.exit(&exitInfo{run: run, word: mem.PointerWordOf(t), made: true}, offset)
	w.write(`"`)
}

// slice adds an op for a slice: base64 for bytes; a loop for scalars, strings and pointers to them; otherwise a block
// that runs on each element. encoding/json writes elements whose size does not fit into an op.
func (w *builder) slice(t reflect.Type, offset uintptr) {
	elem := blockKey{typ: t.Elem(), addr: true}
	if elem.typ.Size() > math.MaxInt32 {
		w.fallback(t, true, offset)
		return
	}
	o := op{code: opSlice, offset: offset, size: uint32(elem.typ.Size()), flags: w.orNull.slice}
	// Slices of any byte type are base64, or text under an option, unless the byte type has methods.
	if bytes := elem.typ.Kind() == reflect.Uint8 && w.methodOf(elem.typ, true) == none; bytes && w.cfg.Options.Has(option.BytesAsText) {
		w.text(runTextBytes, t, offset)
		return
	} else if bytes {
		o.code = opBytes
		kernel.LoadBase64()
	} else if c, hops, last := w.pointersTo(elem); fast.Loops && c != opEnd {
		o.elem, o.count, o.sub = c, hops, subOf(w.info(last))
		o.flags |= byPointers
	} else {
		w.loop(&o, elem)
	}
	w.emit(o, 4)
}

// pointersTo returns the result of pointedTo for the pointee of key: for *int opInt64, 0 and the key of int. It returns
// opEnd for types that are not pointers, and if a codec or option changes how such pointers are written.
func (w *builder) pointersTo(key blockKey) (c code, hops uint32, last blockKey) {
	if key.typ.Kind() != reflect.Pointer || w.changesElem(key.typ) {
		return opEnd, 0, key
	}
	return w.pointedTo(w.pointee(key.typ, false))
}

// mostHops limits how many further pointers are followed, since type ring *ring leads to itself.
const mostHops = 4

// pointedTo follows the pointers in a value of key and returns the code of the scalar or string that they lead to, or
// opEnd; hops is their number. For the key of *int, hops is 1, and last is the key of int.
func (w *builder) pointedTo(key blockKey) (c code, hops uint32, last blockKey) {
	for ; hops <= mostHops; hops++ {
		if key.typ.Kind() == reflect.String && w.ordinary(key) {
			return opString, hops, key
		}
		if c = w.scalarOf(key); c != opEnd {
			return c, hops, key
		}
		if key.typ.Kind() != reflect.Pointer || w.changesElem(key.typ) || w.isSpecial(key.typ, key.addr) {
			break
		}
		key = w.pointee(key.typ, key.quoted)
	}
	return opEnd, 0, key
}

// array adds an op for a Go array, as slice does for slices. The elements have an address only if the array has one.
// Bytes in an array are numbers, as in encoding/json.
func (w *builder) array(key blockKey, offset uintptr) {
	t := key.typ
	if t.Elem().Kind() == reflect.Uint8 && w.cfg.Options.Has(option.ByteArrays) {
		kernel.LoadBase64()
		w.exit(&exitInfo{run: runByteArray, typ: t, made: true}, offset)
		return
	}
	if t.Len() > math.MaxInt32 || t.Elem().Size() > math.MaxInt32 {
		w.fallback(t, key.addr, offset)
		return
	}
	elem := blockKey{typ: t.Elem(), addr: key.addr}
	if t.Len() == 0 {
		w.write("[]")
		return
	}
	o := op{code: opArray, offset: offset, size: uint32(elem.typ.Size()), count: uint32(t.Len())}
	w.loop(&o, elem)
	w.emit(o, 1)
}

// loop sets elem and sub of o for elements with the key elem: the code of scalars and strings, otherwise a block.
func (w *builder) loop(o *op, elem blockKey) {
	if fast.Loops {
		if o.elem = w.scalarOf(elem); elem.typ.Kind() == reflect.String && w.ordinary(elem) {
			o.elem = opString
		}
	}
	if o.elem == opEnd {
		o.sub = subOf(w.block(elem))
	} else {
		o.sub = subOf(w.info(elem))
	}
}

// ordinary reports whether the kind alone decides how values of key are written, as loops and pointers require.
func (w *builder) ordinary(key blockKey) bool {
	return !key.quoted && !w.isSpecial(key.typ, key.addr) && w.methodOf(key.typ, key.addr) == none && !w.changesElem(key.typ)
}

// scalarOf returns the code for values of key if they are ordinary booleans or numbers, otherwise opEnd.
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
