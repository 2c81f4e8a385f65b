package codec

import (
	"encoding"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	zcodec "github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/scan"
)

// Selfer is implemented by types that write and read themselves: they call Encode and Decode once, with another value.
type Selfer interface {
	CodecEncodeSelf(*Encoder)
	CodecDecodeSelf(*Decoder)
}

// InterfaceExt writes a value of a type as another value, and reads it from one.
type InterfaceExt interface {
	// ConvertExt returns what to write in place of v, which is a pointer if the type is a struct or an array.
	ConvertExt(v any) any
	// UpdateExt sets what dst points to by src, which is what an any reads.
	UpdateExt(dst any, src any)
}

// BytesExt is an extension for binary formats.
type BytesExt interface {
	WriteExt(v any) []byte
	ReadExt(dst any, src []byte)
}

// Ext is both kinds of extension. JSON uses [InterfaceExt].
type Ext interface {
	BytesExt
	InterfaceExt
}

// SelfExt leaves a type as it is without an extension.
var SelfExt Ext = selfExt{}

type selfExt struct{}

func (selfExt) WriteExt(any) []byte  { return nil }
func (selfExt) ReadExt(any, []byte)  {}
func (selfExt) ConvertExt(v any) any { return v }
func (selfExt) UpdateExt(any, any)   {}

// Raw is a JSON value as text. It is written only with [EncodeOptions].Raw.
type Raw []byte

// MapBySlice is implemented by slices that go/codec writes as objects. Here they are an error.
type MapBySlice interface{ MapBySlice() }

// MissingFielder is implemented by structs that go/codec gives members without a field. Here they are an error.
type MissingFielder interface {
	CodecMissingField(field []byte, value any) bool
	CodecMissingFields() map[string]any
}

// codecFor returns the codec of a type whose form differs from that of encoding/json.
func (h *JsonHandle) codecFor(t reflect.Type) (c zcodec.Codec, ok bool) {
	p := reflect.PointerTo(t)
	if ext, ok := h.exts[t]; ok {
		return h.byExt(t, ext), ext != nil && ext != InterfaceExt(SelfExt)
	}
	if impl := h.impls[t]; impl != nil {
		return zcodec.ForType(t, nil, func(r *zcodec.Reader, v any) { h.readImpl(r, reflect.ValueOf(v).Elem(), impl) }), true
	}
	switch {
	case t == reflect.TypeFor[any]():
		return zcodec.For(nil, h.readAny), true
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface:
		return c, false
	case t == reflect.TypeFor[Raw]():
		return zcodec.For(h.writeRaw, func(r *zcodec.Reader, v *Raw) { *v = append(Raw(nil), r.Raw()...) }), true
	case p.Implements(reflect.TypeFor[Selfer]()):
		return zcodec.ForType(t, func(w *zcodec.Writer, v any) { v.(Selfer).CodecEncodeSelf(&Encoder{h: h, w: w}) },
			func(r *zcodec.Reader, v any) { v.(Selfer).CodecDecodeSelf(&Decoder{h: h, r: r, lent: true}) }), true
	case p.Implements(reflect.TypeFor[MissingFielder]()) || p.Implements(reflect.TypeFor[MapBySlice]()):
		err := fmt.Errorf("codec: MissingFielder and MapBySlice, which %v implements, are not served", t)
		return zcodec.ForType(t, func(w *zcodec.Writer, _ any) { w.Fail(err) }, func(r *zcodec.Reader, _ any) { r.Fail(err) }), true
	case t == reflect.TypeFor[time.Time]():
		return zcodec.For(h.writeTime, h.readTime), !h.TimeNotBuiltin
	case p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return c, false
	case t.Kind() == reflect.Map && t.Key() == reflect.TypeFor[any]():
		return zcodec.ForType(t, h.writeAnyMap, nil), true
	case t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64:
		return zcodec.ForType(t, writeFloat, nil), true
	case (t.Kind() == reflect.Array || t.Kind() == reflect.Slice) && t.Elem().Kind() == reflect.Uint8:
		named := t.Elem() != reflect.TypeFor[byte]()
		if h.RawBytesExt != nil && t.Kind() == reflect.Slice && !named {
			return h.byExt(t, h.RawBytesExt), true
		}
		return zcodec.ForType(t, h.writeBytes, h.readBytes), named || t.Kind() == reflect.Array || len(h.BytesFormat) > 0 || h.NilCollectionToZeroLength
	}
	return c, false
}

func (h *JsonHandle) byExt(t reflect.Type, ext InterfaceExt) zcodec.Codec {
	pointer := t.Kind() == reflect.Struct || t.Kind() == reflect.Array
	return zcodec.ForType(t, func(w *zcodec.Writer, v any) {
		if !pointer {
			v = reflect.ValueOf(v).Elem().Interface()
		}
		h.api.WriteValue(w, ext.ConvertExt(v))
	}, func(r *zcodec.Reader, v any) {
		if r.Null() {
			reflect.ValueOf(v).Elem().SetZero()
			return
		}
		var x any
		if h.api.ReadValue(r, &x); r.Err() == nil {
			ext.UpdateExt(v, x)
		}
	})
}

// readImpl reads a value into the interface v, as a new value of type impl if it is nil.
func (h *JsonHandle) readImpl(r *zcodec.Reader, v reflect.Value, impl reflect.Type) {
	if r.Null() {
		v.SetZero()
		return
	}
	value := reflect.New(impl)
	if !v.IsNil() && v.Elem().Type() == impl {
		value.Elem().Set(v.Elem())
	}
	if h.api.ReadValue(r, value.Interface()); r.Err() == nil {
		v.Set(value.Elem())
	}
}

// readAny reads a value of any kind, into what v holds if that is a pointer.
func (h *JsonHandle) readAny(r *zcodec.Reader, v *any) {
	if old := reflect.ValueOf(*v); !h.InterfaceReset && old.Kind() == reflect.Pointer && !old.IsNil() && r.Peek() != zcodec.Null {
		h.api.ReadValue(r, *v)
		return
	}
	*v = h.readNew(r)
}

func (h *JsonHandle) readNew(r *zcodec.Reader) any {
	switch r.Peek() {
	case zcodec.Bool:
		return r.Bool()
	case zcodec.String:
		return r.String()
	case zcodec.Number:
		return h.number(r)
	case zcodec.Array:
		list := []any{}
		for range r.Array() {
			list = append(list, h.readNew(r))
		}
		return list
	case zcodec.Object:
		if h.MapType == nil && h.MapKeyAsString || h.MapType == reflect.TypeFor[map[string]any]() {
			m := map[string]any{}
			for name := range r.Object() {
				m[name] = h.readNew(r)
			}
			return m
		}
		m := map[any]any{}
		for name := range r.Object() {
			m[name] = h.readNew(r)
		}
		return m
	}
	if !r.Null() {
		r.Skip() // the reader says what is wrong
	}
	return nil
}

// number reads a number, as an integer if it looks like one.
func (h *JsonHandle) number(r *zcodec.Reader) (v any) {
	text := r.Number()
	var err error
	switch {
	case h.PreferFloat || strings.ContainsAny(text, ".eE"):
		v, err = strconv.ParseFloat(text, 64)
	case h.SignedInteger || strings.HasPrefix(text, "-"):
		v, err = strconv.ParseInt(text, 10, 64)
	default:
		v, err = strconv.ParseUint(text, 10, 64)
	}
	if err != nil {
		r.Fail(err)
		return nil
	}
	return v
}

func (h *JsonHandle) writeRaw(w *zcodec.Writer, v *Raw) {
	switch {
	case !h.Raw:
		w.Fail(fmt.Errorf("codec: Raw values cannot be encoded without the option Raw"))
	case *v == nil:
		w.Null()
	default:
		w.Raw(*v)
	}
}

// writeFloat writes a float with a point or an exponent, so that it reads back as a float.
func writeFloat(w *zcodec.Writer, v any) {
	var f float64
	bits := 64
	if p, ok := v.(*float64); ok {
		f = *p
	} else {
		r := reflect.ValueOf(v).Elem()
		f, bits = r.Float(), r.Type().Bits()
	}
	var memory [num.Room]byte
	text, a := memory[:0], math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		w.Null()
		return
	case a == 0:
		text = strconv.AppendFloat(text, f, 'f', 1, bits)
	case a < 1e-6 || a >= 1e21:
		text = strconv.AppendFloat(text, f, 'e', -1, bits)
	case f == math.Trunc(f) && (a < 1<<23 || a < 1<<52 && bits == 64):
		text = append(num.AppendInt(text, int64(f)), ".0"...)
	case bits == 64:
		text = scan.AppendFloat64(text, f)
	default:
		text = strconv.AppendFloat(text, f, 'f', -1, bits)
	}
	w.Number(string(text))
}

// units are the formats of times that are numbers.
var units = map[string]time.Duration{"unix": time.Second, "unixmilli": time.Millisecond, "unixmicro": time.Microsecond, "unixnano": time.Nanosecond}

func (h *JsonHandle) writeTime(w *zcodec.Writer, t *time.Time) {
	layout := time.RFC3339Nano
	if len(h.TimeFormat) > 0 {
		layout = h.TimeFormat[0]
	}
	switch unit := units[layout]; {
	case t.IsZero():
		w.Null()
	case unit != 0:
		w.UnixTime(*t, unit)
	default:
		w.Time(*t, layout)
	}
}

func (h *JsonHandle) readTime(r *zcodec.Reader, t *time.Time) {
	unit, layouts := time.Second, []string{}
	for _, layout := range h.TimeFormat {
		if u, ok := units[layout]; ok {
			unit = u
		} else {
			layouts = append(layouts, layout)
		}
	}
	switch r.Peek() {
	case zcodec.Null:
		r.Null()
		*t = time.Time{}
	case zcodec.Number:
		*t = r.UnixTime(unit)
	default:
		text := r.String()
		var err error
		for _, layout := range append(layouts, time.RFC3339Nano) {
			var parsed time.Time
			if parsed, err = time.Parse(layout, text); err == nil {
				*t = parsed
				return
			}
		}
		r.Fail(err)
	}
}

type hexadecimal struct{}

func (hexadecimal) EncodeToString(b []byte) string           { return hex.EncodeToString(b) }
func (hexadecimal) DecodeString(text string) ([]byte, error) { return hex.DecodeString(text) }

// bytesFormats are those of bytes that are strings.
var bytesFormats = map[string]interface {
	EncodeToString([]byte) string
	DecodeString(string) ([]byte, error)
}{"base64": base64.StdEncoding, "base64url": base64.URLEncoding, "base32": base32.StdEncoding, "base32hex": base32.HexEncoding, "base16": hexadecimal{}, "hex": hexadecimal{}}

func (h *JsonHandle) formats() []string {
	if len(h.BytesFormat) == 0 {
		return []string{"base64"}
	}
	return h.BytesFormat
}

// writeBytes writes a slice or an array of bytes. Bytes of a named type are an array of numbers.
func (h *JsonHandle) writeBytes(w *zcodec.Writer, v any) {
	r := reflect.ValueOf(v).Elem()
	none, format := r.Kind() == reflect.Slice && r.IsNil(), h.formats()[0]
	switch {
	case none && !h.NilCollectionToZeroLength:
		w.Null()
	case none || format == "array" || r.Type().Elem() != reflect.TypeFor[byte]():
		w.BeginArray()
		for i := range r.Len() {
			h.api.WriteValue(w, r.Index(i).Addr().Interface())
		}
		w.EndArray()
	default:
		w.String(bytesFormats[format].EncodeToString(r.Bytes()))
	}
}

// readBytes reads a slice or an array of bytes, from a string or an array of numbers, of which an array keeps those that fit.
func (h *JsonHandle) readBytes(r *zcodec.Reader, v any) {
	target := reflect.ValueOf(v).Elem()
	list := reflect.New(reflect.SliceOf(target.Type().Elem())).Elem()
	switch r.Peek() {
	case zcodec.Null:
		r.Null()
	case zcodec.Array:
		list.SetBytes([]byte{})
		for range r.Array() {
			b := reflect.New(list.Type().Elem())
			h.api.ReadValue(r, b.Interface())
			list = reflect.Append(list, b.Elem())
		}
	default:
		text := r.String()
		err := fmt.Errorf("codec: bytes in none of the formats %v", h.formats())
		for _, name := range h.formats() {
			if f := bytesFormats[name]; f != nil && err != nil {
				if read, wrong := f.DecodeString(text); wrong == nil {
					err = nil
					list.SetBytes(read)
				}
			}
		}
		if err == nil && target.Kind() == reflect.Array && list.Len() > target.Len() {
			err = fmt.Errorf("codec: %d bytes do not fit into a %v", list.Len(), target.Type())
		}
		if err != nil {
			r.Fail(err)
		}
	}
	if r.Err() != nil {
		return
	}
	if target.Kind() == reflect.Slice {
		target.Set(list)
	} else {
		target.SetZero()
		reflect.Copy(target, list)
	}
}

// writeAnyMap writes a map whose keys are of any type. Two keys with one name are an error.
func (h *JsonHandle) writeAnyMap(w *zcodec.Writer, v any) {
	m := reflect.ValueOf(v).Elem()
	if m.IsNil() && !h.NilCollectionToZeroLength {
		w.Null()
		return
	}
	var few [8]namedValue
	list := slices.Grow(few[:0], m.Len())
	add := func(key, value any) {
		name, ok := key.(string)
		if !ok {
			var room [24]byte
			text, err := anyName(room[:0], &key)
			if err != nil {
				w.Fail(err)
			}
			name = string(text)
		}
		list = append(list, namedValue{name, value})
	}
	if p, ok := v.(*map[any]any); ok {
		for key, value := range *p {
			add(key, value)
		}
	} else {
		for at := m.MapRange(); at.Next(); {
			add(at.Key().Interface(), at.Value().Interface())
		}
	}
	slices.SortFunc(list, func(a, b namedValue) int { return strings.Compare(a.name, b.name) })
	w.BeginObject()
	for i, x := range list {
		if i > 0 && x.name == list[i-1].name {
			w.Fail(fmt.Errorf("codec: two keys of a map have the name %q", x.name))
		}
		w.Name(x.name)
		h.api.WriteValue(w, x.value)
	}
	w.EndObject()
}

// namedValue is an entry of a map that is about to be written.
type namedValue struct {
	name  string
	value any
}

// anyName appends the name for a key of a map[any]any.
func anyName(dst []byte, key *any) ([]byte, error) {
	switch r := reflect.ValueOf(*key); {
	case !r.IsValid():
		return append(dst, "null"...), nil
	case r.Kind() == reflect.String:
		return append(dst, r.String()...), nil
	case r.CanInt():
		return strconv.AppendInt(dst, r.Int(), 10), nil
	case r.CanUint():
		return strconv.AppendUint(dst, r.Uint(), 10), nil
	case r.CanFloat():
		return strconv.AppendFloat(dst, r.Float(), 'g', -1, 64), nil
	case r.Kind() == reflect.Bool:
		return strconv.AppendBool(dst, r.Bool()), nil
	}
	if m, ok := (*key).(encoding.TextMarshaler); ok {
		if r := reflect.ValueOf(m); r.Kind() == reflect.Pointer && r.IsNil() {
			return dst, nil // as in encoding/json
		}
		text, err := m.MarshalText()
		return append(dst, text...), err
	}
	return dst, fmt.Errorf("codec: a %T cannot be a key", *key)
}

func boolName(dst []byte, key *bool) ([]byte, error) { return strconv.AppendBool(dst, *key), nil }

func boolKey(name string, key *bool) error {
	if *key = name == "true"; !*key && name != "false" {
		return fmt.Errorf("codec: %q is neither true nor false", name)
	}
	return nil
}

func anyKey(name string, key *any) error {
	*key = name
	return nil
}
