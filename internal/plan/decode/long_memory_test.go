package decode

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestAllocLong: a document that is too long for the pool takes 1.41 times its length besides what it becomes, whatever
// its form, and leaves no more than MostPooled bytes in the pool.
func TestAllocLong(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector has pools forget")
	}
	element := `{"id":12345678,"unknown":[1,2,{"a":"some text, that is passed over"}],"text":"and, some more"},`
	elements := bytes.Repeat([]byte(element), mem.MostPooled/len(element)+1)
	list := append(append([]byte{'['}, elements[:len(elements)-1]...), ']')
	c := &Call{Config: plan.V1}
	for _, row := range []struct {
		name  string
		text  []byte
		value func() any
	}{
		{"elements", list, func() any { return new([1]struct{ ID int }) }},
		{"unknown member", []byte(`{"unknown":` + string(list) + `,"ID":1}`), func() any { return new(struct{ ID int }) }},
		{"members", []byte(`{"List":` + string(list) + `,"ID":1}`), func() any { return new(struct{ List [1]struct{ ID int } }) }},
	} {
		runtime.GC() // what lies in pools is not counted
		runtime.GC()
		got := guard.Allocated(func() {
			if f := c.Unmarshal(row.text, row.value()); f != nil {
				t.Fatal(row.name, f)
			}
		})
		if got > len(row.text)/100*142+64<<10 {
			t.Errorf("%s: %d bytes for %d of input", row.name, got, len(row.text))
		}
		s := acquire(plan.V1, nil, false)
		if len(s.input) > mem.MostPooled {
			t.Errorf("%s: the pool keeps %d bytes", row.name, len(s.input))
		}
		s.release()
	}
}
