package toolchain

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// sameSyntax compares SyntaxError's error about b with that of encoding/json.
func sameSyntax(t *testing.T, b []byte) {
	t.Helper()
	var raw json.RawMessage
	want := json.Unmarshal(b, &raw)
	got := SyntaxError(b, 7)
	if (want == nil) != (got == nil) {
		t.Fatalf("%q: %v, want %v", b, got, want)
	}
	if want == nil {
		return
	}
	w, ok := want.(*json.SyntaxError)
	g, same := got.(*json.SyntaxError)
	if !ok || !same || g.Error() != w.Error() || g.Offset != w.Offset+7 {
		t.Fatalf("%q: %s, want %s", b, said(got), said(want))
	}
}

func said(err error) string {
	if se, ok := err.(*json.SyntaxError); ok {
		return fmt.Sprintf("%v at %d", se, se.Offset)
	}
	return fmt.Sprintf("%T %v", err, err)
}

var broken = []string{
	`{"a": [1, -2.5e+10, {"b": "x\u00e9\n\"é\\"}, [], {}], "c" : true,"":null, "d":[false , "𝄞"] } `,
	` [ [[0.5,1E5 ],{"long name of a member":{"n":{"m":[{"q":"\ud834\udd1e\ud800"}]}}}] , -0 , 12 ]`,
	"\t\"a string alone, \\u12aB and é\" ",
	` -12.50e-7 `, `true`, ` null`, `0`, ``, `   `,
	"[" + strings.Repeat(`{"name":"value, which is somewhat longer","n":[1,2,3]},`, 8) + `"x"]`,
	"{\"\xff\xe2\x82\":\"\xf0\x9f\xe2\x82 \xed\xa0\x80\"}",
}

// TestSyntaxError compares errors about documents that are cut off at every byte, or in which a byte is replaced or
// removed, or others are inserted before it.
func TestSyntaxError(t *testing.T) {
	parts := []string{"", "{", "}", "[", "]", ",", ":", `"`, `\`, "0", "1", "-", "+", ".", "e", "E", "t", "u", "n", "/", "x", "'", " ", "\n",
		"\x00", "\x1f", "\x7f", "\x80", "\xff", "é", "€", "𝄞", "\xe2\x82", "\u2028", `\u12`, `\ud800`, `\u00zz`, `\x`, "tru", "nul", "fals", "`", "01"}
	for _, doc := range broken {
		for i := range len(doc) + 1 {
			sameSyntax(t, []byte(doc[:i]))
			for k, part := range parts {
				if !long.On() && (i+k)%5 != 0 {
					continue
				}
				sameSyntax(t, []byte(doc[:i]+part))
				sameSyntax(t, []byte(doc[:i]+part+doc[i:]))
				if i < len(doc) {
					sameSyntax(t, []byte(doc[:i]+part+doc[i+1:]))
				}
			}
		}
	}
}

// TestSyntaxErrorDeep compares errors about arrays and objects that are nested to the limit of 10000 levels, and one
// level deeper.
func TestSyntaxErrorDeep(t *testing.T) {
	for _, n := range []int{63, 64, 65, 128, 9999, 10000, 10001} {
		for _, open := range []string{"[", `{"a":`} {
			for _, end := range []string{"", "x", "0", "]", "}", "[", `{"`, `"\u00`} {
				sameSyntax(t, []byte(strings.Repeat(open, n)+end))
			}
		}
	}
}

// TestSyntaxErrorShort holds that for the error about a long text encoding/json decodes only a short text, and nothing
// if the same mistake occurs again.
func TestSyntaxErrorShort(t *testing.T) {
	long := strings.Repeat(`{"a":"`+strings.Repeat("long ", 1000)+`"},`, 100)
	for _, end := range []string{"", "x", `"`, `"a":`, `{"a":"`, `{"a"`, `{"a":"` + strings.Repeat("x", 1000), "tru", "-"} {
		b := []byte("[" + long + end)
		var looked [2]int
		for i := range looked {
			meter.Count = func(n int) { looked[i] += n }
			if SyntaxError(b, 0) == nil {
				t.Errorf("%q: no error", end)
			}
			meter.Count = nil
			looked[i] -= len(b)
		}
		if looked[0] > longestCached || looked[1] > 0 {
			t.Errorf("%q: asked about %d bytes, then %d", end, looked[0], looked[1])
		}
	}
}
