//go:build goexperiment.jsonv2 && go1.27

package zetes_test

import (
	"bytes"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
)

// streamed has the methods of version 2 only.
type streamed struct{ N int }

func (s streamed) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteToken(jsontext.Int(int64(s.N)))
}

func (s *streamed) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	return jsonv2.UnmarshalDecode(d, &s.N)
}

type shipment struct {
	ID     int64     `json:"id,string"`
	Weight float64   `json:"weight,omitempty"` // 0 is not empty in version 2
	Note   string    `json:"note,omitempty"`
	Tags   []string  `json:"tags"`
	Hash   [2]byte   `json:"hash"`
	Stream *streamed `json:"stream,omitzero"`
	Folded int       `json:"folded,case:ignore"`
}

func TestV2(t *testing.T) {
	api := zetes.V2().Freeze()
	in := shipment{ID: 7, Note: "<\u2028>", Hash: [2]byte{1, 2}, Stream: &streamed{5}}
	want, err := jsonv2.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := api.Marshal(in)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	var out shipment
	if err := api.Unmarshal(bytes.Replace(got, []byte("folded"), []byte("FOLDED"), 1), &out); err != nil || out.Stream.N != 5 || out.ID != 7 {
		t.Errorf("%+v, %v", out, err)
	}
	b, err := api.Append([]byte("x"), "\u2028")
	if err != nil || string(b) != "x\"\u2028\"" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := api.MarshalIndent(map[string]string{"a": "\u2029"}, "", " "); err != nil || string(b) != "{\n \"a\": \"\u2029\"\n}" {
		t.Errorf("%q, %v", b, err)
	}
	if err := api.Check(in); err != nil {
		t.Error(err)
	}
}

// TestV2Errors has a row for each kind of error that encoding/json does not have.
func TestV2Errors(t *testing.T) {
	api := zetes.V2().Freeze()
	for _, row := range []struct {
		text   string
		target any
		want   string
	}{
		{`{"A":[1,2,3]}`, new(struct{ A [2]int }), "json: cannot unmarshal array of another length into Go value of type [2]int (line 1, column 6, at /A)"},
		{`{"A":[1]}`, new(struct{ A [2]int }), "json: cannot unmarshal array of another length into Go value of type [2]int (line 1, column 6, at /A)"},
		{`{"A":[1]}`, new(struct{ A []byte }), "json: cannot unmarshal array into Go value of type []uint8 (line 1, column 6, at /A)"},
		{`{"A":"AQ\n=="}`, new(struct{ A []byte }), "json: cannot unmarshal string with line breaks into Go value of type []uint8 (line 1, column 6, at /A)"},
		{`{"01":1}`, new(map[int]int), "json: cannot unmarshal name that is not a number of that type into Go value of type map[int]int (line 1, column 2, at /01)"},
		{`{"A":1}`, new(struct {
			A int `json:",string"`
		}), "json: cannot unmarshal value that is not a number in a string into Go value of type int (line 1, column 6, at /A)"},
		{`{"A":"x"}`, new(struct {
			A int `json:",string"`
		}), "json: cannot unmarshal string that is not a number into Go value of type int (line 1, column 6, at /A)"},
		{`["2006-01-02T1:04:05Z"]`, new([]time.Time), "json: cannot unmarshal string that is not a time of RFC 3339 into Go value of type time.Time (line 1, column 2, at /0)"},
		{`{"A":1,"A":2}`, new(struct{ A int }), `json: duplicate name "A" (line 1, column 8, at /A)`},
	} {
		var located *zetes.Error
		if err := api.Unmarshal([]byte(row.text), row.target); err == nil || err.Error() != row.want || !errors.As(err, &located) {
			t.Errorf("%s:\ngot  %v\nwant %s", row.text, err, row.want)
		}
		if err := api.UnmarshalAll([]byte(row.text), row.target, 0); err == nil || err.Error() != row.want {
			t.Errorf("%s: UnmarshalAll:\ngot  %v\nwant %s", row.text, err, row.want)
		}
		if err := jsonv2.Unmarshal([]byte(row.text), row.target); err == nil {
			t.Errorf("%s is no error for encoding/json/v2", row.text)
		}
	}
	if b, err := api.Marshal(time.Second); err == nil || !strings.Contains(err.Error(), "no default representation") {
		t.Errorf("%s, %v", b, err)
	}
}

// TestV2Details has the words for errors that encoding/json does not have.
func TestV2Details(t *testing.T) {
	for _, row := range []struct {
		target    any
		doc, want string
		reason    zetes.Reason
	}{
		{new([2]int), `[1]`, "got an array of another length, want an array", zetes.ReasonWrongKind},
		{new(map[int8]int), `{"x":1}`, "the name is not an integer from -128 to 127", zetes.ReasonWrongKind},
		{new(map[int8]int), `{"01":1}`, "the name is not an integer from -128 to 127", zetes.ReasonWrongKind},
		{new(quotedInt8), `{"V":1}`, "got a number, want a string that holds an integer from -128 to 127", zetes.ReasonWrongKind},
		{new(quotedInt8), `{"V":"x"}`, "got another string, want a string that holds an integer from -128 to 127", zetes.ReasonInvalidValue},
	} {
		e, ok := zetes.V2().Freeze().UnmarshalString(row.doc, row.target).(*zetes.Error)
		if !ok || e.Detail() != row.want || e.Reason() != row.reason {
			t.Errorf("%T from %s: %q, %v, want %q, %v", row.target, row.doc, e.Detail(), e.Reason(), row.want, row.reason)
		}
	}
}

// leftToV2 is a type that plans leave to encoding/json/v2, because of a tag.
type leftToV2 struct {
	Kids []leftToV2 `json:",case:ignore"`
	U    uint8
	B    [2]byte
	C    complex64
	D    time.Duration
	F    *rainy
	M    map[bool]int
	T    time.Time
}

type rainy struct{}

func (*rainy) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	return errors.Join(d.SkipValue(), errors.New("it rains"))
}

// TestV2DetailsOfStandard: errors about values that are left to encoding/json/v2 have their places, and words without
// Go types. encoding/json/v2's error is in them.
func TestV2DetailsOfStandard(t *testing.T) {
	for _, row := range []struct {
		member, want string
		reason       zetes.Reason
	}{
		{`"U":true`, "got true or false, want an integer from 0 to 255", zetes.ReasonWrongKind},
		{`"U":300`, "got 300, want an integer from 0 to 255", zetes.ReasonOutOfRange},
		{`"U":1.5`, "got 1.5, want an integer from 0 to 255", zetes.ReasonWrongKind},
		{`"B":"!"`, "the text is not base64", zetes.ReasonInvalidValue},
		{`"C":1`, "the program can't take this value", zetes.ReasonProgram},
		{`"D":1`, "the program can't take this value", zetes.ReasonProgram},
		{`"F":{"x":[]}`, "it rains", zetes.ReasonInvalidValue},
		{`"M":{"x":1}`, "got a string, want true or false", zetes.ReasonWrongKind},
		{`"T":"x"`, `got "x", want a time such as 2006-01-02T15:04:05Z`, zetes.ReasonInvalidValue},
		{`"T":{}`, "got an object, want a time such as 2006-01-02T15:04:05Z", zetes.ReasonWrongKind},
		{`"Kids":1`, "got a number, want an array", zetes.ReasonWrongKind},
		{`"Q":1`, `unknown member "Q"`, zetes.ReasonUnknownMember},
	} {
		c := zetes.V2()
		c.RejectUnknown = true
		doc := "[\n{\"kids\":[{},\n " + `{` + row.member + "}]}]"
		var v []leftToV2
		e, ok := c.Freeze().UnmarshalString(doc, &v).(*zetes.Error)
		if !ok || e.Detail() != row.want || e.Reason() != row.reason {
			t.Errorf("%s: %v, %q, %v, want %q, %v", row.member, e, e.Detail(), e.Reason(), row.want, row.reason)
			continue
		}
		if standard, ok := errors.AsType[*jsonv2.SemanticError](e); !ok || e.Line != 3 || !strings.HasPrefix(e.Pointer, "/0/kids/1/"+row.member[1:2]) {
			t.Errorf("%s: line %d, %s, %v", row.member, e.Line, e.Pointer, standard)
		}
	}
}

// TestV2Choices combines version 2 with what only a Config has.
func TestV2Choices(t *testing.T) {
	c := zetes.V2()
	c.Limits.Elements = 3
	c.DurationsAsStrings = true
	c.Naming = zetes.SnakeCase
	c.Codecs = []codec.Codec{codec.For(
		func(w *codec.Writer, v *streamed) { w.String(fmt.Sprint("n", v.N)) },
		func(r *codec.Reader, v *streamed) { fmt.Sscanf(r.String(), "n%d", &v.N) })}
	api := c.Freeze()
	type waiting struct {
		WaitFor time.Duration
		First   streamed
		ByName  map[string]streamed
		Empty   []int `json:",omitempty"`
	}
	in := waiting{time.Second, streamed{1}, map[string]streamed{"a": {2}}, nil}
	b, err := api.Marshal(in)
	if want := `{"wait_for":"1s","first":"n1","by_name":{"a":"n2"}}`; err != nil || string(b) != want {
		t.Errorf("got  %s, %v\nwant %s", b, err, want)
	}
	var out waiting
	if err := api.Unmarshal(b, &out); err != nil || out.ByName["a"].N != 2 || out.WaitFor != time.Second {
		t.Errorf("%+v, %v", out, err)
	}
	if err := api.Unmarshal([]byte(`[1,2,3,4]`), new([]int)); err == nil {
		t.Error("the limit is not kept")
	}
	// Version 2 would not call the codec in such a type, nor know the names.
	for _, v := range []any{struct {
		S streamed `json:"s,case:ignore"`
	}{}, map[netAddr]streamed{}} {
		if b, err := api.Marshal(v); err == nil || !strings.Contains(err.Error(), "are left to encoding/json/v2") {
			t.Errorf("%T: %s, %v", v, b, err)
		}
	}
}

type netAddr struct{ host string }

func (a netAddr) MarshalText() ([]byte, error) { return []byte(a.host), nil }

// TestV2Additions: what concerns only the text that is read takes no type from V2, and an opt.Unknown keeps its
// meaning.
func TestV2Additions(t *testing.T) {
	type folded struct {
		Foo int `json:"foo,case:ignore"`
	}
	for _, change := range []func(*zetes.Config){
		func(c *zetes.Config) { c.Comments = true }, func(c *zetes.Config) { c.JSON5 = true }, func(c *zetes.Config) { c.ByteOrderMark = true },
	} {
		c := zetes.V2()
		change(&c)
		var list []folded
		if err := c.Freeze().UnmarshalString(`[{"FOO":1}]`, &list); err != nil || len(list) != 1 || list[0].Foo != 1 {
			t.Errorf("%+v, %v", list, err)
		}
	}
	type rest struct {
		ID int
		opt.Unknown
	}
	c := zetes.V2()
	var v rest
	if err := c.Freeze().UnmarshalString(`{"ID":1,"x":[2]}`, &v); err != nil || v.ID != 1 || v.Unknown.Len() != 0 {
		t.Errorf("without KeepUnknown: %+v, %v", v, err)
	}
	c.KeepUnknown = true
	a := c.Freeze()
	if err := a.UnmarshalString(`{"ID":1,"x":[2]}`, &v); err != nil {
		t.Fatal(err)
	}
	if b, err := a.Marshal(v); err != nil || string(b) != `{"ID":1,"x":[2]}` {
		t.Errorf("%s, %v", b, err)
	}
	// Without KeepUnknown encoding/json/v2 serves a map for other members.
	type others struct {
		ID int
		M  map[string][]int `json:",embed"`
	}
	for _, keep := range []bool{false, true} {
		c.KeepUnknown = keep
		a := c.Freeze()
		var v others
		if err := errors.Join(a.Check(v), a.UnmarshalString(`{"x":[2],"ID":1}`, &v)); err != nil || v.ID != 1 || len(v.M["x"]) != 1 {
			t.Errorf("%+v, %v", v, err)
		}
		if b, err := a.Marshal(v); err != nil || string(b) != `{"ID":1,"x":[2]}` {
			t.Errorf("%s, %v", b, err)
		}
	}
}

// TestV2Check: Check reports types of which every value is an error, with the words of that error.
func TestV2Check(t *testing.T) {
	type folded struct {
		A int `json:"a,case:ignore"`
	}
	type list struct{ L []folded }
	type wrong struct {
		D time.Duration `json:"d,format:units"`
	}
	snake := zetes.V2()
	snake.Naming = zetes.SnakeCase
	for _, row := range []struct {
		c    zetes.Config
		v    any
		want string
	}{
		{snake, folded{}, "are left to encoding/json/v2"}, {snake, list{L: []folded{{}}}, "are left to encoding/json/v2"},
		{zetes.V2(), wrong{}, "format"}, {zetes.V2(), []map[string]*wrong{{"a": {}}}, "format"},
		{zetes.V2(), folded{}, ""}, {snake, struct{ A int }{}, ""},
	} {
		a := row.c.Freeze()
		_, err := a.Marshal(row.v)
		checked := a.Check(row.v)
		for name, err := range map[string]error{"Marshal": err, "Check": checked} {
			if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
				t.Errorf("%s of %T: %v, want %q", name, row.v, err, row.want)
			}
		}
	}
}

// TestV2Fields goes over all fields of Config: under each that V2 does not hand to encoding/json/v2, types that it
// leaves to that are errors. A new field has to be entered here.
func TestV2Fields(t *testing.T) {
	handed := []string{
		"NoEscapeHTML", "UnsortedMaps", "EmptySlices", "EmptyMaps", "StrictUTF8", "Canonical", "ExactCase", "OmitZero", "RejectUnknown", "RejectDuplicates", "RejectInvalidUTF8",
		"Comments", "JSON5", "ByteOrderMark", "ASCII", "NoEscapeLines", // about the text alone
		"MoreTags", // under which structs are not left
	}
	refused := []string{
		"LargeIntsAsStrings", "IntsAsStrings", "ShortFloats", "UncheckedRaw", "UncheckedMethods", "BytesAsText", "DurationsAsStrings", "TaggedOnly", "Unexported", "OmitEmpty", "UseNumber", "ExactInts",
		"KeepUnknown", "Required", "RequireAll", "ResetAbsent", "Defaults", "Intern", "Alias", "OneWay", "Fuzzy", "ValidateFirst", "CodecsSkipNull",
	}
	others := []string{"RefuseReadOnly", "Prefix", "Indent", "NonFinite", "TagKey", "Naming", "Members", "Objects", "Limits", "Codecs", "Fields", "Keys", "CodecsFor", "CodecNamed"}
	type folded struct {
		A int `json:"a,case:ignore"`
	}
	for i := range reflect.TypeFor[zetes.Config]().NumField() {
		f := reflect.TypeFor[zetes.Config]().Field(i)
		if !f.IsExported() || slices.Contains(others, f.Name) {
			continue
		}
		if f.Type.Kind() != reflect.Bool || slices.Contains(handed, f.Name) == slices.Contains(refused, f.Name) {
			t.Errorf("%s is in no list, or in two", f.Name)
			continue
		}
		c := zetes.V2()
		field := reflect.ValueOf(&c).Elem().Field(i)
		field.SetBool(!field.Bool())
		if _, err := c.Freeze().Marshal(folded{}); (err == nil) != slices.Contains(handed, f.Name) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	c := zetes.V2()
	c.Codecs, c.Fields, c.Keys = []codec.Codec{}, []codec.Field{}, []codec.Key{}
	c.CodecsFor = []func(reflect.Type) (codec.Codec, bool){}
	if _, err := c.Freeze().Marshal(folded{}); err != nil {
		t.Errorf("empty lists: %v", err)
	}
}

// TestV2Unknown: an opt.Unknown means under V2 what it means elsewhere, whatever its tag says, in each struct that is
// not left to encoding/json/v2. Check reports the others.
func TestV2Unknown(t *testing.T) {
	type named struct {
		A int
		R opt.Unknown
	}
	type tagged struct {
		A           int
		opt.Unknown `json:"x"`
	}
	type options struct {
		A           int
		opt.Unknown `json:",omitempty,omitzero,embed"`
	}
	type folded struct {
		A int `json:"A,case:ignore"`
		opt.Unknown
	}
	type outer struct {
		A int `json:"A,case:ignore"`
		L []map[string]*struct {
			In struct{ opt.Unknown }
		}
	}
	for _, keep := range []bool{false, true} {
		c, plain := zetes.V2(), zetes.Config{KeepUnknown: keep}.Freeze()
		c.KeepUnknown = keep
		a := c.Freeze()
		for _, p := range []any{new(named), new(tagged), new(options), new(opt.Unknown), new([1]opt.Unknown), new(struct{ opt.Unknown })} {
			const text = `{"A":1,"y":[2]}`
			fault, want := a.UnmarshalString(text, p), plain.UnmarshalString(text, p)
			if (fault == nil) != (want == nil) {
				t.Errorf("%T, keep %t: %v, want %v", p, keep, fault, want)
			}
			got, err := a.MarshalString(p)
			if expected, _ := plain.MarshalString(p); err != nil || got != expected {
				t.Errorf("%T, keep %t: %s, %v, want %s", p, keep, got, err, expected)
			}
			if got, want := fmt.Sprint(a.Check(p)), fmt.Sprint(plain.Check(p)); got != want {
				t.Errorf("%T, keep %t: Check: %s, want %s", p, keep, got, want)
			}
		}
		for _, v := range []any{folded{}, []folded{{}}, outer{L: []map[string]*struct{ In struct{ opt.Unknown } }{{"a": {}}}}} {
			if b, err := a.Marshal(v); err == nil || a.Check(v) == nil {
				t.Errorf("%T, keep %t: %s, %v; Check: %v", v, keep, b, err, a.Check(v))
			}
		}
	}
}

// TestV2Deep: a value may have as many levels as an input, whether the API has written deep values before or not.
func TestV2Deep(t *testing.T) {
	type chain []chain
	api := zetes.V2().Freeze()
	for _, levels := range []int{10_001, 300, 500, 10_000, 10_001} {
		var v chain
		for range levels - 1 {
			v = chain{v}
		}
		b, err := api.Marshal(v)
		if levels > 10_000 != (err != nil) {
			t.Errorf("%d levels: %v", levels, err)
		}
		if err == nil {
			if want, stdErr := jsonv2.Marshal(v); stdErr != nil || string(b) != string(want) {
				t.Errorf("%d levels: %d bytes, want %d, %v", levels, len(b), len(want), stdErr)
			}
		}
	}
}
