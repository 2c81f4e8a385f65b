package fault

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

// TestFault: a fault that nobody has put in words names its code, and leads to its cause.
func TestFault(t *testing.T) {
	var err error = &Fault{Code: Method, Err: io.ErrNoProgress}
	if !errors.Is(err, io.ErrNoProgress) {
		t.Error("the cause is lost")
	}
	if got := err.Error(); got != "json: fault 4" {
		t.Errorf("a method's fault is %q", got)
	}
	if got := (&Fault{Code: Whole}).Error(); got != "json: fault 29" {
		t.Errorf("the last fault is %q", got)
	}
	if got := errors.Unwrap(&Fault{Code: Syntax}); got != nil {
		t.Errorf("a fault without a cause has %v", got)
	}
}
