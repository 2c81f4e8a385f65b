//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"io"
	"testing"
)

// TestTrial: some bad input between good input does not leave a plan out, only much of it does, until there is more
// good input. Values that plans do not serve leave it out for some calls, for the values of that type alone.
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
	for i := range 100 {
		if good := i%3 > 0; !call(0, good, io.EOF) {
			t.Fatalf("the plan is left out of call %d", i)
		}
	}
	for i := range 100 {
		if good := i%2 > 0; call(0, good, map[bool]error{false: io.EOF}[good]) && i > mostBad {
			t.Fatalf("if half of the input is bad, the plan is used in call %d", i)
		}
	}
	if !call("", true, nil) {
		t.Error("the plan of another type was left out")
	}
	for i := range 100 {
		if tried := call(0, true, nil); tried != (i > mostBad/2) && i != mostBad/2 {
			t.Fatalf("in good input, call %d uses the plan: %v", i, tried)
		}
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
