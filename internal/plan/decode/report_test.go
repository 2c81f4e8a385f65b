package decode

import (
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
)

// errorOf returns f as an error, which is nil if f is.
func errorOf(f *fault.Fault) error {
	if f == nil {
		return nil
	}
	return f
}

// TestNoInput: each fault of an empty input belongs to its caller.
func TestNoInput(t *testing.T) {
	call, v := &Call{Config: plan.V1}, 0
	f, other := call.Unmarshal(nil, &v), call.Unmarshal(nil, &v)
	if f == other || f.Code != fault.Syntax || f.Err == nil {
		t.Errorf("got %+v and %+v", f, other)
	}
}
