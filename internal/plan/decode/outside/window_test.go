package outside

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/wire"
)

// window returns text as the window of a reader.
func window(text string) *wire.Input {
	memory := make([]byte, len(text)+wire.InputPadding)
	masks := make([]uint64, wire.InputWords(len(memory)))
	w := &wire.Input{In: unsafe.Pointer(unsafe.SliceData(memory)), Masks: unsafe.Pointer(unsafe.SliceData(masks))}
	w.Load([]byte(text))
	return w
}

type windowed struct {
	A int
	B []string
	C map[string]int
}

// windowValues are values with what they become; those that are no windowed are nil.
var windowValues = []struct {
	text string
	want *windowed
}{
	{`{}`, &windowed{}}, {`null`, &windowed{}}, {`{"A":1}`, &windowed{A: 1}}, {`{"B":["x","y\u0041"],"C":{"a":1}}`, &windowed{B: []string{"x", "yA"}, C: map[string]int{"a": 1}}},
	{`{ "A" : 2 , "unknown" : [ { } ] }`, &windowed{A: 2}}, {`7`, nil}, {`{"A":"x"}`, nil}, {`{"A":1,}`, nil}, {`{"A":1`, nil}, {`[`, nil},
}

// TestWindows decodes values in the middle of a window, cut behind each byte: they are decoded where they end before
// the edge, and leave the target as it was everywhere else.
func TestWindows(t *testing.T) {
	guard.Path(t, fast.Windows)
	c := decode.Call{Config: plan.V1, Program: decode.ProgramOf(plan.V1, reflect.TypeFor[windowed]())}
	lent, undo, stream := c, c, c
	lent.Lent, undo.Undo = true, true
	var kept decode.Resident
	defer kept.End()
	stream.Undo, stream.Resident = true, &kept
	for _, r := range windowValues {
		const before = `[1, `
		text := before + r.text + ` , "behind"]`
		w := window(text)
		for edge := len(before); edge <= len(text); edge++ {
			whole := r.want != nil && edge > len(before)+len(r.text)
			check := func(name string, v *windowed, end int) {
				t.Helper()
				want, wantEnd := windowed{}, -1
				if whole {
					want, wantEnd = *r.want, len(before)+len(r.text)
				}
				if end != wantEnd || !reflect.DeepEqual(*v, want) {
					t.Errorf("%s of %s, to %d: %+v and %d, want %+v and %d", name, r.text, edge, *v, end, want, wantEnd)
				}
			}
			for name, c := range map[string]*decode.Call{"alone": &undo, "in a stream": &stream} {
				var v windowed
				end, f := c.UnmarshalIn(w, len(before), edge, &v)
				if check(name, &v, end); f != nil {
					t.Errorf("%s of %s, to %d: %v", name, r.text, edge, f)
				}
			}
		}
		var v windowed
		end, f := lent.UnmarshalIn(w, len(before), len(text), &v)
		switch {
		case r.want != nil && (f != nil || end != len(before)+len(r.text) || !reflect.DeepEqual(v, *r.want)):
			t.Errorf("UnmarshalIn of %s, lent: %+v, %d, %v", r.text, v, end, f)
		case r.want == nil && (f == nil || end != -1):
			t.Errorf("UnmarshalIn of %s, lent: %+v, %d", r.text, v, end)
		}
	}
}

// TestWindowFaults: a fault in a window is counted from the value's start, and values around it count for its depth.
func TestWindowFaults(t *testing.T) {
	guard.Path(t, fast.Windows)
	w := window(`[1, {"A":"x"}]`)
	var v windowed
	if _, f := (&decode.Call{Config: plan.V1, Lent: true}).UnmarshalIn(w, 4, w.N, &v); f == nil || f.Code != fault.Mismatch || f.Offset != 5 {
		t.Errorf("%+v", f)
	}
	deep := strings.Repeat("[", 10) + strings.Repeat("]", 10)
	for depth, fits := range map[int]bool{0: true, wire.MaxDepth - 10: true, wire.MaxDepth - 9: false, wire.MaxDepth: false} {
		var a, b any
		_, f := (&decode.Call{Config: plan.V1, Depth: int32(depth), Lent: true}).UnmarshalIn(window(deep), 0, len(deep), &a)
		if end, _ := (&decode.Call{Config: plan.V1, Depth: int32(depth), Undo: true}).UnmarshalIn(window(deep+" "), 0, len(deep)+1, &b); (f == nil) != fits || (end > 0) != fits {
			t.Errorf("at depth %d: %v, %d", depth, f, end)
		}
	}
	if _, f := (&decode.Call{Config: plan.V1, Lent: true}).UnmarshalIn(w, 4, w.N, v); f == nil || f.Code != fault.BadTarget {
		t.Errorf("into no pointer: %+v", f)
	}
}

// TestNoWalk: nothing is decoded in a window that is not lent under rules for whole inputs or limits on memory, where
// strings may be parts of the input, and to types that call methods or targets that lead elsewhere.
func TestNoWalk(t *testing.T) {
	guard.Path(t, fast.Windows)
	w := window(`{"A":1} `)
	for name, c := range map[string]*plan.Dialect{
		"rules": own(option.RejectDuplicateNames), "limit": ownLimited(0, option.Limits{Memory: 1 << 20}), "alias": own(option.AliasInput),
	} {
		var v windowed
		if end, _ := (&decode.Call{Config: c, Undo: true}).UnmarshalIn(w, 0, 8, &v); end != -1 {
			t.Errorf("%s: %d, %+v", name, end, v)
		}
	}
	c := decode.Call{Config: plan.V1, Undo: true}
	if end, _ := c.UnmarshalIn(w, 0, 8, &windowed{B: []string{"x"}}); end != -1 {
		t.Errorf("over a slice: %d", end)
	}
	numbers := &struct{ A, Z int }{3, 4}
	if end, _ := c.UnmarshalIn(w, 0, 8, numbers); fast.Undo && (end != 7 || numbers.A != 1 || numbers.Z != 4) {
		t.Errorf("over numbers: %d, %+v", end, numbers)
	}
	var called sawJSON
	if end, _ := c.UnmarshalIn(w, 0, 8, &called); end != -1 || called != "" {
		t.Errorf("with a method: %d, %q", end, called)
	}
}
