package beyond

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/json"
)

// errorRows decode documents that are wrong: errors may cost a tenth more than encoding/json's.
func errorRows() []*row {
	std := []contest.Peer{{Name: "std", Min: 1 / 1.1}}
	var all []*row
	for _, w := range wrongs {
		docs := []string{"session", "sessions-30kB"}
		if w.alone != "" {
			docs = []string{"number"}
		}
		all = append(all, &row{
			Row: contest.Row{Name: "errors/" + w.name, Ours: "zetes/json", Peers: std, Docs: docs}, enter: w.enter, allocs: noLimit,
		})
	}
	return all
}

// wrong is a way in which the number of attempts in sessions, or the end of the document, is wrong.
type wrong struct {
	name  string
	value func(i, n int) string // for the attempts of the i-th of n sessions, or "" for what it is
	end   string                // in place of the last byte
	any   bool                  // decoded into an interface
	alone string                // all of the document, which is to be an int
	sound bool                  // a sound document is decoded before each wrong one
}

func always(value string) func(i, n int) string { return func(int, int) string { return value } }

var wrongs = []wrong{
	{name: "misfit-early", value: func(i, _ int) string { return map[bool]string{true: `"3"`}[i == 0] }},
	{name: "misfit-late", value: func(i, n int) string { return map[bool]string{true: `"3"`}[i == n-1] }},
	{name: "misfit-all", value: always(`"3"`)},
	{name: "misfit-alone", alone: `"3"`},
	{name: "overflow", value: always("300")},
	{name: "syntax-typed", end: "x"},
	{name: "syntax-any", end: "x", any: true},
	{name: "cut-typed"},
	{name: "cut-any", any: true},
	{name: "syntax-and-sound-typed", end: "x", sound: true},
	{name: "syntax-and-sound-any", end: "x", any: true, sound: true},
}

func (w *wrong) enter(doc string) (*entrants, error) {
	sound, text, err := w.texts(doc)
	if err != nil {
		return nil, err
	}
	if !w.sound {
		sound = nil
	}
	target := func() any { return new([]data.Session) }
	switch {
	case w.alone != "":
		target = func() any { return new(int) }
	case w.any:
		target = func() any { return new(any) }
	case doc == "session":
		target = func() any { return new(data.Session) }
	}
	e := &entrants{size: len(text) + len(sound), entries: []contest.Entry{
		failing("zetes/json", sound, text, target, json.Unmarshal), failing("std", sound, text, target, stdjson.Unmarshal),
	}}
	e.want = e.entries[1].Result
	return e, nil
}

// texts returns the document, and with what is wrong.
func (w *wrong) texts(doc string) (sound, text []byte, err error) {
	if w.alone != "" {
		return nil, []byte(w.alone), nil
	}
	set, err := data.Get("session")
	if err != nil {
		return nil, nil, err
	}
	one, err := set.Text()
	if err != nil {
		return nil, nil, err
	}
	before, rest, _ := bytes.Cut(one, []byte(`"attempts":`))
	behind := rest[bytes.IndexByte(rest, ','):]
	n := 1
	if doc != "session" {
		n = 30_000 / len(one)
	}
	write := func(wrong bool) (b []byte) {
		if doc != "session" {
			b = append(b, '[')
		}
		for i := range n {
			value := "3"
			if wrong && w.value != nil && w.value(i, n) != "" {
				value = w.value(i, n)
			}
			if i > 0 {
				b = append(b, ',')
			}
			b = fmt.Appendf(b, `%s"attempts":%s%s`, before, value, behind)
		}
		if doc != "session" {
			b = append(b, ']')
		}
		b = bytes.TrimSpace(b)
		if wrong && w.value == nil {
			b = append(b[:len(b)-1], w.end...)
		}
		return b
	}
	return write(false), write(true), nil
}

// failing makes an entry of a function that decodes text, which is wrong, behind sound unless that is nil.
func failing(name string, sound, text []byte, target func() any, unmarshal func([]byte, any) error) contest.Entry {
	return contest.Entry{
		Name: name,
		Run: func(n int) error {
			for range n {
				if sound != nil {
					if err := unmarshal(sound, target()); err != nil {
						return err
					}
				}
				if unmarshal(text, target()) == nil {
					return errors.New("no error")
				}
			}
			return nil
		},
		Result: func() (any, error) {
			v := target()
			err := unmarshal(text, v)
			if err == nil {
				return nil, errors.New("no error")
			}
			return []any{v, err.Error()}, nil
		},
	}
}
