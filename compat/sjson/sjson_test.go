package sjson

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/compat/gjson"
)

func Example() {
	text, err := Set(`{"name":{"first":"Tom"}, "list":[1]}`, "name.last", "Anderson")
	fmt.Println(text, err)
	text, err = Set(text, "list.-1", 2)
	fmt.Println(text, err)
	text, err = Delete(text, "name.first")
	fmt.Println(text, err)
	// Output:
	// {"name":{"first":"Tom","last":"Anderson"}, "list":[1]} <nil>
	// {"name":{"first":"Tom","last":"Anderson"}, "list":[1,2]} <nil>
	// {"name":{"last":"Anderson"}, "list":[1,2]} <nil>
}

// TestRefused: what is wrong is an error, and the text stays as it was.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, path, raw string }{
		{`{"a":[1,}`, "b", "1"}, {`{"a":1}`, "a", "[1"}, {`{"a":[]}`, "a.x", "1"}, {`{"a":[]}`, "a.99999999", "1"}, {``, "a.99999999", "1"}, {`[`, "0", "1"}, {`{"a"`, "a", "1"},
	} {
		if out, err := SetRaw(c.text, c.path, c.raw); err == nil || out != c.text {
			t.Errorf("SetRaw of %s at %s: %s, %v", c.text, c.path, out, err)
		}
	}
	for _, c := range [][2]string{{`{"a":[1,}`, "b"}, {`{"a":1,}`, "a"}, {`{"b":[1,],"a":1}`, "a"}, {`{"a":1}`, "*"}, {`{"a":1}`, "#"}} {
		if out, err := Delete(c[0], c[1]); err == nil || out != c[0] {
			t.Errorf("Delete of %s at %s: %s, %v", c[0], c[1], out, err)
		}
	}
	for _, text := range []string{"", " \n"} {
		if out, err := Delete(text, "a"); err != nil || out != text {
			t.Errorf("Delete of %q: %q, %v", text, out, err)
		}
	}
	if out, err := Set(`{"a":1}`, "a", make(chan int)); err == nil || out != `{"a":1}` {
		t.Errorf("a channel: %s, %v", out, err)
	}
}

// FuzzSet: what was set is found at its path, the result is JSON, and nothing else has changed.
func FuzzSet(f *testing.F) {
	for _, path := range []string{"a", "a.b", "0", "a.0", "a.-1", "a.3.b", ":0", "a\\.b", "x.y.z", "a.b.c"} {
		for _, text := range []string{`{}`, `[]`, ``, `{"a":{"b":1},"c":[1,2]}`, ` { "a" : [ 1 , 2 ] } `, `[0,{"a":[]}]`, `{"a":null}`, `1`} {
			f.Add(text, path, `"value"`)
		}
	}
	f.Fuzz(func(t *testing.T, text, path, raw string) {
		out, err := SetRaw(text, path, raw)
		if err != nil {
			if out != text {
				t.Errorf("%q at %q: %q, %v", text, path, out, err)
			}
			return
		}
		parts, simple := split(path)
		if !simple || !gjson.Valid(text) && text != "" || !gjson.Valid(raw) {
			return
		}
		if !gjson.Valid(out) {
			t.Fatalf("%q at %q: %q", text, path, out)
		}
		for _, p := range parts {
			if p.name == "-1" || p.name == "" {
				return // which element they name depends on the text before
			}
		}
		start, end, _ := place(out, parts)
		if end < 0 || out[start:end] != trimmed(raw) {
			t.Errorf("%q at %q: %q", text, path, out)
		}
		again, err := Delete(out, path)
		if err != nil || !gjson.Valid(again) {
			t.Errorf("deleting %q of %q: %q, %v", path, out, again, err)
		}
	})
}

// TestPlaces: what stands where in texts after Set and Delete, as in sjson.
func TestPlaces(t *testing.T) {
	for _, c := range [][3]string{
		{``, "01", `[null,1]`}, {`[2,3]`, "01", `[2,1]`}, {`{}`, "01", `{"01":1}`}, {``, "", `[1]`}, {`{"a":2}`, "", `{"a":2,"":1}`}, {`[2]`, "", `[2,1]`}, {``, "-1", `{"-1":1}`}, {`5`, "-1", `{"-1":1}`},
		{``, "a.-1", `{"a":[1]}`}, {`{"a":5}`, "a.-1", `{"a":{"-1":1}}`}, {`[]`, "-1.-1", `[[1]]`}, {``, ":0", `{"0":1}`}, {``, "0.:1", `[{"1":1}]`},
	} {
		if out, err := SetRaw(c[0], c[1], "1"); err != nil || out != c[2] {
			t.Errorf("SetRaw of %s at %q: %s, %v, want %s", c[0], c[1], out, err, c[2])
		}
	}
	for _, c := range [][3]string{
		{`{"a":1,"a":2}`, "a", `{"a":2}`}, {`{"b":0, "a":1,"a":2}`, "a", `{"b":0,"a":2}`}, {`{ "a" : 1 , "b" : 2 }`, "a", `{ "b" : 2 }`}, {`{ "b" : 2 , "a" : 1 }`, "a", `{ "b" : 2  }`}, {`{ "a" : 1 }`, "a", `{ }`},
		{`{"a":1} {"b":2}`, "a", `{} {"b":2}`}, {`{"a":{"b":1},}`, "a.b", `{"a":{},}`}, {`{"x\\\"y" : 1,"b":[1]}`, `x\\"y`, `{"b":[1]}`}, {`{"b":0,"\\":1}`, `\\`, `{"b":0}`},
		{`[1,2,3]`, "-1", `[1,2]`}, {`[1,[2,3]]`, "-1.-1", `[1,[2]]`}, {`[{"a":1},{"a":2}]`, "-1.a", `[{"a":1},{}]`}, {`{"-1":1}`, "-1", `{}`}, {`[]`, "-1", `[]`}, {`[1, 2]`, "00", `[ 2]`}, {`[ 1, 2]`, ":0", `[  2]`}, {`[1]`, "", `[1]`},
	} {
		if out, err := Delete(c[0], c[1]); err != nil || out != c[2] {
			t.Errorf("Delete of %s at %q: %s, %v, want %s", c[0], c[1], out, err, c[2])
		}
	}
}

// TestLongPath: the time for a path is in proportion to its length, and nulls are made up to a number for all of it.
func TestLongPath(t *testing.T) {
	const parts = 10_000
	out, err := Set("", strings.Repeat("a.", parts-1)+"b", 1)
	if want := strings.Repeat(`{"a":`, parts-1) + `{"b":1}` + strings.Repeat("}", parts-1); err != nil || out != want {
		t.Errorf("%.40s, %v", out, err)
	}
	if out, err := SetRaw(" ", strings.Repeat("600000.", 1000)+"0", "1"); err == nil || out != " " {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}

// TestDeep: what Set returns is never nested deeper than JSON that this module reads.
func TestDeep(t *testing.T) {
	const most = 10_000
	dots := func(n int) string { return strings.Repeat("a.", n-1) + "a" }
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		text, path, raw string
		ok              bool
	}{
		{"", dots(most), "1", true}, {"", dots(most + 1), "1", false}, {"", dots(1_000_000), "1", false}, {"", dots(most), "[]", false}, {"", dots(most - 1), " [] ", true}, {"", dots(1), deep(most - 1), true}, {"", dots(1), deep(most), false},
		{`{"a":1}`, dots(most + 1), "1", false}, {`{"a":1}`, "a", deep(most), false}, {`{"a":1}`, "a", deep(most - 1), true}, {`[]`, "-1", deep(most), false}, {`[]`, "3", deep(most - 1), true},
		{strings.Repeat(`{"a":`, most-1) + "1" + strings.Repeat("}", most-1), dots(most), "1", true}, {strings.Repeat(`{"a":`, most-1) + "1" + strings.Repeat("}", most-1), dots(most), "[]", false},
	} {
		out, err := SetRaw(c.text, c.path, c.raw)
		if (err == nil) != c.ok || c.ok && !gjson.Valid(out) || !c.ok && out != c.text {
			t.Errorf("%.20s with %.20s at %d bytes of path: %.40s, %v", c.text, c.raw, len(c.path), out, err)
		}
	}
	if _, err := Set("", dots(most+1), 1); err == nil || err.Error() != "sjson: the path and the value would make JSON nested more than 10000 deep" {
		t.Error(err)
	}
}

func trimmed(raw string) string { return gjson.Parse(raw).Raw[:rawEnd(raw)] }

// rawEnd returns the length of the value in raw, which may have white space around it.
func rawEnd(raw string) int {
	r := gjson.Get("["+raw+"]", "0")
	return len(r.Raw)
}
