package beyond

import (
	stdjson "encoding/json"

	"github.com/mailru/easyjson"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/data/generated/easy"
	"github.com/zetes-json/zetes/bench/data/generated/gen"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/json"
)

// Small documents are read here as people write it, into a variable: var v T; err := v.UnmarshalJSON(text). The rows
// generated/unmarshal make their targets in a function that serves every library, where all lie on the heap. A
// variable that generated code reads may stay on the stack, and one that is handed on as an interface may not.
//
// A function with a type parameter would call the method by way of a table, and move the variable to the heap. So the
// loops over generated methods are written out.

// reads decodes text n times, each time into a new variable. It returns that of one time.
type reads func(text []byte, n int) (last any, err error)

// direct are documents of at most 250 bytes, and who reads them.
var direct = []struct {
	doc                string
	gen, easy, byPlans reads
}{
	{"point", func(text []byte, n int) (last any, err error) {
		for range n {
			var v gen.Point
			if err = v.UnmarshalJSON(text); err != nil || n == 1 {
				return v, err
			}
		}
		return nil, nil
	}, readEasy[easy.Point], readByPlans[data.Point]},
	{"session", func(text []byte, n int) (last any, err error) {
		for range n {
			var v gen.Session
			if err = v.UnmarshalJSON(text); err != nil || n == 1 {
				return v, err
			}
		}
		return nil, nil
	}, readEasy[easy.Session], readByPlans[data.Session]},
	{"small", func(text []byte, n int) (last any, err error) {
		for range n {
			var v gen.StatusEntities
			if err = v.UnmarshalJSON(text); err != nil || n == 1 {
				return v, err
			}
		}
		return nil, nil
	}, readEasy[easy.StatusEntities], readByPlans[corpus.StatusEntities]},
	{"struct/numbers", func(text []byte, n int) (last any, err error) {
		for range n {
			var v gen.Numbers
			if err = v.UnmarshalJSON(text); err != nil || n == 1 {
				return v, err
			}
		}
		return nil, nil
	}, readEasy[easy.Numbers], readByPlans[data.Numbers]},
	{"struct/chain", func(text []byte, n int) (last any, err error) {
		for range n {
			var v gen.Chain
			if err = v.UnmarshalJSON(text); err != nil || n == 1 {
				return v, err
			}
		}
		return nil, nil
	}, readEasy[easy.Chain], readByPlans[data.Chain]},
	{"alone/record", func(text []byte, n int) (last any, err error) {
		for range n {
			var v gen.Record
			if err = v.UnmarshalJSON(text); err != nil || n == 1 {
				return v, err
			}
		}
		return nil, nil
	}, readEasy[easy.Record], readByPlans[data.Record]},
}

func readEasy[T any, P interface {
	*T
	easyjson.Unmarshaler
}](text []byte, n int) (last any, err error) {
	for range n {
		var v T
		if err = easyjson.Unmarshal(text, P(&v)); err != nil {
			return
		}
		last = &v
	}
	return
}

func readByPlans[T any](text []byte, n int) (last any, err error) {
	for range n {
		var v T
		if err = json.Unmarshal(text, &v); err != nil {
			return
		}
		last = &v
	}
	return
}

// directRow holds such reading to easyjson's, and to compiled plans.
func directRow() *row {
	r := &row{
		Row:   contest.Row{Name: "generated/variable", Ours: "zetes-gen", Peers: generatedPeers},
		enter: enterDirect, allocs: ofPeer,
	}
	for _, d := range direct {
		r.Docs = append(r.Docs, d.doc)
	}
	return r
}

func enterDirect(doc string) (*entrants, error) {
	text, err := textOf(doc)
	if err != nil {
		return nil, err
	}
	for _, d := range direct {
		if d.doc == doc {
			return &entrants{
				size:    len(text),
				want:    func() (any, error) { return treeOf(text) },
				entries: []contest.Entry{d.gen.entry("zetes-gen", text), d.easy.entry("easyjson", text), d.byPlans.entry("zetes", text)},
			}, nil
		}
	}
	return nil, nil
}

// entry makes an entry of f. Its result is what the JSON of the value means.
func (f reads) entry(name string, text []byte) contest.Entry {
	return contest.Entry{
		Name: name,
		Run: func(n int) error {
			_, err := f(text, n)
			return err
		},
		Result: func() (any, error) {
			v, err := f(text, 1)
			if err != nil {
				return nil, err
			}
			b, err := stdjson.Marshal(v)
			if err != nil {
				return nil, err
			}
			return treeOf(b)
		},
	}
}

// treeOf returns what text means.
func treeOf(text []byte) (tree any, err error) {
	err = stdjson.Unmarshal(text, &tree)
	return tree, err
}
