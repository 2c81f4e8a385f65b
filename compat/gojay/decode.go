package gojay

import (
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/json"
)

// Decoder reads JSON. Its methods read a value into the target that they are given; null leaves the target as it is. A
// value that does not fit is skipped: the first such value is an [InvalidUnmarshalError], which the method returns that
// began the outermost value, such as [Decoder.DecodeObject].
type Decoder struct {
	r        *codec.Reader
	src      io.Reader
	err      error // the first value that does not fit, or why reading ended
	released bool
	called   bool // the member or element at hand was read
	number   bool // the value at hand is a number at the top
	inside   bool // an object or array is open
	array    bool // the innermost value that is open is an array
	index    int  // of the element in that array
	open     int  // how many values call methods of their types: no value at the top begins in these
}

var decoders = sync.Pool{New: func() any { return NewDecoder(nil) }}

// NewDecoder returns a Decoder of r. Values may follow each other with commas between them, or none.
func NewDecoder(r io.Reader) *Decoder {
	dec := &Decoder{r: codec.NewBytesReader(nil)}
	dec.reset(r)
	return dec
}

// BorrowDecoder returns a Decoder of r from a pool. It belongs to the caller until [Decoder.Release].
func BorrowDecoder(r io.Reader) *Decoder {
	dec := decoders.Get().(*Decoder)
	dec.reset(r)
	return dec
}

func (dec *Decoder) reset(r io.Reader) {
	if *dec = (Decoder{r: dec.r, src: r}); r != nil {
		dec.r.Reset(&spaced{r: r})
	} else {
		dec.r.ResetBytes(nil)
	}
}

// Release gives dec to the pool. A method of dec that begins a value panics until dec is borrowed again.
func (dec *Decoder) Release() {
	if dec.released {
		return
	}
	if dec.r.InputOffset() > 1<<20 {
		dec.r = codec.NewBytesReader(nil) // The old one may have grown.
	}
	dec.reset(nil)
	dec.released = true
	decoders.Put(dec)
}

func (dec *Decoder) live() {
	if dec.released {
		panic(InvalidUsagePooledDecoderError("Invalid usage of pooled decoder"))
	}
}

// Unmarshal reads data into v: a pointer to a string, bool or number, or to a pointer to one, an
// [UnmarshalerJSONObject] or [UnmarshalerJSONArray], or a pointer to an any. If data is not JSON, v stays as it is.
func Unmarshal(data []byte, v any) error {
	dec := decoders.Get().(*Decoder)
	dec.released = false
	defer dec.Release()
	dec.r.ResetBytes(data)
	if !json.Valid(data) {
		dec.r.Skip()
		dec.r.Close()
		return dec.fault()
	}
	return dec.Decode(v)
}

// UnmarshalJSONObject reads data into v.
func UnmarshalJSONObject(data []byte, v UnmarshalerJSONObject) error { return Unmarshal(data, v) }

// UnmarshalJSONArray reads data into v.
func UnmarshalJSONArray(data []byte, v UnmarshalerJSONArray) error { return Unmarshal(data, v) }

// Unsafe has the functions that read without a copy of the input in gojay. Here they do what the package's functions do.
var Unsafe = decUnsafe{}

type decUnsafe struct{}

// Unmarshal is the package's [Unmarshal].
func (decUnsafe) Unmarshal(data []byte, v any) error { return Unmarshal(data, v) }

// UnmarshalJSONObject is the package's [UnmarshalJSONObject].
func (decUnsafe) UnmarshalJSONObject(data []byte, v UnmarshalerJSONObject) error {
	return Unmarshal(data, v)
}

// UnmarshalJSONArray is the package's [UnmarshalJSONArray].
func (decUnsafe) UnmarshalJSONArray(data []byte, v UnmarshalerJSONArray) error {
	return Unmarshal(data, v)
}

// Decode reads the next value into v: a target that [Unmarshal] takes, or a pointer to an [EmbeddedJSON].
func (dec *Decoder) Decode(v any) error {
	return dec.top(func() error { return dec.value(v) })
}

// top calls read for a value at the top. Within another value it keeps the error of an earlier value, so that the
// outermost value returns it.
func (dec *Decoder) top(read func() error) error {
	dec.live()
	earlier := dec.err
	if dec.err = nil; dec.open == 0 {
		dec.called, dec.inside, dec.array, earlier = false, false, false, nil
	}
	err := read()
	if err == nil {
		err = dec.err
	}
	if earlier != nil {
		dec.err = earlier
	}
	return err
}

// status says what next has found.
type status uint8

const (
	absent status = iota
	null
	present
)

// next looks for a value of that kind. Null, and a value of another kind, are read.
func (dec *Decoder) next(kind codec.Kind, v any) status {
	if dec.called && dec.array && !dec.r.NextElement() { // UnmarshalJSONArray reads a second element.
		dec.r.Fail(InvalidJSONError("Invalid JSON, the array ends before an element that is expected"))
	}
	dec.called = true
	found := dec.r.Peek()
	dec.number = found == codec.Number && !dec.inside
	switch {
	case found == kind && found != codec.Invalid:
		return present
	case found == codec.Null:
		dec.r.Null()
		return null
	case found == codec.End:
		dec.r.Fail(InvalidJSONError("Invalid JSON, the input ends before a value"))
	case found == codec.Invalid:
		dec.r.Skip() // the reader says what is wrong
	case kind == codec.Invalid:
		return present
	default:
		dec.r.Skip()
		dec.mismatch(v)
	}
	return absent
}

// mismatch notes that a value does not fit v.
func (dec *Decoder) mismatch(v any) {
	if dec.err == nil {
		dec.err = unfit(v)
	}
}

// fault returns the error that has ended reading.
func (dec *Decoder) fault() error {
	if !dec.number && dec.r.Err() == nil {
		return nil
	}
	return dec.faultSlow()
}

// faultSlow is fault after an error or a number at the top. If that number goes on after its end, it is an error:
// otherwise 012 would be two values.
func (dec *Decoder) faultSlow() error {
	if dec.number {
		if rest := dec.r.Buffered(); len(rest) > 0 && strings.IndexByte("0123456789+-.eE", rest[0]) >= 0 {
			dec.r.Fail(InvalidJSONError("Invalid JSON, a number goes on after its end"))
		}
		dec.number = false
	}
	err := dec.r.Err()
	if err == nil {
		return nil
	}
	var e *codec.Error
	if errors.As(err, &e) && (e.Code == codec.Failed || e.Code == codec.IO) && e.Err != nil {
		dec.err = e.Err
	} else {
		dec.err = InvalidJSONError("Invalid JSON, " + err.Error())
	}
	return dec.err
}

// stop ends reading with err, which a method has returned.
func (dec *Decoder) stop(err error) error {
	dec.r.Fail(err)
	dec.err = err
	return err
}

// read reads a value of that kind by get into *v.
func read[T any](dec *Decoder, v *T, kind codec.Kind, get func(*codec.Reader) (T, bool)) error {
	if v == nil {
		return ErrUnmarshalPtrExpected
	}
	switch dec.next(kind, v) {
	case null:
		if kind == codec.Bool {
			*v = *new(T)
		}
	case present:
		if x, ok := get(dec.r); dec.r.Err() == nil && ok {
			*v = x
		} else {
			dec.mismatch(v)
		}
	}
	return dec.fault()
}

// readNull reads a value into **v, for which it makes a new T if there is none. Null leaves *v as it is.
func readNull[T any](dec *Decoder, v **T, kind codec.Kind, get func(*codec.Reader) (T, bool)) error {
	if v == nil {
		return ErrUnmarshalPtrExpected
	}
	if dec.next(kind, v) == present {
		if x, ok := get(dec.r); dec.r.Err() != nil || !ok {
			dec.mismatch(v)
		} else if *v == nil {
			*v = &x
		} else {
			**v = x
		}
	}
	return dec.fault()
}

// readSQL reads a value into *v, which is valid if it is not null.
func readSQL[T any](dec *Decoder, v *T, valid *bool, kind codec.Kind, get func(*codec.Reader) (T, bool)) error {
	switch dec.next(kind, v) {
	case null:
		*v, *valid = *new(T), false
	case present:
		if x, ok := get(dec.r); dec.r.Err() == nil && ok {
			*v, *valid = x, true
		} else {
			dec.mismatch(v)
		}
	}
	return dec.fault()
}

func getString(r *codec.Reader) (string, bool) { return r.String(), true }

func getBool(r *codec.Reader) (bool, bool) { return r.Bool(), true }

func getFloat[T float32 | float64](r *codec.Reader) (T, bool) {
	text := r.Raw()
	if reflect.TypeFor[T]().Bits() == 64 {
		f, ok := scan.Float64(text)
		return T(f), ok
	}
	f, err := strconv.ParseFloat(string(text), 32)
	return T(f), err == nil
}

// getInt reads a number as an integer. A fraction is dropped.
func getInt[T int | int8 | int16 | int32 | int64](r *codec.Reader) (T, bool) {
	text := r.Raw()
	if n, ok := scan.Int64(text); ok && int64(T(n)) == n {
		return T(n), true
	}
	bits := reflect.TypeFor[T]().Bits()
	n, err := strconv.ParseInt(string(text), 10, bits)
	if err != nil {
		n, err = strconv.ParseInt(whole(text), 10, bits)
	}
	return T(n), err == nil
}

func getUint[T uint8 | uint16 | uint32 | uint64](r *codec.Reader) (T, bool) {
	text := r.Raw()
	if n, ok := scan.Uint64(text); ok && uint64(T(n)) == n {
		return T(n), true
	}
	bits := reflect.TypeFor[T]().Bits()
	n, err := strconv.ParseUint(string(text), 10, bits)
	if err != nil {
		n, err = strconv.ParseUint(whole(text), 10, bits)
	}
	return T(n), err == nil
}

// whole returns the part of a number before its point, without an exponent, or the number itself if that has more than 20
// digits.
func whole(number []byte) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(string(number)), "e")
	before, after, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	digits := strings.TrimLeft(before+after, "0")
	n, _ := strconv.Atoi(exponent) // 0 if there is none, and one beyond int is the largest or the smallest
	n = min(max(n, math.MinInt/2), math.MaxInt/2) + len(digits) - len(after)
	switch {
	case digits == "" || n <= 0:
		return "0"
	case n > 20:
		return string(number)
	}
	return mantissa[:strings.Count(mantissa, "-")] + (digits + strings.Repeat("0", 20))[:n]
}

// Object reads an object into v.
func (dec *Decoder) Object(v UnmarshalerJSONObject) error {
	if dec.next(codec.Object, v) == present {
		return dec.members(v)
	}
	return dec.fault()
}

func (dec *Decoder) members(v UnmarshalerJSONObject) error {
	if f, ok := v.(DecodeObjectFunc); v == nil || ok && f == nil {
		return dec.stop(errNil)
	}
	inside, array, index, keys, done := dec.inside, dec.array, dec.index, v.NKeys(), 0
	dec.inside, dec.array = true, false
	dec.open++
	dec.r.BeginObject()
	for {
		name, ok := dec.r.NextMember()
		if !ok {
			break
		}
		dec.called = false
		if keys == 0 || done < keys {
			if err := v.UnmarshalJSONObject(dec, name); err != nil {
				return dec.stop(err)
			}
		}
		if dec.called {
			done++
		} else {
			dec.r.Skip()
		}
	}
	dec.called, dec.inside, dec.array, dec.index = true, inside, array, index
	dec.open--
	return dec.fault()
}

// Array reads an array into v.
func (dec *Decoder) Array(v UnmarshalerJSONArray) error {
	if dec.next(codec.Array, v) == present {
		return dec.elements(v)
	}
	return dec.fault()
}

func (dec *Decoder) elements(v UnmarshalerJSONArray) error {
	if f, ok := v.(DecodeArrayFunc); v == nil || ok && f == nil {
		return dec.stop(errNil)
	}
	inside, array, index := dec.inside, dec.array, dec.index
	dec.inside, dec.array, dec.index = true, true, 0
	dec.open++
	dec.r.BeginArray()
	for dec.r.NextElement() {
		dec.called = false
		if err := v.UnmarshalJSONArray(dec); err != nil {
			return dec.stop(err)
		}
		if !dec.called {
			dec.r.Skip()
		}
		dec.index++
	}
	dec.called, dec.inside, dec.array, dec.index = true, inside, array, index
	dec.open--
	return dec.fault()
}

// Index returns the index of the element that is read, in the innermost array.
func (dec *Decoder) Index() int { return dec.index }

// ObjectNull reads an object into a new value: v is a pointer to a pointer that implements [UnmarshalerJSONObject]. Null
// leaves *v as it is.
func (dec *Decoder) ObjectNull(v any) error {
	return made(dec, v, codec.Object, dec.members)
}

// ArrayNull reads an array into a new value: v is a pointer to a pointer that implements [UnmarshalerJSONArray]. Null
// leaves *v as it is.
func (dec *Decoder) ArrayNull(v any) error {
	return made(dec, v, codec.Array, dec.elements)
}

func made[T any](dec *Decoder, v any, kind codec.Kind, read func(T) error) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() || target.Type().Elem().Kind() != reflect.Pointer {
		return dec.stop(ErrUnmarshalPtrExpected)
	}
	if dec.next(kind, v) != present {
		return dec.fault()
	}
	value := reflect.New(target.Type().Elem().Elem())
	into, ok := value.Interface().(T)
	if !ok {
		return dec.stop(unfit(v))
	}
	target.Elem().Set(value)
	return read(into)
}

// EmbeddedJSON appends the text of the next value to v.
func (dec *Decoder) EmbeddedJSON(v *EmbeddedJSON) error {
	if v == nil {
		return dec.stop(errNil)
	}
	switch dec.next(codec.Invalid, v) {
	case null:
		*v = append(*v, "null"...)
	case present:
		*v = append(*v, dec.r.Raw()...)
	}
	return dec.fault()
}

// Interface reads a value of any kind into v, as package json does.
func (dec *Decoder) Interface(v *any) error {
	if dec.next(codec.Invalid, v) == present {
		zetes.ReadValue(dec.r, v)
	}
	return dec.fault()
}

// Time reads a string as a time in that format.
func (dec *Decoder) Time(v *time.Time, format string) error {
	if dec.next(codec.String, v) == present {
		t, err := time.Parse(format, dec.r.String())
		if err == nil {
			*v = t
		} else if dec.r.Err() == nil {
			return dec.stop(err)
		}
	}
	return dec.fault()
}

// appended reads an array by read, which reads one element, and appends the elements to s.
func appended[T any](dec *Decoder, s *[]T, read func(*Decoder, *T) error) error {
	return dec.Array(DecodeArrayFunc(func(dec *Decoder) error {
		var v T
		err := read(dec, &v)
		if err == nil {
			*s = append(*s, v)
		}
		return err
	}))
}

// spaced has blanks in place of the commas at the top of a text.
type spaced struct {
	r                 io.Reader
	depth             int
	inString, escaped bool
}

// Read implements [io.Reader].
func (s *spaced) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if n < 0 || n > len(p) {
		return n, err
	}
	for i, c := range p[:n] {
		switch {
		case s.escaped:
			s.escaped = false
		case c == '"':
			s.inString = !s.inString
		case s.inString:
			s.escaped = c == '\\'
		case c == '{' || c == '[':
			s.depth++
		case c == '}' || c == ']':
			s.depth--
		case c == ',' && s.depth == 0:
			p[i] = ' '
		}
	}
	return n, err
}
