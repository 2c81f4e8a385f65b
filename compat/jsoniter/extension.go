package jsoniter

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/modern-go/reflect2"
)

// ValDecoder reads a value: ptr points to it.
type ValDecoder interface {
	Decode(ptr unsafe.Pointer, iter *Iterator)
}

// ValEncoder writes a value: ptr points to it. IsEmpty decides what the tag option omitempty leaves out.
type ValEncoder interface {
	IsEmpty(ptr unsafe.Pointer) bool
	Encode(ptr unsafe.Pointer, stream *Stream)
}

// DecoderFunc is a ValDecoder as a function.
type DecoderFunc func(ptr unsafe.Pointer, iter *Iterator)

// EncoderFunc is the Encode of a ValEncoder as a function.
type EncoderFunc func(ptr unsafe.Pointer, stream *Stream)

type decoderFunc struct{ f DecoderFunc }

func (d decoderFunc) Decode(ptr unsafe.Pointer, iter *Iterator) { d.f(ptr, iter) }

type encoderFunc struct {
	f     EncoderFunc
	empty func(unsafe.Pointer) bool
}

func (e encoderFunc) Encode(ptr unsafe.Pointer, stream *Stream) { e.f(ptr, stream) }

func (e encoderFunc) IsEmpty(ptr unsafe.Pointer) bool { return e.empty != nil && e.empty(ptr) }

// Extension changes how types are written and read. Its methods are called once for each type that occurs, and again
// after something has been registered.
//
// A decoder or encoder that CreateDecoder or CreateEncoder returns is used in place of the usual one, and
// DecorateDecoder and DecorateEncoder get the one that is used, and return it or another one. UpdateStructDescriptor
// changes the members of a struct.
type Extension interface {
	UpdateStructDescriptor(structDescriptor *StructDescriptor)
	CreateMapKeyDecoder(typ reflect2.Type) ValDecoder
	CreateMapKeyEncoder(typ reflect2.Type) ValEncoder
	CreateDecoder(typ reflect2.Type) ValDecoder
	CreateEncoder(typ reflect2.Type) ValEncoder
	DecorateDecoder(typ reflect2.Type, decoder ValDecoder) ValDecoder
	DecorateEncoder(typ reflect2.Type, encoder ValEncoder) ValEncoder
}

// DummyExtension changes nothing: for extensions that embed it and have some methods of their own.
type DummyExtension struct{}

// UpdateStructDescriptor does nothing.
func (extension *DummyExtension) UpdateStructDescriptor(structDescriptor *StructDescriptor) {}

// CreateMapKeyDecoder returns nil.
func (extension *DummyExtension) CreateMapKeyDecoder(typ reflect2.Type) ValDecoder { return nil }

// CreateMapKeyEncoder returns nil.
func (extension *DummyExtension) CreateMapKeyEncoder(typ reflect2.Type) ValEncoder { return nil }

// CreateDecoder returns nil.
func (extension *DummyExtension) CreateDecoder(typ reflect2.Type) ValDecoder { return nil }

// CreateEncoder returns nil.
func (extension *DummyExtension) CreateEncoder(typ reflect2.Type) ValEncoder { return nil }

// DecorateDecoder returns decoder.
func (extension *DummyExtension) DecorateDecoder(typ reflect2.Type, decoder ValDecoder) ValDecoder {
	return decoder
}

// DecorateEncoder returns encoder.
func (extension *DummyExtension) DecorateEncoder(typ reflect2.Type, encoder ValEncoder) ValEncoder {
	return encoder
}

// EncoderExtension is an Extension with an encoder for each of its types.
type EncoderExtension map[reflect2.Type]ValEncoder

// UpdateStructDescriptor does nothing.
func (extension EncoderExtension) UpdateStructDescriptor(structDescriptor *StructDescriptor) {}

// CreateMapKeyDecoder returns nil.
func (extension EncoderExtension) CreateMapKeyDecoder(typ reflect2.Type) ValDecoder { return nil }

// CreateMapKeyEncoder returns nil.
func (extension EncoderExtension) CreateMapKeyEncoder(typ reflect2.Type) ValEncoder { return nil }

// CreateDecoder returns nil.
func (extension EncoderExtension) CreateDecoder(typ reflect2.Type) ValDecoder { return nil }

// CreateEncoder returns the encoder for typ.
func (extension EncoderExtension) CreateEncoder(typ reflect2.Type) ValEncoder { return extension[typ] }

// DecorateDecoder returns decoder.
func (extension EncoderExtension) DecorateDecoder(typ reflect2.Type, decoder ValDecoder) ValDecoder {
	return decoder
}

// DecorateEncoder returns encoder.
func (extension EncoderExtension) DecorateEncoder(typ reflect2.Type, encoder ValEncoder) ValEncoder {
	return encoder
}

// DecoderExtension is an Extension with a decoder for each of its types.
type DecoderExtension map[reflect2.Type]ValDecoder

// UpdateStructDescriptor does nothing.
func (extension DecoderExtension) UpdateStructDescriptor(structDescriptor *StructDescriptor) {}

// CreateMapKeyDecoder returns nil.
func (extension DecoderExtension) CreateMapKeyDecoder(typ reflect2.Type) ValDecoder { return nil }

// CreateMapKeyEncoder returns nil.
func (extension DecoderExtension) CreateMapKeyEncoder(typ reflect2.Type) ValEncoder { return nil }

// CreateDecoder returns the decoder for typ.
func (extension DecoderExtension) CreateDecoder(typ reflect2.Type) ValDecoder { return extension[typ] }

// CreateEncoder returns nil.
func (extension DecoderExtension) CreateEncoder(typ reflect2.Type) ValEncoder { return nil }

// DecorateDecoder returns decoder.
func (extension DecoderExtension) DecorateDecoder(typ reflect2.Type, decoder ValDecoder) ValDecoder {
	return decoder
}

// DecorateEncoder returns encoder.
func (extension DecoderExtension) DecorateEncoder(typ reflect2.Type, encoder ValEncoder) ValEncoder {
	return encoder
}

// registry has what is registered for all configurations. Each registration makes a new generation.
var registry registered

type registered struct {
	generation atomic.Uint64

	mu            sync.RWMutex
	extensions    []Extension
	typeEncoders  map[string]ValEncoder
	typeDecoders  map[string]ValDecoder
	fieldEncoders map[[2]string]ValEncoder
	fieldDecoders map[[2]string]ValDecoder
}

// read returns the extensions, their generation, and whether anything is registered.
func (r *registered) read() (extensions []Extension, generation uint64, some bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	some = len(r.extensions)+len(r.typeEncoders)+len(r.typeDecoders)+len(r.fieldEncoders)+len(r.fieldDecoders) > 0
	return slices.Clone(r.extensions), r.generation.Load(), some
}

// change makes a new generation by f.
func (r *registered) change(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
	r.generation.Add(1)
}

// set returns a copy of m with one more entry.
func set[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	if m = maps.Clone(m); m == nil {
		m = map[K]V{}
	}
	m[k] = v
	return m
}

func (r *registered) typeEncoder(typ string) ValEncoder {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.typeEncoders[typ]
}

func (r *registered) typeDecoder(typ string) ValDecoder {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.typeDecoders[typ]
}

func (r *registered) field(typ, field string) (ValEncoder, ValDecoder) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.fieldEncoders[[2]string{typ, field}], r.fieldDecoders[[2]string{typ, field}]
}

// RegisterExtension adds an extension to all configurations.
func RegisterExtension(extension Extension) {
	registry.change(func() { registry.extensions = append(registry.extensions, extension) })
}

// RegisterTypeDecoder makes all configurations read values of the type with that name, such as time.Time, with decoder.
func RegisterTypeDecoder(typ string, decoder ValDecoder) {
	registry.change(func() { registry.typeDecoders = set(registry.typeDecoders, typ, decoder) })
}

// RegisterTypeDecoderFunc is [RegisterTypeDecoder] with a function.
func RegisterTypeDecoderFunc(typ string, fun DecoderFunc) { RegisterTypeDecoder(typ, decoderFunc{fun}) }

// RegisterTypeEncoder makes all configurations write values of the type with that name with encoder.
func RegisterTypeEncoder(typ string, encoder ValEncoder) {
	registry.change(func() { registry.typeEncoders = set(registry.typeEncoders, typ, encoder) })
}

// RegisterTypeEncoderFunc is [RegisterTypeEncoder] with functions. isEmptyFunc may be nil: then no value is empty.
func RegisterTypeEncoderFunc(typ string, fun EncoderFunc, isEmptyFunc func(unsafe.Pointer) bool) {
	RegisterTypeEncoder(typ, encoderFunc{fun, isEmptyFunc})
}

// RegisterFieldDecoder makes all configurations read a field of the struct type with that name with decoder.
func RegisterFieldDecoder(typ string, field string, decoder ValDecoder) {
	registry.change(func() {
		registry.fieldDecoders = set(registry.fieldDecoders, [2]string{typ, field}, decoder)
	})
}

// RegisterFieldDecoderFunc is [RegisterFieldDecoder] with a function.
func RegisterFieldDecoderFunc(typ string, field string, fun DecoderFunc) {
	RegisterFieldDecoder(typ, field, decoderFunc{fun})
}

// RegisterFieldEncoder makes all configurations write a field of the struct type with that name with encoder.
func RegisterFieldEncoder(typ string, field string, encoder ValEncoder) {
	registry.change(func() {
		registry.fieldEncoders = set(registry.fieldEncoders, [2]string{typ, field}, encoder)
	})
}

// RegisterFieldEncoderFunc is [RegisterFieldEncoder] with functions. isEmptyFunc may be nil.
func RegisterFieldEncoderFunc(typ string, field string, fun EncoderFunc, isEmptyFunc func(unsafe.Pointer) bool) {
	RegisterFieldEncoder(typ, field, encoderFunc{fun, isEmptyFunc})
}

// IsEmbeddedPtrNil may be implemented by the encoder of a field, which then decides whether the field is there at all.
type IsEmbeddedPtrNil interface {
	IsEmbeddedPtrNil(ptr unsafe.Pointer) bool
}

// OptionalDecoder reads null as a nil pointer, and other values into what a pointer leads to.
type OptionalDecoder struct {
	ValueType    reflect2.Type
	ValueDecoder ValDecoder
}

// Decode reads a value.
func (decoder *OptionalDecoder) Decode(ptr unsafe.Pointer, iter *Iterator) {
	p := (*unsafe.Pointer)(ptr)
	if iter.ReadNil() {
		*p = nil
		return
	}
	if *p == nil {
		*p = decoder.ValueType.UnsafeNew()
	}
	decoder.ValueDecoder.Decode(*p, iter)
}

// OptionalEncoder writes a nil pointer as null, and otherwise what it leads to.
type OptionalEncoder struct{ ValueEncoder ValEncoder }

// Encode writes the pointer at ptr.
func (encoder *OptionalEncoder) Encode(ptr unsafe.Pointer, stream *Stream) {
	if p := *(*unsafe.Pointer)(ptr); p != nil {
		encoder.ValueEncoder.Encode(p, stream)
	} else {
		stream.WriteNil()
	}
}

// IsEmpty reports whether the pointer at ptr is nil.
func (encoder *OptionalEncoder) IsEmpty(ptr unsafe.Pointer) bool {
	return *(*unsafe.Pointer)(ptr) == nil
}
