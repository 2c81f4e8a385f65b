package untyped

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"

	"github.com/tailscale/hujson"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

// jsoncRows read JSON with comments and trailing commas, and set one value in it so that the comments stay.
func jsoncRows() []*row {
	read := []contest.Peer{{Name: "hujson, encoding/json"}, {Name: "hujson, zetes"}}
	return []*row{
		{contest.Row{Name: "jsonc/read", Ours: "Config.Comments", Peers: read, Docs: large[:1]}, enterJSONC},
		{contest.Row{Name: "jsonc/set", Ours: "jsonedit.Set", Peers: []contest.Peer{{Name: "hujson"}}, Docs: large[:1]}, enterSetJSONC},
	}
}

// commented returns a document as people write it: each element and member on a line of its own, a comma after the last
// one too, and a comment on some lines. plain is the same value as JSON.
func commented(name string) (jsonc, plain []byte, err error) {
	if plain, err = text(name); err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	if err := stdjson.Indent(&b, plain, "", "  "); err != nil {
		return nil, nil, err
	}
	lines := bytes.Split(b.Bytes(), []byte("\n"))
	for i, line := range lines {
		jsonc = append(jsonc, line...)
		last := line[len(line)-1]
		if i+1 < len(lines) && bytes.ContainsAny(lines[i+1][:1+bytes.IndexAny(lines[i+1], "]}\"")], "]}") && last != '{' && last != '[' {
			jsonc = append(jsonc, ',')
		}
		if i%4 == 0 {
			jsonc = fmt.Appendf(jsonc, " // line %d", i)
		}
		jsonc = append(jsonc, '\n')
	}
	return jsonc, plain, nil
}

func enterJSONC(name string) (*entrants, error) {
	b, plain, err := commented(name)
	if err != nil {
		return nil, err
	}
	api := zetes.Config{Comments: true}.Freeze()
	standard := func(unmarshal func([]byte, *any) error) func() (any, error) {
		return func() (v any, err error) {
			text, err := hujson.Standardize(b)
			if err == nil {
				err = unmarshal(text, &v)
			}
			return v, err
		}
	}
	return &entrants{len(b), func() (any, error) { return tree(plain) }, []contest.Entry{
		entry("Config.Comments", func() (v any, err error) { err = api.Unmarshal(b, &v); return v, err }),
		entry("hujson, encoding/json", standard(func(text []byte, v *any) error { return stdjson.Unmarshal(text, v) })),
		entry("hujson, zetes", standard(func(text []byte, v *any) error { return zetes.Unmarshal(text, v) })),
	}}, nil
}

// enterSetJSONC sets a member of a status in the middle.
func enterSetJSONC(name string) (*entrants, error) {
	b, plain, err := commented(name)
	if err != nil {
		return nil, err
	}
	const fresh = "somebody_else"
	want := func() (any, error) {
		v, err := tree(plain)
		if err == nil {
			v.(map[string]any)["statuses"].([]any)[50].(map[string]any)["user"].(map[string]any)["screen_name"] = fresh
		}
		return []any{v, bytes.Count(b, []byte("// line"))}, err
	}
	show := func(b []byte) (any, error) {
		comments := bytes.Count(b, []byte("// line"))
		text, err := hujson.Standardize(b)
		if err != nil {
			return nil, err
		}
		v, err := tree(text)
		return []any{v, comments}, err
	}
	options := jsonedit.Options{Comments: true}
	patch := []byte(`[{"op":"replace","path":"/statuses/50/user/screen_name","value":"` + fresh + `"}]`)
	return &entrants{len(b), want, []contest.Entry{
		shown("jsonedit.Set", func() ([]byte, error) { return options.Set(b, fresh, "statuses", 50, "user", "screen_name") }, show),
		shown("hujson", func() ([]byte, error) {
			v, err := hujson.Parse(b)
			if err == nil {
				err = v.Patch(patch)
			}
			return v.Pack(), err
		}, show),
	}}, nil
}
