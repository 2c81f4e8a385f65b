package encode

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/toolchain"
)

func TestNested(t *testing.T) {
	agree(t, "list", &list{&list{nil, 1}, 2})
	agree(t, "tree", tree{Kids: []tree{{}, {Kids: []tree{}, Any: tree{}}}, Named: map[string]tree{"b": {}, "a": {Any: 1}}, Self: &tree{}})
	agree(t, "slices", [][][]float64{{{1, 2.5}, {}}, nil, {nil}})
	agree(t, "arrays", [2][3]int8{{1}, {2, 3}})
	agree(t, "empty array", [0]int{})
	agree(t, "empty structs", []struct{}{{}, {}})
	agree(t, "pointers", []**int{nil, ptr((*int)(nil)), ptr(ptr(1))})
	agree(t, "any", []any{nil, 1, "a", 1.5, true, []any{}, []any(nil), map[string]any{}, map[string]any(nil), map[string]any{"b": []any{1}, "a": nil, "": "<"}, []string{"x", ""}, []int{}, ptr(any(1)), [1]*int{}, struct{ P *int }{}})
	agree(t, "bytes", [][]byte{nil, {}, {1}, {1, 2}, {1, 2, 3}, bytes.Repeat([]byte{255}, 5000)})
	agree(t, "named bytes", []byteNamed{1, 2})
	agree(t, "speaking bytes", []byteJSON{1, 2})
	agree(t, "byte array", [3]byte{1, 2, 3})
	agree(t, "long", strings.Repeat("<\u2028a\xff", 30000))
	agree(t, "clean", strings.Repeat("abcdefgh", 30000))
	for n := range 70 {
		agree(t, fmt.Sprint("length ", n), strings.Repeat("x", 16*n)+"\"")
		agree(t, fmt.Sprint("strings ", n), []string{strings.Repeat("<", 61*n), strings.Repeat("x", 127*n)})
	}
	deep := any(1)
	for range 3000 {
		deep = []any{deep}
	}
	agree(t, "deep", deep)
	for range 3000 {
		deep = map[string]any{"a": deep}
	}
	agree(t, "deeper", deep)
	cycle := &list{}
	cycle.Next = cycle
	agree(t, "cycle", cycle)
	loop := []any{nil}
	loop[0] = loop
	agree(t, "slice cycle", loop)
	ring := map[string]any{}
	ring["a"] = ring
	agree(t, "map cycle", ring)
}

func TestPanic(t *testing.T) {
	bomb := map[string]any{"a": 1, "b": funcJSON(nil)}
	for range 10 {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			(&Call{Config: withHTML}).Marshal(bomb)
		}()
		agree(t, "after", map[string]any{"x": map[string]any{"y": 1}})
	}
}

// TestBigResults encodes results of different sizes one after another, for which the buffer is large enough, too small,
// or much too large.
func TestBigResults(t *testing.T) {
	type document struct{ Lines []string }
	for _, n := range []int{1, 5000, 5000, 10, 6000, 40000, 3} {
		d := document{make([]string, n)}
		for i := range d.Lines {
			d.Lines[i] = "line <" + fmt.Sprint(i) + ">"
		}
		agree(t, fmt.Sprint(n, " lines"), &d)
	}
}

type ring *ring

// TestPointerRing holds that cycles of pointers and interfaces are errors. It does not compare with encoding/json,
// which overflows the stack for such cycles in releases that are built on encoding/json/v2.
func TestPointerRing(t *testing.T) {
	var r ring
	r = &r
	_, err := (&Call{Config: withHTML}).Marshal(r)
	if _, err = toolchain.MarshalError(r, true, err); err == nil || !strings.HasPrefix(err.Error(), "json: unsupported value: encountered a cycle via") {
		t.Errorf("pointers: %v", err)
	}
	var a, b any
	a, b = []any{&a}, &b
	for _, v := range []any{a, b, []any{"[[", &b}} {
		_, err = (&Call{Config: withHTML}).Append([]byte("prefix["), v)
		if _, err = toolchain.MarshalError(v, true, err); err == nil || !strings.HasPrefix(err.Error(), "json: unsupported value: encountered a cycle") {
			t.Errorf("interfaces: %v", err)
		}
	}
}

// TestDeepAnys encodes deeply nested lists, whose brackets need space in the buffer, wherever the buffer ends.
func TestDeepAnys(t *testing.T) {
	deep := any([]any{})
	for range 3000 {
		deep = []any{deep}
	}
	for n := 4 << 10; n <= 10<<10; n += 1 << 10 {
		agree(t, fmt.Sprint("slices behind ", n), []any{strings.Repeat("x", n), deep})
	}
}
