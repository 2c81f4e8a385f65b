//go:build !goexperiment.jsonv2

package toolchain // go1.26 only: this file

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/wire"
)

// overV2 says that encoding/json is built on encoding/json/v2.
const overV2 = false

// pathWords returns an error's names for the path to a value: the innermost struct's name, and the names of all fields
// on the path. inner and deeper are from the error so far: the name of a struct, and the path within the value.
func pathWords(_ any, path []fault.Step, inner, deeper string) (structName, field string) {
	if len(path) == 1 && deeper == "" {
		if t, ok := path[0].Struct.(reflect.Type); ok { // nil if the step is not a field of a struct
			return t.Name(), path[0].Name
		}
	}
	var few [4]string
	names := goPath(few[:0], path)
	if deeper != "" {
		names = append(names, strings.TrimPrefix(deeper, "."))
		return inner, strings.Join(names, ".")
	}
	for i := range path {
		if t, ok := path[i].Struct.(reflect.Type); ok {
			return t.Name(), strings.Join(names, ".")
		}
	}
	return "", ""
}

// methodError returns the error that a method returned. To an UnmarshalTypeError it adds the path to the method.
func methodError(_ []byte, _ any, f *fault.Fault) error {
	te, ok := f.Err.(*json.UnmarshalTypeError)
	if !ok || len(f.Path) == 0 {
		return f.Err
	}
	names := goPath(nil, f.Path)
	if te.Field != "" {
		names = append(names, te.Field)
	}
	te.Struct = f.Path[0].Struct.(reflect.Type).Name()
	te.Field = strings.Join(names, ".")
	return te
}

func MethodError(err error, _ reflect.Type) error { return err }

func TextError(err error) error { return err }

// EndsDecoding returns false: this release goes on after any error of a method.
func EndsDecoding(error) bool { return false }

// NestedMethodError returns the error of the UnmarshalJSON method of an opt.Value that lies within other opt.Values.
// outer is the struct type with the outermost opt.Value, or nil.
func NestedMethodError(f *fault.Fault, outer any) error {
	err := methodError(nil, nil, f)
	if te, ok := err.(*json.UnmarshalTypeError); ok && outer != nil {
		te.Struct = outer.(reflect.Type).Name()
	}
	return err
}

// nameTarget leaves the error of a method unchanged. Other releases add the name of the target's type.
func nameTarget(*json.UnmarshalTypeError, any) {}

// hiddenPointerError returns the error about a nil embedded pointer to an unexported struct t.
func hiddenPointerError(t reflect.Type) error {
	return fmt.Errorf("json: cannot set embedded pointer to unexported struct: %v", t)
}

// TokenError returns the error about the character c, which stands at offset in the input. lead has a short text that
// takes the place of the input before c. It is Unmarshal's error, since the error of a Decoder's Token says less.
func TokenError(lead wire.Lead, c string, offset int64) error {
	return SyntaxErrorAfter(lead.Text, c, offset)
}
