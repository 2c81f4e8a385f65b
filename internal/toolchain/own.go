package toolchain

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
)

// A configuration of one's own has a meaning that encoding/json does not know, so that it can't be asked about whole
// values and documents: only about the value that is wrong, or whether a text is JSON. A fact that it has no words for
// is returned as it is.

// OwnMarshalError returns the error for v where the machine gave up with f under a configuration of its own.
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

// OwnUnmarshalError returns the error for decoding data into v, of which f is the fact, under a configuration of
// its own. Facts about rules that encoding/json does not have are returned as they are.
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
		// It is JSON: codecs have nested it too deep.
		deep := *f
		deep.Code = fault.TooDeep
		return &deep
	case fault.UnknownName:
		name, _ := json.Marshal(f.Err.Error())
		if err := Decode([]byte(`{`+string(name)+`:0}`), &struct{}{}, option.DisallowUnknownFields); err != nil {
			return err
		}
	case fault.Mismatch:
		return OwnMismatchError(locate.Find(data, int(f.Offset)).Steps(), v, f)
	}
	return f
}

// OwnMismatchError is OwnUnmarshalError about a value that does not fit, to which path leads.
func OwnMismatchError(path []locate.Step, v any, f *fault.Fault) error {
	// f.Err is about the value alone, in a field of the name valueName: that is replaced by the way to the value.
	te, ok := f.Err.(*json.UnmarshalTypeError)
	if !ok {
		return f.Err
	}
	if !strings.HasPrefix(te.Field, valueName) {
		rooted(te, v)
		return te
	}
	// The path is that of the document. Elements of arrays add no name to it.
	var names []string
	for _, s := range path {
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
