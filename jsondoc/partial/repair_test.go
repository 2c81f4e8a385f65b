package partial_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/jsondoc/partial"
)

// TestFind: the value in an answer is found as it is, and what is wrong with it is told with its place.
func TestFind(t *testing.T) {
	for _, row := range []struct{ text, want, err string }{
		{`{"a": 1}`, `{"a": 1}`, ""},
		{"Here:\n```json\n[1, 2]\n```\nDone.", "[1, 2]", ""},
		{"As in [1] and {x}:\n```\n{\"a\": [1]}\n```", `{"a": [1]}`, ""},
		{"```go\nvar x = y\n```\nand {\"a\": 1} too", `{"a": 1}`, ""},
		{"```json\n{\"a\": 1}", `{"a": 1}`, ""},
		{"as in [1]: {\"a\": [2]}", `{"a": [2]}`, ""},
		{"{\"a\": \"```[1]\", \"b\": \"\\\"```{x:1}\"}", "{\"a\": \"```[1]\", \"b\": \"\\\"```{x:1}\"}", ""},
		{"so: [\"```[1]\", [\"```[2]\"]] or ```[3]```", "[3]", ""},
		{"the 5\" {x: y}:\n  ```json\n{\"a\": [1]}\n```", `{"a": [1]}`, ""},
		{"the set {x} of [words]: [ ] or {}", `[ ]`, ""},
		{"so: {\n \"a\": True, \"b\": {\"c\": 1}}", "", "invalid character 'T' looking for beginning of value (line 2, column 7, at /a)"},
		{"so: {\"a\": [1, ", "", "unexpected end of JSON input (line 1, column 15, at /a/1)"},
		{"nothing", "", partial.ErrNoValue.Error()},
		{"", "", partial.ErrNoValue.Error()},
		{strings.Repeat("[", 20_000), "", "exceeded max depth"},
	} {
		got, err := partial.Find([]byte(row.text))
		if string(got) != row.want || (err == nil) != (row.err == "") || err != nil && !strings.Contains(err.Error(), row.err) {
			t.Errorf("%.60s: %s, %v, want %s", row.text, got, err, row.err)
		}
		var e *zetes.Error
		if err != nil && !errors.Is(err, partial.ErrNoValue) && !errors.As(err, &e) {
			t.Errorf("%.60s: %T", row.text, err)
		}
	}
}

// TestRepair: an answer is repaired, whole and in pieces that a Decoder shows at once.
func TestRepair(t *testing.T) {
	const answer = "Sure, as in [1]:\n```json\n{'name': 'Jane \"J\" Doe', tags: [\"a\" \"b\",], ok: True\n```"
	out, changes, err := partial.Repair([]byte(answer))
	var got, want any
	if json.Unmarshal([]byte(`{"name":"Jane \"J\" Doe","tags":["a","b"],"ok":true}`), &want) != nil || json.Unmarshal(out, &got) != nil || !reflect.DeepEqual(got, want) || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	var said []string
	for _, c := range changes {
		said = append(said, fmt.Sprintf("%d:%d %.12s", c.Line, c.Column, answer[c.Offset:]))
	}
	if want := []string{"3:2 'name': 'Jan", "3:10 'Jane \"J\" Do", "3:26 tags: [\"a\" \"", "3:37 \"b\",], ok: T", "3:41 ], ok: True\n", "3:44 ok: True\n```", "3:48 True\n```", "4:1 ```"}; !reflect.DeepEqual(said, want) {
		t.Errorf("%q", said)
	}
	if _, _, err := partial.Repair([]byte("none")); !errors.Is(err, partial.ErrNoValue) {
		t.Error(err)
	}
	if out, changes, err := partial.Repair([]byte(` {"a": [1, "x"]} `)); string(out) != `{"a": [1, "x"]}` || len(changes) > 0 || err != nil {
		t.Errorf("%s, %v, %v", out, changes, err)
	}
	type person struct {
		Name string
		Tags []string
		OK   bool
	}
	var r partial.Repairer
	d := partial.NewDecoder[person](nil)
	for _, piece := range strings.SplitAfter(strings.TrimPrefix(answer, "Sure, as in [1]:\n"), "") {
		if err := d.Push(r.Push([]byte(piece))); err != nil {
			t.Fatal(err)
		}
	}
	rest, err := r.Close()
	if err == nil {
		err = errors.Join(d.Push(rest), d.Close())
	}
	if v := *d.Value(); err != nil || !reflect.DeepEqual(v, person{`Jane "J" Doe`, []string{"a", "b"}, true}) || !r.Done() || len(r.Changes()) != len(changes) {
		t.Errorf("%+v, %v, %v", v, err, r.Done())
	}
	var none partial.Repairer
	none.Push([]byte("none"))
	if _, err := none.Close(); !errors.Is(err, partial.ErrNoValue) {
		t.Error(err)
	}
}

// TestFootnotes: marks such as [1] before a value are skipped, by Repair and by a Repairer, in pieces of any size.
func TestFootnotes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(12, 1))
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	for range 5_000 {
		value := pick(`{"a": [1]}`, `[{"b": 2}]`, `[1]`, `[]`)
		open, end := pick("```\n", "```json\n", "````\n\n"), "\n```"
		if value[0] == '{' && rnd.IntN(2) == 0 {
			open, end = "", ""
		}
		text := pick("", "See ", "`a`, ", "(```x```) ") + pick("", "[1]", "[1] and [23]:\n", "{x} [7]. ") + pick("", ", ", " as ``so`` ") + open + value + end + pick("", " or [2]", " [3]:\n```\n4\n```")
		found, err := partial.Find([]byte(text))
		repaired, _, _ := partial.Repair([]byte(text))
		if string(found) != value || string(repaired) != value || err != nil {
			t.Fatalf("%q: found %s, %v, repaired %s", text, found, err, repaired)
		}
		for _, size := range []int{1, 2, 5, len(text)} {
			var r partial.Repairer
			var out []byte
			for piece := range slices.Chunk([]byte(text), size) {
				out = append(out, r.Push(piece)...)
			}
			rest, err := r.Close()
			if out = append(out, rest...); string(out) != value || err != nil {
				t.Fatalf("%q, in pieces of %d: %s, %v", text, size, out, err)
			}
		}
	}
}

// An answer of a language model is read, and what was wrong with it is told.
func ExampleRepair() {
	answer := []byte("Sure! Here it is:\n```json\n{\"name\": 'Jane', \"tags\": [\"a\" \"b\"], \"admin\": False,\n```\n")
	text, changes, err := partial.Repair(answer)
	if err != nil {
		fmt.Println(err)
		return
	}
	var v struct {
		Name  string
		Tags  []string
		Admin bool
	}
	err = zetes.Unmarshal(text, &v)
	fmt.Printf("%+v %v\n", v, err)
	for _, c := range changes[:3] {
		fmt.Printf("line %d, column %d: %s\n", c.Line, c.Column, c.What)
	}
	// Output:
	// {Name:Jane Tags:[a b] Admin:false} <nil>
	// line 3, column 10: a string or name had other quotes, or none
	// line 3, column 31: a comma was missing
	// line 3, column 46: a word or number was spelled as in another language
}
