package gen

import (
	"encoding/json"
	"testing"
)

// TestAllocs: the copy of the value that MarshalJSON gets stays on the stack. The result alone is allocated.
func TestAllocs(t *testing.T) {
	for name, v := range map[string]json.Marshaler{
		"maps":   Session{Roles: []string{"a"}, Labels: map[string]string{"a": "b", "c": "d"}},
		"slices": StatusEntities{Hashtags: []Hashtag{{Indices: []int{1, 2}}}, Symbols: []any{1.5}},
		"arrays": Omitting{J: [3]int{1, 2, 3}, H: 1.5},
	} {
		if n := testing.AllocsPerRun(100, func() { _, _ = v.MarshalJSON() }); n > 1 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
