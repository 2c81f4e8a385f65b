//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"io"
	"testing"
)

// TestTrial: bad input between good input does not leave a plan out, only much of it in a row does. What plans do not
// serve leaves it out for some calls, for the values of that type alone.
func TestTrial(t *testing.T) {
	var c trials
	call := func(v any, plan bool, std error) (tried bool) {
		if tried = !c.of(v).passes(); tried && plan {
			c.of(v).done()
			return true
		}
		if err := c.left(v, tried, std); err != std {
			t.Errorf("the error is %v", err)
		}
		return tried
	}
	for i := range 10 * mostBad {
		if good := i%mostBad == 0; !call(0, good, io.EOF) {
			t.Fatalf("the plan is left out of call %d", i)
		}
	}
	if !call(0, false, io.EOF) || call(0, false, io.EOF) {
		t.Error("after much bad input the plan is not left out")
	}
	if !call("", true, nil) || call(0, true, nil) || !call(0, true, nil) {
		t.Error("the plan is not back after a call without an error, or the plan of another type was left out")
	}
	var tried []int
	for i := range 40 {
		if call(0, false, nil) {
			tried = append(tried, i)
		}
	}
	if len(tried) != 4 || tried[1] != 2 || tried[2] != 18 || tried[3] != 34 {
		t.Errorf("a plan that does not serve its type is tried at %v", tried)
	}
}
