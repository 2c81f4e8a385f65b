package json

import (
	"bytes"
	stdjson "encoding/json"
	"strings"
	"testing"
)

// TestOverlap: source and destination are parts of one array, as a body from io.ReadAll that is compacted in place. The
// result and the error are those of encoding/json, whichever begins first.
func TestOverlap(t *testing.T) {
	docs := []string{
		"42\n", "12.50\r\n", " 42", "-1 ", "\n{\"ok\":true}\n", "\n[1]", " \"x\"", "\ttrue", " null", "{\"ok\": true}\n", "[1, 2]", "1 2", " {", "[1,]", `"<&>"`, `["<` + "\u2028" + `>", 1]`, "",
		" " + `["` + strings.Repeat("x<y", 30) + `", 1]`, `[ "` + strings.Repeat("x", 300) + `" ]`, "[1 ,2]" + strings.Repeat(" ", 80), "[1 ,2]" + strings.Repeat(" ", 80) + "x",
		"[" + strings.Repeat(`{"a": 1, "b<": [ ]}, `, 300) + "7 ]", " " + strings.Repeat("[ ", 500) + strings.Repeat("] ", 500),
	}
	calls := []struct {
		name         string
		ours, theirs func(*bytes.Buffer, []byte) error
	}{
		{"Compact", Compact, stdjson.Compact},
		{"Indent", func(dst *bytes.Buffer, src []byte) error { return Indent(dst, src, ">", "  ") },
			func(dst *bytes.Buffer, src []byte) error { return stdjson.Indent(dst, src, ">", "  ") }},
		{"HTMLEscape", func(dst *bytes.Buffer, src []byte) error { HTMLEscape(dst, src); return nil },
			func(dst *bytes.Buffer, src []byte) error { stdjson.HTMLEscape(dst, src); return nil }},
	}
	for _, call := range calls {
		for _, doc := range docs {
			for _, room := range []int{0, 1, 100, 512, 4*len(doc) + 1000} {
				// The source begins at from. The destination has to bytes already, of which read were taken out.
				for _, at := range [][3]int{{0, 0, 0}, {1, 0, 0}, {5, 2, 0}, {5, 5, 3}, {9, 5, 5}, {0, 3, 0}, {0, 7, 7}, {2, 9, 4}, {0, 1 << 20, 0}, {0, 1 << 20, 1 << 20}} {
					run := func(f func(*bytes.Buffer, []byte) error) (dst string, err error) {
						from, to, read := at[0], at[1], at[2]
						array := make([]byte, from+len(doc)+room)
						for i := range array {
							array[i] = '.'
						}
						src := array[from:][:copy(array[from:], doc)]
						b := bytes.NewBuffer(array[:min(to, len(array))])
						b.Next(read)
						err = f(b, src)
						return b.String(), err
					}
					got, gerr := run(call.ours)
					want, werr := run(call.theirs)
					if got != want || describe(gerr) != describe(werr) {
						t.Errorf("%s of %.40q in %d bytes more, from, to, read %v:\ngot  %.80q, %s\nwant %.80q, %s", call.name, doc, room, at, got, describe(gerr), want, describe(werr))
					}
				}
			}
		}
	}
}
