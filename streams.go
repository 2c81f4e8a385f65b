package zetes

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"reflect"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/transfer"
)

// The Encoder and Decoder in this file have the methods of encoding/json's. They are for programs that use an API in
// place of package json. Package stream has types that do more, also under an API's configuration.

// Encoder writes values to a stream, each in a line of its own unless there is an indentation. [API.NewEncoder] makes
// one. It is for one goroutine at a time. Package stream has an Encoder that can also write parts of a value.
type Encoder struct {
	_   mem.NoCopy
	a   *API
	w   io.Writer
	err error // the first error that w returned
}

// NewEncoder returns an encoder that writes to w under a's configuration, as encoding/json's NewEncoder does:
//
//	var json = zetes.Config{UseNumber: true}.Freeze()
//
//	err := json.NewEncoder(w).Encode(v)
func (a *API) NewEncoder(w io.Writer) *Encoder { return &Encoder{a: a, w: w} }

// Encode writes the JSON of v and a line break in one call of Write. If v can't be encoded, nothing is written, and the
// next value may follow. An error of the writer is returned by all further calls.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	b := engine.Borrow()
	defer b.Release()
	var err error
	if b.Bytes, err = e.a.Append(b.Bytes[:0], v); err != nil {
		return err
	}
	if e.a.prefix == "" && e.a.indent == "" {
		engine.OneLine(e.a.c, b.Bytes)
	}
	b.Bytes = append(b.Bytes, '\n')
	e.err = transfer.WriteAll(e.w, b.Bytes)
	return e.err
}

// SetIndent makes each element stand on a line of its own, as json.Indent writes it. SetIndent("", "") turns it off.
func (e *Encoder) SetIndent(prefix, indent string) {
	e.a = &API{c: e.a.c, prefix: prefix, indent: indent, from: e.a.from}
}

// SetEscapeHTML says whether <, > and & are escaped in strings. If that is not the API's own choice, types may be
// compiled once more.
func (e *Encoder) SetEscapeHTML(on bool) {
	o := (e.a.c.Options &^ option.EscapeHTML) | option.When(on, option.EscapeHTML)
	e.a = &API{c: e.a.c.With(o), prefix: e.a.prefix, indent: e.a.indent, from: e.a.from}
}

// Decoder reads the values that follow each other in a stream. [API.NewDecoder] makes one. It is for one goroutine at a
// time. Package stream has a Decoder that can also read tokens.
type Decoder struct {
	_      mem.NoCopy
	a      *API
	s      *frame.Stream
	failed error // the error that has ended the stream, or nil
}

// NewDecoder returns a decoder that reads from r under a's configuration. As encoding/json's Decoder, it may read
// beyond the values that it returns. The API's limit on bytes holds for each value.
func (a *API) NewDecoder(r io.Reader) *Decoder {
	most := cmp.Or(a.c.Limits.Bytes, math.MaxInt32)
	return &Decoder{a: a, s: frame.NewStream(relax.NewReader(r, a.c.Options), frame.Values, most)}
}

// Decode reads the next value into the value that v points to. At the end of the stream it returns io.EOF. After an
// error about a value that does not fit, the next call reads the next value. After input that is not JSON, every call
// returns the same error. Errors are an [*Error] with the place in the stream.
//
// If a codec reads a field that is an [io.Writer], the field gets a string of any length in pieces, as the string is
// read. The first error in a value with such a field ends the stream.
func (d *Decoder) Decode(v any) error {
	if d.failed != nil {
		return d.failed
	}
	c, t := d.a.c, reflect.TypeFor[any]()
	if p := reflect.TypeOf(v); p != nil && p.Kind() == reflect.Pointer {
		t = p.Elem()
	}
	if ok, err := (inside{}).ReadMembers(c, d.s, 0, 0, v); ok {
		d.failed = err
		return err
	}
	raw, err := d.s.Next()
	if err != nil {
		if f, ok := err.(*frame.Error); ok {
			e := inside{}.PlaceError(f.Err, d.s.Place(0), locate.Pointer(f.Steps))
			e.about.Through(c, t, f.Steps)
			e.Value, err = d.s.Given()+1, e
		}
		d.failed = err
		return err
	}
	data := raw
	if c.Options&option.MayAlias != 0 {
		data = bytes.Clone(raw) // the stream's memory is overwritten
	}
	at := d.s.Place(len(raw))
	f, err := engine.Unmarshal(&decode.Call{Config: c, Borrowed: true, Offset: at.Offset()}, data, v)
	if err == nil || f == nil || f.Code == fault.BadTarget {
		return err
	}
	e := decodeErrorAt(c, t, raw, at, f, err)
	e.Value = d.s.Given()
	return e
}

// More reports whether another value follows.
func (d *Decoder) More() bool { return d.failed == nil && d.s.More() }

// Buffered returns a reader of the text that is in memory and unread. It is valid until the next call.
func (d *Decoder) Buffered() io.Reader { return d.s.Buffered() }

// InputOffset returns the offset in the stream of the first byte that is unread.
func (d *Decoder) InputOffset() int64 { return d.s.InputOffset() }

// UseNumber makes numbers in interfaces json.Numbers.
func (d *Decoder) UseNumber() { d.a = d.a.With(PerCall{UseNumber: true}) }

// DisallowUnknownFields makes a member without a field an error.
func (d *Decoder) DisallowUnknownFields() { d.a = d.a.With(PerCall{RejectUnknown: true}) }
