package untyped

import (
	"bufio"
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/stream"
)

// lineRows decode and encode lines on one goroutine and on two, which have two processors: time is that of the clock.
func lineRows() []*row {
	peers := []contest.Peer{{Name: "Parallel(1)", Min: 1.8}, {Name: "in the loop", Min: 1.8}}
	both := []string{"sessions", "statuses"}
	scanners := []contest.Peer{{Name: "gjson"}, {Name: "bufio.Scanner"}, {Name: "checked"}}
	return []*row{
		{contest.Row{Name: "lines/read", Ours: "Parallel(2)", Peers: peers, Docs: both, Procs: 2}, enterLines(true)},
		{contest.Row{Name: "lines/write", Ours: "Parallel(2)", Peers: peers, Docs: both, Procs: 2}, enterLines(false)},
		{contest.Row{Name: "lines/cost", Ours: "stream.Lines", Peers: []contest.Peer{{Name: "encoding/json"}, {Name: "Parallel(2)"}, {Name: "LinesAt"}}, Docs: both}, enterLinesCost},
		{contest.Row{Name: "lines/get", Ours: "InPlace", Peers: scanners, Docs: both}, enterLinesGet},
	}
}

// enterLinesCost decodes lines in all ways, for the processor time that each takes on however many cores.
func enterLinesCost(doc string) (*entrants, error) {
	text, err := enterLines(false)(doc)
	if err != nil {
		return nil, err
	}
	all, err := text.want()
	if err != nil {
		return nil, err
	}
	if doc == "sessions" {
		return costs[data.Session](all.(string)), nil
	}
	return costs[corpus.Status](all.(string)), nil
}

func costs[T any](s string) *entrants {
	count := func(each func(use func(T)) error) func() (any, error) {
		return func() (any, error) {
			n := 0
			err := each(func(T) { n++ })
			return n, err
		}
	}
	of := func(opts ...stream.Option) func() (any, error) {
		return count(func(use func(T)) error {
			for v, err := range stream.Lines[T](strings.NewReader(s), opts...) {
				if err != nil {
					return err
				}
				use(v)
			}
			return nil
		})
	}
	return &entrants{len(s), func() (any, error) { return strings.Count(s, "\n"), nil }, []contest.Entry{
		entry("stream.Lines", of()), entry("Parallel(2)", of(stream.Parallel(2))),
		entry("encoding/json", count(func(use func(T)) error {
			for d := stdjson.NewDecoder(strings.NewReader(s)); d.More(); {
				var v T
				if err := d.Decode(&v); err != nil {
					return err
				}
				use(v)
			}
			return nil
		})),
		entry("LinesAt", func() (any, error) {
			half, first := int64(len(s)/2), make(chan int)
			part := func(from, to int64) (n int) {
				for _, err := range stream.LinesAt[T](strings.NewReader(s), from, to) {
					if err == nil {
						n++
					}
				}
				return n
			}
			go func() { first <- part(0, half) }()
			n := part(half, int64(len(s)))
			return n + <-first, nil
		}),
	}}
}

// enterLinesGet asks each line for one member near its start: its id. A scanner with jsondoc.Get checks the text up to
// the id. InPlace, and gjson, which finds the lines itself by ForEachLine, check nothing. Without InPlace stream.Lines
// checks and copies each line.
func enterLinesGet(doc string) (*entrants, error) {
	e, err := enterLines(false)(doc)
	if err != nil {
		return nil, err
	}
	all, err := e.want()
	if err != nil {
		return nil, err
	}
	s, name := all.(string), map[string]string{"sessions": "id", "statuses": "id_str"}[doc]
	want := func() (any, error) {
		var ids []string
		for line := range strings.Lines(s) {
			var v map[string]any
			if err := stdjson.Unmarshal([]byte(line), &v); err != nil {
				return nil, err
			}
			ids = append(ids, v[name].(string))
		}
		return ids, nil
	}
	return &entrants{e.size, want, []contest.Entry{
		entry("InPlace", func() (any, error) { return idsOf(s, name, stream.InPlace()) }),
		entry("checked", func() (any, error) { return idsOf(s, name) }),
		entry("gjson", func() (any, error) {
			var ids []string
			gjson.ForEachLine(s, func(line gjson.Result) bool {
				ids = append(ids, line.Get(name).Str)
				return true
			})
			return ids, nil
		}),
		entry("bufio.Scanner", func() (any, error) {
			var ids []string
			lines := bufio.NewScanner(strings.NewReader(s))
			for lines.Scan() {
				v, err := jsondoc.Get(lines.Bytes(), name)
				id, bad := v.Text()
				if err != nil || bad != nil {
					return nil, errors.Join(err, bad)
				}
				ids = append(ids, id)
			}
			return ids, lines.Err()
		}),
	}}, nil
}

func idsOf(s, name string, opts ...stream.Option) (any, error) {
	var ids []string
	for v, err := range stream.Lines[jsondoc.Value](strings.NewReader(s), opts...) {
		if err == nil {
			v, err = v.Get(name)
		}
		id, bad := v.Text()
		if err != nil || bad != nil {
			return nil, errors.Join(err, bad)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func enterLines(read bool) func(doc string) (*entrants, error) {
	return func(doc string) (*entrants, error) {
		if doc == "sessions" {
			b, err := text("session")
			if err != nil {
				return nil, err
			}
			var s data.Session
			if err := stdjson.Unmarshal(b, &s); err != nil {
				return nil, err
			}
			return lines(read, func(i int) data.Session {
				v := s
				v.ID, v.Started = fmt.Sprintf("%s-%d", s.ID, i), s.Started+int64(i)
				return v
			})
		}
		b, err := text("twitter")
		if err != nil {
			return nil, err
		}
		var page corpus.Tweets
		if err := stdjson.Unmarshal(b, &page); err != nil {
			return nil, err
		}
		return lines(read, func(i int) corpus.Status { return page.Statuses[i%len(page.Statuses)] })
	}
}

// linesSize is the least size of the lines.
const linesSize = 10 << 20

// lines makes the entries for so many lines of values.
func lines[T any](read bool, value func(i int) T) (*entrants, error) {
	var b []byte
	var values []T
	for i := 0; len(b) < linesSize; i++ {
		v := value(i)
		line, err := stdjson.Marshal(v)
		if err != nil {
			return nil, err
		}
		b, values = append(append(b, line...), '\n'), append(values, v)
	}
	if !read {
		all := func(yield func(T, error) bool) {
			for _, v := range values {
				if !yield(v, nil) {
					return
				}
			}
		}
		return &entrants{len(b), func() (any, error) { return string(b), nil }, []contest.Entry{
			writing("Parallel(2)", all, len(b), stream.Parallel(2)), writing("Parallel(1)", all, len(b), stream.Parallel(1)), writing("in the loop", all, len(b)),
		}}, nil
	}
	want := func() (any, error) {
		var list []T
		for line := range bytes.Lines(b) {
			var v T
			if err := stdjson.Unmarshal(line, &v); err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	}
	return &entrants{len(b), want, []contest.Entry{
		reading[T]("Parallel(2)", b, stream.Parallel(2)), reading[T]("Parallel(1)", b, stream.Parallel(1)), reading[T]("in the loop", b),
	}}, nil
}

func reading[T any](name string, b []byte, opts ...stream.Option) contest.Entry {
	each := func(keep func(T)) error {
		for v, err := range stream.Lines[T](bytes.NewReader(b), opts...) {
			if err != nil {
				return err
			}
			keep(v)
		}
		return nil
	}
	e := entry(name, func() (any, error) { return nil, each(func(T) {}) })
	e.Result = func() (any, error) {
		var list []T
		err := each(func(v T) { list = append(list, v) })
		return list, err
	}
	return e
}

func writing[T any](name string, all iter.Seq2[T, error], size int, opts ...stream.Option) contest.Entry {
	out := bytes.NewBuffer(make([]byte, 0, size+1<<20))
	return shown(name, func() (*bytes.Buffer, error) {
		out.Reset()
		return out, stream.WriteLines(out, all, opts...)
	}, func(b *bytes.Buffer) (any, error) { return b.String(), nil })
}
