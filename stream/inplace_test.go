package stream

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestInPlaceOnce holds that InPlace costs the lines of other types, and those of an API with rules, one attempt in
// all: from then on they are decoded in the buffer of the stream, as without it.
func TestInPlaceOnce(t *testing.T) {
	guard.Path(t, fast.Windows)
	inPlace[[]int](t, false, InPlace())
	inPlace[json.RawMessage](t, true, InPlace())
	inPlace[json.RawMessage](t, false, InPlace(), Using(zetes.Config{RejectDuplicates: true}.Freeze()))
}

func inPlace[T any](t *testing.T, want bool, opts ...Option) {
	o := newOptions(DefaultMaxValueSize, opts)
	d := newValueReader[T](frame.NewStream(strings.NewReader("[1]\n[2]\n"), frame.Lines, o.max), frame.Lines, &o)
	defer d.values.End()
	for range 2 {
		var v T
		if more, err := d.next(&v); !more || err != nil || d.inPlace != want {
			t.Errorf("%T: %v, %v, %v", v, more, err, d.inPlace)
		}
		if in := d.values != (decode.Resident{}); in == want && len(opts) == 1 {
			t.Errorf("%T: decoded by a state: %v", v, in)
		}
	}
}
