package toolchain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
)

// Errors of encoding, in encoding/json's own words: the value is encoded again by it, or, where that would call
// methods a second time, a value that fails in the same way is.

var encodings atomic.Int64

// Encodings returns how often encoding/json has been asked to encode a value, as Decodings does.
func Encodings() int64 { return encodings.Load() }

// Encode is encoding/json's Marshal, with or without escapes for HTML.
func Encode(v any, escapeHTML bool) ([]byte, error) {
	encodings.Add(1)
	if escapeHTML {
		return json.Marshal(v)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// IndentError returns encoding/json's error about indenting src.
func IndentError(src []byte) error { return json.Indent(new(bytes.Buffer), src, "", "") }

// watchedDepth is how many levels of arrays and objects there must be for the toolchain to look out for cycles. Below,
// a ring of pointers alone has no end for it.
const watchedDepth = 1000

// MarshalError returns what encoding/json has for v where the machine gave up with err: an error in its own words, or
// the whole result if v only was too deep for the machine. Methods whose result is at hand are not called again.
func MarshalError(v any, escapeHTML bool, err error) ([]byte, error) {
	f, ok := err.(*fault.Fault)
	if !ok {
		return nil, err
	}
	// Faults that name a method's result or a value are asked about by a stand-in, which fails alike: methods that
	// have been called are not called again. Without a return here encoding/json encodes the whole value.
	t, _ := f.Type.(reflect.Type)
	switch f.Code {
	case fault.Codec:
		return nil, f.Err
	case fault.Foreign:
		if !tellsPlace(f.Err) {
			return nil, f.Err
		}
	case fault.UnsupportedType:
		return nil, &json.UnsupportedTypeError{Type: t}
	case fault.UnsupportedValue:
		v := f.Value.(reflect.Value)
		if _, said := Encode(v.Interface(), escapeHTML); said != nil {
			if e, ok := said.(*json.UnsupportedValueError); ok && valuesAsFound {
				e.Value = v
			}
			return nil, said
		}
	case fault.KeyText:
		return nil, fmt.Errorf("json: encoding error for type %q: %q", t.String(), f.Err.Error())
	case fault.MarshalJSON:
		if _, said := Encode(speaker{f.Output, f.Err}, escapeHTML); said != nil {
			if syntax, ok := errors.AsType[*json.SyntaxError](said); ok && CountsWhole && f.Err == nil {
				locate.Base(f.Offset).Move(syntax)
			}
			return nil, rename(said, t)
		}
	case fault.MarshalText:
		if _, said := Encode(textSpeaker{f.Err}, escapeHTML); said != nil {
			return nil, rename(said, t)
		}
	case fault.Depth:
		if overlooksPointers && f.Offset < watchedDepth && hasRing(v) {
			return nil, &json.UnsupportedValueError{Value: reflect.ValueOf(v), Str: "encountered a cycle via " + reflect.TypeOf(v).String()}
		}
	case fault.Cycle:
		return nil, &json.UnsupportedValueError{Value: f.Value.(reflect.Value), Str: "encountered a cycle via " + t.String()}
	case fault.AppendText:
		if _, said := Encode(textAppender{f.Err}, escapeHTML); said != nil {
			return nil, rename(said, t)
		}
	}
	b, err := Encode(v, escapeHTML)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// tellsPlace reports whether err may say where in the output it happened, which differs for a value on its own.
func tellsPlace(err error) bool {
	_, method := errors.AsType[*json.MarshalerError](err)
	_, syntax := errors.AsType[*json.SyntaxError](err)
	return !method || syntax
}

// hasRing reports whether v leads to a ring of nothing but pointers and interfaces, such as a p of type any that holds
// &p: a toolchain that counts arrays and objects alone would follow that until the stack is full. Each part of v
// is looked at once, with a list in place of recursion, for v may be deep as well.
func hasRing(v any) bool {
	type place struct {
		p uintptr
		t reflect.Type
	}
	visited := map[place]bool{}
	for todo := []reflect.Value{reflect.ValueOf(v)}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		chain := map[place]bool{}
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			if v.Kind() == reflect.Pointer {
				at := place{v.Pointer(), v.Type()}
				if chain[at] {
					return true
				}
				chain[at] = true
			}
			v = v.Elem()
		}
		seen := false
		for at := range chain {
			seen = seen || visited[at]
			visited[at] = true
		}
		switch k := v.Kind(); {
		case seen:
		case k == reflect.Struct:
			for i := range v.NumField() {
				todo = append(todo, v.Field(i))
			}
		case k == reflect.Slice || k == reflect.Array:
			if k == reflect.Slice {
				at := place{v.Pointer(), v.Type()}
				seen = visited[at]
				visited[at] = true
			}
			for i := 0; i < v.Len() && !seen; i++ {
				todo = append(todo, v.Index(i))
			}
		case k == reflect.Map:
			if at := (place{v.Pointer(), v.Type()}); !visited[at] {
				visited[at] = true
				for i := v.MapRange(); i.Next(); {
					todo = append(todo, i.Value())
				}
			}
		}
	}
	return false
}

// rename makes an error about a stand-in one about the type it stands for. Only a MarshalerError names a type.
func rename(err error, t reflect.Type) error {
	if me, ok := err.(*json.MarshalerError); ok {
		me.Type = t
	}
	return err
}

// speaker stands for a value whose MarshalJSON returned this: encoding/json finds the same words about it, for another
// type, which rename replaces.
type speaker struct {
	output []byte
	err    error
}

// MarshalJSON implements json.Marshaler.
func (s speaker) MarshalJSON() ([]byte, error) { return s.output, s.err }

// textSpeaker stands for a value whose MarshalText failed.
type textSpeaker struct{ err error }

// MarshalText implements encoding.TextMarshaler.
func (s textSpeaker) MarshalText() ([]byte, error) { return nil, s.err }

// textAppender stands for a value whose AppendText failed.
type textAppender struct{ err error }

// AppendText implements encoding.TextAppender.
func (s textAppender) AppendText(b []byte) ([]byte, error) { return b, s.err }

// PlainMarshalError is MarshalError for what v points to, whose generated methods do not count. encoding/json can't be
// asked about a value with such methods as a whole: if it is nested too deep it is said to be a cycle.
func PlainMarshalError(v any, f *fault.Fault) ([]byte, error) {
	if _, ok := v.(json.Marshaler); ok {
		switch f.Code {
		case fault.Depth, fault.Cycle:
			return nil, &json.UnsupportedValueError{Value: reflect.ValueOf(v), Str: "encountered a cycle via " + reflect.TypeOf(v).String()}
		case fault.Foreign:
			return nil, f.Err // encoding/json would call the method that asks
		}
	}
	if f.Code == fault.UnsupportedValue {
		if x := f.Value.(reflect.Value); x.CanFloat() && reflect.PointerTo(x.Type()).NumMethod() > 0 {
			f.Value = reflect.ValueOf(x.Float()) // its type may have methods that lead back here
			if x.Kind() == reflect.Float32 {
				f.Value = reflect.ValueOf(float32(x.Float()))
			}
		}
	}
	return MarshalError(v, true, f)
}
