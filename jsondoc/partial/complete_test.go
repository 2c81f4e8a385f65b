package partial

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc"
)

func TestComplete(t *testing.T) {
	for _, row := range []struct {
		in, want string
		cut      Cut
	}{
		{``, ``, Cut{}}, {` `, ``, Cut{}}, {`{`, `{}`, Cut{Open: 1}}, {`{"a`, `{}`, Cut{Open: 1}}, {`{"a"`, `{}`, Cut{Open: 1}}, {`{"a":`, `{}`, Cut{Open: 1}},
		{`{"a":1,"b":[tr`, `{"a":1,"b":[true]}`, Cut{Open: 2}}, {`{"a":"x`, `{"a":"x"}`, Cut{Open: 1, String: true}}, {`["a\`, `["a"]`, Cut{Open: 1, String: true}},
		{`["a\u00e`, `["a"]`, Cut{Open: 1, String: true}}, {`["a\ud83d`, `["a"]`, Cut{Open: 1, String: true}}, {`["a\ud83d\ude0`, `["a"]`, Cut{Open: 1, String: true}},
		{`["a\\ud83d`, `["a\\ud83d"]`, Cut{Open: 1, String: true}}, {"[\"a\xe2\x82", `["a"]`, Cut{Open: 1, String: true}}, {`[1.`, `[1]`, Cut{Open: 1, Number: true}},
		{`[1,-`, `[1]`, Cut{Open: 1, Number: true}}, {`[12e+`, `[12]`, Cut{Open: 1, Number: true}}, {`12`, `12`, Cut{Number: true}}, {`[1, `, `[1]`, Cut{Open: 1}}, {`[1,[],`, `[1,[]]`, Cut{Open: 1}},
		{`{"a":{"b":[]}} `, `{"a":{"b":[]}}`, Cut{}}, {`n`, `null`, Cut{}}, {`[nul`, `[null]`, Cut{Open: 1}}, {`-`, ``, Cut{Number: true}},
	} {
		got, cut, err := Complete([]byte("before"), []byte(row.in))
		if err != nil || string(got) != "before"+row.want || cut != row.cut {
			t.Errorf("%q: %q, %+v, %v, want %q, %+v", row.in, got, cut, err, row.want, row.cut)
		}
	}
	for _, bad := range []string{`}`, `[1 2`, `{1`, `[01`, `{"a" 1`, `nux`, `["\x`, "[\"\x01", `[] x`, `1 2`, `{"a":1,}`, strings.Repeat("[", 10001)} {
		if got, _, err := Complete([]byte("before"), []byte(bad)); err == nil || string(got) != "before" {
			t.Errorf("%.40q: %q, %v", bad, got, err)
		}
	}
}

// TestCompletePrefixes completes all beginnings of random documents: each is JSON, and the beginning of the whole.
func TestCompletePrefixes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		text := strings.TrimSpace(samples.Text(r, 3))
		whole := valueOf([]byte(text))
		for n := 1; n <= len(text); n++ {
			got, cut, err := Complete(nil, []byte(text[:n]))
			if err != nil || len(got) > 0 && !json.Valid(got) {
				t.Fatalf("%q: %q, %v", text[:n], got, err)
			}
			if len(got) > 0 && !begins(valueOf(got), whole, cut) {
				t.Fatalf("%q: %q is not how it begins (%+v)", text[:n], got, cut)
			}
			if n == len(text) && string(got) != text {
				t.Fatalf("%q: %q", text, got)
			}
		}
	}
}

// begins reports whether all of part is in whole: its last value may be the beginning of that, all others are equal.
func begins(part, whole jsondoc.Value, cut Cut) bool {
	switch k := part.Kind(); {
	case k != whole.Kind():
		return false
	case k == codec.String:
		a, _ := part.Text()
		b, _ := whole.Text()
		return a == b || cut.String && strings.HasPrefix(b, a)
	case k == codec.Number:
		return part.String() == whole.String() || cut.Number && strings.HasPrefix(whole.String(), part.String())
	case k != codec.Array && k != codec.Object:
		return part.String() == whole.String()
	}
	type member struct {
		name string
		v    jsondoc.Value
	}
	list := func(v jsondoc.Value) (all []member) {
		for _, e := range v.Elements() {
			all = append(all, member{v: e})
		}
		for name, e := range v.Members() {
			all = append(all, member{name, e})
		}
		return all
	}
	a, b := list(part), list(whole)
	if len(a) > len(b) {
		return false
	}
	for i := range a {
		if a[i].name != b[i].name || !begins(a[i].v, b[i].v, cut) || i < len(a)-1 && !jsondoc.Equal(a[i].v, b[i].v) {
			return false
		}
	}
	return true
}

// valueOf returns the value that text is.
func valueOf(text []byte) jsondoc.Value {
	v, _ := jsondoc.Options{Unchecked: true}.Get(text)
	return v
}
