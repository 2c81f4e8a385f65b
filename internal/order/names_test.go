package order

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
// four bytes, of many names alike and in bad orders, and compares with the library's order.
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
			list, ranks, want := make([]Entry[int], n), make([]NameRank, n), make([]string, n)
			for i := range n {
				want[i] = name(i)
				list[i], ranks[i] = Entry[int]{Key: want[i], Val: i}, RankOf(want[i], i)
			}
			slices.Sort(want)
			ranks = append(make([]NameRank, 3), ranks...)
			names := NamesOf(list)
			names.Sort(&ranks, 3)
			ranks = ranks[3:]
			seen := make([]bool, n)
			for i, r := range ranks {
				if list[r.At].Key != want[i] || seen[r.At] {
					t.Fatalf("%d %s: at %d there is %q, want %q", n, form, i, list[r.At].Key, want[i])
				}
				seen[r.At] = true
			}
		}
	}
}

// TestFew adds names in any order, of which the first MostFew are kept, and compares with the library's order.
func TestFew(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for n := range MostFew + 3 {
		for range 50 {
			var f Few[int]
			var want, got []string
			for i := range n {
				name := strings.Repeat("common-", rnd.IntN(2)) + strconv.Itoa(rnd.IntN(30))
				f.Add(name, i, true)
				want = append(want, name)
			}
			want = want[:min(n, MostFew)]
			slices.Sort(want)
			names := f.Names()
			for i := range f.Count {
				if e := f.At(i); names.Of(&f.Ranks()[i]) != e.Key {
					t.Errorf("%q is called %q", e.Key, names.Of(&f.Ranks()[i]))
				}
				got = append(got, f.At(i).Key)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	}
	// Without an order entries stay as they come.
	var f Few[int]
	f.Add("b", 1, false)
	f.Add("a", 2, false)
	if f.At(0).Key != "b" || f.At(1).Val != 2 {
		t.Error("entries of an unordered map are sorted")
	}
}

// BenchmarkSort sorts names of many maps.
func BenchmarkSort(b *testing.B) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{9, 12, 16, 20, 32, 60, 100, 500, 1000} {
		for form, name := range map[string]func() string{
			"text": func() string { return fmt.Sprintf("%x", rnd.Uint64()>>rnd.IntN(40)) }, "number": func() string { return fmt.Sprint(rnd.IntN(1 << 20)) },
		} {
			b.Run(fmt.Sprintf("%s-%d", form, n), func(b *testing.B) {
				var lists [][]Entry[int]
				var ranks [][]NameRank
				for len(lists) < 32 {
					l, r := []Entry[int]{}, []NameRank{}
					for i := range n {
						s := name()
						l, r = append(l, Entry[int]{Key: s, Val: i}), append(r, RankOf(s, i))
					}
					lists, ranks = append(lists, l), append(ranks, r)
				}
				var all []NameRank
				i := 0
				for b.Loop() {
					k := i % len(lists)
					i++
					all = append(all[:0], ranks[k]...)
					names := NamesOf(lists[k])
					names.Sort(&all, 0)
				}
			})
		}
	}
}
