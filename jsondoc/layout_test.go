package jsondoc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/jsondoc"
)

func ExampleAppendIndent() {
	out, err := jsondoc.AppendIndent(nil, []byte(`{"id":7,"corners":[[0,0],[0,1],[1,1]],"name":{"de":"Dreieck","en":"triangle"}}`), "", "  ", 40)
	fmt.Println(string(out), err)
	// Output:
	// {
	//   "id": 7,
	//   "corners": [[0, 0], [0, 1], [1, 1]],
	//   "name": {
	//     "de": "Dreieck",
	//     "en": "triangle"
	//   }
	// } <nil>
}

// TestAppendIndent: the text is that of json.Indent at width 0, and otherwise means the same, in lines that are broken
// only where they would be too long.
func TestAppendIndent(t *testing.T) {
	texts := []string{`1`, ` "a,b:[\"]{" `, `[]`, `{}`, `[[],{},[1]]`, `{"a":[1,2,{"b":null}],"ä€😀":"ö"}`, `[ [1 , 2] , "x" ]`, strings.Repeat("[", 500) + strings.Repeat("]", 500)}
	for _, d := range corpus.Builtin() {
		if len(d.JSON) < 100_000 {
			texts = append(texts, string(d.JSON))
		}
	}
	for _, text := range texts {
		for _, width := range []int{-1, 0, 1, 5, 20, 80, 100_000} {
			for _, prefix := range []string{"", ">"} {
				got, err := jsondoc.AppendIndent([]byte("x"), []byte(text), prefix, "\t", width)
				if err != nil || got[0] != 'x' {
					t.Fatal(err)
				}
				got = got[1:]
				var want, back, compact bytes.Buffer
				json.Indent(&want, bytes.TrimSpace([]byte(text)), prefix, "\t")
				json.Compact(&compact, []byte(text))
				if json.Compact(&back, bytes.ReplaceAll(got, []byte("\n"+prefix), []byte("\n"))); back.String() != compact.String() {
					t.Fatalf("%.60q at width %d has become another value: %.200s", text, width, got)
				}
				if width < 2 && !bytes.Equal(got, want.Bytes()) {
					t.Errorf("%.60q at width %d: %.200s", text, width, got)
				}
				lines := strings.Split(string(got), "\n")
				for i, line := range lines {
					inside := strings.TrimRight(strings.TrimLeft(line, ">\t"), ",")
					if n := utf8.RuneCountInString(line); n > min(max(width, 0), 1000) && strings.Count(inside, ", ") > strings.Count(strings.Join(quoted.FindAllString(inside, -1), ""), ", ") {
						t.Errorf("%.60q at width %d has a line of %d characters: %s", text, width, n, line)
					}
					// An array of numbers that is broken would not have fit.
					if strings.HasSuffix(line, "[") && i+2 < len(lines) && strings.HasPrefix(strings.TrimLeft(lines[i+2], ">\t"), "]") {
						if one := line + strings.TrimLeft(lines[i+1], ">\t") + "],"; utf8.RuneCountInString(one) <= width && width <= 1000 {
							t.Errorf("%.60q at width %d is broken at %s", text, width, one)
						}
					}
				}
			}
		}
	}
	for _, text := range []string{``, `[1,]`, `[1`, `1 2`, strings.Repeat("[", 20_000)} {
		got, err := jsondoc.AppendIndent([]byte("x"), []byte(text), "", " ", 80)
		var placed *zetes.Error
		if string(got) != "x" || !errors.As(err, &placed) {
			t.Errorf("%.20q: %q, %v", text, got, err)
		}
	}
}

// TestPaint: the colors stand around tokens, and the writer's errors come back.
func TestPaint(t *testing.T) {
	var b strings.Builder
	if n, err := jsondoc.Paint(&b).Write([]byte(`{"a":["b",1,null]}`)); n != 18 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if want := "{\x1b[1;34m\"a\"\x1b[0m:[\x1b[32m\"b\"\x1b[0m,\x1b[36m1\x1b[0m,\x1b[33mnull\x1b[0m]}"; b.String() != want {
		t.Errorf("%q", b.String())
	}
	if n, err := jsondoc.Paint(failing{}).Write([]byte(`1`)); n != 0 || err != errFailing {
		t.Errorf("%d, %v", n, err)
	}
}

// quoted finds strings.
var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)

var errFailing = errors.New("it fails")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFailing }

// TestAppendIndentExact: a line may have exactly the width, with a comma after the value only where there is one.
func TestAppendIndentExact(t *testing.T) {
	const text = `{"a":[1,2],"b":{"c":3}}`
	for width, want := range map[int]string{
		28: `{"a": [1, 2], "b": {"c": 3}}`,
		27: "{\n \"a\": [1, 2],\n \"b\": {\"c\": 3}\n}",
		14: "{\n \"a\": [1, 2],\n \"b\": {\"c\": 3}\n}",
		13: "{\n \"a\": [1, 2],\n \"b\": {\n  \"c\": 3\n }\n}",
		12: "{\n \"a\": [\n  1,\n  2\n ],\n \"b\": {\n  \"c\": 3\n }\n}",
	} {
		if got, err := jsondoc.AppendIndent(nil, []byte(text), "", " ", width); err != nil || string(got) != want {
			t.Errorf("width %d:\n%s\nwant\n%s", width, got, want)
		}
	}
}

// TestAppendIndentMemory indents arrays that are nested and too wide for a line, each of which is tried first.
func TestAppendIndentMemory(t *testing.T) {
	one := strings.Repeat("[", 100) + strings.Repeat("123456789,", 29) + "1" + strings.Repeat("]", 100)
	text := []byte("[" + strings.Repeat(one+",", 2_000) + one + "]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := jsondoc.AppendIndent(nil, text, "", " ", 400)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := int(after.TotalAlloc - before.TotalAlloc); got > 12*len(out) {
		t.Errorf("%d bytes allocated for %d", got, len(out))
	}
}

// TestPathAtPlaces tests offsets inside comments and at names of JSON5.
func TestPathAtPlaces(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		want string
	}{
		{`[1 /*,*/, 2]`, 6, ""},
		{`[1 /*,*/, 2]`, 10, "/1"},
		{`{"a": 1}`, 1, "/a"},
		{`{a: 1}`, 1, "/a"},
		{`{a: 1, /* b */ c: 'd'}`, 18, "/c"},
		{`{a: 1, /* b */ c: 'd'`, 18, "/c"},
		{`[NaN,1,]`, 5, "/1"},
		{`[Infinity, '\x41', 0x123456789, 1,]`, 32, "/3"},
		{"{a:'\x01',$q :1}", 7, "/$q"},
	} {
		if got := jsondoc.PathAt([]byte(c.text), c.at).String(); got != c.want {
			t.Errorf("PathAt(%s, %d): %q, want %q", c.text, c.at, got, c.want)
		}
	}
}
