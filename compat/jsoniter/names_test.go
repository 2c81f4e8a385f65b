package jsoniter

import (
	"fmt"
	"strings"
	"testing"
)

// TestNames reads names of many lengths and endings, each twice: an Iterator keeps some names for the next object.
func TestNames(t *testing.T) {
	var want []string
	for i := range 300 {
		want = append(want, fmt.Sprintf("%d%s", i, strings.Repeat("é", i%20)))
	}
	text := `{"` + strings.Join(append(want, want...), `":0,"`) + `":0}`
	iter := ParseString(ConfigDefault, text)
	for i := range 2 * len(want) {
		if name := iter.ReadObject(); name != want[i%len(want)] {
			t.Fatalf("name %d: %q, want %q", i, name, want[i%len(want)])
		}
		iter.Skip()
	}
	if name := iter.ReadObject(); name != "" || iter.Error != nil {
		t.Error(name, iter.Error)
	}
}

// TestSkipLong skips values that are longer than what Skip looks through at first, and cut ones.
func TestSkipLong(t *testing.T) {
	for n := range 80 {
		value := `{"a":"` + strings.Repeat("x", n) + `","b":[1.5e3,true,null]}`
		iter := ParseString(ConfigDefault, "["+value+strings.Repeat(" ", 300)+",7]")
		if !iter.ReadArray() {
			t.Fatal(iter.Error)
		}
		if iter.Skip(); !iter.ReadArray() || iter.ReadInt() != 7 || iter.ReadArray() || iter.Error != nil {
			t.Fatalf("%d: %v", n, iter.Error)
		}
		for end := range len(value) {
			for _, iter := range []*Iterator{ParseString(ConfigDefault, value[:end]), Parse(ConfigDefault, strings.NewReader(value[:end]), 16)} {
				if iter.Skip(); iter.Error == nil {
					t.Fatalf("%s: no error", value[:end])
				}
			}
		}
	}
}
