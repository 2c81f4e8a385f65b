package ffjson

import (
	"errors"
	"fmt"
	"io"
	"math"

	fflib "github.com/zetes-json/zetes/compat/ffjson/fflib/v1"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/json"
)

type marshalerFaster interface {
	MarshalJSONBuf(buf fflib.EncodingBuffer) error
}

type unmarshalFaster interface {
	UnmarshalJSONFFLexer(l *fflib.FFLexer, state fflib.FFParseState) error
}

// Marshal returns v as JSON: by MarshalJSONBuf if v has that method, otherwise as [json.Marshal] does.
func Marshal(v any) ([]byte, error) {
	f, ok := v.(marshalerFaster)
	if !ok {
		return json.Marshal(v)
	}
	buf := fflib.NewBuffer(nil)
	if err := marshal(f, buf); err != nil {
		Pool(buf.Bytes())
		return nil, err
	}
	return buf.Bytes(), nil
}

func marshal(f marshalerFaster, buf *fflib.Buffer) error {
	if err := f.MarshalJSONBuf(buf); err != nil {
		return err
	}
	if !json.Valid(buf.Bytes()) {
		return fmt.Errorf("ffjson: the output of MarshalJSONBuf of %T is not JSON", f)
	}
	return nil
}

// MarshalFast is Marshal for types with the method MarshalJSONBuf. Others are an error.
func MarshalFast(v any) ([]byte, error) {
	if _, ok := v.(marshalerFaster); !ok {
		return nil, fmt.Errorf("ffjson marshal not available for type %T", v)
	}
	return Marshal(v)
}

// Unmarshal reads data into v: by UnmarshalJSONFFLexer if v has that method, otherwise as [json.Unmarshal] does.
func Unmarshal(data []byte, v any) error { return NewDecoder().Decode(data, v) }

// UnmarshalFast is Unmarshal for types with the method UnmarshalJSONFFLexer. Others are an error.
func UnmarshalFast(data []byte, v any) error { return NewDecoder().DecodeFast(data, v) }

// Pool gives b, which Marshal has returned, to later calls. The caller must not use it any more.
func Pool(b []byte) { fflib.Pool(b) }

var errNoWriter = errors.New("ffjson: the Encoder has no io.Writer")

// Encoder writes values to an io.Writer, one after the other.
type Encoder struct {
	buf fflib.Buffer
	w   io.Writer
	enc *json.Encoder
}

// NewEncoder returns an Encoder to w.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w, enc: json.NewEncoder(w)} }

// SetEscapeHTML says whether <, > and & are escaped in strings. Types with the method MarshalJSONBuf escape them always.
func (e *Encoder) SetEscapeHTML(on bool) { e.enc.SetEscapeHTML(on) }

// Encode writes v. A value of a type with the method MarshalJSONBuf has no line break after it.
func (e *Encoder) Encode(v any) error {
	if e.w == nil {
		return errNoWriter
	}
	f, ok := v.(marshalerFaster)
	if !ok {
		return e.enc.Encode(v)
	}
	e.buf.Reset()
	if err := marshal(f, &e.buf); err != nil {
		return err
	}
	return transfer.WriteAll(e.w, e.buf.Bytes())
}

// EncodeFast is Encode for types with the method MarshalJSONBuf. Others are an error.
func (e *Encoder) EncodeFast(v any) error {
	if _, ok := v.(marshalerFaster); !ok {
		return fmt.Errorf("ffjson marshal not available for type %T", v)
	}
	return e.Encode(v)
}

// Decoder reads values.
type Decoder struct{ lexer fflib.FFLexer }

// NewDecoder returns a Decoder.
func NewDecoder() *Decoder { return &Decoder{} }

// Decode reads data into v as Unmarshal does.
func (d *Decoder) Decode(data []byte, v any) error {
	f, ok := v.(unmarshalFaster)
	if !ok {
		return json.Unmarshal(data, v)
	}
	d.lexer.Reset(data)
	return f.UnmarshalJSONFFLexer(&d.lexer, fflib.FFParse_map_start)
}

// DecodeReader reads all of r into v, or the first value of r if v has neither of the methods UnmarshalJSONFFLexer and
// UnmarshalJSON.
func (d *Decoder) DecodeReader(r io.Reader, v any) error {
	_, fast := v.(unmarshalFaster)
	if _, slow := v.(json.Unmarshaler); !fast && !slow {
		return json.NewDecoder(r).Decode(v)
	}
	b := engine.Scratch{Bytes: make([]byte, 0, 512)} // It is not released: v may keep parts of it.
	if err := b.ReadAll(r, math.MaxInt); err != nil {
		return err
	}
	return d.Decode(b.Bytes, v)
}

// DecodeFast is Decode for types with the method UnmarshalJSONFFLexer. Others are an error.
func (d *Decoder) DecodeFast(data []byte, v any) error {
	if _, ok := v.(unmarshalFaster); !ok {
		return fmt.Errorf("ffjson unmarshal not available for type %T", v)
	}
	return d.Decode(data, v)
}
