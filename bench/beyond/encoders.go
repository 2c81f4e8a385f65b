package beyond

import (
	"fmt"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// sample is a value and its encoder.
type sample struct {
	name   string
	value  func() (any, error)
	append func(v any) func(dst []byte) ([]byte, error)
}

// samples are all documents, and the payloads that jingo publishes.
var samples = []sample{
	document[data.Point]("point"), document[data.Session]("session"), document[data.Invoice]("invoice"), document[data.Feed]("feed"),
	document[corpus.Tweets]("twitter"), document[corpus.Catalog]("citm"), document[corpus.Geometry]("canada"), document[corpus.Source]("golang_source"),
	document[corpus.Bundle]("synthea"), document[corpus.Scripts]("string_unicode"), document[corpus.Scripts]("string_escaped"),
	made("payload-small", data.NewVisit), made("payload-large", data.NewForum), made("payload-strings", data.NewLetter),
}

func document[T any](name string) sample {
	return sampleOf[T](name, func() (any, error) {
		set, err := data.Get(name)
		if err != nil {
			return nil, err
		}
		text, err := set.Text()
		if err != nil {
			return nil, err
		}
		v := new(T)
		return v, library("std").Unmarshal(text, v)
	})
}

func made[T any](name string, build func() *T) sample {
	return sampleOf[T](name, func() (any, error) { return build(), nil })
}

func sampleOf[T any](name string, value func() (any, error)) sample {
	return sample{name, value, func(v any) func(dst []byte) ([]byte, error) {
		enc, p := zetes.NewTypedEncoder[T](), v.(*T)
		return func(dst []byte) ([]byte, error) { return enc.Append(dst, p) }
	}}
}

// published is how many times encoding/json's speed jingo claims for its payloads, without escaping.
var published = map[string]float64{"payload-small": 4.8, "payload-large": 3, "payload-strings": 11.5}

// encoderRows hold typed encoders to zetes.Append, with 3 % for the scatter of equal figures, and to jingo's ratios.
func encoderRows() []*row {
	r := &row{Row: contest.Row{Name: "encoder", Ours: "zetes.TypedEncoder", Peers: []contest.Peer{{Name: "zetes.Append", Min: 0.97}}}, enter: enterEncoder, allocs: noLimit}
	all := []*row{r}
	for _, s := range samples {
		r.Docs = append(r.Docs, s.name)
		if x := published[s.name]; x > 0 {
			all = append(all, &row{Row: contest.Row{
				Name: "encoder/" + s.name, Ours: "zetes.TypedEncoder", Docs: []string{s.name},
				Peers: []contest.Peer{{Name: "std", Min: x}, {Name: "goccy"}, {Name: "sonic-std"}},
			}, enter: enterPayload, allocs: 0})
		}
	}
	return all
}

func sampleNamed(doc string) (s sample, v any, size int, err error) {
	for _, s = range samples {
		if s.name == doc {
			if v, err = s.value(); err != nil {
				return s, nil, 0, err
			}
			b, err := library("std").Marshal(v)
			return s, v, len(b), err
		}
	}
	return s, nil, 0, fmt.Errorf("unknown sample %q", doc)
}

func enterEncoder(doc string) (*entrants, error) {
	s, v, size, err := sampleNamed(doc)
	if err != nil {
		return nil, err
	}
	return &entrants{size, written(v), []contest.Entry{
		appending("zetes.TypedEncoder", s.append(v)),
		appending("zetes.Append", func(dst []byte) ([]byte, error) { return zetes.Append(dst, v) }),
	}}, nil
}

func enterPayload(doc string) (*entrants, error) {
	s, v, size, err := sampleNamed(doc)
	if err != nil {
		return nil, err
	}
	e := &entrants{size, written(v), []contest.Entry{appending("zetes.TypedEncoder", s.append(v))}}
	for _, name := range []string{"std", "goccy"} {
		l := library(name)
		e.entries = append(e.entries, fresh(name, func() ([]byte, error) { return l.Marshal(v) }))
	}
	l := library("sonic-std")
	e.entries = append(e.entries, appending(l.Name, func(dst []byte) ([]byte, error) { return l.Append(dst, v) }))
	return e, nil
}
