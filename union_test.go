package zetes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/opt"
)

type (
	figure interface{ Sides() int }
	disc   struct{ R float64 }
	prism  struct {
		Kind  string `json:"kind"`
		Parts []figure
	}
	bag  map[string]int
	rest struct {
		N int
		opt.Unknown
	}
	bare int
)

// keptObject is a case that keeps the text of the whole object.
type keptObject struct{ json.RawMessage }

func (keptObject) Sides() int { return 5 }

// TestUnionKept: a case that has kept the member by methods of its own is written with one, and so is one that has not.
func TestUnionKept(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{zetes.Union[figure]("kind", zetes.Case[keptObject]("kept"), zetes.Case[*keptObject]("ptr"))}}.Freeze()
	for _, text := range []string{`{"kind":"kept","a":1}`, `{"a":{"kind":2},"kind":"kept"}`, `{"kind":"ptr"}`} {
		var v figure
		if err := api.UnmarshalString(text, &v); err != nil {
			t.Fatal(err)
		}
		if out, err := api.MarshalString(&v); out != text || err != nil {
			t.Errorf("%s, %v, want %s", out, err, text)
		}
	}
	v := figure(keptObject{json.RawMessage(`{"a":1}`)})
	if out, err := api.MarshalString(&v); out != `{"kind":"kept","a":1}` || err != nil {
		t.Errorf("%s, %v", out, err)
	}
}

func (disc) Sides() int   { return 0 }
func (*prism) Sides() int { return 3 }
func (bag) Sides() int    { return 1 }
func (rest) Sides() int   { return 2 }
func (bare) Sides() int   { return 4 }

var figures = zetes.Union[figure]("kind", zetes.Case[disc]("disc"), zetes.Case[*prism]("prism"), zetes.Case[bag]("<bag>"), zetes.Case[rest]("rest"), zetes.Case[bare]("bare"))

// TestUnion: under each configuration a value is written as an object with the member, and read again wherever that
// stands.
func TestUnion(t *testing.T) {
	for name, config := range map[string]zetes.Config{"plain": {}, "strict": zetes.Strict(), "keep": {KeepUnknown: true}, "raw": {NoEscapeHTML: true}} {
		config.Codecs = []codec.Codec{figures}
		api := config.Freeze()
		for _, row := range []struct {
			v     figure
			text  string
			other []string // is read to the same
		}{
			{nil, `null`, nil},
			{disc{1.5}, `{"kind":"disc","R":1.5}`, []string{` { "R" : 1.5 , "kind" : "disc" } `, `{"R":1.5,"kind":"\u0064isc"}`, `{ "kind":"disc" ,"R":1.5}`}},
			{&prism{Kind: "prism", Parts: []figure{disc{2}, nil, bag{}}}, `{"kind":"prism","Parts":[{"kind":"disc","R":2},null,{"kind":"<bag>"}]}`, []string{`{"Parts":[{"R":2,"kind":"disc"},null,{"kind":"<bag>"}],"kind":"prism"}`}},
			{rest{N: 1}, `{"kind":"rest","N":1}`, []string{`{"N":1,"kind":"rest"}`, `{"kind":"rest","N":1}`}},
		} {
			want := row.text
			if name != "raw" {
				want = strings.ReplaceAll(strings.ReplaceAll(want, "<", `\u003c`), ">", `\u003e`)
			}
			in := struct{ F []figure }{[]figure{row.v}}
			out, err := api.MarshalString(in)
			if out != `{"F":[`+want+`]}` || err != nil {
				t.Errorf("%s: %s, %v, want %s", name, out, err, want)
			}
			for _, text := range append(row.other, row.text) {
				got := in
				got.F = nil
				err := api.UnmarshalString(`{"F":[`+text+`]}`, &got)
				if err != nil || !reflect.DeepEqual(got, in) {
					t.Errorf("%s: %s is read as %+v, %v", name, text, got, err)
				}
			}
		}
	}
}

// TestUnionErrors: what is wrong is told with its place.
func TestUnionErrors(t *testing.T) {
	strict := zetes.Strict()
	strict.Codecs = []codec.Codec{figures}
	plain := zetes.Config{Codecs: []codec.Codec{figures}}
	for _, row := range []struct{ text, want, pointer string }{
		{`{"R":1}`, "does not say which case", "/1"},
		{`{"kind":"cube"}`, `no case "cube"`, "/1"},
		{`{"kind":"disc","R":1,"kind":"disc"}`, "twice", "/1"},
		{`{"R":1,"kind":5}`, `the member "kind", which says the case of the union, is no string (line 2`, "/1"},
		{`{"kind":null}`, "is no string (line 2", "/1"},
		{`[1]`, "array", "/1"},
		{`"disc"`, "string", "/1"},
		{`{"kind":"disc","R":"x"}`, "cannot unmarshal string", "/1/R"},
		{`{"kind":"prism","Parts":[{"kind":"disc"},{"kind":"disc","R":[]}]}`, "cannot unmarshal array", "/1/Parts/1/R"},
		{`{"kind":"disc","R":}`, "invalid character", "/1/R"},
		{`{"kind":"disc"`, "invalid character ']'", "/1"},
	} {
		for _, config := range []zetes.Config{plain, strict} {
			var list []figure
			err := config.Freeze().UnmarshalString("[null,\n"+row.text+"]", &list)
			var e *zetes.Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), row.want) && !(config.RejectDuplicates && row.want == "twice") {
				t.Errorf("%s: %v", row.text, err)
			} else if !strings.HasPrefix(e.Pointer, row.pointer) || e.Line != 2 {
				t.Errorf("%s: at %s, line %d", row.text, e.Pointer, e.Line)
			}
		}
	}
	var list []figure
	err := strict.Freeze().UnmarshalString(`[{"kind":"disc","R":1,"S":2}]`, &list)
	var e *zetes.Error
	if !errors.As(err, &e) || e.Pointer != "/0/S" || e.Column != 23 {
		t.Errorf("%v at %+v", err, e)
	}
	for _, v := range []figure{bare(1), strange{}} {
		if out, err := plain.Freeze().Marshal([]figure{v}); err == nil {
			t.Errorf("%T is written: %s", v, out)
		}
	}
	for name, f := range map[string]func(){
		"no interface": func() { zetes.Union[int]("k") },
		"no case":      func() { zetes.Union[figure]("k", zetes.Case[int]("a")) },
		"zero":         func() { zetes.Union[figure]("k", zetes.UnionCase{}) },
		"same name":    func() { zetes.Union[figure]("k", zetes.Case[disc]("a"), zetes.Case[bag]("a")) },
		"same type":    func() { zetes.Union[figure]("k", zetes.Case[disc]("a"), zetes.Case[disc]("b")) },
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

// TestUnionNames: fields that differ from the member in case alone are not given it, nor are maps.
func TestUnionNames(t *testing.T) {
	u := zetes.Union[figure]("kind", zetes.Case[odd]("odd"), zetes.Case[*bag]("bag"))
	for _, config := range []zetes.Config{{}, zetes.Strict(), {ExactCase: true}} {
		config.Codecs = []codec.Codec{u}
		api := config.Freeze()
		for _, v := range []figure{odd{3, 1}, odd{0, 1}, &bag{"a": 1}} {
			text, err := api.MarshalString([]figure{v})
			if err != nil {
				t.Fatal(err)
			}
			var back []figure
			if err := api.UnmarshalString(text, &back); err != nil || !reflect.DeepEqual(back, []figure{v}) {
				t.Errorf("%s is read as %+v, %v", text, back, err)
			}
		}
		if text, err := api.MarshalString([]figure{&bag{"kind": 1}}); err == nil {
			t.Errorf("a map with the member of its own is written: %s", text)
		}
	}
}

type odd struct {
	Kind int `json:"Kind,omitempty"`
	R    int
}

func (odd) Sides() int { return 5 }

type strange struct{}

func (strange) Sides() int { return 9 }

// Shape is what the example draws.
type Shape interface{ Area() float64 }

// Circle and Square are shapes.
type (
	Circle struct{ Radius float64 }
	Square struct{ Side float64 }
)

// Area is that of the circle.
func (c Circle) Area() float64 { return 3 * c.Radius * c.Radius }

// Area is that of the square.
func (s Square) Area() float64 { return s.Side * s.Side }

func ExampleUnion() {
	shapes := zetes.Union[Shape]("type", zetes.Case[Circle]("circle"), zetes.Case[Square]("square"))
	api := zetes.Config{Codecs: []codec.Codec{shapes}}.Freeze()
	out, err := api.MarshalString([]Shape{Circle{1}, Square{2}})
	fmt.Println(out, err)
	var list []Shape
	err = api.UnmarshalString(`[{"Side": 3, "type": "square"}]`, &list)
	fmt.Println(list[0].Area(), err)
	// Output:
	// [{"type":"circle","Radius":1},{"type":"square","Side":2}] <nil>
	// 9 <nil>
}

// TestUnionMemory: what unions within one another take together counts under the limit on memory, with the copies that
// are made where a case that reads itself must not see the member.
func TestUnionMemory(t *testing.T) {
	config := zetes.Config{RejectUnknown: true, Limits: zetes.Limits{Memory: 1 << 20}, Codecs: []codec.Codec{zetes.Union[figure]("kind", zetes.Case[*selfNest]("nest"))}}
	api := config.Freeze()
	for levels, ok := range map[int]bool{1: true, 3: true, 40: false} {
		text := strings.Repeat(`{"kind":"nest","In":`, levels) + `{"kind":"nest","S":"` + strings.Repeat("x", 50_000) + `"}` + strings.Repeat("}", levels)
		var v figure
		err := api.UnmarshalString(text, &v)
		var rule *zetes.RuleError
		if ok != (err == nil) || !ok && (!errors.As(err, &rule) || rule.Rule != zetes.MaxMemory) {
			t.Errorf("%d levels: %.200v", levels, err)
		}
	}
}

type nest struct {
	In figure
	S  string
	P  *int
}

func (*nest) Sides() int { return 1 }

// selfNest reads itself, as the nest that it is.
type selfNest nest

func (*selfNest) Sides() int { return 1 }

func (n *selfNest) UnmarshalZetes(r *codec.Reader) { zetes.ReadValue(r, (*nest)(n)) }

// TestUnionKeepsNoContext: nothing of a call is kept behind it, however many there are.
func TestUnionKeepsNoContext(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{figures}}.Freeze()
	held := guard.Held(func() any {
		for range 1000 {
			ctx := context.WithValue(t.Context(), reflect.TypeFor[figure](), make([]byte, 1<<10))
			var v []figure
			text, err := api.WithContext(ctx).Marshal([]figure{disc{1}})
			if err == nil {
				err = api.WithContext(ctx).Unmarshal(text, &v)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return api
	})
	if held > 500<<10 {
		t.Errorf("%d bytes are kept behind 1000 calls", held)
	}
}
