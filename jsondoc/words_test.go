package jsondoc_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// TestWords has what errors say about paths and queries as people write them at first.
func TestWords(t *testing.T) {
	text := []byte(`{"a":{"b":1},"list":["x","y"]}`)
	for _, row := range []struct {
		path []any
		want string
		kind bool
	}{
		{[]any{"a.b"}, `jsondoc: no such value: the object has no member "a.b" (`, false},
		{[]any{"a", "c"}, `jsondoc: no such value: the object has no member "c" (`, false},
		{[]any{"list", 7}, `jsondoc: no such value: the array has no element 7 (`, false},
		{[]any{"list", "0"}, `jsondoc: an array where there should be an object with the member "0" (`, true},
		{[]any{"a", 0}, `jsondoc: an object where there should be an array with the element 0 (`, true},
		{[]any{"a", "b", "c"}, `jsondoc: a number where there should be an object with the member "c" (`, true},
	} {
		d, err := jsondoc.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = jsondoc.Get(text, row.path...)
		_, again := d.Get(row.path...)
		for _, err := range []error{err, again} {
			var k *jsondoc.KindError
			if err == nil || !strings.Contains(err.Error(), row.want) || errors.As(err, &k) != row.kind || errors.Is(err, jsondoc.ErrMissing) == row.kind {
				t.Errorf("%v: %v, want %s", row.path, err, row.want)
			}
		}
	}
	for _, row := range []struct {
		path []any
		want string
	}{
		{[]any{"list", 7}, `jsondoc: no such value: /list/7`},
		{[]any{"list", "0"}, `jsondoc: an array where there should be an object with the member "0": /list`},
		{[]any{0}, `jsondoc: an object where there should be an array with the element 0`},
		{[]any{"new", 3}, `jsondoc: no such value: /new/3`},
		{[]any{"list", -1}, `jsondoc: the index -1 of a path: elements are counted from 0, and from their end by a Query alone`},
	} {
		if _, err := jsonedit.Set(text, 1, row.path...); err == nil || err.Error() != row.want {
			t.Errorf("%v: %v, want %s", row.path, err, row.want)
		}
	}
	for query, want := range map[string]string{
		"$.list.0":           "offset 7: a name is missing: indexes and other names stand in brackets, as [0] and ['a-b']",
		"$.list.#.a":         "offset 7: a name is missing: indexes and other names stand in brackets, as [0] and ['a-b']",
		"$.a-b":              "offset 3: unexpected character: names with other than letters, digits and _ stand in brackets, as ['a-b']",
		"$.list[?@.a = 1]":   "offset 12: unexpected =: what is equal is compared by ==",
		"$.list[?a == 1]":    "offset 9: a value is missing: what is in the value at hand begins with @, as @.name",
		"list.#(a==1)#.name": "offset 0: a query begins with $",
	} {
		if _, err := jsonpath.Compile(query); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", query, err, want)
		}
	}
	// An error about two texts says which one is not JSON.
	_, second := jsonedit.Diff(text, text[:1])
	_, first := jsonedit.Diff(text[:1], text)
	_, merged := jsonedit.MergePatch(text, text[:1])
	_, patched := jsonedit.Patch(text, text[:1])
	for err, want := range map[error]string{second: "jsonedit: the second document: ", first: "jsonedit: the first document: ", merged: "jsonedit: the patch: ", patched: "jsonedit: the patch: "} {
		var place *zetes.Error
		if err == nil || !strings.HasPrefix(err.Error(), want) || !errors.As(err, &place) {
			t.Errorf("%v, want %s and a place", err, want)
		}
	}
	if got, err := jsonedit.Set(text, "z", "list", "-"); err != nil || string(got) != `{"a":{"b":1},"list":["x","y","z"]}` {
		t.Errorf("%s, %v", got, err)
	}
}
