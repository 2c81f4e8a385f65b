package proportion

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/stream"
)

// taking counts what is read of an input without end.
type taking struct {
	what string
	n    int
}

func (r *taking) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], r.what)
	}
	r.n += n
	return n, nil
}

// TestLimitsBeforeMemory: a limit ends a call before it has read, or made, more than the limit asks for.
func TestLimitsBeforeMemory(t *testing.T) {
	refused := func(err error, rule zetes.Rule) {
		t.Helper()
		if e, ok := errors.AsType[*zetes.RuleError](err); !ok || e.Rule != rule {
			t.Errorf("got %v, want %v", err, rule)
		}
	}
	api := zetes.Config{Limits: zetes.Limits{Bytes: 1000}}.Freeze()
	endless := &taking{what: "[1,"}
	var v any
	refused(api.UnmarshalFrom(endless, &v), zetes.MaxBytes)
	if endless.n > 64<<10 || v != nil {
		t.Errorf("%d bytes were read for %v", endless.n, v)
	}
	endless = &taking{what: "[1,"}
	if err := stream.NewDecoder(endless, stream.Using(api)).Decode(&v); !errors.Is(err, stream.ErrValueTooLarge) || endless.n > 64<<10 {
		t.Errorf("%d bytes were read, %v", endless.n, err)
	}
	type wide struct{ Block [1 << 10]int64 }
	in := []byte("[" + strings.Repeat("{},", 1<<12) + "{}]") // 32 MB as Go values
	var w []wide
	few := zetes.Config{Limits: zetes.Limits{Elements: 100, Depth: 5}}.Freeze()
	if err := few.Unmarshal([]byte("[{}]"), &w); err != nil { // compiled, and pools filled
		t.Fatal(err)
	}
	w = nil
	if n := guard.Allocated(func() { refused(few.Unmarshal(in, &w), zetes.MaxElements) }); n > 4<<20 || w != nil {
		t.Errorf("%d bytes were allocated, %d elements", n, len(w))
	}
	if n := guard.Allocated(func() { refused(few.Unmarshal([]byte(strings.Repeat("[", 1<<16)), &v), zetes.MaxDepth) }); n > 4<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}
