package encode

import (
	"math"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/plan"
)

// TestLend holds that a lent text is the result of Marshal, that two texts that are lent at the same time share no
// memory, and that bytes written after one text do not show in others.
func TestLend(t *testing.T) {
	type pair struct {
		A string
		B []int
	}
	values := []any{1, "<x>", pair{"a", []int{1, 2}}, &pair{}, map[string]int{"b": 1, "a": 2}, []any{nil, true}, (*pair)(nil), strings.Repeat("long ", 2000)}
	c := &Call{Config: plan.V1}
	type loan struct {
		text []byte
		want string
		by   *Machine
	}
	for range 3 {
		var out []loan
		for _, v := range values {
			want, err := c.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			text, by, err := c.Lend(v)
			if err != nil || by == nil {
				t.Fatalf("%v: machine %p, %v", v, by, err)
			}
			out = append(out, loan{text, string(want), by})
		}
		for _, l := range out {
			if string(l.text) != l.want {
				t.Errorf("%s, want %s", l.text, l.want)
			}
			rest := l.text[len(l.text):cap(l.text)]
			for i := range rest {
				rest[i] = '!'
			}
		}
		for _, l := range out {
			if string(l.text) != l.want {
				t.Errorf("%s behind writes of others, want %s", l.text, l.want)
			}
			l.by.TakeBack()
		}
	}
	if text, by, err := c.Lend(nil); text != nil || by != nil || err != nil {
		t.Errorf("nil: %s, %p, %v", text, by, err)
	}
	if text, by, err := c.Lend([]float64{1, math.NaN()}); text != nil || by != nil || err == nil {
		t.Errorf("NaN: %s, %p, %v", text, by, err)
	}
	// After two large results for a type no text is lent, until results of the type are small again.
	type large struct{ S string }
	v := large{strings.Repeat("x", 2*bigResult)}
	lent := func(v any) bool {
		_, by, err := c.Lend(v)
		if err != nil {
			t.Fatal(err)
		}
		if by != nil {
			by.TakeBack()
		}
		return by != nil
	}
	if first, second, third := lent(v), lent(v), lent(v); !first || !second || third {
		t.Errorf("large results are lent: %v, %v, %v", first, second, third)
	}
	for range 2 {
		if _, err := c.Marshal(large{}); err != nil {
			t.Fatal(err)
		}
	}
	if !lent(large{}) {
		t.Error("small results behind large ones are not lent")
	}
}
