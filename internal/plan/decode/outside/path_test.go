package outside

import (
	stdjson "encoding/json"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/json"
)

type (
	pathIn struct {
		N int
		S string
	}
	pathOut struct {
		pathIn
		*PathEmbedded
		A    int
		List []pathIn
		Two  [2]pathIn
		Map  map[string][]int
		Ptr  *pathOut
		Any  any
		Keys map[int8][]int
		Text int `json:",string"`
	}
	PathEmbedded struct {
		B    int
		More []int
	}
	pathTree []pathTree
)

// TestPaths: the error of a value that does not fit names encoding/json's path, wherever the value stands.
func TestPaths(t *testing.T) {
	for _, doc := range []string{
		`"x"`, ` {"A":"x"}`, `{"a":[]}`, `{"N":"x"}`, `{"B":true}`, `{"More":[1,2,"x"]}`,
		`{"List":[{"N":1},{},{"S":"[{","N":"x"}]}`, `{"List":[[],{"N":1}]}`, `{"List":{"N":1}}`,
		`{"Two":[{"N":1},{"N":"x"},{"N":"y"}]}`, `{"Map":{"a":[1],"b\u0041":[2,[],3]}}`, `{"Map":{"a":{}}}`,
		`{"Ptr":{"Ptr":{"Ptr":null,"List":[{"S":5}]}}}`, `{"Any":{"a":[1e999]}}`, `{"Any":[[],[{}],[1,{"b":-1e999}]],"A":"x"}`,
		`{"unknown":{"A":"x","List":[{}]},"Two":[[]]}`, `{"Text":"x","A":"x"}`, `{"Keys":{"1":[2],"x":[3]}}`, `{"Ptr":{"Keys":{"1000":1}}}`, `{"Keys":{"1":[2,"x"]}}`, `{"A":1.5,"N":"x"}`, `{"A":99999999999999999999}`,
		"{ \"List\" : [ { \"N\" : 1 } ,\n{ \"S\" : [ 1 , 2 ] } ] }",
		// What an interface held is gone at the end.
		`{"Any":{"A":"x"},"Any":null}`, `{"Any":{"List":[{"N":"x"}]},"Any":{"A":1},"Any":null}`, `{"Ptr":{"Any":[1e999],"Any":null},"Ptr":null}`,
		`{"Any":{"Any":{"A":"x"},"Any":null},"Any":null}`, `{"A":"x","Any":{"A":"x"},"Any":null}`, `{"Any":{"Any":{"x":1e999}},"Any":null}`,
	} {
		same(t, doc, func() any { return new(pathOut) })
		same(t, doc, func() any {
			var in any = &pathOut{Any: new(pathOut)}
			return &pathOut{Any: &in}
		})
		same(t, doc, func() any {
			return &pathOut{Any: new(pathOut), Ptr: &pathOut{Any: &[]any{1}}, PathEmbedded: new(PathEmbedded)}
		})
		same(t, doc, func() any { return &map[string]any{"Any": 1} })
		same(t, "["+doc+","+doc+"]", func() any { return new([]pathOut) })
		same(t, `{"k":`+doc+`}`, func() any { return new(map[string]*pathOut) })
		same(t, `{"Any":`+doc+`}`, func() any { return &pathOut{Any: new(pathOut)} })
	}
	// Names of members without a field are what does not fit.
	strict := func(dec interface {
		DisallowUnknownFields()
		Decode(any) error
	}) string {
		dec.DisallowUnknownFields()
		if err := dec.Decode(new(pathOut)); err != nil {
			return err.Error()
		}
		return ""
	}
	for _, doc := range []string{`{"x":1}`, `{"List":[{"N":1},{"x":[]}]}`, `{"Ptr":{"Ptr":{"N":1,"x":1}}}`, `{"Map":{"x":[]},"Any":{"x":1}}`} {
		got, want := strict(json.NewDecoder(strings.NewReader(doc))), strict(stdjson.NewDecoder(strings.NewReader(doc)))
		if got != want {
			t.Errorf("%s: %q, want %q", doc, got, want)
		}
	}
}

// TestPathOfDeep: the way to a value that stands deep, with much behind it or in front of it, is found by looking at
// the input a few times, not once for each array around the value.
func TestPathOfDeep(t *testing.T) {
	many := strings.Repeat("[],", 3000)
	for name, inner := range map[string]string{
		"behind": `"x",` + many + `[]`, "in front": many + `"x"`, "both": many + `"x",` + many + `[]`,
	} {
		for _, depth := range []int{1, 10, 700} {
			doc := strings.Repeat("[", depth) + inner + strings.Repeat("]", depth)
			same(t, doc, func() any { return new(pathTree) })
			looked := 0
			meter.Count = func(n int) { looked += n }
			err := json.Unmarshal([]byte(doc), new(pathTree))
			if meter.Count = nil; err == nil || looked > 8*len(doc) {
				t.Errorf("%s, %d deep: %d bytes of %d looked at, %v", name, depth, looked, len(doc), err)
			}
		}
	}
}
