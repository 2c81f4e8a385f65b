package fault

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

// TestFault: a fault that nobody has put in words names its code, and leads to its cause.
func TestFault(t *testing.T) {
	if !errors.Is(&Fault{Code: Method, Err: io.ErrNoProgress}, io.ErrNoProgress) {
		t.Error("the cause is lost")
	}
	for _, code := range []Code{None, Method, 9, 10, Whole} {
		if got, want := (&Fault{Code: code}).Error(), fmt.Sprintf("json: fault %d", code); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := errors.Unwrap(&Fault{Code: Syntax}); got != nil {
		t.Errorf("a fault without a cause has %v", got)
	}
}

// TestForget: a fault that is shared stays as it is, and others are cleared.
func TestForget(t *testing.T) {
	shared, own := &Fault{Code: Syntax, Offset: -1}, NewSyntax(3, true, io.EOF)
	shared.Forget()
	own.Forget()
	if shared.Code != Syntax || shared.Offset != -1 || own.Code != None || own.Err != nil || own.Offset != 0 {
		t.Errorf("%+v, %+v", shared, own)
	}
}
