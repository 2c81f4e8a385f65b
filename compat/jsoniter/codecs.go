package jsoniter

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/modern-go/reflect2"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// This file makes codecs of zetes from encoders and decoders of extensions, and the other way round. A type for which no
// extension has anything gets no codec.

// maxLevel is how deep codecs may call one another, which keeps a value that contains itself from filling the stack.
const maxLevel = 1000

// Decoders within decoders may hold as many bytes of text as heldTimes the whole value has, and heldLeast, so that the
// depth of a large value does not multiply its memory.
const (
	heldTimes = 16
	heldLeast = 8 << 20
)

var (
	errLevel = errors.New("jsoniter: encoders and decoders call one another too deep")
	errHeld  = errors.New("jsoniter: decoders within decoders hold too much text: the value is both large and deep")
)

// codecFor returns the codec for t, if an extension or a registration changes how it is written or read.
func (e *engine) codecFor(t reflect.Type) (codec.Codec, bool) {
	enc, dec := e.customEncoder(t), e.customDecoder(t)
	var write func(*codec.Writer, any)
	var read func(*codec.Reader, any)
	if enc != nil {
		write = func(w *codec.Writer, value any) {
			c := carriedBy(zetes.WriteContext(w))
			if err := c.enter(0); err != nil {
				w.Fail(err)
				return
			}
			s := e.owner.BorrowStream(nil)
			s.Attachment, s.nesting = c.attachment, c.nesting
			enc.Encode(reflect.ValueOf(value).UnsafePointer(), s)
			if s.Error != nil {
				w.Fail(s.Error)
			} else {
				w.Raw(s.buf)
			}
			e.owner.ReturnStream(s)
		}
	}
	if dec != nil {
		read = e.reading(dec)
	}
	if write == nil && read == nil {
		return codec.Codec{}, false
	}
	return codec.ForType(t, write, read), true
}

// reading returns the function of a codec that reads with dec.
func (e *engine) reading(dec ValDecoder) func(*codec.Reader, any) {
	return func(r *codec.Reader, value any) {
		c := carriedBy(zetes.ReadContext(r))
		text := r.Raw()
		if text == nil {
			return
		}
		if err := c.enter(len(text)); err != nil {
			r.Fail(err)
			return
		}
		iter := e.owner.BorrowIterator(text)
		iter.Attachment, iter.nesting = c.attachment, c.nesting
		dec.Decode(reflect.ValueOf(value).UnsafePointer(), iter)
		if iter.head < len(iter.buf) { // seldom: most decoders have read all, and text ends without white space
			if iter.peek(); !iter.failed() && iter.head < len(iter.buf) {
				iter.ReportError("decode", "the decoder has not read the whole value")
			}
		}
		if iter.failed() {
			r.Fail(iter.Error)
		}
		e.owner.ReturnIterator(iter)
	}
}

// pointerKeys returns the codec for a map whose keys are pointers that read themselves from a text. encoding/json writes
// such maps, and does not read them.
func (e *engine) pointerKeys(t reflect.Type) (codec.Codec, bool) {
	if t.Kind() != reflect.Map || t.Key().Kind() != reflect.Pointer || !t.Key().Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) || readsItself(t) {
		return codec.Codec{}, false
	}
	return codec.ForType(t, nil, e.reading(&mapDecoder{e, t, textKey{t.Key()}})), true
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

// customEncoder returns the encoder for t, or nil if it is written as usual.
func (e *engine) customEncoder(t reflect.Type) ValEncoder {
	t2 := reflect2.Type2(t)
	usual := &usualEncoder{e, t}
	enc := e.createdEncoder(t, t2)
	if enc == nil {
		enc = usual
		if t.Kind() == reflect.Struct && !writesItself(t) {
			if d := e.describe(t); d != nil {
				enc = d
			}
		} else if t.Kind() == reflect.Map && !writesItself(t) {
			for _, x := range e.extensions {
				if key := x.CreateMapKeyEncoder(reflect2.Type2(t.Key())); key != nil {
					enc = &mapEncoder{e, t, key}
					break
				}
			}
		}
	}
	for _, x := range e.extensions {
		enc = x.DecorateEncoder(t2, enc)
	}
	if enc == ValEncoder(usual) {
		return nil
	}
	return enc
}

func (e *engine) createdEncoder(t reflect.Type, t2 reflect2.Type) ValEncoder {
	for _, x := range e.extensions {
		if enc := x.CreateEncoder(t2); enc != nil {
			return enc
		}
	}
	return registry.typeEncoder(t.String())
}

// customDecoder returns the decoder for t, or nil if it is read as usual.
func (e *engine) customDecoder(t reflect.Type) ValDecoder {
	t2 := reflect2.Type2(t)
	usual := &usualDecoder{e, t}
	dec := e.createdDecoder(t, t2)
	if dec == nil {
		dec = usual
		if t.Kind() == reflect.Struct && !readsItself(t) {
			if d := e.describe(t); d != nil {
				dec = d
			}
		} else if t.Kind() == reflect.Map && !readsItself(t) {
			for _, x := range e.extensions {
				if key := x.CreateMapKeyDecoder(reflect2.Type2(t.Key())); key != nil {
					dec = &mapDecoder{e, t, key}
					break
				}
			}
		}
	}
	for _, x := range e.extensions {
		dec = x.DecorateDecoder(t2, dec)
	}
	if dec == ValDecoder(usual) {
		return nil
	}
	return dec
}

func (e *engine) createdDecoder(t reflect.Type, t2 reflect2.Type) ValDecoder {
	for _, x := range e.extensions {
		if dec := x.CreateDecoder(t2); dec != nil {
			return dec
		}
	}
	return registry.typeDecoder(t.String())
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

// usualEncoder writes values of t as usual, without the codec for t itself.
type usualEncoder struct {
	e *engine
	t reflect.Type
}

func (u *usualEncoder) Encode(ptr unsafe.Pointer, stream *Stream) { u.e.write(u.t, ptr, stream, true) }

func (u *usualEncoder) IsEmpty(ptr unsafe.Pointer) bool { return empty(u.t, ptr) }

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
	if stream.Error != nil {
		return
	}
	if stream.level > maxLevel {
		stream.fail(errLevel)
		return
	}
	api := carrying(e.api, carried{stream.Attachment, stream.nesting})
	value := reflect.NewAt(t, ptr).Interface()
	if !bare {
		stream.add(api.Append(stream.buf, value))
		return
	}
	w := codec.BorrowBytesWriter(nil)
	defer w.Release()
	if api.WriteDefault(w, value); w.Err() != nil {
		stream.fail(cause(w.Err()))
		return
	}
	stream.add(append(stream.buf, w.Bytes()...), nil)
}

// cause returns the error that a writer or reader has kept with a place of its own.
func cause(err error) error {
	if c := (*codec.Error)(nil); errors.As(err, &c) && c.Err != nil {
		return c.Err
	}
	return err
}

// usualDecoder reads values of t as usual, without the codec for t itself.
type usualDecoder struct {
	e *engine
	t reflect.Type
}

func (u *usualDecoder) Decode(ptr unsafe.Pointer, iter *Iterator) { u.e.read(u.t, ptr, iter, true) }

// read reads the next value into the value of type t at ptr, with its own codec or without.
func (e *engine) read(t reflect.Type, ptr unsafe.Pointer, iter *Iterator, bare bool) {
	if iter.level > maxLevel {
		iter.ReportError("decode", errLevel.Error())
		return
	}
	text := iter.whole("decode")
	if text == nil {
		if !iter.failed() {
			iter.wrong("decode", "a value", 0)
		}
		return
	}
	api := carrying(e.api, carried{iter.Attachment, iter.nesting})
	value := reflect.NewAt(t, ptr).Interface()
	var err error
	if bare {
		r := codec.BorrowBytesReader(text)
		defer r.Release()
		api.ReadDefault(r, value)
		err = cause(r.Err())
	} else {
		err = api.Unmarshal(text, value)
	}
	if err != nil && !iter.failed() {
		iter.Error = e.told(err)
	}
}

// wholeCodec writes and reads values of t, with all codecs.
type wholeCodec struct {
	e *engine
	t reflect.Type
}

func (c *wholeCodec) Encode(ptr unsafe.Pointer, stream *Stream) { c.e.write(c.t, ptr, stream, false) }
func (c *wholeCodec) Decode(ptr unsafe.Pointer, iter *Iterator) { c.e.read(c.t, ptr, iter, false) }
func (c *wholeCodec) IsEmpty(ptr unsafe.Pointer) bool           { return empty(c.t, ptr) }

// encoderOf returns the encoder for values of t, which is in use or calls what is.
func (e *engine) encoderOf(t reflect.Type) ValEncoder {
	if enc, ok := e.encoders.Load(t); ok {
		return enc.(ValEncoder)
	}
	var enc ValEncoder
	if e.custom {
		enc = e.customEncoder(t)
	}
	if enc == nil {
		enc = &wholeCodec{e, t}
	}
	kept, _ := e.encoders.LoadOrStore(t, enc)
	return kept.(ValEncoder)
}

func (e *engine) decoderOf(t reflect.Type) ValDecoder {
	if dec, ok := e.decoders.Load(t); ok {
		return dec.(ValDecoder)
	}
	var dec ValDecoder
	if e.custom {
		dec = e.customDecoder(t)
	}
	if dec == nil {
		dec = &wholeCodec{e, t}
	}
	kept, _ := e.decoders.LoadOrStore(t, dec)
	return kept.(ValDecoder)
}

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
		s.Attachment, s.nesting = stream.Attachment, stream.nesting
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
	if c := iter.next(); c != '{' {
		iter.wrong("decode a map", "{ or null", c)
		return
	}
	for first := true; !iter.failed(); first = false {
		c := iter.peek()
		if c == '}' {
			iter.head++
			return
		}
		if !first {
			if c != ',' {
				iter.wrong("decode a map", "a comma or }", c)
				return
			}
			iter.head++
			iter.peek()
		}
		key, value := reflect.New(m.t.Key()), reflect.New(m.t.Elem())
		m.key.Decode(key.UnsafePointer(), iter)
		if c = iter.next(); c != ':' {
			iter.wrong("decode a map", "a colon after a name", c)
			return
		}
		elem.Decode(value.UnsafePointer(), iter)
		if !iter.failed() {
			v.SetMapIndex(key.Elem(), value.Elem())
		}
	}
}

// entry is a member that is about to be written.
type entry struct {
	name  string
	value unsafe.Pointer
}

func sortEntries(list []entry) {
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
}
