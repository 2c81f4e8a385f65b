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
	"github.com/zetes-json/zetes/jsondoc"
)

// getRows ask for strings at paths: four members of the first status of a page of tweets, one of its last, both, and
// one of every tenth status. gjson and sonic check nothing of what they pass over and stand in rows of their own, beside
// the unchecked way.
func getRows() []*row {
	strict := []contest.Peer{{Name: "json-iterator", Min: 4}, {Name: "fastjson", Min: 4}, {Name: "simdjson-go"}, {Name: "jsondoc.Get"}}
	docs := []string{"twitter"}
	tasks := []struct {
		name  string
		gjson float64 // how many times as fast
		paths func(statuses int) []path
	}{
		{"get/first", 1.3, func(int) []path { return first() }},
		{"get/last", 1.3, func(n int) []path { return []path{{"statuses", n - 1, "id_str"}} }},
		{"get/five", 1.3, func(n int) []path { return append(first(), path{"statuses", n - 1, "id_str"}) }},
		{"get/ten", 4, func(n int) (list []path) {
			for i := range 10 {
				list = append(list, path{"statuses", i * n / 10, "user", "screen_name"})
			}
			return list
		}},
	}
	var list []*row
	for _, task := range tasks {
		loose := []contest.Peer{{Name: "gjson", Min: task.gjson}, {Name: "sonic ast", Min: 1.5}, {Name: "sonic lazy", Min: 1.5}}
		list = append(list,
			&row{contest.Row{Name: task.name, Ours: "jsondoc.Paths", Peers: strict, Docs: docs}, enterGet(task.paths, checked)},
			&row{contest.Row{Name: task.name + "/unchecked", Ours: "unchecked", Peers: loose, Docs: docs}, enterGet(task.paths, unchecked)})
	}
	return list
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

func enterGet(choose func(statuses int) []path, getters func(b []byte, paths []path) []contest.Entry) func(doc string) (*entrants, error) {
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

// together makes an entry that asks for all paths in one pass.
func together(name string, o jsondoc.Options, b []byte, paths []path) contest.Entry {
	prepared := make([]jsondoc.Path, len(paths))
	for i, p := range paths {
		prepared[i] = jsondoc.NewPath(p...)
	}
	all := jsondoc.NewPaths(prepared...)
	values := make([]jsondoc.Value, 0, len(paths))
	return entry(name, func() ([]string, error) {
		var err error
		if values, err = o.GetPaths(values[:0], b, all); err != nil {
			return nil, err
		}
		out := make([]string, len(values))
		for i, v := range values {
			if out[i], err = v.Text(); err != nil {
				return nil, err
			}
		}
		return out, nil
	})
}

// words returns the paths as words.
func words(paths []path) [][]string {
	list := make([][]string, len(paths))
	for i, p := range paths {
		for _, s := range p {
			list[i] = append(list[i], fmt.Sprint(s))
		}
	}
	return list
}

// checked returns the ways to the strings at the paths in b that check what they pass over.
func checked(b []byte, paths []path) []contest.Entry {
	n, words := len(paths), words(paths)
	var parser fastjson.Parser
	var tape *simdjson.ParsedJson
	return []contest.Entry{
		together("jsondoc.Paths", jsondoc.Options{}, b, paths),
		asked("jsondoc.Get", n, func(i int) (string, error) {
			v, err := jsondoc.Get(b, paths[i]...)
			if err != nil {
				return "", err
			}
			return v.Text()
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

// unchecked returns those that do not.
func unchecked(b []byte, paths []path) []contest.Entry {
	s, n := string(b), len(paths)
	dotted := make([]string, n)
	for i, w := range words(paths) {
		dotted[i] = strings.Join(w, ".")
	}
	return []contest.Entry{
		together("unchecked", jsondoc.Options{Unchecked: true}, b, paths),
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
