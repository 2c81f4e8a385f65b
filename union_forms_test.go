package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/opt"
)

// form is one way to say the case of a value: the union of the interface any, and of a struct of pointers.
type (
	ring     struct{ R float64 }
	box      struct{ A, B int }
	labelled struct {
		A int    `json:"A"`
		T string `json:"T,omitempty"`
	}
	keeper struct {
		N int
		opt.Unknown
	}
	deepBox struct {
		A  any
		In []any `json:",omitempty"`
	}
	drawn struct {
		Ring  *ring
		Box   *box
		Words []string
		Text  *string
		Count map[string]int
	}
)

func casesOf() []zetes.UnionCase {
	return []zetes.UnionCase{zetes.Case[ring]("ring"), zetes.Case[*box]("box"), zetes.Case[[]string]("words"), zetes.Case[string]("text"), zetes.Case[map[string]int]("count")}
}

// holder has what a union is for in a field.
type holder[T any] struct{ V []T }

// TestUnionForms: in each form, as an interface and as a struct of pointers, under each configuration, values are
// written as the form says, and read again.
func TestUnionForms(t *testing.T) {
	type row struct {
		value any
		text  string // of the value itself
		name  string
	}
	text := "a<b"
	rows := []row{
		{ring{1.5}, `{"R":1.5}`, "ring"}, {&box{1, 2}, `{"A":1,"B":2}`, "box"}, {[]string{"x"}, `["x"]`, "words"},
		{text, `"a<b"`, "text"}, {map[string]int{"k": 1}, `{"k":1}`, "count"}, {nil, `null`, ""},
	}
	forms := map[string]struct {
		of, held codec.Codec
		form     func(r row) (text string, others []string)
	}{
		"adjacent": {zetes.AdjacentUnion[any]("t", "c", casesOf()...), zetes.AdjacentUnion[drawn]("t", "c", casesOf()...), func(r row) (string, []string) {
			return fmt.Sprintf(`{"t":%q,"c":%s}`, r.name, r.text), []string{fmt.Sprintf(` { "c" : %s , "t" : %q } `, r.text, r.name)}
		}},
		"external": {zetes.ExternalUnion[any](casesOf()...), zetes.ExternalUnion[drawn](casesOf()...), func(r row) (string, []string) {
			return fmt.Sprintf(`{%q:%s}`, r.name, r.text), []string{fmt.Sprintf(` { %q : %s } `, r.name, r.text)}
		}},
		"untagged": {zetes.UntaggedUnion[any](casesOf()...), zetes.UntaggedUnion[drawn](casesOf()...), func(r row) (string, []string) { return r.text, nil }},
	}
	heldOf := func(v any) (d drawn) {
		switch v := v.(type) {
		case ring:
			d.Ring = &v
		case *box:
			d.Box = v
		case []string:
			d.Words = v
		case string:
			d.Text = &v
		case map[string]int:
			d.Count = v
		}
		return d
	}
	for config, c := range map[string]zetes.Config{"plain": {NoEscapeHTML: true}, "strict": zetes.Strict(), "keep": {KeepUnknown: true}, "alias": {Alias: true}} {
		for name, form := range forms {
			c.NoEscapeHTML = true
			c.Codecs = []codec.Codec{form.held, form.of}
			api := c.Freeze()
			if err := api.Check(holder[any]{}, holder[drawn]{}); err != nil {
				t.Errorf("%s, %s: %v", config, name, err)
			}
			for _, r := range rows {
				want, others := form.form(r)
				if r.value == nil {
					want, others = "null", nil
				}
				for _, text := range append(others, want) {
					of, held := holder[any]{[]any{r.value}}, holder[drawn]{[]drawn{heldOf(r.value)}}
					doc := `{"V":[` + text + `]}`
					gotOf, gotHeld := holder[any]{[]any{5}}, holder[drawn]{[]drawn{{Ring: &ring{1}}}}
					if err := api.UnmarshalString(doc, &gotOf); err != nil || !reflect.DeepEqual(of, gotOf) {
						t.Errorf("%s, %s: %s is read as %+v, %v", config, name, doc, gotOf, err)
					}
					if err := api.UnmarshalString(doc, &gotHeld); err != nil || !reflect.DeepEqual(held, gotHeld) {
						t.Errorf("%s, %s: %s is read as %+v, %v", config, name, doc, gotHeld, err)
					}
					for _, v := range []any{of, held} {
						if out, err := api.MarshalString(v); out != `{"V":[`+want+`]}` || err != nil {
							t.Errorf("%s, %s: %+v is written as %s, %v", config, name, v, out, err)
						}
					}
				}
			}
		}
	}
}

// TestUnionFormErrors: what does not fit a form is told with its place.
func TestUnionFormErrors(t *testing.T) {
	cases := []zetes.UnionCase{zetes.Case[ring]("ring"), zetes.Case[*box]("box"), zetes.Case[string]("text")}
	adjacent, external, untagged := zetes.AdjacentUnion[any]("t", "c", cases...), zetes.ExternalUnion[any](cases...), zetes.UntaggedUnion[any](append(cases, zetes.Case[labelled]("tagged"))...)
	for _, row := range []struct {
		cd                  codec.Codec
		text, want, pointer string
	}{
		{adjacent, `{"c":{"R":1}}`, "does not say which case", "/1"},
		{adjacent, `{"t":"cube","c":{}}`, `no case "cube"`, "/1"},
		{adjacent, `{"t":"ring","c":{"R":"x"}}`, "cannot unmarshal string", "/1/c/R"},
		{adjacent, `{"c":{"R":"x"},"t":"ring"}`, "cannot unmarshal string", "/1/c/R"},
		{adjacent, `{"t":"ring","c":{},"t":"ring"}`, "twice", "/1"},
		{adjacent, `{"t":"ring","c":{},"c":{}}`, "twice", "/1"},
		{adjacent, `{"t":7,"c":{}}`, "no string", "/1"},
		{adjacent, `[]`, "array", "/1"},
		{external, `{}`, "does not have one member", "/1"},
		{external, `{"ring":{},"box":{}}`, "does not have one member", "/1"},
		{external, `{"ring":{},"ring":{}}`, "does not have one member", "/1"},
		{external, `{"cube":{}}`, `no case "cube"`, "/1"},
		{external, `{"ring":{"R":[]}}`, "cannot unmarshal array", "/1/ring/R"},
		{external, `"ring"`, "string", "/1"},
		{untagged, `true`, "no case for this bool", "/1"},
		{untagged, `{"Z":1}`, "no case for this object", "/1"},
		{untagged, `{"R":"x"}`, "cannot unmarshal string", "/1/R"},
		{untagged, `{"A":"x"}`, `as "tagged" of type zetes_test.labelled, at /A: cannot unmarshal string into Go struct field ` +
			`labelled.A of type int; as "box" of type *zetes_test.box, at /A: cannot unmarshal string into Go struct field ` +
			`box.A of type int`, "/1"},
		{untagged, `{"A":}`, "invalid character", "/1/A"},
		{untagged, `]`, "invalid character", "/1"},
		{untagged, `{"A":1`, "invalid character", "/1"},
	} {
		for name, config := range map[string]zetes.Config{"plain": {}, "strict": zetes.Strict()} {
			config.Codecs = []codec.Codec{row.cd}
			var list []any
			err := config.Freeze().UnmarshalString("[null,\n"+row.text+"]", &list)
			var e *zetes.Error
			if config.RejectDuplicates && strings.Contains(err.Error(), "duplicate") {
				continue
			}
			if !errors.As(err, &e) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%s: %s: %v", name, row.text, err)
			} else if !strings.HasPrefix(e.Pointer, row.pointer) || e.Line != 2 {
				t.Errorf("%s: %s: at %s, line %d", name, row.text, e.Pointer, e.Line)
			}
		}
	}
	var v []any
	if err := (zetes.Config{RejectUnknown: true, Codecs: []codec.Codec{adjacent}}).Freeze().UnmarshalString(`[{"t":"ring","x":1}]`, &v); err == nil || !strings.Contains(err.Error(), `unknown member "x"`) {
		t.Error(err)
	}
	if err := (zetes.Config{Codecs: []codec.Codec{adjacent}}).Freeze().UnmarshalString(`[{"x":1,"t":"ring"},{"t":"box"}]`, &v); err != nil || !reflect.DeepEqual(v, []any{ring{}, &box{}}) {
		t.Errorf("%+v, %v", v, err)
	}
	two := drawn{Ring: &ring{}, Box: &box{}}
	if out, err := (zetes.Config{Codecs: []codec.Codec{zetes.ExternalUnion[drawn](casesOf()...)}}).Freeze().Marshal(two); err == nil || !strings.Contains(err.Error(), "two fields") {
		t.Errorf("%s, %v", out, err)
	}
	for _, cd := range []codec.Codec{adjacent, external, untagged} {
		if out, err := (zetes.Config{Codecs: []codec.Codec{cd}}).Freeze().Marshal([]any{5}); err == nil || !strings.Contains(err.Error(), "no case of type int") {
			t.Errorf("%s, %v", out, err)
		}
	}
	type twice struct{ A, B *ring }
	type more struct {
		A *ring
		B *int
	}
	for name, f := range map[string]func(){
		"one name":    func() { zetes.AdjacentUnion[any]("t", "t") },
		"two fields":  func() { zetes.ExternalUnion[twice](zetes.Case[ring]("r")) },
		"no case":     func() { zetes.ExternalUnion[more](zetes.Case[ring]("r")) },
		"no field":    func() { zetes.UntaggedUnion[more](zetes.Case[ring]("r"), zetes.Case[string]("s")) },
		"no union":    func() { zetes.UntaggedUnion[[]int]() },
		"field value": func() { zetes.UntaggedUnion[struct{ A ring }](zetes.Case[ring]("r")) },
	} {
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.HasPrefix(fmt.Sprint(v), "zetes: ") {
					t.Errorf("%s: %v", name, v)
				}
			}()
			f()
		}()
	}
}

// TestUnionOthers: the type for other names reads the whole object in each form, and is written as it was.
func TestUnionOthers(t *testing.T) {
	raw := zetes.Otherwise[json.RawMessage]()
	for _, row := range []struct {
		cd           codec.Codec
		texts, wrong []string
	}{
		{zetes.AdjacentUnion[any]("t", "c", zetes.Case[ring]("ring"), raw), []string{`{"t":"new","c":[1]}`, `{"c":{"t":"ring"},"t":"new","x":1}`}, []string{`{"t":"ring"}`, `{"c":1}`, `[]`}},
		{zetes.ExternalUnion[any](zetes.Case[ring]("ring"), raw), []string{`{"new":[1]}`}, []string{`{"ring":{}}`, `{}`, `{"a":1,"b":2}`, `"new"`}},
		{zetes.UntaggedUnion[any](zetes.Case[ring]("ring"), zetes.Case[labelled]("tagged"), raw), []string{`[1]`, `true`, `{"x":1}`, `{"x":{"R":1}}`}, nil},
	} {
		api := zetes.Config{Codecs: []codec.Codec{row.cd}}.Freeze()
		for _, text := range row.texts {
			text = "[" + text + "]"
			var v []any
			if err := api.UnmarshalString(text, &v); err != nil || len(v) != 1 || reflect.TypeOf(v[0]) != reflect.TypeFor[json.RawMessage]() {
				t.Errorf("%s is read as %T, %v", text, v, err)
			} else if out, err := api.MarshalString(v); out != text || err != nil {
				t.Errorf("%s, %v, want %s", out, err, text)
			}
		}
		for _, text := range row.wrong {
			if out, err := api.Marshal([]any{json.RawMessage(text)}); err == nil {
				t.Errorf("%s is written as other", out)
			}
		}
	}
}

// TestUntagged: which case a value is read as.
func TestUntagged(t *testing.T) {
	type named struct{ Name, Extra string }
	type short struct{ Name string }
	type optional struct {
		Name string
		Note string `json:",omitempty"`
	}
	type numbered struct{ Name int }
	for _, row := range []struct {
		cases []zetes.UnionCase
		text  string
		want  any
	}{
		{[]zetes.UnionCase{zetes.Case[named](""), zetes.Case[short]("")}, `{"Name":"x"}`, short{"x"}},
		{[]zetes.UnionCase{zetes.Case[short](""), zetes.Case[named]("")}, `{"Name":"x","Extra":"y"}`, named{"x", "y"}},
		{[]zetes.UnionCase{zetes.Case[short](""), zetes.Case[named]("")}, `{"extra":"y","other":1}`, named{"", "y"}},
		{[]zetes.UnionCase{zetes.Case[short](""), zetes.Case[optional]("")}, `{"Name":"x"}`, short{"x"}},
		{[]zetes.UnionCase{zetes.Case[optional](""), zetes.Case[short]("")}, `{"Name":"x"}`, optional{Name: "x"}},
		{[]zetes.UnionCase{zetes.Case[numbered](""), zetes.Case[short]("")}, `{"Name":"x"}`, short{"x"}},
		{[]zetes.UnionCase{zetes.Case[numbered](""), zetes.Case[short]("")}, `{"Name":null}`, numbered{}},
		{[]zetes.UnionCase{zetes.Case[short](""), zetes.Case[named]("")}, `{}`, short{}},
		{[]zetes.UnionCase{zetes.Case[map[string]any](""), zetes.Case[short]("")}, `{"Name":"x"}`, short{"x"}},
		{[]zetes.UnionCase{zetes.Case[map[string]any](""), zetes.Case[short]("")}, `{"Name":1}`, map[string]any{"Name": 1.0}},
		{[]zetes.UnionCase{zetes.Case[map[string]any](""), zetes.Case[short]("")}, `{"x":1}`, map[string]any{"x": 1.0}},
		{[]zetes.UnionCase{zetes.Case[int](""), zetes.Case[float64]("")}, `1`, 1},
		{[]zetes.UnionCase{zetes.Case[int](""), zetes.Case[float64]("")}, `1.5`, 1.5},
		{[]zetes.UnionCase{zetes.Case[int8](""), zetes.Case[int64]("")}, `300`, int64(300)},
		{[]zetes.UnionCase{zetes.Case[time.Time](""), zetes.Case[string]("")}, `"2026-01-02T03:04:05Z"`, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{[]zetes.UnionCase{zetes.Case[time.Time](""), zetes.Case[string]("")}, `"soon"`, "soon"},
		{[]zetes.UnionCase{zetes.Case[[]int](""), zetes.Case[[]string](""), zetes.Case[[][]int]("")}, `[[1],[]]`, [][]int{{1}, {}}},
		{[]zetes.UnionCase{zetes.Case[keeper](""), zetes.Case[short]("")}, `{"M":1,"Name":"x"}`, short{"x"}},
		{[]zetes.UnionCase{zetes.Case[bool](""), zetes.Case[json.Number]("")}, `17`, json.Number("17")},
		{[]zetes.UnionCase{zetes.Case[*short](""), zetes.Case[opt.Value[int]]("")}, `17`, opt.Of(17)},
	} {
		var v []anything
		err := zetes.Config{Codecs: []codec.Codec{zetes.UntaggedUnion[anything](row.cases...)}}.Freeze().UnmarshalString("["+row.text+"]", &v)
		if err != nil || !reflect.DeepEqual(v, []anything{row.want}) {
			t.Errorf("%s: %#v, %v", row.text, v, err)
		}
	}
}

// TestUntaggedCheck: Check reports cases that can't be told apart.
func TestUntaggedCheck(t *testing.T) {
	type a struct{ A int }
	type same struct{ A int }
	type more struct {
		A int
		B int `json:",omitempty"`
	}
	type text struct{ A string }
	type other struct{ A, B int }
	for _, row := range []struct {
		cases []zetes.UnionCase
		want  int
	}{
		{[]zetes.UnionCase{zetes.Case[a]("a"), zetes.Case[same]("same")}, 1},
		{[]zetes.UnionCase{zetes.Case[a]("a"), zetes.Case[more]("more"), zetes.Case[same]("same")}, 3},
		{[]zetes.UnionCase{zetes.Case[a]("a"), zetes.Case[text]("text"), zetes.Case[other]("other"), zetes.Case[map[string]int]("map")}, 0},
		{[]zetes.UnionCase{zetes.Case[string]("a"), zetes.Case[time.Time]("b")}, 1},
		{[]zetes.UnionCase{zetes.Case[time.Time]("a"), zetes.Case[string]("b")}, 0},
		{[]zetes.UnionCase{zetes.Case[float64]("a"), zetes.Case[int]("b")}, 1},
		{[]zetes.UnionCase{zetes.Case[int8]("a"), zetes.Case[int]("b"), zetes.Case[uint64]("c"), zetes.Case[float32]("d")}, 0},
		{[]zetes.UnionCase{zetes.Case[int64]("a"), zetes.Case[uint32]("b"), zetes.Case[uint64]("c"), zetes.Case[int]("d")}, 2},
		{[]zetes.UnionCase{zetes.Case[string]("a"), zetes.Case[[]string]("b"), zetes.Case[[]int]("c"), zetes.Case[[][]int]("d"), zetes.Case[bool]("e")}, 0},
		{[]zetes.UnionCase{zetes.Case[[]any]("a"), zetes.Case[[]string]("b")}, 1},
		{[]zetes.UnionCase{zetes.Case[[2]int]("a"), zetes.Case[[]int]("b"), zetes.Case[[3]int8]("c"), zetes.Case[[]string]("d")}, 3},
		{[]zetes.UnionCase{zetes.Case[[4]byte]("a"), zetes.Case[[]byte]("b"), zetes.Case[[2]string]("c"), zetes.Case[[]int]("d")}, 0},
		{[]zetes.UnionCase{zetes.Case[map[string]float64]("a"), zetes.Case[map[string]int]("b"), zetes.Case[map[string]string]("c")}, 1},
	} {
		err := zetes.Config{Codecs: []codec.Codec{zetes.UntaggedUnion[anything](row.cases...)}}.Freeze().Check([]anything{})
		if n := strings.Count(fmt.Sprint(err), "can't tell"); n != row.want {
			t.Errorf("%d, want %d: %v", n, row.want, err)
		}
	}
	for _, cd := range []codec.Codec{zetes.AdjacentUnion[any]("t", "c", zetes.Case[a]("\xff")), zetes.ExternalUnion[any](zetes.Case[a]("\xff"))} {
		if err := (zetes.Config{Codecs: []codec.Codec{cd}}).Freeze().Check([]any{}); err == nil || !strings.Contains(err.Error(), "UTF-8") {
			t.Error(err)
		}
	}
}

// TestUntaggedNested: values within one another that several cases are tried for take a bounded number of tries, and
// those that one case is chosen for by its members may be nested as deep as others.
func TestUntaggedNested(t *testing.T) {
	tries := 0
	count := codec.For(func(w *codec.Writer, v *tried) { w.Null() }, func(r *codec.Reader, v *tried) {
		tries++
		r.Fail(errors.New("it does not fit"))
	})
	type first struct {
		In any
		T  *tried `json:",omitempty"`
	}
	type second first
	api := zetes.Config{Codecs: []codec.Codec{count, zetes.UntaggedUnion[any](zetes.Case[first]("a"), zetes.Case[second]("b"))}}.Freeze()
	for _, levels := range []int{3, 6, 100} {
		tries = 0
		text := strings.Repeat(`{"In":`, levels) + `{"T":1}` + strings.Repeat("}", levels)
		var v any
		if err := api.UnmarshalString("["+text+"]", &[]any{v}); err == nil || len(err.Error()) > 50_000 {
			t.Errorf("%d levels: %.200v", levels, err)
		}
		if tries > 128 {
			t.Errorf("%d levels: %d tries", levels, tries)
		}
	}
	api = zetes.Config{Codecs: []codec.Codec{zetes.UntaggedUnion[any](zetes.Case[*deepBox]("a"), zetes.Case[ring]("b"))}}.Freeze()
	text := "[" + strings.Repeat(`{"A":`, 2000) + `{"R":1}` + strings.Repeat("}", 2000) + "]"
	var v []any
	if err := api.UnmarshalString(text, &v); err != nil {
		t.Fatal(err)
	}
	if err := api.UnmarshalString(strings.Repeat(`[{"A":`, 20_000), &v); err == nil {
		t.Error("a cut text is read")
	}
	// The limit on memory ends a try for all cases.
	limited := zetes.Config{Limits: zetes.Limits{Memory: 1 << 16}, Codecs: []codec.Codec{zetes.UntaggedUnion[any](zetes.Case[[]int]("a"), zetes.Case[[]float64]("b"))}}.Freeze()
	err := limited.UnmarshalString("["+"["+strings.Repeat("1,", 100_000)+"1.5]]", &v)
	var rule *zetes.RuleError
	if !errors.As(err, &rule) || rule.Rule != zetes.MaxMemory {
		t.Errorf("%.200v", err)
	}
}

type tried int

// anything is an interface type of its own, so that values in an any have no codec.
type anything any

// Reply is what the example of untagged unions reads: a text, several, or a file.
type Reply struct {
	Text  *string
	Texts []string
	File  *File
}

// File is a file of a Reply.
type File struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

func ExampleUntaggedUnion() {
	replies := zetes.UntaggedUnion[Reply](zetes.Case[string]("text"), zetes.Case[[]string]("texts"), zetes.Case[File]("file"))
	api := zetes.Config{Codecs: []codec.Codec{replies}}.Freeze()
	var list []Reply
	err := api.UnmarshalString(`["yes", ["a","b"], {"name":"x.txt","size":3}]`, &list)
	fmt.Println(*list[0].Text, list[1].Texts, *list[2].File, err)
	out, err := api.MarshalString(list)
	fmt.Println(out, err)
	// Output:
	// yes [a b] {x.txt 3} <nil>
	// ["yes",["a","b"],{"name":"x.txt","size":3}] <nil>
}

func ExampleAdjacentUnion() {
	shapes := zetes.AdjacentUnion[Shape]("type", "data", zetes.Case[Circle]("circle"), zetes.Case[Square]("square"))
	api := zetes.Config{Codecs: []codec.Codec{shapes}}.Freeze()
	out, err := api.MarshalString([]Shape{Circle{1}})
	fmt.Println(out, err)
	var list []Shape
	err = api.UnmarshalString(`[{"data": {"Side": 3}, "type": "square"}]`, &list)
	fmt.Println(list[0].Area(), err)
	// Output:
	// [{"type":"circle","data":{"Radius":1}}] <nil>
	// 9 <nil>
}

func ExampleExternalUnion() {
	shapes := zetes.ExternalUnion[Shape](zetes.Case[Circle]("circle"), zetes.Case[Square]("square"))
	api := zetes.Config{Codecs: []codec.Codec{shapes}}.Freeze()
	out, err := api.MarshalString([]Shape{Circle{1}})
	fmt.Println(out, err)
	var list []Shape
	err = api.UnmarshalString(`[{"square": {"Side": 3}}]`, &list)
	fmt.Println(list[0].Area(), err)
	// Output:
	// [{"circle":{"Radius":1}}] <nil>
	// 9 <nil>
}

// TestUnionNil: a nil pointer to a type that has a case is written as null in every form, which reads as nil.
func TestUnionNil(t *testing.T) {
	for name, c := range map[string]codec.Codec{
		"internal": zetes.Union[happening]("type", zetes.Case[plainCase]("s"), zetes.Otherwise[keepCase]()),
		"adjacent": zetes.AdjacentUnion[happening]("type", "data", zetes.Case[plainCase]("s"), zetes.Otherwise[keepCase]()),
		"external": zetes.ExternalUnion[happening](zetes.Case[plainCase]("s")),
		"untagged": zetes.UntaggedUnion[happening](zetes.Case[plainCase]("s")),
	} {
		api := zetes.Config{Codecs: []codec.Codec{c}}.Freeze()
		values := []happening{(*plainCase)(nil), plainCase{7}}
		if name == "internal" || name == "adjacent" {
			values = append(values, (*keepCase)(nil))
		}
		out, err := api.Marshal(values)
		if err != nil || !strings.HasPrefix(string(out), "[null,{") || len(values) == 3 && !strings.HasSuffix(string(out), "},null]") {
			t.Errorf("%s: %s, %v", name, out, err)
		}
		var back []happening
		if err := api.Unmarshal(out, &back); err != nil || len(back) != len(values) || back[0] != nil || back[1] != happening(plainCase{7}) {
			t.Errorf("%s: %v, %v", name, back, err)
		}
	}
}

// textual writes itself as an object, though its kind is that of a string.
type textual string

func (t textual) MarshalJSON() ([]byte, error) { return []byte(`{"text":"` + string(t) + `"}`), nil }

// TestUnionCheckKind: a case of a Union whose values are never objects is told by Check.
func TestUnionCheckKind(t *testing.T) {
	check := func(cases ...zetes.UnionCase) error {
		return zetes.Config{Codecs: []codec.Codec{zetes.Union[any]("type", cases...)}}.Freeze().Check([]any{})
	}
	err := check(zetes.Case[*string]("s"), zetes.Case[[]int]("ints"), zetes.Case[textual]("t"), zetes.Case[map[string]int]("m"), zetes.Case[struct{}]("e"))
	const want = "json: type *string: a union names the case \"s\" in the value's object, but values of this type are no objects\n" +
		"json: type []int: a union names the case \"ints\" in the value's object, but values of this type are no objects"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestExternalOnce: an external union is read in one pass. Its errors are at the member that is wrong, and the number
// of bytes that are read for values within one another does not grow with the depth.
func TestExternalOnce(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{zetes.ExternalUnion[any](zetes.Case[[]any]("l"), zetes.Case[string]("s"))}}.Freeze()
	for text, want := range map[string]string{`{"x":1}`: "/x", `{"s":"","l":[]}`: "/l", `{"l":[{"s":1}]}`: "/l/0/s", `{}`: ""} {
		var v any
		var at *zetes.Error
		if err := api.UnmarshalString(text, &v); !errors.As(err, &at) || at.Pointer != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	read := func(depth int) (n int) {
		text := strings.Repeat(`{"l":[`, depth) + strings.Repeat(`{"s":"x"},`, 20_000) + `{"s":""}` + strings.Repeat(`]}`, depth)
		var v any
		meter.Count = func(more int) { n += more }
		defer func() { meter.Count = nil }()
		if err := api.UnmarshalString(text, &v); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if flat, deep := read(1), read(1000); deep > 2*flat {
		t.Errorf("%d bytes are read at depth 1, %d at depth 1,000", flat, deep)
	}
}
