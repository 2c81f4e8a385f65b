//go:build goexperiment.jsonv2 && go1.27

package cases

import (
	"encoding"
	"encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"testing/iotest"

	"github.com/zetes-json/zetes/opt"
)

// streamed has the streaming methods, which win over the older ones.
type streamed struct{ S string }

func (s streamed) MarshalJSONTo(e *jsontext.Encoder) error {
	Note("MarshalJSONTo %q", s.S)
	switch s.S {
	case "fail":
		return errors.New("asked to fail")
	case "nothing":
		return nil
	case "two":
		_ = e.WriteToken(jsontext.True)
		return e.WriteToken(jsontext.False)
	case "half":
		return e.WriteToken(jsontext.BeginObject)
	case "key":
		return jsonv2.MarshalEncode(e, map[encoding.TextMarshaler]int{nil: 1})
	case "object":
		_ = e.WriteToken(jsontext.BeginObject)
		_ = e.WriteToken(jsontext.String("<k>"))
		_ = e.WriteToken(jsontext.Float(1.5))
		return e.WriteToken(jsontext.EndObject)
	}
	return e.WriteToken(jsontext.String("to:" + s.S))
}

func (s *streamed) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	v, err := d.ReadValue()
	Note("UnmarshalJSONFrom %s", v)
	s.S += string(v)
	if string(v) == `"fail"` {
		return errors.New("asked to fail")
	}
	return err
}

func (s streamed) MarshalJSON() ([]byte, error)  { return []byte(`"old way"`), nil }
func (s *streamed) UnmarshalJSON(b []byte) error { s.S = "old " + string(b); return nil }
func (s streamed) MarshalText() ([]byte, error)  { return []byte("text"), nil }
func (s *streamed) UnmarshalText(b []byte) error { s.S = "text " + string(b); return nil }

// streamedPointer marshals by a method on the pointer only.
type streamedPointer struct{ S string }

func (s *streamedPointer) MarshalJSONTo(e *jsontext.Encoder) error {
	if s == nil {
		return e.WriteToken(jsontext.String("nil"))
	}
	return e.WriteToken(jsontext.String("pointer:" + s.S))
}

// streamedLazy reads nothing, or too much.
type streamedLazy struct{ N int }

func (s *streamedLazy) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if s.N == 2 {
		_, _ = d.ReadValue()
		_, err := d.ReadValue()
		return err
	}
	if s.N == 3 {
		return d.SkipValue()
	}
	s.N++
	return nil
}

// streamedInto reads by way of another type, whose name is in the errors.
type streamedInto struct{ N int }

func (s *streamedInto) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type plain streamedInto
	return jsonv2.UnmarshalDecode(d, (*plain)(s))
}

// throughV2 is decoded by encoding/json/v2, whose errors become errors of encoding/json.
type throughV2 struct{ Version int }

func (v *throughV2) UnmarshalJSON(b []byte) error {
	Note("UnmarshalJSON %s", b)
	type plain throughV2
	switch string(b) {
	case "7":
		return fmt.Errorf("of 7: %w", errors.ErrUnsupported)
	case "8":
		return jsonv2.UnmarshalRead(iotest.ErrReader(io.ErrClosedPipe), v)
	case "9":
		return jsonv2.Unmarshal([]byte(`{"x":1}`), (*plain)(v), jsonv2.RejectUnknownMembers(true))
	}
	return jsonv2.Unmarshal(b, (*plain)(v))
}

// throughV2Text is the same for a text.
type throughV2Text struct{ Version int }

func (v *throughV2Text) UnmarshalText(b []byte) error { return (*throughV2)(v).UnmarshalJSON(b) }

// streamedElsewhere has an error about another text.
type streamedElsewhere struct{ Version int }

func (v *streamedElsewhere) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	b, err := d.ReadValue()
	if err != nil || string(b) == "0" {
		return err
	}
	if string(b) == "6" {
		return io.EOF
	}
	return (*throughV2)(v).UnmarshalJSON(b)
}

// embedsMap, embedsRaw and embedsDeep take members that no other field has, by the tag option embed.
type (
	embedsMap struct {
		A int            `json:"a"`
		M map[string]int `json:",embed"`
		B string         `json:"b,omitempty"`
	}
	embedsRaw struct {
		R jsontext.Value `json:",embed"`
		A any            `json:"a,case:ignore"`
	}
	embedsDeep struct {
		P *map[string]*embedsDeep `json:",embed"`
		S embedsMap               `json:",embed"`
		N int
	}
)

// v2Errors has values before and after one whose method fails.
type v2Errors[T any] struct {
	I []int
	V T
	S []T
	M map[string]T
	A any
}

// v2Error has rows for a value whose method fails by an error of encoding/json/v2.
func v2Error[T any](name string, values ...string) {
	for _, v := range values {
		dec[T]("from/v2/"+name, v)
		dec[v2Errors[T]]("from/v2/"+name, `{"V":`+v+`,"A":1}`, `{"I":["x"],"V":`+v+`,"A":1}`, `{"V":`+v+`,"I":["x",1]}`,
			`{"S":[`+v+`,`+v+`],"A":1}`, `{"M":{"a":`+v+`,"b":`+v+`},"A":1}`)
		dec[map[string]v2Errors[T]]("from/v2/"+name, `{"q":{"V":`+v+`,"A":1},"r":{}}`)
		dec[struct{ V *opt.Value[T] }]("from/v2/"+name, `{"V":`+v+`}`)
		into("from/v2/"+name, func() map[string]*T { return map[string]*T{"a": nil, "b": new(T)} }, `{"b":`+v+`,"c":`+v+`}`)
	}
}

// SetV2 is a column of the table: options of encoding/json/v2.
//
//zetes:skip
type SetV2 struct {
	Name    string
	Options jsonv2.Options
}

// SetsV2 returns the columns: no option, those of encoding/json, and each option alone over both.
func SetsV2() []SetV2 {
	v1 := json.DefaultOptionsV1()
	list := []SetV2{{"none", jsonv2.DefaultOptionsV2()}, {"v1", v1}}
	for _, o := range []struct {
		name string
		of   func(bool) jsonv2.Options
	}{
		{"Deterministic", jsonv2.Deterministic}, {"FormatNilMapAsNull", jsonv2.FormatNilMapAsNull}, {"FormatNilSliceAsNull", jsonv2.FormatNilSliceAsNull},
		{"OmitZeroStructFields", jsonv2.OmitZeroStructFields}, {"MatchCaseInsensitiveNames", jsonv2.MatchCaseInsensitiveNames},
		{"RejectUnknownMembers", jsonv2.RejectUnknownMembers}, {"StringifyNumbers", jsonv2.StringifyNumbers},
		{"AllowDuplicateNames", jsontext.AllowDuplicateNames}, {"AllowInvalidUTF8", jsontext.AllowInvalidUTF8}, {"EscapeForHTML", jsontext.EscapeForHTML},
		{"EscapeForJS", jsontext.EscapeForJS}, {"PreserveRawStrings", jsontext.PreserveRawStrings}, {"CanonicalizeRawInts", jsontext.CanonicalizeRawInts},
		{"CanonicalizeRawFloats", jsontext.CanonicalizeRawFloats}, {"ReorderRawObjects", jsontext.ReorderRawObjects},
		{"SpaceAfterComma", jsontext.SpaceAfterComma}, {"SpaceAfterColon", jsontext.SpaceAfterColon}, {"Multiline", jsontext.Multiline},
		{"CallMethodsWithLegacySemantics", json.CallMethodsWithLegacySemantics}, {"FormatByteArrayAsArray", json.FormatByteArrayAsArray},
		{"FormatBytesWithLegacySemantics", json.FormatBytesWithLegacySemantics}, {"FormatDurationAsNano", json.FormatDurationAsNano},
		{"MatchCaseSensitiveDelimiter", json.MatchCaseSensitiveDelimiter}, {"MergeWithLegacySemantics", json.MergeWithLegacySemantics},
		{"OmitEmptyWithLegacySemantics", json.OmitEmptyWithLegacySemantics}, {"ParseBytesWithLooseRFC4648", json.ParseBytesWithLooseRFC4648},
		{"ParseTimeWithLooseRFC3339", json.ParseTimeWithLooseRFC3339}, {"ReportErrorsWithLegacySemantics", json.ReportErrorsWithLegacySemantics},
		{"StringifyWithLegacySemantics", json.StringifyWithLegacySemantics}, {"UnmarshalArrayFromAnyLength", json.UnmarshalArrayFromAnyLength},
	} {
		on, _ := jsonv2.GetOption(v1, o.of)
		list = append(list, SetV2{o.name, o.of(true)}, SetV2{fmt.Sprintf("v1, %s %t", o.name, !on), jsonv2.JoinOptions(v1, o.of(!on))})
	}
	return list
}

func init() {
	v2Error[throughV2]("json", `{"Version":1}`, `{"Version":"x"}`, `{"Version":1,"Version":2}`, `5`, `7`, `8`, `9`)
	v2Error[throughV2Text]("text", `"5"`, `"{}"`, `"7"`, `"8"`, `"9"`, `"{"`)
	v2Error[streamedElsewhere]("elsewhere", `0`, `6`, `{"Version":"x"}`, `{"Version":1,"Version":2}`, `7`, `8`, `9`)
	dec[map[throughV2Text]int]("from/v2/key", `{"5":1,"{}":2}`, `{"{}":2,"7":1}`, `{"{}":1,"8":2}`)
	for _, s := range []string{"", "x<", "fail", "nothing", "half", "object"} {
		val("to/"+s, streamed{s})
	}
	n := len(table)
	val("to/two", streamed{"two"})
	not(n, "*", "a MarshalJSONTo that writes two values is asked alone: the words of its error are those of an array")
	n = len(table)
	val("to/key", streamed{"key"})
	not(n, "*", "a MarshalJSONTo whose error tells a place in words is asked alone: the place is that within its value")
	val("to/nil", (*streamed)(nil))
	val("to/pointer", streamedPointer{"p"})
	val("to/pointer-nil", (*streamedPointer)(nil))
	one("to/key", func() map[streamed]int { return map[streamed]int{{"k"}: 1} })
	dec[streamed]("from", `1`, `null`, `"x"`, `"fail"`, `{"a": [1, 2]}`, ` [ ] `, `[1,`, `{"a":tru}`, "\"\xff\"", `{"a":1,"a":2}`)
	dec[streamedPointer]("from/none", `{"S":"x"}`, `null`, `1`)
	dec[streamedLazy]("from/lazy", `null`, `[1]`)
	n = len(table)
	dec[streamedLazy]("from/lazy", `1`)
	into("from/lazy", func() streamedLazy { return streamedLazy{2} }, `1`, `[1,2]`)
	not(n, "*", "an UnmarshalJSONFrom that reads past its value meets what stands there when it is asked alone")
	dec[streamedInto]("from/into", `{"N":1}`, `{"N":"x"}`, `1`)
	dec[[]streamedInto]("from/into/slice", `[{"N":1},{"N":"x"}]`, `[1]`)
	dec[map[string]*streamedInto]("from/into/map", `{"a":{"N":"x"}}`, `{"":1}`)
	dec[around[streamedInto]]("from/into/field", `{"F":{"N":"x"}}`, `{"F":1}`, `{"A":"x","F":1}`)
	dec[map[streamed]int]("from/key", `{"k":1}`)
	into("from", func() streamed { return streamed{"old"} }, `1`, `null`, `"fail"`)
	into("from/pointer", func() *streamed { return &streamed{"old"} }, `1`, `null`, `"fail"`)
	into("from/skip", func() streamedLazy { return streamedLazy{3} }, `1`, `[1,2]`, `null`)
	val("embed/map", embedsMap{1, map[string]int{"x": 1, "": 2, "<\xff": 3}, "b"})
	val("embed/map/same", embedsMap{1, map[string]int{"a": 2, "x": 1}, ""})
	val("embed/map/none", embedsMap{})
	val("embed/raw", embedsRaw{jsontext.Value(` {"x" : [1, 2], "\u0061b":null} `), true})
	val("embed/raw/same", embedsRaw{jsontext.Value(`{"A":1,"a":2,"x":1,"x":2}`), nil})
	val("embed/raw/bad", embedsRaw{jsontext.Value(`[1]`), nil})
	val("embed/deep", embedsDeep{&map[string]*embedsDeep{"x": nil, "y": {N: 1}}, embedsMap{A: 1}, 2})
	dec[embedsMap]("embed/map", `{"a":1,"x":2,"y":3,"b":"c"}`, `{"x":1,"x":2,"A":3}`, `{"x":null,"a":null}`, `{"x":"y","a":1}`, `{"a":"x","y":1}`, `{"x":1.5}`, `{}`, `null`, `[]`, `{"\u0061":1,"\u0078":2}`, `{"x":1`, `{"x":1,"b":2}`, "{\"\xff\":1}")
	dec[embedsRaw]("embed/raw", `{"x": {"y" : 1}, "a":1, "z":[ ]}`, `{"A":1,"_a":2}`, `{"x":1,"x":2}`, `{}`, `null`, `5`, `{"x":tru}`, `{"\ud800":1}`)
	dec[embedsDeep]("embed/deep", `{"x":{"x":{"a":1},"N":2},"b":"c"}`, `{"x":{"y":{"N":"z"}}}`, `{"x":null,"M":{}}`, `{"P":{"P":{}}}`)
	into("embed/held", func() embedsMap { return embedsMap{M: map[string]int{"x": 1}} }, `{"x":2,"y":3}`, `{"y":"z"}`, `{}`, `null`)
	into("embed/held/raw", func() embedsRaw { return embedsRaw{R: jsontext.Value(`{"x":1}`)} }, `{"x":2}`, `{"y":[]}`, `{}`)
	val("value", jsontext.Value(` {"b": 1, "a" :[ ] } `))
	val("value/nil", jsontext.Value(nil))
	val("value/bad", jsontext.Value(`{`))
	dec[jsontext.Value]("value", ` { "a" : 1 } `, `null`, `[1,`)
}
