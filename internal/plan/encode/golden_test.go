package encode

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

var update = flag.Bool("update", false, "write testdata/programs.txt anew")

type goldenPoint struct{ X, Y float64 }

type goldenOmits struct {
	A string         `json:",omitempty"`
	B *int           `json:",omitempty"`
	C []int          `json:",omitempty"`
	D int8           `json:",omitempty"`
	E map[string]int `json:",omitempty"`
	F float32        `json:",omitempty"`
	G time.Time      `json:",omitzero"`
	H goldenPoint    `json:",omitzero"`
	I bool
}

type goldenTree struct {
	Name string
	Kids []goldenTree
	Next *goldenTree
}

type goldenEmbeds struct {
	goldenPoint
	*goldenTree
	Z any
}

type goldenLists struct {
	Strings []string
	Floats  []float64
	Ints    []int64
	Pair    [2]float64
	Names   [3]string
	Points  [2]goldenPoint
	Bytes   []byte
	Maps    map[string]goldenPoint
	Quoted  int `json:",string"`
	Error   error
}

// TestPrograms compares the ops that some types are compiled into with testdata/programs.txt.
func TestPrograms(t *testing.T) {
	guard.Path(t, fast.Loops)
	if strconv.IntSize != 64 {
		t.Skip("offsets of 64-bit machines are kept")
	}
	var got bytes.Buffer
	c := plan.Under(option.Classic, option.V1)
	for _, v := range []any{
		"", 0, goldenPoint{}, goldenOmits{}, goldenTree{}, goldenEmbeds{}, goldenLists{}, map[int]string{}, [0]int{}, []any{}, struct{}{},
	} {
		rt := reflect.TypeOf(v)
		fmt.Fprintf(&got, "# %s\n%s\n", rt, Dump(c, rt))
	}
	path := filepath.Join("testdata", "programs.txt")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := bytes.Split(got.Bytes(), []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			t.Fatalf("line %d: got  %s\n           want %s\n(-update writes the file anew)", i+1, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		t.Errorf("%d lines, want %d", len(g), len(w))
	}
}

// dump writes b, and the blocks that its ops run, as text for people.
func (b *block) dump(w *strings.Builder, seen map[*block]bool) {
	seen[b] = true
	fmt.Fprintf(w, "%s:\n", b.name)
	var subs []*block
	for i := range b.ops {
		o := &b.ops[i]
		fmt.Fprintf(w, "%4d %-9s +%-4d %q", i, codeNames[o.code], o.offset, o.text[:o.lit])
		if o.jump != 0 {
			fmt.Fprintf(w, " jump %d", o.jump)
		}
		if o.count != 0 {
			fmt.Fprintf(w, " count %d", o.count)
		}
		if o.flags&needComma != 0 {
			w.WriteString(" comma")
		}
		if o.elem != 0 {
			fmt.Fprintf(w, " of %s", codeNames[o.elem])
		}
		if sub := o.calls(); sub != nil {
			fmt.Fprintf(w, " -> %s", sub.name)
			subs = append(subs, sub)
		}
		w.WriteByte('\n')
	}
	for _, sub := range subs {
		if !seen[sub] {
			sub.dump(w, seen)
		}
	}
}

// calls returns the block that the op runs by recursion, or nil.
func (pc *op) calls() *block {
	switch pc.code {
	case opSlice, opArray:
		if pc.elem == opEnd {
			return pc.block()
		}
	case opPointer, opHop, opCall:
		return pc.block()
	case opMap:
		return pc.mapping().elem
	}
	return nil
}

// Dump returns the program for a type as text for people.
func Dump(c *plan.Dialect, t reflect.Type) string {
	p := ProgramOf(c, t)
	b := p.block
	if b == nil {
		b = p.addressable(c)
	}
	var w strings.Builder
	b.dump(&w, map[*block]bool{})
	return w.String()
}
