// Package calls has the calls of the library whose instructions are counted: a row is one call on one document, as
// programs make it.
//
// All documents are made by code of this repository, so a count is the same on every machine that has the same release
// of Go. The program that counts makes them and hands them to the program that is counted, whose start is short so.
package calls

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/stream"
)

// Call is a row. Times calls take some eight million instructions. Prepare gets the text of the document and returns
// the call.
type Call struct {
	Name     string
	Document string
	Times    int
	Prepare  func(text []byte) (call func() error)
}

// All lists the rows. The names have the forms operation/document, and operation/document/what is special.
var All = []*Call{
	{"unmarshal/point", "point", 5000, unmarshal[data.Point]},
	{"unmarshal/session", "session", 1500, unmarshal[data.Session]},
	{"unmarshal/invoice", "invoice", 350, unmarshal[data.Invoice]},
	{"unmarshal/feed", "feed", 70, unmarshal[data.Feed]},
	{"unmarshal/messages", "messages", 7, unmarshal[corpus.Tweets]},
	{"unmarshal/geometry", "geometry", 2, unmarshal[corpus.Geometry]},
	{"unmarshal/feed/any", "feed", 30, unmarshal[any]},
	{"unmarshal/map", "map", 1300, unmarshal[map[string]int]},
	{"unmarshal/rates", "rates", 1300, unmarshal[map[string]float64]},
	{"unmarshal/ints", "ints", 420, unmarshal[[]int]},
	{"unmarshal/feed/again", "feed", 60, func(text []byte) func() error {
		var target data.Feed
		return func() error { return json.Unmarshal(text, &target) }
	}},
	{"unmarshal/feed/cut", "feed", 160, func(text []byte) func() error {
		return func() error { return failing(json.Unmarshal(text[:len(text)-1], new(data.Feed))) }
	}},
	{"unmarshal/invoice/mismatch", "invoice", 200, func(text []byte) func() error {
		text = bytes.Replace(text, []byte(`"quantity":`), []byte(`"quantity":true,"quantity":`), 1)
		return func() error { return failing(json.Unmarshal(text, new(data.Invoice))) }
	}},
	{"unmarshal/invoice/strict", "invoice", 110, func(text []byte) func() error {
		api := zetes.Strict().Freeze()
		return func() error { return api.Unmarshal(text, new(data.Invoice)) }
	}},
	{"marshal/point", "point", 7500, marshal[data.Point]},
	{"marshal/invoice", "invoice", 500, marshal[data.Invoice]},
	{"marshal/feed", "feed", 160, marshal[data.Feed]},
	{"marshal/feed/any", "feed", 50, marshal[any]},
	{"marshal/map", "map", 2300, marshal[map[string]int]},
	{"marshal/rates", "rates", 1900, marshal[map[string]float64]},
	{"marshal/ints", "ints", 1300, marshal[[]int]},
	{"append/messages", "messages", 18, appending[corpus.Tweets]},
	{"append/geometry", "geometry", 2, appending[corpus.Geometry]},
	{"decoder/points", "point", 23, func(text []byte) func() error {
		lines := repeated(text)
		return func() error {
			d := json.NewDecoder(bytes.NewReader(lines))
			for {
				var p data.Point
				if err := d.Decode(&p); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		}
	}},
	{"encoder/points", "point", 42, func(text []byte) func() error {
		p := value[data.Point](text)
		return func() error {
			e := json.NewEncoder(io.Discard)
			for range many {
				if err := e.Encode(p); err != nil {
					return err
				}
			}
			return nil
		}
	}},
	{"lines/points", "point", 21, func(text []byte) func() error {
		lines := repeated(text)
		return func() error {
			for _, err := range stream.Lines[data.Point](bytes.NewReader(lines)) {
				if err != nil {
					return err
				}
			}
			return nil
		}
	}},
	{"reader/points", "point", 40, func(text []byte) func() error {
		lines := repeated(text)
		return func() error { return readPoints(lines) }
	}},
	{"valid/messages", "messages", 9, func(text []byte) func() error {
		return func() error {
			if !json.Valid(text) {
				return errors.New("the document is not valid")
			}
			return nil
		}
	}},
	{"compact/messages", "messages", 6, func(text []byte) func() error {
		var buf bytes.Buffer
		return func() error { buf.Reset(); return json.Compact(&buf, text) }
	}},
	{"indent/feed", "feed", 70, func(text []byte) func() error {
		var buf bytes.Buffer
		return func() error { buf.Reset(); return json.Indent(&buf, text, "", "  ") }
	}},
	{"get/messages", "messages", 13, func(text []byte) func() error {
		return func() error { _, err := jsondoc.Get(text, "statuses", 40, "user", "screen_name"); return err }
	}},
	{"parse/messages", "messages", 5, func(text []byte) func() error {
		return func() error {
			p, err := jsondoc.Parse(text)
			if err == nil {
				p.Release()
			}
			return err
		}
	}},
}

// small has the small documents that no type of package data describes.
var small = map[string]string{
	"map":   `{"alpha":1,"beta":22,"gamma":333,"delta":4444,"epsilon":55555,"zeta":666666,"eta":7777777,"theta":88888888}`,
	"rates": `{"AUD":1.6321,"CAD":1.4869,"CHF":0.9402,"CNY":7.7035,"GBP":0.83715,"JPY":163.57,"SEK":11.4375,"USD":1.0861}`,
	"ints":  ints(),
}

// ints returns a list of 120 integers of one to nine digits: [7,770,84700,...].
func ints() string {
	list, length := make([]string, 120), 1
	for i := range list {
		list[i] = strconv.Itoa(length + (7919*i+6)%(9*length))
		if length *= 10; length > 1e8 {
			length = 1
		}
	}
	return "[" + strings.Join(list, ",") + "]"
}

// Find returns the row of that name.
func Find(name string) (*Call, error) {
	for _, c := range All {
		if c.Name == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("no call has the name %q", name)
}

// Text returns the document of the call.
func (c *Call) Text() ([]byte, error) {
	if text := small[c.Document]; text != "" {
		return []byte(text), nil
	}
	for _, d := range builtin() {
		if d.Name == "builtin_"+c.Document {
			return d.JSON, nil
		}
	}
	set, err := data.Get(c.Document)
	if err != nil {
		return nil, err
	}
	return set.Text()
}

var builtin = sync.OnceValue(corpus.Builtin)

func unmarshal[T any](text []byte) func() error {
	return func() error { return json.Unmarshal(text, new(T)) }
}

func marshal[T any](text []byte) func() error {
	v := value[T](text)
	return func() error { _, err := json.Marshal(v); return err }
}

func appending[T any](text []byte) func() error {
	v := value[T](text)
	var buf []byte
	return func() (err error) { buf, err = zetes.Append(buf[:0], v); return err }
}

// value returns what is in the text. It panics if the text is not JSON of that type.
func value[T any](text []byte) *T {
	v := new(T)
	if err := json.Unmarshal(text, v); err != nil {
		panic(fmt.Sprintf("calls: the document does not decode: %v", err))
	}
	return v
}

// many is how many small values a stream has.
const many = 200

// repeated returns many lines of a small value.
func repeated(text []byte) []byte { return []byte(strings.Repeat(string(text)+"\n", many)) }

// readPoints reads lines by hand.
func readPoints(lines []byte) error {
	r := codec.NewBytesReader(lines)
	defer r.Release()
	for r.More() {
		for name := range r.Object() {
			switch name {
			case "id":
				r.Int()
			case "name":
				_ = r.String()
			case "active":
				r.Bool()
			case "score":
				r.Float64()
			default:
				r.Skip()
			}
		}
	}
	return r.Err()
}

// failing returns an error if there is none: the call must fail.
func failing(err error) error {
	if err == nil {
		return errors.New("the call returns no error")
	}
	return nil
}
