package decode

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

type chosen struct {
	Any   any
	Anys  []any
	Map   map[string]any
	Words map[string]int
	Int   int
	Float float64
	Bool  bool
	Text  string
	Slice []int
	In    struct{ A any }
}

// TestChoicesOfCalls decodes under each combination of the choices that callers change from one call to the next,
// with plans that were made for another one and with plans of their own: plans must not depend on them.
func TestChoicesOfCalls(t *testing.T) {
	meaning := func(o option.Set) *plan.Dialect {
		big := func(digits string) any { return "the integer " + digits }
		return plan.New(plan.Meaning{Options: o, Shape: shape.Options{Meaning: o}, Own: true, BigInt: big})
	}
	texts := []string{
		`{"Any":1,"Anys":[2,12345678901234567890123,1.5],"Map":{"a":1},"Words":{"b":"7"}}`,
		`{"Int":"12","Float":true,"Bool":1,"Text":5,"Slice":{},"In":[]}`,
		`{"In":{"A":1,"unknown":2}}`, `{"unknown":1,"Int":2}`,
	}
	base := meaning(option.V1)
	results := map[string]bool{}
	for o := option.Set(0); ; o = (o - plan.PerCall) & plan.PerCall {
		for _, text := range texts {
			var got [2]chosen
			var faults [2]fault.Fault
			for i, c := range []*plan.Dialect{base.With(o), meaning((option.V1 &^ plan.PerCall) | o)} {
				if f, ok := errorOf((&Call{Config: c}).Unmarshal([]byte(text), &got[i])).(*fault.Fault); ok {
					faults[i] = *f
				}
			}
			if !reflect.DeepEqual(got[0], got[1]) || fmt.Sprint(faults[0]) != fmt.Sprint(faults[1]) {
				t.Errorf("%b: %s: %+v, %v\nwith plans of its own %+v, %v", o, text, got[0], faults[0], got[1], faults[1])
			}
			results[fmt.Sprintf("%#v %v", got[0], faults[0].Code)] = true
		}
		if o == plan.PerCall {
			break
		}
	}
	if len(results) <= 2*len(texts) {
		t.Errorf("%d results: the choices make no difference", len(results))
	}
}
