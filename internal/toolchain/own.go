package toolchain

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
)

// Errors under a configuration that departs from encoding/json, which would encode or decode a whole value or document
// differently. It gets only the wrong value, or a text to check its syntax.

// OwnMarshalError returns the error for v after our encoder has stopped with f.
func OwnMarshalError(v any, escapeHTML bool, f *fault.Fault) error {
	switch f.Code {
	case fault.Codec, fault.Foreign, fault.BadType:
		return f.Err
	case fault.Depth:
		return &json.UnsupportedValueError{Value: reflect.ValueOf(v), Str: "nested too deep, or a cycle via " + reflect.TypeOf(v).String()}
	}
	if _, said := MarshalError(v, escapeHTML, f); said != nil {
		return said
	}
	return &json.UnsupportedValueError{Value: reflect.ValueOf(v), Str: "a value without a JSON form"}
}

// OwnUnmarshalError returns the error for decoding data into v, which f describes.
func OwnUnmarshalError(data []byte, v any, f *fault.Fault) error {
	switch f.Code {
	case fault.Codec, fault.BadType, fault.Foreign:
		return f.Err
	case fault.Method:
		return methodError(data, v, f)
	case fault.BadTarget:
		return Decode(data, v, 0)
	case fault.Syntax:
		if err := SyntaxError(data, 0); err != nil {
			return err
		}
		// data is JSON, but nested too deep together with the values around it, which codecs are reading
		deep := *f
		deep.Code = fault.TooDeep
		return &deep
	case fault.UnknownName:
		name, _ := json.Marshal(f.Err.Error())
		if err := Decode([]byte(`{`+string(name)+`:0}`), &struct{}{}, option.DisallowUnknownFields); err != nil {
			return err
		}
	case fault.Mismatch:
		return ownMismatchError(data, v, f)
	}
	return f
}

// ownMismatchError returns the error about a value in data that does not fit. f.Err is about the value alone, in a
// field with the name valueName, which the path to the value replaces.
func ownMismatchError(data []byte, v any, f *fault.Fault) error {
	te, ok := f.Err.(*json.UnmarshalTypeError)
	if !ok {
		return f.Err
	}
	if !strings.HasPrefix(te.Field, valueName) {
		nameTarget(te, v)
		return te
	}
	var names []string
	for _, s := range locate.RouteTo(data, f).Steps() {
		if s.Index < 0 {
			names = append(names, s.Name)
		}
	}
	te.Field = strings.Join(names, ".") + strings.TrimPrefix(te.Field, valueName)
	t := reflect.TypeOf(v)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if te.Struct = ""; te.Field != "" {
		te.Struct = t.Name()
	}
	return te
}
