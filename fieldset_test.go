package zetes_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
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
		// Beyond the levels that a machine follows encoding/json writes the value, and what was not chosen goes too.
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
	} {
		set, err := zetes.ParseFields(text)
		if bad == "" && (err != nil || set == nil) || bad != "" && (err == nil || !strings.Contains(err.Error(), bad)) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
