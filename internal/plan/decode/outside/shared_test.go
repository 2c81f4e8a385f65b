package outside

import (
	stdjson "encoding/json"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json"
)

// nest is a slice of itself, and chief a struct with a slice of pointers that may lead back to it.
type (
	nest  []nest
	chief struct {
		P []*chief
		T time.Time
	}
)

// TestSharedSlices decodes over targets in which two places hold one slice. Where one of the places lies within the
// other by way of a pointer, the result differs from encoding/json's, as docs/gaps.md says: an entry that is no longer
// true leaves that page. Beside each other, as one pointer or map, and within one another without a pointer, shared
// memory ends up as in encoding/json (package json has random targets of the latter kind).
func TestSharedSlices(t *testing.T) {
	type pair struct {
		A, B []int
		C, D *[]string
		E, F map[string][]int
	}
	for _, text := range []string{
		`{"A":[7,8],"B":[9]}`, `{"A":[7,8,9,10,11],"B":[1,2]}`, `{"B":[5],"A":[],"C":["x"],"D":["y","z","w"]}`, `{"A":null,"B":[3,4,5]}`,
		`{"E":{"a":[4],"b":[5]},"F":{"a":[6,7]}}`, `{"A":[1,"x"],"B":["y",2]}`, `{"A":[1,2],"B":[3,`,
	} {
		same(t, text, func() any {
			list, words := []int{1, 2, 3}, &[]string{"a", "b"}
			m := map[string][]int{"a": list}
			return &pair{list, list, words, words, m, m}
		})
	}

	within := func() any {
		s := make(nest, 1)
		return &nest{nest{s, {}, s}[:1], s, {}}
	}
	same(t, `[[[[null,null,null],null],null,[[null,null,null,null]]],[[[]]]]`, within)

	back := func() any {
		c := new(chief)
		c.P = []*chief{c, c}
		return c
	}
	ours, theirs := back().(*chief), back().(*chief)
	const late = `{"P":[{"P":[],"T":"x"}]}`
	if err := json.Unmarshal([]byte(late), ours); err == nil {
		t.Error("the time fits")
	}
	defer func() { _ = recover() }() // encoding/json of Go 1.27 panics
	if err := stdjson.Unmarshal([]byte(late), theirs); err == nil || len(ours.P) == len(theirs.P) {
		t.Errorf("%d elements, encoding/json has %d, %v: is the entry of docs/gaps.md still true?", len(ours.P), len(theirs.P), err)
	}
}
