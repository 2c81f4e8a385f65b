package codec

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSetIndent writes random values to writers that flush, and that are asked for their bytes, at random moments.
func TestSetIndent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "a", `"`, `\`, `\"`, "{", "]", ",", ":", "\n", "é€😀", "<", "x\\\\\"y"}
	for _, in := range [][2]string{{"", "  "}, {">", "\t"}, {"//", ""}} {
		for range 500 {
			var out bytes.Buffer
			compact, streamed, held := NewBytesWriter(nil), NewWriter(&out), NewBytesWriter([]byte(`before {"`))
			streamed.SetIndent(in[0], in[1])
			held.SetIndent(in[0], in[1])
			all := []*Writer{compact, streamed, held}
			each := func(call func(w *Writer)) {
				for _, w := range all {
					call(w)
				}
				if r.IntN(4) == 0 {
					streamed.Flush()
				}
				if r.IntN(4) == 0 {
					held.Bytes()
				}
			}
			var value func(depth int)
			value = func(depth int) {
				s := texts[r.IntN(len(texts))] + texts[r.IntN(len(texts))]
				switch k := r.IntN(8); {
				case k < 2 && depth > 0:
					each((*Writer).BeginArray)
					for range r.IntN(4) {
						value(depth - 1)
					}
					each((*Writer).EndArray)
				case k < 5 && depth > 0:
					each((*Writer).BeginObject)
					for range r.IntN(4) {
						name := NewName(s)
						each(func(w *Writer) { w.MemberString(name, s) })
						each(func(w *Writer) { w.Name(s) })
						value(depth - 1)
					}
					each((*Writer).EndObject)
				case k == 5:
					each(func(w *Writer) { w.Raw([]byte(` { "a" : [ 1 , { } , [ ] ] } `)) })
				case k == 6:
					each(func(w *Writer) { w.Int(-12) })
				default:
					each(func(w *Writer) { w.String(s) })
				}
			}
			value(4)
			for _, w := range all {
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
			}
			var want bytes.Buffer
			if err := json.Indent(&want, compact.Bytes(), in[0], in[1]); err != nil {
				t.Fatal(err)
			}
			if got := string(held.Bytes()); got != `before {"`+want.String() {
				t.Fatalf("in memory: %s, want %s", got, want.String())
			}
			if got := out.String(); got != want.String()+"\n" {
				t.Fatalf("to a stream: %s, want %s", got, want.String())
			}
		}
	}
}

func TestSetIndentMisuse(t *testing.T) {
	w := NewBytesWriter(nil)
	w.SetIndent("", " ")
	w.SetIndent("", "")
	w.BeginArray()
	w.SetIndent("", " ")
	if err := w.Err(); err == nil || !strings.Contains(err.Error(), "indentation") {
		t.Errorf("%v", err)
	}
	// Several values, and a Reset.
	var out bytes.Buffer
	w = NewWriter(&out)
	w.SetIndent("", " ")
	for range 2 {
		w.BeginArray()
		w.Null()
		w.EndArray()
	}
	w.Flush()
	w.Reset(&out)
	w.BeginArray()
	w.Null()
	w.EndArray()
	w.Flush()
	if got, want := out.String(), "[\n null\n]\n[\n null\n]\n[null]\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w = NewWriter(refusing{})
	w.SetIndent("", " ")
	w.Null()
	if err := w.Flush(); !errors.Is(err, errRefused) {
		t.Errorf("%v", err)
	}
}

var errRefused = errors.New("refused")

type refusing struct{}

func (refusing) Write([]byte) (int, error) { return 0, errRefused }
