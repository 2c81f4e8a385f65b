package probe

import (
	"testing"

	"github.com/zetes-json/zetes/bench/lib"
)

// TestAnswers asks those whose answers are known: encoding/json, and the drop-in, which must not differ from it.
func TestAnswers(t *testing.T) {
	std, err := lib.Get("std")
	if err != nil {
		t.Fatal(err)
	}
	zetes, err := lib.Get("zetes")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"html": "escaped", "line-separators": "escaped", "sorting": "sorted", "utf8-out": "replaced", "utf8-in": "replaced", "control": "yes",
		"skipped-strings": "yes", "numbers": "yes", "nan": "error", "floats": "as encoding/json", "duplicates": "the last wins", "case": "yes",
		"aliasing": "no", "raw-checked": "error", "raw-compacted": "compacted", "nil-slice": "null", "errors": "yes", "untouched": "yes", "depth": "error",
	}
	for i := range All {
		p := &All[i]
		a, b := p.Ask(std), p.Ask(zetes)
		if a == none || a == "panics" || a != b {
			t.Errorf("%s: encoding/json %s, zetes %s", p.Name, a, b)
		}
		if w := want[p.Name]; w != "" && a != w {
			t.Errorf("%s: %s, not %s", p.Name, a, w)
		}
	}
}

// TestOwnWays asks those that need types of their own: each has answers, and they tell what is known of them.
func TestOwnWays(t *testing.T) {
	for _, c := range []struct{ lib, probe, want string }{
		{"easyjson", "html", "escaped"}, {"easyjson-fastest", "html", "as they are"}, {"easyjson", "sorting", "unsorted"},
		{"ffjson", "html", "escaped"}, {"gojay", "html", "as they are"}, {"gojay", "case", "no"}, {"gojay", "sorting", none},
		{"jx", "html", "escaped"}, {"zetes-codec", "html", "escaped"}, {"zetes-typed", "untouched", "yes"},
		{"zetes-relaxed", "aliasing", "yes: they change with them"}, {"zetes-v2", "nil-slice", "[]"}, {"v2-experiment", "nil-slice", "[]"},
	} {
		l, err := lib.Get(c.lib)
		if err != nil {
			t.Fatal(err)
		}
		for i := range All {
			if All[i].Name == c.probe {
				if got := All[i].Ask(l); got != c.want {
					t.Errorf("%s, %s: %s, not %s", c.lib, c.probe, got, c.want)
				}
			}
		}
	}
}
