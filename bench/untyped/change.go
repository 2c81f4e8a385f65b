package untyped

import (
	stdjson "encoding/json"

	"github.com/bytedance/sonic/ast"
	"github.com/gowebpki/jcs"
	"github.com/tidwall/sjson"
	"github.com/valyala/fastjson"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

// changeRows set one value in a document, and write canonical forms.
func changeRows() []*row {
	set := []contest.Peer{{Name: "sjson", Min: 2}, {Name: "sonic ast"}, {Name: "fastjson"}}
	return []*row{
		{contest.Row{Name: "set", Ours: "jsonedit.Set", Peers: set, Docs: large[:1]}, enterSet},
		{contest.Row{Name: "canonical", Ours: "jsondoc.Canonical", Peers: []contest.Peer{{Name: "jcs", Min: 5}}, Docs: large}, enterCanonical},
	}
}

// enterSet sets a member of a status in the middle.
func enterSet(name string) (*entrants, error) {
	b, err := text(name)
	if err != nil {
		return nil, err
	}
	s := string(b)
	const fresh = "somebody_else"
	var parser fastjson.Parser
	var arena fastjson.Arena
	whole := func(b []byte) (any, error) { return tree(b) }
	want := func() (any, error) {
		v, err := tree(b)
		if err == nil {
			v.(map[string]any)["statuses"].([]any)[50].(map[string]any)["user"].(map[string]any)["screen_name"] = fresh
		}
		return v, err
	}
	return &entrants{len(b), want, []contest.Entry{
		shown("jsonedit.Set", func() ([]byte, error) { return jsonedit.Set(b, fresh, "statuses", 50, "user", "screen_name") }, whole),
		shown("sjson", func() ([]byte, error) { return sjson.SetBytes(b, "statuses.50.user.screen_name", fresh) }, whole),
		shown("sonic ast", func() ([]byte, error) {
			root, fail := ast.NewParser(s).Parse()
			if fail != 0 {
				return nil, fail
			}
			if _, err := root.GetByPath("statuses", 50, "user").Set("screen_name", ast.NewString(fresh)); err != nil {
				return nil, err
			}
			return root.MarshalJSON()
		}, whole),
		shown("fastjson", func() ([]byte, error) {
			root, err := parser.ParseBytes(b)
			if err != nil {
				return nil, err
			}
			arena.Reset()
			root.Get("statuses", "50", "user").Set("screen_name", arena.NewString(fresh))
			return root.MarshalTo(nil), nil
		}, whole),
	}}, nil
}

// enterCanonical holds the canonical form to the same value in the same bytes as the published code writes.
func enterCanonical(name string) (*entrants, error) {
	b, err := text(name)
	if err != nil {
		return nil, err
	}
	asText := func(b []byte) (any, error) { return string(b), nil }
	want := func() (any, error) {
		c, err := jcs.Transform(b)
		if err != nil {
			return nil, err
		}
		// It must mean the same, whichever library has written it.
		v, err := tree(b)
		if err != nil {
			return nil, err
		}
		again, err := tree(c)
		if err != nil {
			return nil, err
		}
		x, _ := stdjson.Marshal(v)
		y, _ := stdjson.Marshal(again)
		if string(x) != string(y) {
			return "another value", nil
		}
		return string(c), nil
	}
	return &entrants{len(b), want, []contest.Entry{
		shown("jsondoc.Canonical", func() ([]byte, error) { return jsondoc.Canonical(b) }, asText),
		shown("jcs", func() ([]byte, error) { return jcs.Transform(b) }, asText),
	}}, nil
}
