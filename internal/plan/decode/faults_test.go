package decode

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestFaultsAgain asks for the faults of documents, each while those of the document before it are in use, and compares
// them with the faults of the same documents alone. Between two calls the memory of faults holds nothing of a call.
func TestFaultsAgain(t *testing.T) {
	doc := func(n int) []byte {
		return []byte(`{"a":[` + strings.Repeat(`1,`, n%5) + `2],"b":{"c":[` + strings.Repeat(`"x",`, n) + `"x"]}}`)
	}
	ask := func(n int, use func([]fault.Fault)) {
		var v struct {
			A []string
			B struct{ C []int }
		}
		(&Call{Config: plan.V1}).Faults(doc(n), &v, 1000, false, func(found []fault.Fault, _ *mem.Arena) { use(found) })
	}
	show := func(found []fault.Fault) (text string) {
		for _, f := range found {
			text += fmt.Sprint(f.Offset, f.Route, f.Path, f.Err, "\n")
		}
		return text
	}
	var want []string
	for n := range 140 {
		ask(n, func(found []fault.Fault) { want = append(want, show(found)) })
	}
	var again func(n int, before []fault.Fault)
	again = func(n int, before []fault.Fault) {
		if n > 0 && show(before) != want[n-1] {
			t.Errorf("%d: %s, want %s", n-1, show(before), want[n-1])
		}
		if n == len(want) {
			return
		}
		ask(n, func(found []fault.Fault) {
			again(n+1, found)
			if show(found) != want[n] {
				t.Errorf("%d afterwards: %s, want %s", n, show(found), want[n])
			}
		})
	}
	again(0, nil)
	for range 100 {
		x := searches.Get().(*search)
		if values := x.values[:cap(x.values)]; len(values) > mostKept {
			t.Fatalf("memory for %d faults is kept", len(values))
		} else if len(values) > 0 && !reflect.DeepEqual(values, make([]fault.Fault, len(values))) {
			t.Fatalf("kept: %v", values)
		}
		if space := x.space[:cap(x.space)]; len(space) > 0 && !reflect.DeepEqual(space, make([]fault.Step, len(space))) {
			t.Fatalf("kept: %v", space)
		}
		x.values, x.space = nil, nil
		if !reflect.DeepEqual(x, new(search)) {
			t.Fatalf("kept: %+v", x)
		}
	}
}
