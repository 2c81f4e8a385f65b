package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc"
)

// cells returns the cells of all parts, and checks the counts and sizes of all nodes.
func (s *sequence) cells(t *testing.T, depth int) (list []int, leafDepth int) {
	if s.kids == nil {
		if s.count != len(s.parts) || len(s.parts) > mostParts {
			t.Fatalf("a leaf of %d parts counts %d", len(s.parts), s.count)
		}
		for _, p := range s.parts {
			list = append(list, p.cell)
		}
		return list, depth
	}
	if len(s.kids) > mostKids || len(s.parts) > 0 {
		t.Fatalf("a node has %d kids and %d parts", len(s.kids), len(s.parts))
	}
	for i, k := range s.kids {
		below, d := k.cells(t, depth+1)
		if i > 0 && d != leafDepth {
			t.Fatalf("leaves %d and %d deep", d, leafDepth)
		}
		list, leafDepth = append(list, below...), d
	}
	if len(list) != s.count {
		t.Fatalf("a node of %d parts counts %d", len(list), s.count)
	}
	return list, leafDepth
}

// TestSequence does the same to a sequence and to a slice.
func TestSequence(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for try, n := range []int{0, 1, 255, 256, 257, 5000, 40_000} {
		var model []int
		var parts []part
		for i := range n {
			model, parts = append(model, i), append(parts, part{cell: i})
		}
		s := sequenceOf(parts)
		for step := range 40_000 {
			// Phases in which parts come, go, and both, at the ends, in the middle and anywhere.
			place := []int{0, len(model), len(model) / 2, r.IntN(len(model) + 1)}[step/500%4]
			if come := []int{100, 0, 50, 97}[step/2000%4]; len(model) == 0 || r.IntN(100) < come {
				model = slices.Insert(model, place, n+step)
				s.insert(place, part{cell: n + step})
			} else {
				place = min(place, len(model)-1)
				if p := s.remove(place); p.cell != model[place] {
					t.Fatalf("try %d, step %d: %d was at %d, want %d", try, step, p.cell, place, model[place])
				}
				model = slices.Delete(model, place, place+1)
			}
			if s.count != len(model) {
				t.Fatalf("try %d, step %d: %d parts, want %d", try, step, s.count, len(model))
			}
			if len(model) > 0 {
				if i := r.IntN(len(model)); s.at(i).cell != model[i] {
					t.Fatalf("try %d, step %d: %d at %d, want %d", try, step, s.at(i).cell, i, model[i])
				}
			}
			if step%2000 == 0 {
				if got, _ := s.cells(t, 0); !slices.Equal(got, model) {
					t.Fatalf("try %d, step %d: other parts", try, step)
				}
				for i, p := range s.all() {
					if p.cell != model[i] {
						t.Fatalf("try %d, step %d: %d at %d, want %d", try, step, p.cell, i, model[i])
					}
				}
			}
		}
	}
}

// TestLongEdits changes long arrays many times, by calls and by patches, in an Edit and in a model.
func TestLongEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	for range 6 {
		n := r.IntN(3000)
		text := `{"a/b":[` + strings.TrimSuffix(strings.Repeat("0, ", n), ", ") + `],"m~n":{"list":[[],[1]]}}`
		m := &model{samples.Tree(t, text)}
		e, err := New([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		arrays := [][]any{{"a/b"}, {"m~n", "list"}}
		size := func(a []any) int {
			v := m.root
			for _, s := range a {
				v = v.(map[string]any)[s.(string)]
			}
			return len(v.([]any))
		}
		var ops []string
		place := func(a []any, more int) ([]any, string) {
			p := append(slices.Clone(a), r.IntN(size(a)+more+1))
			return p, jsondoc.NewPath(p...).String()
		}
		for step := range 4000 {
			p, at := place(arrays[r.IntN(10)/9], 0)
			value := fmt.Sprint(step)
			var ok bool
			var op string
			switch r.IntN(7) {
			case 0, 1, 2:
				op = fmt.Sprintf(`{"op":"add","path":%q,"value":%s}`, at, value)
				ok = m.insert(p, json.Number(value))
			case 3:
				op = fmt.Sprintf(`{"op":"remove","path":%q}`, at)
				_, ok = m.remove(p)
			case 4:
				op = fmt.Sprintf(`{"op":"replace","path":%q,"value":%s}`, at, value)
				if _, ok = m.remove(p); ok {
					m.insert(p, json.Number(value))
				}
			default:
				q, to := place(arrays[r.IntN(2)], -1)
				op = fmt.Sprintf(`{"op":"move","from":%q,"path":%q}`, at, to)
				var x any
				if x, ok = m.remove(p); ok && !m.insert(q, x) {
					m.insert(p, x)
					ok = false
				}
			}
			if r.IntN(2) == 0 && ok && len(ops) < 50 {
				ops = append(ops, op)
				continue
			}
			if ok {
				ops = append(ops, op)
			}
			if err := e.Patch([]byte("[" + strings.Join(ops, ",") + "]")); err != nil {
				t.Fatalf("step %d: %s: %v", step, ops, err)
			}
			if ops = ops[:0]; !ok && e.Patch([]byte("["+op+"]")) == nil {
				t.Fatalf("step %d: %s is done", step, op)
			}
			if step%100 == 0 {
				got, err := e.Bytes()
				if err != nil {
					t.Fatal(err)
				}
				if want, _ := json.Marshal(m.root); !bytes.Equal(bytes.ReplaceAll(got, []byte(" "), nil), want) {
					t.Fatalf("step %d: other documents", step)
				}
			}
		}
		e.Release()
	}
}

// TestManyInserts: a hundred thousand elements that come at the front, in the middle and at the end take memory in
// proportion.
func TestManyInserts(t *testing.T) {
	if guard.Race {
		t.Skip("memory is counted")
	}
	const n = 100_000
	text := []byte("[" + strings.Repeat("0,", n) + "0]")
	for _, place := range []func(i int) int{func(int) int { return 0 }, func(i int) int { return (n + i) / 2 }, func(i int) int { return n + 1 + i }} {
		var got []byte
		if size := guard.Allocated(func() {
			e, err := New(text)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Release()
			for i := range n {
				if err := e.InsertRaw(jsondoc.NewPath(place(i)), []byte("1")); err != nil {
					t.Fatal(err)
				}
			}
			got, _ = e.Bytes()
		}); size > 1000*n {
			t.Errorf("%d: %d bytes of memory", place(0), size)
		}
		if len(got) != len(text)+2*n || bytes.Count(got, []byte("1")) != n {
			t.Errorf("%d: %.100s", place(0), got)
		}
	}
}
