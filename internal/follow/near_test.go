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
// JSON. Most values of short documents are found.
func TestNear(t *testing.T) {
	steps := []Step{NameStep("a"), NameStep("b"), NameStep("ab"), NameStep(""), NameStep(`a"b`), NameStep("é"), NameStep("\xff"), IndexStep(0), IndexStep(1), IndexStep(2), IndexStep(1 << 40), {Name: "1", Index: 1, IsName: true, IsIndex: true}}
	r := rand.New(rand.NewPCG(1, 2))
	found, there := 0, 0
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
		w := Begin(text, checks)
		start, end, _ := w.Path(path, wire.MaxDepth)
		w.End()
		if end >= 0 {
			there++
		}
		if s, e := Near(text, path, checks); s >= 0 {
			if found++; s != start || e != end {
				t.Fatalf("%q, %+v, checks %v: %d to %d, want %d to %d", text, path, checks, s, e, start, end)
			}
		}
	}
	if found < there/2 {
		t.Errorf("%d of %d values are found", found, there)
	}
}

// TestNearDepth: arrays may be nested 10,000 deep, wherever the path ends.
func TestNearDepth(t *testing.T) {
	// find does what Near does, in the whole text.
	find := func(b []byte, path ...Step) int {
		start := Token(b, 0)
		for n := range path {
			if start = Child(b, start, &path[n], nil, n, true); start < 0 {
				return start
			}
		}
		end, sure := Pass(b, start, len(path), true)
		if end < 0 || !sure && !Sound(b[start:end], len(path)) {
			return Unknown
		}
		return start
	}
	for depth := wire.MaxDepth - 10; depth < wire.MaxDepth+10; depth++ {
		for n := range 4 {
			text := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
			path := make([]Step, n)
			for i := range path {
				path[i] = IndexStep(0)
			}
			if start := find(text, path...); (start >= 0) != (depth <= wire.MaxDepth) {
				t.Errorf("%d arrays, path of %d steps: found at %d", depth, n, start)
			}
			text = fmt.Appendf(nil, `{"x":%s,"a":1}`, text)
			if start := find(text, NameStep("a")); (start >= 0) != (depth < wire.MaxDepth) {
				t.Errorf("%d arrays before the value: found at %d", depth, start)
			}
		}
	}
}

// TestNearEdge: a value that crosses the end of the part that Near looks at is not cut there.
func TestNearEdge(t *testing.T) {
	for n := startBytes - 20; n < startBytes+5; n++ {
		for _, value := range []string{"1234567", `"text"`, "[1,2]", "true"} {
			text := []byte(`{"x":"` + strings.Repeat("x", n-15) + `","a":` + value + `}`)
			start, end := Near(text, []Step{NameStep("a")}, true)
			if inside := len(text) <= startBytes; start < 0 && inside || start >= 0 && string(text[start:end]) != value {
				t.Errorf("%s in %d bytes: %d to %d", value, len(text), start, end)
			}
		}
	}
}
