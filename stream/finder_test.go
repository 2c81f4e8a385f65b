package stream_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/stream"
)

// TestAt reads pages of values that stand at some depth of a document.
func TestAt(t *testing.T) {
	const page = `{"meta": {"total": 3, "data": [7]}, "data": [{"id": 1, "kind": "a"}, {"id": "two"}, {"id": 3}], "next": "n"}`
	for name, row := range map[string]struct {
		in, query, want string
	}{
		"elements":        {page, `$.data[*]`, `{1 a} <nil>,{0 } /data/1/id 76,{3 } <nil>`},
		"one":             {page, `$.data[2]`, `{3 } <nil>`},
		"slice":           {page, `$.data[::2]`, `{1 a} <nil>,{3 } <nil>`},
		"descent":         {page, `$..data[0]`, `{0 } /meta/data/0 31,{1 a} <nil>`},
		"missing":         {page, `$.other[*]`, ``},
		"another kind":    {`{"data":{"x":1}}`, `$.data[0]`, ``},
		"null":            {`{"data":null}`, `$.data[*]`, ``},
		"whole":           {` {"id":5} `, `$`, `{5 } <nil>`},
		"members":         {`{"a":{"id":1},"b":{"id":2}}`, `$.*`, `{1 } <nil>,{2 } <nil>`},
		"empty":           {``, `$.a`, `{0 }  0`},
		"cut":             {`{"data":[{"id":1},`, `$.data[*]`, `{1 } <nil>,{0 } /data/1 18`},
		"cut in a value":  {`{"data":[{"id":1`, `$.data[*]`, `{0 } /data/0/id 16`},
		"wrong":           {`{"data":[{"id":1} 2]}`, `$.data[*]`, `{1 } <nil>,{0 } /data 18`},
		"wrong behind":    {`{"data":[{"id":1}]} x`, `$.data[*]`, `{1 } <nil>,{0 }  20`},
		"wrong elsewhere": {`{"x":[1,{"y":nul}],"data":[{"id":1}]}`, `$.data[*]`, `{0 } /x/1/y 16`},
		"filter":          {page, `$.data[?@.kind || @.id == 3]`, `{1 a} <nil>,{3 } <nil>`},
		"filter/wrong":    {page, `$.data[?@.id == 'two']`, `{0 } /data/1/id 76`},
		"filter/members":  {`{"a":{"id":1},"b":7,"c":{"id":2}}`, `$[?@.id > 1]`, `{2 } <nil>`},
		"filter/below":    {`[{"x":[{"id":1},{"id":""}],"y":1},{"x":[{"id":2}]}]`, `$[?@.y].x[*]`, `{1 } <nil>,{0 } /0/x/1/id 22`},
		"filter/cut":      {`[{"id":1},{"id":2`, `$[?@.id]`, `{1 } <nil>,{0 } /1/id 17`},
		"filter/root":     {`[]`, `$[?@.a == $.b]`, `{0 } jsonpath: "$[?@.a == $.b]", offset 0: a filter with $ needs the whole document: jsondoc.Select and stream.Selecting have it in memory`},
		"filter/two":      {`[]`, `$[?@.a, 0]`, `{0 } jsonpath: "$[?@.a, 0]", offset 0: a filter or a number from the end stands beside other selectors, which needs the whole document: jsondoc.Select and stream.Selecting have it in memory`},
		"filter/descent":  {`{"x":{"data":[{"id":1},{"id":2}]},"y":[[{"id":3}]]}`, `$..data[?@.id > 1]`, `{2 } <nil>`},
		"filter/deeper":   {`[{"a":[{"b":1,"a":[{"id":7}]},{"id":""}]}]`, `$..a[?@.id]`, `{7 } <nil>,{0 } /0/a/1/id 36`},
		"last/descent":    {`[]`, `$..a[-1]`, `{0 } jsonpath: "$..a[-1]", offset 0: elements counted from the end after .. need the whole document: jsondoc.Select and stream.Selecting have it in memory`},
		"last":            {page, `$.data[-1]`, `{3 } <nil>`},
		"last/second":     {page, `$.data[-2]`, `{0 } /data/1/id 76`},
		"last/too few":    {page, `$.data[-4]`, ``},
		"last/empty":      {`[]`, `$[-1]`, ``},
		"last/all":        {`[{"id":1},{"id":2},{"id":3},{"id":4}]`, `$[-3:]`, `{2 } <nil>,{3 } <nil>,{4 } <nil>`},
		"last/more":       {`[{"id":1},{"id":2}]`, `$[-30:]`, `{1 } <nil>,{2 } <nil>`},
		"last/arrays":     {`{"a":[{"id":1},{"id":2}],"b":[],"c":[{"id":3}],"d":{"x":1}}`, `$.*[-1]`, `{2 } <nil>,{3 } <nil>`},
		"last/below":      {"[[],\n[{\"id\":1},\n{\"id\":\"\"}]]", `$[-1][*]`, `{1 } <nil>,{0 } /1/1/id 22`},
		"last/cut":        {`[{"id":1},`, `$[-1]`, `{0 } /1 10`},
		"last/backwards":  {`[]`, `$[-1::-1]`, `{0 } jsonpath: "$[-1::-1]", offset 0: elements counted from the end are not known before it is read`},
	} {
		for _, r := range []io.Reader{strings.NewReader(row.in), iotest.OneByteReader(strings.NewReader(row.in))} {
			var got []string
			for e, err := range stream.At[event](r, jsonpath.MustCompile(row.query)) {
				where := fmt.Sprint(err)
				if placed, ok := errors.AsType[*zetes.Error](err); ok {
					where = fmt.Sprint(placed.Pointer, " ", placed.Offset)
				}
				got = append(got, fmt.Sprint(e, " ", where))
			}
			want := row.want
			if all := strings.Join(got, ","); name == "wrong elsewhere" && strings.HasPrefix(all, "{0 } /x 16") {
				continue // what has left memory is not in the pointer
			} else if all != want {
				t.Errorf("%s: %s\nwant %s", name, all, want)
			}
		}
	}
}

// TestAtGoesOn leaves the loop and takes it up again.
func TestAtGoesOn(t *testing.T) {
	seq := stream.At[int](strings.NewReader(`{"a":[1,2,3,4]} `), jsonpath.MustCompile(`$.a[*]`))
	var got []int
	for range 3 {
		for v, err := range seq {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, v); len(got)%2 == 0 {
				break
			}
		}
	}
	if fmt.Sprint(got) != "[1 2 3 4]" {
		t.Errorf("got %v", got)
	}
}

// TestFinderRest comes by all of a document in its order.
func TestFinderRest(t *testing.T) {
	f := stream.NewFinder(strings.NewReader(`{"v":1,"page":{"items":[{"a":1},{"a":2}],"size":2},"next":null}`), []*jsonpath.Query{jsonpath.MustCompile(`$.page.items[*]`)})
	f.Rest()
	var got []string
	for f.Next() {
		at, q, where := f.Pointer(), f.Query(), f.InputOffset()
		var v any
		if err := f.Decode(&v); err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %d %d %v", at, q, where, v))
		if err := f.Decode(&v); err != stream.ErrNoValue {
			t.Errorf("a second Decode: %v", err)
		}
	}
	if want := "[/v -1 5 1 /page/items/0 0 24 map[a:1] /page/items/1 0 32 map[a:2] /page/size -1 48 2 /next -1 58 <nil>]"; fmt.Sprint(got) != want || f.Err() != nil {
		t.Errorf("%v, %v", got, f.Err())
	}
}

// TestFinderSelects compares with what package jsondoc selects in the whole document, over random documents, queries
// and cuts of the input.
func TestFinderSelects(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	steps := []string{".a", ".b", "..a", "[0]", "[1:3]", "[*]", ".*", "..*", "['a','b']", "[::2]", "..[0]", "[1,'b']", ""}
	found := 0
	for range 3000 {
		text := randomDocument(r, 4)
		var queries []*jsonpath.Query
		for range 1 + r.IntN(3) {
			q := "$"
			for range r.IntN(4) {
				q += steps[r.IntN(len(steps))]
			}
			queries = append(queries, jsonpath.MustCompile(q))
		}
		want := map[int]int{} // the first query of each offset
		var order []int
		for i := len(queries) - 1; i >= 0; i-- {
			list, err := jsondoc.Select([]byte(text), queries[i])
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range list {
				if want[v.Offset()] = i; !slices.Contains(order, v.Offset()) {
					order = append(order, v.Offset())
				}
			}
		}
		slices.Sort(order)
		f := stream.NewFinder(randomReader(r, text), queries)
		behind := 0 // the end of the value that was decoded last
		for _, at := range order {
			if at < behind {
				continue // within it
			}
			found++
			if !f.Next() || f.InputOffset() != int64(at) || f.Query() != want[at] || f.Pointer() != jsondoc.PathAt([]byte(text), at).String() {
				t.Fatalf("%s: %v: at %d: %d %d %q %v, want %d", text, queries, at, f.InputOffset(), f.Query(), f.Pointer(), f.Err(), want[at])
			}
			if r.IntN(3) > 0 {
				continue
			}
			var v, plain any
			d := json.NewDecoder(strings.NewReader(text[at:]))
			if err := errors.Join(f.Decode(&v), d.Decode(&plain)); err != nil || !reflect.DeepEqual(v, plain) {
				t.Fatalf("%s: at %d: %v, %v, want %v", text, at, v, err, plain)
			}
			behind = at + int(d.InputOffset())
		}
		if f.Next() || f.Err() != nil {
			t.Fatalf("%s: %v: %d %v behind the last one", text, queries, f.InputOffset(), f.Err())
		}
	}
	if found < 3000 {
		t.Errorf("only %d values", found)
	}
}

// TestFinderErrors compares with what package jsondoc says of documents that are broken, or cut, at any place.
func TestFinderErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	queries := []*jsonpath.Query{jsonpath.MustCompile(`$.a[*]`), jsonpath.MustCompile(`$[*].b`), jsonpath.MustCompile(`$..[1].a`)}
	for range 4000 {
		text := []byte(randomDocument(r, 4))
		if i := r.IntN(len(text)); r.IntN(4) == 0 {
			text = text[:i]
		} else {
			text[i] = `{}[],:"\0a-.`[r.IntN(12)]
		}
		d, want := jsondoc.Parse(text)
		if want == nil {
			d.Release()
		}
		f := stream.NewFinder(randomReader(r, string(text)), queries)
		for f.Next() {
		}
		switch {
		case (want == nil) != (f.Err() == nil):
			t.Fatalf("%s: %v, want %v", text, f.Err(), want)
		case want == nil:
			continue
		}
		a, b := f.Err().(*zetes.Error), want.(*zetes.Error)
		if errors.Is(a, io.ErrUnexpectedEOF) {
			if int(a.Offset) != len(text) && int(b.Offset) != len(text) {
				t.Fatalf("%s: %v, want %v", text, a, b)
			}
			continue
		}
		if a.Offset != b.Offset || a.Line != b.Line || a.Column != b.Column || a.Err.Error() != b.Err.Error() && !strings.Contains(a.Err.Error(), "invalid escape sequence") || !strings.HasPrefix(b.Pointer, a.Pointer) {
			t.Fatalf("%s: %#v %v\nwant %#v %v", text, a, a, b, b)
		}
	}
}

// TestFinderMemory reads a document whose elements, and what is passed over, are larger than the memory that is needed.
func TestFinderMemory(t *testing.T) {
	const element = `{"id":1,"kind":"some kind of text"}`
	parts := []io.Reader{strings.NewReader(`{"x":"`)}
	for range 400 {
		parts = append(parts, strings.NewReader(strings.Repeat("long ", 1000)))
	}
	parts = append(parts, strings.NewReader(`","y":[0`), strings.NewReader(strings.Repeat(`,[1,2,{"z":3}]`, 100_000)), strings.NewReader(`],"data":[`+element))
	for range 100 {
		parts = append(parts, strings.NewReader(strings.Repeat(","+element, 1000)))
	}
	parts = append(parts, strings.NewReader(`]}`))
	r := io.MultiReader(parts...)
	seq := stream.At[struct {
		ID int `json:"id"`
	}](r, jsonpath.MustCompile(`$.data[*]`), stream.MaxValueSize(100))
	n := 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for e, err := range seq {
		if n++; err != nil || e.ID != 1 {
			t.Fatal(e, err)
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; n != 100_001 || got > 2_000_000 {
		t.Errorf("%d values, %d bytes allocated", n, got)
	}
}

// TestFinderTooLong leaves targets alone where a value is too long, and goes up to values of just that length.
func TestFinderTooLong(t *testing.T) {
	type pair struct{ X, Y int }
	const doc1 = `{"a":[{"X":1,"Y":2,"pad":"xxxxxxxx"}]}`
	const length = len(doc1) - len(`{"a":[]}`)
	for most := 8; most < length+3; most++ {
		f := stream.NewFinder(strings.NewReader(doc1), []*jsonpath.Query{jsonpath.MustCompile(`$.a[*]`)}, stream.MaxValueSize(most))
		got := pair{7, 8}
		if !f.Next() {
			t.Fatal(f.Err())
		}
		switch err := f.Decode(&got); {
		case most < length && (err == nil || got != pair{7, 8}):
			t.Errorf("at most %d bytes: %v, %v", most, got, err)
		case most >= length && (err != nil || got != pair{1, 2}):
			t.Errorf("at most %d bytes: %v, %v", most, got, err)
		}
	}
}

// TestFinderNames reads names that are long and all different, none of which is kept.
func TestFinderNames(t *testing.T) {
	const members, length = 500, 20_000
	parts := []io.Reader{strings.NewReader("{")}
	for i := range members {
		parts = append(parts, strings.NewReader(fmt.Sprintf(`"%0*d":1,`, length, i)))
	}
	f := stream.NewFinder(io.MultiReader(append(parts, strings.NewReader(`"last":1}`))...), []*jsonpath.Query{jsonpath.MustCompile(`$.*`)})
	n := 0
	held := guard.Held(func() any {
		for n <= members && f.Next() {
			n++
		}
		return f
	})
	if f.Err() != nil || n != members+1 || held > members*length/4 {
		t.Errorf("%d members, %d bytes held, %v", n, held, f.Err())
	}
	runtime.KeepAlive(parts)
}

// TestFinderLimits has the limits and rules of an API hold for all of a document.
func TestFinderLimits(t *testing.T) {
	for name, row := range map[string]struct {
		config zetes.Config
		in     string
		rule   zetes.Rule
		at     string
	}{
		"depth on the way":      {zetes.Config{Limits: zetes.Limits{Depth: 2}}, `{"a":[[1]]}`, zetes.MaxDepth, "/a/0"},
		"depth in a value":      {zetes.Config{Limits: zetes.Limits{Depth: 2}}, `{"a":[1,{"x":1}]}`, zetes.MaxDepth, "/a/1"},
		"depth passed over":     {zetes.Config{Limits: zetes.Limits{Depth: 2}}, `{"x":[[1]]}`, zetes.MaxDepth, "/x/0"},
		"elements":              {zetes.Config{Limits: zetes.Limits{Elements: 2}}, `{"a":[1,2,3]}`, zetes.MaxElements, "/a/2"},
		"elements passed over":  {zetes.Config{Limits: zetes.Limits{Elements: 2}}, `{"x":[1,2,3]}`, zetes.MaxElements, "/x/2"},
		"names on the way":      {zetes.Config{RejectDuplicates: true}, `{"a":[],"a":[]}`, zetes.UniqueNames, "/a"},
		"names passed over":     {zetes.Config{RejectDuplicates: true}, `{"x":{"b":1,"b":2}}`, zetes.UniqueNames, "/x/b"},
		"a string on the way":   {zetes.Config{Limits: zetes.Limits{String: 3}}, `{"abcd":1}`, zetes.MaxString, "/abcd"},
		"a string passed over":  {zetes.Config{Limits: zetes.Limits{String: 3}}, `{"x":"abcd"}`, zetes.MaxString, "/x"},
		"a string of the value": {zetes.Config{Limits: zetes.Limits{String: 3}}, `{"a":["abcd"]}`, zetes.MaxString, "/a/0"},
	} {
		f := stream.NewFinder(strings.NewReader(row.in), []*jsonpath.Query{jsonpath.MustCompile(`$.a[*]`)}, stream.Using(row.config.Freeze()))
		var err error
		for f.Next() {
			var v any
			err = errors.Join(err, f.Decode(&v))
		}
		err = errors.Join(err, f.Err())
		rule, ok := errors.AsType[*zetes.RuleError](err)
		placed, _ := errors.AsType[*zetes.Error](err)
		if !ok || rule.Rule != row.rule || placed.Pointer != row.at {
			t.Errorf("%s: %v", name, err)
		}
	}
	long := strings.Repeat(`[`, 10_001) + strings.Repeat(`]`, 10_001)
	for _, in := range []string{long, `{"a":` + long[1:len(long)-1] + `}`, `{"x":` + long[1:len(long)-1] + `}`} {
		f := stream.NewFinder(strings.NewReader(in), []*jsonpath.Query{jsonpath.MustCompile(`$.a[0]`)})
		for f.Next() {
		}
		if f.Err() == nil {
			t.Errorf("%.10s: no error", in)
		}
	}
	if f := stream.NewFinder(strings.NewReader(`{"x":`+long[2:len(long)-2]+`}`), nil); f.Next() || f.Err() != nil {
		t.Error(f.Err())
	}
	f := stream.NewFinder(strings.NewReader(`{"x":"12345678","a":["12345678"]}`), []*jsonpath.Query{jsonpath.MustCompile(`$.a[*]`)}, stream.MaxValueSize(8))
	if !f.Next() || !errors.Is(f.Decode(new(string)), stream.ErrValueTooLarge) || f.Next() {
		t.Error(f.Err())
	}
}

// randomReader gives text in pieces of random sizes.
func randomReader(r *rand.Rand, text string) io.Reader {
	switch r.IntN(3) {
	case 0:
		return strings.NewReader(text)
	case 1:
		return iotest.OneByteReader(strings.NewReader(text))
	}
	return &pieces{data: []byte(text), sizes: []byte{byte(r.IntN(20)), byte(r.IntN(20)), 0}}
}

// randomDocument returns a JSON value in which objects have no name twice.
func randomDocument(r *rand.Rand, depth int) string {
	space := []string{"", "", "", " ", "\n\t"}[r.IntN(5)]
	var b strings.Builder
	switch k := r.IntN(6); {
	case depth == 0 || k == 0:
		b.WriteString([]string{`null`, `true`, `12`, `-0.5e3`, `"text"`, `"\u00e9\n"`, `""`, `{}`, `[]`}[r.IntN(9)])
	case k < 3:
		for i := range r.IntN(5) {
			b.WriteString([]string{"", ","}[min(i, 1)] + randomDocument(r, depth-1))
		}
		return space + "[" + b.String() + space + "]"
	default:
		for i, k := range r.Perm(5)[:r.IntN(5)] {
			b.WriteString([]string{"", ","}[min(i, 1)] + space + []string{`"a"`, `"b"`, `"\u0063"`, `"a/b"`, `""`}[k] + space + ":" + randomDocument(r, depth-1))
		}
		return space + "{" + b.String() + "}"
	}
	return space + b.String()
}

// FuzzFinder follows queries through any text, and compares with package jsondoc over the whole text.
func FuzzFinder(f *testing.F) {
	queries := []string{`$.a[*]`, `$..b`, `$[1:]`, `$.*['a','b']`, `$..[0]`}
	f.Add([]byte(`{"a":[1,{"b":[2]}],"b":{"a":"\u00e9"}}`), byte(0), byte(0))
	f.Add([]byte(` [ [ ], {"a" : 1} , 12.5e1 ]`), byte(2), byte(7))
	distinct := zetes.Config{RejectDuplicates: true}.Freeze()
	f.Fuzz(func(t *testing.T, text []byte, which, size byte) {
		query := jsonpath.MustCompile(queries[int(which)%len(queries)])
		var raw json.RawMessage
		again := distinct.Unmarshal(text, &raw)
		list, want := jsondoc.Select(text, query)
		r := &pieces{data: text, sizes: []byte{size}}
		n := 0
		finder := stream.NewFinder(r, []*jsonpath.Query{query})
		for ; finder.Next(); n++ {
			if again != nil {
				continue // of names that come twice package jsondoc takes the first one
			}
			if !slices.ContainsFunc(list, func(v jsondoc.Value) bool { return int64(v.Offset()) == finder.InputOffset() }) {
				t.Fatalf("%q: %s selects nothing at %d", text, query, finder.InputOffset())
			}
		}
		if err := finder.Err(); (err == nil) != (want == nil) {
			t.Fatalf("%q: %v, want %v", text, err, want)
		}
		seen := map[int]bool{}
		for _, v := range list {
			seen[v.Offset()] = true
		}
		if again == nil && want == nil && n != len(seen) {
			t.Fatalf("%q: %s selects %d values, and not %d", text, query, len(seen), n)
		}
	})
}
