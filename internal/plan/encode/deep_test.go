package encode

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestTooDeep holds that tooDeep accepts values beyond maxDepth, under a configuration other than encoding/json's,
// until a value is inside itself.
func TestTooDeep(t *testing.T) {
	m := get(&Call{Config: plan.New(plan.Meaning{Own: true})})
	m.use(m.own)
	a, b, c := place{at: unsafe.Pointer(new(int))}, place{at: unsafe.Pointer(new(int))}, place{at: unsafe.Pointer(new(int)), len: 1}
	for _, row := range []struct {
		level int // beyond maxDepth
		p     place
		ok    bool
	}{
		{1, a, true}, {2, b, true}, {3, c, true},
		{3, a, false},              // within itself
		{2, c, true},               // b and the first c have ended
		{3, b, true},               // so b is not within itself
		{4, place{at: c.at}, true}, // the same address, of a slice of another length
		{4, place{at: c.at, len: 1}, false},
	} {
		m.err = nil
		m.depth = maxDepth + row.level
		if n := m.tooDeep(row.p, 0); (n == 0) != row.ok {
			t.Errorf("level %d: %d, want that it goes on: %v", row.level, n, row.ok)
		}
	}
	m.err = nil
	m.put()
}

// TestDepthOfFault holds that the fault about a value that is nested too deep has the number of arrays and objects that
// are open in the output. Brackets in strings, and the caller's bytes before the value, do not count.
func TestDepthOfFault(t *testing.T) {
	for text, want := range map[string]int64{``: 0, `[`: 1, `[1,[2],{"[":[`: 3, `{"a":{"b}":"{`: 2, strings.Repeat("[", 50_000): 50_000} {
		m := get(&Call{Config: plan.V1})
		m.use(make([]byte, minRoom+len(text)+6))
		m.start = 6
		n := copy(m.bytes(m.size), "[[[[[["+text)
		if end := m.deepFault(n); end != -1 || m.err.Code != fault.Depth || m.err.Offset != want {
			t.Errorf("%.20s: %d, %+v, want depth %d", text, end, m.err, want)
		}
		m.abandon()
	}
}

// TestDeepValues encodes deeply nested values and cycles. Under encoding/json's meaning the encoder gives up, and
// encoding/json is called. Under another configuration the encoder goes on to mostLevels, and finds cycles itself.
func TestDeepValues(t *testing.T) {
	own := plan.New(plan.Meaning{Options: option.V1, Own: true})
	lists := func(levels int, end any) any {
		for range levels {
			end = []any{end}
		}
		return end
	}
	chain := func(levels int) *list {
		var l *list
		for range levels {
			l = &list{l, 1}
		}
		return l
	}
	ring := map[string]any{}
	ring["a"] = []any{ring}
	loop := &list{}
	loop.Next = &list{Next: loop}
	for name, row := range map[string]struct {
		value  any
		v1own  [2]bool // it is written under V1, and by a configuration of its own
		opened int     // at least so many are open where the machine gives up
	}{
		"lists at the bound":    {lists(maxDepth-1, 1), [2]bool{true, true}, 0},
		"lists beyond":          {lists(maxDepth, 1), [2]bool{false, true}, 0},
		"lists far beyond":      {lists(3*maxDepth, 1), [2]bool{false, true}, 0},
		"structs beyond":        {chain(2 * maxDepth), [2]bool{false, true}, 0},
		"a map within itself":   {ring, [2]bool{false, false}, maxDepth / 2},
		"structs in a ring":     {loop, [2]bool{false, false}, maxDepth / 2},
		"lists beyond it, ring": {lists(maxDepth+10, ring), [2]bool{false, false}, maxDepth - 2},
	} {
		for i, c := range []*plan.Dialect{plan.V1, own} {
			b, err := (&Call{Config: c}).Marshal(row.value)
			if (err == nil) != row.v1own[i] {
				t.Errorf("%s, configuration %d: %.20s, %v", name, i, b, err)
			}
			if f, ok := err.(*fault.Fault); ok && (f.Code != fault.Depth || f.Offset < int64(row.opened)) {
				t.Errorf("%s, configuration %d: %+v", name, i, f)
			}
		}
	}
}

// TestNestedIsNotFollowed holds that a value inside a value that another machine writes is a fault if both together are
// nested deeper than maxDepth. The outermost list counts as two levels: one for its program, and one for that of its
// elements.
func TestNestedIsNotFollowed(t *testing.T) {
	own := plan.New(plan.Meaning{Options: option.V1, Own: true})
	var v any = 1
	for range 100 {
		v = []any{v}
	}
	for around, ok := range map[int]bool{1: true, maxDepth - 101: true, maxDepth - 100: false} {
		if _, err := (&Call{Config: own, Depth: around}).Marshal(v); (err == nil) != ok {
			t.Errorf("100 levels within %d: %v", around, err)
		}
	}
}

// TestAncestorsLeave holds that a value that occurs several times side by side is no cycle, however deep it is.
func TestAncestorsLeave(t *testing.T) {
	own := plan.New(plan.Meaning{Options: option.V1, Own: true})
	leaf := map[string]any{"x": []any{1}}
	var v any = []any{leaf, leaf, []any{leaf}, leaf}
	for range maxDepth + 5 {
		v = []any{v}
	}
	m := get(&Call{Config: own})
	m.use(m.own)
	n := m.encode(ProgramOf(own, reflect.TypeOf(v)), nil, mem.DataWord(v), 0)
	if n < 0 || strings.Count(string(m.bytes(max(n, 0))), `{"x":[1]}`) != 4 {
		t.Fatalf("position %d, %v", n, m.err)
	}
	if m.deep == nil || len(m.deep.path) == 0 {
		t.Error("nothing was noted beyond the bound")
	}
	if m.put(); m.deep != nil {
		t.Error("a machine in the pool knows values")
	}
	if m.depth != 0 {
		t.Errorf("the depth is %d behind the value", m.depth)
	}
}
