package toolchain

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
)

// TestOwnUnmarshalError holds that OwnUnmarshalError gets the text of an error from encoding/json without letting it
// decode the document into the target. A fault that encoding/json has no error for is returned itself.
func TestOwnUnmarshalError(t *testing.T) {
	number := func(from int) error { return FieldError(`true`, from, reflect.TypeFor[int](), false, 0) }
	for _, row := range []struct {
		text  string
		fault fault.Fault
		want  string // "" for the fault itself
	}{
		{`{}`, fault.Fault{Code: fault.Codec, Err: errOwn}, "*errors.errorString their own"},
		{`{}`, fault.Fault{Code: fault.BadType, Err: errOwn}, "*errors.errorString their own"},
		{`{}`, fault.Fault{Code: fault.Foreign, Err: errOwn}, "*errors.errorString their own"},
		{`{}`, fault.Fault{Code: fault.Method, Err: errOwn}, "*errors.errorString their own"},
		{`{"x":0}`, fault.Fault{Code: fault.UnknownName, Err: errors.New("x")}, `*errors.errorString json: unknown field "x"`},
		{`{}`, fault.Fault{Code: fault.DuplicateName, Offset: 1}, ""},
		{`{}`, fault.Fault{Code: fault.LongString, Offset: 1}, ""},
		{`[{"n":true}]`, fault.Fault{Code: fault.Mismatch, Offset: 6, Err: number(6)}, details(&json.UnmarshalTypeError{
			Value: "bool", Type: reflect.TypeFor[int](), Offset: number(6).(*json.UnmarshalTypeError).Offset, Field: "n",
		})},
		{`[{"n":true}]`, fault.Fault{Code: fault.Mismatch, Offset: 6, Err: errOwn}, "*errors.errorString their own"},
	} {
		err := OwnUnmarshalError([]byte(row.text), new([]inner), &row.fault)
		if got := details(err); got != row.want && (row.want != "" || err != &row.fault) {
			t.Errorf("%s, code %d: %s\nwant %s", row.text, row.fault.Code, got, row.want)
		}
	}
	var none any
	sameError(t, "syntax", OwnUnmarshalError([]byte(`[1,`), new([]inner), &fault.Fault{Code: fault.Syntax}), json.Unmarshal([]byte(`[1,`), new([]inner)))
	sameError(t, "target", OwnUnmarshalError([]byte(`[]`), none, &fault.Fault{Code: fault.BadTarget}), json.Unmarshal([]byte(`[]`), none))
	// If the text is JSON, the fault Syntax means that it was nested too deep, together with values around it that
	// codecs are reading.
	if f, ok := OwnUnmarshalError([]byte(`[]`), new([]inner), &fault.Fault{Code: fault.Syntax, Offset: 3}).(*fault.Fault); !ok || f.Code != fault.TooDeep || f.Offset != 3 {
		t.Errorf("too deep: %v", f)
	}
}

// TestOwnMismatchError holds that the error's field has the names of the members that lead to the value, without
// indexes, and that its struct is the target's type.
func TestOwnMismatchError(t *testing.T) {
	for _, row := range []struct {
		route         string
		target        any
		strukt, field string
	}{
		{"", new(int), "", ""},
		{"/in/n", new(outer), "outer", "in.n"},
		{"/list/3/n", new(*outer), "outer", "list.n"},
		{"/0", new([]int), "", ""},
	} {
		f := &fault.Fault{Code: fault.Mismatch, Route: row.route, Routed: true, Err: &json.UnmarshalTypeError{Value: "bool", Field: valueName}}
		err := OwnUnmarshalError(nil, row.target, f)
		if te := err.(*json.UnmarshalTypeError); te.Struct != row.strukt || te.Field != row.field {
			t.Errorf("%v: struct %q, field %q, want %q, %q", row.route, te.Struct, te.Field, row.strukt, row.field)
		}
	}
}

func TestOwnMarshalError(t *testing.T) {
	for _, row := range []struct {
		value any
		fault fault.Fault
		want  string
	}{
		{1, fault.Fault{Code: fault.Codec, Err: errOwn}, "their own"},
		{1, fault.Fault{Code: fault.BadType, Err: errOwn}, "their own"},
		{1, fault.Fault{Code: fault.Foreign, Err: errOwn}, "their own"},
		{[]int{}, fault.Fault{Code: fault.Depth}, "json: unsupported value: nested too deep, or a cycle via []int"},
		{make(chan int), fault.Fault{Code: fault.UnsupportedType, Type: reflect.TypeFor[chan int]()}, "json: unsupported type: chan int"},
		// encoding/json would write the value, but under its own meaning and not under that of the configuration.
		{1, fault.Fault{Code: fault.UnsupportedValue, Value: reflect.ValueOf(1)}, "json: unsupported value: a value without a JSON form"},
	} {
		if err := OwnMarshalError(row.value, true, &row.fault); fmt.Sprint(err) != row.want {
			t.Errorf("%v, code %d: %v, want %s", row.value, row.fault.Code, err, row.want)
		}
	}
}
