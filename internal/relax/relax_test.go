package relax

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/internal/option"
)

// rows are texts and the JSON that they become. "" is the same text.
var rows = []struct {
	form        option.Set
	text, plain string
}{
	{option.Comments, `{"a": 1, /* x */ "b": [1, 2,],} // end`, `{"a": 1,         "b": [1, 2 ] }       `},
	{option.Comments, "// a\r\n[1 // b\n, /* c\n */ \"//\", \"/*\\\"\"]", "    \r\n[1     \n,     \n    \"//\", \"/*\\\"\"]"},
	{option.Comments, `[1,/**//***/]`, `[1          ]`},
	{option.Comments, `[,]`, ``},
	{option.Comments, `[1,,]`, ``},
	{option.Comments, `{"a":,}`, ``},
	{option.Comments, `[1,}`, ``},
	{option.Comments, `1,`, ``},
	{option.Comments, `[1] /*`, ``},
	{option.Comments, `[1 / 2]`, ``},
	{option.Comments, `{a:'x'}`, ``},
	{option.Comments, "\ufeff1", ``},
	{option.ByteOrderMark, "\ufeff[1]", `   [1]`},
	{option.ByteOrderMark, "[\ufeff1, // x\n]", ``},
	{option.JSON5, `{a: 1, $b_2: 'x', "c": "y", ünï\u0041: null,}`, `{"a": 1, "$b_2": "x", "c": "y", "ünï\u0041": null }`},
	{option.JSON5, `['it\'s "so"', "it's", 'a\
b\` + "\r\n" + `c', '\x41\v\0\q\/\n', "a	b"]`, `["it's \"so\"", "it's", "abc", "\u0041\u000b\u0000q\/\n", "a\u0009b"]`},
	{option.JSON5, `[0x1F, -0xff, +1, .5, 5., -.5e3, 5.e3, 1e5, Infinity, -Infinity, +Infinity, NaN, -NaN]`, `[31, -255, 1, 0.5, 5, -0.5e3, 5e3, 1e5, "Infinity", "-Infinity", "Infinity", "NaN", "NaN"]`},
	{option.JSON5, "[1 // a\u2028, 2 // b\u2029]// c\xe2\x80", "[1        , 2        ]      "},
	{option.JSON5, `{\u0061b: 1, \u0041: 2}`, `{"\u0061b": 1, "\u0041": 2}`},
	{option.Comments, "[1 // a\u2028, 2\n]", "[1" + strings.Repeat(" ", 11) + "\n]"},
	{option.JSON5, "\ufeff{\u00a0a\f:\v1,\u2028}", "   {  \"a\" : 1    }"},
	{option.JSON5, `{true: true, null: null, NaN: 0}`, `{"true": true, "null": null, "NaN": 0}`},
	{option.JSON5, `[010, 0x, 0xg, +, ., 1.2.3, abc, '\1', 0x10000000000000000, 0x_1]`, `[010, 0x, 0xg, +, ., 1.2.3, abc, "\1", 18446744073709551616, 0x_1]`},
	{option.JSON5, `{1a: 1, a-b: 2}`, ``},
	{option.JSON5, "'a\nb'", "\"a\nb\""},
	{option.JSON5, `'a\`, `"a\`},
	{option.JSON5, `'\x4`, `"\x4`},
	{option.JSON5, "1// a\xe2\u2028]// a\xe2\xe2\x80", "1        ]       "},
}

// TestLongNumbers: a number of any length stays as it is, and none is made of what is no number.
func TestLongNumbers(t *testing.T) {
	for n := mostWaiting - 4; n < mostWaiting+4; n++ {
		for _, end := range []string{".5", ".5e1, 1", "e5", "+5", ".", "x", "0x10,", "\u00a0", "// a"} {
			text := "[" + strings.Repeat("1", n) + end + "]"
			want := json.Valid([]byte(text))
			got := string(Open(option.JSON5, []byte(text), nil).Plain)
			if json.Valid([]byte(got)) && want != (got == text) && end != "." && end[0] < 0x80 {
				t.Errorf("%d digits and %s become %s", n, end, got[n-2:])
			}
			for cut := mostWaiting - 2; cut < len(text); cut++ {
				pieces := plainOf(t, option.JSON5, text, func(r io.Reader) io.Reader {
					return io.MultiReader(io.LimitReader(r, int64(cut)), r)
				})
				if pieces != got {
					t.Errorf("%d digits and %s become, cut at %d, %s and not %s", n, end, cut, pieces[n-2:], got[n-2:])
				}
			}
		}
	}
}

// plainOf returns the JSON of the text, read through a Reader in the pieces that wrap makes.
func plainOf(t *testing.T, form option.Set, text string, wrap func(io.Reader) io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(NewReader(wrap(strings.NewReader(text)), form))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q: %v", text, err)
	}
	return string(b)
}

// TestRelax: texts become JSON, whole and in pieces that end anywhere.
func TestRelax(t *testing.T) {
	for _, row := range rows {
		want := row.plain
		if want == "" {
			want = row.text
		}
		text := Open(row.form, []byte(row.text), nil)
		if got := string(text.Plain); got != want {
			t.Errorf("%q becomes\n%q, want\n%q", row.text, got, want)
		}
		if row.form&option.JSON5 == 0 && len(text.Plain) != len(row.text) {
			t.Errorf("%q: the length is not the same", row.text)
		}
		if strings.HasSuffix(row.text, "/*") {
			continue // a stream does not know that no end comes
		}
		if got := plainOf(t, row.form, row.text, iotest.OneByteReader); got != want {
			t.Errorf("%q becomes, byte by byte,\n%q, want\n%q", row.text, got, want)
		}
		for cut := range len(row.text) {
			got := plainOf(t, row.form, row.text, func(r io.Reader) io.Reader {
				return io.MultiReader(io.LimitReader(r, int64(cut)), r)
			})
			if got != want {
				t.Errorf("%q becomes, cut at %d,\n%q, want\n%q", row.text, cut, got, want)
			}
		}
	}
}

// TestOffset: each part of the JSON is found in the text that it comes from.
func TestOffset(t *testing.T) {
	source := `{a: 'it\'s', /* x */ hex: 0x10, 'c"d': [.5, "z",],}`
	text := Open(option.JSON5, []byte(source), nil)
	for part, want := range map[string]string{`"a"`: `a:`, `"it's"`: `'it\'s'`, `"hex"`: `hex`, `16`: `0x10`, `"c\"d"`: `'c"d'`, `0.5`: `.5`, `"z"`: `"z"`, `}`: `}`} {
		i := bytes.Index(text.Plain, []byte(part))
		if i < 0 {
			t.Fatalf("no %s in %s", part, text.Plain)
		}
		if at := text.Offset(i); !strings.HasPrefix(source[at:], want) {
			t.Errorf("%s is at %d, %.10q", part, at, source[at:])
		}
	}
	for i, c := range text.Plain { // the brackets stand in both texts
		if strings.IndexByte("[]{}", c) >= 0 && text.Within(text.Offset(i)) != i {
			t.Errorf("offset %d: Within returns %d", i, text.Within(text.Offset(i)))
		}
	}
	if at := text.Offset(1 << 30); at != len(source) {
		t.Error(at)
	}
}

// TestSame: JSON stays as it is under every form, and additions at random places change no value.
func TestSame(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 36))
	tokens := []string{`{`, `}`, `[`, `]`, `,`, `:`, `"a"`, `"b'\\\""`, `"é//"`, `1`, `-0.5e3`, `true`, `null`, `""`}
	valid := 0
	for range 40_000 {
		var b, added strings.Builder
		for range 1 + rnd.IntN(9) {
			token := tokens[rnd.IntN(len(tokens))]
			b.WriteString(token + " ")
			switch rnd.IntN(6) {
			case 0:
				added.WriteString("/* ] */")
			case 1:
				added.WriteString("// \"\n")
			}
			added.WriteString(token + " ")
		}
		if !json.Valid([]byte(b.String())) {
			continue
		}
		valid++
		for _, form := range []option.Set{option.Comments, option.ByteOrderMark, option.JSON5, option.Additions} {
			if got := string(Open(form, []byte(b.String()), nil).Plain); got != b.String() {
				t.Fatalf("%s becomes %s", b.String(), got)
			}
		}
		var want, got any
		json.Unmarshal([]byte(b.String()), &want)
		if err := json.Unmarshal(Open(option.JSON5, []byte(added.String()), nil).Plain, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %v, %v", added.String(), got, err)
		}
	}
	if valid < 1000 {
		t.Errorf("only %d texts are JSON", valid)
	}
}

// TestHostile: the time for a text is in proportion to its length, whatever is in it, and a stream holds back no more
// than it says.
func TestHostile(t *testing.T) {
	const n = 1 << 20
	for _, part := range []string{"/*", "//", "/*/", "[", "{a:", "'\\", "\\", ",", "0x", "\u2028", "\xe2\x80", "'\"", "a", "/**/,"} {
		text := strings.Repeat(part, n/len(part))
		plain := Open(option.Additions, []byte(text), nil).Plain
		if len(plain) > 8*n {
			t.Errorf("%q: %d bytes", part, len(plain))
		}
		if got, err := io.ReadAll(NewReader(strings.NewReader(text), option.Additions)); len(got) > 8*n {
			t.Errorf("%q: %d bytes, %v", part, len(got), err)
		}
	}
	endless := io.MultiReader(strings.NewReader("[1,"), io.LimitReader(blank{}, 3*mostComma))
	if r := NewReader(endless, option.Comments).(*reader); r != nil {
		for b := make([]byte, 1000); ; {
			if _, err := r.Read(b); err != nil {
				break
			}
			if cap(r.out)+cap(r.in) > 4*mostComma {
				t.Fatalf("%d bytes are held", cap(r.out)+cap(r.in))
			}
		}
	}
}

// TestCutComment: a comment that is not closed is an error with its offset, whatever pieces the text comes in.
func TestCutComment(t *testing.T) {
	for text, want := range map[string]int{
		"[1 /* ": 3, "/*": 0, "[1, /* a */ 0x1F /*\n * /": 17, "{a:'/*',/**//*/": 12,
		strings.Repeat(" ", 3*readSize) + "/* " + strings.Repeat("x", 2*readSize): 3 * readSize,
	} {
		for _, form := range []option.Set{option.Comments, option.JSON5} {
			for i, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
				_, err := io.ReadAll(NewReader(r, form))
				if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), fmt.Sprintf("offset %d ", want)) {
					t.Errorf("%.20q, reader %d: %v, want offset %d", text, i, err, want)
				}
			}
		}
	}
}

type blank struct{}

func (blank) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
