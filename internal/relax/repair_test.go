package relax

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// repaired returns what the text becomes, pushed in pieces of n bytes.
func repaired(text string, n int) (out string, changes []Mended, found bool) {
	var r Mender
	var b []byte
	for len(text) > n {
		b, _ = r.Push(b, []byte(text[:n]), false)
		text = text[n:]
	}
	b, found = r.Push(b, []byte(text), true)
	return string(b), r.Changes, found
}

// TestRepair: what texts become, and what is said about it.
func TestRepair(t *testing.T) {
	for _, row := range []struct {
		text, want string
		changes    string // offset and first words
	}{
		{`{"a": [1, true, null, "x\n\u00e9"]}`, `{"a": [1, true, null, "x\n\u00e9"]}`, ""},
		{"Sure! Here it is:\n```json\n{\"a\": 1}\n```\nAnything else?", `{"a": 1}`, ""},
		{`the set {x} and a list [of words]: [1, 2]`, `[1, 2]`, ""},
		{`{'a': 'it\'s "so"', b: "it's"}`, `{"a": "it's \"so\"", "b": "it's"}`, "1 quotes, 6 quotes, 20 quotes"},
		{`[True, False, None, undefined, NaN, yes]`, `[true, false, null, null, null, "yes"]`, "1 badWord, 7 badWord, 14 badWord, 20 badWord, 31 badWord, 36 quotes"},
		{`{"a": 1 "b": [1 2], "c": "x" "d": 0}`, `{"a": 1, "b": [1, 2], "c": "x", "d": 0}`, "8 noComma, 16 noComma, 29 noComma"},
		{`{"a": [1, 2, {"b": "x`, `{"a": [1, 2, {"b": "x"}]}`, "21 noEnd, 21 noBracket, 21 noBracket, 21 noBracket"},
		{`{"a": [1, 2}, "b": 1]}`, `{"a": [1, 2]}`, "11 noBracket"},
		{`[1, 2,, 3,]`, `[1, 2, 3 ]`, "6 moreComma, 10 moreComma"},
		{`{"path": "C:\dir\new", "re": "\w+\u12"}`, `{"path": "C:\\dir\new", "re": "\\w+\\u12"}`, "12 badEscape, 30 badEscape, 33 badEscape"},
		{"{\"a\": \"two\nlines\"}", `{"a": "two\nlines"}`, "10 control"},
		{`{"a": "he said "hi" to me"}`, `{"a": "he said \"hi\" to me"}`, "15 innerQuote, 18 innerQuote"},
		{`{"a" 1, "b":, "c": }`, `{"a" :1, "b":null, "c": null}`, "5 noColon, 12 noValue, 19 noValue"},
		{"{\"a\": 1, // one\n/* two */ \"b\": 2}", "{\"a\": 1,       \n          \"b\": 2}", "9 aComment, 16 aComment"},
		{`[1, 2, ...]`, `[1, 2 ]`, "7 noSense, 10 moreComma"},
		{`[0, .5, +1, 0x10, 5., 010, 1.2.3]`, `[0, 0.5, 1, 16, 5, "010", "1.2.3"]`, "4 badWord, 8 badWord, 12 badWord, 18 badWord, 22 quotes, 27 quotes"},
		{`[1, 2.`, `[1, 2]`, "4 badWord, 6 noBracket"},
		{`[1, tr`, `[1, true]`, "4 cutShort, 6 noBracket"},
		{`[1, 2e`, `[1, 2]`, "4 cutShort, 6 noBracket"},
		{"as in {\u00a0x}: {\n\u00a0\u00a0 \"a\":\u00a01, b: 2}", "{\n     \"a\":  1, \"b\": 2}", "29 quotes"},
		{`{“a”: “x”, „b‟: ‘it’s “so”’, "c": “he said “hi” to”}`, `{"a": "x", "b": "it’s “so”", "c": "he said “hi” to"}`, "1 quotes, 10 quotes, 19 quotes, 28 quotes, 33 innerQuote, 56 quotes, 67 innerQuote, 72 innerQuote"},
		{`[“a”]`, `["a"]`, "1 quotes"},
		{`{'don't': 1, "it"s": 2, 'a': 'b'c'}`, `{"don't": 1, "it\"s": 2, "a": "b'c"}`, "1 quotes, 5 innerQuote, 16 innerQuote, 24 quotes, 29 quotes, 31 innerQuote"},
		{`{"u": http://x.y/z?a=1&b#c, "v": [https://x:80/], w: ftp://a}`, `{"u": "http://x.y/z?a=1&b#c", "v": ["https://x:80/"], "w": "ftp://a"}`, "6 quotes, 34 quotes, 50 quotes, 53 quotes"},
		{`as in [1] and [23]: {"a": 1}`, `{"a": 1}`, ""},
		{`the list [1] of one`, `[1]`, ""},
		{`see [1][2][3]`, `[1]`, ""},
		{"```\n[1]\n```\nnot {\"a\": 1}", `[1]`, ""},
		{"as in [1]:\n```json\n{\"a\": 1}\n```", `{"a": 1}`, ""},
		{"as in [1] and [2]:\n````\n[3]\n````", `[3]`, ""},
		{"as in [1] (`x` or ```y```), [2]", `[1]`, ""},
		{`{{"a": 1}}`, ``, ""},
		{`no value`, ``, ""},
		{`{`, ``, ""},
		{`{"a": 1}{"b": 2}`, `{"a": 1}`, ""},
	} {
		out, changes, found := repaired(row.text, 1<<20)
		if strings.Contains(row.text, "{{") {
			if !json.Valid([]byte(out)) {
				t.Errorf("%s becomes %s", row.text, out)
			}
			continue
		}
		compact := func(s string) string {
			var b bytes.Buffer
			json.Compact(&b, []byte(s))
			return b.String()
		}
		if found != (row.want != "") || compact(out) != compact(row.want) {
			t.Errorf("%s becomes\n%s, %v, want\n%s", row.text, out, found, row.want)
		}
		var said []string
		for _, c := range changes {
			said = append(said, fmt.Sprintf("%d %s", c.Offset, names[c.What]))
			before := row.text[:c.Offset]
			if line := 1 + strings.Count(before, "\n"); c.Line != line || c.Column != 1+len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) {
				t.Errorf("%s: line %d, column %d of offset %d", row.text, c.Line, c.Column, c.Offset)
			}
		}
		if got := strings.Join(said, ", "); got != row.changes {
			t.Errorf("%s: %s, want %s", row.text, got, row.changes)
		}
	}
}

var names = map[string]string{
	quotes: "quotes", innerQuote: "innerQuote", badEscape: "badEscape", control: "control", badWord: "badWord", aComment: "aComment", noComma: "noComma", noColon: "noColon", noName: "noName", noValue: "noValue",
	noEnd: "noEnd", noBracket: "noBracket", moreComma: "moreComma", moreColon: "moreColon", moreBracket: "moreBracket", noSense: "noSense", cutShort: "cutShort", tooDeep: "tooDeep",
}

// TestRepairRandom: whatever follows an opening bracket becomes JSON, in pieces of any size the same, and JSON stays as
// it is.
func TestRepairRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(36, 3))
	parts := []string{
		`{`, `}`, `[`, `]`, `,`, `:`, `"a"`, `'b'`, `"`, `'`, `\`, `\u12`, `\'`, "\n", " ", "  ", `1`, `-`, `.5`, `true`, `None`, `word`, `é`, "\xff", "\xe2\x80", `/`, `//`, `/*`, `*/`, "```", `...`, "\t", "\x00", "\u2028", "\ufeff", "\u00a0", `0x1`, `1e`,
	}
	sound := 0
	for range 40_000 {
		var b strings.Builder
		b.WriteString([]string{`{"a":`, `["x"`, `[`, `{"`}[rnd.IntN(4)])
		for range rnd.IntN(12) {
			b.WriteString(parts[rnd.IntN(len(parts))])
		}
		text := b.String()
		out, changes, found := repaired(text, 1<<20)
		if found && !json.Valid([]byte(out)) {
			t.Fatalf("%q becomes %q", text, out)
		}
		for _, n := range []int{1, 1 + rnd.IntN(5)} {
			if in, also, _ := repaired(text, n); in != out || fmt.Sprint(also) != fmt.Sprint(changes) {
				t.Fatalf("%q becomes %q, and in pieces of %d %q\n%v\n%v", text, out, n, in, changes, also)
			}
		}
		if json.Valid([]byte(text)) {
			sound++
			if out != strings.TrimSpace(text) || len(changes) > 0 {
				t.Fatalf("%q becomes %q, %v", text, out, changes)
			}
		}
	}
	if sound < 30 {
		t.Errorf("only %d texts are JSON", sound)
	}
}

// TestRepairLongWords: numbers, words and addresses of any length stay whole, in pieces of any size.
func TestRepairLongWords(t *testing.T) {
	for n := mostWaiting - 3; n < mostWaiting+4; n++ {
		for _, row := range []struct{ text, want string }{
			{`[1` + strings.Repeat("0", n) + `]`, `[1` + strings.Repeat("0", n) + `]`},
			{`[1` + strings.Repeat("0", n), `[1` + strings.Repeat("0", n) + `]`},
			{`[1.` + strings.Repeat("5", n) + `e-7,2]`, `[1.` + strings.Repeat("5", n) + `e-7,2]`},
			{`["",` + strings.Repeat("w", n) + `é , é]`, `["","` + strings.Repeat("w", n) + `é" , "é"]`},
			{`{"":0,` + strings.Repeat("é", n) + `:1}`, `{"":0,"` + strings.Repeat("é", n) + `":1}`},
			{`{a: https://b/` + strings.Repeat(":/", n) + `}`, `{"a": "https://b/` + strings.Repeat(":/", n) + `"}`},
			{`{"a": ` + strings.Repeat("h", n) + `://b}`, `{"a": "` + strings.Repeat("h", n) + `://b"}`},
		} {
			for _, size := range []int{1, 2, 3, mostWaiting, 3 * mostWaiting} {
				out, _, _ := repaired(row.text, size)
				if out != row.want {
					at := 0
					for at < len(out) && at < len(row.want) && out[at] == row.want[at] {
						at++
					}
					t.Fatalf("%.12q of %d bytes in pieces of %d: wrong from byte %d of %d on", row.text, len(row.text), size, at, len(out))
				}
			}
		}
	}
}

// TestRepairHostile: time and memory are in proportion to the text, whatever is in it and however small its pieces are.
func TestRepairHostile(t *testing.T) {
	const n = 1 << 14
	for _, part := range []string{`[`, `{"a":`, `[{`, `"`, `" `, `,`, ` `, `a`, `\`, `/*`, `{a`, `]`, `{a }`, `'`, `1`} {
		for _, size := range []int{1, n} {
			text := `["` + strings.Repeat(part, n/len(part))
			if part != `"` && part != `\` && part != `" ` {
				text = `[` + strings.Repeat(part, n/len(part))
			}
			start := time.Now()
			out, changes, found := repaired(text, size)
			if !found && part != ` ` && part != `{a` && part != `,` && part != `a` && part != `\` && part != `/*` && part != `{a }` || found && !json.Valid([]byte(out)) || len(out) > 8*n || len(changes) > mostChanges {
				t.Errorf("%q: %v, %d bytes", part, found, len(out))
			}
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("%q in pieces of %d takes %v", part, size, d)
			}
		}
	}
}
