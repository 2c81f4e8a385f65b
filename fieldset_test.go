package zetes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

type price float64

func (p price) MarshalJSON() ([]byte, error) {
	if p < 0 {
		panic("the method of a member that is left out is called")
	}
	return json.Marshal(map[string]any{"amount": float64(p), "currency": "EUR"})
}

type chosenBase struct {
	Base string `json:"base"`
	Note string `json:"note,omitempty"`
}

type chosenItem struct {
	ID    int            `json:"id"`
	Name  string         `json:"name"`
	Price price          `json:"price"`
	Tags  []string       `json:"tags,omitempty"`
	Up    *chosenItem    `json:"up,omitempty"`
	More  map[string]any `json:"more"`
	Any   any            `json:"any"`
	Opt   opt.Value[struct {
		A int `json:"a"`
		B int `json:"b"`
	}] `json:"opt"`
	Raw json.RawMessage `json:"raw,omitempty"`
	In  struct {
		X, Y int
		Z    []*chosenItem
	} `json:"in"`
	Named visited `json:"named"`
	Emb   struct {
		*chosenBase
		ID int `json:"id"`
		X  struct {
			ID int `json:"id"`
			B  int `json:"base"`
		} `json:"X"`
	} `json:"list"`
}

func chosenValue() *chosenItem {
	leaf := &chosenItem{ID: 3, Name: "<leaf>", Price: 1, Raw: json.RawMessage(`{"id": 1, "a\u002eb" : [ {"id":2, "x":"}"} ]}`)}
	leaf.Emb.chosenBase = &chosenBase{"b", ""}
	v := &chosenItem{ID: 1, Name: "one", Price: 2.5, Tags: []string{"a"}, Up: leaf, Raw: json.RawMessage(`7`)}
	v.More = map[string]any{"id": 5, "in": leaf, "list": []any{leaf, []chosenItem{*leaf}, nil, map[string]int{"id": 1, "x": 2}}, "a,b": 1, "*": 2}
	v.Any = []any{leaf, v.More}
	v.Opt.Set(struct {
		A int `json:"a"`
		B int `json:"b"`
	}{1, 2})
	v.In.Z = []*chosenItem{leaf, nil}
	return v
}

// choose is the specification: it leaves of v, which was decoded from a whole text, what paths lead to.
func choose(v any, paths [][]string) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = choose(v[i], paths)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, in := range v {
			var further [][]string
			match := func(want string) {
				for _, p := range paths {
					if p[0] == want {
						further = append(further, p[1:])
					}
				}
			}
			if match(name); further == nil {
				match("*")
			}
			switch {
			case further == nil:
			case slices.ContainsFunc(further, func(p []string) bool { return len(p) == 0 }):
				out[name] = in
			default:
				out[name] = choose(in, further)
			}
		}
		return out
	}
	return v
}

func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// TestFields compares what is written of chosen members with what a plain loop leaves of the whole text, for random
// sets and for APIs that write in different ways.
func TestFields(t *testing.T) {
	names := []string{"id", "name", "price", "amount", "up", "more", "any", "opt", "a", "raw", "in", "X", "Z", "list", "base", "named", "tags", "*", "*", "none"}
	r := rand.New(rand.NewPCG(1, 2))
	values := []any{chosenValue(), *chosenValue(), map[string]*chosenItem{"id": chosenValue()}, []any{chosenValue()}, 7, nil, []int{1}, struct{}{}, map[string]any(nil), (*chosenItem)(nil), visited{"x"}, chosenValue().Opt}
	apis := map[string]*zetes.API{
		"exact": zetes.Config{}.Freeze(), "standard": zetes.Standard(), "codecs": visitors, "canonical": zetes.Config{Canonical: true}.Freeze(),
		"unsorted": zetes.Config{UnsortedMaps: true, NoEscapeHTML: true, EmptySlices: true, IntsAsStrings: true}.Freeze(),
		"context":  visitors.WithContext(context.WithValue(t.Context(), visitKey{}, "who ")),
		"indent":   zetes.Config{Indent: "  "}.Freeze(),
	}
	for name, api := range apis {
		for range 300 {
			var paths [][]string
			var texts []string
			for range 1 + r.IntN(4) {
				path := []string{}
				for range 1 + r.IntN(4) {
					path = append(path, names[r.IntN(len(names))])
				}
				paths, texts = append(paths, path), append(texts, strings.Join(path, "."))
			}
			set, err := zetes.ParseFields(strings.Join(texts, ","))
			if err != nil {
				t.Fatal(err)
			}
			chosen := api.With(zetes.PerCall{Fields: set})
			v := values[r.IntN(len(values))]
			whole, err := api.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			got, err := chosen.Marshal(v)
			if err != nil {
				t.Fatalf("%s %s: %v", name, texts, err)
			}
			if want := choose(decoded(t, whole), paths); !reflect.DeepEqual(decoded(t, got), want) {
				t.Fatalf("%s %s of %s\n%s, want\n%v", name, texts, whole, got, want)
			}
			appended, err := chosen.Append([]byte("[,"), v)
			if err != nil || string(appended[:2]) != "[," || !reflect.DeepEqual(decoded(t, appended[2:]), decoded(t, got)) {
				t.Fatalf("%s %s appends %s, %v, not %s", name, texts, appended, err, got)
			}
		}
	}
}

// TestFieldsUnwritten: methods of members that are left out are not called, and what can't be written is no error
// there.
func TestFieldsUnwritten(t *testing.T) {
	v := struct {
		ID    int
		Price price
		Bad   float64
		In    []struct {
			A int
			C chan int
		}
		Any any
	}{ID: 1, Price: -1, Bad: math.NaN(), Any: []*struct{ A, B any }{{1, make(chan int)}}}
	v.In = append(v.In, struct {
		A int
		C chan int
	}{A: 2})
	set, err := zetes.ParseFields("ID,In.A,Any.A")
	if err != nil {
		t.Fatal(err)
	}
	for name, api := range map[string]*zetes.API{"standard": zetes.Standard(), "own": zetes.Config{EmptySlices: true}.Freeze()} {
		chosen := api.With(zetes.PerCall{Fields: set})
		for range 2 {
			if got, err := chosen.MarshalString(v); err != nil || got != `{"ID":1,"In":[{"A":2}],"Any":[{"A":1}]}` {
				t.Errorf("%s: %s, %v", name, got, err)
			}
			// An error amid a member leaves nothing to the next call of the machine.
			if _, err := chosen.With(zetes.PerCall{Fields: all(t, "ID,In")}).MarshalString(v); err == nil {
				t.Errorf("%s: a channel is written", name)
			}
		}
		var list []int
		for range 5000 {
			list = append(list, 1)
		}
		type node struct {
			A, B int
			Next *node
		}
		deep := &node{A: 1}
		for range 4500 {
			deep = &node{A: 1, B: 2, Next: deep}
		}
		path := strings.Repeat("Next.", 4500)
		if got, err := api.With(zetes.PerCall{Fields: all(t, path+"A")}).MarshalString(deep); err != nil || strings.Contains(got, "B") || strings.Count(got, "A") != 1 {
			t.Errorf("%s: of a deep value: %.50s, %v", name, got, err)
		}
		// A result that most was taken out of has memory of its own.
		got, err := api.With(zetes.PerCall{Fields: all(t, "a")}).Marshal(map[string]any{"a": 1, "b": list})
		if err != nil || string(got) != `{"a":1}` || cap(got) > 32 {
			t.Errorf("%s: %s of %d, %v", name, got, cap(got), err)
		}
		// Nothing of what was left out lies behind the result.
		room := make([]byte, 0, 20000)
		if got, _ = api.With(zetes.PerCall{Fields: all(t, "a")}).Append(room, map[string]any{"a": 1, "b": "secret"}); strings.Contains(string(got[:64]), "secret") {
			t.Errorf("%s: behind the result there is %s", name, got[:64])
		}
	}
}

func all(t *testing.T, text string) *zetes.FieldSet {
	set, err := zetes.ParseFields(text)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestFieldsOfStreams: streams and codecs write chosen members as Marshal does.
func TestFieldsOfStreams(t *testing.T) {
	set := all(t, `a,b\.c.*,\*`)
	type row struct {
		A int            `json:"a"`
		B map[string]any `json:"b.c"`
		C int            `json:"c"`
		S int            `json:"*"`
	}
	v := row{1, map[string]any{"x": []int{1}}, 2, 3}
	const want = `{"a":1,"b.c":{"x":[1]},"*":3}`
	within := codec.For(func(w *codec.Writer, v *chosenBase) { zetes.WriteValue(w, row{A: 7}) }, nil)
	for name, api := range map[string]*zetes.API{"standard": zetes.Standard(), "own": zetes.Config{Codecs: []codec.Codec{within}}.Freeze()} {
		api = api.With(zetes.PerCall{Fields: set})
		var b strings.Builder
		if err := stream.WriteLines(&b, stream.NoError(slices.Values([]row{v, v})), stream.Using(api)); err != nil || b.String() != want+"\n"+want+"\n" {
			t.Errorf("%s: %s, %v", name, b.String(), err)
		}
		b.Reset()
		if err := stream.NewEncoder(&b, stream.Using(api)).Encode(&v); err != nil || b.String() != want+"\n" {
			t.Errorf("%s: %s, %v", name, b.String(), err)
		}
		if err := api.UnmarshalString(`{"c":5}`, &v); err != nil || v.C != 5 {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		v.C = 2
		got, err := api.With(zetes.PerCall{NoEscapeHTML: true, RejectUnknown: true}).WithContext(t.Context()).MarshalString(v)
		if err != nil || got != want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
		if name == "own" {
			// A codec writes its value whole, and the set is for all of it.
			if got, err := api.MarshalString(chosenBase{}); err != nil || got != `{"a":7,"b.c":null,"*":0}` {
				t.Errorf("%s: %s, %v", name, got, err)
			}
		}
	}
	if got, err := (zetes.Config{UncheckedRaw: true}).Freeze().With(zetes.PerCall{Fields: set}).Marshal(json.RawMessage(`{"a":`)); err == nil {
		t.Errorf("of what is no JSON there is %s", got)
	}
}

// TestParseFields tells which texts are no sets.
func TestParseFields(t *testing.T) {
	for text, bad := range map[string]string{
		"": "offset 0", "a,": "offset 2", ",a": "offset 0", "a..b": "offset 2", ".": "offset 0", `a\`: "offset 2",
		"a,a.b,b": "", `\,`: "", "*": "", "*.*": "", strings.Repeat("a.", 33000) + "a": "too many",
		strings.Repeat("a.", 10000) + "a": "more than 10000 names, at offset 20001", "b," + strings.Repeat("a.", 9999) + "a,b.c": "",
	} {
		set, err := zetes.ParseFields(text)
		if bad == "" && (err != nil || set == nil) || bad != "" && (err == nil || !strings.Contains(err.Error(), bad)) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// TestParseFieldsMemory counts the bytes that sets take, which clients write: 16 for each byte of text, at most.
func TestParseFieldsMemory(t *testing.T) {
	var names, paths strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&names, "%x.b,", i)
	}
	for i := range 250 {
		paths.WriteString(fmt.Sprintf("%x", i) + strings.Repeat(".a", 120) + ",")
	}
	for what, text := range map[string]string{
		"one path":          strings.Repeat("a.", 32000) + "a",
		"one path to reach": strings.Repeat("a.", 9999) + "a",
		"250 paths":         paths.String() + "a",
		"9000 names":        names.String() + "b",
		"stars":             strings.Repeat("*.", 32000) + "*",
		"stars to reach":    strings.Repeat("*.", 9999) + "*",
		"stars beside":      strings.Repeat("*,", 32000) + "*",
		"dots":              strings.Repeat(".", 64000),
		"escaped dots":      strings.Repeat(`\.`, 32000),
		"the same":          strings.Repeat("a,", 32000) + "a",
	} {
		const runs = 10
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			set, err := zetes.ParseFields(text)
			if set == nil && err == nil {
				t.Fatal("there is neither a set nor an error")
			}
		}
		runtime.ReadMemStats(&after)
		if bytes, most := (after.TotalAlloc-before.TotalAlloc)/runs, uint64(16*len(text)); bytes > most {
			t.Errorf("%s: %d bytes of text take %d, more than %d", what, len(text), bytes, most)
		}
		if n := (after.Mallocs - before.Mallocs) / runs; n > 20 {
			t.Errorf("%s: %d allocations", what, n)
		}
	}
}

// TestFieldsOfDeepValues: members that are left out are not looked at however deep they are, values with a choice may
// nest as deep as without one, and a cycle is an error.
func TestFieldsOfDeepValues(t *testing.T) {
	type node struct {
		A    int
		P    price
		Next *node
		In   map[string]any
	}
	chain := func(levels int) *node {
		v := &node{A: 1, P: -1}
		for range levels {
			v = &node{A: 1, P: -1, Next: v}
		}
		return v
	}
	type list struct{ Next *list }
	var long *list
	for range 90_000 {
		long = &list{long}
	}
	ring := &node{P: -1}
	ring.Next = &node{P: -1, Next: ring}
	for name, api := range map[string]*zetes.API{"standard": zetes.Standard(), "own": zetes.Config{EmptySlices: true}.Freeze()} {
		chosen := api.With(zetes.PerCall{Fields: all(t, strings.Repeat("Next.", 4500)+"A")})
		v := chain(4500)
		want := strings.Repeat(`{"Next":`, 4500) + `{"A":1}` + strings.Repeat("}", 4500)
		if got, err := chosen.MarshalString(v); err != nil || got != want {
			t.Errorf("%s: of 4500 levels: %.50s, %v", name, got, err)
		}
		if got, err := chosen.MarshalString(chain(9900)); err != nil || !strings.HasSuffix(got, `{"Next":{"A":1}`+strings.Repeat("}", 4500)) {
			t.Errorf("%s: of 9900 levels: %.50s, %v", name, got, err)
		}
		// What is deep may lie in a map, whose values are written as a whole.
		var in any = []any{1, 2}
		for range 2200 {
			in = map[string]any{"x": []any{in}}
		}
		got, err := api.With(zetes.PerCall{Fields: all(t, "Next.In")}).MarshalString(&node{P: -1, Next: &node{P: -1, In: map[string]any{"x": in}}})
		if err != nil || !strings.HasPrefix(got, `{"Next":{"In":{"x":{"x":[{`) || strings.Count(got, `"x"`) != 2201 {
			t.Errorf("%s: of a deep map: %.50s, %v", name, got, err)
		}
		if got, err := api.With(zetes.PerCall{Fields: all(t, strings.Repeat("Next.", 9999)+"Next")}).MarshalString(ring); err == nil || !strings.Contains(err.Error(), "cycle") {
			t.Errorf("%s: of a ring: %.50s, %v", name, got, err)
		}
		if got, err := api.With(zetes.PerCall{Fields: all(t, "*")}).MarshalString(long); err != nil || strings.Count(got, "{") != 90_000 {
			t.Errorf("%s: of a long list: %.50s, %v", name, got, err)
		}
	}
}

// TestFieldsOfManyNames: each of many names leads to its own members, and so do names that have stars in them.
func TestFieldsOfManyNames(t *testing.T) {
	v, want := map[string]map[string]int{}, map[string]map[string]int{}
	var text []string
	for i := range 5000 {
		name, member := fmt.Sprintf("%x", i), string(rune('a'+i%7))
		v[name] = map[string]int{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": 5, "g": 6, "": 7}
		if i%3 != 0 {
			text = append(text, name+"."+member)
			want[name] = map[string]int{member: i % 7}
		}
	}
	check := func(v, want any, text string) {
		t.Helper()
		got, err := zetes.Standard().With(zetes.PerCall{Fields: all(t, text)}).Marshal(v)
		if wanted, _ := json.Marshal(want); err != nil || string(got) != string(wanted) {
			t.Errorf("%.100s of %.100v: %.200s, %v, want %.200s", text, v, got, err, wanted)
		}
	}
	check(v, want, strings.Join(text, ","))
	stars := map[string]int{"*": 1, "**": 2, "*a": 3, "a*": 4, "": 5, "b": 6}
	for text, want := range map[string]map[string]int{
		`\*`: {"*": 1}, `**`: {"**": 2}, `*\a`: {"*a": 3}, `\*a`: {"*a": 3}, `a*`: {"a*": 4}, `*`: stars, `\**`: {"**": 2}, `b,\*,c`: {"b": 6, "*": 1},
	} {
		check(stars, want, text)
	}
	deep := map[string]any{"a": map[string]any{"b": map[string]int{"c": 1, "d": 2}, "e": 3}}
	for text, want := range map[string]any{
		"a.b.c,a": deep, "a,a.b.c": deep, "a.b.c,a.b,a.e": deep, "a.b.c,a.b.d": map[string]any{"a": map[string]any{"b": map[string]int{"c": 1, "d": 2}}},
		"a,a.b.c,f.b": deep, "*.*.c,a.x": map[string]any{"a": map[string]any{}}, "*.b.c,*.e": map[string]any{"a": map[string]any{"b": map[string]int{"c": 1}, "e": 3}},
	} {
		check(deep, want, text)
	}
}

// TestFieldsPlaceOfErrors: an error is about a member that was chosen, as far as members that are left out are not
// looked at.
func TestFieldsPlaceOfErrors(t *testing.T) {
	type inner struct{ A, C float64 }
	type embedding struct {
		*inner
		E float64
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, row := range []struct {
		v      any
		fields string
		place  string
		at     string
	}{
		{struct{ A, C float64 }{nan, inf}, "C", ".C", "/C"},
		{struct{ A, C float64 }{nan, inf}, "*", ".A", "/A"},
		{struct {
			A float64
			D map[string]float64
		}{nan, map[string]float64{"x": nan}}, "D", `.D["x"]`, "/D/x"},
		// Maps, and structs that embed pointers, are written as a whole.
		{map[string]inner{"x": {A: nan}}, "x.C", `["x"].A`, "/x/A"},
		{embedding{&inner{A: nan}, nan}, "E", ".inner.A", "/A"},
		{[]any{1, &struct{ L, R []inner }{[]inner{{A: nan}}, []inner{{A: nan}, {A: nan, C: inf}}}}, "R.C", ".R[1].C", "/1/R/1/C"},
		{struct{ A, B chan int }{make(chan int), make(chan int)}, "B", ".B", "/B"},
		{struct{ A, B refusing }{}, "B", ".B", "/B"},
	} {
		for name, api := range map[string]*zetes.API{"standard": zetes.Standard(), "own": zetes.Config{EmptySlices: true}.Freeze()} {
			api = api.With(zetes.PerCall{Fields: all(t, row.fields)})
			_, err := api.Marshal(row.v)
			var e *zetes.Error
			if !errors.As(err, &e) || !strings.HasSuffix(e.GoPath(), row.place) || e.Pointer != row.at {
				t.Errorf("%s: %s of %v: %v is at %+v, want %s and %s", name, row.fields, row.v, err, e, row.place, row.at)
			}
			var b strings.Builder
			if err := stream.NewEncoder(&b, stream.Using(api)).Encode(row.v); !errors.As(err, &e) || e.Pointer != row.at {
				t.Errorf("%s: %s of %v: %v of a stream is at %+v, want %s", name, row.fields, row.v, err, e, row.at)
			}
		}
	}
}

type refusing struct{}

func (refusing) MarshalText() ([]byte, error) { return nil, errors.New("it fails") }
