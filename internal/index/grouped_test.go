package index

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/wire"
)

// randomValue appends a random value to b. One of so many places between tokens has white space.
func randomValue(b []byte, r *rand.Rand, depth, blanks int) []byte {
	space := func() {
		if r.IntN(blanks) == 0 {
			b = append(b, []string{" ", "\n  ", "\t", strings.Repeat(" ", 70), strings.Repeat("\n", 140)}[r.IntN(5)]...)
		}
	}
	text := func() {
		b = append(b, '"')
		for range r.IntN(4) {
			b = append(b, []string{"a", "text of words", "é世", `\n`, `\\`, `\"`, `\u00e9`, "{}[]:,", strings.Repeat("long ", 40), strings.Repeat(`\u0041`, 30)}[r.IntN(10)]...)
		}
		b = append(b, '"')
	}
	kind := r.IntN(9)
	if depth == 0 || len(b) > 2*leastGrouped {
		kind = 4 + kind%5
	}
	switch kind {
	case 0, 1, 2, 3:
		object := kind < 2
		if object {
			b = append(b, '{')
		} else {
			b = append(b, '[')
		}
		for n := range r.IntN(7) {
			if n > 0 {
				b = append(b, ',')
			}
			space()
			if object {
				text()
				space()
				b = append(b, ':')
				space()
			}
			b = randomValue(b, r, depth-1, blanks)
			space()
		}
		space()
		if object {
			return append(b, '}')
		}
		return append(b, ']')
	case 4, 5:
		text()
	case 6:
		b = append(b, []string{"true", "false", "null", "[]", "{}", "[ ]", "{\n}"}[r.IntN(7)]...)
	default:
		b = append(b, []string{"0", "-1", "12345", "1.25e-7", "123456789012345678901234567890", "1" + strings.Repeat("0", 80)}[r.IntN(6)]...)
	}
	return b
}

// TestGrouped compares with the model over long texts, some nested deep, as they are and with bytes changed, and
// shifted over the blocks.
func TestGrouped(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(21, 22))
		tries := long.Rounds(150, 1500)
		var d Tape
		sound := 0
		for try := range tries {
			b := []byte("[")
			depth, blanks := r.IntN(9), []int{1, 3, 20, 1000}[r.IntN(4)]
			for most := leastGrouped + r.IntN(4000); len(b) < most; b = append(b, ',') {
				b = randomValue(b, r, depth, blanks)
			}
			text := string(b[:len(b)-1]) + "]"
			if n := r.IntN(3) * r.IntN(80); n > 0 {
				text = strings.Repeat("[", n) + text + strings.Repeat("]", n)
			}
			text = strings.Repeat(" ", r.IntN(70)) + text
			if try%10 == 0 {
				text = "[" + strings.Repeat(text+",", 1+leastInParts/len(text)) + text + "]"
			}
			for change := range 6 {
				if change > 0 {
					b := []byte(text)
					b[r.IntN(len(b))] = "{}[]:,\"\\ \x000-.eut"[r.IntN(16)]
					text = string(b)
				}
				want := plainCells(text)
				build := func() bool { return d.Build([]byte(text), wire.MaxDepth) }
				if wire.Groups() && r.IntN(2) == 0 {
					build = func() bool { return d.inParts([]byte(text), wire.MaxDepth, 512<<r.IntN(3), 64<<r.IntN(6)) }
				}
				if ok := build(); ok != (want != nil) {
					t.Fatalf("Build(%q) = %v", text, ok)
				} else if ok && !slices.Equal(d.Cells, want) {
					for i := range d.Cells {
						if i >= len(want) || d.Cells[i] != want[i] {
							t.Fatalf("Build(%q): cell %d of %d is %v, want %v", text, i, len(d.Cells), d.Cells[i], want[i:min(i+3, len(want))])
						}
					}
					t.Fatalf("%d cells, want %d", len(d.Cells), len(want))
				} else if ok {
					sound++
				}
			}
		}
		if sound < tries {
			t.Errorf("%d sound texts", sound)
		}
	})
}

// TestGroupedRoom has brackets, of which each takes two cells, where the room of a short text is all but used up.
func TestGroupedRoom(t *testing.T) {
	const deep = 60
	brackets := strings.Repeat("[", deep) + strings.Repeat("]", deep)
	guard.EachKernel(t, func(t *testing.T) {
		for size := leastGrouped; size < 3*leastGrouped; size += 1024 {
			for left := 0; left < 2*deep+40; left += 4 {
				count := size/8 + 16 - left // Build begins with room for left more
				number := strings.Repeat("1", (size-len(brackets))/count-1) + ","
				text := "[" + strings.Repeat(number, count)
				text += strings.Repeat(" ", max(0, size-len(text)-len(brackets)-1)) + brackets + "]"
				var d Tape
				if !d.Build([]byte(text), wire.MaxDepth) || !slices.Equal(d.Cells, plainCells(text)) {
					t.Fatalf("%d bytes, room for %d cells in front of the brackets: the cells are others", len(text), left)
				}
			}
		}
	})
}

// TestGroupedSpace has white space where the part of a text ends that comes into memory first.
func TestGroupedSpace(t *testing.T) {
	const deep = 70 // more than groups follow
	more := `,"` + strings.Repeat("text", leastInParts/4) + `"`
	guard.EachKernel(t, func(t *testing.T) {
		for _, row := range [][2]string{
			{"", "[1" + more + "]"}, {"[", "1" + more + "]"}, {"[[", "]" + more + "]"}, {"[[", "1]" + more + "]"}, {"[{", "}" + more + "]"},
			{`[{"a":[`, "]}" + more + "]"}, {`[{"a":{`, "}}" + more + "]"}, {`[{"a"`, ":1}" + more + "]"}, {`[{"a":`, "1}" + more + "]"},
			{`[{"a":1,`, `"b":1}` + more + "]"}, {"[1", more + "]"}, {"[1,", "1" + more + "]"},
			{strings.Repeat("[", deep), more[1:] + strings.Repeat("]", deep)}, {strings.Repeat("[", deep) + "1,", more[1:] + strings.Repeat("]", deep)},
		} {
			for _, n := range []int{-1, 0, 1, 64, 100} {
				var d Tape
				text := row[0] + strings.Repeat(" ", part-len(row[0])+n) + row[1]
				if !d.Build([]byte(text), wire.MaxDepth) || !slices.Equal(d.Cells, plainCells(text)) {
					t.Errorf("%q, %d bytes of white space, %.9q: other cells", row[0], part-len(row[0])+n, row[1])
				}
			}
		}
	})
}

// TestForget: a Tape that waits for the next text keeps no memory of a large one.
func TestForget(t *testing.T) {
	text := []byte("[" + strings.Repeat(`"text",`, mem.MostPooled/4) + "1]")
	var d Tape
	if !d.Build(text, wire.MaxDepth) {
		t.Fatal("not built")
	}
	gone := make(chan bool, 1)
	runtime.AddCleanup((*byte)(d.In), func(gone chan bool) { gone <- true }, gone)
	d.Forget()
	for range 100 {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("the copy of the text is still held")
	runtime.KeepAlive(&d)
}
