package untyped

import (
	stdjson "encoding/json"
	"fmt"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/jsondoc/partial"
)

// pieceRows fill a Go value from a document that comes in pieces, and compare with one Unmarshal of all of it.
func pieceRows() (list []*row) {
	for _, size := range []int{1, 4, 64, 4096} {
		list = append(list, &row{contest.Row{
			Name: fmt.Sprintf("pieces/%d", size), Ours: "partial.Decoder", Peers: []contest.Peer{{Name: "Unmarshal", Min: 1.0 / 3}},
			Docs: []string{"session", "feed", "twitter", "golang_source"},
		}, enterPieces(size)})
	}
	return list
}

func enterPieces(size int) func(doc string) (*entrants, error) {
	return func(name string) (*entrants, error) {
		b, err := text(name)
		if err != nil {
			return nil, err
		}
		switch name {
		case "session":
			return pieces[data.Session](b, size), nil
		case "feed":
			return pieces[data.Feed](b, size), nil
		case "twitter":
			return pieces[corpus.Tweets](b, size), nil
		}
		return pieces[corpus.Source](b, size), nil
	}
}

func pieces[T any](b []byte, size int) *entrants {
	want := func() (any, error) {
		v := new(T)
		err := stdjson.Unmarshal(b, v)
		return v, err
	}
	return &entrants{len(b), want, []contest.Entry{
		entry("partial.Decoder", func() (*T, error) {
			d := partial.NewDecoder[T](nil)
			for i := 0; i < len(b); i += size {
				if err := d.Push(b[i:min(i+size, len(b))]); err != nil {
					return nil, err
				}
			}
			return d.Value(), d.Close()
		}),
		entry("Unmarshal", func() (*T, error) {
			v := new(T)
			return v, zetes.Unmarshal(b, v)
		}),
	}}
}
