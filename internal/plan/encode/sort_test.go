package encode

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPrefixOf: the order of prefixes is that of the names, as far as prefixes go, whatever bytes names are made of.
func TestPrefixOf(t *testing.T) {
	var names []string
	for n := range 11 {
		for _, last := range []string{"\x00", "a", "b", "\x80", "\xff"} {
			names = append(names, strings.Repeat("a", n), strings.Repeat("a", n)+last, last+strings.Repeat("\xff", n))
		}
	}
	for _, a := range names {
		for _, b := range names {
			pa, pb := prefixOf(a), prefixOf(b)
			if pa != pb && (pa < pb) != (a < b) {
				t.Errorf("%q has the prefix %#x, %q has %#x", a, pa, b, pb)
			}
			if pa == pb && strings.TrimRight(a[:min(8, len(a))], "\x00") != strings.TrimRight(b[:min(8, len(b))], "\x00") {
				t.Errorf("%q and %q have the same prefix", a, b)
			}
		}
	}
}

// TestSortEntries sorts lists of every length around the ends of insertion and of distribution by one, two, three and
// four bytes, of many names alike and in bad orders, and the few of a small map, and compares with the library's order.
func TestSortEntries(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 33, 63, 64, 65, 66, 100, 255, 256, 257, 512, 513, 1000, 8192, 8193} {
		for form, name := range map[string]func(i int) string{
			"random":       func(int) string { return fmt.Sprint(rnd.IntN(1 << 30)) },
			"ascending":    func(i int) string { return fmt.Sprintf("%08d", i) },
			"descending":   func(i int) string { return fmt.Sprintf("%08d", n-i) },
			"alike":        func(int) string { return "the same" },
			"long prefix":  func(int) string { return fmt.Sprint("common prefix ", rnd.IntN(100)) },
			"zeros behind": func(i int) string { return "a" + strings.Repeat("\x00", i%12) },
			"integers":     func(int) string { return fmt.Sprint(int32(rnd.Uint32()) >> rnd.IntN(31)) },
			"any bytes": func(int) string {
				b := make([]byte, rnd.IntN(12))
				for i := range b {
					b[i] = byte(rnd.Uint32())
				}
				return string(b)
			},
			"two letters":  func(int) string { return strings.Repeat("x", rnd.IntN(20)) + strings.Repeat("y", rnd.IntN(3)) },
			"one other":    func(i int) string { return fmt.Sprint(string(rune('a'+min(i, 1))), rnd.IntN(1000)) },
			"ends early":   func(i int) string { return strings.Repeat("common prefix", min(i, 1)) + fmt.Sprint(i) },
			"zeros, short": func(i int) string { return "common" + strings.Repeat("\x00", i%5) + strings.Repeat("z", i%2) },
			"last differ":  func(i int) string { return fmt.Sprintf("item-00%06d", rnd.IntN(1<<20)) },
			"zeros, long":  func(i int) string { return "aligned" + strings.Repeat("\x00", i%3) },
			"short behind": func(i int) string {
				if i%20 == 19 {
					return "a"
				}
				return "a" + strings.Repeat("\x00", 7) + strconv.Itoa(i)
			},
			"up, then down": func(i int) string { return fmt.Sprintf("%08d", min(i, n-i)) },
		} {
			list, ranks, want := make([]entry[int], n), make([]rank, n), make([]string, n)
			var f few[int]
			for i := range n {
				want[i] = name(i)
				list[i], ranks[i] = entry[int]{want[i], i}, rank{prefixOf(want[i]), i}
				f.add(want[i], i, true)
			}
			var small []string
			for i := range f.count {
				small = append(small, f.at(i).key)
			}
			first := slices.Sorted(slices.Values(want[:min(n, fewMembers)]))
			if !slices.Equal(small, first) {
				t.Errorf("%d %s, the first few: %q, want %q", n, form, small, first)
			}
			slices.Sort(want)
			maps := scratchMaps{ranks: append(make([]rank, 3), ranks...)}
			sortEntries(&maps, 3, list)
			ranks = maps.ranks[3:]
			seen := make([]bool, n)
			for i, r := range ranks {
				if list[r.at].key != want[i] || seen[r.at] {
					t.Fatalf("%d %s: at %d there is %q, want %q", n, form, i, list[r.at].key, want[i])
				}
				seen[r.at] = true
			}
		}
	}
	// Without an order entries stay as they come.
	var f few[int]
	f.add("b", 1, false)
	f.add("a", 2, false)
	if f.at(0).key != "b" || f.at(1).val != 2 {
		t.Error("entries of an unordered map are sorted")
	}
}
