//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	stdjson "encoding/json/v2"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json/v2"
)

type (
	tinyName string
	tinyAny  any
)

// TestTiny decodes documents of a few bytes into values of all kinds that hold something or nothing, under all sets of
// options: most of them are decoded without a state.
func TestTiny(t *testing.T) {
	targets := []func() any{
		func() any { return new(true) }, func() any { return new(7) }, func() any { return new(int8(7)) }, func() any { return new(uint16(7)) },
		func() any { return new(float32(7)) }, func() any { return new(7.5) }, func() any { return new("old") }, func() any { return new(tinyName("old")) },
		func() any { return new(any) }, func() any { return new(any("old")) }, func() any { return new(any(new(7))) }, func() any { return new(any(7)) },
		func() any { return new(any(map[string]any{"a": 1})) }, func() any { return new(tinyAny) }, func() any { return new(tinyAny(1.5)) }, func() any { return new(time.Second) },
		func() any { return new([]byte) }, func() any { return new([]byte("old")) }, func() any { return new([]int) }, func() any { return new([]int{1, 2}) },
		func() any { return new([3]int{1, 2, 3}) }, func() any { return new([2]byte{1, 2}) }, func() any { return new(struct{}) }, func() any { return new(struct{ A int }{1}) },
		func() any { return new(map[string]int) }, func() any { return new(map[string]int{"a": 1}) }, func() any { return new(map[int8]bool) },
		func() any { return new(*int) }, func() any { return new(new(7)) }, func() any { return new(recorder) }, func() any { return new(time.Time) },
		func() any {
			return new(struct {
				M map[string]int `json:",embed"`
			})
		}, func() any { return new(chan int) },
	}
	docs := []string{
		`true`, `false`, `null`, `tru`, `nulll`, `0`, `-0`, `7`, `-7`, `128`, `-129`, `65536`, `1.5`, `1e3`, `1e400`, `01`, `-`, `1.`, `+1`, `1 2`, `1,`, `12345678901234567890`, `3.4028235e39`,
		`""`, `"a"`, `"`, `"a"b"`, `"\n"`, `"é"`, "\"\xff\"", "\"\x1f\"", `"12"`, `"1.5"`, `"null"`, `"AQID"`, `"AQI="`, `"AQJ="`, `"AQ"`, `[]`, `{}`, `[}`, `[`, `[ ]`, `[1]`, `{"a":2}`, ``, ` `, ` 7 `, "\"a\"\v",
	}
	for i, set := range sets {
		for j, target := range targets {
			for _, doc := range docs {
				got, want := target(), target()
				json.ForgetTrials()
				gotErr, wantErr := json.Unmarshal([]byte(doc), got, set), stdjson.Unmarshal([]byte(doc), want, set)
				if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
					t.Errorf("%q into target %d, %T, under set %d\n got %+v, %v\nwant %+v, %v", doc, j, got, i, reflect.ValueOf(got).Elem(), gotErr, reflect.ValueOf(want).Elem(), wantErr)
				}
			}
		}
	}
}
