package decode_test

import (
	"strconv"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// changer is an element whose method changes the slice that it is part of.
type changer struct{ N int }

var (
	changed struct{ List []changer }
	change  func()
)

func (c *changer) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(string(b))
	c.N = n
	change()
	return err
}

// TestChangedSlice decodes over memory for two elements, of which a method makes the slice another one, or none.
// What lies behind that memory, and behind that of the other slice, is nobody's to write to.
func TestChangedSlice(t *testing.T) {
	const room, other, end = 2, 8, 32
	var memory [end]changer
	for name, f := range map[string]func(){
		"shorter":   func() { changed.List = memory[other : other : other+1] },
		"full":      func() { changed.List = memory[other : other+1 : other+1] },
		"empty":     func() { changed.List = memory[other:other:other] },
		"longer":    func() { changed.List = memory[other : other+4] },
		"no length": func() { changed.List = changed.List[:0] },
		"no room":   func() { changed.List = changed.List[:0:0] },
		"cut":       func() { changed.List = changed.List[:min(1, len(changed.List)):1] },
		"nil":       func() { changed.List = nil },
		"again": func() {
			was := change
			change = func() {}
			if err := json.Unmarshal([]byte(`{"List":[]}`), &changed); err != nil {
				t.Error(err)
			}
			change = was
		},
	} {
		for at := range 5 {
			for i := range memory {
				memory[i].N = -i
			}
			changed.List = memory[:0:room]
			calls := 0
			change = func() {
				if calls++; calls == at+1 {
					f()
				}
			}
			if err := json.Unmarshal([]byte(`{"List":[101,102,103,104,105,106]}`), &changed); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for i := room; i < end; i++ {
				if memory[i].N != -i {
					t.Fatalf("%s by element %d: element %d of the memory is %d", name, at, i, memory[i].N)
				}
			}
			if len(changed.List) != 6 || changed.List[0].N != 101 || changed.List[5].N != 106 {
				t.Errorf("%s by element %d: %v", name, at, changed.List)
			}
		}
	}
}
