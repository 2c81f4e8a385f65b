package outside

import (
	"math"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// TestFuzzyValues decodes values that stand for one of another kind, and those that stand for nothing.
func TestFuzzyValues(t *testing.T) {
	type point struct{ X, Y int }
	decodeRows(t, own(option.FuzzyDecode), []row{
		{text: `12`, over: "old", want: "12"},
		{text: `-1.50`, over: "old", want: "-1.50"},
		{text: `true`, over: "old", want: "true"},
		{text: `[]`, over: "old", code: fault.Mismatch},
		{text: `{}`, over: "old", code: fault.Mismatch},

		{text: `"12"`, over: 7, want: 12},
		{text: `""`, over: 7, want: 0},
		{text: `true`, over: 7, want: 1},
		{text: `false`, over: 7, want: 0},
		{text: `1.9`, over: 7, want: 1},
		{text: `"-1.9"`, over: 7, want: -1},
		{text: `1e3`, over: 7, want: 1000},
		{text: `"\u0031"`, over: 7, want: 1},
		{text: `"0x10"`, over: 7, code: fault.Mismatch},
		{text: `"1 "`, over: 7, code: fault.Mismatch},
		{text: `1e30`, over: 7, code: fault.Mismatch},
		{text: `9223372036854775808`, over: int64(7), code: fault.Mismatch},
		{text: `-9223372036854775808.5`, over: int64(7), want: int64(math.MinInt64)},
		{text: `300`, over: int8(7), code: fault.Mismatch},
		{text: `"-128.9"`, over: int8(7), want: int8(-128)},
		{text: `-0.5`, over: uint8(7), want: uint8(0)},
		{text: `-1`, over: uint8(7), code: fault.Mismatch},
		{text: `18446744073709551615.0`, over: uint64(7), code: fault.Mismatch}, // no float64 is that
		{text: `"1e999"`, over: 7.5, code: fault.Mismatch},
		{text: `"1.5"`, over: float32(7.5), want: float32(1.5)},
		{text: `[]`, over: 7, code: fault.Mismatch},

		{text: `1`, over: false, want: true},
		{text: `"0.0"`, over: true, want: false},
		{text: `""`, over: true, want: false},
		{text: `"true"`, over: false, want: true},
		{text: `2`, over: true, code: fault.Mismatch},
		{text: `"yes"`, over: true, code: fault.Mismatch},

		{text: `[ ]`, over: point{1, 2}, want: point{}},
		{text: `[]`, over: map[string]int{"a": 1}, want: map[string]int(nil)},
		{text: `{ }`, over: []int{1}, want: []int(nil)},
		{text: `[1]`, over: point{1, 2}, code: fault.Mismatch},
		{text: `{"a":1}`, over: []int{1}, code: fault.Mismatch},
	})
	decodeRows(t, plan.V1, []row{
		{text: `12`, over: "old", code: fault.Mismatch},
		{text: `"12"`, over: 7, code: fault.Mismatch},
		{text: `1.9`, over: 7, code: fault.Mismatch},
		{text: `1`, over: true, code: fault.Mismatch},
		{text: `[]`, over: point{1, 2}, code: fault.Mismatch},
	})
}

// within reports whether the bytes of s lie in data.
func within(s string, data []byte) bool {
	at, from := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.SliceData(data)))
	return at >= from && at < from+uintptr(len(data))
}

// TestStringsThatShare: strings are parts of the caller's input, or of one another, where that was chosen, and neither
// otherwise. Strings with escapes, and those of an input that is not UTF-8, are copies at any rate.
func TestStringsThatShare(t *testing.T) {
	type out struct {
		A, B string
		V    any
		M    map[string]string
	}
	for _, r := range []struct {
		o             option.Set
		alias, intern bool
	}{{option.AliasInput, true, false}, {option.InternStrings, false, true}, {option.ShortFloats, false, false}} {
		for _, broken := range []string{"", "\xff"} {
			data := []byte(`{"A":"same text","B":"same text","V":["same text"],"M":{"a":"same text","b":"same\u0020text"},"x":"` + broken + `"}`)
			var v out
			if err := errorOf((&decode.Call{Config: own(r.o)}).Unmarshal(data, &v)); err != nil {
				t.Fatal(err)
			}
			inAny := v.V.([]any)[0].(string)
			for name, s := range map[string]string{"field": v.A, "any": inAny, "map": v.M["a"]} {
				if s != "same text" || within(s, data) != (r.alias && broken == "") {
					t.Errorf("%b, %s, %q behind: %q is in the input: %v", r.o, name, broken, s, within(s, data))
				}
			}
			if within(v.M["b"], data) || v.M["b"] != "same text" {
				t.Errorf("%b: %q with an escape is a part of the input", r.o, v.M["b"])
			}
			if same := unsafe.StringData(v.A) == unsafe.StringData(v.B) && unsafe.StringData(v.A) == unsafe.StringData(inAny); same != (r.intern && broken == "") {
				t.Errorf("%b, %q behind: equal strings are one: %v", r.o, broken, same)
			}
		}
	}
}

// TestLongStringsAreNotInterned: strings longer than names mostly are would fill the cache for nothing.
func TestLongStringsAreNotInterned(t *testing.T) {
	for n, want := range map[int]bool{1: true, 7: true, 8: true, 9: true, 32: true, 33: false} {
		var v []string
		text := `"` + strings.Repeat("x", n) + `"`
		if err := errorOf((&decode.Call{Config: own(option.InternStrings)}).Unmarshal([]byte("["+text+","+text+"]"), &v)); err != nil {
			t.Fatal(err)
		}
		if got := unsafe.StringData(v[0]) == unsafe.StringData(v[1]); got != want {
			t.Errorf("%d bytes: one string: %v", n, got)
		}
	}
}

// TestTagsOfOthers decodes fields whose tags say something about the memory of strings, or ask for their JSON.
func TestTagsOfOthers(t *testing.T) {
	type out struct {
		Raw    string    `json:",raw"`
		Bytes  []byte    `json:",raw"`
		One    string    `json:",intern"`
		Two    []*string `json:",intern"`
		Shared [2]string `json:",nocopy"`
		Plain  string
	}
	data := []byte(`{"Raw":{"a": [1]},"Bytes":[2 ],"One":"text","Two":["text",null,"text"],"Shared":["text","a\u0062"],"Plain":"text"}`)
	var v out
	if err := errorOf((&decode.Call{Config: own(option.MoreTags | option.AliasTagged)}).Unmarshal(data, &v)); err != nil {
		t.Fatal(err)
	}
	if v.Raw != `{"a": [1]}` || string(v.Bytes) != `[2 ]` || v.One != "text" || *v.Two[0] != "text" || v.Two[1] != nil || v.Shared != [2]string{"text", "ab"} || v.Plain != "text" {
		t.Errorf("%+v", v)
	}
	if unsafe.StringData(v.One) != unsafe.StringData(*v.Two[0]) || unsafe.StringData(v.One) != unsafe.StringData(*v.Two[2]) {
		t.Error("interned strings are not one")
	}
	if !within(v.Shared[0], data) || within(v.Shared[1], data) || within(v.Plain, data) || within(v.Raw, data) || within(v.One, data) {
		t.Error("other strings than Shared[0] are parts of the input, or that is not")
	}
	if code, _ := faultOf(errorOf((&decode.Call{Config: own(option.MoreTags | option.AliasTagged)}).Unmarshal([]byte(`{"Raw":[1,}`), &v))); code != fault.Syntax || v.Raw != `{"a": [1]}` {
		t.Errorf("fault %d, %q", code, v.Raw)
	}
	for _, text := range []string{`{"One":7}`, `{"Shared":[7]}`, `{"Two":[{}]}`} {
		if code, _ := faultOf(errorOf((&decode.Call{Config: own(option.MoreTags | option.AliasTagged)}).Unmarshal([]byte(text), &v))); code != fault.Mismatch {
			t.Errorf("%s: fault %d", text, code)
		}
	}
}
