package toolchain

import (
	"encoding/json"
	"reflect"
	"strconv"
	"testing"

	"github.com/zetes-json/zetes/internal/meter"
)

// TestSayingsShared finds four texts whose errors share one set of the cache, and holds that the set keeps all four
// errors.
func TestSayingsShared(t *testing.T) {
	typ := reflect.TypeFor[bool]()
	texts := map[uint64][]string{}
	for i := 0; ; i++ {
		q, text := question{target: typ}, strconv.Itoa(i)
		set := q.hash(text) % uint64(len(cachedErrors))
		if texts[set] = append(texts[set], text); len(texts[set]) < 4 {
			continue
		}
		before := meter.Asked.Load()
		for range 5 {
			for _, text := range texts[set] {
				_ = KindError(text, 0, typ, nil, func() reflect.Value { return reflect.ValueOf(new(bool)) })
			}
		}
		if n := meter.Asked.Load() - before; n > 4 {
			t.Errorf("%q: %d questions", texts[set], n)
		}
		return
	}
}

// TestSayingsSpread holds that the errors of 16 short texts for one type are spread over the sets of the cache, so that
// none has more than four. The address of the type, which is part of the hash, must not change that.
func TestSayingsSpread(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[[]int](), reflect.TypeFor[struct{ A int }]()} {
		sets := map[uint64]int{}
		for _, text := range []string{`""`, `[]`, `{}`, `true`, `false`, `0`, `1`, `2`, `3`, `4`, `5`, `6`, `7`, `8`, `9`, `10`} {
			q := question{target: typ}
			sets[q.hash(text)%uint64(len(cachedErrors))]++
		}
		for set, n := range sets {
			if n > 4 {
				t.Errorf("%v: set %d has %d of 16 texts", typ, set, n)
			}
		}
	}
}

// TestSayings asks for the same error several times. Each result must be a copy that the caller may change, and
// encoding/json must decode at most once.
func TestSayings(t *testing.T) {
	for _, text := range []string{`""`, `[]`, `{}`, `true`, `300`, `1.5`, `-1`, `1e999`} {
		for _, target := range []any{new(uint8), new(uint16), new(struct{ A int }), new(func())} {
			want := json.Unmarshal([]byte(text), target)
			if want == nil {
				continue
			}
			before := meter.Asked.Load()
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
			if n := meter.Asked.Load() - before; n > 1 {
				t.Errorf("%s into %T: %d questions", text, target, n)
			}
		}
	}
}
