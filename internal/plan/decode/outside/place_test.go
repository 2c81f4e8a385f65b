package outside

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

type (
	placed struct {
		N    int
		S    string
		L    []int
		M    map[string]placed
		A    any
		P    **placed
		Deep []map[string][]any
		*Embedded
		Old []string
	}
	// Embedded is exported, so that a pointer to it can be set.
	Embedded struct{ E, F int }
)

// byParts decodes the value that d reads into p part by part, as one who gets it in pieces does, and reports what did
// not fit.
func byParts(d *json.Decoder, p decode.Place) (f *fault.Fault) {
	note := func(other *fault.Fault) {
		if f == nil {
			f = other
		}
	}
	var raw json.RawMessage
	token := func() json.Token {
		tok, err := d.Token()
		if err != nil {
			panic(err)
		}
		return tok
	}
	first := strings.TrimLeft(readAhead(d), " \n,:")[0]
	fit := p.Fits(first)
	if fit == decode.NoTarget {
		if err := d.Decode(&raw); err != nil {
			panic(err)
		}
		return nil
	}
	if first != '{' && first != '[' && first != '"' || fit != decode.ByParts {
		if err := d.Decode(&raw); err != nil {
			panic(err)
		}
		_, f = p.Fill(&decode.Call{Config: plan.V1}, raw, nil)
		return f
	}
	switch tok := token().(type) {
	case string:
		for i := range tok {
			p.SetText(tok[:i])
		}
		p.SetText(tok)
	case json.Delim:
		in := p.Open(byte(tok))
		for i := 0; d.More(); i++ {
			if tok == '[' {
				note(byParts(d, in.Part("", i, true)))
			} else {
				note(byParts(d, in.Part(token().(string), 0, true)))
			}
		}
		token()
	}
	return f
}

// readAhead returns what d has in memory that comes next.
func readAhead(d *json.Decoder) string {
	b := new(strings.Builder)
	if _, err := d.Buffered().(*strings.Reader); err {
		panic("a decoder that has read nothing")
	}
	buf := make([]byte, 64)
	n, _ := d.Buffered().Read(buf)
	b.Write(buf[:n])
	return b.String()
}

// TestPlaces decodes documents part by part, over zero values and over others, and compares with one call for all.
func TestPlaces(t *testing.T) {
	one := func() *placed {
		p := &placed{N: 9}
		return &placed{N: 7, L: []int{1, 2, 3}, M: map[string]placed{"a": {N: 5, S: "five"}}, A: p, P: &p, Old: []string{"x"}, Embedded: &Embedded{E: 8}}
	}
	for _, text := range []string{
		`{}`, `{"N":1,"S":"text \u00e9","L":[4,5],"unknown":[{"a":1}],"E":3}`, `{"L":[]}`, `{"L":[4,5,6,7,8,9]}`, `{"Old":["a","b"]}`,
		`{"M":{"a":{"N":1},"b":{"S":"y","L":[1]},"":{}}}`, `{"M":{}}`, `{"M":null,"L":null,"P":null,"A":null}`,
		`{"A":[1,"x",[2,[]],{"a":[3],"b":{}}]}`, `{"A":{"N":1}}`, `{"A":"text"}`, `{"A":-2.5e3}`,
		`{"P":{"N":1,"P":{"S":"deep"}}}`, `{"Deep":[{"a":[1,[2],{"b":["c"]}],"d":[]},{}]}`, `{"F":1,"M":{"x":{"F":2}}}`,
		`{"N":"x","S":"y"}`, `{"L":[1,"x",3]}`, `{"S":[1]}`, `{"L":{"a":1},"N":2}`, `{"P":[]}`,
	} {
		for name, target := range map[string]func() *placed{"zero": func() *placed { return new(placed) }, "held": one} {
			if name == "held" && strings.Contains(text, `"A":`) {
				continue // Open begins an interface anew
			}
			got, want := target(), target()
			c := decode.Call{Config: plan.V1}
			wantErr := errorOf(c.Unmarshal([]byte(text), want))
			d := json.NewDecoder(strings.NewReader(text))
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
			in, f := decode.PlaceOf(&c, got).Open('{'), (*fault.Fault)(nil)
			for d.More() {
				name, _ := d.Token()
				if other := byParts(d, in.Part(name.(string), 0, true)); f == nil {
					f = other
				}
			}
			if (f != nil) != (wantErr != nil) || !reflect.DeepEqual(got, want) {
				g, _ := json.Marshal(got)
				w, _ := json.Marshal(want)
				t.Errorf("%s over %s:\n%s, %v, want\n%s, %v", text, name, g, f, w, wantErr)
			}
		}
	}
}

// TestNoPlace: a name without a field has no place, before and after it has memory.
func TestNoPlace(t *testing.T) {
	c := decode.Call{Config: plan.V1}
	p := decode.PlaceOf(&c, new(placed))
	for name, want := range map[string]decode.Fit{"n": decode.Misfit, "x": decode.NoTarget, "E": decode.Misfit, "S": decode.ByParts, "M": decode.Misfit} {
		if a, b := p.Part(name, 0, false).Fits('"'), p.Part(name, 0, true).Fits('"'); a != want || b != want {
			t.Errorf("%s: %d and %d, want %d", name, a, b, want)
		}
	}
	if fit := (decode.Place{}).Fits('{'); fit != decode.NoTarget {
		t.Errorf("the zero Place: %d", fit)
	}
}

// TestPlaceKeeps: with old, a value is what it was before it is filled again, also if the last text does not fit.
func TestPlaceKeeps(t *testing.T) {
	v := placed{N: 7, A: "old"}
	c := decode.Call{Config: plan.V1}
	for _, name := range []string{"N", "A"} {
		var old reflect.Value
		p := decode.PlaceOf(&c, &v).Part(name, 0, true)
		if _, f := p.Fill(&c, []byte("8"), &old); f != nil {
			t.Error(f)
		}
		if _, f := p.Fill(&c, []byte("{}"), &old); (f == nil) != (name == "A") {
			t.Error(name, f)
		}
	}
	if v.N != 7 || v.A == nil || reflect.TypeOf(v.A).Kind() != reflect.Map {
		t.Errorf("%+v", v)
	}
}
