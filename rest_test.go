package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
)

type (
	restName string
	restItem struct {
		N int     `json:"n,omitzero"`
		L []int   `json:"l,omitempty"`
		F float64 `json:"f,omitzero"`
	}
	restInts struct {
		ID   int            `json:"id"`
		More map[string]int `json:",embed"`
		Name string         `json:"name,omitempty"`
	}
	restItems struct {
		More map[restName]restItem `json:",embed"`
		ID   *int                  `json:"id,omitempty"`
	}
	restPointer struct {
		More *map[string]*restItem `json:",embed"`
		ID   int                   `json:"id,omitzero"`
	}
	restAny struct {
		More map[string]any `json:",embed"`
	}
	restText struct {
		ID   int             `json:"id,omitzero"`
		More json.RawMessage `json:",embed"`
	}
	restDeep struct {
		Kids map[string]restDeep `json:",embed"`
		N    int                 `json:"n,omitzero"`
	}
	RestInner struct {
		X    int               `json:"x,omitzero"`
		More map[string]string `json:",embed"`
	}
	restEmbeds  struct{ RestInner }
	restPointed struct {
		*RestInner
		Y int `json:"y,omitzero"`
	}
	restOuter struct {
		RestInner
		All map[string]int `json:",embed"`
	}
	RestOther struct {
		Others map[string]string `json:",embed"`
	}
	restTwice struct { // two at one depth: none
		RestInner
		RestOther
	}
	restRules struct {
		A    int            `json:"a,required"`
		B    int            `json:"b" default:"7"`
		More map[string]int `json:",embed"`
	}
)

// TestRest decodes members without a field into maps and raw JSON, and encodes the result.
func TestRest(t *testing.T) {
	keep := zetes.Config{KeepUnknown: true}
	sure := zetes.Strict()
	sure.KeepUnknown = true
	rules := zetes.Config{KeepUnknown: true, Required: true, Defaults: true, ResetAbsent: true}
	for _, c := range []struct {
		config         zetes.Config
		target         any
		in, value, out string
	}{
		{keep, restInts{}, `{"x":1,"id":2,"a":3,"name":"n"}`, `{2 map[a:3 x:1] n}`, `{"id":2,"name":"n","a":3,"x":1}`},
		{keep, restInts{}, `{"ID":2,"Id2":3,"\u0061":4,"a":5}`, `{2 map[Id2:3 a:5] }`, `{"id":2,"Id2":3,"a":5}`},
		{keep, restInts{}, `{"id":2}`, `{2 map[] }`, `{"id":2}`},
		{keep, restInts{}, `{"x":null}`, `{0 map[x:0] }`, `{"id":0,"x":0}`},
		{keep, restInts{More: map[string]int{"x": 1, "y": 2}}, `{"y":3,"z":4}`, `{0 map[x:1 y:3 z:4] }`, `{"id":0,"x":1,"y":3,"z":4}`},
		{sure, restInts{}, `{"id":2,"x":1}`, `{2 map[x:1] }`, `{"id":2,"x":1}`},
		{keep, restItems{}, `{"a":{"n":1,"l":[1,2]},"b":{"l":[3]},"c":{}}`, `{map[a:{1 [1 2] 0} b:{0 [3] 0} c:{0 [] 0}] <nil>}`, `{"a":{"n":1,"l":[1,2]},"b":{"l":[3]},"c":{}}`},
		{keep, restItems{}, `{}`, `{map[] <nil>}`, `{}`},
		{keep, restPointer{}, `{"id":1}`, `{<nil> 1}`, `{"id":1}`},
		{keep, restPointer{}, `{"a":{"n":5},"id":1,"b":null}`, ``, `{"id":1,"a":{"n":5},"b":null}`},
		{keep, restAny{}, `{"b":[1,{"c":null}],"a":"x"}`, `{map[a:x b:[1 map[c:<nil>]]]}`, `{"a":"x","b":[1,{"c":null}]}`},
		{keep, restText{}, ` { "b" : [ 1 , 2 ] , "id":1, "\u0061":{ } } `, ``, `{"id":1,"b":[1,2],"\u0061":{}}`},
		{keep, restText{More: json.RawMessage(`{"old":1}`)}, `{"b":"<"}`, ``, `{"b":"\u003c"}`},
		{keep, restText{More: json.RawMessage(` {} `)}, `{"id":4}`, ``, `{"id":4}`},
		{keep, restDeep{}, `{"a":{"b":{"n":1},"n":2},"c":{}}`, `{map[a:{map[b:{map[] 1}] 2} c:{map[] 0}] 0}`, `{"a":{"n":2,"b":{"n":1}},"c":{}}`},
		{keep, restEmbeds{}, `{"x":1,"y":"2"}`, `{{1 map[y:2]}}`, `{"x":1,"y":"2"}`},
		{keep, restPointed{}, `{"y":1}`, `{<nil> 1}`, `{"y":1}`},
		{keep, restPointed{}, `{"y":1,"z":"2"}`, ``, `{"y":1,"z":"2"}`},
		{keep, restOuter{}, `{"x":1,"y":2}`, `{{1 map[]} map[y:2]}`, `{"x":1,"y":2}`},
		{keep, restTwice{}, `{"x":1,"y":"2"}`, `{{1 map[]} {map[]}}`, `{"x":1}`},
		{rules, restRules{More: map[string]int{"x": 1}}, `{"y":2,"a":1}`, `{1 7 map[x:1 y:2]}`, `{"a":1,"b":7,"x":1,"y":2}`},
		{zetes.Config{KeepUnknown: true, Alias: true, Limits: zetes.Limits{Memory: 1 << 20}}, restAny{}, `{"b":["y"],"a":"x"}`, `{map[a:x b:[y]]}`, `{"a":"x","b":["y"]}`},
	} {
		api := c.config.Freeze()
		v := reflect.New(reflect.TypeOf(c.target))
		v.Elem().Set(reflect.ValueOf(c.target))
		if err := api.Check(c.target); err != nil {
			t.Errorf("%T: %v", c.target, err)
		}
		if err := api.UnmarshalString(c.in, v.Interface()); err != nil || c.value != "" && fmt.Sprint(v.Elem()) != c.value {
			t.Errorf("%s into %T: %v, %v, want %s", c.in, c.target, v.Elem(), err, c.value)
		}
		for range 6 { // from the third on names of maps may be known
			if out, err := api.MarshalString(v.Interface()); err != nil || out != c.out {
				t.Errorf("%T from %s: %s, %v, want %s", c.target, c.in, out, err, c.out)
			}
		}
	}
}

// TestRestOrder: with unsorted maps all members come, in any order.
func TestRestOrder(t *testing.T) {
	api := zetes.Config{KeepUnknown: true, UnsortedMaps: true}.Freeze()
	v := restInts{ID: 1, More: map[string]int{}}
	for i := range 100 {
		v.More[fmt.Sprint("k", i)] = i
	}
	out, err := api.MarshalString(v)
	var back restInts
	if err = errors.Join(err, api.UnmarshalString(out, &back)); err != nil || !reflect.DeepEqual(v, back) {
		t.Errorf("%s: %v", out, err)
	}
}

// TestRestFaults: faults of members without a field have their places, the first one in the input counts, and what does
// not fit is passed over.
func TestRestFaults(t *testing.T) {
	limited := zetes.Config{KeepUnknown: true, Limits: zetes.Limits{Memory: 4 << 10, Depth: 20}}
	many := strings.Builder{}
	for i := range 500 {
		fmt.Fprintf(&many, `,"k%d":1`, i)
	}
	for name, c := range map[string]struct {
		config  zetes.Config
		target  any
		in      string
		reason  zetes.Reason
		offset  int64
		pointer string
		path    string
		value   string
	}{
		"misfit":       {zetes.Config{KeepUnknown: true}, restInts{}, `{"id":1,"x":"a","y":2,"name":3}`, zetes.ReasonWrongKind, 12, "/x", `restInts.More["x"]`, `{1 map[x:0 y:2] }`},
		"misfit below": {zetes.Config{KeepUnknown: true}, restItems{}, `{"x":{"l":[1,"a"]},"y":{"n":1}}`, zetes.ReasonWrongKind, 13, "/x/l/1", `restItems.More["x"].L[1]`, `{map[x:{0 [1 0] 0} y:{1 [] 0}] <nil>}`},
		"promoted":     {zetes.Config{KeepUnknown: true}, restEmbeds{}, `{"a":"b","q":1}`, zetes.ReasonWrongKind, 13, "/q", `restEmbeds.RestInner.More["q"]`, `{{0 map[a:b q:]}}`},
		"rules":        {zetes.Config{KeepUnknown: true, Required: true}, restRules{}, `{"x":"a","y":2}`, zetes.ReasonWrongKind, 5, "/x", `restRules.More["x"]`, `{0 0 map[x:0 y:2]}`},
		"duplicate":    {zetes.Config{KeepUnknown: true, RejectDuplicates: true}, restInts{}, `{"x":1,"x":2}`, zetes.ReasonDuplicateMember, 7, "/x", ``, `{0 map[] }`},
		"memory":       {limited, restInts{}, `{"id":1` + many.String() + `}`, zetes.ReasonTooLarge, 0, "", ``, ``},
		"memory below": {limited, restDeep{}, `{` + strings.Repeat(`"a":{`, 15) + strings.Repeat(`}`, 15) + many.String() + `}`, zetes.ReasonTooLarge, 0, "", ``, ``},
		"depth":        {limited, restDeep{}, strings.Repeat(`{"a":`, 21) + `{}` + strings.Repeat(`}`, 21), zetes.ReasonTooDeep, 100, "", ``, `{map[] 0}`},
		"syntax":       {zetes.Config{KeepUnknown: true}, restInts{More: map[string]int{"x": 9}}, `{"id":1,"x":2,"y":}`, zetes.ReasonSyntax, 18, "/y", ``, `{0 map[x:9] }`},
		"syntax anew":  {zetes.Config{KeepUnknown: true}, restItems{}, `{"x":{"n":1},"y":{"n":}}`, zetes.ReasonSyntax, 22, "/y/n", ``, `{map[] <nil>}`},
	} {
		v := reflect.New(reflect.TypeOf(c.target))
		v.Elem().Set(reflect.ValueOf(c.target))
		err := c.config.Freeze().UnmarshalString(c.in, v.Interface())
		var e *zetes.Error
		if !errors.As(err, &e) || e.Reason() != c.reason || c.offset > 0 && e.Offset != c.offset || c.pointer != "" && e.Pointer != c.pointer || c.path != "" && e.GoPath() != c.path {
			t.Errorf("%s: %#v", name, e)
			t.Log(err)
		}
		if got := fmt.Sprint(v.Elem()); c.value != "" && got != c.value {
			t.Errorf("%s: %s, want %s", name, got, c.value)
		}
	}
	api := zetes.Config{KeepUnknown: true}.Freeze()
	_, err := api.Marshal(restPointed{RestInner: &RestInner{}})
	if err != nil {
		t.Error(err)
	}
	var e *zetes.Error
	if _, err = api.Marshal([]restItems{{More: map[restName]restItem{"a": {}, "b": {F: math.Inf(1)}}}}); !errors.As(err, &e) || e.GoPath() != `([]zetes_test.restItems)[0].More["b"].F` || e.Pointer != "/0/b/f" {
		t.Errorf("%v, %#v", err, e)
	}
	for _, text := range []string{`1`, `[]`, `null`, `{`, `"x"`, `{"a":1} 2`, `{"a":}`} {
		if out, err := api.MarshalString(restText{More: json.RawMessage(text)}); err == nil {
			t.Errorf("%s: %s", text, out)
		}
	}
}

// TestRestCheck: a field that can't take the members without a field is an error of all values, and of Check.
func TestRestCheck(t *testing.T) {
	type (
		two struct {
			A map[string]int `json:",embed"`
			B map[string]int `json:",embed"`
		}
		both struct {
			opt.Unknown
			B map[string]int `json:",embed"`
		}
		options struct {
			A map[string]int `json:",embed,omitempty"`
		}
		keys struct {
			A map[int]int `json:",embed"`
		}
		number struct {
			A int `json:",embed"`
		}
		bytes struct {
			A []byte `json:",embed"`
		}
		named struct {
			A map[string]int `json:"a,embed"`
		}
		within struct {
			A map[string]bad `json:",embed"`
		}
	)
	api := zetes.Config{KeepUnknown: true, Defaults: true}.Freeze()
	for _, v := range []any{two{}, both{}, options{}, keys{}, number{}, bytes{}, within{}} {
		err := api.Check(v)
		var e *zetes.TypeError
		if !errors.As(err, &e) {
			t.Errorf("%T: %v", v, err)
		}
		if out, err := api.MarshalString(v); err == nil && reflect.TypeOf(v) != reflect.TypeFor[within]() {
			t.Errorf("%T is written as %s", v, out)
		}
		if err := api.UnmarshalString(`{"x":{}}`, reflect.New(reflect.TypeOf(v)).Interface()); err == nil {
			t.Errorf("%T takes a member", v)
		}
	}
	if err := api.Check(restInts{}); err != nil {
		t.Error(err)
	}
	if err := api.Check(named{}); err == nil {
		t.Error("a name beside embed is not reported")
	}
	coded := zetes.Config{KeepUnknown: true, Codecs: []codec.Codec{codec.For(func(w *codec.Writer, _ *map[string]int) { w.Null() }, func(r *codec.Reader, _ *map[string]int) { r.Skip() })}}.Freeze()
	if err := coded.Check(restInts{}); err == nil {
		t.Error("a map with a codec takes members")
	}
	if err := (zetes.Config{Intern: true}).Freeze().Check(restInts{}); err == nil || !strings.Contains(err.Error(), "KeepUnknown") {
		t.Errorf("without KeepUnknown: %v", err)
	}
}

type bad struct {
	N int8 `default:"300"`
}

// TestRestChosen: a set of fields and a union treat the entries as members.
func TestRestChosen(t *testing.T) {
	v := restInts{ID: 1, Name: "n", More: map[string]int{"x": 2, "y": 3}}
	fields, err := zetes.ParseFields("id,y")
	if err != nil {
		t.Fatal(err)
	}
	api := zetes.Config{KeepUnknown: true}.Freeze()
	if out, err := api.With(zetes.PerCall{Fields: fields}).MarshalString(v); err != nil || out != `{"id":1,"y":3}` {
		t.Errorf("%s, %v", out, err)
	}
	union := zetes.Config{KeepUnknown: true, Codecs: []codec.Codec{zetes.Union[restFigure]("kind", zetes.Case[restInts]("ints"))}}.Freeze()
	var f restFigure
	if err := union.UnmarshalString(`{"x":1,"kind":"ints","id":2}`, &f); err != nil || fmt.Sprint(f) != `{2 map[x:1] }` {
		t.Errorf("%v, %v", f, err)
	}
	if out, err := union.MarshalString(&f); err != nil || out != `{"kind":"ints","id":2,"x":1}` {
		t.Errorf("%s, %v", out, err)
	}
}

type restFigure interface{ figure() }

func (restInts) figure() {}
