package decode

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// LargeValue is a type that takes two bytes of JSON and many of memory.
type LargeValue struct {
	Room [20]int
	N    *int
}

type embedsLarge struct{ *LargeValue }

type quotedPointer struct {
	N *int `json:",string"`
}

// limitRows are ways to take memory: a target, the JSON of one value, which may have its number in it, and the ends.
var limitRows = []struct {
	name             string
	target           func() any
	open, one, close string
}{
	{"slice", func() any { return new([]LargeValue) }, "[", "{}", "]"},
	{"slice of small", func() any { return new([]bool) }, "[", "true", "]"},
	{"slice again", func() any { s := make([]LargeValue, 0, 4); return &s }, "[", "{}", "]"},
	{"slices", func() any { return new([][]string) }, "[", `[""]`, "]"},
	{"slices nested", func() any { return new([][][]uint8) }, "[", `[[1],[2]]`, "]"},
	{"pointers", func() any { return new([]*LargeValue) }, "[", "{}", "]"},
	{"pointers to small", func() any { return new([]*int32) }, "[", "1", "]"},
	{"pointers to pointers", func() any { return new([]***string) }, "[", `""`, "]"},
	{"huge", func() any { return new([]*[1000]int) }, "[", `[]`, "]"},
	{"embedded", func() any { return new([]embedsLarge) }, "[", `{"N":1}`, "]"},
	{"quoted", func() any { return new([]quotedPointer) }, "[", `{"N":"1"}`, "]"},
	{"map", func() any { return new(map[string]LargeValue) }, "{", `"%d":{}`, "}"},
	{"map of integers", func() any { return new(map[string]int) }, "{", `"%d":0`, "}"},
	{"map of strings", func() any { return new(map[string]string) }, "{", `"%d":""`, "}"},
	{"map by integers", func() any { return new(map[int]bool) }, "{", `"%d":true`, "}"},
	{"maps", func() any { return new([]map[string]int8) }, "[", `{"a":1}`, "]"},
	{"empty maps", func() any { return new([]map[string]int8) }, "[", `{}`, "]"},
	{"any, arrays", func() any { return new(any) }, "[", `[]`, "]"},
	{"any, numbers", func() any { return new(any) }, "[", `1`, "]"},
	{"any, pairs", func() any { return new(any) }, "[", `[1,"a"]`, "]"},
	{"any, maps", func() any { return new(any) }, "[", `{}`, "]"},
	{"any, maps of one", func() any { return new(any) }, "[", `{"a":1}`, "]"},
	{"any, map", func() any { return new(any) }, "{", `"%d":1`, "}"},
	{"map of any", func() any { return new(map[string]any) }, "{", `"%d":[]`, "}"},
}

// limitText is n values of the row.
func limitText(open, one, close string, n int) []byte {
	var b strings.Builder
	b.WriteString(open)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.Contains(one, "%d") {
			fmt.Fprintf(&b, one, i)
		} else {
			b.WriteString(one)
		}
	}
	b.WriteString(close)
	return []byte(b.String())
}

// limited returns a configuration with a limit on memory.
func limited(most int) *plan.Dialect {
	c := plan.Of(option.V1)
	c.Own, c.Limits.Memory = true, most
	return c
}

func overLimitError(err error) bool {
	var f *fault.Fault
	return errors.As(err, &f) && f.Code == fault.MuchMemory
}

// TestMemoryLimit compares the smallest limit under which an input is decoded with the memory that the result takes,
// and has half of it bound what is allocated.
func TestMemoryLimit(t *testing.T) {
	for i, row := range limitRows {
		if !long.On() && i%3 != 0 {
			continue
		}
		t.Run(row.name, func(t *testing.T) {
			const n = 3000
			text := limitText(row.open, row.one, row.close, n)
			c := limited(1)
			decode := func(most int) error {
				c.Limits.Memory = most
				return errorOf((&Call{Config: c}).Unmarshal(text, row.target()))
			}
			high := leastLimit(decode)
			c.Limits.Memory = high
			held := guard.Held(func() any {
				v := row.target()
				if err := errorOf((&Call{Config: c}).Unmarshal(text, v)); err != nil {
					t.Error(err)
				}
				return v
			})
			const noise = 64 << 10
			if held > high+high/2+4*len(text)+noise || high > 3*held+noise {
				t.Errorf("%d bytes are held, the least limit is %d", held, high)
			}
			got := guard.Allocated(func() {
				if err := decode(high / 8); !overLimitError(err) {
					t.Errorf("an eighth of the limit: %v", err)
				}
			})
			if most := 3*high/8 + 32*len(text) + noise; got > most {
				t.Errorf("an eighth of the limit, %d: %d bytes allocated", high/8, got)
			}
		})
	}
}

// leastLimit returns the smallest limit with which decode has no error.
func leastLimit(decode func(most int) error) int {
	return 1 + sort.Search(1<<30, func(n int) bool { return decode(1+n) == nil })
}

// TestMemoryLimitAlike finds the same least limit whatever was decoded before: guesses about sizes are no part of it.
func TestMemoryLimitAlike(t *testing.T) {
	for _, row := range limitRows {
		least := func(before int) int {
			c := limited(1 << 30)
			for range 3 {
				if err := errorOf((&Call{Config: c}).Unmarshal(limitText(row.open, row.one, row.close, before), row.target())); err != nil {
					t.Fatal(err)
				}
			}
			text := limitText(row.open, row.one, row.close, 50)
			return leastLimit(func(most int) error {
				c.Limits.Memory = most
				err := errorOf((&Call{Config: c}).Unmarshal(text, row.target()))
				if err != nil && !overLimitError(err) {
					t.Fatal(row.name, err)
				}
				return err
			})
		}
		if few, many := least(1), least(5000); few != many {
			t.Errorf("%s: at least %d behind one value, %d behind many", row.name, few, many)
		}
	}
}

// TestMemoryLimitTarget has a target that is zero be zero again where the limit is met, and syntax errors come first.
func TestMemoryLimitTarget(t *testing.T) {
	c := limited(500)
	for _, row := range limitRows {
		v := row.target()
		was := reflect.ValueOf(row.target()).Elem()
		if err := errorOf((&Call{Config: c}).Unmarshal(limitText(row.open, row.one, row.close, 1000), v)); !overLimitError(err) {
			t.Errorf("%s: %v", row.name, err)
		}
		if row.name != "slice again" && !reflect.DeepEqual(reflect.ValueOf(v).Elem().Interface(), was.Interface()) {
			t.Errorf("%s: the target is not zero", row.name)
		}
		text := limitText(row.open, row.one, row.close, 1000)
		var f *fault.Fault
		if err := errorOf((&Call{Config: c}).Unmarshal(text[:len(text)-1], v)); !errors.As(err, &f) || f.Code != fault.Syntax {
			t.Errorf("%s, cut: %v", row.name, err)
		}
	}
	var deep []any // the fault is behind as many levels as there may be
	text := strings.Repeat("[", maxDepth-1) + strings.Repeat("]", maxDepth-1)
	if err := errorOf((&Call{Config: c}).Unmarshal([]byte(text), &deep)); !overLimitError(err) {
		t.Errorf("deep: %v", err)
	}
}

// TestMemoryLimitDefaults: what absent members become counts too, wherever the limit is met.
func TestMemoryLimitDefaults(t *testing.T) {
	type withDefault struct {
		A []int64 `json:"a" default:"[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]"`
	}
	c := plan.Of(option.V1 | option.UseDefaults)
	c.Own = true
	text := limitText("[", "{}", "]", 1000)
	for most, ok := range map[int]bool{1000 * (24 + 16*8): true, 1000 * (24 + 8*8): false, 1000 * 25: false} {
		c.Limits.Memory = most
		var v []withDefault
		if err := errorOf((&Call{Config: c}).Unmarshal(text, &v)); (err == nil) != ok || err != nil && !overLimitError(err) || ok && len(v[999].A) != 16 {
			t.Errorf("%d bytes: %v", most, err)
		}
	}
}
