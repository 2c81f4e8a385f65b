package proportion

import (
	stdjson "encoding/json"
	"fmt"
	"runtime"
	"testing"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// The bounds: a decode allocates at most mostOfTheirs times what encoding/json allocates, or mostOfInput times the
// input's length, and looks at mostLooks times the input.
const (
	mostOfTheirs = 4
	mostOfInput  = 64
	mostLooks    = 16
)

// shown counts the bytes that encoding/json has given to methods of the rows' types.
var shown int

// row is one kind of hostile input.
type row struct {
	name   string
	text   func(n int) []byte // an input of about n bytes
	ours   func(text []byte)
	theirs func(text []byte)  // by encoding/json, or nil: 64 times the input is the bound then
	before func(n int) []byte // what is decoded first, and not counted, or nil
	fixed  int                // bytes that it may take besides, whatever the input is
	toSize int                // the largest size at which encoding/json is asked, or 0 for all
}

// sizes are the lengths of the inputs.
func sizes() []int {
	if !long.On() {
		return []int{1 << 10, 64 << 10}
	}
	return []int{1 << 10, 64 << 10, 4 << 20}
}

// into returns the two ways to decode into a fresh T.
func into[T any]() (ours, theirs func(text []byte)) {
	return func(text []byte) { json.Unmarshal(text, new(T)) }, func(text []byte) { stdjson.Unmarshal(text, new(T)) }
}

// taken returns how many bytes f allocates, with empty pools.
func taken(f func()) uint64 {
	runtime.GC()
	runtime.GC()
	return uint64(guard.Allocated(f))
}

// TestMemory holds each row to the bounds.
func TestMemory(t *testing.T) {
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			r.ours(r.text(100)) // compiles the types
			for _, n := range sizes() {
				r.check(t, n)
			}
		})
	}
}

func (r *row) check(t *testing.T, n int) {
	text := r.text(n)
	if len(text) > 2*n || len(text) < n/2 {
		t.Fatalf("an input of %d bytes where %d were asked for", len(text), n)
	}
	if r.before != nil {
		r.ours(r.before(n))
	}
	bound := uint64(mostOfInput * len(text))
	shown = 0
	told := fmt.Sprintf("input %d bytes", len(text))
	if r.theirs != nil && (r.toSize == 0 || n <= r.toSize) {
		theirs := taken(func() { r.theirs(text) })
		bound = max(bound, mostOfTheirs*theirs+uint64(r.fixed))
		told += fmt.Sprintf(", encoding/json %d", theirs)
	}
	looked, most := 0, mostLooks*(len(text)+shown)
	meter.Count = func(n int) { looked += n }
	got := taken(func() { r.ours(text) })
	meter.Count = nil
	told += fmt.Sprintf(", taken %d, %.2f of the bound, looked at %d, %.2f of the bound", got, float64(got)/float64(bound), looked, float64(looked)/float64(most))
	if got > bound || looked > most {
		t.Error(told)
	} else {
		t.Log(told)
	}
}
