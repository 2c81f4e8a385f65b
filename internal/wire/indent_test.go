package wire

import (
	"strings"
	"testing"
)

// TestIndentDepth: what can be indented is what is valid.
func TestIndentDepth(t *testing.T) {
	for n := MaxDepth - 1; n <= MaxDepth+2; n++ {
		for _, in := range []string{"[]", "{}", "[ ]", "{\n}", "[1]", `{"a":1}`, `{"a":"[{"}`, "[[", "[}", "{]"} {
			for _, wrap := range [][2]string{{"[", "]"}, {"{\"a\":\t", "}"}, {"[1, ", "\n,[]]"}} {
				src := []byte(strings.Repeat(wrap[0], n-1) + in + strings.Repeat(wrap[1], n-1))
				out, bad := AppendIndent([]byte("before"), src, ">", "")
				_, want := AppendCompact(nil, src, false)
				if bad != want || (bad < 0) != Valid(src) || bad >= 0 && string(out) != "before" {
					t.Errorf("%d levels of %q around %q: bad is %d, want %d", n-1, wrap, in, bad, want)
				} else if bad < 0 {
					compact, _ := AppendCompact(nil, src, false)
					if back, bad := AppendCompact(nil, []byte(strings.ReplaceAll(string(out[len("before"):]), "\n>", "\n")), false); bad >= 0 || string(back) != string(compact) {
						t.Errorf("%d levels of %q around %q: another value", n-1, wrap, in)
					}
				}
			}
		}
	}
}
