package wire

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

func TestAppendCompact(t *testing.T) {
	for _, row := range []struct {
		src, want string
		bad       int // or -1
	}{
		{`[1, 2]`, `[1,2]`, -1},
		{" {\n\t\"a b\" : [ ] ,\r\n\"c\":\" \" } ", `{"a b":[],"c":" "}`, -1},
		{` 12 `, `12`, -1},
		{`{"a":1}`, `{"a":1}`, -1},
		{`[1, 2`, ``, 5},
		{`[1,, 2]`, ``, 3},
		{`[] []`, ``, 3},
		{``, ``, 0},
		{"[" + strings.Repeat(" ", 500) + "1" + strings.Repeat(" ,\n2", 100) + "]", "[1" + strings.Repeat(",2", 100) + "]", -1},
		{"[" + strings.Repeat(`"some text", `, 50) + "x", ``, 1 + 13*50},
	} {
		got, bad := AppendCompact([]byte(">"), []byte(row.src), false)
		if string(got) != ">"+row.want || bad != row.bad {
			t.Errorf("%.40q: %.40q, %d, want %.40q, %d", row.src, got, bad, row.want, row.bad)
		}
	}
}

func TestAppendHTMLEscape(t *testing.T) {
	for _, row := range []struct{ src, want string }{
		{``, ``},
		{`"plain text"`, `"plain text"`},
		{`"<a href=\"x\">&</a>"`, `"\u003ca href=\"x\"\u003e\u0026\u003c/a\u003e"`},
		{"\"\u2027\u2028\u2029\u202a\"", "\"\u2027" + `\u2028\u2029` + "\u202a\""},
		{"\"\xe2\x80\"", "\"\xe2\x80\""}, // the start of a character
		{"\xe2\x80", "\xe2\x80"},
		{"\xe2", "\xe2"},
		{"\xe2\xe2\x80\xa8<", "\xe2" + `\u2028\u003c`},
	} {
		if got := AppendHTMLEscape([]byte("<"), []byte(row.src)); string(got) != "<"+row.want {
			t.Errorf("%q: %q, want %q", row.src, got, row.want)
		}
		if got, bad := AppendCompact(nil, []byte(row.src), true); bad < 0 && string(got) != row.want {
			t.Errorf("%q compacted: %q, want %q", row.src, got, row.want)
		}
	}
	// Every place of a character within words of eight bytes.
	for at := range 24 {
		for c, want := range map[string]string{"<": `\u003c`, ">": `\u003e`, "&": `\u0026`, "\u2028": `\u2028`, "=": "=", "?": "?", "'": "'"} {
			before, behind := strings.Repeat("a", at), strings.Repeat("b", 24-at)
			if got := AppendHTMLEscape(nil, []byte(before+c+behind)); string(got) != before+want+behind {
				t.Errorf("%q at %d: %q", c, at, got)
			}
		}
	}
}

func TestAppendIndent(t *testing.T) {
	for _, row := range []struct{ src, prefix, indent, want string }{
		{`[1,{}]`, "", "  ", "[\n  1,\n  {}\n]"},
		{` {"a":[ ],"b":{"c":null}} `, "", "\t", "{\n\t\"a\": [],\n\t\"b\": {\n\t\t\"c\": null\n\t}\n} "},
		{`[[2]]`, "> ", "-", "[\n> -[\n> --2\n> -]\n> ]"},
		{`[3]`, "< ", "-", "[\n< -3\n< ]"},
		{`[3]`, "< ", "=", "[\n< =3\n< ]"},
		{`7`, "> ", "-", "7"},
		{`{"a":1}`, "", "", "{\n\"a\": 1\n}"},
		{`["a long text that is not copied as a block of 32 bytes"]`, "", " ", "[\n \"a long text that is not copied as a block of 32 bytes\"\n]"},
	} {
		if got, bad := AppendIndent([]byte("before"), []byte(row.src), row.prefix, row.indent); string(got) != "before"+row.want || bad >= 0 {
			t.Errorf("%s: %q, %d, want %q", row.src, got, bad, row.want)
		}
	}
	for src, want := range map[string]int{`[1,]`: 3, `[1`: 2, `{"a":1]`: 6, `{1}`: 1, `[] x`: 3, `{"a" 1}`: 5, `["a\x"]`: 4} {
		if got, bad := AppendIndent([]byte("before"), []byte(src), "", " "); string(got) != "before" || bad != want {
			t.Errorf("%s: %q, wrong at %d, want %d", src, got, bad, want)
		}
	}
}

// TestIndexHTML has each byte at each place of texts of some lengths, in ASCII and among other characters.
func TestIndexHTML(t *testing.T) {
	for _, fill := range []byte{'a', 0x80, 0xE3, 0xFF, 0, '='} {
		for n := range 40 {
			text := bytes.Repeat([]byte{fill}, n)
			if got := indexHTML(text, 0); got != n {
				t.Fatalf("%q: %d", text, got)
			}
			for at := range n {
				for c := range 256 {
					text[at] = byte(c)
					want := n
					if c == '<' || c == '>' || c == '&' || c == 0xE2 {
						want = at
					}
					for _, from := range []int{0, at / 2, at} {
						if got := indexHTML(text, from); got != want {
							t.Fatalf("%q from %d: %d, want %d", text, from, got, want)
						}
					}
				}
				if at+1 < n {
					text[at], text[n-1] = '&', '<'
					if got := indexHTML(text, at); got != at {
						t.Fatalf("%q from %d: %d", text, at, got)
					}
					if got := indexHTML(text, at+1); got != n-1 {
						t.Fatalf("%q from %d: %d", text, at+1, got)
					}
				}
				text[n-1], text[at] = fill, fill
			}
		}
	}
}

// randomText returns JSON of about n bytes, with white space between one in gap tokens.
func randomText(r *rand.Rand, n, gap int) []byte {
	var b []byte
	space := func() {
		if r.IntN(gap) == 0 {
			b = append(b, strings.Repeat(" \n\t\r"[r.IntN(4):], 1+r.IntN(1+r.IntN(40)))...)
		}
	}
	parts := []string{"a", "bc", `\"`, `\\`, `\u00e9`, " ", "é", "日本", "some longer text of plain letters ", "<", "&", "\u2028", "[", "}", ",", ": "}
	text := func() {
		b = append(b, '"')
		for range r.IntN(1 + r.IntN(30)) {
			b = append(b, parts[r.IntN(len(parts))]...)
		}
		b = append(b, '"')
	}
	scalars := []string{"1", "-20.5e+7", "0", "null", "true", "false", "123456789012345678901234567890", "{}", "[]"}
	var value func(depth int)
	value = func(depth int) {
		space()
		switch k := r.IntN(10); {
		case depth > 100 || len(b) > n || k < 3:
			b = append(b, scalars[r.IntN(len(scalars))]...)
		case k < 6:
			text()
		default:
			ends := "[]"
			if k < 8 {
				ends = "{}"
			}
			b = append(b, ends[0])
			for i := range 1 + r.IntN(6) {
				if i > 0 {
					b = append(b, ',')
				}
				if space(); k < 8 {
					text()
					space()
					b = append(b, ':')
				}
				value(depth + 1)
			}
			b = append(b, ends[1])
		}
		space()
	}
	b = append(b, '[')
	for value(0); len(b) < n; value(0) {
		b = append(b, ',')
	}
	return append(b, ']')
}

// TestCompactRandom compares with encoding/json over random texts, whole and with a byte changed.
func TestCompactRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	rounds := long.Rounds(600, 3000)
	for i := range rounds {
		src := randomText(r, r.IntN(1+r.IntN(6000)), []int{1, 3, 30, 1 << 20}[i%4])
		if i%3 == 0 {
			src[r.IntN(len(src))] = `{}[]",:\ 1e-.x`[r.IntN(14)]
		}
		before := strings.Repeat("-", r.IntN(70))
		var buf bytes.Buffer
		err := stdjson.Compact(&buf, src)
		got, bad := AppendCompact([]byte(before), src, false)
		if (bad < 0) != (err == nil) || string(got) != before+buf.String() {
			t.Fatalf("%q: %q, wrong at %d, want %q, %v", src, got, bad, buf.String(), err)
		}
		if n, st, _ := plain(src); err != nil && st == Bad && bad != n {
			t.Fatalf("%q: wrong at %d, want %d", src, bad, n)
		}
		raw, err := stdjson.Marshal(stdjson.RawMessage(src))
		if got, bad = AppendCompact([]byte(before), src, true); (bad < 0) != (err == nil) || string(got) != before+string(raw) {
			t.Fatalf("%q for HTML: %q, wrong at %d, want %q, %v", src, got, bad, raw, err)
		}
	}
}

// TestEscapeLines: of texts made of parts of U+2028 and U+2029 and what is near to them, those two are escaped, from
// the start on, in memory with room and without.
func TestEscapeLines(t *testing.T) {
	parts := []string{"\u2028", "\u2029", "\u2027", "\u202a", "\u2068", "\xe2", "\x80", "\xa8", "\xe2\x80", "a", "<", ""}
	model := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`)
	for seed := range uint64(3000) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var text string
		for range rnd.IntN(12) {
			text += parts[rnd.IntN(len(parts))]
		}
		before := []string{"", "\u2028", "ab\xe2\x80"}[rnd.IntN(3)]
		b := append(make([]byte, 0, rnd.IntN(100)), before+text...)
		if got, want := string(EscapeLines(b, len(before))), before+model.Replace(text); got != want {
			t.Fatalf("%q behind %q: %q, want %q", text, before, got, want)
		}
	}
}

// checkCompact compares what AppendCompact, and a Compactor that was used before, make of src with encoding/json.
func checkCompact(t *testing.T, c *Compactor, src []byte) {
	t.Helper()
	var want bytes.Buffer
	err := stdjson.Compact(&want, src)
	for _, html := range []bool{false, true} {
		text := want.Bytes()
		if html {
			var escaped bytes.Buffer
			stdjson.HTMLEscape(&escaped, text)
			text = escaped.Bytes()
		}
		for _, by := range []*Compactor{nil, c} {
			got, bad := by.Append([]byte("before"), src, html)
			if (bad < 0) != (err == nil) || err == nil && string(got) != "before"+string(text) || err != nil && string(got) != "before" {
				t.Fatalf("%q, HTML %v: %q, %d, want %q, %v", src, html, got, bad, text, err)
			}
		}
	}
}

// TestAppendCompactString: strings of every length around one block, with each odd byte at each place, quotes that are
// missing and bytes behind them, come out as encoding/json has them.
func TestAppendCompactString(t *testing.T) {
	var c Compactor
	for n := range 70 {
		whole := []byte(`"` + strings.Repeat("a", n) + `"`)
		checkCompact(t, &c, whole)
		checkCompact(t, &c, whole[1:])
		checkCompact(t, &c, whole[:n+1])
		checkCompact(t, &c, append(whole[:len(whole):len(whole)], 'x'))
		checkCompact(t, &c, append(whole[:len(whole):len(whole)], ' '))
		for i := range whole {
			for _, odd := range []byte("\"\\\x00\x1f\x7f<a \xff/") {
				src := bytes.Clone(whole)
				src[i] = odd
				checkCompact(t, &c, src)
			}
		}
	}
}

// TestAppendCompactContainers has runs of short arrays and objects with one Compactor: as programs write them, with
// white space, escapes or exponents, and wrong ones. What came before changes nothing about a text.
func TestAppendCompactContainers(t *testing.T) {
	texts := []string{`{"a":1}`, `[[1,2],{"b":"<"}]`, `{"a": 1}`, `["\\n"]`, `[1e5]`, `[1,]`, `{"a":1`, `[]`, `{}`, "{", `["` + strings.Repeat("x", 59) + `"]`, `["` + strings.Repeat("x", 60) + `"]`}
	var c Compactor
	r := rand.New(rand.NewPCG(81, 82))
	for range 3000 {
		text := texts[r.IntN(len(texts))]
		for range 1 + r.IntN(1+r.IntN(40)) {
			checkCompact(t, &c, []byte(text))
		}
	}
}

// TestAppendCompactScalar has all short texts of the bytes of numbers, and literals with another byte, one more or
// less.
func TestAppendCompactScalar(t *testing.T) {
	var c Compactor
	var texts func(text string, more int)
	texts = func(text string, more int) {
		checkCompact(t, &c, []byte(text))
		if more > 0 {
			for _, b := range "012-.e+ " {
				texts(text+string(b), more-1)
			}
		}
	}
	texts("", 4)
	for n := range 40 {
		checkCompact(t, &c, []byte("-1"+strings.Repeat("0", n)+".5"))
		checkCompact(t, &c, []byte("1"+strings.Repeat("0", n)+"x"))
	}
	for _, word := range []string{"true", "false", "null"} {
		for at := range len(word) + 1 {
			checkCompact(t, &c, []byte(word[:at]))
			for _, b := range "trufalsn e,1\x00" {
				checkCompact(t, &c, []byte(word[:at]+string(b)+word[at:]))
				checkCompact(t, &c, []byte(word[:at]+string(b)+word[min(at+1, len(word)):]))
			}
		}
	}
}

// BenchmarkCompact compacts what programs write, one text again and again and two hundred by turns.
func BenchmarkCompact(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var value func(depth int) any
	value = func(depth int) any {
		switch k := r.IntN(9); {
		case k == 0:
			return nil
		case k == 1:
			return r.IntN(2) == 0
		case k < 4:
			return float64(r.IntN(200_000)) / 100
		case k < 6 || depth == 0:
			return "some words"[:r.IntN(10)] + strings.Repeat(" and more", r.IntN(3))
		case k == 6:
			list := make([]any, r.IntN(8))
			for i := range list {
				list[i] = value(depth - 1)
			}
			return list
		}
		object := map[string]any{}
		for range r.IntN(8) {
			object["name"+strconv.Itoa(r.IntN(20))] = value(depth - 1)
		}
		return object
	}
	for _, size := range []int{20, 50, 100, 200, 500, 1000, 3000} {
		var texts [200][]byte
		for i := range texts {
			for len(texts[i]) < size*9/10 || len(texts[i]) > size*11/10 || texts[i][0]|0x20 != '{' {
				texts[i], _ = stdjson.Marshal(value(5 + size/1000)) // or large texts would be rare
			}
		}
		for _, n := range []int{1, len(texts)} {
			b.Run(fmt.Sprintf("size=%d/texts=%d", size, n), func(b *testing.B) {
				var c Compactor
				var dst []byte
				b.SetBytes(int64(size))
				for i := 0; b.Loop(); i++ {
					dst, _ = c.Append(dst[:0], texts[i%n], true)
				}
			})
		}
	}
}
