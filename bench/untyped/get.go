package untyped

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bytedance/sonic/ast"
	jsoniter "github.com/json-iterator/go"
	"github.com/minio/simdjson-go"
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/doc"
)

// getRows ask for strings at paths: four members of the first status of a page of tweets, one of its last, both, and
// one of every tenth status. gjson and sonic check nothing of what they pass over, the others all of it.
func getRows() []*row {
	peers := []contest.Peer{
		{Name: "gjson", Min: 1.3}, {Name: "sonic ast", Min: 1.5}, {Name: "sonic lazy", Min: 1.5},
		{Name: "json-iterator", Min: 4}, {Name: "fastjson", Min: 4}, {Name: "simdjson-go"}, {Name: "doc.Get"},
	}
	ten := append([]contest.Peer{{Name: "gjson", Min: 4}}, peers[1:]...)
	docs := []string{"twitter"}
	return []*row{
		{contest.Row{Name: "get/first", Ours: "doc.Paths", Peers: peers, Docs: docs}, enterGet(func(int) []path { return first() })},
		{contest.Row{Name: "get/last", Ours: "doc.Paths", Peers: peers, Docs: docs}, enterGet(func(n int) []path { return []path{{"statuses", n - 1, "id_str"}} })},
		{contest.Row{Name: "get/five", Ours: "doc.Paths", Peers: peers, Docs: docs}, enterGet(func(n int) []path { return append(first(), path{"statuses", n - 1, "id_str"}) })},
		{contest.Row{Name: "get/ten", Ours: "doc.Paths", Peers: ten, Docs: docs}, enterGet(func(n int) (list []path) {
			for i := range 10 {
				list = append(list, path{"statuses", i * n / 10, "user", "screen_name"})
			}
			return list
		})},
	}
}

// path is the way to a value: names and indexes.
type path []any

func first() []path {
	return []path{{"statuses", 0, "created_at"}, {"statuses", 0, "id_str"}, {"statuses", 0, "text"}, {"statuses", 0, "user", "screen_name"}}
}

// asked makes an entry that asks for n strings, one after the other.
func asked(name string, n int, get func(i int) (string, error)) contest.Entry {
	return entry(name, func() (_ []string, err error) {
		out := make([]string, n)
		for i := range out {
			if out[i], err = get(i); err != nil {
				return nil, err
			}
		}
		return out, nil
	})
}

func enterGet(choose func(statuses int) []path) func(doc string) (*entrants, error) {
	return func(name string) (*entrants, error) {
		b, err := text(name)
		if err != nil {
			return nil, err
		}
		whole, err := tree(b)
		if err != nil {
			return nil, err
		}
		paths := choose(len(whole.(map[string]any)["statuses"].([]any)))
		want := make([]string, len(paths))
		for i, p := range paths {
			v := whole
			for _, s := range p {
				switch s := s.(type) {
				case string:
					v = v.(map[string]any)[s]
				case int:
					v = v.([]any)[s]
				}
			}
			want[i] = v.(string)
		}
		return &entrants{len(b), func() (any, error) { return want, nil }, getters(b, paths)}, nil
	}
}

// getters returns all ways to the strings at the paths in b.
func getters(b []byte, paths []path) []contest.Entry {
	s, n := string(b), len(paths)
	prepared := make([]doc.Path, n)
	dotted, words := make([]string, n), make([][]string, n) // the paths for gjson and fastjson
	for i, p := range paths {
		prepared[i] = doc.NewPath(p...)
		for _, s := range p {
			words[i] = append(words[i], fmt.Sprint(s))
		}
		dotted[i] = strings.Join(words[i], ".")
	}
	together := doc.NewPaths(prepared...)
	values := make([]doc.Value, 0, n)
	var parser fastjson.Parser
	var tape *simdjson.ParsedJson
	return []contest.Entry{
		entry("doc.Paths", func() ([]string, error) {
			var err error
			if values, err = together.Get(values[:0], b); err != nil {
				return nil, err
			}
			out := make([]string, len(values))
			for i, v := range values {
				if out[i], err = v.Text(); err != nil {
					return nil, err
				}
			}
			return out, nil
		}),
		asked("doc.Get", n, func(i int) (string, error) {
			v, err := doc.Get(b, paths[i]...)
			if err != nil {
				return "", err
			}
			return v.Text()
		}),
		asked("gjson", n, func(i int) (string, error) { return gjson.GetBytes(b, dotted[i]).String(), nil }),
		asked("sonic ast", n, func(i int) (string, error) {
			search := ast.NewSearcher(s)
			search.ValidateJSON = false
			n, err := search.GetByPath(paths[i]...)
			if err != nil {
				return "", err
			}
			return n.StrictString()
		}),
		entry("sonic lazy", func() ([]string, error) {
			// One tree for all paths, of which only what they lead through is made.
			root, fail := ast.NewParser(s).Parse()
			if fail != 0 {
				return nil, fail
			}
			out := make([]string, n)
			for i, p := range paths {
				var err error
				if out[i], err = root.GetByPath(p...).StrictString(); err != nil {
					return nil, err
				}
			}
			return out, nil
		}),
		asked("json-iterator", n, func(i int) (string, error) {
			v := jsoniter.Get(b, paths[i]...)
			return v.ToString(), v.LastError()
		}),
		entry("fastjson", func() ([]string, error) {
			root, err := parser.ParseBytes(b)
			if err != nil {
				return nil, err
			}
			out := make([]string, n)
			for i := range out {
				out[i] = string(root.GetStringBytes(words[i]...))
			}
			return out, nil
		}),
		entry("simdjson-go", func() (_ []string, err error) {
			if tape, err = simd(b, tape); err != nil {
				return nil, err
			}
			out := make([]string, n)
			for i, p := range paths {
				if out[i], err = simdString(tape.Iter(), p); err != nil {
					return nil, err
				}
			}
			return out, nil
		}),
	}
}

// simdString returns the string at the path of names and indexes.
func simdString(it simdjson.Iter, p path) (string, error) {
	it.AdvanceInto()
	_, root, err := it.Root(nil)
	if err != nil {
		return "", err
	}
	it = *root
	for _, s := range p {
		switch s := s.(type) {
		case string:
			o, err := it.Object(nil)
			if err != nil {
				return "", err
			}
			e := o.FindKey(s, nil)
			if e == nil {
				return "", fmt.Errorf("no member %s", s)
			}
			it = e.Iter
		case int:
			a, err := it.Array(nil)
			if err != nil {
				return "", err
			}
			it = a.Iter()
			for range s + 1 {
				if it.Advance() == simdjson.TypeNone {
					return "", fmt.Errorf("no element %s", strconv.Itoa(s))
				}
			}
		}
	}
	return it.String()
}
