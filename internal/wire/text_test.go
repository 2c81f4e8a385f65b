package wire

import (
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
)

// TestAppendText reads strings from an Input: the text, and the position behind the closing quote, or -1. AppendUnquote
// reads those that are sound in the same way.
func TestAppendText(t *testing.T) {
	for _, row := range []struct {
		raw, want string
		end       int
	}{
		{`"say"`, "say", 5},
		{`"say" and more`, "say", 5},
		{`""`, "", 2},
		{`"a"`, "a", 3},
		{"\"\x80\"", "\ufffd", 3},
		{`"say \u201chi\u201d\n"`, "say \u201chi\u201d\n", 22},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t", 18},
		{`"\u0041\u00e9\u65e5"`, "Aé日", 20},
		{`"\ud83d\ude00"`, "😀", 14},
		{`"\ud83d"`, "\ufffd", 8},              // the first half of a pair
		{`"\ude00\ud83d"`, "\ufffd\ufffd", 14}, // both the wrong way round
		{`"\ude00\ude00"`, "\ufffd\ufffd", 14},
		{`"\ud83d\u0041"`, "\ufffdA", 14},                 // the second half is none
		{"\"a\xffb\xe6\x97\"", "a\ufffdb\ufffd\ufffd", 7}, // bytes that are not UTF-8
		{`"cut`, "", -1},
		{`"cut\`, "", -1},
		{`"\u12"`, "", -1},
		{`"\x"`, "", -1},
		{"\"\x01\"", "", -1},
		{"\"a\nb\"", "", -1},
	} {
		in := load(row.raw)
		got, end := in.AppendText([]byte("x"), 1)
		if end != row.end || end > 0 && string(got) != "x"+row.want {
			t.Errorf("%s: %q up to %d, want %q, %d", row.raw, got, end, row.want, row.end)
		}
		if row.end < 0 {
			continue
		}
		if got := AppendUnquote(nil, []byte(row.raw[:row.end])); string(got) != row.want {
			t.Errorf("%s unquoted: %q, want %q", row.raw, got, row.want)
		}
		if got := Unquote([]byte(row.raw[:row.end])); got != row.want {
			t.Errorf("%s unquoted: %q, want %q", row.raw, got, row.want)
		}
	}
}

func TestUnicodeEscape(t *testing.T) {
	for _, row := range []struct {
		text string
		r    rune
		n    int
	}{
		{`\u0041`, 'A', 6},
		{`\uD7FF`, 0xD7FF, 6},
		{`\uE000`, 0xE000, 6},
		{`\ud800\udc00`, 0x10000, 12},
		{`\udbff\udfff`, 0x10FFFF, 12},
		{`\ud800\ue000`, '\ufffd', 6},
		{`\ud800\ud800`, '\ufffd', 6},
		{`\udc00`, '\ufffd', 6},
		{`\ud800x`, '\ufffd', 6},
		{`\ud800\n`, '\ufffd', 6},
		{`\u00g0`, 0, 0},
		{`\U0041`, 0, 0},
		{`\n`, 0, 0},
	} {
		b := append([]byte(row.text), "                "...)
		if r, n := UnicodeEscape(mem.Data(b), 0); r != row.r || n != row.n {
			t.Errorf("%s: %q, %d bytes, want %q, %d", row.text, r, n, row.r, row.n)
		}
	}
}

// TestHex4 takes every byte in each place of four.
func TestHex4(t *testing.T) {
	for at := range 4 {
		for c := range 256 {
			b := []byte("0000")
			b[at] = byte(c)
			want := rune(max(strings.IndexByte("0123456789abcdef", byte(c)), strings.IndexByte("0123456789ABCDEF", byte(c))))
			if want >= 0 {
				want <<= 4 * (3 - at)
			}
			if got := Hex4(mem.Load32(mem.Data(b), 0)); got != want && (got >= 0 || want >= 0) {
				t.Errorf("%q: %x, want %x", b, got, want)
			}
		}
	}
}
