//go:build goexperiment.jsonv2 && go1.27

package beyond

import (
	"bytes"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/json/v2"
)

// HasV2 reports whether there are rows of encoding/json/v2.
const HasV2 = true

// v2Rows compare with the standard library: reading a document from a reader that can't go back, and decoding documents
// with methods of which every fourth is wrong.
func v2Rows() []*row {
	return []*row{{
		contest.Row{Name: "v2/read", Ours: "json/v2.UnmarshalRead", Peers: []contest.Peer{{Name: "encoding/json/v2", Min: 1}}, Docs: []string{"session", "feed"}},
		func(doc string) (*entrants, error) {
			if doc == "feed" {
				return enterRead[data.Feed](doc)
			}
			return enterRead[data.Session](doc)
		}, noLimit, 0, 0,
	}, {
		contest.Row{Name: "v2/wrong", Ours: "json/v2", Peers: []contest.Peer{{Name: "encoding/json/v2", Min: 1 / 1.1}}, Docs: []string{"text-keys", "map-of-structs", "list-of-structs"}},
		func(doc string) (*entrants, error) {
			const one = `{"a":1,"b":"text","code":"xyz","list":[1,2,3]}`
			switch doc {
			case "text-keys":
				return enterWrong[map[code]int](`"k0":1`, `"-":1`, "{", "}"), nil
			case "map-of-structs":
				return enterWrong[map[string]coded](`"k0":`+one, `"k":`+strings.Replace(one, "xyz", "-", 1), "{", "}"), nil
			}
			return enterWrong[[]coded](one, strings.Replace(one, "xyz", "-", 1), "[", "]"), nil
		}, noLimit, 0, 0,
	}}
}

// code is a text that must not be a hyphen.
type code struct{ text string }

func (c *code) UnmarshalText(b []byte) error {
	if string(b) == "-" {
		return errors.New("no code")
	}
	c.text = string(b)
	return nil
}

// coded is a struct with a method within.
type coded struct {
	A    int    `json:"a"`
	B    string `json:"b"`
	Code code   `json:"code"`
	List []int  `json:"list"`
}

// enterWrong decodes lists of ten members or elements, of which every fourth list ends with one that is wrong. A digit 0
// in a member becomes its number.
func enterWrong[T any](one, wrong, open, end string) *entrants {
	var all []string
	for i := range 10 {
		all = append(all, strings.Replace(one, "0", strconv.Itoa(i), 1))
	}
	sound := []byte(open + strings.Join(all, ",") + end)
	all[9] = wrong
	bad := []byte(open + strings.Join(all, ",") + end)
	entry := func(name string, unmarshal func([]byte, any, ...stdjson.Options) error) contest.Entry {
		calls := 0
		return contest.Entry{
			Name: name,
			Run: func(n int) error {
				for range n {
					text := sound
					if calls++; calls%4 == 0 {
						text = bad
					}
					if err := unmarshal(text, new(T)); (err != nil) != (calls%4 == 0) {
						return fmt.Errorf("the error is %v", err)
					}
				}
				return nil
			},
			Result: func() (any, error) {
				v := new(T)
				err := unmarshal(bad, v)
				if err == nil {
					return nil, errors.New("no error")
				}
				return fmt.Sprint(*v, err), nil
			},
		}
	}
	e := &entrants{size: len(sound), entries: []contest.Entry{entry("json/v2", json.Unmarshal), entry("encoding/json/v2", stdjson.Unmarshal)}}
	e.want = e.entries[1].Result
	return e
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
