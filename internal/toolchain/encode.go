package toolchain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/meter"
)

// Errors of encoding, with encoding/json's own text. To get them, encoding/json encodes the value again, or, if that
// would call the user's methods twice, a substitute, whose method returns what the user's method has returned.

// Encode returns what encoding/json's Marshal returns for v, with or without escapes for HTML.
func Encode(v any, escapeHTML bool) ([]byte, error) {
	meter.Asked.Add(1)
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

// cycleDepth is the number of nested arrays and objects, not pointers, from which on encoding/json searches for cycles.
const cycleDepth = 1000

// MarshalError returns what encoding/json's Marshal returns for v, after our encoder has stopped with err: an error, or
// the result if v was only nested too deep for our encoder. Methods whose results are in err are not called again.
func MarshalError(v any, escapeHTML bool, err error) ([]byte, error) {
	f, ok := err.(*fault.Fault)
	if !ok {
		return nil, err
	}
	// A case that does not return an error leads to the end, where encoding/json encodes the whole of v.
	t, _ := f.Type.(reflect.Type)
	var failing any
	switch f.Code {
	case fault.Codec:
		return nil, f.Err
	case fault.Foreign:
		if !hasOffset(f.Err) {
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
		failing = substitute{f.Output, f.Err}
	case fault.MarshalText:
		failing = textSubstitute{f.Err}
	case fault.AppendText:
		failing = appendSubstitute{f.Err}
	case fault.Depth:
		if overlooksPointers && f.Offset < cycleDepth && hasRing(v) {
			return nil, cycleError(reflect.ValueOf(v), reflect.TypeOf(v))
		}
	case fault.Cycle:
		return nil, cycleError(f.Value.(reflect.Value), t)
	}
	if failing != nil {
		if _, said := Encode(failing, escapeHTML); said != nil {
			if syntax, ok := errors.AsType[*json.SyntaxError](said); ok && CountsWhole && f.Err == nil {
				locate.Base(f.Offset).Move(syntax)
			}
			if me, ok := said.(*json.MarshalerError); ok {
				me.Type = t
			}
			return nil, said
		}
	}
	b, err := Encode(v, escapeHTML)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// hasOffset reports whether err may contain an offset in the output. If so, encoding/json must encode the whole value
// to get the right offset: if only a part is encoded, the offset counts from the part's start.
func hasOffset(err error) bool {
	_, method := errors.AsType[*json.MarshalerError](err)
	_, syntax := errors.AsType[*json.SyntaxError](err)
	return !method || syntax
}

// hasRing reports whether v leads to a cycle of pointers and interfaces only, such as a p of type any that holds &p. It
// visits each part of v once, and uses a list instead of recursion, since v may be nested deeply.
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

// cycleError returns encoding/json's error about v, in which a value of type t contains itself.
func cycleError(v reflect.Value, t reflect.Type) error {
	return &json.UnsupportedValueError{Value: v, Str: "encountered a cycle via " + t.String()}
}

// A substitute takes the place of a value whose method has failed: substitute after MarshalJSON, textSubstitute after
// MarshalText, appendSubstitute after AppendText. Its method returns the same, so encoding/json makes the same error.
type (
	substitute struct {
		output []byte
		err    error
	}
	textSubstitute   struct{ err error }
	appendSubstitute struct{ err error }
)

func (s substitute) MarshalJSON() ([]byte, error)              { return s.output, s.err }
func (s textSubstitute) MarshalText() ([]byte, error)          { return nil, s.err }
func (s appendSubstitute) AppendText(b []byte) ([]byte, error) { return b, s.err }

// PlainMarshalError returns encoding/json's error for the value that v points to, like MarshalError, but encoded
// without its generated methods. If it has such methods, encoding/json must not encode it as a whole, since they would
// call this function again. A value that is nested too deep is then reported as a cycle.
func PlainMarshalError(v any, f *fault.Fault) ([]byte, error) {
	if _, ok := v.(json.Marshaler); ok {
		switch f.Code {
		case fault.Depth, fault.Cycle:
			return nil, cycleError(reflect.ValueOf(v), reflect.TypeOf(v))
		case fault.Foreign:
			return nil, f.Err // encoding/json would call the generated method
		}
	}
	if f.Code == fault.UnsupportedValue {
		if x := f.Value.(reflect.Value); x.CanFloat() && reflect.PointerTo(x.Type()).NumMethod() > 0 {
			f.Value = reflect.ValueOf(x.Float()) // its type may have generated methods
			if x.Kind() == reflect.Float32 {
				f.Value = reflect.ValueOf(float32(x.Float()))
			}
		}
	}
	return MarshalError(v, true, f)
}
