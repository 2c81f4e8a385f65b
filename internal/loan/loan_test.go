package loan

import (
	"testing"
)

// TestCaller: only Within makes a Caller that is accepted.
func TestCaller(t *testing.T) {
	Within().Check()
	defer func() {
		if recover() == nil {
			t.Error("the zero Caller is accepted")
		}
	}()
	Caller{}.Check()
}
