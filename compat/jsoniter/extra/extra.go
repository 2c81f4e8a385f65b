// Package extra has the names of github.com/json-iterator/go/extra: extensions for all configurations of package
// jsoniter. Call its functions when the program starts.
package extra

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/modern-go/reflect2"
	"github.com/zetes-json/zetes/compat/jsoniter"
)

// LowerCaseWithUnderscores is a naming strategy: HelloWorld becomes hello_world. Each capital letter begins a word, so
// that UserID becomes user_i_d.
func LowerCaseWithUnderscores(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) {
			if i > 0 {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// SetNamingStrategy names the fields whose tag does not name them by translate. Unexported fields, and fields that begin
// with an underscore, keep their names.
func SetNamingStrategy(translate func(string) string) {
	jsoniter.RegisterExtension(&naming{translate: translate})
}

type naming struct {
	jsoniter.DummyExtension
	translate func(string) string
}

func (n *naming) UpdateStructDescriptor(d *jsoniter.StructDescriptor) {
	for _, b := range d.Fields {
		if first, _ := utf8.DecodeRuneInString(b.Field.Name()); unicode.IsLower(first) || first == '_' {
			continue
		}
		if tag, ok := b.Field.Tag().Lookup("json"); ok {
			if name, _, _ := strings.Cut(tag, ","); name != "" {
				continue
			}
		}
		name := n.translate(b.Field.Name())
		b.ToNames, b.FromNames = []string{name}, []string{name}
	}
}

// SupportPrivateFields makes unexported fields members of their structs, unless the tag is "-".
func SupportPrivateFields() { jsoniter.RegisterExtension(&private{}) }

type private struct{ jsoniter.DummyExtension }

func (*private) UpdateStructDescriptor(d *jsoniter.StructDescriptor) {
	for _, b := range d.Fields {
		if first, _ := utf8.DecodeRuneInString(b.Field.Name()); unicode.IsUpper(first) {
			continue
		}
		name, _, _ := strings.Cut(b.Field.Tag().Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			name = b.Field.Name()
		}
		b.ToNames, b.FromNames = []string{name}, []string{name}
	}
}

// RegisterTimeAsInt64Codec makes all times numbers of the unit precision since 1970.
func RegisterTimeAsInt64Codec(precision time.Duration) {
	if precision <= 0 {
		panic("extra: the precision of times must be positive")
	}
	jsoniter.RegisterTypeEncoder("time.Time", &timeNumber{int64(precision)})
	jsoniter.RegisterTypeDecoder("time.Time", &timeNumber{int64(precision)})
}

type timeNumber struct{ unit int64 }

func (c *timeNumber) Decode(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
	if iter.ReadNil() {
		return
	}
	n := iter.ReadInt64()
	second := int64(time.Second)
	if c.unit >= second {
		per := c.unit / second
		if n > math.MaxInt64/per || n < math.MinInt64/per {
			iter.ReportError("read a time", fmt.Sprintf("%d units of %v are out of range", n, time.Duration(c.unit)))
			return
		}
		*(*time.Time)(ptr) = time.Unix(n*per, 0)
		return
	}
	per := second / c.unit
	*(*time.Time)(ptr) = time.Unix(n/per, n%per*c.unit)
}

func (c *timeNumber) IsEmpty(ptr unsafe.Pointer) bool { return (*time.Time)(ptr).UnixNano() == 0 }

func (c *timeNumber) Encode(ptr unsafe.Pointer, stream *jsoniter.Stream) {
	t := *(*time.Time)(ptr)
	if c.unit >= int64(time.Second) {
		stream.WriteInt64(t.Unix() / (c.unit / int64(time.Second)))
		return
	}
	stream.WriteInt64(t.UnixNano() / c.unit)
}

// BinaryAsStringExtension writes a []byte as a string of its printable ASCII characters, with \x and two hexadecimal
// digits for each other byte and for a backslash.
type BinaryAsStringExtension struct{ jsoniter.DummyExtension }

var bytesType = reflect2.TypeOf([]byte(nil))

// CreateEncoder returns the encoder for []byte.
func (extension *BinaryAsStringExtension) CreateEncoder(typ reflect2.Type) jsoniter.ValEncoder {
	if typ == bytesType {
		return &binary{}
	}
	return nil
}

// CreateDecoder returns the decoder for []byte.
func (extension *BinaryAsStringExtension) CreateDecoder(typ reflect2.Type) jsoniter.ValDecoder {
	if typ == bytesType {
		return &binary{}
	}
	return nil
}

type binary struct{}

func (*binary) IsEmpty(ptr unsafe.Pointer) bool { return len(*(*[]byte)(ptr)) == 0 }

func (*binary) Encode(ptr unsafe.Pointer, stream *jsoniter.Stream) {
	b := *(*[]byte)(ptr)
	if b == nil {
		stream.WriteNil()
		return
	}
	var text strings.Builder
	for _, c := range b {
		if ' ' <= c && c <= '~' && c != '\\' {
			text.WriteByte(c)
		} else {
			fmt.Fprintf(&text, `\x%02x`, c)
		}
	}
	stream.WriteStringWithHTMLEscaped(text.String())
}

func (*binary) Decode(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
	if iter.ReadNil() {
		*(*[]byte)(ptr) = nil
		return
	}
	text := iter.ReadStringAsSlice()
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b = append(b, text[i])
			continue
		}
		if i+4 > len(text) || text[i+1] != 'x' {
			iter.ReportError("read bytes", `a backslash without x and two digits`)
			return
		}
		c, err := strconv.ParseUint(string(text[i+2:i+4]), 16, 8)
		if err != nil {
			iter.ReportError("read bytes", err.Error())
			return
		}
		b = append(b, byte(c))
		i += 3
	}
	*(*[]byte)(ptr) = b
}

// RegisterFuzzyDecoders makes strings accept numbers and booleans, numbers accept strings and booleans, integers accept
// fractions, which they drop, and structs and maps accept an empty array. The zetes.Config with Fuzzy does so by zetes
// itself, in one configuration only, and faster.
func RegisterFuzzyDecoders() {
	jsoniter.RegisterExtension(&emptyArrays{})
	jsoniter.RegisterTypeDecoderFunc("string", fuzzyString)
	jsoniter.RegisterTypeDecoderFunc("bool", fuzzyBool)
	jsoniter.RegisterTypeDecoderFunc("float32", func(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
		if f, ok := fuzzyFloat(iter, 32); ok {
			*(*float32)(ptr) = float32(f)
		}
	})
	jsoniter.RegisterTypeDecoderFunc("float64", func(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
		if f, ok := fuzzyFloat(iter, 64); ok {
			*(*float64)(ptr) = f
		}
	})
	register[int]()
	register[int8]()
	register[int16]()
	register[int32]()
	register[int64]()
	register[uint]()
	register[uint8]()
	register[uint16]()
	register[uint32]()
	register[uint64]()
}

// register makes the decoder for an integer type.
func register[T int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64]() {
	t := reflect.TypeFor[T]()
	jsoniter.RegisterTypeDecoderFunc(t.String(), func(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
		text, ok := fuzzyNumber(iter)
		if !ok {
			return
		}
		v := reflect.NewAt(t, ptr).Elem()
		if f, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, ".eE") {
			// The fraction is dropped.
			text = strconv.FormatFloat(math.Trunc(f), 'f', -1, 64)
			if text == "-0" {
				text = "0"
			}
		}
		var err error
		if v.CanInt() {
			var n int64
			if n, err = strconv.ParseInt(text, 10, t.Bits()); err == nil {
				v.SetInt(n)
			}
		} else {
			var n uint64
			if n, err = strconv.ParseUint(text, 10, t.Bits()); err == nil {
				v.SetUint(n)
			}
		}
		if err != nil {
			v.SetZero()
			iter.ReportError("fuzzy "+t.String(), fmt.Sprintf("%.40q is no %v", text, t))
		}
	})
}

// fuzzyNumber reads a value that can be a number, and returns its text: "0" for "" and false.
func fuzzyNumber(iter *jsoniter.Iterator) (text string, ok bool) {
	switch kind := iter.WhatIsNext(); kind {
	case jsoniter.NumberValue:
		text = string(iter.ReadNumber())
	case jsoniter.StringValue:
		if text = iter.ReadString(); text == "" {
			text = "0"
		}
	case jsoniter.BoolValue:
		if text = "0"; iter.ReadBool() {
			text = "1"
		}
	case jsoniter.NilValue:
		iter.Skip()
		return "", false
	default:
		iter.ReportError("fuzzy number", "neither a number nor a string")
	}
	return text, iter.Error == nil || iter.Error == io.EOF
}

func fuzzyFloat(iter *jsoniter.Iterator, bits int) (f float64, ok bool) {
	text, ok := fuzzyNumber(iter)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, bits)
	if err != nil {
		iter.ReportError("fuzzy float", fmt.Sprintf("%.40q is no float%d", text, bits))
		return 0, false
	}
	return f, true
}

func fuzzyString(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
	s := (*string)(ptr)
	switch iter.WhatIsNext() {
	case jsoniter.NumberValue:
		*s = string(iter.ReadNumber())
	case jsoniter.StringValue:
		*s = iter.ReadString()
	case jsoniter.BoolValue:
		*s = strconv.FormatBool(iter.ReadBool())
	case jsoniter.NilValue:
		iter.Skip()
		*s = ""
	default:
		iter.ReportError("fuzzy string", "neither a string nor a number")
	}
}

func fuzzyBool(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
	b := (*bool)(ptr)
	switch iter.WhatIsNext() {
	case jsoniter.BoolValue:
		*b = iter.ReadBool()
	case jsoniter.NumberValue:
		f, err := json.Number(iter.ReadNumber()).Float64()
		if err != nil {
			iter.ReportError("fuzzy bool", err.Error())
			return
		}
		*b = f != 0
	case jsoniter.StringValue:
		text := iter.ReadString()
		*b = text != "" && text != "0" && text != "false"
	case jsoniter.NilValue:
		iter.Skip()
	default:
		iter.ReportError("fuzzy bool", "neither a boolean nor a number nor a string")
	}
}

// emptyArrays lets structs and maps accept an empty array.
type emptyArrays struct{ jsoniter.DummyExtension }

func (*emptyArrays) DecorateDecoder(typ reflect2.Type, decoder jsoniter.ValDecoder) jsoniter.ValDecoder {
	if kind := typ.Kind(); kind == reflect.Struct || kind == reflect.Map {
		return &emptyArray{typ, decoder}
	}
	return decoder
}

type emptyArray struct {
	typ     reflect2.Type
	decoder jsoniter.ValDecoder
}

func (d *emptyArray) Decode(ptr unsafe.Pointer, iter *jsoniter.Iterator) {
	if iter.WhatIsNext() != jsoniter.ArrayValue {
		d.decoder.Decode(ptr, iter)
		return
	}
	if iter.ReadArray() {
		iter.ReportError("fuzzy object", "an array that is not empty")
		return
	}
	v := reflect.NewAt(d.typ.Type1(), ptr).Elem()
	if v.SetZero(); v.Kind() == reflect.Map {
		v.Set(reflect.MakeMap(v.Type()))
	}
}
