package zetes

import (
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Encoder writes values of type T. Its program is made once, by [NewEncoder] or [EncoderOf]; its methods look
// nothing up, take no memory but for their results, and are safe for concurrent use. A nil pointer is null.
type Encoder[T any] struct {
	api  *API
	call encode.Call
}

// NewEncoder returns an encoder with the meaning of encoding/json.
func NewEncoder[T any]() *Encoder[T] { return EncoderOf[T](standard()) }

// EncoderOf returns an encoder with the meaning of a, or that of [NewEncoder] if a is nil.
func EncoderOf[T any](a *API) *Encoder[T] {
	if a == nil {
		a = standard()
	}
	return &Encoder[T]{a, encode.Call{Config: a.c, Program: encode.ProgramOf(a.c, reflect.TypeFor[T]())}}
}

// Append appends the JSON of *v to dst and returns the extended slice. On an error dst is returned as it came. The
// memory between dst's length and its capacity may be scribbled on.
func (e *Encoder[T]) Append(dst []byte, v *T) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	b, err := engine.Append(&e.call, dst, v)
	if err != nil {
		return dst, encodeErrorBy(&e.api.c.Shape, v, err)
	}
	if !e.api.indents() {
		return b, nil
	}
	return appendPretty(dst, b[len(dst):], e.api.prefix, e.api.indent)
}

// Marshal returns the JSON of *v in memory of its own.
func (e *Encoder[T]) Marshal(v *T) ([]byte, error) {
	b := engine.Borrow()
	defer b.Release()
	var err error
	if b.Bytes, err = e.Append(b.Bytes[:0], v); err != nil {
		return nil, err
	}
	return append([]byte(nil), b.Bytes...), nil
}

// MarshalString is Marshal with a string as its result.
func (e *Encoder[T]) MarshalString(v *T) (string, error) {
	b, err := e.Marshal(v)
	return mem.Frozen(b), err
}

// WriteTo writes the JSON of *v to w in one call of Write, and returns how much was written. Nothing is when *v
// can't be encoded.
func (e *Encoder[T]) WriteTo(w io.Writer, v *T) (int64, error) {
	b := engine.Borrow()
	defer b.Release()
	var err error
	if b.Bytes, err = e.Append(b.Bytes[:0], v); err != nil {
		return 0, err
	}
	n, err := transfer.Write(w, b.Bytes)
	return int64(n), err
}

// Encode returns the JSON of *v in memory on loan from a pool.
func (e *Encoder[T]) Encode(v *T) (Buffer, error) {
	loan := engine.BorrowLoan()
	b := loan.Buffer()
	var err error
	if b.Bytes, err = e.Append(b.Bytes[:0], v); err != nil {
		loan.Release()
		return Buffer{}, err
	}
	return Buffer{loan}, nil
}

// Buffer is JSON in memory on loan from a pool. Whoever has it gives it back by Release; without that the garbage
// collector has it. Copies of a Buffer are the same loan: the first Release ends it for all of them, and further
// ones do nothing.
type Buffer struct{ loan engine.Loan }

// Bytes returns the JSON. It is valid until Release, after which there is none.
func (b Buffer) Bytes() []byte {
	loan := b.loan.Buffer()
	if loan == nil {
		return nil
	}
	return loan.Bytes[:len(loan.Bytes):len(loan.Bytes)]
}

// Len returns the length of the JSON.
func (b Buffer) Len() int { return len(b.Bytes()) }

// WriteTo writes the JSON to w.
func (b Buffer) WriteTo(w io.Writer) (int64, error) {
	p := b.Bytes()
	if p == nil {
		return 0, nil
	}
	n, err := transfer.Write(w, p)
	return int64(n), err
}

// Release gives the memory back to the pool. The bytes must not be used afterwards; a second Release, of a copy
// too, does nothing.
func (b Buffer) Release() { b.loan.Release() }

// Decoder reads values of type T. What decodes them is made once, by [NewDecoder] or [DecoderOf]; its methods look
// nothing up and are safe for concurrent use.
type Decoder[T any] struct {
	api  *API
	call decode.Call
}

// NewDecoder returns a decoder with the meaning of encoding/json.
func NewDecoder[T any]() *Decoder[T] { return DecoderOf[T](standard()) }

// DecoderOf returns a decoder with the meaning of a, or that of [NewDecoder] if a is nil.
func DecoderOf[T any](a *API) *Decoder[T] {
	if a == nil {
		a = standard()
	}
	return &Decoder[T]{a, decode.Call{Config: a.c, Program: decode.ProgramOf(a.c, reflect.TypeFor[T]())}}
}

// Decode decodes the JSON value data into *v, as [Unmarshal] and the methods of [API] do and with their errors.
func (d *Decoder[T]) Decode(data []byte, v *T) error {
	if v == nil {
		return d.api.Unmarshal(data, v)
	}
	f, err := engine.Unmarshal(&d.call, data, v)
	return tell(d.api.c, data, v, f, err)
}

// DecodeString is Decode from a string.
func (d *Decoder[T]) DecodeString(s string, v *T) error {
	if v == nil {
		return d.api.UnmarshalString(s, v)
	}
	call := d.call
	call.Borrowed = true
	data := mem.View(s)
	f, err := engine.Unmarshal(&call, data, v)
	return tell(d.api.c, data, v, f, err)
}

// DecodeFrom reads r to its end, which must hold one JSON value, and decodes that into *v.
func (d *Decoder[T]) DecodeFrom(r io.Reader, v *T) error { return d.api.UnmarshalFrom(r, v) }
