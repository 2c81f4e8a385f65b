package jsoniter

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/modern-go/reflect2"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/num"
)

// This file makes codecs of zetes from encoders and decoders of extensions, and the other way round. A type for which no
// extension has anything gets no codec.

// codecFor returns the codec for t, if an extension or a registration changes how it is written or read.
func (e *engine) codecFor(t reflect.Type) (codec.Codec, bool) {
	enc, writing := writes.custom(e, t)
	dec, reading := reads.custom(e, t)
	if !writing && !reading {
		return codec.Codec{}, false
	}
	c := codec.ForType(t, nil, nil)
	if writing {
		e.writing(desk.Codec(&c), enc)
	}
	if reading {
		e.reading(desk.Codec(&c), dec)
	}
	return c, true
}

// pointerKeys returns the codec for a map whose keys are pointers that read themselves from a text. encoding/json writes
// such maps, and does not read them.
func (e *engine) pointerKeys(t reflect.Type) (codec.Codec, bool) {
	if t.Kind() != reflect.Map || t.Key().Kind() != reflect.Pointer || !t.Key().Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) || readsItself(t) {
		return codec.Codec{}, false
	}
	c := codec.ForType(t, nil, nil)
	e.reading(desk.Codec(&c), &mapDecoder{e, t, textKey{t.Key()}})
	return c, true
}

// textKey reads a key that is a pointer with a method UnmarshalText.
type textKey struct{ t reflect.Type }

func (k textKey) Decode(ptr unsafe.Pointer, iter *Iterator) {
	p := reflect.New(k.t.Elem())
	if err := p.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(iter.ReadString())); err != nil {
		iter.ReportError("decode a map", err.Error())
		return
	}
	reflect.NewAt(k.t, ptr).Elem().Set(p)
}

// direction is how a type is written, with C = ValEncoder, or read, with C = ValDecoder.
type direction[C any] struct {
	create     func(x Extension, t reflect2.Type) C
	createKey  func(x Extension, key reflect2.Type) C
	decorate   func(x Extension, t reflect2.Type, c C) C
	registered func(name string) C
	own        func(t reflect.Type) bool // t does it by methods of its own
	members    func(c *structCodec) C
	entries    func(e *engine, t reflect.Type, key C) C
	whole      func(c *wholeCodec) C
}

var writes = direction[ValEncoder]{
	create:     Extension.CreateEncoder,
	createKey:  Extension.CreateMapKeyEncoder,
	decorate:   Extension.DecorateEncoder,
	registered: registry.typeEncoder,
	own:        writesItself,
	members:    func(c *structCodec) ValEncoder { return c },
	entries:    func(e *engine, t reflect.Type, key ValEncoder) ValEncoder { return &mapEncoder{e, t, key} },
	whole:      func(c *wholeCodec) ValEncoder { return c },
}

var reads = direction[ValDecoder]{
	create:     Extension.CreateDecoder,
	createKey:  Extension.CreateMapKeyDecoder,
	decorate:   Extension.DecorateDecoder,
	registered: registry.typeDecoder,
	own:        readsItself,
	members:    func(c *structCodec) ValDecoder { return c },
	entries:    func(e *engine, t reflect.Type, key ValDecoder) ValDecoder { return &mapDecoder{e, t, key} },
	whole:      func(c *wholeCodec) ValDecoder { return c },
}

// first returns the first result of make for an extension that is not nil.
func first[C any](extensions []Extension, t reflect2.Type, make func(Extension, reflect2.Type) C) (c C, ok bool) {
	for _, x := range extensions {
		if c = make(x, t); any(c) != nil {
			return c, true
		}
	}
	return c, false
}

// custom returns what extensions and registrations have for t. ok is false if t is written or read as usual.
func (d *direction[C]) custom(e *engine, t reflect.Type) (c C, ok bool) {
	t2 := reflect2.Type2(t)
	usual := &wholeCodec{e: e, t: t, bare: true}
	if c, ok = first(e.extensions, t2, d.create); !ok {
		c = d.registered(t.String())
		ok = any(c) != nil
	}
	if !ok {
		c = d.whole(usual)
		if t.Kind() == reflect.Struct && !d.own(t) {
			if s := e.describe(t).codec; s != nil {
				c = d.members(s)
			}
		} else if t.Kind() == reflect.Map && !d.own(t) {
			if key, some := first(e.extensions, reflect2.Type2(t.Key()), d.createKey); some {
				c = d.entries(e, t, key)
			}
		}
	}
	for _, x := range e.extensions {
		c = d.decorate(x, t2, c)
	}
	return c, any(c) != nil && any(c) != any(usual)
}

// implements reports whether t or *t has the methods of one of the interfaces.
func implements(t reflect.Type, interfaces ...reflect.Type) bool {
	for _, i := range interfaces {
		if t.Implements(i) || reflect.PointerTo(t).Implements(i) {
			return true
		}
	}
	return false
}

func writesItself(t reflect.Type) bool {
	return implements(t, reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[codec.Marshaler](), reflect.TypeFor[Any]())
}

func readsItself(t reflect.Type) bool {
	return implements(t, reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](), reflect.TypeFor[codec.Unmarshaler]())
}

// empty reports whether the value at ptr is what omitempty leaves out.
func empty(t reflect.Type, ptr unsafe.Pointer) bool {
	v := reflect.NewAt(t, ptr).Elem()
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// write writes the value of type t at ptr to stream, with its own codec or without.
func (e *engine) write(t reflect.Type, ptr unsafe.Pointer, stream *Stream, bare bool) {
	stream.value(e, reflect.NewAt(t, ptr).Interface(), bare)
}

// read reads the next value into the value of type t at ptr, with its own codec or without.
func (e *engine) read(t reflect.Type, ptr unsafe.Pointer, iter *Iterator, bare bool) {
	if iter.peek() == 0 {
		iter.wrong("decode", "a value", 0)
		return
	}
	iter.value(e, "decode", reflect.NewAt(t, ptr).Interface(), bare)
}

// wholeCodec writes and reads values of t, with all codecs.
type wholeCodec struct {
	e    *engine
	t    reflect.Type
	bare bool         // without the codec for t itself
	kind reflect.Kind // of values that the Stream or Iterator handles itself, which is faster for single values
}

func (c *wholeCodec) Encode(ptr unsafe.Pointer, stream *Stream) {
	if !stream.basic(c, ptr) {
		c.e.write(c.t, ptr, stream, c.bare)
	}
}

func (c *wholeCodec) Decode(ptr unsafe.Pointer, iter *Iterator) {
	if !iter.basic(c.kind, ptr) {
		c.e.read(c.t, ptr, iter, c.bare)
	}
}

func (c *wholeCodec) IsEmpty(ptr unsafe.Pointer) bool { return empty(c.t, ptr) }

// basicKind returns the kind of t if values of t are written and read by their kind alone, otherwise Invalid.
func (e *engine) basicKind(t reflect.Type) reflect.Kind {
	switch k := t.Kind(); k {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Float64, reflect.String:
		if e.plan.CodecOf(t) == nil && !writesItself(t) && !readsItself(t) && t != reflect.TypeFor[json.Number]() {
			return k
		}
	}
	return reflect.Invalid
}

// basic reads a value of a basic kind, if the input has one in its usual form. Otherwise it reads nothing.
func (iter *Iterator) basic(kind reflect.Kind, ptr unsafe.Pointer) bool {
	if kind == reflect.Invalid || !iter.lent {
		return false
	}
	c := iter.peek()
	switch kind {
	case reflect.String:
		if c != '"' || iter.in.Dirty {
			return false
		}
		*(*string)(ptr) = string(iter.text())
		return true
	case reflect.Bool:
		if c != 't' && c != 'f' {
			return false
		}
		*(*bool)(ptr) = iter.ReadBool()
		return true
	case reflect.Float64:
		v, n, ok := num.ReadFloat64(unsafe.Pointer(&iter.buf[min(iter.head, len(iter.buf)-1)]))
		if !ok || kinds[c] != NumberValue {
			return false
		}
		*(*float64)(ptr) = v
		iter.head += n
		return true
	}
	size := sizes[kind]
	v, ok := iter.small(1<<(size*8-1)-1, true)
	if !ok {
		return false
	}
	switch size {
	case 1:
		*(*int8)(ptr) = int8(v)
	case 2:
		*(*int16)(ptr) = int16(v)
	case 4:
		*(*int32)(ptr) = int32(v)
	case 8:
		*(*int64)(ptr) = v
	}
	return true
}

// sizes has the bytes that integers take.
var sizes = [...]uintptr{reflect.Int: unsafe.Sizeof(0), reflect.Int8: 1, reflect.Int16: 2, reflect.Int32: 4, reflect.Int64: 8, reflect.String: 0}

// basic appends a value of a basic kind, if it can be written without zetes.
func (stream *Stream) basic(c *wholeCodec, ptr unsafe.Pointer) bool {
	switch c.kind {
	case reflect.String:
		stream.set(kernel.AppendString(stream.buf, *(*string)(ptr), kernel.EscapeSetOf(c.e.plan.Options, c.e.plan.Release)))
	case reflect.Bool:
		stream.WriteBool(*(*bool)(ptr))
	case reflect.Int:
		stream.WriteInt(*(*int)(ptr))
	case reflect.Int8:
		stream.WriteInt8(*(*int8)(ptr))
	case reflect.Int16:
		stream.WriteInt16(*(*int16)(ptr))
	case reflect.Int32:
		stream.WriteInt32(*(*int32)(ptr))
	case reflect.Int64:
		stream.WriteInt64(*(*int64)(ptr))
	default:
		return false
	}
	return true
}

// of returns what writes or reads values of t, which is in use or calls what is. known has it for each type.
func (d *direction[C]) of(e *engine, t reflect.Type, known *sync.Map) C {
	if c, ok := known.Load(t); ok {
		return c.(C)
	}
	var c C
	ok := false
	if e.custom {
		c, ok = d.custom(e, t)
	}
	if !ok {
		c = d.whole(&wholeCodec{e: e, t: t, kind: e.basicKind(t)})
	}
	kept, _ := known.LoadOrStore(t, c)
	return kept.(C)
}

func (e *engine) encoderOf(t reflect.Type) ValEncoder { return writes.of(e, t, &e.encoders) }
func (e *engine) decoderOf(t reflect.Type) ValDecoder { return reads.of(e, t, &e.decoders) }

// EncoderOf returns the encoder for typ. As reflect2.PtrOf does, it takes a value that is a pointer in an interface, such
// as a map, as that pointer.
func (f *frozen) EncoderOf(typ reflect2.Type) ValEncoder {
	enc := f.engine().encoderOf(typ.Type1())
	if typ.LikePtr() {
		return pointerEncoder{enc}
	}
	return enc
}

// pointerEncoder takes the pointer itself that its encoder wants a pointer to.
type pointerEncoder struct{ enc ValEncoder }

func (p pointerEncoder) Encode(ptr unsafe.Pointer, stream *Stream) {
	p.enc.Encode(unsafe.Pointer(&ptr), stream)
}

func (p pointerEncoder) IsEmpty(ptr unsafe.Pointer) bool { return p.enc.IsEmpty(unsafe.Pointer(&ptr)) }

// DecoderOf returns the decoder for the type that the pointer type typ leads to.
func (f *frozen) DecoderOf(typ reflect2.Type) ValDecoder {
	t := typ.Type1()
	if t.Kind() != reflect.Pointer {
		return decoderFunc{func(_ unsafe.Pointer, iter *Iterator) {
			iter.ReportError("DecoderOf", t.String()+" is not a pointer type")
		}}
	}
	return f.engine().decoderOf(t.Elem())
}

// mapEncoder writes a map whose keys have an encoder.
type mapEncoder struct {
	e   *engine
	t   reflect.Type
	key ValEncoder
}

func (m *mapEncoder) IsEmpty(ptr unsafe.Pointer) bool { return empty(m.t, ptr) }

func (m *mapEncoder) Encode(ptr unsafe.Pointer, stream *Stream) {
	v := reflect.NewAt(m.t, ptr).Elem()
	if v.IsNil() {
		stream.WriteNil()
		return
	}
	elem := m.e.encoderOf(m.t.Elem())
	entries := make([]entry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		key, value := reflect.New(m.t.Key()), reflect.New(m.t.Elem())
		key.Elem().Set(it.Key())
		value.Elem().Set(it.Value())
		s := m.e.owner.BorrowStream(nil)
		s.Attachment, s.level = stream.Attachment, stream.level
		m.key.Encode(key.UnsafePointer(), s)
		name := string(s.buf)
		if s.Error != nil {
			stream.fail(s.Error)
			return
		}
		m.e.owner.ReturnStream(s)
		entries = append(entries, entry{name, value.UnsafePointer()})
	}
	if m.e.cfg.SortMapKeys {
		sortEntries(entries)
	}
	stream.WriteObjectStart()
	for i, x := range entries {
		if i > 0 {
			stream.WriteMore()
		}
		stream.WriteRaw(x.name)
		stream.WriteRaw(":")
		elem.Encode(x.value, stream)
	}
	stream.WriteObjectEnd()
}

// mapDecoder reads a map whose keys have a decoder.
type mapDecoder struct {
	e   *engine
	t   reflect.Type
	key ValDecoder
}

func (m *mapDecoder) Decode(ptr unsafe.Pointer, iter *Iterator) {
	v := reflect.NewAt(m.t, ptr).Elem()
	if iter.ReadNil() {
		v.SetZero()
		return
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(m.t))
	}
	elem := m.e.decoderOf(m.t.Elem())
	iter.each("decode a map", '{', func() bool {
		iter.peek()
		key, value := reflect.New(m.t.Key()), reflect.New(m.t.Elem())
		m.key.Decode(key.UnsafePointer(), iter)
		if c := iter.next(); c != ':' {
			iter.wrong("decode a map", ": after object field", c)
			return false
		}
		elem.Decode(value.UnsafePointer(), iter)
		if iter.failed() {
			return false
		}
		v.SetMapIndex(key.Elem(), value.Elem())
		return true
	})
}

// entry is a member that is about to be written.
type entry struct {
	name  string
	value unsafe.Pointer
}

func sortEntries(list []entry) {
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
}
