//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"encoding"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// After a plan has failed the standard library does the call, but it must not call the methods again that the plan has
// called. So it gets functions for values with methods, which come before methods: they play back what the methods have
// returned. Values whose method the plan has not called are left to their methods.

// playback has the calls of a plan that has failed. A nil one has none.
type playback struct {
	calls []fault.MethodCall // those that were not played back yet
	err   error              // of the method that failed, as the standard library has it
	saved SemanticError
}

// playbackOf returns the calls before err, the error of a plan, or nil if there are none.
func playbackOf(err error) *playback {
	if f, ok := err.(*fault.Called); ok {
		return &playback{calls: f.Calls}
	}
	return nil
}

// with returns opts, which have no functions, with those that play back.
func (p *playback) with(opts []Options) []Options {
	if p == nil {
		return opts
	}
	return append(opts[:len(opts):len(opts)], WithMarshalers(JoinMarshalers(
		MarshalToFunc(func(e *jsontext.Encoder, v Marshaler) error { return p.play(e, v) }),
		MarshalToFunc(func(e *jsontext.Encoder, v encoding.TextAppender) error { return p.play(e, v) }),
		MarshalToFunc(func(e *jsontext.Encoder, v encoding.TextMarshaler) error { return p.play(e, v) }),
	)))
}

// play writes what the method of v, a pointer to a value, has returned, by a method of the same name.
func (p *playback) play(e *jsontext.Encoder, v any) error {
	t := reflect.TypeOf(v).Elem()
	if t == reflect.TypeFor[playedJSON]() || t == reflect.TypeFor[playedText]() || t == reflect.TypeFor[playedAppend]() {
		return errors.ErrUnsupported
	}
	c := p.take(v, t)
	if c == nil {
		return errors.ErrUnsupported
	}
	var played any
	switch c.Method {
	case fault.MarshalText:
		played = &playedText{c}
	case fault.AppendText:
		played = &playedAppend{c}
	default:
		played = &playedJSON{c}
	}
	err := stdjson.MarshalEncode(e, played)
	if s, ok := err.(*SemanticError); ok {
		if s.GoType == reflect.TypeOf(played).Elem() {
			s.GoType = t
		}
		p.saved = *s
	}
	p.err = err
	return err
}

// take returns the first call for the value that v points to, and forgets it, or nil if there is none. A value without
// an address has another one here than it had in the plan.
func (p *playback) take(v any, t reflect.Type) *fault.MethodCall {
	for i := range p.calls {
		if c := &p.calls[i]; encode.IsOf(c, v, t) {
			if c.Type = nil; i == 0 {
				p.calls = p.calls[1:]
			}
			return c
		}
	}
	return nil
}

// failure returns err, the error of the call. If it is that of a method, it is what the standard library has without
// functions, which fill in more of it.
func (p *playback) failure(err error) error {
	if p == nil || err == nil || p.err == nil {
		return err
	}
	if s, ok := p.err.(*SemanticError); ok {
		*s = p.saved
	}
	return p.err
}

// played are values whose methods return what others have returned.
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

// textOf returns the text that a method has returned, or any other text that is not UTF-8.
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
