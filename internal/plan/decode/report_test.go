package decode

import (
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestNoInput: the fault of empty inputs is one for all, and a copy for those who may change it.
func TestNoInput(t *testing.T) {
	call := &Call{Config: plan.V1}
	var v int
	if f := call.Unmarshal(nil, &v).Fault(); f != &noInput {
		t.Errorf("got %v", f)
	}
	f := call.Unmarshal(nil, &v).Take()
	if f == &noInput || f.Code != fault.Syntax || f.Err == nil {
		t.Errorf("got %+v", f)
	}
	f.Offset++
	if noInput.Offset != 0 || noInput.Err != nil || call.Unmarshal(nil, &v).Take().Offset != 0 {
		t.Errorf("changed: %+v", noInput)
	}
}
