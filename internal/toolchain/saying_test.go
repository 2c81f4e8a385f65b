package toolchain

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestSayings asks the same several times: each answer is the caller's own, and encoding/json is asked once.
func TestSayings(t *testing.T) {
	for _, text := range []string{`""`, `[]`, `{}`, `true`, `300`, `1.5`, `-1`, `1e999`} {
		for _, target := range []any{new(uint8), new(uint16), new(struct{ A int }), new(func())} {
			want := json.Unmarshal([]byte(text), target)
			if want == nil {
				continue
			}
			before := Decodings()
			for range 3 {
				err := KindError(text, 7, reflect.TypeOf(target).Elem(), func() reflect.Value { return reflect.ValueOf(target) })
				got, w := *err.(*json.UnmarshalTypeError), *want.(*json.UnmarshalTypeError)
				if w.Offset, w.Field = w.Offset+7, valueName; got != w {
					t.Fatalf("%s into %T: %#v, want %#v", text, target, got, w)
				}
				err.(*json.UnmarshalTypeError).Value = "changed"
			}
			if n := Decodings() - before; n > 1 {
				t.Errorf("%s into %T: %d questions", text, target, n)
			}
		}
	}
}
