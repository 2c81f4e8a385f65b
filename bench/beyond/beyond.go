// Package beyond measures what zetes offers besides encoding/json's functions, row by row, against what each is
// held to: registered codecs against the fastest peer, loops written by hand against compiled plans, typed encoders
// against Append and encoding/json, streams against decoding the whole, input that is wrong against encoding/json,
// generated code against easyjson's, rules for whole
// inputs against encoding/json, and with Go 1.27 json/v2 against encoding/json/v2.
//
// Files: beyond.go (the list, and how entries are made) · codecs.go · loops.go · encoders.go · streams.go ·
// errors.go · faults.go · generated.go · direct.go · rules.go · v2_std.go, one for each kind of row.
package beyond

import (
	stdjson "encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/lib"
)

// row is a row with what makes its entries, and its limits.
type row struct {
	contest.Row
	enter  func(doc string) (*entrants, error)
	allocs float64 // of ours, at most; noLimit or ofPeer
	peak   float64 // bytes that ours may hold; 0: no limit
	memory float64 // how many times as many bytes as the first peer ours may allocate; 0: no limit
}

const (
	noLimit = -1
	ofPeer  = -2 // those of the first peer
)

// entrants are the contestants on one document.
type entrants struct {
	size    int
	want    func() (any, error)
	entries []contest.Entry
}

// rows returns all rows, in the order of the report.
func rows() []*row {
	return slices.Concat(codecRows(), loopRows(), encoderRows(), streamRows(), errorRows(), faultRows(), generatedRows(), []*row{ruleRow()}, v2Rows())
}

// Plan returns the rows as a command.
func Plan() *contest.Plan {
	all := rows()
	p := &contest.Plan{
		Use:   "beyond",
		Short: "Measure codecs, typed encoders, streams and generated code and say which targets are reached",
		Long: "Measures what zetes offers besides encoding/json's functions, interleaved, in processor time, one process per\n" +
			"document. Every result is compared before it is timed. Rows:",
		Verdicts: func(w io.Writer, cells []*contest.Cell) { verdicts(w, all, cells) },
	}
	for _, r := range all {
		p.Rows = append(p.Rows, &r.Row)
		p.Long += " " + r.Name
		for _, d := range r.Docs {
			if !slices.Contains(p.Docs, d) {
				p.Docs = append(p.Docs, d)
			}
		}
	}
	p.Check = func(name string) error {
		for _, r := range all {
			if r.Ours == name || slices.ContainsFunc(r.Peers, func(q contest.Peer) bool { return q.Name == name }) {
				return nil
			}
		}
		return fmt.Errorf("unknown library %q", name)
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

// verdicts prints what the judged contestants' memory is held to.
func verdicts(w io.Writer, all []*row, cells []*contest.Cell) {
	var limits []contest.Limit
	for _, r := range all {
		for _, c := range cells {
			if c.Row != r.Name || c.Lib != r.Ours || c.Err != "" {
				continue
			}
			if peer := contest.Find(cells, r.Name, c.Data, r.Peers[0].Name); r.allocs == ofPeer && peer != nil && peer.Err == "" {
				limits = append(limits, contest.Allocs(c, peer.Allocs, fmt.Sprintf("≤ %s's %.0f", peer.Lib, peer.Allocs)))
			} else if r.allocs >= 0 {
				limits = append(limits, contest.Allocs(c, r.allocs, fmt.Sprintf("≤ %.0f", r.allocs)))
			}
			if peer := contest.Find(cells, r.Name, c.Data, r.Peers[0].Name); r.memory > 0 && peer != nil && peer.Err == "" {
				limits = append(limits, contest.Limit{
					Cell: c, Figure: fmt.Sprintf("%.0f B", c.Bytes), Target: fmt.Sprintf("≤ %.0f × %s's %.0f", r.memory, peer.Lib, peer.Bytes), OK: c.Bytes <= r.memory*peer.Bytes,
				})
			}
			if r.peak > 0 {
				limits = append(limits, contest.Limit{
					Cell: c, Figure: fmt.Sprintf("holds %.0f kB", c.Peak/1e3), Target: fmt.Sprintf("< %.0f kB", r.peak/1e3), OK: c.Peak < r.peak,
				})
			}
		}
	}
	contest.PrintLimits(w, "memory", limits)
}

// appending makes an entry of a function that appends to a slice, which is reused.
func appending(name string, f func(dst []byte) ([]byte, error)) contest.Entry {
	buf := make([]byte, 0, 4096)
	return contest.Entry{
		Name: name,
		Run: func(n int) error {
			for range n {
				var err error
				if buf, err = f(buf[:0]); err != nil {
					return err
				}
			}
			return nil
		},
		Result: func() (any, error) {
			b, err := f(nil)
			return string(b), err
		},
	}
}

// fresh makes an entry of a function whose result is new each time.
func fresh(name string, f func() ([]byte, error)) contest.Entry {
	return appending(name, func([]byte) ([]byte, error) { return f() })
}

// decoding makes an entry of a function that decodes text into a new value each time.
func decoding[T any](name string, text []byte, f func(b []byte, v *T) error) contest.Entry {
	return contest.Entry{
		Name: name,
		Run: func(n int) error {
			for range n {
				if err := f(text, new(T)); err != nil {
					return err
				}
			}
			return nil
		},
		Result: func() (any, error) {
			v := new(T)
			err := f(text, v)
			return v, err
		},
	}
}

// library returns the library of that name; the names here are all known.
func library(name string) *lib.Lib {
	l, err := lib.Get(name)
	if err != nil {
		panic(err)
	}
	return l
}

// written returns what encoding/json writes of v.
func written(v any) func() (any, error) {
	return func() (any, error) {
		b, err := stdjson.Marshal(v)
		return string(b), err
	}
}

// read returns what encoding/json reads from text.
func read[T any](text []byte) func() (any, error) {
	return func() (any, error) {
		v := new(T)
		err := stdjson.Unmarshal(text, v)
		return v, err
	}
}
