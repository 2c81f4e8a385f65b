package zoo

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/lib"
)

// wrong is a list of records with something wrong.
type wrong struct {
	name string
	any  bool // decoded into an any
	one  bool // a single record
	text func(b []byte) []byte
}

var wrongs = []wrong{
	{name: "errors/syntax-early", text: func(b []byte) []byte { return bytes.Replace(b, []byte(`"name":`), []byte(`"name";`), 1) }},
	{name: "errors/syntax-late", text: func(b []byte) []byte { return last(b, `"name":`, `"name";`) }},
	{name: "errors/syntax-end", text: func(b []byte) []byte { return append(b[:len(b)-1:len(b)-1], 'x') }},
	{name: "errors/cut", text: func(b []byte) []byte { return b[:len(b)-1] }},
	{name: "errors/escape-late", text: func(b []byte) []byte { return last(b, `"name":"`, `"name":"\q`) }},
	{name: "errors/syntax-one", one: true, text: func(b []byte) []byte { return append(b[:len(b)-1:len(b)-1], 'x') }},
	{name: "errors/syntax-any", any: true, text: func(b []byte) []byte { return last(b, `"name":`, `"name";`) }},
	{name: "errors/type-early", text: func(b []byte) []byte { return bytes.Replace(b, []byte(`"id":`), []byte(`"id":true,"x":`), 1) }},
	{name: "errors/type-late", text: func(b []byte) []byte { return last(b, `"id":`, `"id":true,"x":`) }},
	{name: "errors/type-all", text: func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(`"id":`), []byte(`"id":true,"x":`)) }},
	{name: "errors/type-one", one: true, text: func(b []byte) []byte { return last(b, `"id":`, `"id":true,"x":`) }},
	{name: "errors/overflow-late", text: func(b []byte) []byte { return last(b, `"id":`, `"id":1e400,"x":`) }},
	{name: "errors/top", text: func([]byte) []byte { return []byte(`"not a list"`) }},
	{name: "errors/empty", text: func([]byte) []byte { return nil }},
}

// last replaces the last old in b.
func last(b []byte, old, by string) []byte {
	i := bytes.LastIndex(b, []byte(old))
	return slices.Concat(b[:i], []byte(by), b[i+len(old):])
}

func wrongNames() (out []string) {
	for _, w := range wrongs {
		out = append(out, w.name)
	}
	return out
}

func enterWrong(doc string, g *gen) (*entrants, error) {
	w := &wrongs[slices.Index(wrongNames(), doc)]
	g.length = 50
	var list []record
	g.fill(reflect.ValueOf(&list).Elem(), 0)
	var v any = list
	fresh := func() any { return new([]record) }
	switch {
	case w.one:
		v, fresh = list[0], func() any { return new(record) }
	case w.any:
		fresh = func() any { return new(any) }
	}
	text, err := stdjson.Marshal(v)
	if err != nil {
		return nil, err
	}
	text = w.text(text)
	all, err := libraries()
	if err != nil {
		return nil, err
	}
	e := &entrants{size: max(1, len(text)), want: func() (any, error) { return "error", nil }}
	for _, l := range all {
		e.entries = append(e.entries, failing(l, text, fresh))
	}
	return e, nil
}

// failing is an entry that gets an error each time. The text of the error is each library's own.
func failing(l *lib.Lib, text []byte, fresh func() any) contest.Entry {
	return entryOf(l.Name, &work{
		run: func(n int) error {
			for range n {
				if l.Unmarshal(text, fresh()) == nil {
					return errors.New("no error")
				}
			}
			return nil
		},
		result: func() (any, error) {
			if l.Unmarshal(text, fresh()) == nil {
				return nil, errors.New("no error")
			}
			return "error", nil
		},
	})
}
