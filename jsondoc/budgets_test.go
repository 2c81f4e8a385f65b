package jsondoc_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// TestBudgets: the caller sets the budget of queries, patches and edits, and the error names it.
func TestBudgets(t *testing.T) {
	text := []byte(`{"list":` + samples.Repeated(1000, samples.Same("1")) + `}`)
	q := jsonpath.MustCompile("$.list[?@ > 0]")
	long := strings.Repeat("x", 1000)
	for name, call := range map[string]func(o jsondoc.Options) error{
		"select": func(o jsondoc.Options) error { _, err := o.Select(text, q); return err },
		"of a document": func(o jsondoc.Options) error {
			d, err := o.Parse(text)
			if err != nil {
				return err
			}
			_, err = d.Select(q)
			return err
		},
		"patch": func(o jsondoc.Options) error {
			_, err := jsonedit.Options(o).Patch(text, []byte(`[{"op":"test","path":"/list","value":`+samples.Repeated(1000, samples.Same("1"))+`}]`))
			return err
		},
		"copies": func(o jsondoc.Options) error {
			_, err := jsonedit.Options(o).Patch([]byte(`{"a":"`+long+`"}`), []byte(`[{"op":"copy","from":"","path":"/b"},{"op":"copy","from":"","path":"/c"},{"op":"copy","from":"","path":"/d"}]`))
			return err
		},
		"merge": func(o jsondoc.Options) error {
			_, err := jsonedit.Options(o).MergePatch(text, []byte(`{"list":{"a":1}}`))
			return err
		},
		"set":    func(o jsondoc.Options) error { _, err := jsonedit.Options(o).Set(text, 1, "list", 0); return err },
		"delete": func(o jsondoc.Options) error { _, err := jsonedit.Options(o).Delete(text, "list", 0); return err },
		"edit": func(o jsondoc.Options) error {
			e, err := jsonedit.Options(o).New(text)
			if err != nil {
				return err
			}
			defer e.Release()
			return e.Insert(jsondoc.NewPath("list", 0), 1)
		},
	} {
		few, many := call(jsondoc.Options{Budget: 20}), call(jsondoc.Options{Budget: 1 << 20})
		if !errors.Is(few, jsondoc.ErrBudget) || !strings.Contains(few.Error(), "Options.Budget") || many != nil || call(jsondoc.Options{}) != nil {
			t.Errorf("%s: %v, then %v and %v", name, few, many, call(jsondoc.Options{}))
		}
	}
}
