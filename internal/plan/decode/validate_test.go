package decode

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestDuplicateNames holds that an object is refused at the first name whose text was there before, however the two
// are spelled, and that an object of as many names as one likes is taken otherwise.
func TestDuplicateNames(t *testing.T) {
	unique := plan.New(plan.Meaning{Options: option.V1 | option.RejectDuplicateNames, ValidateFirst: true, Own: true})
	spellings := []string{`"a"`, `"\u0061"`, "\"\xff\"", `"\ufffd"`, `""`, `"a\/b"`, `"a/b"`, `"\ud83d\ude00"`, `"😀"`}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		doc, want := "{", int64(-1)
		seen := map[string]bool{}
		for i := range rnd.IntN(40) {
			raw := fmt.Sprintf(`"%d"`, i)
			if rnd.IntN(6) == 0 {
				raw = spellings[rnd.IntN(len(spellings))]
			}
			if i > 0 {
				doc += ","
			}
			var text string
			if err := stdjson.Unmarshal([]byte(raw), &text); err != nil {
				t.Fatal(err)
			}
			if seen[text] && want < 0 {
				want = int64(len(doc))
			}
			seen[text] = true
			doc += raw + ":[{}]"
		}
		doc += "}"
		got := int64(-1)
		if err := errorOf((&Call{Config: unique}).Unmarshal([]byte(doc), new(any))); err != nil {
			var f *fault.Fault
			if !errors.As(err, &f) || f.Code != fault.DuplicateName {
				t.Fatalf("%s: %v", doc, err)
			}
			got = f.Offset
		}
		if got != want {
			t.Errorf("%s: refused at %d, want %d", doc, got, want)
		}
	}
}

// TestSeenIsSmall: the map of the names of a large object is not there for the next objects, for each of which it would
// have to be cleared.
func TestSeenIsSmall(t *testing.T) {
	c := plan.New(plan.Meaning{Options: option.V1 | option.RejectDuplicateNames, ValidateFirst: true, Own: true})
	object := func(n int) string {
		var b strings.Builder
		b.WriteString(`{"":0`)
		for i := range n - 1 {
			fmt.Fprintf(&b, `,"%d":0`, i)
		}
		return b.String() + "}"
	}
	for n, kept := range map[int]bool{fewNames: false, fewNames + 1: true, keptSeen: true, keptSeen + 1: false, 20 * keptSeen: false} {
		s := acquire(c, []byte(object(n)), false)
		s.stacks.rare = nil
		if !s.validate() {
			t.Errorf("%d names are refused", n)
		}
		if len(s.stacks.rareMemory().set) != 0 || (s.stacks.rareMemory().set != nil) != kept {
			t.Errorf("behind %d names there is a map of %d", n, len(s.stacks.rareMemory().set))
		}
		s.release()
	}
}

// TestLimitsOfInputs has a row for each limit: a document that keeps to it, and where the next one breaks it.
func TestLimitsOfInputs(t *testing.T) {
	for _, row := range []struct {
		limits    option.Limits
		good, bad string
		code      fault.Code
		at        int64
	}{
		{option.Limits{Depth: 2}, `[[1],{"a":2}]`, `[1,{"a":[]}]`, fault.TooDeep, 8},
		{option.Limits{String: 3}, `["abc","",{"abc":1}]`, `["abc",{"abcd":1}]`, fault.LongString, 8},
		{option.Limits{String: 6}, `["\u00e9"]`, `["\u00e9x"]`, fault.LongString, 1},
		{option.Limits{Number: 3}, `[1.5,-12,123]`, `[1.5,-123]`, fault.LongNumber, 5},
		{option.Limits{Elements: 2}, `[[1,2],{"a":1,"b":2}]`, `[[1,2],{"a":1,"b":2,"c":3}]`, fault.ManyElements, 20},
		{option.Limits{Elements: 2}, `[]`, `[1,2,3]`, fault.ManyElements, 5},
		{option.Limits{Values: 4}, `[1,{"a":2}]`, `[1,{"a":2,"b":3}]`, fault.ManyValues, 14},
	} {
		c := &Call{Config: plan.New(plan.Meaning{Options: option.V1, ValidateFirst: true, Own: true, Limits: row.limits})}
		if err := errorOf(c.Unmarshal([]byte(row.good), new(any))); err != nil {
			t.Errorf("%+v: %s: %v", row.limits, row.good, err)
		}
		v := any("before")
		var f *fault.Fault
		if err := errorOf(c.Unmarshal([]byte(row.bad), &v)); !errors.As(err, &f) || f.Code != row.code || f.Offset != row.at || v != "before" {
			t.Errorf("%+v: %s: %+v, and the target is %v; want %v at %d", row.limits, row.bad, f, v, row.code, row.at)
		}
	}
}

// TestRejectInvalidUTF8 has the first byte or escape sequence of each text that is no character, or -1.
func TestRejectInvalidUTF8(t *testing.T) {
	c := &Call{Config: plan.New(plan.Meaning{Options: option.V1 | option.RejectInvalidUTF8, ValidateFirst: true, Own: true})}
	for doc, want := range map[string]int64{
		`["é","\u00e9\n\ud83d\ude00","\ufffd","` + "\ufffd" + `"]`: -1,
		"[\"a\xffb\"]": 3, "{\"\xc3\":1}": 2, `["\\\ud83d"]`: 4, `["\ude00\ud83d"]`: 2, `["\ud83d\u0041"]`: 2, `["é\n\ud83dx"]`: 6,
	} {
		got := int64(-1)
		var f *fault.Fault
		if err := errorOf(c.Unmarshal([]byte(doc), new(any))); errors.As(err, &f) {
			if got = f.Offset; f.Code != fault.InvalidUTF8 {
				t.Errorf("%q: %v", doc, f.Code)
			}
		}
		if got != want {
			t.Errorf("%q: refused at %d, want %d", doc, got, want)
		}
	}
}
