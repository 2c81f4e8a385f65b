package zoo

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"strings"
	"time"
)

type (
	level int32
	label string
)

// record is what most lists are made of.
type record struct {
	ID      int      `json:"id"`
	Name    string   `json:"name"`
	Score   float64  `json:"score"`
	Active  bool     `json:"active"`
	Tags    []string `json:"tags"`
	Comment *string  `json:"comment,omitempty"`
}

// optional has members that may be null.
type optional struct {
	A *int     `json:"a"`
	B *string  `json:"b"`
	C *bool    `json:"c"`
	D *float64 `json:"d"`
	E *record  `json:"e"`
}

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

// embeddingValues has embedded structs alone.
type embeddingValues struct {
	Base
	Title string `json:"title"`
	Trail
}

// Base and Trail are exported, so that every library can set them.
type (
	Base  struct{ ID, Version int }
	Trail struct{ By, From string }
)

type quoted struct {
	A int     `json:"a,string"`
	B float64 `json:"b,string"`
	C bool    `json:"c,string"`
	D string  `json:"d,string"`
	E *int    `json:"e,string"`
}

type omitting struct {
	A int            `json:"a,omitempty"`
	B string         `json:"b,omitempty"`
	C []int          `json:"c,omitempty"`
	D map[string]int `json:"d,omitempty"`
	E *record        `json:"e,omitempty"`
	F bool           `json:"f,omitempty"`
	G any            `json:"g,omitempty"`
	H float64        `json:"h,omitempty"`
	I time.Time      `json:"i,omitzero"`
	J [3]int         `json:"j,omitzero"`
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

type tree struct {
	Name        string `json:"name"`
	Left, Right *tree  `json:",omitempty"`
}

type chain struct {
	Value int    `json:"value"`
	Next  *chain `json:"next"`
}

type flagged struct{ A, B, C, D, E, F, G, H bool }

// numbers has every kind of number.
type numbers struct {
	A int
	B int8
	C int16
	D int32
	E int64
	F uint
	G uint8
	H uint16
	I uint32
	J uint64
	K float32
	L float64
	M uintptr
}

type holding struct {
	A any
	B []any
	C map[string]any
	D any
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

// fifty has fifty members.
type fifty struct {
	A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 int
	B0, B1, B2, B3, B4, B5, B6, B7, B8, B9 string
	C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 bool
	D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 float64
	E0, E1, E2, E3, E4, E5, E6, E7, E8, E9 uint32
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
