package outside

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

type (
	sawJSON   string
	sawText   string
	textMap   map[string]string
	textSlice []string
	textPair  struct{ A, B int }
)

var errSaw = errors.New("the method does not like it")

func (s *sawJSON) UnmarshalJSON(text []byte) error {
	if *s += sawJSON(text); strings.Contains(string(text), "bad") {
		return errSaw
	}
	return nil
}

func (s *sawText) UnmarshalText(text []byte) error {
	if *s += sawText("<" + string(text) + ">"); strings.Contains(string(text), "bad") {
		return errSaw
	}
	return nil
}

func (m *textMap) UnmarshalText(text []byte) error   { *m = textMap{"text": string(text)}; return nil }
func (s *textSlice) UnmarshalText(text []byte) error { *s = textSlice{string(text)}; return nil }
func (p *textPair) UnmarshalText([]byte) error       { p.A++; return nil }

// TestMethods: UnmarshalJSON gets the value as it stands, null too, and UnmarshalText what a string says, and no null.
// Their error ends at the value, with what they have done so far.
func TestMethods(t *testing.T) {
	decodeRows(t, plan.V1, []row{
		{text: `7`, over: sawJSON("old "), want: sawJSON("old 7")},
		{text: `null`, over: sawJSON("old "), want: sawJSON("old null")},
		{text: `{"a" : [ "\u0041" ]}`, over: sawJSON(""), want: sawJSON(`{"a" : [ "\u0041" ]}`)},
		{text: `["bad"]`, over: sawJSON(""), want: sawJSON(`["bad"]`), code: fault.Method},
		{text: `"\u00zz"`, over: sawJSON("old"), code: fault.Syntax},
		{text: `[1`, over: sawJSON("old"), code: fault.Syntax},

		{text: `"a\u00e9\n"`, over: sawText("old "), want: sawText("old <aé\n>")},
		{text: `""`, over: sawText("old "), want: sawText("old <>")},
		{text: "\"\xff\"", over: sawText(""), want: sawText("<\ufffd>")},
		{text: `null`, over: sawText("old")},
		{text: `"bad"`, over: sawText(""), want: sawText("<bad>"), code: fault.Method},
		{text: `7`, over: sawText("old"), code: fault.Mismatch},
		{text: `{"a":1}`, over: sawText("old"), code: fault.Mismatch},
		{text: `"x`, over: sawText("old"), code: fault.Syntax},
		{text: `"x"`, over: textPair{1, 2}, want: textPair{2, 2}},
		{text: `{"A":5}`, over: textPair{1, 2}, code: fault.Mismatch},
	})
}

// TestNullOverTexts: null makes a map or slice with an UnmarshalText method nil in one release, and leaves it in the
// other.
func TestNullOverTexts(t *testing.T) {
	decodeRows(t, released(option.Classic), []row{
		{text: `null`, over: textMap{"a": "b"}, want: textMap(nil)},
		{text: `null`, over: textSlice{"a"}, want: textSlice(nil)},
		{text: `null`, over: textPair{1, 2}},
		{text: `"x"`, over: textMap(nil), want: textMap{"text": "x"}},
	})
	decodeRows(t, released(option.OverV2), []row{
		{text: `null`, over: textMap{"a": "b"}},
		{text: `null`, over: textSlice{"a"}},
		{text: `"x"`, over: textSlice(nil), want: textSlice{"x"}},
	})
}

// TestTextsBehindPointers: a value that is no string still makes the pointers that lead to the text.
func TestTextsBehindPointers(t *testing.T) {
	var v struct{ A ***sawText }
	code, at := faultOf(errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(`{"A":12}`), &v)))
	if code != fault.Mismatch || at != 5 || v.A == nil || *v.A == nil || **v.A == nil || ***v.A != "" {
		t.Errorf("fault %d at %d: %+v", code, at, v)
	}
	if code, _ := faultOf(errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(`{"A":null}`), &v))); code != fault.None || v.A != nil {
		t.Errorf("null: fault %d, %+v", code, v)
	}
}

// keeper keeps what its method was given.
type keeper struct{ text []byte }

func (k *keeper) UnmarshalJSON(text []byte) error {
	k.text = text
	return nil
}

// TestMethodsShareInput: an UnmarshalJSON method is given a part of the caller's own input, that ends with its
// capacity, as encoding/json of Go 1.27 does; of a Borrowed input, which will be overwritten, a copy.
func TestMethodsShareInput(t *testing.T) {
	for _, borrowed := range []bool{false, true} {
		data := []byte(`[ {"a":1} , "` + strings.Repeat("x", 100) + `"]`)
		var v []keeper
		if err := errorOf((&decode.Call{Config: plan.V1, Borrowed: borrowed}).Unmarshal(data, &v)); err != nil {
			t.Fatal(err)
		}
		shares := &v[0].text[0] == &data[2]
		if shares == borrowed || string(v[0].text) != `{"a":1}` || cap(v[0].text) != len(v[0].text) {
			t.Errorf("borrowed %v: shared %v, %q of %d bytes", borrowed, shares, v[0].text, cap(v[0].text))
		}
		clear(data)
		if kept := string(v[1].text) == `"`+strings.Repeat("x", 100)+`"`; kept != borrowed {
			t.Errorf("borrowed %v: the text is kept: %v", borrowed, kept)
		}
	}
}

// TestNothingCalledForBadInput: no method sees anything of a document that is not JSON.
func TestNothingCalledForBadInput(t *testing.T) {
	for _, text := range []string{`[1,2,`, `["a","b"}`, `["a",{"b":"c"}`, `["a"] 1`} {
		json, texts := []sawJSON{"old"}, []sawText{"old"}
		for _, v := range []any{&json, &texts} {
			if code, _ := faultOf(errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(text), v))); code != fault.Syntax {
				t.Errorf("%s: fault %d", text, code)
			}
		}
		if !reflect.DeepEqual(json, []sawJSON{"old"}) || !reflect.DeepEqual(texts, []sawText{"old"}) {
			t.Errorf("%s: %q, %q", text, json, texts)
		}
	}
}
