//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"io"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
)

// TestTrial: some bad input between good input does not leave a plan out, only much of it does, until there is more
// good input. Values that plans do not serve leave it out for some calls, for the values of that type alone.
func TestTrial(t *testing.T) {
	var c trials
	call := func(v any, plan bool, std error) (tried bool) {
		if tried = !c.of(v).skipsPlan(); tried && plan {
			c.of(v).done()
			return true
		}
		cost := int32(0)
		if tried {
			cost = (*playback)(nil).cost()
		}
		if err := c.doneByStandard(c.of(v), v, cost, std); err != std {
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

// TestTrialOfMethods: the more calls of methods are played back, the more input has to be good for a plan to be tried.
func TestTrialOfMethods(t *testing.T) {
	tried := func(calls, every int) (n int) {
		var c trials
		for i := range 400 {
			bad, cost := i%every == 0, int32(0)
			switch tries := !c.of(0).skipsPlan(); {
			case tries && !bad:
				n++
				c.of(0).done()
				continue
			case tries:
				n++
				cost = (&playback{log: &fault.ReadCalls{List: make([]fault.ReadCall, calls)}}).cost()
			}
			c.doneByStandard(c.of(0), 0, cost, map[bool]error{true: io.EOF}[bad])
		}
		return n
	}
	for calls, every := range map[int][2]int{0: {2, 3}, 4: {4, 5}, 8: {6, 7}, 12: {8, 9}, 1000: {8, 9}} {
		if seldom, always := tried(calls, every[0]), tried(calls, every[1]); seldom > 150 || always < 350 {
			t.Errorf("%d calls: %d of 400 plans are tried if one in %d inputs is bad, %d for one in %d", calls, seldom, every[0], always, every[1])
		}
	}
}
