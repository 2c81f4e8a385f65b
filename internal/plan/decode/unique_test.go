package decode

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestUniqueWide: names are unique in structs of any number of fields, within one another.
func TestUniqueWide(t *testing.T) {
	wide := func(n int, in reflect.Type) reflect.Type {
		var list []reflect.StructField
		for i := range n {
			list = append(list, reflect.StructField{Name: fmt.Sprint("F", i), Type: reflect.TypeFor[int]()})
		}
		return reflect.StructOf(append(list, reflect.StructField{Name: "In", Type: in}))
	}
	c := &Call{Config: plan.Of(option.UniqueNames | option.EndAtFault)}
	for _, n := range []int{62, 63, 64, 65, 127, 128, 129, 200} {
		typ := wide(n, reflect.SliceOf(wide(130, reflect.PointerTo(wide(n, reflect.TypeFor[int]())))))
		step := 64 // fields whose bits are at one place of two words
		if n <= step {
			step = 1
		}
		for i := range n {
			other := (i + step) % n
			doc := fmt.Sprintf(`{"F%d":1,"In":[{"F129":3,"In":{"F%d":1,"F%d":5}},{"F0":1,"F%d":4}],"F%d":7`, i, i, other, 1+i%129, other)
			if f := c.Unmarshal([]byte(doc+"}"), reflect.New(typ).Interface()); f != nil {
				t.Errorf("%d fields, %s}: %+v", n, doc, f)
			}
			if c.Unmarshal(fmt.Appendf(nil, `%s,"F%d":2}`, doc, i), reflect.New(typ).Interface()) == nil {
				t.Errorf("%d fields, %s and F%d again: no fault", n, doc, i)
			}
		}
	}
}
