package main

import (
	"bytes"
	"maps"
	"slices"
	"testing"
	"time"
)

// TestPrices: each fast path can be switched off by its line alone, and has rows of what it was made for.
func TestPrices(t *testing.T) {
	_, text, names, err := fastPaths()
	if err != nil {
		t.Fatal(err)
	}
	if sorted := slices.Sorted(slices.Values(names)); !slices.Equal(sorted, slices.Sorted(maps.Keys(madeFor))) {
		t.Errorf("the paths are %q, and rows are there for %q", sorted, slices.Sorted(maps.Keys(madeFor)))
	}
	for _, name := range names {
		off := without(text, name)
		if len(off) != len(text)+1 || bytes.Count(off, []byte("= true")) != len(names)-1 {
			t.Errorf("%s is not switched off in\n%s", name, off)
		}
		if turns, err := madeFor[name].turns(time.Millisecond); (err != nil || len(turns) == 0) != needsNewer(name) {
			t.Errorf("%s: %d turns, %v", name, len(turns), err)
		}
	}
}
