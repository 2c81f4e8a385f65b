package httpjson

import (
	stdjson "encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestManyFaultsMemory: a body with many faults takes at most twice the memory that a plain handler over encoding/json
// takes, which answers with the text of the first error.
func TestManyFaultsMemory(t *testing.T) {
	if guard.Race {
		t.Skip("pools drop memory")
	}
	type item struct {
		SKU string  `json:"sku"`
		Qty int     `json:"qty"`
		Kg  float64 `json:"kg"`
	}
	many := func(open, one, end string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s%s", open, strings.ReplaceAll(one, "#", fmt.Sprint(i)))
			open = ","
		}
		return b.String() + end
	}
	for name, send := range map[string]func(bool){
		"elements":        sends[[]string](many("[", "1", "]", 201)),
		"members":         sends[[]item](many("[", `{"sku":1,"qty":"7","kg":true}`, "]", 100)),
		"nested elements": sends[[][]string](many("[", `[1,2]`, "]", 300)),
		"map":             sends[map[string]int](many("{", `"k#":"x"`, "}", 300)),
		"unknown members": sends[[]item](many("[", `{"sku":"a","k#":1}`, "]", 500), rejectsUnknown),
		"integers":        sends[[]item](many("[", `{"qty":1#e40}`, "]", 300)),
		"short elements":  sends[[]int8](many("[", `""`, "]", 100)),
		"short unknowns":  sends[item](many("{", `"k#":1`, "}", 100), rejectsUnknown),
		"long pointers":   sends[map[string]map[string][]int](many(`{"the first of two long names":{"the second of two long names":[`, `"x"`, "]}}", 100)),
	} {
		bytes := func(ours bool) uint64 {
			const rounds = 50
			var before, after runtime.MemStats
			send(ours) // types are compiled at first use
			send(ours)
			runtime.ReadMemStats(&before)
			for range rounds {
				send(ours)
			}
			runtime.ReadMemStats(&after)
			return (after.TotalAlloc - before.TotalAlloc) / rounds
		}
		if ours, plain := bytes(true), bytes(false); ours > 2*plain {
			t.Errorf("%s: %d bytes, by encoding/json %d", name, ours, plain)
		} else if testing.Verbose() {
			t.Logf("%s: %d bytes, by encoding/json %d", name, ours, plain)
		}
	}
}

// forgetful is a ResponseWriter that keeps nothing, as the connection of a server does.
type forgetful struct{ header http.Header }

func (f *forgetful) Header() http.Header         { return f.header }
func (f *forgetful) WriteHeader(int)             {}
func (f *forgetful) Write(b []byte) (int, error) { return len(b), nil }

// sends returns a function that sends text, which is no T, to a handler over this package or to one over encoding/json.
func sends[T any](text string, opts ...Option) func(ours bool) {
	return func(ours bool) {
		r, w := request(strings.NewReader(text)), &forgetful{header: http.Header{}}
		if ours {
			_ = WriteError(w, Read(r, new(T), opts...))
			return
		}
		d := stdjson.NewDecoder(r.Body)
		if len(opts) > 0 {
			d.DisallowUnknownFields()
		}
		http.Error(w, d.Decode(new(T)).Error(), http.StatusUnprocessableEntity)
	}
}
