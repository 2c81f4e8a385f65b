package generated

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes"
	zjson "github.com/zetes-json/zetes/json"
)

//go:generate go run ../../../cmd/zetes gen -q -omit_empty tags_test.go
//go:generate go run ../../../cmd/zetes gen -q -no_std_marshalers direct_test.go
//go:generate go run ../../../cmd/zetes gen -q -byte -reset-fields flags_test.go
//go:generate go run ../../../cmd/zetes gen -q -plain_tags plain_test.go
//go:generate go run ../../../cmd/zetes gen -q -byte -disallow_unknown_fields strict_test.go
//go:generate go run ../../../cmd/zetes gen -q mixed_test.go
//go:generate go run ../../../cmd/zetes gen -q sealed_test.go

// tagged has the tag options of easyjson and jingo, under -omit_empty.
//
//zetes:json
type tagged struct {
	ID     int      `json:"id,required"`
	In     *inner   `json:"in"`
	List   []inner  `json:"list,!omitempty"`
	Intern []string `json:"intern,intern"`
	Raw    string   `json:"raw,raw"`
	Level  level    `json:"level,stringer"`
	Strict int      `json:"strict,case:strict"`
	*Embedded
}

// Embedded is embedded by a pointer.
type Embedded struct {
	Deep bool `json:"deep,required"`
}

// inner has no methods of its own.
type inner struct {
	Name string           `json:"name,required"`
	More map[string]inner `json:"more"`
}

// named is like tagged, without methods.
type named struct {
	ID     int      `json:"id,required"`
	In     *inner   `json:"in"`
	List   []inner  `json:"list,!omitempty"`
	Intern []string `json:"intern,intern"`
	Raw    string   `json:"raw,raw"`
	Level  level    `json:"level,stringer"`
	Strict int      `json:"strict,case:strict"`
	*Embedded
}

type level int

func (l level) String() string { return fmt.Sprintf("<%d>", int(l)) }

// plainTagged is a type whose tag options mean nothing but in encoding/json.
type plainTagged struct {
	ID int    `json:"id,required"`
	B  []byte `json:"b,raw"`
}

const required = `{"id":1,"deep":true,"list":[{"name":"a"},{"name":"b","more":{"k":{"name":"c"}}}],"in":{"name":"x"}}`

// TestTagsMean: generated code is what compiled plans are under the Config that gives tag options the same meaning: the
// same values, texts and words of errors, asked through each door.
func TestTagsMean(t *testing.T) {
	api := zetes.Config{MoreTags: true, OmitEmpty: true}.Freeze()
	for _, text := range []string{
		required, `{}`, `{"id":null,"deep":false}`, `{"deep":true}`, `{"id":2}`, `null`,
		strings.Replace(required, `"name":"b",`, "", 1), strings.Replace(required, `"name":"c"`, "", 1), strings.Replace(required, `"name":"x"`, "", 1),
		strings.Replace(required, `"id"`, `"level":7,"raw":{"a" : [1]},"intern":["u","u"],"STRICT":3,"strict":4,"ID"`, 1),
	} {
		var want named
		wanted := api.Unmarshal([]byte(text), &want)
		for name, unmarshal := range map[string]func([]byte, any) error{
			"encoding/json": json.Unmarshal, "json": zjson.Unmarshal, "zetes": func(b []byte, v any) error { return zetes.Unmarshal(b, v.(*tagged)) },
		} {
			var v tagged
			err := unmarshal([]byte(text), &v)
			if got := named(v); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s:\ngot  %+v\nwant %+v", name, text, got, want)
			}
			if words(err) != words(wanted) {
				t.Errorf("%s: %s:\ngot  %v\nwant %v", name, text, err, wanted)
			}
			if (wanted != nil) != errors.Is(zetes.Unmarshal([]byte(text), new(tagged)), zetes.ReasonMissingMember) {
				t.Errorf("%s: the reason is not that of a missing member", text)
			}
			out, err := zjson.Marshal(v)
			if plain, _ := api.Marshal(want); string(out) != string(plain) || err != nil {
				t.Errorf("%s: %s, %v, want %s", name, out, err, plain)
			}
			if std, _ := json.Marshal(v); string(std) != string(out) {
				t.Errorf("encoding/json writes %s, json %s", std, out)
			}
		}
	}
}

// TestMemberPlaces: the place of a member that generated code misses or does not know is the one that compiled plans
// tell, also where the code's method is called for a value within another.
func TestMemberPlaces(t *testing.T) {
	type around[T any] struct {
		List []T
		Next interface{ UnmarshalJSON([]byte) error } // plans call the methods in List
	}
	api := zetes.Config{MoreTags: true, RejectUnknown: true}.Freeze()
	check := func(doc string, plain any, unmarshal func() error) {
		t.Helper()
		want, wantOK := errors.AsType[*zetes.Error](api.UnmarshalString(doc, plain))
		err := unmarshal()
		got, ok := errors.AsType[*zetes.Error](err)
		if !ok || !wantOK {
			t.Fatalf("%s: got %v, want %v", doc, err, want)
		}
		rule, _ := errors.AsType[*zetes.RuleError](err)
		if got.Offset != want.Offset || got.Line != want.Line || got.Column != want.Column || got.Pointer != want.Pointer || got.Reason() != want.Reason() || got.Detail() != want.Detail() ||
			rule == nil || rule.Offset != want.Offset {
			t.Errorf("%s:\ngot  %+v %#v\nwant %+v", doc, got, rule, want)
		}
	}
	for _, part := range []string{`"name":"b",`, `"name":"c"`, `"name":"x"`} {
		doc := `{"List":[` + required + `,` + "\n " + strings.Replace(required, part, "", 1) + `]}`
		check(doc, new(around[named]), func() error { return zetes.UnmarshalString(doc, new(around[tagged])) })
	}
	type plain strictIn
	doc := `{"List":[{},` + "\n" + ` {"N":"n", "other\u0021":1}]}`
	check(doc, new(around[plain]), func() error { return zetes.UnmarshalString(doc, new(around[strictIn])) })
}

// words returns what an error of a missing member says, without the place.
func words(err error) string {
	if err == nil {
		return ""
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(err.Error(), "generated.named", "T"), "generated.tagged", "T"), " at offset")
	text, _, _ = strings.Cut(text, " (line")
	return text
}

// TestNoCopy: strings are parts of the input of DecodeJSON, whose caller knows of it, and of nobody else's.
func TestNoCopy(t *testing.T) {
	data := []byte(`{"a":"a text","in":{"a":"another text"}}`)
	within := func(s string) bool {
		p, first := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(&data[0]))
		return p >= first && p < first+uintptr(len(data))
	}
	var d direct
	if err := d.DecodeJSON(data); err != nil || !within(d.A) || !within(d.In.A) || d.In.A != "another text" {
		t.Errorf("%+v, %v", d, err)
	}
	for name, unmarshal := range map[string]func([]byte, any) error{"encoding/json": json.Unmarshal, "json": zjson.Unmarshal} {
		var f flagged
		text := []byte(`{"n":"a text","r":"x","m":{"N":{"n":"another text"}}}`)
		if err := unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		clear(text)
		if f.N != "a text" {
			t.Errorf("%s: a string is a part of the input: %q", name, f.N)
		}
	}
}

// TestFlags: -byte and -reset-fields mean what the Config says that has the same choices.
func TestFlags(t *testing.T) {
	api := zetes.Config{MoreTags: true, BytesAsText: true, ResetAbsent: true}.Freeze()
	full := func() flagged {
		return flagged{B: []byte("b"), N: "n", Named: text("t"), Array: [2]byte{1, 2}, P: &bytesIn{B: []byte("p")}, M: map[string]bytesIn{"m": {}}, S: []bytesIn{{N: "s"}}, R: "r", Any: 1, EmbeddedBytes: &EmbeddedBytes{E: 1, F: []byte("f")}}
	}
	for _, text := range []string{
		`{"r":""}`, `{}`, `{"b":"é\n","r":"x","p":{}}`, `{"b":null,"r":"","named":"x","array":[7],"m":{"m":{"b":"x"}},"s":[{"b":"y"},{}]}`,
		`{"b":[1,2],"r":""}`, `{"b":1,"r":""}`, `{"b":"","r":"","f":"x"}`, `{"r":1}`, `{"r":"","b":"a"`, `null`,
	} {
		for _, from := range []func() flagged{func() flagged { return flagged{} }, full} {
			want := namedFlags(from())
			wanted := api.Unmarshal([]byte(text), &want)
			for name, unmarshal := range map[string]func([]byte, any) error{"encoding/json": json.Unmarshal, "json": zjson.Unmarshal} {
				v := from()
				err := unmarshal([]byte(text), &v)
				if got := namedFlags(v); !reflect.DeepEqual(got, want) || (err == nil) != (wanted == nil) {
					t.Errorf("%s: %s:\ngot  %+v, %v\nwant %+v, %v", name, text, got, err, want, wanted)
				}
				out, err := zjson.Marshal(&v)
				if plain, _ := api.Marshal(&want); string(out) != string(plain) || err != nil {
					t.Errorf("%s: got %s, %v, want %s", text, out, err, plain)
				}
			}
		}
	}
	if out, err := json.Marshal(full()); err != nil || !strings.HasPrefix(string(out), `{"b":"b","n":"n","named":"t","array":[1,2],"p":{"b":"p"`) {
		t.Errorf("%s, %v", out, err)
	}
}

// TestPlainTags: with -plain_tags generated code passes over what encoding/json passes over.
func TestPlainTags(t *testing.T) {
	for _, text := range []string{`{}`, `{"id":1,"b":"eA=="}`} {
		var v unminded
		var want plainTagged
		if err, wanted := json.Unmarshal([]byte(text), &v), json.Unmarshal([]byte(text), &want); err != nil || wanted != nil || !reflect.DeepEqual(plainTagged(v), want) {
			t.Errorf("%s: %+v, %v, want %+v, %v", text, v, err, want, wanted)
		}
		out, err := json.Marshal(v)
		if plain, _ := json.Marshal(want); string(out) != string(plain) {
			t.Errorf("%s, %v, want %s", out, err, plain)
		}
	}
}
