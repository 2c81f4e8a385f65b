package untyped

import (
	"github.com/bytedance/sonic/ast"
	"github.com/minio/simdjson-go"
	"github.com/valyala/fastjson"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/jsondoc"
)

var large = []string{"twitter", "citm", "canada", "golang_source"}

// parseRows make trees of whole documents, in memory that is used again where the library can do so.
func parseRows() []*row {
	peers := []contest.Peer{{Name: "fastjson", Min: 2}, {Name: "sonic ast", Min: 2}, {Name: "simdjson-go", Min: 1.2}}
	return []*row{{contest.Row{Name: "parse", Ours: "jsondoc.Parse", Peers: peers, Docs: large}, enterParse}}
}

func enterParse(name string) (*entrants, error) {
	b, err := text(name)
	if err != nil {
		return nil, err
	}
	s := string(b)
	var last *jsondoc.Document
	var parser fastjson.Parser
	var tape *simdjson.ParsedJson
	return &entrants{len(b), func() (any, error) { return tree(b) }, []contest.Entry{
		shown("jsondoc.Parse", func() (*jsondoc.Document, error) {
			last.Release()
			d, err := jsondoc.Parse(b)
			last = d
			return d, err
		}, func(d *jsondoc.Document) (any, error) { return valueTree(d.Root()) }),
		shown("fastjson", func() (*fastjson.Value, error) { return parser.ParseBytes(b) }, func(v *fastjson.Value) (any, error) { return fastTree(v), nil }),
		shown("sonic ast", func() (ast.Node, error) {
			root, fail := ast.NewParser(s).Parse()
			if fail != 0 {
				return root, fail
			}
			return root, load(&root)
		}, func(n ast.Node) (any, error) { return n.Interface() }),
		shown("simdjson-go", func() (_ *simdjson.ParsedJson, err error) {
			tape, err = simd(b, tape)
			return tape, err
		}, simdTree),
	}}, nil
}

// load makes the nodes of all values within n, which sonic makes when they are asked for.
func load(n *ast.Node) (err error) {
	if t := n.TypeSafe(); t != ast.V_ARRAY && t != ast.V_OBJECT {
		return nil
	}
	if fail := n.ForEach(func(_ ast.Sequence, n *ast.Node) bool {
		err = load(n)
		return err == nil
	}); fail != nil {
		return fail
	}
	return err
}

// valueTree returns what encoding/json would make of v.
func valueTree(v jsondoc.Value) (any, error) {
	switch v.Kind() {
	case codec.Object:
		m := map[string]any{}
		for name, e := range v.Members() {
			x, err := valueTree(e)
			if err != nil {
				return nil, err
			}
			m[name] = x
		}
		return m, nil
	case codec.Array:
		a := []any{}
		for _, e := range v.Elements() {
			x, err := valueTree(e)
			if err != nil {
				return nil, err
			}
			a = append(a, x)
		}
		return a, nil
	case codec.String:
		return v.Text()
	case codec.Number:
		return v.Float64()
	case codec.Bool:
		return v.Bool()
	}
	return nil, nil
}

// fastTree is valueTree for fastjson.
func fastTree(v *fastjson.Value) any {
	switch v.Type() {
	case fastjson.TypeObject:
		m := map[string]any{}
		v.GetObject().Visit(func(name []byte, e *fastjson.Value) { m[string(name)] = fastTree(e) })
		return m
	case fastjson.TypeArray:
		a := []any{}
		for _, e := range v.GetArray() {
			a = append(a, fastTree(e))
		}
		return a
	case fastjson.TypeString:
		return string(v.GetStringBytes())
	case fastjson.TypeNumber:
		return v.GetFloat64()
	case fastjson.TypeTrue, fastjson.TypeFalse:
		return v.GetBool()
	}
	return nil
}

// simdTree is valueTree for simdjson-go, which makes integers of some numbers.
func simdTree(tape *simdjson.ParsedJson) (any, error) {
	it := tape.Iter()
	it.AdvanceInto()
	_, root, err := it.Root(nil)
	if err != nil {
		return nil, err
	}
	v, err := root.Interface()
	return floats(v), err
}

func floats(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			v[name] = floats(v[name])
		}
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
		if v == nil {
			return []any{}
		}
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	}
	return v
}
