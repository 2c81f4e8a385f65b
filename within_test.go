package zetes_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// shelf and tin have codecs that call one another.
type (
	shelf struct{ Tins []tin }
	tin   struct {
		Weight int8
		Label  string
		Parts  []part
		Mass   float64
	}
	part  struct{ N int8 }
	house struct {
		Name   string `json:"name"`
		Shelf  shelf  `json:"shelf"`
		ByName map[string]*tin
	}
)

var errLabel = errors.New("a label in capitals")

func shelves() *zetes.API {
	return zetes.Config{Codecs: []codec.Codec{
		codec.For(
			func(w *codec.Writer, s *shelf) {
				w.BeginObject()
				w.Name("tins")
				w.BeginArray()
				for i := range s.Tins {
					zetes.WriteValue(w, &s.Tins[i])
				}
				w.EndArray()
				w.EndObject()
			},
			func(r *codec.Reader, s *shelf) {
				for range r.Object() {
					for range r.Array() {
						var t tin
						zetes.ReadValue(r, &t)
						s.Tins = append(s.Tins, t)
					}
				}
			}),
		codec.For(
			func(w *codec.Writer, t *tin) {
				w.BeginObject()
				w.Name("weight")
				w.Int(int64(t.Weight))
				w.Name("mass")
				zetes.WriteValue(w, map[string]any{"grams": t.Mass})
				if t.Label == "twice" {
					w.Name("label")
					w.Fail(errLabel)
				}
				w.EndObject()
			},
			func(r *codec.Reader, t *tin) {
				for name := range r.Object() {
					switch name {
					case "weight":
						t.Weight = int8(r.IntBits(8))
					case "label":
						if t.Label = r.String(); t.Label != strings.ToLower(t.Label) {
							r.Fail(errLabel)
						}
					case "parts":
						zetes.ReadValue(r, &t.Parts)
					default:
						r.Skip()
					}
				}
			}),
	}}.Freeze()
}

func TestErrorWithinCodecs(t *testing.T) {
	api := shelves()
	for _, c := range []struct {
		in, at, pointer, goPath string // at is what stands at the place
	}{
		{`{"name":"a","ByName":{"x":{"weight":1000}}}`, `1000`, "/ByName/x/weight", `house.ByName["x"].Weight`},
		{"{\n\"ByName\":{\"x\":{\"weight\": \"1\"}}}", `"1"`, "/ByName/x/weight", `house.ByName["x"].Weight`},
		{`{"shelf":{"tins":[{"weight":1}, {"label": "ABC" }]}}`, `"ABC"`, "/shelf/tins/1/label", "house.Shelf.Tins[1].Label"},
		{`{"shelf":{"tins":[{},{},{"weight":1.5}]}}`, `1.5`, "/shelf/tins/2/weight", "house.Shelf.Tins[2].Weight"},
		{`{"shelf": {"tins":[{}, {"parts":[{"N":1},{"N":1000}]}]}}`, `1000`, "/shelf/tins/1/parts/1/N", "house.Shelf.Tins[1].Parts[1].N"},
		{`{"ByName":{"x":{"parts":[{"N":1},{"N":{}}]}}}`, `{}`, "/ByName/x/parts/1/N", `house.ByName["x"].Parts[1].N`},
		{`{"shelf": 7}`, `7`, "/shelf", "house.Shelf"},
		{`{"shelf": {"tins":[3]}}`, `3`, "/shelf/tins/0", "house.Shelf.Tins[0]"},
	} {
		var v house
		check := func(how string, err error) {
			t.Helper()
			e, ok := errors.AsType[*zetes.Error](err)
			if !ok || e != err {
				t.Errorf("%s %s: got %T %[3]v", how, c.in, err)
				return
			}
			want := strings.LastIndex(c.in, c.at)
			line, column := 1+strings.Count(c.in[:want], "\n"), want-strings.LastIndexByte(c.in[:want], '\n')
			if e.Offset != int64(want) || e.Line != line || e.Column != column || e.Pointer != c.pointer || e.GoPath() != c.goPath || e.Excerpt == "" {
				t.Errorf("%s %s: got %d %d:%d %s %s", how, c.in, e.Offset, e.Line, e.Column, e.Pointer, e.GoPath())
			}
			if _, ok := errors.AsType[*codec.Failure](err); !ok {
				t.Errorf("%s %s: no Failure in %v", how, c.in, err)
			}
			if n := strings.Count(err.Error(), "line "); n != 1 {
				t.Errorf("%s %s: %d places in %v", how, c.in, n, err)
			}
		}
		check("unmarshal", api.UnmarshalString(c.in, &v))
		check("all", api.UnmarshalAll([]byte(c.in), &v, 0).(zetes.Errors)[0])
		check("stream", stream.NewDecoder(strings.NewReader(c.in), stream.Using(api)).Decode(&v))
	}
	var v house
	if err := api.UnmarshalString(`{"shelf":{"tins":[{"label":"ABC"}]}}`, &v); !errors.Is(err, errLabel) {
		t.Errorf("the codec's own error is gone: %v", err)
	}
}

func TestErrorWithinCodecsWriting(t *testing.T) {
	api := shelves()
	nan := tin{Mass: math.NaN()}
	for _, c := range []struct {
		v               any
		pointer, goPath string
	}{
		{house{Shelf: shelf{[]tin{{}, nan}}}, "/shelf/tins/1/mass/grams", "house.Shelf.Tins[1].Mass"},
		{&house{ByName: map[string]*tin{"a": {}, "b": &nan}}, "/ByName/b/mass/grams", `house.ByName["b"].Mass`},
		{[]any{1, &shelf{[]tin{{}, {Label: "twice"}}}}, "/1/tins/1/label", "([]interface {})[1]"},
		{shelf{[]tin{nan}}, "/tins/0/mass/grams", "shelf.Tins[0].Mass"},
	} {
		_, err := api.Append([]byte("before"), c.v)
		e, ok := err.(*zetes.Error)
		if !ok || e.Pointer != c.pointer || e.GoPath() != c.goPath {
			t.Errorf("%+v: got %#v", c.v, err)
			continue
		}
		f, ok := errors.AsType[*codec.Failure](err)
		if !ok || !f.Writing || fmt.Sprint(f.Type) != "zetes_test.tin" {
			t.Errorf("%+v: got %v", c.v, err)
		}
	}
}
