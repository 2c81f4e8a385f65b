package zoo

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/zetes-json/zetes/bench/data"
)

type (
	level int32
	label string
)

// The types of rows that are measured with generated code too are package data's.
type (
	record          = data.Record
	optional        = data.Optional
	embeddingValues = data.Embedding
	quoted          = data.Quoted
	omitting        = data.Omitting
	tree            = data.Tree
	chain           = data.Chain
	flagged         = data.Flagged
	numbers         = data.Numbers
	holding         = data.Holding
	fifty           = data.Fifty
)

// wide is larger than what Go's maps hold in place.
type wide struct {
	Names [6]string
	Sums  [8]int
	Mean  float64
}

type base struct {
	ID      int    `json:"id"`
	Created string `json:"created"`
}

type trail struct {
	By, From string
}

type embedding struct {
	base
	*trail
	Title string `json:"title"`
}

// fillFrom is there because reflection can't set embedded pointers to unexported structs.
func (e *embedding) fillFrom(g *gen) {
	e.ID, e.Created, e.Title = int(g.integer(32)), g.str(), g.str()
	e.trail = &trail{g.str(), g.str()}
}

type pair[A, B any] struct {
	First  A `json:"first"`
	Second B `json:"second"`
}

type page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next"`
	Total int    `json:"total"`
}

func structKinds() []*kind {
	twenty := contents{length: 20}
	return []*kind{
		of[numbers]("struct/numbers", contents{}), of[[]flagged]("struct/bools", twenty),
		onlyOut(of[[]embedding]("struct/embedded-unexported", twenty)),
		of[[]embeddingValues]("struct/embedded", twenty),
		of[[]quoted]("struct/quoted", twenty), of[[]omitting]("struct/omitempty-full", twenty),
		of[[]omitting]("struct/omitempty-none", contents{length: 20, empty: true}),
		of[page[pair[int, string]]]("struct/generic", contents{}),
		of[pair[record, []pair[string, *record]]]("struct/generic-nested", contents{}),
		of[struct {
			A struct{ B, C int }
			D []struct{ E string }
		}]("struct/anonymous", contents{}),
		of[tree]("struct/tree", contents{}), of[chain]("struct/chain", contents{}),
		of[[]holding]("struct/interfaces", contents{length: 10}),
		of[[]fifty]("struct/wide", contents{length: 5}),
		of[[]mixed]("struct/mixed", twenty),
	}
}

// mixed has members of kinds that rarely meet.
type mixed struct {
	When   time.Time
	Took   time.Duration
	Price  stdjson.Number
	Raw    stdjson.RawMessage
	Hash   [16]byte
	Data   []byte
	Lookup map[int]string
	Points [][2]float32
	Kind   colour
	Any    any
}

// inputKinds are texts in other forms than encoding/json writes them.
func inputKinds() []*kind {
	list := func(name string, text func(g *gen, own []byte) []byte) *kind {
		k := of[[]record](name, contents{length: 50})
		k.in, k.text = true, text
		return k
	}
	nulls := of[[]quoted]("input/null-quoted", contents{length: 20})
	nulls.in, nulls.text = true, func(_ *gen, own []byte) []byte {
		return bytes.ReplaceAll(own, []byte(`"c":"true"`), []byte(`"c":null`))
	}
	return []*kind{
		list("input/indented", func(_ *gen, own []byte) []byte {
			var b bytes.Buffer
			_ = stdjson.Indent(&b, own, "", "  ")
			return b.Bytes()
		}),
		list("input/other-case", func(_ *gen, own []byte) []byte {
			return []byte(strings.NewReplacer(`"id"`, `"ID"`, `"name"`, `"Name"`, `"score"`, `"SCORE"`).Replace(string(own)))
		}),
		list("input/members-unknown", func(g *gen, own []byte) []byte {
			more, _ := stdjson.Marshal(g.tree(0))
			return bytes.ReplaceAll(own, []byte(`"score":`), fmt.Appendf(nil, `"more":%s,"score":`, more))
		}),
		list("input/members-missing", func(g *gen, own []byte) []byte {
			b := []byte{'['}
			for i := range 50 {
				if i > 0 {
					b = append(b, ',')
				}
				b = fmt.Appendf(b, `{"name":%q,"id":%d}`, words[g.IntN(len(words))], i)
			}
			return append(b, ']')
		}),
		list("input/null", func(_ *gen, own []byte) []byte {
			return bytes.ReplaceAll(own, []byte(`"active":true`), []byte(`"active":null`))
		}),
		list("input/elements-few", func(*gen, []byte) []byte { return []byte("[]") }),
		nulls,
	}
}
