package zetes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/window"
	"github.com/zetes-json/zetes/internal/wire"
)

// desk gives access to the functions of package codec that only packages of this module call.
var desk = codec.Inside(loan.Within())

// Register adds codecs to the package's own functions, such as [Marshal] and [Append], and to values made without an
// [API], such as by [NewTypedEncoder]. Call it from init functions: after the first use of any of these functions it
// returns an error, and so does a second codec for one type. Either all of the codecs are registered or none. An API
// has the codecs of its [Config] only, and package json has none.
func Register(codecs ...codec.Codec) error {
	registry.Lock()
	defer registry.Unlock()
	if frozen.Load() != nil {
		return fmt.Errorf("zetes: register: the package has been used already")
	}
	types := map[reflect.Type]bool{}
	all := append(registered.Codecs[:len(registered.Codecs):len(registered.Codecs)], codecs...)
	for _, cd := range all {
		if err := checkCodec(cd, types); err != nil {
			return fmt.Errorf("zetes: register: %w", err)
		}
	}
	registered.Codecs = all
	return nil
}

// checkCodec returns an error if cd can't be added to types, the set of types that have a codec.
func checkCodec(cd codec.Codec, types map[reflect.Type]bool) error {
	t := desk.Codec(&cd).Type
	switch {
	case t == nil:
		return errors.New("a codec was not made by codec.For")
	case types[t]:
		return fmt.Errorf("two codecs for type %v", t)
	}
	types[t] = true
	return nil
}

// WriteContext returns the context of the call that lent w to a codec, as set by [API.WithContext], or the background
// context.
func WriteContext(w *codec.Writer) context.Context { return contextOf(desk.Owner(w)) }

// ReadContext returns the context of the call that lent r to a codec, as set by [API.WithContext], or the background
// context.
func ReadContext(r *codec.Reader) context.Context {
	t, _ := desk.Terms(r)
	return contextOf(t.Owner)
}

func contextOf(owner any) context.Context {
	if c, ok := owner.(*plan.Dialect); ok && c.Context != nil {
		return c.Context.(context.Context)
	}
	return context.Background()
}

// WriteValue writes a value of any type to w, with the options and codecs of an API: within a codec, of the API that
// called the codec; elsewhere, of the API of the package's own functions. An error becomes w's error. Codecs may call
// one another through WriteValue some 600 deep.
func WriteValue(w *codec.Writer, v any) { writeValue(nil, w, v, false) }

// WriteValue does what the function [WriteValue] does, with a's options and codecs.
func (a *API) WriteValue(w *codec.Writer, v any) { writeValue(a, w, v, false) }

// WriteDefault writes *v as if T had no codec. Use it in a codec that adds something to the usual output. Codecs of the
// types within T are used.
func WriteDefault[T any](w *codec.Writer, v *T) { (*API)(nil).WriteDefault(w, v) }

// WriteDefault does what the function [WriteDefault] does, with a's options and codecs, for a type that is known at run
// time only. It writes the value that the pointer v points to as if the value's type had no codec. It writes nil as
// null, and fails if v is not a pointer. If a is nil, the function's API is used.
func (a *API) WriteDefault(w *codec.Writer, v any) {
	switch p := reflect.ValueOf(v); {
	case v == nil || p.Kind() == reflect.Pointer && p.IsNil():
		w.Null()
	case p.Kind() != reflect.Pointer:
		w.Fail(errors.New("zetes: WriteDefault of a " + p.Type().String() + ", want a pointer"))
	default:
		writeValue(a, w, v, true)
	}
}

// configOf returns the configuration of owner, which lent a Writer or Reader. If owner is not a configuration, it
// returns that of the package's own functions.
func configOf(owner any) *plan.Dialect {
	if c, ok := owner.(*plan.Dialect); ok {
		return c
	}
	return standard().c
}

// errUnfinished is the error of a Writer whose value a panic has interrupted.
var errUnfinished = errors.New("zetes: a panic has ended the writing of a value")

// writtenInto returns c with two choices taken from a Writer that escapes strings by set: how text that is not UTF-8 is
// written, and, if c behaves as encoding/json does, whether HTML is escaped.
func writtenInto(c *plan.Dialect, set *kernel.EscapeSet) *plan.Dialect {
	o := c.Options
	if set.Marks() {
		o |= option.MarkInvalidUTF8
	}
	if !c.Own && !set.HTML() {
		o &^= option.EscapeHTML
	}
	return c.With(o)
}

// writeValue writes v to w under a's configuration. If a is nil, it takes the configuration of the API that called the
// codec or, outside of codecs, of the package's own functions. If bare is true, v is a pointer, and *v is written as if
// its type had no codec.
func writeValue(a *API, w *codec.Writer, v any, bare bool) {
	dst, owner, level, set, ok := desk.BeginValue(w)
	if !ok {
		return
	}
	b, err := dst, errUnfinished
	defer func() { desk.EndValue(w, b, err) }()
	c := configOf(owner)
	if a != nil {
		c = a.c
	}
	c = writtenInto(c, set)
	if b, err = engine.Append(&encode.Call{Config: c, Depth: level + 1, Bare: bare}, dst, v); err == nil && c.Finish != nil && owner != any(c) {
		b, err = c.Finish(b, len(dst)) // the Writer's owner has another configuration, and will not call c.Finish
	}
	if owner == nil && err == nil { // not within a codec
		engine.OneLine(c, b[len(dst):])
	}
	if err != nil {
		e, steps := encodeErrorAt(&c.Shape, nil, v, err)
		b, err = dst, e
		if owner != nil && steps != nil {
			err = &locate.Written{Err: e, Steps: steps} // the codec that w serves gets this error
		}
	}
}

// ReadValue reads the next value from r into the value that v points to. Within a codec it uses the options and codecs
// of the API that called the codec, and choices made by methods of a stream.Decoder, such as UseNumber. Elsewhere it
// uses those of the package's own functions. An error becomes r's error.
//
// Codecs may call one another through ReadValue some 5,000 deep: input may be nested 10,000 levels, and each call of a
// codec counts as one level, as each open array or object does.
func ReadValue(r *codec.Reader, v any) { readValue(new(decode.Call), r, v) }

// atWork returns the configuration for values that are read from r, and the terms on which r was lent to a codec. lent
// reports whether the memory that r reads stays unchanged until r's next call.
func atWork(r *codec.Reader) (c *plan.Dialect, t loan.Terms, lent bool) {
	t, lent = desk.Terms(r)
	return configOf(t.Owner), t, lent
}

// ReadValue does what the function [ReadValue] does, with a's options and codecs. Strings are copies even under
// [Config].Alias, since the reader's memory is overwritten.
func (a *API) ReadValue(r *codec.Reader, v any) { readValue(&decode.Call{Config: a.c}, r, v) }

// ReadDefault reads the next value from r into *v as if T had no codec. Use it in a codec that adds something to the
// usual decoding.
func ReadDefault[T any](r *codec.Reader, v *T) { (*API)(nil).ReadDefault(r, v) }

// ReadDefault does what the function [ReadDefault] does, with a's options and codecs, for a type that is known at run
// time only. It reads the next value into the value that v points to, as if the type of that value had no codec.
// Strings are copies even under [Config].Alias. If a is nil, the function's API is used.
func (a *API) ReadDefault(r *codec.Reader, v any) {
	call := &decode.Call{Bare: true}
	if a != nil {
		call.Config = a.c
	}
	readValue(call, r, v)
}

// readValue reads the next value from r into v, under call's configuration and choices. Without a configuration it
// takes the configuration for values that are read from r.
func readValue(call *decode.Call, r *codec.Reader, v any) {
	t, lent := desk.Terms(r)
	if call.Config == nil {
		call.Config = configOf(t.Owner)
	}
	lender, related := t.Owner.(*plan.Dialect)
	if related && call.Config.Source == nil && lender.Source != nil {
		own := *call.Config
		own.Source, call.Config = lender.Source, &own
	}
	c := call.Config
	related = related && c.Related(lender)
	call.Depth, call.Borrowed = int32(t.Level), true
	failed := r.Err() != nil
	in, at, edge, ok := desk.Window(r)
	if !ok {
		if !failed { // otherwise the error is about an earlier value, and no value follows it
			refused(call, r, v)
		}
		return
	}
	if related {
		call.Left = t.Left
	}
	call.Undo, call.Offset = true, t.Origin+r.InputOffset()
	end, _ := call.UnmarshalIn(in, at, edge, v)
	if end >= 0 {
		desk.Advance(r, end)
		return
	}
	// From here on the user's functions may be called, and they may use r too.
	start := r.InputOffset()
	if lent {
		// If the configuration has rules for whole inputs, the decoder that has lent r has checked the whole input
		// before.
		call.Checked = related && c.ValidateFirst
		call.Lent, call.Undo = true, false
		end, f := decodeLent(call, r, v, in, at, edge)
		if r.Err() != nil {
			return
		}
		if f == nil && end < edge {
			desk.Advance(r, end)
		} else if f != nil && f.Code == fault.Codec && t.Owner != nil {
			// The codec that failed and the reader of the whole input add the error's place in the input. Adding the
			// place here would take time at each level.
			locate.Base(start).MoveOffset(&f.Err.(*codec.Failure).Offset)
			r.Fail(f.Err)
		} else if raw := desk.Whole(r); raw != nil {
			passed(c, r, raw, at, v, f, engine.UnmarshalError(call, raw, v, f), start)
		}
		return
	}
	place := decode.PlaceOf(call, v)
	if _, at, cd, members := place.Pieces(); cd != nil {
		desk.ReadPieces(r, cd, c, at)
		return
	} else if members && r.Peek() == codec.Object {
		readMembers(c, r, place, reflect.TypeOf(v).Elem())
		return
	}
	raw := desk.Whole(r)
	if raw == nil {
		refused(call, r, v)
		return
	}
	if len(raw) >= edge-at {
		// The window had only a part of the value.
		in, at, _, _ = desk.Window(r)
		if end, _ = call.UnmarshalIn(in, at, at+len(raw)+1, v); end >= 0 {
			desk.Advance(r, end)
			return
		}
	}
	if c.Options&option.MayAlias != 0 {
		raw = bytes.Clone(raw) // r will overwrite its memory, but parts of raw may become values
	}
	if f, err := decodeWhole(call, r, v, raw); r.Err() == nil {
		passed(c, r, raw, at, v, f, err, start)
	}
}

// readMembers reads an object member by member into the struct of type t at place.
func readMembers(c *plan.Dialect, r *codec.Reader, place decode.Place, t reflect.Type) {
	for name := range r.Object() {
		switch p, at, cd, _ := place.Part(name, 0, true).Pieces(); {
		case cd != nil:
			desk.ReadPieces(r, cd, c, at)
		case p != nil:
			readValue(&decode.Call{Config: c, Program: p}, r, mem.Interface(mem.PointerWordOf(p.Type), at))
			if e, ok := r.Err().(*codec.Error); ok {
				within(e, t, name)
			}
		case c.Options.Has(option.DisallowUnknownFields):
			r.Fail(fmt.Errorf("json: unknown field %q", name))
		}
	}
}

// within adds the name of a member to the path in e, if e is about a value of the wrong type. The member belongs to a
// struct of type t.
func within(e *codec.Error, t reflect.Type, name string) {
	if z, ok := e.Err.(*Error); ok && z.about.Code == fault.Mismatch {
		if te, ok := z.Err.(*json.UnmarshalTypeError); ok {
			te.Struct, te.Field = t.Name(), strings.TrimSuffix(name+"."+te.Field, ".")
		}
	}
}

// ReadMembers decodes the next value of s into v while its text arrives: a codec reads the value from the stream, or a
// struct is decoded member by member. ok is false if neither is possible, or if the rest of the stream is in memory
// already: then the caller decodes the value when all of it is in memory. The value lies in depth containers. The
// parameter most is the largest size of its text; 0 means no limit.
func (inside) ReadMembers(c *plan.Dialect, s *frame.Stream, depth, most int, v any) (ok bool, err error) {
	call := decode.Call{Config: c}
	_, _, cd, members := decode.PlaceOf(&call, v).Pieces()
	if cd == nil && !members {
		return false, nil
	}
	if b, err := s.Peek(); err != nil || members && b != '{' || s.Ended() || depth >= wire.MaxDepth {
		return false, nil
	}
	return true, s.Lend(func(w *window.Window) error {
		r := codec.NewReader(nil)
		defer r.Release()
		desk.Exchange(r, w)
		defer func() {
			desk.Bound(r, 0) // the limit is not for the values after this one
			desk.Exchange(r, w)
		}()
		r.SetLimits(codec.Limits{Depth: wire.MaxDepth - depth})
		start := r.InputOffset()
		desk.Bound(r, most)
		readValue(&call, r, v)
		e, failed := r.Err().(*codec.Error)
		switch {
		case !failed && (most == 0 || r.InputOffset()-start <= int64(most)):
			return nil
		case !failed:
			e = &codec.Error{Code: codec.Failed, Offset: start, Err: frame.ErrTooLarge}
		case e.Code == codec.IO:
			return e.Err
		case desk.TooLong(e):
			e.Code, e.Err = codec.Failed, frame.ErrTooLarge
		}
		z, placed := e.Err.(*Error)
		if !placed {
			z = &Error{Err: e}
			if z.set(desk.Spot(e)); e.Code == codec.Failed || e.Code == codec.Truncated {
				z.Err = e.Err
			}
		}
		z.Value = s.Given() + 1
		return z
	})
}

// decodeLent decodes the value at position at of in, the window of r. Its results are those of UnmarshalIn. The user's
// functions that it calls can't use r.
func decodeLent(c *decode.Call, r *codec.Reader, v any, in *wire.Input, at, edge int) (end int, f *fault.Fault) {
	desk.Suspend(r)
	defer desk.Resume(r)
	return c.UnmarshalIn(in, at, edge, v)
}

// decodeWhole decodes raw, the next value of r.
func decodeWhole(c *decode.Call, r *codec.Reader, v any, raw []byte) (*fault.Fault, error) {
	desk.Suspend(r)
	defer desk.Resume(r)
	t, _ := desk.Terms(r)
	c.Offset = t.Origin + r.InputOffset()
	f := c.Unmarshal(raw, v)
	if f == nil {
		return nil, nil
	}
	return f, engine.UnmarshalError(c, raw, v, f)
}

// refused adds a cause to r's error about a value that is not JSON or is cut off. The cause is the error that Unmarshal
// would return, with the path through v's type. refused does nothing for a reader that is lent, since the lender adds
// the place in the input.
func refused(call *decode.Call, r *codec.Reader, v any) {
	e, ok := r.Err().(*codec.Error)
	if !ok || e.Code != codec.Syntax && e.Code != codec.Truncated {
		return
	}
	p, _, ok := desk.View(r)
	if !ok || p.Start == len(p.Seen) {
		return // the input has no byte of the value
	}
	text := p.Seen[p.Start:]
	f := call.Unmarshal(text, v)
	if f == nil || f.Code != fault.Syntax {
		return
	}
	cause := decodeErrorAt(call.Config, reflect.TypeOf(v).Elem(), text, p, f, engine.UnmarshalError(call, text, v, f))
	if cause.Offset != e.Offset {
		return
	}
	if cause.Pointer = e.Pointer; e.Code == codec.Truncated {
		cause.Err = e.Err
	}
	desk.Explain(r, cause)
}

// passed advances r past raw, a value at position at of r's window and at offset start of its input. If err is not nil,
// r fails instead; f describes err.
func passed(c *plan.Dialect, r *codec.Reader, raw []byte, at int, v any, f *fault.Fault, err error, start int64) {
	if err == nil {
		desk.Advance(r, at+len(raw))
		return
	}
	var inner *codec.Failure
	if errors.As(err, &inner) {
		locate.Base(start).MoveOffset(&inner.Offset)
	}
	if p, path, ok := desk.View(r); ok && f != nil && f.Code != fault.BadTarget {
		e := decodeErrorAt(c, reflect.TypeOf(v).Elem(), raw, p, f, err)
		e.Pointer = locate.Pointer(path) + e.Pointer
		desk.FailAt(r, e, locate.Spot{Offset: e.Offset, Line: e.Line, Column: e.Column, Pointer: e.Pointer, Excerpt: e.Excerpt, Caret: int(e.about.Caret)})
		return
	}
	err = tell(c, raw, v, f, err)
	if e, ok := err.(*Error); ok {
		e.about.Own().Start, e.about.Lent = start, true
	}
	r.Fail(err)
}

// Fuzzy makes a codec that reads values of type T, and all values in them, as under [Config].Fuzzy, and writes them as
// usual. Use it if only some types come from loosely typed languages: put it into Config.Codecs, pass it to [Register],
// or, with codec.ForField, use it for a single field. Do not combine it with the tag option string: a string field with
// that option is written with a second pair of quotes, and the codec reads these quotes as part of the string.
func Fuzzy[T any]() codec.Codec { return codec.For(nil, ReadFuzzy[T]) }

// FuzzyScalars returns the codecs that [Fuzzy] makes for string, bool, and all types of integers and floats that Go
// declares.
func FuzzyScalars() []codec.Codec {
	return []codec.Codec{
		Fuzzy[string](), Fuzzy[bool](),
		Fuzzy[int](), Fuzzy[int8](), Fuzzy[int16](), Fuzzy[int32](), Fuzzy[int64](),
		Fuzzy[uint](), Fuzzy[uint8](), Fuzzy[uint16](), Fuzzy[uint32](), Fuzzy[uint64](),
		Fuzzy[float32](), Fuzzy[float64](),
	}
}

// fuzzyStandard is the API that behaves as encoding/json does, but with Fuzzy. It has a plan of its own since the
// errors of the shared plan follow encoding/json's rules only.
var fuzzyStandard = sync.OnceValue(Config{Fuzzy: true}.Freeze)

// ReadFuzzy reads the next value from r into *v as [ReadDefault] does, and accepts the values that Config.Fuzzy
// accepts.
func ReadFuzzy[T any](r *codec.Reader, v *T) {
	c, _, _ := atWork(r)
	if !c.Own {
		c = fuzzyStandard().c
	}
	readValue(&decode.Call{Config: c.With(c.Options | option.FuzzyDecode), Bare: true}, r, v)
}

// Located is a value and its place in the document that it was decoded from. It can be the type of a field, an element
// or a map's value, but not of a map's key. Its JSON is that of its Value. A Located that was not decoded has the
// offset 0.
//
//	var config struct {
//		Port zetes.Located[int] `json:"port"`
//	}
//	err := zetes.Unmarshal(data, &config)
//	if config.Port.Value < 1024 {
//		line, column := config.Port.Position(data)
//		log.Printf("config.json:%d:%d: the port is reserved", line, column)
//	}
//
// The offsets count as those of [ReadOffset]. PathAt of package jsondoc finds the path to Start; a Located does not
// store the path. A value that does not fit T ends the decoding, as an error of a codec does. Package encoding/json
// does not know the type.
type Located[T any] struct {
	Value      T
	Start, End int64 // offset of the first byte, and offset after the last byte
}

// ReadOffset returns the offset of the first unread byte of r in the document that is decoded. It counts from the start
// of the text that Unmarshal got, or of the stream. The InputOffset of a reader that a codec gets counts from the start
// of the codec's value. In values that json.Decoder decodes, ReadOffset counts from the start of the value. If a method
// calls Unmarshal, it counts from the start of the text that this call got. In a stream under [Config].JSON5 it counts
// bytes of the JSON that the stream becomes.
func ReadOffset(r *codec.Reader) int64 {
	t, _ := desk.Terms(r)
	at := t.Origin + r.InputOffset()
	if c, ok := t.Owner.(*plan.Dialect); ok && c.Source != nil {
		return int64(c.Source(int(at)))
	}
	return at
}

// MarshalZetes writes l.Value.
func (l Located[T]) MarshalZetes(w *codec.Writer) { WriteValue(w, &l.Value) }

// UnmarshalZetes reads l.Value and its place.
func (l *Located[T]) UnmarshalZetes(r *codec.Reader) {
	l.Start = ReadOffset(r)
	ReadValue(r, &l.Value)
	l.End = ReadOffset(r)
}

// Position returns the line and column, counted from 1, at which l starts in data, the document that it was decoded
// from. Columns count characters. Position takes time in proportion to l.Start.
func (l Located[T]) Position(data []byte) (line, column int) {
	before := data[:max(0, min(l.Start, int64(len(data))))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + len([]rune(string(before[start:])))
}
