package beyond

import (
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/zoo"
	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// sources are the documents that generated code is measured on: those of easyjson's README, some of the corpus, and
// kinds of the zoo. Each gives the text and a pointer to a new value of the plain type.
var sources = []struct {
	doc  string
	text func(doc string) ([]byte, error)
	new  func() any
}{
	{"small", data.Tweets, func() any { return new(corpus.StatusEntities) }},
	{"regular", data.Tweets, func() any { return new(corpus.Tweets) }},
	{"large", data.Tweets, func() any { return new(corpus.Tweets) }},
	{"point", compactText, func() any { return new(data.Point) }},
	{"session", compactText, func() any { return new(data.Session) }},
	{"invoice", compactText, func() any { return new(data.Invoice) }},
	{"feed", compactText, func() any { return new(data.Feed) }},
	{"twitter", plainText, func() any { return new(corpus.Tweets) }},
	{"citm", plainText, func() any { return new(corpus.Catalog) }},
	{"golang_source", plainText, func() any { return new(corpus.Source) }},
	{"alone/record", zoo.Text, func() any { return new(data.Record) }},
	{"slice/struct", zoo.Text, func() any { return new(data.RecordList) }},
	{"pointer/members", zoo.Text, func() any { return new(data.OptionalList) }},
	{"struct/numbers", zoo.Text, func() any { return new(data.Numbers) }},
	{"struct/bools", zoo.Text, func() any { return new(data.FlaggedList) }},
	{"struct/embedded", zoo.Text, func() any { return new(data.EmbeddingList) }},
	{notEasy, zoo.Text, func() any { return new(data.QuotedList) }},
	{"struct/omitempty-full", zoo.Text, func() any { return new(data.OmittingList) }},
	{"struct/omitempty-none", zoo.Text, func() any { return new(data.OmittingList) }},
	{"struct/tree", zoo.Text, func() any { return new(data.Tree) }},
	{"struct/chain", zoo.Text, func() any { return new(data.Chain) }},
	{"struct/interfaces", zoo.Text, func() any { return new(data.HoldingList) }},
	{"struct/wide", zoo.Text, func() any { return new(data.FiftyList) }},
}

// notEasy is a document that easyjson can't read: it knows no booleans in strings.
const notEasy = "struct/quoted"

// textOf returns the text of one of the sources.
func textOf(doc string) ([]byte, error) {
	for _, s := range sources {
		if s.doc == doc {
			return s.text(doc)
		}
	}
	return nil, nil
}

func compactText(doc string) ([]byte, error) {
	set, err := data.Get(doc)
	if err != nil {
		return nil, err
	}
	return set.Compact()
}

func plainText(doc string) ([]byte, error) {
	set, err := data.Get(doc)
	if err != nil {
		return nil, err
	}
	return set.Text()
}

// generatedPeers are easyjson's methods, and the compiled plans that generated methods call: a method costs little more.
var generatedPeers = []contest.Peer{{Name: "easyjson", Geomean: 2.9, Min: 1.5}, {Name: "zetes", Geomean: 0.95, Min: 0.85}}

// generatedRows hold generated methods to easyjson's, and to compiled plans.
func generatedRows() []*row {
	marshal := &row{Row: contest.Row{Name: "generated/marshal", Ours: "zetes-gen", Peers: generatedPeers}, enter: enterGenerated(marshals), allocs: ofPeer}
	unmarshal := &row{Row: contest.Row{Name: "generated/unmarshal", Ours: "zetes-gen", Peers: generatedPeers}, enter: enterGenerated(unmarshals), allocs: ofPeer}
	for _, s := range sources {
		marshal.Docs = append(marshal.Docs, s.doc)
		unmarshal.Docs = append(unmarshal.Docs, s.doc)
	}
	return []*row{marshal, unmarshal, directRow()}
}

// way is how a library reads and writes one document.
type way struct {
	new       func() any
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
}

func enterGenerated(entry func(name string, w way, text []byte) (contest.Entry, error)) func(doc string) (*entrants, error) {
	return func(doc string) (*entrants, error) {
		for _, s := range sources {
			if s.doc != doc {
				continue
			}
			text, err := s.text(doc)
			if err != nil {
				return nil, err
			}
			e := &entrants{size: len(text)}
			for _, name := range []string{"zetes-gen", "easyjson", "zetes", "std"} {
				if name == "easyjson" && doc == notEasy {
					continue
				}
				l := library(name)
				w := way{s.new, l.Marshal, l.Unmarshal}
				if l.Typed != nil {
					t := l.Typed(doc)[0]
					w = way{t.New, t.Marshal, t.Unmarshal}
				}
				c, err := entry(name, w, text)
				if err != nil {
					return nil, err
				}
				if name == "std" {
					e.want = c.Result
				} else {
					e.entries = append(e.entries, c)
				}
			}
			return e, nil
		}
		return nil, nil
	}
}

// marshals makes an entry of what writes the value that stands in text.
func marshals(name string, w way, text []byte) (contest.Entry, error) {
	v := w.new()
	if err := w.unmarshal(text, v); err != nil {
		return contest.Entry{}, err
	}
	return fresh(name, func() ([]byte, error) { return w.marshal(v) }), nil
}

// unmarshals makes an entry of what reads text. Its result is what the JSON of the value means.
func unmarshals(name string, w way, text []byte) (contest.Entry, error) {
	return contest.Entry{
		Name: name,
		Run: func(n int) error {
			for range n {
				if err := w.unmarshal(text, w.new()); err != nil {
					return err
				}
			}
			return nil
		},
		Result: func() (any, error) {
			v := w.new()
			if err := w.unmarshal(text, v); err != nil {
				return nil, err
			}
			b, err := w.marshal(v)
			if err != nil {
				return nil, err
			}
			return treeOf(b)
		},
	}, nil
}
