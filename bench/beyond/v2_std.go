//go:build goexperiment.jsonv2 && go1.27

package beyond

import (
	"bytes"
	stdjson "encoding/json/v2"
	"io"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/json/v2"
)

// HasV2 reports whether there are rows of encoding/json/v2.
const HasV2 = true

// v2Rows compare reading a document from a reader that can't go back with the standard library.
func v2Rows() []*row {
	return []*row{{
		contest.Row{Name: "v2/read", Ours: "json/v2.UnmarshalRead", Peers: []contest.Peer{{Name: "encoding/json/v2", Min: 1}}, Docs: []string{"session", "feed"}},
		func(doc string) (*entrants, error) {
			if doc == "feed" {
				return enterRead[data.Feed](doc)
			}
			return enterRead[data.Session](doc)
		}, noLimit, 0, 0,
	}}
}

func enterRead[T any](doc string) (*entrants, error) {
	set, err := data.Get(doc)
	if err != nil {
		return nil, err
	}
	text, err := set.Text()
	from := func(read func(r io.Reader, v any, opts ...stdjson.Options) error) func([]byte, *T) error {
		return func(b []byte, v *T) error { return read(struct{ io.Reader }{bytes.NewReader(b)}, v) }
	}
	return &entrants{len(text), read[T](text), []contest.Entry{
		decoding("json/v2.UnmarshalRead", text, from(json.UnmarshalRead)), decoding("encoding/json/v2", text, from(stdjson.UnmarshalRead)),
	}}, err
}
