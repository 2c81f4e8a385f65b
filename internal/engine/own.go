package engine

import (
	"bytes"
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Calls under a configuration: a machine does the work, and where it gives up the fault becomes an error here, in
// the toolchain's words or, where the meaning is not the toolchain's, in those of a rule.

// UnmarshalBy decodes data into what v points to, as c has it.
// Where data is borrowed it is a string's, or will be overwritten afterwards. With an error comes the fact behind
// it; rules that encoding/json does not have are told by that fact alone, which then is the error.
func UnmarshalBy(c *plan.Config, data []byte, v any, borrowed bool) (*fault.Fault, error) {
	if most := c.Limits.Bytes; most > 0 && len(data) > most {
		return tooLong(most)
	}
	var err error
	if borrowed {
		err = decode.UnmarshalBorrowed(c, data, v)
	} else {
		err = decode.Unmarshal(c, data, v)
	}
	return unmarshalError(c, data, v, borrowed, err)
}

// UnmarshalWithin is UnmarshalBy for borrowed data, a value in as many arrays and objects as open says. Under a
// configuration of its own they count as nesting.
func UnmarshalWithin(c *plan.Config, data []byte, v any, open int) (*fault.Fault, error) {
	if open == 0 || !c.Own {
		return UnmarshalBy(c, data, v, true)
	}
	return unmarshalError(c, data, v, true, decode.UnmarshalWithin(c, data, v, open))
}

func tooLong(most int) (*fault.Fault, error) {
	f := &fault.Fault{Code: fault.LongInput, Offset: int64(most)}
	return f, f
}

func unmarshalError(c *plan.Config, data []byte, v any, borrowed bool, err error) (*fault.Fault, error) {
	if err == nil {
		return nil, nil
	}
	f := err.(*fault.Fault)
	switch {
	case c.Own:
		return f, toolchain.OwnUnmarshalError(data, v, f)
	case borrowed && f.Code != fault.Syntax: // the toolchain's answer to bad syntax calls nobody who could keep data
		data = bytes.Clone(data)
	}
	return f, toolchain.UnmarshalError(data, v, c.Options, f)
}

// Problems compiles t for both ways and returns what c can't have about it.
func Problems(c *plan.Config, t reflect.Type) []*shape.Problem {
	encode.ProgramOf(c, t)
	return decode.Problems(c, t)
}

// Encoder is the program of one type, held by who uses it.
type Encoder struct {
	c *plan.Config
	p *encode.Program
}

// EncoderOf returns the program for values of type t that have an address.
func EncoderOf(c *plan.Config, t reflect.Type) Encoder { return Encoder{c, encode.ProgramOf(c, t)} }

// AppendNested is Append for a value at a depth within another that is under way. With bare, v is a pointer, and
// the codec that its type may have is left out.
func AppendNested(c *plan.Config, dst []byte, v any, depth int, bare bool) ([]byte, error) {
	var b []byte
	var err error
	if bare {
		b, err = encode.AppendBare(c, encode.BareOf(c, reflect.TypeOf(v).Elem()), dst, v, depth)
	} else {
		b, err = encode.AppendNested(c, dst, v, depth)
	}
	if err == nil {
		return b, nil
	}
	return appendSaid(c, dst, v, err)
}

// Append appends the JSON of what v points to, a value of the program's type, to dst. v is not a nil pointer.
func (e Encoder) Append(dst []byte, v any) ([]byte, error) {
	b, err := encode.AppendPointer(e.c, e.p, dst, mem.DataWord(v))
	if err == nil {
		return b, nil
	}
	return appendSaid(e.c, dst, v, err)
}

// Decoder is what decodes values of one type, held by who uses it.
type Decoder struct {
	c *plan.Config
	t *decode.Type
}

// DecoderOf returns what decodes values of type t.
func DecoderOf(c *plan.Config, t reflect.Type) Decoder {
	return Decoder{c, decode.TypeOf(c, t)}
}

// UnmarshalNested is UnmarshalBy for borrowed data at a depth within an input that is being decoded. v is a pointer
// that is not nil. With bare, the codec that its type may have is left out.
func UnmarshalNested(c *plan.Config, data []byte, v any, depth int, bare bool) (*fault.Fault, error) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer || mem.DataWord(v) == nil {
		return UnmarshalBy(c, data, v, true)
	}
	var typ *decode.Type
	if bare {
		typ = decode.BareTypeOf(c, t.Elem())
	} else {
		typ = decode.TypeOf(c, t.Elem())
	}
	return unmarshalError(c, data, v, true, decode.DecodeNested(c, typ, data, mem.DataWord(v), depth))
}

// DecodeLent decodes the value at start of w, which a codec has on lease, into what v points to. It returns where
// the value ends. Where something is wrong comes the fact: LentError finds the words, of the value's text. With
// bare, the codec that its type may have is left out.
func DecodeLent(c *plan.Config, w *wire.Input, start int, v any, depth int, bare, checked bool) (end int, f *fault.Fault) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer || mem.DataWord(v) == nil {
		return -1, &fault.Fault{Code: fault.BadTarget}
	}
	typ := decode.PointeeOf(c, v)
	if bare {
		typ = decode.BareTypeOf(c, t.Elem())
	}
	return decode.DecodeLent(c, typ, w, start, mem.DataWord(v), depth, checked)
}

// LentError returns the error about data, of which f is the fact. Without one the toolchain has decoded data.
func LentError(c *plan.Config, data []byte, v any, f *fault.Fault) error {
	_, err := unmarshalError(c, data, v, true, f)
	return err
}

// Unmarshal decodes data into what v points to, a value of the decoder's type. v is not a nil pointer.
func (d Decoder) Unmarshal(data []byte, v any, borrowed bool) (*fault.Fault, error) {
	if most := d.c.Limits.Bytes; most > 0 && len(data) > most {
		return tooLong(most)
	}
	var err error
	if borrowed {
		err = decode.DecodeBorrowed(d.c, d.t, data, mem.DataWord(v))
	} else {
		err = decode.Decode(d.c, d.t, data, mem.DataWord(v))
	}
	return unmarshalError(d.c, data, v, borrowed, err)
}

// DecodeWindow decodes the value at start of w into what the pointer v leads to, as [decode.InWindow] does. With
// bare, the codec that its type may have is left out.
func DecodeWindow(c *plan.Config, w *wire.Input, start, edge int, v any, depth int, bare bool) int {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer || mem.DataWord(v) == nil {
		return -1
	}
	if bare {
		return decode.InWindow(c, decode.BareTypeOf(c, t.Elem()), w, start, edge, mem.DataWord(v), depth)
	}
	return decode.InWindow(c, decode.PointeeOf(c, v), w, start, edge, mem.DataWord(v), depth)
}

// Walk returns what decodes values that lie in windows, see [decode.Walk].
func (d Decoder) Walk() decode.Walk { return decode.WalkOf(d.c, d.t) }
