package frame

import (
	"bytes"
	"strings"
	"testing"
)

// TestCut gives the cutter bytes, and says of each what it says: with ! nothing follows them. What it has looked at
// stands before the bytes that are new, unless it was found, or of no further use.
func TestCut(t *testing.T) {
	names := map[verdict]string{more: "more", found: "found", wrong: "wrong", notArray: "no array", over: "over", short: "short", large: "large"}
	for _, row := range []struct {
		format Format
		pieces string // separated by |
		want   string // verdicts, with the bytes found, or the ones before the place that is wrong
	}{
		{Values, ` {"a":1}[2]|!`, `found {"a":1}, found [2], more, over`},
		{Values, `{"a"|:1|} |!`, `more, more, found {"a":1}, more, over`},
		{Values, `12|3 4|!`, `more, found 123, more, found 4, over`},
		{Values, `tru!`, `short`},
		{Values, `[1}`, `wrong [1`},
		{Values, `"0123456789`, `large`},
		{Lines, "1\n\n[\n2", "found 1, found [, more"},
		{Lines, "1\r\n\r\n!", "found 1\r, over"},
		{Lines, "a line|!", "more, found a line, over"},
		{Lines, "0123456789A\n", "large"},
		{Elements, `[ ]!`, `over`},
		{Elements, ` [1 ,|2]|!`, `found 1, more, found 2, more, over`},
		{Elements, `[|[3]|,{|}|]|!`, `more, found [3], more, more, found {}, more, more, over`},
		{Elements, `[1|!`, `more, short`},
		{Elements, `[1,]`, `found 1, wrong `},
		{Elements, `[1]2`, `found 1, wrong `},
		{Elements, `[,`, `wrong `},
		{Elements, `{"a":1}`, `no array`},
		{Elements, ` 7`, `no array`},
		{Elements, `]`, `wrong `},
		{Elements, `[0123`, `found 0, wrong `},
	} {
		c := cutter{format: row.format, max: 10}
		c.scan.ResetWithin(row.format.Depth())
		var says []string
		var b []byte
		v := more
		for _, piece := range strings.Split(row.pieces, "|") {
			piece, end := strings.CutSuffix(piece, "!")
			b = append(b, piece...)
			for v = found; v == found; {
				var start, stop int
				start, stop, v = c.cut(b, end)
				say := names[v]
				if v == found || v == wrong {
					say += " " + string(b[start:stop])
				}
				says = append(says, say)
				if v == found {
					start = stop
				}
				b = bytes.Clone(b[start:])
			}
			if v != more {
				break
			}
			if row.format == Lines && c.n != len(b) {
				t.Errorf("%q: %d of %d bytes will be looked at again", row.pieces, len(b)-c.n, len(b))
			}
		}
		if got := strings.Join(says, ", "); got != row.want {
			t.Errorf("%q: %s\nwant %s", row.pieces, got, row.want)
		}
	}
}
