// Package untyped measures package jsondoc and the calls of package stream that go with it, row by row, against the
// libraries that people use when they have no Go type: values by path, whole documents, changes, the canonical form,
// JSON with comments, documents that come in pieces, lines on several goroutines and one member of each line.
//
// Files: untyped.go (the list, and how entries are made) · get.go · parse.go · change.go (Set and the canonical form) ·
// jsonc.go (comments) · pieces.go (PartialDecoder) · lines.go, one for each kind of row · simdjson.go with parsedom.py
// (jsondoc.Parse beside simdjson in C++, which Python runs).
package untyped

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/minio/simdjson-go"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
)

// row is a row with what makes its entries.
type row struct {
	contest.Row
	enter func(doc string) (*entrants, error)
}

// entrants are the contestants on one document.
type entrants struct {
	size    int
	want    func() (any, error)
	entries []contest.Entry
}

// rows returns all rows, in the order of the report.
func rows() []*row {
	return slices.Concat(getRows(), parseRows(), changeRows(), jsoncRows(), pieceRows(), lineRows())
}

// Plan returns the rows as a command.
func Plan() *contest.Plan {
	all := rows()
	p := &contest.Plan{
		Use:   "doc",
		Short: "Measure documents without a Go type: paths, trees, changes, comments, pieces, lines",
		Long: "Measures package jsondoc and what package stream has for documents without a Go type, interleaved, one process per\n" +
			"document. Every answer is compared before it is timed. Rows:",
		Verdicts: func(io.Writer, []*contest.Cell) {},
	}
	known := map[string]bool{}
	for _, r := range all {
		p.Rows = append(p.Rows, &r.Row)
		p.Long += " " + r.Name
		known[r.Ours] = true
		for _, q := range r.Peers {
			known[q.Name] = true
		}
		for _, d := range r.Docs {
			if !slices.Contains(p.Docs, d) {
				p.Docs = append(p.Docs, d)
			}
		}
	}
	p.Check = func(name string) error {
		if !known[name] {
			return fmt.Errorf("unknown library %q", name)
		}
		return nil
	}
	p.Measure = func(s *contest.Session, doc string) error {
		for _, r := range all {
			if !s.Wants(&r.Row, doc) {
				continue
			}
			e, err := r.enter(doc)
			if err != nil {
				return err
			}
			if err := s.Race(&r.Row, doc, e.size, e.want, e.entries); err != nil {
				return err
			}
		}
		return nil
	}
	return p
}

// text returns the document of that name.
func text(doc string) ([]byte, error) {
	set, err := data.Get(doc)
	if err != nil {
		return nil, err
	}
	return set.Text()
}

// entry makes an entry of a function that does the work and returns its answer.
func entry[T any](name string, f func() (T, error)) contest.Entry {
	return contest.Entry{
		Name: name,
		Run: func(n int) error {
			for range n {
				if _, err := f(); err != nil {
					return err
				}
			}
			return nil
		},
		Result: func() (any, error) { return f() },
	}
}

// shown makes an entry whose answer is shown by another function than the one that is timed.
func shown[T any](name string, f func() (T, error), show func(T) (any, error)) contest.Entry {
	e := entry(name, f)
	e.Result = func() (any, error) {
		v, err := f()
		if err != nil {
			return nil, err
		}
		return show(v)
	}
	return e
}

// tree returns what encoding/json makes of text.
func tree(text []byte) (v any, err error) {
	err = stdjson.Unmarshal(text, &v)
	return v, err
}

var errProcessor = errors.New("this processor lacks what simdjson-go needs")

// simd parses text as simdjson-go does, into memory that is used again.
func simd(text []byte, reuse *simdjson.ParsedJson) (*simdjson.ParsedJson, error) {
	if !simdjson.SupportedCPU() {
		return nil, errProcessor
	}
	return simdjson.Parse(text, reuse)
}
