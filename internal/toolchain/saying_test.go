package toolchain

import (
	"encoding/json"
	"reflect"
	"strconv"
	"testing"
)

// TestSayingsShared asks two questions that share a place by turns: both answers are remembered.
func TestSayingsShared(t *testing.T) {
	typ := reflect.TypeFor[bool]()
	texts := map[uintptr]int{}
	for i := 0; ; i++ {
		q := question{as: typ}
		place := q.hash(strconv.Itoa(i)) % uintptr(len(sayings))
		other, ok := texts[place]
		if texts[place] = i; !ok {
			continue
		}
		before := Decodings()
		for range 5 {
			for _, n := range []int{i, other} {
				_ = KindError(strconv.Itoa(n), 0, typ, nil, func() reflect.Value { return reflect.ValueOf(new(bool)) })
			}
		}
		if n := Decodings() - before; n > 2 {
			t.Errorf("%d and %d: %d questions", i, other, n)
		}
		return
	}
}

// TestSayings asks the same several times: each answer is the caller's own, and encoding/json is asked once.
func TestSayings(t *testing.T) {
	for _, text := range []string{`""`, `[]`, `{}`, `true`, `300`, `1.5`, `-1`, `1e999`} {
		for _, target := range []any{new(uint8), new(uint16), new(struct{ A int }), new(func())} {
			want := json.Unmarshal([]byte(text), target)
			if want == nil {
				continue
			}
			before := Decodings()
			var answers Answers
			for n := range 60 {
				memory := &answers
				if n%8 == 7 {
					memory = nil
				}
				err := KindError(text, 7, reflect.TypeOf(target).Elem(), memory, func() reflect.Value { return reflect.ValueOf(target) })
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
