package tasks

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/minio/simdjson-go"
)

// messages are what the webhook gets, and what it says.
var messages = []struct{ text, want string }{
	{`{"topic":"orders/paid","order":{"id":820982911946154508,"customer":{"name":"Jané \"J\" Doe","tags":["a",{"id":1}]},"lines":[{"sku":"A-1","price":"19.99","quantity":2},{"quantity":1,"sku":"B\/2"}],"note":null}}`,
		`820982911946154508 for Jané "J" Doe: 2 of A-1 1 of B/2`},
	{"{\n  \"order\": {\n    \"lines\": [\n      { \"sku\": \"\\u00e9\", \"quantity\": 10 }\n    ],\n    \"customer\": { \"name\": \"x\" },\n    \"id\": 7\n  },\n  \"topic\": \"orders/paid\"\n}\n", `7 for x: 10 of é`},
	{`{"topic":"orders/paid","order":{"id":1,"customer":{"name":""},"lines":[]}}`, `1 for :`},
	{`{"topic":"orders/refunded","order":{"id":1,"customer":{"name":"y"},"lines":[]}}`, ""},
	{`{"order":{"id":1}}`, ""},
}

// pages are the pages about moving, with the functions that they show: the old one and the new one.
var pages = []struct {
	page     string
	old, new string
}{
	{"migrate-fastjson.md", "orderByFastjson", "orderByDocument"},
	{"migrate-simdjson-go.md", "orderBySimdjson", "orderByDocument"},
}

// TestSame has all programs say the same about each message.
func TestSame(t *testing.T) {
	programs := map[string]func([]byte) (string, error){
		"orderByPaths": orderByPaths, "orderByDocument": orderByDocument, "orderByGet": orderByGet, "orderByGJSON": orderByGJSON,
		"orderByFastjson": orderByFastjson, "orderByJsoniter": orderByJsoniter, "orderBySonic": orderBySonic,
	}
	if simdjson.SupportedCPU() {
		programs["orderBySimdjson"] = orderBySimdjson
	}
	for _, m := range messages {
		for name, program := range programs {
			got, err := program([]byte(m.text))
			if got != m.want || (err != nil) != (m.want == "") {
				t.Errorf("%s of %s: %q, %v, want %q", name, m.text, got, err, m.want)
			}
		}
		old, oldErr := seenBySJSON([]byte(m.text))
		got, err := seenBySet([]byte(m.text))
		if m.text[1] != '\n' && !bytes.Equal(got, old) || err != nil || oldErr != nil {
			t.Errorf("%s: %s, %v, want %s, %v", m.text, got, err, old, oldErr)
		}
	}
}

var block = regexp.MustCompile("(?ms)^```golang\n(.*?)^```$")

// TestPages holds that the programs in the pages are those of this package.
func TestPages(t *testing.T) {
	sources := functions(t)
	for _, p := range pages {
		page, err := os.ReadFile(filepath.Join("..", "..", "docs", p.page))
		if err != nil {
			t.Fatal(err)
		}
		var shown []string
		for _, m := range block.FindAllSubmatch(page, -1) {
			shown = append(shown, string(m[1]))
		}
		for _, name := range []string{p.old, p.new} {
			if !slices.Contains(shown, sources[name]) {
				t.Errorf("%s does not show %s:\n%s", p.page, name, sources[name])
			}
		}
	}
}

// functions returns the source of each function of the package.
func functions(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				var b bytes.Buffer
				if err := format.Node(&b, set, fn); err != nil {
					t.Fatal(err)
				}
				found[fn.Name.Name] = b.String() + "\n"
			}
		}
	}
	return found
}
