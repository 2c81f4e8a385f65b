//go:build goexperiment.jsonv2

package toolchain

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// The texts of errors in releases whose encoding/json is built on encoding/json/v2. The paths in errors also have the
// indexes of array elements, and errors name the type of the whole target. Errors of methods are unchanged, unless they
// are from encoding/json/v2 or jsontext. To see how encoding/json changes such an error (MethodError), and whether it
// then ends decoding (EndsDecoding), it is called with a target whose method returns the error.

// overV2 says that encoding/json is built on encoding/json/v2.
const overV2 = true

// pathWords returns an error's names for the path to a value: the name of the target's type, and all names and indexes
// on the path. inner and deeper are from the error so far: the name of a struct, which is set if a method decoded into
// a type of its own, and the path within the value.
func pathWords(v any, path []fault.Step, inner, deeper string) (structName, field string) {
	if len(path) == 0 && deeper == "" {
		return "", ""
	}
	var few [4]string
	names := few[:0] // a list, and not their text: an empty name counts too
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].Embedded {
			names = append(names, locate.EscapeName(path[i].Name))
		}
	}
	if len(names) == 0 {
		deeper = strings.TrimPrefix(deeper, ".")
	}
	if inner == "" {
		inner = reflect.TypeOf(v).Elem().Name()
	}
	return inner, strings.Join(names, ".") + deeper
}

// methodError returns the error that encoding/json returns for data after a method has returned f.Err. The method
// belongs to v, or to a value inside v, which was decoded from a part of data. encoding/json takes every io.EOF for the
// end of its input, so the error is then about an input that ends too early.
func methodError(data []byte, v any, f *fault.Fault) error {
	if f.Err == io.EOF {
		var raw json.RawMessage
		err := json.Unmarshal(nil, &raw)
		if se, ok := err.(*json.SyntaxError); ok {
			se.Offset = int64(len(data))
		}
		return err
	}
	return MethodError(f.Err, rootOf(v))
}

// MethodError returns encoding/json's form of an error that a method has returned, if the target is a t. An error of
// encoding/json/v2 or jsontext, which a method gets by calling these packages, becomes an error of encoding/json. If it
// is about a value that does not fit, it then names the type t.
func MethodError(err error, t reflect.Type) error {
	if !ofV2(err) && !unsupported(err) {
		return err
	}
	said := Decode([]byte("0"), &refuser{err: err}, 0)
	if te, ok := said.(*json.UnmarshalTypeError); ok && te.Struct != "" {
		te.Struct = t.Name()
	}
	return said
}

// TextError returns encoding/json's form of the error of an UnmarshalText method.
func TextError(err error) error {
	if !unsupported(err) {
		return err
	}
	return Decode([]byte(`""`), &textRefuser{err}, 0)
}

// EndsDecoding reports whether encoding/json stops decoding after a method has returned err. It decodes two values
// whose method returns err, and sees whether the method is called for both.
func EndsDecoding(err error) bool {
	if !ofV2(err) {
		return false
	}
	r := refuser{err: err}
	_ = Decode([]byte("[0,0]"), &[]*refuser{&r, &r}, 0)
	return r.calls == 1
}

// unsupported reports whether err is errors.ErrUnsupported, which methods may not return, or wraps it.
func unsupported(err error) bool {
	if v := reflect.ValueOf(err); v.Kind() == reflect.Pointer && v.IsNil() {
		return false
	}
	return errors.Is(err, errors.ErrUnsupported)
}

// ofV2 reports whether err is from a package below encoding/json, and not a nil pointer, on which that would panic.
func ofV2(err error) bool {
	v := reflect.ValueOf(err)
	return v.Kind() == reflect.Pointer && !v.IsNil() && strings.HasPrefix(v.Type().Elem().PkgPath(), "encoding/json/")
}

// refuser takes the place of a value whose UnmarshalJSON method has returned err. calls counts the calls of its method.
type refuser struct {
	err   error
	calls int
}

func (r *refuser) UnmarshalJSON([]byte) error { r.calls++; return r.err }

// textRefuser takes the place of a value whose UnmarshalText method has returned err.
type textRefuser struct{ err error }

func (r *textRefuser) UnmarshalText([]byte) error { return r.err }

// NestedMethodError returns the error of the UnmarshalJSON method of an opt.Value within other opt.Values.
func NestedMethodError(f *fault.Fault, _ any) error { return f.Err }

// nameTarget sets te.Struct to the name of the target's type if te.Field is set and te.Struct is not. Such an error
// comes from a method that has called encoding/json for a struct type without a name.
func nameTarget(te *json.UnmarshalTypeError, v any) {
	if te.Struct == "" && te.Field != "" {
		te.Struct = rootOf(v).Name()
	}
}

func rootOf(v any) reflect.Type {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// hiddenPointerError returns nil: encoding/json must decode the value to find the error.
func hiddenPointerError(reflect.Type) error { return nil }

// TokenError returns the error about the character c, which stands at offset in the input. lead has a short text that
// takes the place of the input before c: the same tokens may follow it. The error is from the Token method of a Decoder
// of encoding/json. If Token accepts c, such as a closing bracket in place of a value, the error is from Unmarshal. A c
// that begins a number or literal is completed, since the text after c may not be known yet.
func TokenError(lead wire.Lead, c string, offset int64) error {
	rest := c
	switch first := c[0]; {
	case '0' <= first && first <= '9':
		rest += " "
	case first == '-':
		rest = "-0 "
	case first == 't':
		rest = "true"
	case first == 'f':
		rest = "false"
	case first == 'n':
		rest = "null"
	}
	d := json.NewDecoder(strings.NewReader(lead.Text + rest))
	for range lead.Tokens {
		if _, err := d.Token(); err != nil {
			return SyntaxErrorAfter(lead.Text, c, offset)
		}
	}
	_, err := d.Token()
	if _, ok := err.(*json.SyntaxError); !ok {
		return SyntaxErrorAfter(lead.Text, c, offset)
	}
	return locate.Base(offset - int64(len(lead.Text))).Move(err)
}
