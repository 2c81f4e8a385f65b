package jsondoc

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/suites"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// complianceTest is a case of the JSONPath compliance test suite.
type complianceTest struct {
	Name, Selector  string
	Document        json.RawMessage
	Result          []any
	Results         [][]any
	ResultPaths     []string   `json:"result_paths"`
	ResultsPaths    [][]string `json:"results_paths"`
	InvalidSelector bool       `json:"invalid_selector"`
}

// TestCompliance runs the compliance test suite for RFC 9535.
func TestCompliance(t *testing.T) {
	var suite struct{ Tests []complianceTest }
	if err := zetes.Unmarshal(suites.Files(t, "jsonpath", "cts.json", 1)[0].Text, &suite); err != nil {
		t.Fatal(err)
	}
	if len(suite.Tests) < 600 {
		t.Fatalf("only %d tests", len(suite.Tests))
	}
	for _, c := range suite.Tests {
		checkQuery(t, c)
	}
}

// checkQuery runs one case, over the text and over a Document.
func checkQuery(t *testing.T, c complianceTest) {
	q, err := jsonpath.Compile(c.Selector)
	if (err != nil) != c.InvalidSelector {
		t.Errorf("%s: %s: %v", c.Name, c.Selector, err)
		return
	}
	if err != nil {
		var e *jsonpath.Error
		if !errors.As(err, &e) || e.Offset > len(c.Selector) {
			t.Errorf("%s: %v", c.Name, err)
		}
		return
	}
	got, err := Select(c.Document, q)
	if err != nil {
		t.Errorf("%s: %v", c.Name, err)
		return
	}
	values, paths := []any{}, []string{}
	for _, v := range got {
		var x any
		if err := v.Into(&x); err != nil {
			t.Fatal(err)
		}
		values, paths = append(values, x), append(paths, PathAt(c.Document, v.Offset()).Normalized())
	}
	results, allPaths := c.Results, c.ResultsPaths
	if results == nil {
		results, allPaths = [][]any{c.Result}, [][]string{c.ResultPaths}
	}
	if !slices.ContainsFunc(results, func(r []any) bool { return len(r)+len(values) == 0 || reflect.DeepEqual(r, values) }) {
		t.Errorf("%s: %s of %s is %v, want %v", c.Name, c.Selector, c.Document, values, results)
	}
	if !slices.ContainsFunc(allPaths, func(p []string) bool { return p == nil || len(p)+len(paths) == 0 || slices.Equal(p, paths) }) {
		t.Errorf("%s: %s of %s is at %v, want %v", c.Name, c.Selector, c.Document, paths, allPaths)
	}
	d, err := Parse(c.Document)
	if err != nil {
		t.Fatal(err)
	}
	again, err := d.Select(q)
	if err != nil || len(again) != len(got) {
		t.Fatalf("%s: %d values, %v", c.Name, len(again), err)
	}
	for i := range got {
		if again[i].String() != got[i].String() || again[i].Offset() != got[i].Offset() {
			t.Errorf("%s: %s, want %s", c.Name, again[i], got[i])
		}
	}
}

const store = `{"store":{"book":[
	{"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95},
	{"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99},
	{"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99},
	{"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99}],
	"bicycle":{"color":"red","price":399}}}`

// TestQueries has the examples of RFC 9535 and what is odd about numbers, names and functions.
func TestQueries(t *testing.T) {
	for _, row := range [][3]string{
		{store, `$.store.book[*].author`, `["Nigel Rees","Evelyn Waugh","Herman Melville","J. R. R. Tolkien"]`},
		{store, `$..author`, `["Nigel Rees","Evelyn Waugh","Herman Melville","J. R. R. Tolkien"]`},
		{store, `$.store..price`, `[8.95,12.99,8.99,22.99,399]`},
		{store, `$..book[2].title`, `["Moby Dick"]`},
		{store, `$..book[-1].title`, `["The Lord of the Rings"]`},
		{store, `$..book[:2].price`, `[8.95,12.99]`},
		{store, `$..book[::-2].price`, `[22.99,12.99]`},
		{store, `$..book[?@.isbn].price`, `[8.99,22.99]`},
		{store, `$..book[?@.price<10 && !@.isbn].title`, `["Sayings of the Century"]`},
		{store, `$..book[?match(@.author, "J.*")].price`, `[22.99]`},
		{store, `$..book[?search(@.title, "[MS]o.y|Sword") || @.price == 22.990].price`, `[12.99,8.99,22.99]`},
		{store, `$..book[?length(@.title) > 15 && @.price > $.store.book[0].price].price`, `[22.99]`},
		{store, `$.store[?count(@.*) == 2].color`, `["red"]`},
		{store, `$.store[?value(@..color) == 'red'].price`, `[399]`},
		{`[1,1.0,10e-1,"1",1.0000000000000000000001]`, `$[?@ == 1]`, `[1,1.0,10e-1]`},
		{`[0,-0,0.0,1e300,2e300,-1e300]`, `$[?@ > 1e299]`, `[1e300,2e300]`},
		{`[0,-0,0.0e5,null]`, `$[?@ == 0]`, `[0,-0,0.0e5]`},
		{`[{"a":[1,{"b":2.0,"c":3}]},{"a":[1,{"c":3,"b":2}]},{"a":[1]}]`, `$[?@.a == $[0].a]`, `[{"a":[1,{"b":2.0,"c":3}]},{"a":[1,{"c":3,"b":2}]}]`},
		{`{"a'b\\c":1,"d":2}`, `$['a\'b\\c']`, `[1]`},
		{`{"\u00e9":1}`, `$.é`, `[1]`},
		{`["a\nb","a.b"]`, `$[?match(@, 'a.b')]`, `["a.b"]`},
		{`[[1,2],[3]]`, `$..[0]`, `[[1,2],1,3]`},
		{`[3,1,2]`, `$[?@ >= 2, ?@ < 2, 0]`, `[3,2,1,3]`},
		{`{"a":1,"a":2}`, `$.a`, `[1]`},
		{`[1]`, `$[?@.a == @.b]`, `[1]`},
	} {
		checkQuery(t, complianceTest{Name: "own", Selector: row[1], Document: json.RawMessage(row[0]), Results: [][]any{elements(t, row[2])}, ResultsPaths: [][]string{nil}})
	}
	for _, bad := range []string{``, `a`, `$ `, `$[01]`, `$['a]`, `$[?@.a.*==1]`, `$[?count(1)==1]`, `$[?match(@.a)]`, `$[?1]`, `$[?length(@.a)]`, `$[?(@.a]`,
		`$[9007199254740992]`, `$['\ud800']`, "$['\x01']", "$.\xff", `$[` + strings.Repeat("?(", 500), `$[?@` + strings.Repeat("[?@", 500), `$[?foo(@)]`} {
		if _, err := jsonpath.Compile(bad); err == nil {
			t.Errorf("%s is compiled", bad)
		} else if !strings.HasPrefix(err.Error(), "jsonpath: ") {
			t.Error(err)
		}
	}
}

func elements(t *testing.T, text string) (list []any) {
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestBudget runs queries that would go over the same nodes again and again.
func TestBudget(t *testing.T) {
	deep := []byte(strings.Repeat(`{"a":[`, 4000) + strings.Repeat("]}", 4000))
	wide := []byte("[" + strings.Repeat("[1,2,3],", 20000) + "[]]")
	for _, text := range [][]byte{deep, wide} {
		for _, query := range []string{`$..a[?@..a[?@..a]]`, `$..[?@..[?@..*]]`, `$..*..*..*..*`, `$[?count($..*) > count($..a)]`, `$[*,*,*,*][?@ == $[0] || count($..*)==1]..*..*`} {
			q := jsonpath.MustCompile(query)
			if _, err := Select(text, q); err != nil && !errors.Is(err, ErrBudget) {
				t.Errorf("%s: %v", query, err)
			}
		}
	}
	if _, err := Select(deep, jsonpath.MustCompile(`$..[?@..[?@..*]]`)); !errors.Is(err, ErrBudget) {
		t.Errorf("no budget: %v", err)
	}
	if _, err := (Options{Budget: 10}).Select([]byte(`[1,2,3,4,5,6,7,8,9,10,11]`), jsonpath.MustCompile(`$[*]`)); !errors.Is(err, ErrBudget) {
		t.Errorf("a budget of 10: %v", err)
	}
}

// FuzzQuery: no query over no document panics or takes more than its budget, and what is selected stands in the
// document.
func FuzzQuery(f *testing.F) {
	f.Add(`$..book[?@.price<10 && !@.isbn]['title',0,-1,::2]`, store)
	f.Add(`$[?match(@.a,'x.*')||count($..*)>2]`, `[{"a":"xy"},1]`)
	f.Fuzz(func(t *testing.T, query, text string) {
		q, err := jsonpath.Compile(query)
		if err != nil {
			return
		}
		list, _ := Options{Budget: 10000}.Select([]byte(text), q)
		for _, v := range list {
			if at, err := PathAt([]byte(text), v.Offset()).Get([]byte(text)); err == nil && at.Offset() == v.Offset() && at.String() != v.String() {
				t.Fatalf("%s of %s: %s, want %s", query, text, v, at)
			}
		}
	})
}
