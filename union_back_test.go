package zetes_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
)

// happening is what the cases of these tests are.
type happening interface{ happens() }

type (
	plainCase struct{ X int }
	fieldCase struct {
		Type string `json:"type"`
		X    int
	}
	lateCase struct {
		X    int
		Type *string `json:"type,omitempty"`
	}
	nullCase struct {
		Type *string `json:"type"`
		X    int
	}
	anyCase struct {
		Type any `json:"type"`
		X    int
	}
	intCase struct {
		Type int `json:"type"`
		X    int
	}
	quotedCase struct {
		Type int `json:"type,string"`
	}
	keepCase struct {
		X int
		opt.Unknown
	}
	keepField struct {
		Type string `json:"type"`
		opt.Unknown
	}
	foldCase struct {
		TYPE string
		X    int
	}
	mapCase   map[string]any
	selfCase  struct{ text string }
	textCase  struct{ json.RawMessage }
	ptrCase   struct{ X int }
	unlisted  struct{}
	otherKeep struct {
		Type string `json:"type"`
		opt.Unknown
	}
	otherMap   map[string]any
	otherPlain struct{ X int }
	deepCase   struct{ In []happening }
)

func (plainCase) happens()  {}
func (fieldCase) happens()  {}
func (lateCase) happens()   {}
func (nullCase) happens()   {}
func (anyCase) happens()    {}
func (intCase) happens()    {}
func (quotedCase) happens() {}
func (keepCase) happens()   {}
func (keepField) happens()  {}
func (foldCase) happens()   {}
func (mapCase) happens()    {}
func (selfCase) happens()   {}
func (textCase) happens()   {}
func (ptrCase) happens()    {}
func (unlisted) happens()   {}
func (otherKeep) happens()  {}
func (otherMap) happens()   {}
func (otherPlain) happens() {}
func (deepCase) happens()   {}

func (s selfCase) MarshalJSON() ([]byte, error)  { return []byte(s.text), nil }
func (s *selfCase) UnmarshalJSON(b []byte) error { s.text = string(b); return nil }

func happenings(others ...zetes.UnionCase) codec.Codec {
	return zetes.Union[happening]("type", append(others, zetes.Case[plainCase]("plain"), zetes.Case[fieldCase]("field"), zetes.Case[*lateCase]("late"), zetes.Case[nullCase]("null"), zetes.Case[anyCase]("any"),
		zetes.Case[intCase]("int"), zetes.Case[quotedCase]("7"), zetes.Case[keepCase]("keep"), zetes.Case[keepField]("keep field"), zetes.Case[foldCase]("<fold>"), zetes.Case[mapCase]("map"),
		zetes.Case[selfCase]("self"), zetes.Case[textCase]("text"), zetes.Case[*ptrCase]("ptr"), zetes.Case[deepCase]("deep"))...)
}

func keeping(members ...string) (u opt.Unknown) {
	for i := 0; i < len(members); i += 2 {
		u.AddNoCheck(members[i], []byte(members[i+1]))
	}
	return u
}

// TestUnionBack: under every configuration what a union writes is read back as the same case, or writing it is an
// error.
func TestUnionBack(t *testing.T) {
	text := func(s string) *string { return &s }
	values := []happening{
		plainCase{1}, &plainCase{2}, (*plainCase)(nil), nil, fieldCase{X: 1}, fieldCase{"field", 2}, fieldCase{"plain", 3}, fieldCase{"no case", 4}, &fieldCase{X: 5}, lateCase{X: 1}, &lateCase{2, text("late")},
		&lateCase{3, text("")}, &lateCase{4, text("plain")}, (*lateCase)(nil), nullCase{X: 1}, nullCase{text("null"), 2}, nullCase{text(""), 3}, nullCase{text("x"), 4}, anyCase{nil, 1}, anyCase{"any", 2}, anyCase{3, 3}, anyCase{"", 4},
		anyCase{map[string]any{}, 5}, intCase{}, intCase{5, 1}, quotedCase{7}, quotedCase{}, keepCase{1, keeping()}, keepCase{1, keeping("a", "1")}, keepCase{1, keeping("type", `"keep"`)}, keepCase{2, keeping("type", `"plain"`)},
		keepCase{3, keeping("type", "5")}, keepCase{3, keeping("type", `"keep"`, "type", `"keep"`)}, keepField{}, keepField{"keep field", keeping("type", `"keep field"`)}, keepField{"", keeping("b", "2")}, keepField{"", keeping("Type", `"zz"`)}, keepField{"keep field", keeping("TYPE", "1")}, foldCase{}, foldCase{"x", 1},
		mapCase{}, mapCase(nil), mapCase{"a": 1.0}, mapCase{"type": "map"}, mapCase{"type": ""}, mapCase{"type": nil, "a": true}, mapCase{"type": "plain"}, &mapCase{"b": true}, selfCase{`{}`}, selfCase{`{"type":"self"}`}, selfCase{`{"type":"plain"}`}, selfCase{`{"type":""}`}, selfCase{`{"a":1,"type":null}`},
		selfCase{`{"type":5}`}, selfCase{`{"type":"self","type":"self"}`}, selfCase{`[]`}, selfCase{`null`}, selfCase{`{ "a" : 1 }`}, selfCase{"{ \n}"}, selfCase{" {}"}, selfCase{`{`}, selfCase{``}, textCase{json.RawMessage(`{"b":{"type":1}}`)},
		ptrCase{1}, &ptrCase{2}, (*ptrCase)(nil), unlisted{}, &unlisted{}, (*unlisted)(nil), deepCase{[]happening{nil, plainCase{1}, fieldCase{X: 1}, deepCase{}}}, &deepCase{[]happening{fieldCase{"plain", 1}}},
		otherKeep{}, otherKeep{"new", keeping("a", "1")}, otherKeep{"plain", keeping()}, &otherKeep{"newer", keeping("type", `"new"`)}, otherMap{}, otherMap{"type": "new", "a": 1.0}, otherMap{"type": "plain"}, otherMap{"type": 5.0}, otherPlain{1}, &otherPlain{2},
	}
	written := map[bool]int{}
	for name, config := range map[string]zetes.Config{
		"plain": {}, "strict": zetes.Strict(), "keep": {KeepUnknown: true}, "keep, reject": {KeepUnknown: true, RejectUnknown: true, ExactCase: true}, "unchecked": {UncheckedMethods: true, UncheckedRaw: true}, "canonical": {Canonical: true, KeepUnknown: true},
		"no escapes": {NoEscapeHTML: true}, "omit": {OmitEmpty: true, OmitZero: true}, "naming": {Naming: strings.ToLower}, "indent": {Indent: " "}, "ints": {IntsAsStrings: true}, "empty": {EmptyMaps: true}, "fuzzy": {Fuzzy: true},
	} {
		for _, others := range [][]zetes.UnionCase{nil, {zetes.Otherwise[otherKeep]()}, {zetes.Otherwise[*otherKeep]()}, {zetes.Otherwise[otherMap]()}, {zetes.Otherwise[otherPlain]()}} {
			config.Codecs = []codec.Codec{happenings(others...)}
			api := config.Freeze()
			for _, v := range values {
				in := []happening{v}
				text, err := api.MarshalString(in)
				if written[err == nil]++; err != nil {
					continue
				}
				where := fmt.Sprintf("%s, %v: %T %+v became %s", name, others, v, v, text)
				var back []happening
				err = api.UnmarshalString(text, &back)
				if _, ok := v.(intCase); ok && err != nil {
					continue // Check tells of its field, as TestUnionCheck has it
				}
				if err != nil || len(back) != 1 {
					t.Errorf("%s, and was read as %v, %v", where, back, err)
					continue
				}
				if strings.TrimSpace(strings.Trim(text, "[]\n ")) == "null" {
					if rv := reflect.ValueOf(v); v != nil && !(rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Map) && v != happening(selfCase{"null"}) || back[0] != nil {
						t.Errorf("%s, and was read as %v", where, back[0])
					}
					continue
				}
				if a, b := baseOf(v), baseOf(back[0]); a.Type() != b.Type() {
					t.Errorf("%s, and was read as %v", where, b.Type())
				}
				if m, ok := v.(mapCase); ok && len(m) != baseOf(back[0]).Len() {
					t.Errorf("%s, and was read as %v", where, back[0])
				}
				again, err := api.MarshalString(back)
				var x, y any
				if json.Unmarshal([]byte(text), &x); err != nil || json.Unmarshal([]byte(again), &y) != nil || !reflect.DeepEqual(x, y) {
					t.Errorf("%s, was read, and became %s, %v", where, again, err)
				}
			}
		}
	}
	if written[true] < 2000 || written[false] < 500 {
		t.Errorf("%d values are written, %d are errors", written[true], written[false])
	}
}

// baseOf returns v, or what v points to.
func baseOf(v any) reflect.Value { return reflect.Indirect(reflect.ValueOf(v)) }

// TestUnionWrites has the texts of what is written where the field or the type differ.
func TestUnionWrites(t *testing.T) {
	keep := zetes.Config{KeepUnknown: true, Codecs: []codec.Codec{happenings(zetes.Otherwise[otherKeep]())}}.Freeze()
	for _, row := range []struct {
		v    happening
		want string // or what the error has
	}{
		{fieldCase{X: 1}, `{"type":"field","X":1}`}, {&fieldCase{X: 1}, `{"type":"field","X":1}`}, {fieldCase{Type: "plain"}, `has "plain" as its member "type"`}, {lateCase{X: 1}, `{"type":"late","X":1}`},
		{nullCase{X: 1}, `{"type":"null","X":1}`}, {anyCase{X: 1}, `{"type":"any","X":1}`}, {intCase{5, 1}, "is no string"}, {(*ptrCase)(nil), `null`}, {ptrCase{1}, `{"type":"ptr","X":1}`}, {&plainCase{1}, `{"type":"plain","X":1}`},
		{keepCase{1, keeping("type", `"keep"`)}, `{"X":1,"type":"keep"}`}, {selfCase{`{"a":1,"type":null}`}, `{"a":1,"type":"self"}`}, {selfCase{`{ }`}, `{"type":"self"}`}, {selfCase{`[]`}, "is no object"}, {mapCase(nil), `null`},
		{mapCase{"type": ""}, `has a member "type" of its own`}, {&mapCase{"a": 1, "type": nil}, `has a member "type" of its own`}, {keepCase{1, keeping("type", `""`)}, `has a member "type" of its own`},
		{mapCase{"type": "map"}, `has a member "type" of its own`}, {otherKeep{"new", keeping("a", "1")}, `{"type":"new","a":1}`}, {otherKeep{"plain", keeping()}, `has the name of its case "plain"`}, {otherKeep{}, `{"type":""}`}, {unlisted{}, "no case of type zetes_test.unlisted"},
		{foldCase{"x", 1}, `{"type":"\u003cfold\u003e","TYPE":"x","X":1}`},
	} {
		text, err := keep.MarshalString([]happening{row.v})
		if got := strings.Trim(text, "[]"); err == nil && got != row.want || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%#v: %s, %v, want %s", row.v, got, err, row.want)
		}
	}
	// Objects with other names keep all they have, whatever that is.
	for _, text := range []string{`[{"type":"new","a":{"b":[1,2.50]}}]`, `[{"a":1,"type":"\u006eew"}]`, `[{"type":""}]`, `[{"type":"new","type2":"plain"}]`} {
		for name, other := range map[string]zetes.UnionCase{"keep": zetes.Otherwise[otherKeep](), "pointer": zetes.Otherwise[*otherKeep](), "map": zetes.Otherwise[otherMap](), "self": zetes.Otherwise[selfOther]()} {
			api := zetes.Config{KeepUnknown: true, UseNumber: true, Codecs: []codec.Codec{happenings(other)}}.Freeze()
			var list []happening
			err := api.UnmarshalString(text, &list)
			got, gerr := api.Marshal(list)
			var a, b any
			if json.Unmarshal([]byte(text), &a); err != nil || gerr != nil || json.Unmarshal(got, &b) != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s: %s became %s, %v, %v", name, text, got, err, gerr)
			}
		}
	}
	// Those without a name, with two, or with one that is no text are errors as ever.
	for _, text := range []string{`[{"a":1}]`, `[{"type":5}]`, `[{"type":null}]`, `[{"type":"new","type":"new"}]`, `[5]`} {
		if err := keep.UnmarshalString(text, new([]happening)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

type selfOther struct{ json.RawMessage }

func (selfOther) happens() {}

// TestUnionCheck: Check tells of fields that no name fits in, and of what is wrong with the types of cases.
func TestUnionCheck(t *testing.T) {
	type twice struct {
		plainCase
		AB int
		Ab int
	}
	for name, row := range map[string]struct {
		u    codec.Codec
		want string
	}{
		"sound":     {zetes.Union[happening]("type", zetes.Case[fieldCase]("field"), zetes.Case[*lateCase]("late"), zetes.Case[anyCase]("any"), zetes.Case[quotedCase]("7"), zetes.Case[deepCase]("deep"), zetes.Otherwise[otherMap]()), ""},
		"int":       {zetes.Union[happening]("type", zetes.Case[*intCase]("int")), `field Type of type zetes_test.intCase: a union has the name "int" of the case in its member "type": json: cannot unmarshal string`},
		"address":   {zetes.Union[signed]("type", zetes.Case[tagPlain[netip.Addr]]("p")), `a union has the name "p" of the case in its member "type"`},
		"quoted":    {zetes.Union[signed]("type", zetes.Case[tagEmptyString[string]]("p")), `a union has the name "p" of the case in its member "type"`},
		"deaf":      {zetes.Union[signed]("type", zetes.Case[*tagPlain[deafText]]("p")), `has "deaf" as its member "type"`},
		"no text":   {zetes.Union[happening]("type", zetes.Case[plainCase]("\xff")), `must be UTF-8`},
		"no member": {zetes.Union[happening]("\xff", zetes.Case[plainCase]("p")), `must be UTF-8`},
		"names":     {zetes.Union[happening]("type", zetes.Case[twice]("twice")), `it is named "ab", as field AB is`},
		"other":     {zetes.Union[happening]("type", zetes.Otherwise[otherKeep]()), "without Config.KeepUnknown"},
	} {
		for _, v := range [][]any{{new(happening)}, {[]happening{}}, {map[string]deepCase{}}} {
			err := zetes.Config{Codecs: []codec.Codec{row.u}}.Freeze().Check(append(v, []signed{})...)
			if name == "names" {
				err = zetes.Config{Naming: strings.ToLower, Codecs: []codec.Codec{row.u}}.Freeze().Check(append(v, []signed{})...)
			}
			if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
				t.Errorf("%s: %v, want %s", name, err, row.want)
			}
		}
	}
	for name, f := range map[string]func(){
		"two":  func() { zetes.Union[happening]("type", zetes.Otherwise[otherMap](), zetes.Otherwise[otherKeep]()) },
		"same": func() { zetes.Union[happening]("type", zetes.Otherwise[otherMap](), zetes.Case[otherMap]("a")) },
		"none": func() { zetes.Union[happening]("type", zetes.Otherwise[int]()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestUnionCheckOrder: Check names bad cases in the order in which the union has them.
func TestUnionCheckOrder(t *testing.T) {
	for range 20 {
		bad := zetes.Union[signed]("type", zetes.Case[tagPlain[int]]("e"), zetes.Case[tagPlain[bool]]("d"), zetes.Case[tagPlain[uint8]]("c"),
			zetes.Case[tagPlain[int8]]("b"), zetes.Case[tagPlain[uint16]]("a"))
		err := zetes.Config{Codecs: []codec.Codec{bad}}.Freeze().Check([]signed{})
		if err == nil {
			t.Fatal("no error")
		}
		var names string
		for line := range strings.Lines(err.Error()) {
			if _, name, ok := strings.Cut(line, `has the name "`); ok {
				names += name[:1]
			}
		}
		if names != "edcba" {
			t.Fatalf("in the order %q:\n%v", names, err)
		}
	}
}

// Notice is any other event of the example.
type (
	Signal interface{ Signal() }
	Login  struct{ User string }
	Notice struct {
		Type string `json:"type"`
		opt.Unknown
	}
)

// Signal makes events of them.
func (Login) Signal()  {}
func (Notice) Signal() {}

func ExampleOtherwise() {
	events := zetes.Union[Signal]("type", zetes.Case[Login]("login"), zetes.Otherwise[Notice]())
	api := zetes.Config{KeepUnknown: true, Codecs: []codec.Codec{events}}.Freeze()
	var list []Signal
	err := api.UnmarshalString(`[{"type":"login","User":"u"},{"type":"moved","to":"/new"}]`, &list)
	fmt.Println(list[1].(Notice).Type, err)
	out, err := api.MarshalString(list)
	fmt.Println(out, err)
	// Output:
	// moved <nil>
	// [{"type":"login","User":"u"},{"type":"moved","to":"/new"}] <nil>
}
