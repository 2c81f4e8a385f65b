package decode

import (
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestBrokenAgain holds that behind a broken document the next one of the type is looked at before anything is made
// of it, and that sound ones behind that are looked at once.
func TestBrokenAgain(t *testing.T) {
	meter.Forget = false
	defer func() { meter.Forget = true }()
	sound := []byte("[" + strings.Repeat(`{"a":["b",1]},`, 999) + `0]`)
	broken := append(sound[:len(sound)-1:len(sound)-1], '}')
	decode := func(text []byte) error { return errorOf((&Call{Config: plan.V1}).Unmarshal(text, new(any))) }
	if f, ok := decode(broken).(*fault.Fault); !ok || f.Code != fault.Syntax {
		t.Fatal("no syntax error")
	}
	allocs := testing.AllocsPerRun(10, func() { _ = decode(broken) })
	if allocs > 100 { // of a thousand objects; the address sanitizer makes some
		t.Errorf("%v allocations for a broken document", allocs)
	}
	looked := func() (n int) {
		meter.Count = func(more int) { n += more }
		defer func() { meter.Count = nil }()
		if err := decode(sound); err != nil {
			t.Error(err)
		}
		return n
	}
	if first, second := looked(), looked(); first < 2*len(sound) || second > len(sound)+100 {
		t.Errorf("%d bytes: looked at %d, then %d", len(sound), first, second)
	}
	// Two values, where there may be more than one, are nobody's mistake.
	two := append(append(append([]byte{}, sound...), '\n'), sound...)
	if err := errorOf((&Call{Config: plan.V1, Trial: true}).Unmarshal(two, new(any))); err == nil {
		t.Error("two values are one")
	}
	if n := looked(); n > len(sound)+100 {
		t.Errorf("%d bytes behind two values: looked at %d", len(sound), n)
	}
}
