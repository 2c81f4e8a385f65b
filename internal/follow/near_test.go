package follow

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/wire"
)

// document appends a random JSON value to b.
func document(r *rand.Rand, b []byte, depth int) []byte {
	blank := func() {
		if r.IntN(4) == 0 {
			b = append(b, " \n\t\r"[r.IntN(4)])
		}
	}
	blank()
	switch n := r.IntN(10); {
	case depth > 0 && n < 5:
		list, object := "[]", n < 3
		if object {
			list = "{}"
		}
		b = append(b, list[0])
		for i := range r.IntN(6) {
			if i > 0 {
				b = append(b, ',')
			}
			if blank(); object {
				b = append(append(b, []string{`"a"`, `"b"`, `"ab"`, `""`, `"\u0061"`, `"a\"b"`, `"é"`, "\"\xff\"", `"1"`}[r.IntN(9)]...), []string{":", " :"}[r.IntN(2)]...)
			}
			b = document(r, b, depth-1)
			blank()
		}
		b = append(b, list[1])
	case n == 5:
		b = append(append(append(b, '"'), strings.Repeat("x", r.IntN(90))...), '"')
	default:
		b = append(b, []string{"1", "-1.5e3", "true", "null", `"a"`, `"\n{[\"\\"`, `"é"`, "false", "{}", "[]"}[r.IntN(10)]...)
	}
	blank()
	return b
}

// TestNear: all that is found byte by byte is where the walk finds it, in JSON and in text that is checked and is not
// JSON. A walk goes on from where it ends.
func TestNear(t *testing.T) {
	steps := []Step{NameStep("a"), NameStep("b"), NameStep("ab"), NameStep(""), NameStep(`a"b`), NameStep("é"), NameStep("\xff"), IndexStep(0), IndexStep(1), IndexStep(2), IndexStep(1 << 30), {Name: "1", Index: 1, IsName: true, IsIndex: true}}
	r := rand.New(rand.NewPCG(1, 2))
	found, lacks := 0, 0
	for range 200_000 {
		text := document(r, nil, 4)
		checks := r.IntN(2) == 0
		if checks && r.IntN(3) == 0 {
			text[r.IntN(len(text))] = "{}[],:\"\\ 1a\x00"[r.IntN(12)]
			text = text[:r.IntN(len(text)+1)]
		}
		path := make([]Step, r.IntN(4))
		for i := range path {
			path[i] = steps[r.IntN(len(steps))]
		}
		want, wantEnd := Progress{}.Onward(text, path, wire.MaxDepth, checks, false)
		at, end := Find(text, path, wire.MaxDepth, checks, false)
		switch {
		case end != wantEnd || end != Bad && (at.Start != want.Start || at.Steps != want.Steps):
			t.Fatalf("%q, %+v, checks %v: %+v to %d, want %+v to %d", text, path, checks, at, end, want, wantEnd)
		case end >= 0:
			found++
		case end == Done:
			lacks++
		}
	}
	if found < 10_000 || lacks < 10_000 {
		t.Errorf("%d values are found, and %d are not there", found, lacks)
	}
}

// TestNearDepth: arrays may be nested 10,000 deep, wherever the path ends.
func TestNearDepth(t *testing.T) {
	for depth := wire.MaxDepth - 10; depth < wire.MaxDepth+10; depth++ {
		for n := range 4 {
			text := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
			path := make([]Step, n)
			for i := range path {
				path[i] = IndexStep(0)
			}
			if _, end := Find(text, path, wire.MaxDepth, true, false); (end >= 0) != (depth <= wire.MaxDepth) {
				t.Errorf("%d arrays, path of %d steps: %d", depth, n, end)
			}
			text = fmt.Appendf(nil, `{"x":%s,"a":1}`, text)
			if _, end := Find(text, []Step{NameStep("a")}, wire.MaxDepth, true, false); (end >= 0) != (depth < wire.MaxDepth) {
				t.Errorf("%d arrays before the value: %d", depth, end)
			}
		}
	}
}
