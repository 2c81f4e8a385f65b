package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// common returns the length of the longest common part of x and y, by the plain table.
func common(x, y []uint64) int {
	row := make([]int, len(y)+1)
	for _, a := range x {
		diagonal := 0
		for k, b := range y {
			above := row[k+1]
			if row[k+1] = max(above, row[k]); a == b {
				row[k+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return row[len(y)]
}

// kept checks that runs are common parts of x and y in their order, and returns how many elements they have.
func kept(t *testing.T, x, y []uint64, runs []run) (n int) {
	a, b := 0, 0
	for _, r := range runs {
		if r.n <= 0 || r.a < a || r.b < b || r.a+r.n > len(x) || r.b+r.n > len(y) || !slices.Equal(x[r.a:r.a+r.n], y[r.b:r.b+r.n]) {
			t.Fatalf("%v and %v: runs %v", x, y, runs)
		}
		a, b, n = r.a+r.n, r.b+r.n, n+r.n
	}
	return n
}

// changed returns list after some random removals, insertions, moves and changes.
func changed[T any](r *rand.Rand, list []T, most int, other func() T) []T {
	list = slices.Clone(list)
	for range r.IntN(most + 1) {
		i := r.IntN(len(list) + 1)
		switch r.IntN(4) {
		case 0:
			list = slices.Insert(list, i, other())
		case 1:
			list = slices.Delete(list, i, min(i+r.IntN(3), len(list)))
		case 2:
			n := min(r.IntN(4), len(list)-i)
			block := slices.Clone(list[i : i+n])
			list = slices.Delete(list, i, i+n)
			list = slices.Insert(list, r.IntN(len(list)+1), block...)
		default:
			if i < len(list) {
				list[i] = other()
			}
		}
	}
	return list
}

// TestAlign compares what is found with the longest common part by the plain table, and with steps for less it checks
// that what is found is common.
func TestAlign(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	tries := 20000
	if !long.On() || guard.Race {
		tries = 4000
	}
	moved := 0
	for range tries {
		kinds := uint64(1 + r.IntN(40))
		other := func() uint64 { return r.Uint64N(kinds) }
		x := make([]uint64, r.IntN(50))
		for i := range x {
			x[i] = other()
		}
		y := changed(r, x, 12, other)
		if r.IntN(4) == 0 {
			y = y[:0]
			for range r.IntN(50) {
				y = append(y, other())
			}
		}
		steps := leastDiffSteps
		runs := align(x, y, &steps)
		want := common(x, y)
		if n := kept(t, x, y, runs); n != want {
			l := aligner{x: x, y: y, steps: leastDiffSteps}
			if l.box(0, len(x), 0, len(y)); kept(t, x, y, l.runs) != want || n > 0 || l.changes() <= inPlace(x, y) {
				t.Fatalf("%v and %v: %v has %d, want %d", x, y, runs, n, want)
			}
			moved++
		}
		few := r.IntN(3 * (len(x) + len(y) + 1))
		runs = align(x, y, &few)
		kept(t, x, y, runs)
		if few < -6*(len(x)+len(y)+8) {
			t.Fatalf("%d steps too many", -few)
		}
		l := aligner{x: x, y: y, steps: 100 + r.IntN(1000)}
		l.anchors(0, len(x), 0, len(y))
		kept(t, x, y, l.runs)
	}
	if moved == 0 || moved > tries/4 {
		t.Errorf("in %d of %d tries the indexes were better", moved, tries)
	}
}

// TestAlignPlain: where one array has all elements of the other, all of them are kept, without steps for a search too.
func TestAlignPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for _, n := range []int{1, 10, 1000, 50_000} {
		for _, kinds := range []uint64{1, 2, 1000, 1 << 60} {
			var x, y []uint64
			for range n {
				h := r.Uint64N(kinds)
				if y = append(y, h); r.IntN(3) > 0 {
					x = append(x, h)
				}
			}
			steps, back := 1, 1
			if kept(t, x, y, align(x, y, &steps)) != len(x) || kept(t, y, x, align(y, x, &back)) != len(x) {
				t.Errorf("%d elements of %d kinds: not all are kept", n, kinds)
			}
		}
	}
}

// TestAlignLong: arrays of a hundred thousand elements take steps in proportion, whatever they have in common, and
// where each element is there once all that have one order are kept.
func TestAlignLong(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewPCG(35, 36))
	next := uint64(0)
	other := func() uint64 { next++; return next }
	x := make([]uint64, n)
	for i := range x {
		x[i] = other()
	}
	for _, edits := range []int{10, 1000, 20_000} {
		y := changed(r, x, 0, other)
		for range edits {
			i := r.IntN(n)
			y[i] = other()
		}
		y = append(y[n/2:], y[:n/4]...)
		steps := leastDiffSteps + stepsPerCell*2*n
		m := kept(t, x, y, align(x, y, &steps))
		if m < n/2-edits || steps < -8*n {
			t.Errorf("%d edits: %d are kept, %d steps are left", edits, m, steps)
		}
	}
	for _, kinds := range []uint64{2, 30, 1000} {
		for i := range x {
			x[i] = r.Uint64N(kinds)
		}
		other := func() uint64 { return r.Uint64N(kinds) }
		var y []uint64
		for _, h := range x {
			switch r.IntN(60) {
			case 0:
			case 1:
				y = append(y, h, other())
			case 2:
				y = append(y, other())
			default:
				y = append(y, h)
			}
		}
		l := aligner{x: x, y: y, steps: leastDiffSteps + stepsPerCell*2*n}
		l.box(0, n, 0, len(y))
		if m := kept(t, x, y, l.runs); m < n-n/20 {
			t.Errorf("%d kinds and 5,000 differences: only %d are kept, %d steps are left", kinds, m, l.steps)
		}
	}
	for _, kinds := range []uint64{2, 5, 300, 50_000} {
		var y []uint64
		for i := range x {
			x[i] = r.Uint64N(kinds)
			y = append(y, r.Uint64N(kinds))
		}
		l := aligner{x: x, y: y, steps: leastDiffSteps + stepsPerCell*2*n}
		l.box(0, n, 0, n)
		if m := kept(t, x, y, l.runs); kinds < 1000 && m < n/100 || l.steps < -8*n {
			t.Errorf("%d kinds: %d are kept, %d steps are left", kinds, m, l.steps)
		}
	}
}

// odd are names that a JSON Pointer has to escape, and plain ones.
var odd = []string{"a", "b", "a/b", "m~n", "~1", "~0/", "", "é\n", "0"}

// randomDocument returns a random value of Go with arrays that have equal elements.
func randomDocument(r *rand.Rand, depth int) any {
	switch kind := r.IntN(8); {
	case depth == 0 || kind < 3:
		return []any{nil, true, 1.0, 2.0, "x", "", -0.5}[r.IntN(7)]
	case kind < 6:
		list := []any{}
		for range r.IntN(12) {
			list = append(list, randomDocument(r, depth-1))
		}
		return list
	default:
		m := map[string]any{}
		for range r.IntN(5) {
			m[odd[r.IntN(len(odd))]] = randomDocument(r, depth-1)
		}
		return m
	}
}

// mutated returns v with some changes in it, at any depth.
func mutated(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case []any:
		list := changed(r, v, 3, func() any { return randomDocument(r, 1) })
		for i := range list {
			if r.IntN(4) == 0 {
				list[i] = mutated(r, list[i])
			}
		}
		return list
	case map[string]any:
		m := map[string]any{}
		for name, e := range v {
			switch r.IntN(6) {
			case 0:
			case 1, 2:
				m[name] = mutated(r, e)
			default:
				m[name] = e
			}
		}
		if r.IntN(3) == 0 {
			m[odd[r.IntN(len(odd))]] = randomDocument(r, 1)
		}
		return m
	}
	return randomDocument(r, 1)
}

// TestDiffPatch: the patch makes the one document of the other, whatever has come, gone, moved or changed in it.
func TestDiffPatch(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	tries := 5000
	if !long.On() || guard.Race {
		tries = 1000
	}
	for range tries {
		from := randomDocument(r, 4)
		to := mutated(r, from)
		a, err := json.Marshal(from)
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(to)
		if err != nil {
			t.Fatal(err)
		}
		patch, err := Diff(a, b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Patch(a, patch)
		if err != nil {
			t.Fatalf("from %s\nto %s\n%s: %v", a, b, patch, err)
		}
		var x any
		if err := json.Unmarshal(got, &x); err != nil || !reflect.DeepEqual(x, to) {
			t.Fatalf("from %s\nto %s\n%s makes %s, %v", a, b, patch, got, err)
		}
	}
}

// TestDiffArrays has patches of arrays as they are written.
func TestDiffArrays(t *testing.T) {
	for _, row := range [][3]string{
		{`[1,2,3,4]`, `[0,1,2,3,4]`, `[{"op":"add","path":"/0","value":0}]`},
		{`[1,2,3,4]`, `[1,3,4]`, `[{"op":"remove","path":"/1"}]`},
		{`[1,2,3,4]`, `[4,1,2,3]`, `[{"op":"add","path":"/0","value":4},{"op":"remove","path":"/4"}]`},
		{`[1,2,3,4,5]`, `[0,1,3,4,5,6]`, `[{"op":"add","path":"/0","value":0},{"op":"remove","path":"/2"},{"op":"add","path":"/5","value":6}]`},
		{`[{"a":1},{"a":2},{"a":3}]`, `[{"a":0},{"a":1},{"a":2.0},{"a":4}]`, `[{"op":"add","path":"/0","value":{"a":0}},{"op":"replace","path":"/3/a","value":4}]`},
		{`[[1,2],[3,4],5]`, `[[3,4],5]`, `[{"op":"remove","path":"/0"}]`},
		{`{"a/b":{"m~n":[1,1,1,2]}}`, `{"a/b":{"m~n":[1,1,2]}}`, `[{"op":"remove","path":"/a~1b/m~0n/2"}]`},
		{`[1,2,3,4]`, `[4,5,6,7]`, `[{"op":"replace","path":"/0","value":4},{"op":"replace","path":"/1","value":5},{"op":"replace","path":"/2","value":6},{"op":"replace","path":"/3","value":7}]`},
		{`[1e999999999999,1]`, `[10e999999999998,1.0]`, `[]`},
		{`[1e99999999,2]`, `[3,0.1e100000000,2]`, `[{"op":"add","path":"/0","value":3}]`},
		{`[1e999999999999]`, `[1e999999999998]`, `[{"op":"replace","path":"/0","value":1e999999999998}]`},
	} {
		if got, err := Diff([]byte(row[0]), []byte(row[1])); err != nil || string(got) != row[2] {
			t.Errorf("%s to %s: %s, %v, want %s", row[0], row[1], got, err, row[2])
		}
	}
}

// TestDiffMany: an element that comes and one that goes are two operations in an array of a hundred thousand, and
// memory is in proportion where all is different.
func TestDiffMany(t *testing.T) {
	const n = 100_000
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"id":%d}`, i))
	}
	from := []byte("[" + strings.Join(list, ",") + "]")
	to := []byte("[" + strings.Join(slices.Insert(slices.Delete(slices.Clone(list), n/2, n/2+1), 1, `{"id":-1}`), ",") + "]")
	patch, err := Diff(from, to)
	if want := `[{"op":"add","path":"/1","value":{"id":-1}},{"op":"remove","path":"/50001"}]`; err != nil || string(patch) != want {
		t.Errorf("%.200s, %v, want %s", patch, err, want)
	}
	if guard.Race {
		return
	}
	r := rand.New(rand.NewPCG(39, 40))
	for _, kinds := range []int{2, 1000, 1 << 30} {
		var a, b []string
		for range n {
			a, b = append(a, fmt.Sprint(r.IntN(kinds))), append(b, fmt.Sprint(r.IntN(kinds)))
		}
		from, to = []byte("["+strings.Join(a, ",")+"]"), []byte("["+strings.Join(b, ",")+"]")
		size := 0
		if size = guard.Allocated(func() { patch, err = Diff(from, to) }); err != nil || size > 400*n {
			t.Errorf("%d kinds: %d bytes of memory for %d elements, %v", kinds, size, n, err)
		}
		if got, err := Patch(from, patch); err != nil || !bytes.Equal(got, to) {
			t.Errorf("%d kinds: the patch makes %.200s, %v", kinds, got, err)
		}
	}
}
