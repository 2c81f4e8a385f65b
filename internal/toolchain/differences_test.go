package toolchain

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

type byPointer struct{ N int }

func (*byPointer) MarshalJSON() ([]byte, error) { return nil, errOwn }

type byText struct{ N int }

func (*byText) UnmarshalText([]byte) error { return nil }

var _ encoding.TextUnmarshaler = (*byText)(nil)

// TestDifferences holds for each constant about a difference between releases that the running encoding/json behaves as
// the constant says.
func TestDifferences(t *testing.T) {
	marshal := func(v any) error {
		_, err := json.Marshal(v)
		return err
	}
	named := func(err error) reflect.Type {
		var e *json.MarshalerError
		if !errors.As(err, &e) {
			t.Fatalf("no error of a method: %v", err)
		}
		return e.Type
	}
	into := func(text string, v any) *json.UnmarshalTypeError {
		var e *json.UnmarshalTypeError
		if err := json.Unmarshal([]byte(text), v); !errors.As(err, &e) {
			t.Fatalf("%s: no error about a type: %v", text, err)
		}
		return e
	}
	offset := func(err error) int64 {
		var e *json.SyntaxError
		if !errors.As(err, &e) {
			t.Fatalf("no error of syntax: %v", err)
		}
		return e.Offset
	}
	nan := &float{}
	nan.F = float64(0) / nan.F
	var unsupported *json.UnsupportedValueError
	if !errors.As(marshal(nan), &unsupported) {
		t.Fatal("NaN has a form")
	}
	late := marshal(time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, row := range []struct {
		name      string
		is, means bool
	}{
		{"NamesPointers or AlwaysNamesPointers", named(marshal(&byPointer{})) == reflect.TypeFor[*byPointer](), NamesPointers || AlwaysNamesPointers},
		{"AlwaysNamesPointers", named(marshal(failsJSON{})) == reflect.TypeFor[*failsJSON](), AlwaysNamesPointers},
		{"TimesByMethod", strings.Contains(late.Error(), "Time.MarshalJSON"), TimesByMethod},
		{"PathsByInput", into(`{"LIST":[{"N":true}]}`, new(outer)).Field == "LIST.0.N", PathsByInput},
		{"NamesOutermost", into(`[1]`, new([]*byText)).Type == reflect.TypeFor[*byText](), NamesOutermost},
		{"valuesAsFound", unsupported.Value.CanAddr(), valuesAsFound},
		{"CountsWhole", offset(marshal([]any{"some", "more", writesBad{}})) > offset(marshal(writesBad{})), CountsWhole},
	} {
		if row.is != row.means {
			t.Errorf("%s is %v, and encoding/json does otherwise", row.name, row.means)
		}
	}
}
