package place

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		offset       int
		line, column int
		excerpt      string
	}{
		{"empty", "", 0, 1, 1, "\n^"},
		{"first-byte", "x", 0, 1, 1, "x\n^"},
		{"end", "[1", 2, 1, 3, "[1\n  ^"},
		{"beyond-the-end", "[1", 99, 1, 3, "[1\n  ^"},
		{"negative", "[1", -1, 1, 1, "[1\n^"},
		{"third-line", "[\n1,\n}]\n", 5, 3, 1, "}]\n^"},
		{"at-a-newline", "\"a\nb\"", 2, 1, 3, "\"a\n  ^"},
		{"after-a-newline", "[\n", 2, 2, 1, "\n^"},
		{"tab", "\t x", 2, 1, 3, "  x\n  ^"},
		{"two-byte-letters", "äöx", 4, 1, 3, "äöx\n  ^"},
		{"wide-letters", "漢字x", 6, 1, 3, "漢字x\n    ^"},
		{"escape-sequence", "\x1b[31mx", 5, 1, 6, "�[31mx\n     ^"},
		{"invalid-utf8", "\xff\xfex", 2, 1, 3, "��x\n  ^"},
		{"carriage-return", "x\r\n", 0, 1, 1, "x\n^"},
		{"at-a-carriage-return", "[1\r\n", 2, 1, 3, "[1\n  ^"},
		{"inner-carriage-return", "x\ry\r", 0, 1, 1, "x�y\n^"},
		{
			"long-line", strings.Repeat("a", 100) + "x" + strings.Repeat("b", 100), 100, 1, 101,
			"…" + strings.Repeat("a", reach) + "x" + strings.Repeat("b", reach-1) + "…\n" + strings.Repeat(" ", reach+1) + "^",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Of([]byte(c.text), c.offset)
			if p.Line != c.line || p.Column != c.column || p.Excerpt != c.excerpt {
				t.Fatalf("got  %d:%d\n%s\nwant %d:%d\n%s", p.Line, p.Column, p.Excerpt, c.line, c.column, c.excerpt)
			}
		})
	}
}
