package toolchain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// sameError holds that the error got is like want, encoding/json's error: it has the same type and text, and if it is a
// SyntaxError or an UnmarshalTypeError, also the same fields.
func sameError(t *testing.T, what string, got, want error) {
	t.Helper()
	if details(got) != details(want) {
		t.Errorf("%s: %s\nwant %s", what, details(got), details(want))
	}
}

func details(err error) string {
	switch e := err.(type) {
	case *json.SyntaxError:
		return fmt.Sprintf("%T %v at %d", e, e, e.Offset)
	case *json.UnmarshalTypeError:
		return fmt.Sprintf("%T %v: a %s at %d, struct %q, field %q, type %v", e, e, e.Value, e.Offset, e.Struct, e.Field, e.Type)
	}
	return fmt.Sprintf("%T %v", err, err)
}

type inner struct {
	N int    `json:"n"`
	S string `json:"s"`
}

type outer struct {
	In   inner           `json:"in"`
	List []inner         `json:"list"`
	Map  map[string]int8 `json:"map"`
}

func TestDecode(t *testing.T) {
	for _, row := range []struct {
		bits option.Set
		text string
		want string
	}{
		{0, `{"a":1e2}`, `map[a:100] float64 <nil>`},
		{option.UseNumber, `{"a":1e2}`, `map[a:1e2] json.Number <nil>`},
		{option.DisallowUnknownFields, `{"a":1e2}`, `map[a:100] float64 <nil>`},
	} {
		v, before := map[string]any{}, meter.Asked.Load()
		err := Decode([]byte(row.text), &v, row.bits)
		if got := fmt.Sprintf("%v %T %v", v, v["a"], err); got != row.want {
			t.Errorf("%s with %b: %s, want %s", row.text, row.bits, got, row.want)
		}
		if n := meter.Asked.Load() - before; n != 1 {
			t.Errorf("%s: %d decodings", row.text, n)
		}
	}
	if err := Decode([]byte(`{"x":1}`), new(inner), option.DisallowUnknownFields); err == nil || !strings.Contains(err.Error(), `unknown field "x"`) {
		t.Errorf("an unknown field: %v", err)
	}
}

// TestUnmarshalError calls UnmarshalError with faults like those that the decoder would store for some documents, and
// compares the results with encoding/json's errors for these documents.
func TestUnmarshalError(t *testing.T) {
	in, out := reflect.TypeFor[inner](), reflect.TypeFor[outer]()
	// alone returns the error about a value that starts at from, without the path to the value.
	alone := func(raw string, from int, as any) error { return FieldError(raw, from, reflect.TypeOf(as), false, 0) }
	for _, row := range []struct {
		name, text string
		target     any
		fault      fault.Fault
	}{
		{"syntax", `{"in":{"n":tru}}`, new(outer), fault.Fault{Code: fault.Syntax}},
		{"end", `{"in":`, new(outer), fault.Fault{Code: fault.Syntax}},
		{"no pointer", `{}`, outer{}, fault.Fault{Code: fault.BadTarget}},
		{"nil pointer", `{}`, (*outer)(nil), fault.Fault{Code: fault.BadTarget}},
		{"member", `{"in":{"n":true}}`, new(outer), fault.Fault{
			Code: fault.Mismatch, Placed: true, Err: alone(`true`, 11, 0), Path: []fault.Step{{Struct: in, Name: "n"}, {Struct: out, Name: "in"}},
		}},
		{"element", `{"list":[{},{"s":1}]}`, new(outer), fault.Fault{
			Code: fault.Mismatch, Placed: true, Err: alone(`1`, 17, ""), Path: []fault.Step{{Struct: in, Name: "s"}, {Name: "1"}, {Struct: out, Name: "list"}},
		}},
		{"map", `{"map":{"key":300}}`, new(outer), fault.Fault{
			Code: fault.Mismatch, Placed: true, Err: alone(`300`, 14, int8(0)), Path: []fault.Step{{Name: "key"}, {Struct: out, Name: "map"}},
		}},
		{"whole value", `"text"`, new(int), fault.Fault{Code: fault.Mismatch, Placed: true, Err: alone(`""`, 4, 0)}},
		{"method within a struct", `{"bad":1}`, new(holder), fault.Fault{
			Code: fault.Method, Err: new(bad).UnmarshalJSON(nil), Path: []fault.Step{{Struct: reflect.TypeFor[holder](), Name: "bad"}},
		}},
		{"not placed", `{"in":{"n":[]}}`, new(outer), fault.Fault{Code: fault.Mismatch, Offset: 11}},
	} {
		fresh := func() any {
			if p := reflect.ValueOf(row.target); p.Kind() == reflect.Pointer && !p.IsNil() {
				return reflect.New(p.Type().Elem()).Interface()
			}
			return row.target
		}
		sameError(t, row.name, UnmarshalError([]byte(row.text), fresh(), 0, &row.fault), json.Unmarshal([]byte(row.text), fresh()))
	}
}

// TestUnmarshalErrorOf holds that the error in a fault is returned unchanged if encoding/json has no other error for
// the fault.
func TestUnmarshalErrorOf(t *testing.T) {
	broken := errors.New("broken")
	for _, row := range []struct {
		name  string
		fault fault.Fault
	}{
		{"foreign", fault.Fault{Code: fault.Foreign, Err: broken}},
		{"method", fault.Fault{Code: fault.Method, Err: broken}},
		{"syntax within a method", fault.Fault{Code: fault.Syntax, Err: broken}},
		{"another error at its place", fault.Fault{Code: fault.Mismatch, Placed: true, Err: broken}},
	} {
		if err := UnmarshalError([]byte(`{}`), new(inner), 0, &row.fault); err != broken {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	// If encoding/json finds no error, it has decoded the value into v.
	var v inner
	if err := UnmarshalError([]byte(`{"n":5}`), &v, 0, &fault.Fault{Code: fault.Whole}); err != nil || v.N != 5 {
		t.Errorf("whole: %v, %v", v, err)
	}
}

// bad has a method that fails with an offset and a field of its own, which are no place in the document.
type bad struct{}

func (*bad) UnmarshalJSON(b []byte) error {
	return &json.UnmarshalTypeError{Value: "thing", Type: reflect.TypeFor[bad](), Offset: 1, Field: "theirs"}
}

type holder struct {
	Bad bad `json:"bad"`
}

type badText struct{}

func (*badText) UnmarshalText([]byte) error { return io.ErrNoProgress }

// TestDecodeInto compares DecodeInto with encoding/json, which decodes {"zetes:V":value,"W":true} into a struct with
// the fields V and W. Spaces put the value at the offset from. The target, the error, and whether W is set must be the
// same.
func TestDecodeInto(t *testing.T) {
	for _, row := range []struct {
		raw    string
		target any // points to the value that the target has at first
		quoted bool
	}{
		{`12`, new(int), false},
		{`"12"`, new(int), true},
		{`12`, new(int), true},
		{`"x"`, new(int), true},
		{`"x"`, new(int), false},
		{`null`, &[]int{1}, false},
		{`[3]`, &[]int{1, 2}, false},
		{`[3,true,5]`, new([3]int), false},
		{`{"n":true,"s":"after"}`, new(inner), false},
		{`{"s":"after"}`, &inner{N: 7}, false},
		{`"x"`, new(bad), false},
		{`"x"`, new(badText), false},
	} {
		const from = 20
		got := reflect.New(reflect.TypeOf(row.target).Elem())
		got.Elem().Set(reflect.ValueOf(row.target).Elem())
		goesOn, err := DecodeInto([]byte(row.raw), from, got.Elem(), row.quoted, 0)

		tag := reflect.StructTag(`json:"` + valueName + `"`)
		if row.quoted {
			tag = `json:"` + valueName + `,string"`
		}
		w := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "V", Type: got.Type().Elem(), Tag: tag}, {Name: "W", Type: reflect.TypeFor[bool]()}}))
		w.Elem().Field(0).Set(reflect.ValueOf(row.target).Elem())
		doc := before + strings.Repeat(" ", from-len(before)) + row.raw + `,"W":true}`
		sameError(t, row.raw, err, json.Unmarshal([]byte(doc), w.Interface()))
		if want := w.Elem().Field(0).Interface(); !reflect.DeepEqual(got.Elem().Interface(), want) {
			t.Errorf("%s: %v, want %v", row.raw, got.Elem(), want)
		}
		if want := w.Elem().Field(1).Bool(); goesOn != want {
			t.Errorf("%s: goes on %v, want %v", row.raw, goesOn, want)
		}
	}
}

// TestMemberError compares the results of MemberError with encoding/json's errors for documents that have the member.
func TestMemberError(t *testing.T) {
	for _, row := range []struct{ name, raw string }{{"n", `true`}, {"s", `12`}, {"s", `[]`}} {
		doc := `{   "` + row.name + `":` + row.raw + `}`
		var want *json.UnmarshalTypeError
		if !errors.As(json.Unmarshal([]byte(doc), new(inner)), &want) {
			t.Fatalf("%s: no type error", doc)
		}
		got := MemberError(row.name, row.raw, strings.Index(doc, row.raw), reflect.TypeFor[inner](), 0).(*json.UnmarshalTypeError)
		if got.Offset != want.Offset || got.Value != want.Value || got.Type != want.Type || !strings.HasSuffix(got.Field, "."+row.name) {
			t.Errorf("%s: %s\nwant %s", doc, details(got), details(want))
		}
	}
}

// TestGoPath holds that goPath returns names of fields only, the outermost first, and no names for elements of arrays
// and maps.
func TestGoPath(t *testing.T) {
	in, out := reflect.TypeFor[inner](), reflect.TypeFor[outer]()
	path := []fault.Step{{Struct: in, Name: "n"}, {Name: "1"}, {Struct: out, Name: "list"}}
	if got := strings.Join(goPath(nil, path), "."); got != "list.n" {
		t.Errorf("the path is %s", got)
	}
}

// asker is like a type with generated methods. If UnmarshalError let encoding/json decode into an asker, its
// UnmarshalJSON method would call UnmarshalError again, without end.
type asker struct{ N int }

func (a *asker) ZetesType() shape.Generation {
	return shape.Generation{Of: a, Decodes: true, Standard: true}
}

func (a *asker) UnmarshalJSON(data []byte) error {
	return UnmarshalError(data, a, 0, &fault.Fault{Code: fault.Syntax})
}

// TestUnmarshalErrorUndecided holds that UnmarshalError returns errUndecided for a fault about input that is JSON, if
// the target has generated methods.
func TestUnmarshalErrorUndecided(t *testing.T) {
	for _, code := range []fault.Code{fault.Syntax, fault.Mismatch, fault.UnknownName, fault.Whole} {
		if err := UnmarshalError([]byte(`{"N":5}`), new(asker), 0, &fault.Fault{Code: code}); err != errUndecided {
			t.Errorf("code %v: %v", code, err)
		}
	}
}
