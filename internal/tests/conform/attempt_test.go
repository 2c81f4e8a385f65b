package conform

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestAttempt decodes under rules and limits for whole inputs, with an attempt in one pass and without one: the faults
// and the targets must be equal, also those of a second text over the first one's values.
func TestAttempt(t *testing.T) {
	rounds := 300
	if long.On() && !slow {
		rounds = 10000
	}
	defer cases.Notes() // of methods that were called
	inOnePass := 0
	for seed := range uint64(rounds) {
		g := gen{rand.New(rand.NewPCG(seed, 33))}
		m := g.meaning()
		with, without := plan.New(m), plan.New(m)
		if without.Attempt = nil; with.Attempt == nil {
			t.Fatal("there is no attempt")
		}
		for range 4 {
			typ := g.typ(1 + g.IntN(3))
			for range 4 {
				v, w := reflect.New(typ), reflect.New(typ)
				for range 2 {
					var b strings.Builder
					g.text(&b, typ, 4, g.IntN(4))
					text := []byte(g.corrupt(b.String()))
					zero := v.Elem().IsZero()
					got, want := attempted(with, text, v), attempted(without, text, w)
					if got == "" && zero {
						inOnePass++
					}
					if diff := Diff(v.Interface(), w.Interface()); got != want || diff != "" {
						t.Fatalf("seed %d, options %b, limits %+v: %s into %v:\nwith an attempt    %s\nwithout an attempt %s\n%s", seed, m.Options, m.Limits, text, typ, got, want, diff)
					}
				}
			}
		}
	}
	if inOnePass < rounds {
		t.Errorf("of %d texts only %d are without a fault", 32*rounds, inOnePass)
	}
}

// meaning makes a meaning with rules and limits.
func (g gen) meaning() plan.Meaning {
	o := option.V1
	for _, bit := range []option.Set{
		option.FoldNames, option.UseNumber, option.DisallowUnknownFields, option.InternStrings, option.AliasInput, option.FuzzyDecode,
		option.RequireAll, option.ResetAbsent, option.MoreTags, option.LargeIntAsString, option.BytesAsText, option.ExactArrays, option.ExactBase64, option.ExactSpelling,
	} {
		if g.IntN(5) == 0 {
			o ^= bit
		}
	}
	rules := [...]option.Set{0, option.RejectDuplicateNames, option.RejectInvalidUTF8, option.ValidateFirst}[g.IntN(4)]
	o |= rules
	var l option.Limits
	for _, most := range []*int{&l.Depth, &l.Elements, &l.String, &l.Number, &l.Values, &l.Memory} {
		if g.IntN(8) == 0 {
			*most = 1 + g.IntN(1+g.IntN(40))
		}
	}
	l.Memory *= 100
	return plan.Meaning{Options: o, Shape: shape.Options{Meaning: o}, Limits: l, ValidateFirst: true, Own: true, BigInt: func(digits string) any {
		v, _ := new(big.Int).SetString(digits, 10)
		return v
	}}
}

// attempted decodes text into the value that v points to, and returns the fault in words, or nothing.
func attempted(c *plan.Dialect, text []byte, v reflect.Value) string {
	f := (&decode.Call{Config: c}).Unmarshal(text, v.Interface())
	if f == nil {
		return ""
	}
	if f.Code == fault.Syntax {
		return "not JSON"
	}
	return fmt.Sprint(f.Code, f.Offset, f.Path, f.Type, f.Err)
}

// TestAttemptCalls: methods are called once, and only for inputs that keep to the rules, also where the type of the
// target does not show them.
func TestAttemptCalls(t *testing.T) {
	o := option.V1 | option.ValidateFirst
	for text, want := range map[string]int{`{"A":1,"B":{"x":1}}`: 1, `{"B":1,"A":[{}]}`: 1, `{"B":1,"A":[{"a":1,"a":2}]}`: 0, `{"B":1,"A":"\ud800"}`: 0, `{"B":1,"B":2}`: 0, `{"B":1,"C":"x"}`: 1} {
		type target struct {
			A, B any
			C    int
		}
		var calls counted
		_ = attempted(plan.New(plan.Meaning{Options: o, Shape: shape.Options{Meaning: o}, ValidateFirst: true, Own: true}), []byte(text), reflect.ValueOf(&target{B: &calls}))
		if int(calls) != want {
			t.Errorf("%s: %d calls, want %d", text, calls, want)
		}
	}
}

// TestAttemptLarge: a target that is too large to be saved is left alone by an attempt.
func TestAttemptLarge(t *testing.T) {
	type large struct {
		X [1000]int
		Y int `json:"y"`
	}
	o := option.V1 | option.ValidateFirst
	v := large{X: [1000]int{5, 6}}
	f := (&decode.Call{Config: plan.New(plan.Meaning{Options: o, Shape: shape.Options{Meaning: o}, ValidateFirst: true, Own: true})}).Unmarshal([]byte(`{"X":[1],"y":1,"y":2}`), &v)
	if f == nil || f.Code != fault.DuplicateName || v.X[0] != 5 || v.X[1] != 6 || v.Y != 0 {
		t.Errorf("%+v, X begins with %d, Y is %d", f, v.X[:2], v.Y)
	}
}

// TestAttemptUnknown: names without a field differ in structs with rules too.
func TestAttemptUnknown(t *testing.T) {
	o := option.V1 | option.RejectDuplicateNames | option.ResetAbsent
	c := &decode.Call{Config: plan.New(plan.Meaning{Options: o, Shape: shape.Options{Meaning: o}, ValidateFirst: true, Own: true})}
	if f := c.Unmarshal([]byte(`{"x":1,"A":2,"x":3}`), new(struct{ A int })); f == nil || f.Code != fault.DuplicateName || f.Offset != 13 {
		t.Errorf("%+v", f)
	}
}

// counted counts the calls of its method.
type counted int

func (c *counted) UnmarshalJSON([]byte) error {
	*c++
	return nil
}
