package beyond

import (
	stdjson "encoding/json"
	"fmt"
	"time"

	"github.com/guregu/null/v6"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// codecDocs are persons: one, one far from UTC, one with nulls, and a hundred.
var codecDocs = []string{"person", "person-zone", "person-null", "people"}

func persons(doc string) []data.Person {
	p := data.NewPerson()
	switch zone := time.FixedZone("", 2*60*60); doc {
	case "person-zone":
		p.Created, p.Updated = p.Created.In(zone), p.Updated.In(zone)
	case "person-null":
		p.ID, p.Name = null.Int{}, null.String{}
	case "people":
		all := make([]data.Person, 100)
		for i := range all {
			all[i] = *p
			all[i].ID.Int64 += int64(i)
			all[i].Name.String = fmt.Sprintf("Person %d", i)
			all[i].Created = p.Created.AddDate(0, 0, i)
		}
		return all
	}
	return []data.Person{*p}
}

// codecRows are held to one and a half times the fastest peer. Only json-iterator has codecs; the others call the
// types' methods.
func codecRows() []*row {
	return []*row{
		codecRow("codecs/append", enterCodecAppend, 0, "goccy", "sonic-std", "sonic", "jsoniter-codecs"),
		codecRow("codecs/marshal", enterCodecMarshal, 1, "goccy", "sonic-std", "sonic", "jsoniter-codecs"),
		codecRow("codecs/unmarshal", enterCodecUnmarshal, noLimit, "goccy", "sonic-std", "sonic", "jsoniter-codecs"),
		codecRow("codecs/refill", enterCodecRefill, 1, "goccy", "sonic-std", "sonic", "jsoniter-codecs"),
	}
}

func codecRow(name string, enter func(doc string) (*entrants, error), allocs float64, peers ...string) *row {
	r := &row{Row: contest.Row{Name: name, Ours: "zetes-codecs", Docs: codecDocs}, enter: enter, allocs: allocs}
	for _, p := range peers {
		r.Peers = append(r.Peers, contest.Peer{Name: p, Min: 1.5})
	}
	return r
}

// value returns what the document is encoded from: a pointer to a person, or to persons.
func value(doc string) any {
	ps := persons(doc)
	if len(ps) == 1 {
		return &ps[0]
	}
	return &ps
}

func enterCodecAppend(doc string) (*entrants, error) {
	v := value(doc)
	text, err := stdjson.Marshal(v)
	e := &entrants{len(text), written(v), []contest.Entry{
		appending("zetes-codecs", func(dst []byte) ([]byte, error) { return lib.ZetesCodecs.Append(dst, v) }),
		appending("jsoniter-codecs", func(dst []byte) ([]byte, error) {
			s := lib.JSONIterCodecs.BorrowStream(nil)
			defer lib.JSONIterCodecs.ReturnStream(s)
			own := s.Buffer()
			s.SetBuffer(dst)
			s.WriteVal(v)
			dst = s.Buffer()
			s.SetBuffer(own)
			return dst, s.Error
		}),
		fresh("goccy", func() ([]byte, error) { return library("goccy").Marshal(v) }),
	}}
	for _, name := range []string{"sonic-std", "sonic"} {
		l := library(name)
		e.entries = append(e.entries, appending(name, func(dst []byte) ([]byte, error) { return l.Append(dst, v) }))
	}
	return e, err
}

func enterCodecMarshal(doc string) (*entrants, error) {
	v := value(doc)
	text, err := stdjson.Marshal(v)
	e := &entrants{len(text), written(v), []contest.Entry{
		fresh("zetes-codecs", func() ([]byte, error) { return lib.ZetesCodecs.Marshal(v) }),
		fresh("jsoniter-codecs", func() ([]byte, error) { return lib.JSONIterCodecs.Marshal(v) }),
	}}
	for _, name := range []string{"goccy", "sonic-std", "sonic"} {
		l := library(name)
		e.entries = append(e.entries, fresh(name, func() ([]byte, error) { return l.Marshal(v) }))
	}
	return e, err
}

// decoders are those of the rows that decode.
var decoders = []struct {
	name      string
	unmarshal func([]byte, any) error
}{
	{"zetes-codecs", lib.ZetesCodecs.Unmarshal},
	{"jsoniter-codecs", lib.JSONIterCodecs.Unmarshal},
	{"goccy", library("goccy").Unmarshal},
	{"sonic-std", library("sonic-std").Unmarshal},
	{"sonic", library("sonic").Unmarshal},
}

// enterCodecUnmarshal decodes into a new value each time, whose memory counts.
func enterCodecUnmarshal(doc string) (*entrants, error) {
	text, err := stdjson.Marshal(value(doc))
	if err != nil {
		return nil, err
	}
	if doc == "people" {
		return enterDecoders[[]data.Person](text), nil
	}
	return enterDecoders[data.Person](text), nil
}

func enterDecoders[T any](text []byte) *entrants {
	e := &entrants{size: len(text), want: read[T](text)}
	for _, d := range decoders {
		e.entries = append(e.entries, decoding(d.name, text, func(b []byte, v *T) error { return d.unmarshal(b, v) }))
	}
	return e
}

// enterCodecRefill decodes into one value, which is cleared each time: what is allocated is what decoding takes.
func enterCodecRefill(doc string) (*entrants, error) {
	text, err := stdjson.Marshal(value(doc))
	if err != nil {
		return nil, err
	}
	if doc == "people" {
		return enterRefills[[100]data.Person](text), nil
	}
	return enterRefills[data.Person](text), nil
}

func enterRefills[T any](text []byte) *entrants {
	e := enterDecoders[T](text)
	for i, d := range decoders {
		v := new(T)
		e.entries[i].Run = func(n int) error {
			for range n {
				*v = *new(T)
				if err := d.unmarshal(text, v); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return e
}
