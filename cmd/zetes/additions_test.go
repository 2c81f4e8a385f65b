package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/jsondoc"
)

const tsconfig = `{ // the compiler
      "compilerOptions": {"target":"es2020", // as the oldest browser
   /* checks */
      "strict":true,


   // "noEmit": true,
      "lib":["dom","es2020",],"paths":{},
    },
  "include":["src"] /* all */, "files": [ // none
  ]
}
// end`

const tsconfigFormatted = `{ // the compiler
  "compilerOptions": {
    "target": "es2020", // as the oldest browser
    /* checks */
    "strict": true,

    // "noEmit": true,
    "lib": [
      "dom",
      "es2020",
    ],
    "paths": {},
  },
  "include": [
    "src"
  ] /* all */,
  "files": [ // none
  ]
}
// end
`

// TestAdditions: files with comments, and JSON5, are formatted, read and changed, and keep what was added.
func TestAdditions(t *testing.T) {
	const renovate = "\ufeff{\r\n  extends: ['config:base'], // base\r\n  'hex': 0x10,\r\n}\r\n"
	files := map[string]string{"tsconfig.json": tsconfig, "renovate.json5": renovate, "plain.json": tsconfig, "bad.jsonc": "{\n  // x\n  \"a\": ?\n}", "a.ndjson": "1\n2\n", "wide.jsonc": "{\"a\":[1,{\"b\":2}],\"c\":\n[1,{\"b\":23}],\"d\":[3,45,678,] // d\n}", "twice.jsonc": "{\"a\":1, // x\n \"a\":2,}"}
	const lines = "zetes: the lines of a file of lines are JSON without additions: leave -comments and -json5 out\n"
	dir := folder(t, files)
	for _, row := range []struct {
		args string
		want ran
	}{
		{"fmt tsconfig.json", ran{tsconfigFormatted, "", 0}},
		{"fmt --comments plain.json", ran{tsconfigFormatted, "", 0}},
		{"fmt -width 21 wide.jsonc", ran{"{\n  \"a\": [1, {\"b\": 2}],\n  \"c\": [\n    1,\n    {\"b\": 23}\n  ],\n  \"d\": [3, 45, 678,] // d\n}\n", "", 0}},
		{"fmt -width 80 wide.jsonc", ran{"{\n  \"a\": [1, {\"b\": 2}],\n  \"c\": [1, {\"b\": 23}],\n  \"d\": [3, 45, 678,] // d\n}\n", "", 0}},
		{"fmt plain.json", ran{"", "plain.json:1:3: invalid character '/' looking for beginning of object key string (offset 2)\n\t{ // the compiler\n\t  ^\n", 1}},
		{"fmt renovate.json5", ran{"\ufeff{\r\n  extends: [\r\n    'config:base'\r\n  ], // base\r\n  'hex': 0x10,\r\n}\r\n", "", 0}},
		{"fmt -compact renovate.json5", ran{`{"extends":["config:base"],"hex":16}` + "\r\n", "", 0}},
		{"fmt -compact -w renovate.json5", ran{"", "zetes: renovate.json5: only indented text keeps comments: leave -w out\n", 1}},
		{"fmt bad.jsonc", ran{"", "bad.jsonc:3:8: invalid character '?' looking for beginning of value (offset 16)\n\t  \"a\": ?\n\t       ^\n", 1}},
		{"get /compilerOptions/lib tsconfig.json", ran{`["dom","es2020"]` + "\n", "", 0}},
		{"get $.extends[*] renovate.json5", ran{`"config:base"` + "\n", "", 0}},
		{"set /hex 17 renovate.json5", ran{strings.Replace(renovate, "0x10", "17", 1), "", 0}},
		{"set -text /compilerOptions/target es2022 tsconfig.json", ran{strings.Replace(tsconfig, "es2020", "es2022", 1), "", 0}},
		{"set -delete /compilerOptions/strict tsconfig.json", ran{strings.Replace(tsconfig, "\n   /* checks */\n      \"strict\":true,", "", 1), "", 0}},
		{"check tsconfig.json renovate.json5", ran{"tsconfig.json: valid\nrenovate.json5: valid\n", "", 0}},
		{"check -strict -comments plain.json", ran{"plain.json: valid\n", "", 0}},
		{"check -q bad.jsonc", ran{"", "bad.jsonc:3:8: invalid character '?' looking for beginning of value (offset 16)\n\t  \"a\": ?\n\t       ^\n", 1}},
		{"check -q -duplicates twice.jsonc", ran{"", "twice.jsonc:2:2: duplicate member \"a\" at /a (offset 14)\n\t \"a\":2,}\n\t ^\n", 1}},
		{"check -lines -q tsconfig.json a.ndjson -lines=false", ran{"", "a.ndjson:2:1: invalid character '2' after top-level value; with -lines each line is a document (offset 2)\n\t2\n\t^\n", 1}},
		{"diff -comments tsconfig.json plain.json", ran{"", "", 0}},
		{"diff twice.jsonc bad.jsonc", ran{"", "bad.jsonc:3:8: invalid character '?' looking for beginning of value (offset 16)\n\t  \"a\": ?\n\t       ^\n", 2}},
		{"check -comments a.ndjson", ran{"", lines, 2}},
		{"fmt -comments a.ndjson", ran{"", lines, 2}},
		{"get -json5 $ a.ndjson", ran{"", lines, 2}},
		{"set -comments -lines /a 1 plain.json", ran{"", lines, 2}},
		{"check a.ndjson", ran{"a.ndjson: valid, 2 values\n", "", 0}},
	} {
		if got := invoke(t, dir, "", strings.Fields(row.args)...); got != row.want {
			t.Errorf("%s:\n%s%s%d, want\n%s%s", row.args, got.out, got.err, got.status, row.want.out, row.want.err)
		}
	}
	if got := invoke(t, dir, "", "fmt", "-w", "tsconfig.json"); got.status != 0 || read(t, filepath.Join(dir, "tsconfig.json")) != tsconfigFormatted {
		t.Error(got)
	}
	dir = folder(t, map[string]string{"crlf.json": "{\"a\":\r\n1}\r\n"})
	if got := invoke(t, dir, "", "fmt", "crlf.json"); got.out != "{\r\n  \"a\": 1\r\n}\r\n" {
		t.Errorf("%q", got.out)
	}
}

// TestIndentRandom: the layout of a random text has the same value and the same comments, and formatting it again
// changes nothing.
func TestIndentRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 36))
	n, plain := 0, false
	space := func() string {
		if plain {
			return []string{"", " ", "\t"}[rnd.IntN(3)]
		}
		n++
		return []string{"", " ", "\n\n\n", "", fmt.Sprintf(" /* #%d# */", n), fmt.Sprintf(" // #%d#\n", n), fmt.Sprintf("\n// #%d#\r\n\t", n), fmt.Sprintf("\n/*#%d#\n*/", n)}[rnd.IntN(8)]
	}
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 || rnd.IntN(3) == 0 {
			return []string{"1", `"//"`, "true", `"/* , */"`, "[" + space() + "]", "{}"}[rnd.IntN(6)]
		}
		object, b := rnd.IntN(2) == 0, strings.Builder{}
		for i := range 1 + rnd.IntN(3) {
			if b.WriteString(space()); i > 0 {
				b.WriteString("," + space())
			}
			if object {
				b.WriteString(fmt.Sprintf(`"%c"`, 'a'+i) + space() + ":" + space())
			}
			b.WriteString(value(depth - 1))
		}
		if b.WriteString(space()); rnd.IntN(2) == 0 && !plain {
			b.WriteString("," + space())
		}
		if object {
			return "{" + b.String() + "}"
		}
		return "[" + b.String() + "]"
	}
	o := jsondoc.Options{Comments: true, ByteOrderMark: true}
	valueOf := func(text []byte) (v any) {
		raw, err := plainJSON(o, "x", text)
		if err == nil {
			err = json.Unmarshal(raw, &v)
		}
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		return v
	}
	for i := range 5_000 {
		n, plain = 0, i%3 == 0
		doc := []byte(space() + value(3) + space())
		width := []int{0, 1 + rnd.IntN(40)}[rnd.IntN(2)]
		once := indentWithComments(doc, "  ", width)
		twice := indentWithComments(once, "  ", width)
		if want, err := jsondoc.AppendIndent(nil, doc, "", "  ", width); plain && (err != nil || string(once) != string(want)+"\n") {
			t.Fatalf("%s\nbecomes at %d\n%s, want\n%s (%v)", doc, width, once, want, err)
		}
		if !reflect.DeepEqual(valueOf(doc), valueOf(once)) || string(once) != string(twice) {
			t.Fatalf("%s\nbecomes\n%s\nand then\n%s", doc, once, twice)
		}
		for i := 1; i <= n; i++ {
			if c := fmt.Sprintf("#%d#", i); strings.Count(string(doc), c) != strings.Count(string(once), c) {
				t.Fatalf("%s\nbecomes\n%s", doc, once)
			}
		}
	}
}
