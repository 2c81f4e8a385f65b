package beyond

import (
	"fmt"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// loopRows compare codec.Writer and codec.Reader in code written by hand with compiled plans.
func loopRows() []*row {
	var docs []string
	for _, s := range data.Sets {
		if byHand(s.Name) != nil {
			docs = append(docs, s.Name)
		}
	}
	plan := []contest.Peer{{Name: "zetes", Min: 0.9}}
	return []*row{
		{contest.Row{Name: "loops/write", Ours: "zetes-codec", Peers: plan, Docs: docs}, enterWriting, 0, 0, 0},
		{contest.Row{Name: "loops/read", Ours: "zetes-codec", Peers: plan, Docs: docs}, enterReading, noLimit, 0, 0},
	}
}

// byHand returns the loops for a document, nil if none were written.
func byHand(doc string) *lib.Typed {
	for _, t := range library("zetes-codec").Typed(doc) {
		if t.Form == "codec" && t.Append != nil && t.Unmarshal != nil {
			return t
		}
	}
	return nil
}

func enterWriting(doc string) (*entrants, error) {
	text, hand, err := loop(doc)
	if err != nil {
		return nil, err
	}
	v := hand.New()
	if err := library("std").Unmarshal(text, v); err != nil {
		return nil, err
	}
	plan := library("zetes")
	b, err := plan.Marshal(v)
	return &entrants{len(b), written(v), []contest.Entry{
		appending("zetes-codec", func(dst []byte) ([]byte, error) { return hand.Append(dst, v) }),
		appending("zetes", func(dst []byte) ([]byte, error) { return plan.Append(dst, v) }),
	}}, err
}

func enterReading(doc string) (*entrants, error) {
	text, hand, err := loop(doc)
	if err != nil {
		return nil, err
	}
	e := &entrants{size: len(text), want: func() (any, error) {
		v := hand.New()
		err := library("std").Unmarshal(text, v)
		return v, err
	}}
	for _, f := range []struct {
		name      string
		unmarshal func([]byte, any) error
	}{{"zetes-codec", hand.Unmarshal}, {"zetes", library("zetes").Unmarshal}} {
		e.entries = append(e.entries, contest.Entry{
			Name: f.name,
			Run: func(n int) error {
				for range n {
					if err := f.unmarshal(text, hand.New()); err != nil {
						return err
					}
				}
				return nil
			},
			Result: func() (any, error) {
				v := hand.New()
				err := f.unmarshal(text, v)
				return v, err
			},
		})
	}
	return e, nil
}

// loop returns a document and the loops for it.
func loop(doc string) ([]byte, *lib.Typed, error) {
	set, err := data.Get(doc)
	if err != nil {
		return nil, nil, err
	}
	hand := byHand(doc)
	if hand == nil {
		return nil, nil, fmt.Errorf("nobody has written loops for %s", doc)
	}
	text, err := set.Text()
	return text, hand, err
}
