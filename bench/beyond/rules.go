package beyond

import (
	stdjson "encoding/json"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
)

// ruleRow compares reading a document under zetes.Strict, whose rules are about the whole input, with encoding/json.
func ruleRow() *row {
	return &row{
		contest.Row{Name: "rules/read", Ours: "zetes.Strict", Peers: []contest.Peer{{Name: "encoding/json", Min: 1}}, Docs: []string{"session", "feed"}},
		func(doc string) (*entrants, error) {
			if doc == "feed" {
				return enterRules[data.Feed](doc)
			}
			return enterRules[data.Session](doc)
		}, noLimit, 0, 0,
	}
}

func enterRules[T any](doc string) (*entrants, error) {
	set, err := data.Get(doc)
	if err != nil {
		return nil, err
	}
	text, err := set.Text()
	api := zetes.Strict().Freeze()
	return &entrants{len(text), read[T](text), []contest.Entry{
		decoding("zetes.Strict", text, func(b []byte, v *T) error { return api.Unmarshal(b, v) }),
		decoding("encoding/json", text, func(b []byte, v *T) error { return stdjson.Unmarshal(b, v) }),
	}}, err
}
