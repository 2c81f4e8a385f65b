//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"bytes"
	"encoding"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// After a plan has failed, the standard library does the call. But it must not call again the methods that the plan has
// called. So it gets functions for the types with methods, by the option WithMarshalers: functions take precedence over
// methods. These functions return the recorded results of the methods. For a value whose method the plan has not
// called, they let the standard library call the method.

// playback has the recorded method calls of a plan that has failed. A nil playback has none.
type playback struct {
	calls []fault.MethodCall // the calls that were not played back yet; Type is nil in those that were
	byKey map[callKey][]*fault.MethodCall
	now   *fault.MethodCall // the call of a function of a list (not of a method) that is being played back
	log   *fault.ReadCalls  // for Unmarshal: the calls from next on were not played back yet
	next  int
	err   error         // the standard library's error about the method that failed, which failure returns
	saved SemanticError // a copy of err, if it is a SemanticError: the standard library changes err afterwards
	reads Options       // the option with the functions that unmarshalers returns
}

// playbackOf returns the method calls that a plan made before it failed with err, or nil if there are none.
func playbackOf(err error) *playback {
	if f, ok := err.(*fault.Called); ok {
		return &playback{calls: f.Calls}
	}
	return nil
}

// cost returns the number that is added to trial.bad after a plan was tried in vain: 4, and 1 for each method call in
// p, but at most mostBad.
func (p *playback) cost() int32 {
	n := 4
	if p != nil && p.log != nil {
		n += len(p.log.List)
	} else if p != nil {
		n += len(p.calls)
	}
	return int32(min(n, mostBad))
}

// with returns opts and the functions that play back calls. These come before the functions of opts.
func (p *playback) with(opts []Options) []Options {
	if p == nil {
		return opts
	}
	var lists []*Marshalers
	list := lastOf(opts, WithMarshalers)
	if list != nil {
		for _, f := range marshalers.of(list).list {
			if !f.streams {
				lists = append(lists, f.write(p))
			}
		}
	}
	return append(opts[:len(opts):len(opts)], WithMarshalers(stdjson.JoinMarshalers(append(lists,
		stdjson.MarshalToFunc(func(e *jsontext.Encoder, v Marshaler) error { return p.play(e, v, nil) }),
		stdjson.MarshalToFunc(func(e *jsontext.Encoder, v encoding.TextAppender) error { return p.play(e, v, nil) }),
		stdjson.MarshalToFunc(func(e *jsontext.Encoder, v encoding.TextMarshaler) error { return p.play(e, v, nil) }),
		list,
	)...)))
}

// play writes the result that the plan has recorded for v, a pointer to a value. To do so it marshals a value of
// another type, whose method of the same name returns that result. If the plan has called a function for v in place of
// a method, play marshals v with list, whose only function returns the result in p.now. If nothing is recorded for v,
// play returns errors.ErrUnsupported, and the standard library calls the method.
func (p *playback) play(e *jsontext.Encoder, v any, list *Marshalers) error {
	switch v.(type) {
	case *playedText, *playedAppend, *playedJSON:
		return errors.ErrUnsupported // the standard library must call the methods of these types
	}
	t := reflect.TypeOf(v).Elem()
	c := p.take(v, t)
	if c == nil {
		return errors.ErrUnsupported
	}
	var played any
	switch c.Method {
	case fault.Function:
		p.now = c
		return p.note(stdjson.MarshalEncode(e, v, WithMarshalers(list)), t, t)
	case fault.MarshalText:
		played = &playedText{c}
	case fault.AppendText:
		played = &playedAppend{c}
	default:
		played = &playedJSON{c}
	}
	return p.note(stdjson.MarshalEncode(e, played), reflect.TypeOf(played).Elem(), t)
}

// note stores err, which p.failure will return, and returns it. err comes from a method of the type played, which takes
// the place of the type t; if err names played, note makes it name t.
func (p *playback) note(err error, played, t reflect.Type) error {
	if s, ok := err.(*SemanticError); ok {
		if s.GoType == played {
			s.GoType = t
		}
		p.saved = *s
	}
	p.err = err
	return err
}

// callKey identifies the value that a method was called for: by its type and its address. If the value had no address
// in the plan, the standard library calls the method of a copy, so memory has the bytes of the value.
type callKey struct {
	typ, pointer any
	memory       string
}

// take removes the first recorded call for the value that v points to, and returns it, or nil if there is none. Most
// values come in the order of the calls. Others, such as elements of maps, are found by their key, so that many of them
// take linear time.
func (p *playback) take(v any, t reflect.Type) *fault.MethodCall {
	keys := [2]callKey{{typ: t, pointer: v}, {typ: t, memory: encode.BytesOf(v, t)}}
	for len(p.calls) > 0 && p.calls[0].Type == nil {
		p.calls = p.calls[1:]
	}
	if len(p.calls) > 0 {
		if c := &p.calls[0]; slices.Contains(keys[:], keyOf(c)) {
			p.calls = p.calls[1:]
			c.Type = nil
			return c
		}
	}
	if p.byKey == nil {
		p.byKey = make(map[callKey][]*fault.MethodCall, len(p.calls))
		for i := range p.calls {
			if c := &p.calls[i]; c.Type != nil {
				p.byKey[keyOf(c)] = append(p.byKey[keyOf(c)], c)
			}
		}
	}
	for _, key := range keys {
		for list := p.byKey[key]; len(list) > 0; {
			c := list[0]
			list = list[1:]
			p.byKey[key] = list
			if c.Type != nil {
				c.Type = nil
				return c
			}
		}
	}
	return nil
}

// keyOf returns the key of c.
func keyOf(c *fault.MethodCall) callKey {
	if c.Pointer != nil {
		return callKey{typ: c.Type, pointer: c.Pointer}
	}
	return callKey{typ: c.Type, memory: c.Memory}
}

// failure returns err, the error of the call. If err comes from a method, failure undoes what the standard library adds
// to the error of a marshal function, so that the error is the same as without playback.
func (p *playback) failure(err error) error {
	if p == nil {
		return err
	}
	if err != nil && p.err != nil {
		err = p.err
		if s, ok := err.(*SemanticError); ok {
			*s = p.saved
		}
	}
	if p.log != nil {
		p.log.Forget()
		*p = playback{reads: p.reads}
		playbacks.Put(p)
	}
	return err
}

// Types whose methods return the recorded result of another method.
type (
	playedJSON   struct{ *fault.MethodCall }
	playedText   struct{ *fault.MethodCall }
	playedAppend struct{ *fault.MethodCall }
)

func (p playedJSON) MarshalJSON() ([]byte, error) { return p.Output, p.Err }

func (p playedText) MarshalText() ([]byte, error) { return textOf(p.MethodCall) }

func (p playedAppend) AppendText(b []byte) ([]byte, error) {
	text, err := textOf(p.MethodCall)
	return append(b, text...), err
}

// textOf returns the text, or the error, that the recorded method has returned. If the text was not UTF-8, it returns a
// byte 0xff in its place, for which the standard library has the same error.
func textOf(c *fault.MethodCall) ([]byte, error) {
	if c.Err != nil {
		return nil, c.Err
	}
	text, err := jsontext.AppendUnquote(nil, c.Output)
	if err != nil {
		return []byte{0xff}, nil
	}
	return text, nil
}

// playbackAfter returns the method calls that a plan made for Unmarshal before it failed with f, or nil if there are
// none.
func playbackAfter(f *fault.Fault) *playback {
	if f == nil {
		return nil
	}
	if log, ok := f.Value.(*fault.ReadCalls); ok {
		p := playbacks.Get().(*playback)
		p.log, f.Placed = log, true
		f.Forget()
		return p
	}
	return nil
}

// playbacks is a pool of playbacks. Each keeps its list of functions (reads), in which the standard library remembers
// which functions are for a type. Finding that out for a new list takes longer than a small call.
var playbacks = sync.Pool{New: func() any {
	p := new(playback)
	p.reads = WithUnmarshalers(p.unmarshalers())
	return p
}}

// unmarshalers returns the functions that play back calls of methods that read.
func (p *playback) unmarshalers() *Unmarshalers {
	return stdjson.JoinUnmarshalers(
		stdjson.UnmarshalFromFunc(func(d *jsontext.Decoder, v Unmarshaler) error { return p.read(d, v, fault.UnmarshalJSON, nil) }),
		stdjson.UnmarshalFromFunc(func(d *jsontext.Decoder, v encoding.TextUnmarshaler) error {
			return p.read(d, v, fault.UnmarshalText, nil)
		}))
}

// withReads returns opts and the functions that play back the calls of a plan for Unmarshal.
func (p *playback) withReads(opts []Options) []Options {
	if p == nil {
		return opts
	}
	own, list := p.reads, lastOf(opts, WithUnmarshalers)
	if list != nil {
		var lists []*Unmarshalers
		for _, f := range unmarshalers.of(list).list {
			if !f.streams {
				lists = append(lists, f.read(p))
			}
		}
		own = WithUnmarshalers(stdjson.JoinUnmarshalers(append(lists, p.unmarshalers(), list)...))
	}
	return append(opts[:len(opts):len(opts)], own)
}

// read plays back the next recorded call, if that was a call of the same method for the same type as v: it sets the
// value that v points to as the call has set it. Otherwise it returns errors.ErrUnsupported, and the standard library
// calls the method. The calls were recorded in the order of the input. UnmarshalText is called for strings only, so not
// for null.
//
// For fault.Function, list is a list of one function that returns the error of the call p.now.
func (p *playback) read(d *jsontext.Decoder, v any, method fault.Code, list *Unmarshalers) error {
	if p.next == len(p.log.List) {
		return errors.ErrUnsupported
	}
	c, t := &p.log.List[p.next], reflect.TypeOf(v)
	if reflect.TypeOf(c.Value) != t || c.Method != method || method == fault.UnmarshalText && d.PeekKind() != '"' {
		return errors.ErrUnsupported
	}
	p.next++
	t = t.Elem()
	reflect.ValueOf(v).Elem().Set(reflect.ValueOf(c.Value).Elem())
	switch {
	case c.Err == nil:
		_, err := d.ReadValue()
		return err
	case method == fault.Function:
		p.now = &fault.MethodCall{Err: c.Err}
		return p.note(stdjson.UnmarshalDecode(d, v, WithUnmarshalers(list)), t, t)
	case method == fault.UnmarshalText:
		return p.note(stdjson.UnmarshalDecode(d, &readText{c.Err}), reflect.TypeFor[readText](), t)
	}
	return p.note(stdjson.UnmarshalDecode(d, &readJSON{c.Err}), reflect.TypeFor[readJSON](), t)
}

// Types whose methods return the recorded error of another method.
type (
	readJSON struct{ err error }
	readText struct{ err error }
)

func (r *readJSON) UnmarshalJSON([]byte) error { return r.err }

func (r *readText) UnmarshalText([]byte) error { return r.err }

// refused returns the standard library's error about the value that a plan has refused: it does not fit its Go type,
// its method has returned an error, or its name is unknown or occurs twice. The standard library decodes only the text
// of that value, so refused adds the place of the value in the whole text. If the error is known without that, refused
// sets f.Output to nil. If refused returns nil, the standard library must do the whole call.
func refused(f *fault.Fault) error {
	if f.Code == fault.DuplicateName {
		f.Output = nil
		return &jsontext.SyntacticError{ByteOffset: f.Offset, JSONPointer: jsontext.Pointer(locate.Route(f.Route).Pointer()), Err: jsontext.ErrDuplicateName}
	}
	t, pointer := f.Type.(reflect.Type), jsontext.Pointer(locate.Route(f.Route).Pointer())
	known := misfitOf(f, t)
	if known != nil && known.Load() != nil {
		f.Output = nil
		e := *known.Load()
		e.ByteOffset, e.JSONPointer = f.Offset, pointer
		return &e
	}
	v, text, opt, at := any(nil), f.Output, Options(nil), f.Offset
	switch f.Code {
	case fault.UnmarshalJSON:
		if _, ok := f.Err.(*SemanticError); ok {
			return nil // the standard library changes fields of such an error, which depend on the whole call
		}
		v = &readJSON{f.Err}
	case fault.UnmarshalText:
		v = &readText{f.Err}
	case fault.UnknownName:
		v, text, opt, at = new(struct{}), slices.Concat([]byte("{"), text, []byte(":0}")), RejectUnknownMembers(true), at-1
	default:
		v = reflect.New(t).Interface()
	}
	err := stdjson.Unmarshal(text, v, opt)
	switch e := err.(type) {
	case *SemanticError:
		if err == f.Err {
			break // UnmarshalText has returned it: it stays as it is
		}
		if e.ByteOffset += at; f.Code == fault.UnknownName {
			e.JSONPointer = ""
		}
		e.JSONPointer, e.GoType = pointer+e.JSONPointer, t
		if known != nil && e.JSONValue == nil && (e.Err == nil || e.Err == ErrUnknownName) && e.ByteOffset == f.Offset && e.JSONPointer == pointer {
			only := *e
			known.Store(&only)
		}
	case *jsontext.SyntacticError:
		if err != f.Err {
			return nil // the text of such an error may depend on the text after the value
		}
	}
	return err
}

// misfits has errors of the standard library for the type word of each type: one for each kind of value in misfitKinds,
// and a last one for names without a field. Apart from its place, such an error names only the type and the kind of the
// value, so it is the same for all values of that kind.
var misfits plan.Table[[len(misfitKinds) + 1]atomic.Pointer[SemanticError]]

const misfitKinds = `0"tfn`

// misfitOf returns the place in misfits for the error about f, whose type is t. It returns nil for objects and arrays,
// for errors of methods, and for strings with escapes, since those may be wrong themselves.
func misfitOf(f *fault.Fault, t reflect.Type) *atomic.Pointer[SemanticError] {
	i := len(misfitKinds)
	if f.Code == fault.Mismatch {
		i = strings.IndexByte(misfitKinds, byte(jsontext.Value(f.Output).Kind()))
	} else if f.Code != fault.UnknownName {
		return nil
	}
	if i < 0 || bytes.IndexByte(f.Output, '\\') >= 0 {
		return nil
	}
	word := mem.TypeWordOf(t)
	of := misfits.Get(word)
	if of == nil {
		of = misfits.Put(word, new([len(misfitKinds) + 1]atomic.Pointer[SemanticError]))
	}
	return &of[i]
}
