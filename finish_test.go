package zetes_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/suites"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

// written is v through all that writes under a.
func written(t *testing.T, a *zetes.API, v any) map[string]func() (string, error) {
	t.Helper()
	var lines bytes.Buffer
	each := func(yield func(any, error) bool) { yield(v, nil) }
	return map[string]func() (string, error){
		"Marshal":       func() (string, error) { b, err := a.Marshal(v); return string(b), err },
		"MarshalString": func() (string, error) { return a.MarshalString(v) },
		"Append": func() (string, error) {
			b, err := a.Append([]byte("[\"\xff"), v)
			if err != nil && len(b) != 3 {
				t.Errorf("%q is left behind", b)
			}
			return strings.TrimPrefix(string(b), "[\"\xff"), err
		},
		"MarshalTo": func() (string, error) {
			var b bytes.Buffer
			err := a.MarshalTo(&b, v)
			return b.String(), err
		},
		"TypedEncoder": func() (string, error) { b, err := zetes.TypedEncoderOf[any](a).Marshal(&v); return string(b), err },
		"stream.Encoder": func() (string, error) {
			lines.Reset()
			err := stream.NewEncoder(&lines, stream.Using(a)).Encode(v)
			return strings.TrimSuffix(lines.String(), "\n"), err
		},
		"stream.WriteLines": func() (string, error) {
			lines.Reset()
			err := stream.WriteLines(&lines, each, stream.Using(a))
			return strings.TrimSuffix(lines.String(), "\n"), err
		},
		"WriteValue": func() (string, error) {
			w := codec.NewBytesWriter(nil)
			a.WriteValue(w, v)
			return string(w.Bytes()), w.Err()
		},
	}
}

// named is a codec's and a method's type at a time.
type named struct{ B, A any }

func (n named) MarshalJSON() ([]byte, error) {
	b, err := json.Marshal(n.B)
	a, _ := json.Marshal(n.A)
	return []byte(fmt.Sprintf(`{ "\u0062" : %s, "a": %s }`, b, a)), err
}

type around struct{ V any }

var canonicals = zetes.Config{Canonical: true, Codecs: []codec.Codec{codec.For(func(w *codec.Writer, v *around) {
	w.BeginObject()
	w.Name("z\u2028<")
	zetes.WriteValue(w, v.V)
	w.Name("")
	zetes.WriteValue(w, named{v.V, 1e3})
	w.EndObject()
}, nil)}}.Freeze()

// TestCanonical compares what is written with jsondoc.Canonical of what encoding/json writes.
func TestCanonical(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"", "a", "b", "\r", "1", "\u0080", "ö", "€", "😀", "\ufb33", "<", "\u2028", `"`, "\\", "\x7f"}
	var random func(depth int) any
	random = func(depth int) any {
		switch k := r.IntN(11); {
		case k < 2 && depth > 0:
			m := map[string]any{}
			for range r.IntN(5) {
				m[names[r.IntN(len(names))]+names[r.IntN(len(names))]] = random(depth - 1)
			}
			return m
		case k < 4 && depth > 0:
			list := []any{}
			for range r.IntN(4) {
				list = append(list, random(depth-1))
			}
			return list
		case k == 4 && depth > 0:
			return struct {
				Z, A any
				M    json.RawMessage
				N    named
				I    map[int]any
			}{random(depth - 1), random(depth - 1), json.RawMessage(` {"b" : 1.50 , "a\u002f": [ 1E2 ]} `), named{random(depth - 1), nil}, map[int]any{-1: 1, 2: 2, 10: 3}}
		case k == 5:
			return json.Number(strconv.FormatFloat(r.NormFloat64(), 'e', r.IntN(20), 64))
		case k == 6:
			return r.NormFloat64() * 1e20
		case k == 7:
			return r.Uint64() >> 11
		case k == 8:
			return r.IntN(2) == 0
		}
		return names[r.IntN(len(names))] + names[r.IntN(len(names))]
	}
	for range 300 {
		v := random(4)
		plain, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := jsondoc.Canonical(plain)
		if err != nil {
			t.Fatal(err)
		}
		for name, write := range written(t, canonicals, v) {
			if got, err := write(); err != nil || got != string(want) {
				t.Fatalf("%s of %s: %s, %v, want %s", name, plain, got, err, want)
			}
		}
		got, err := canonicals.MarshalString([]around{{v}})
		if want := `[{"":{"a":1000,"b":` + string(want) + `},"z` + "\u2028" + `<":` + string(want) + `}]`; err != nil || got != want {
			t.Fatalf("by a codec: %s, %v, want %s", got, err, want)
		}
	}
}

// TestCanonicalCorpus has the documents of the authors of RFC 8785.
func TestCanonicalCorpus(t *testing.T) {
	in, out := suites.Canonical(t)
	for i, f := range in {
		var v any
		if err := zetes.Unmarshal(f.Text, &v); err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{v, json.RawMessage(f.Text)} {
			if got, err := canonicals.Marshal(v); err != nil || !bytes.Equal(got, out[i].Text) {
				t.Errorf("%s as %T: %s, %v, want %s", f.Name, v, got, err, out[i].Text)
			}
		}
	}
}

func TestCanonicalErrors(t *testing.T) {
	for _, row := range []struct {
		v             any
		path, pointer string
		rule          zetes.Rule
	}{
		{struct{ A any }{json.RawMessage(`[1,{"x":1,"\u0078":2}]`)}, "A", "/A/1/x", zetes.UniqueNames},
		{struct{ A []string }{[]string{"a", "\xff"}}, "A[1]", "/A/1", zetes.ValidUTF8},
		{struct{ A any }{json.RawMessage(`["\ud800"]`)}, "A", "/A/0", zetes.ValidUTF8},
		{struct{ A any }{json.RawMessage(`[1e400]`)}, "A", "/A/0", 0},
	} {
		for name, write := range written(t, canonicals, row.v) {
			_, err := write()
			var e *zetes.Error
			if !errors.As(err, &e) || e.Pointer != row.pointer || e.GoPath() != "(interface {})" && !strings.HasSuffix(e.GoPath(), row.path) {
				t.Errorf("%s: %v, %+v", name, err, e)
				continue
			}
			var rule *zetes.RuleError
			if errors.As(err, &rule) != (row.rule != 0) || rule != nil && rule.Rule != row.rule {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if err := (zetes.Config{Canonical: true, Indent: " "}).Check(); err == nil {
		t.Error("there is a canonical form with indentation")
	}
}

type badText string

func (b badText) MarshalText() ([]byte, error) { return []byte(b), nil }

type badJSON string

func (b badJSON) MarshalJSON() ([]byte, error) { return []byte(`"` + b + `"`), nil }

var _ encoding.TextMarshaler = badText("")

// TestStrictUTF8 writes text that is not UTF-8 wherever text may be.
func TestStrictUTF8(t *testing.T) {
	bad := "a\xe2\x82"
	config := zetes.Config{StrictUTF8: true, Codecs: []codec.Codec{codec.For(func(w *codec.Writer, v *around) {
		w.SetEscapeHTML(false)
		w.BeginObject()
		w.Name(v.V.(string))
		w.String(strings.Repeat("x", 100) + v.V.(string))
		w.EndObject()
	}, nil)}}
	strict := config.Freeze()
	config.NoEscapeHTML = true
	minimal := config.Freeze()
	config.StrictUTF8 = false
	loose := config.Freeze()
	zone := netip.MustParseAddr("fe80::1").WithZone
	values := func(s string) map[string]any {
		return map[string]any{
			"string": s, "long": strings.Repeat("é<", 100) + s, "slice": []string{"a", s}, "field": struct{ A string }{s}, "pointer": &struct{ A *string }{&s},
			"any": []any{s}, "map": map[string]int{s: 1}, "any map": map[string]any{s: 1}, "map of strings": map[string]string{"a": s},
			"named key": map[badJSON]int{badJSON(s): 1}, "text key": map[badText]int{badText(s): 1}, "text": badText(s), "texts": []*badText{(*badText)(&s)},
			"method": badJSON(s), "raw": json.RawMessage(`"` + s + `"`), "raw name": json.RawMessage(`{"` + s + `":1}`), "quoted": struct {
				A string `json:",string"`
			}{s}, "codec": around{s}, "codecs": map[string][]around{"a": {{s}}}, "netip": zone(s), "deep": [][]map[string][]string{{{"x": {s}}}},
			"object": func() any { o := new(jsondoc.Object[any]); o.Set(s, s); return o }(),
		}
	}
	for kind, v := range values(bad) {
		for name, write := range written(t, strict, v) {
			_, err := write()
			var e *zetes.Error
			var rule *zetes.RuleError
			if !errors.As(err, &e) || !errors.As(err, &rule) || rule.Rule != zetes.ValidUTF8 {
				t.Errorf("%s by %s: %v", kind, name, err)
			}
		}
		if b, err := minimal.Marshal(v); err == nil {
			t.Errorf("%s without escapes: %s", kind, b)
		}
		if _, err := loose.Marshal(v); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	for kind, v := range values("a\ufffd€😀\u2028<\\ud800"[:18]) {
		if strings.HasPrefix(kind, "raw") || kind == "method" {
			continue // a backslash
		}
		want, _ := loose.Marshal(v)
		if got, err := minimal.Marshal(v); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, %v, want %s", kind, got, err, want)
		}
	}
	for _, half := range []string{`"\ud800"`, `{"\uDC00":1}`, `["\\\udbff\u0041"]`} {
		if got, err := strict.MarshalString(json.RawMessage(half)); err == nil {
			t.Errorf("%s is %s", half, got)
		}
	}
	for _, whole := range []string{`"\ud83d\ude00"`, `"\\ud800"`, `["\\\\\uD83D\uDE00"]`} {
		if got, err := strict.MarshalString(json.RawMessage(whole)); err != nil || got != whole {
			t.Errorf("%s: %s, %v", whole, got, err)
		}
	}
	// The place.
	type item struct{ Name string }
	_, err := strict.Marshal(map[string]any{"a": []item{{"x"}, {bad}}})
	var e *zetes.Error
	if !errors.As(err, &e) || e.Pointer != "/a/1/Name" {
		t.Errorf("%v", err)
	}
	_, err = strict.Marshal(struct{ Items []item }{[]item{{"x"}, {bad}}})
	if !errors.As(err, &e) || e.Pointer != "/Items/1/Name" || !strings.HasSuffix(e.GoPath(), "Items[1].Name") || !strings.Contains(err.Error(), "invalid UTF-8") {
		t.Errorf("%v", err)
	}
	if err := strict.MarshalTo(io.Discard, item{"ok"}); err != nil {
		t.Error(err)
	}
}

// TestStrictUTF8First: what the first value of an API says about its text does not depend on the values before it.
func TestStrictUTF8First(t *testing.T) {
	for _, s := range []string{"a", "\xff", `"\ud800"`, "\"\xff\""} {
		for kind, v := range map[string]any{
			"string": s, "map": map[string]string{s: s}, "any": []any{s}, "text": badText(s), "key": map[badText]int{badText(s): 1}, "raw": json.RawMessage(s), "method": unchecked(s),
			"pointer": new(unchecked(s)), "number": json.Number(s), "omitted": &struct {
				S string `json:",omitempty"`
				T badText
			}{s, badText(s)}, "quoted": struct {
				S string `json:",string"`
			}{s}, "optional": opt.Of(s), "optional raw": opt.Of(json.RawMessage(s)), "bytes": [1]byte{s[0]}, "held": []any{unchecked(s)}, "unknown": withUnknown(s),
		} {
			for _, c := range []zetes.Config{{StrictUTF8: true}, {StrictUTF8: true, BytesAsText: true, KeepUnknown: true}} {
				first, later := c.Freeze(), c.Freeze()
				if _, err := later.Marshal([]any{json.RawMessage("1"), unchecked("1"), withUnknown("1")}); err != nil {
					t.Fatal(err)
				}
				got, err := first.MarshalString(v)
				want, wantErr := later.MarshalString(v)
				if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
					t.Errorf("%s of %q: %s, %v, want %s, %v", kind, s, got, err, want, wantErr)
				}
			}
		}
	}
}

// withUnknown returns a struct with a member whose value is raw.
func withUnknown(raw string) any {
	var v struct{ opt.Unknown }
	v.AddNoCheck("a", []byte(raw))
	return &v
}

type unchecked string

func (u unchecked) MarshalJSON() ([]byte, error) { return []byte(u), nil }

type (
	cased  interface{ isCase() }
	caseOf struct{ S string }
)

func (caseOf) isCase() {}

// TestStrictWriter: what is written into a strict Writer of one's own is as strict as it, whatever the API at work.
func TestStrictWriter(t *testing.T) {
	by := codec.For(func(w *codec.Writer, v *around) { zetes.WriteValue(w, v.V) }, nil)
	pets := zetes.Union[cased]("type", zetes.Case[caseOf]("inner"))
	for api, config := range map[string]zetes.Config{
		"standard": {}, "plain": {NoEscapeHTML: true}, "own": {OmitEmpty: true, Codecs: []codec.Codec{by}}, "strict": {StrictUTF8: true},
		"union": {Codecs: []codec.Codec{pets}},
	} {
		a := config.Freeze()
		for _, s := range []string{"a", "grün<\u2028", "\xff", "a\xe2\x82", strings.Repeat("x", 40000) + "\xff"} {
			for kind, v := range map[string]any{
				"string": s, "field": &caseOf{s}, "any": []any{s}, "map": map[string]int{s: 1}, "text": badText(s), "in a codec": around{s}, "case": []cased{caseOf{s}},
			} {
				w := codec.NewBytesWriter(nil)
				w.SetStrictUTF8(true)
				w.BeginArray()
				a.WriteValue(w, v)
				w.EndArray()
				loose := codec.NewBytesWriter(nil)
				loose.BeginArray()
				a.WriteValue(loose, v)
				loose.EndArray()
				var e *codec.Error
				switch err := w.Err(); {
				case utf8.ValidString(s) && (err != nil || string(w.Bytes()) != string(loose.Bytes())):
					t.Errorf("%s, %s: %s, %v, want %s", api, kind, w.Bytes(), err, loose.Bytes())
				case !utf8.ValidString(s) && (!errors.As(err, &e) || api != "strict" && e.Code != codec.Unsupported):
					t.Errorf("%s, %s: %s, %v", api, kind, w.Bytes(), err)
				}
			}
		}
	}
	w := codec.NewBytesWriter(nil)
	w.SetStrictUTF8(true)
	w.BeginArray()
	zetes.WriteValue(w, []map[string]string{{"a": "b"}, {"c": "\xff"}})
	if err := w.Err(); err == nil || err.Error() != "codec: value without a JSON form: text that is not UTF-8 at offset 17 in /0/1/c" {
		t.Error(err)
	}
}

// TestStrictUTF8Unchecked looks at what nobody has checked: cut and broken strings of all kinds end the search.
func TestStrictUTF8Unchecked(t *testing.T) {
	api := zetes.Config{StrictUTF8: true, UncheckedMethods: true, UncheckedRaw: true}.Freeze()
	const sound = `["\ud83d\ude00",`
	for _, text := range []string{`"\ud`, `"\ud8`, `"\ud8"`, sound + `"\`, sound + `"\"`, sound + `"x\"`, sound + `"\u`, sound + `"\u12"]`, sound + `"\q"]`, sound + `"`, `"\ud83d\`, `"\ud83d\u`} {
		for _, v := range []any{unchecked(text), json.RawMessage(text), []any{unchecked(text)}} {
			b, err := api.Marshal(v)
			if err != nil || !strings.Contains(string(b), text) {
				t.Errorf("%q as %T: %q, %v", text, v, b, err)
			}
		}
		if _, err := api.Marshal(json.RawMessage(text + "\xff")); err == nil {
			t.Errorf("%q and a byte that is not UTF-8: no error", text)
		}
	}
	var rule *zetes.RuleError
	if _, err := api.Marshal(unchecked(sound + `"\ud83d"]`)); !errors.As(err, &rule) || rule.Rule != zetes.ValidUTF8 {
		t.Errorf("got %v", err)
	}
}
