package jsondoc_test

import (
	"encoding/json"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

// edits are the functions and methods that return a document that they were given as text, or a part of one, changed in
// some way. Each is called with text that is not JSON.
var edits = map[string][]func(data []byte) ([]byte, error){
	"jsonedit.Set": {
		func(b []byte) ([]byte, error) { return jsonedit.Set(b, 0, "a") },
		func(b []byte) ([]byte, error) { return jsonedit.Set(b, 0, "a", "b", 1) },
		func(b []byte) ([]byte, error) { return jsonedit.Set(b, 0, "new") },
		func(b []byte) ([]byte, error) { return jsonedit.Set(b, []int{1}) },
	},
	"jsonedit.Delete": {
		func(b []byte) ([]byte, error) { return jsonedit.Delete(b, "a") },
		func(b []byte) ([]byte, error) { return jsonedit.Delete(b, "c", 0) },
	},
	"jsonedit.Patch": {
		func(b []byte) ([]byte, error) { return jsonedit.Patch(b, []byte(`[]`)) },
		func(b []byte) ([]byte, error) {
			return jsonedit.Patch(b, []byte(`[{"op":"replace","path":"/a","value":1}]`))
		},
		func(b []byte) ([]byte, error) {
			return jsonedit.Patch(b, []byte(`[{"op":"replace","path":"","value":1}]`))
		},
		func(b []byte) ([]byte, error) { return jsonedit.Patch([]byte(`{"a":1}`), b) },
	},
	"jsonedit.MergePatch": {
		func(b []byte) ([]byte, error) { return jsonedit.MergePatch(b, []byte(`{}`)) },
		func(b []byte) ([]byte, error) { return jsonedit.MergePatch(b, []byte(`{"a":null}`)) },
		func(b []byte) ([]byte, error) { return jsonedit.MergePatch(b, []byte(`1`)) },
		func(b []byte) ([]byte, error) { return jsonedit.MergePatch([]byte(`{"a":1}`), b) },
	},
	"jsonedit.Options.Set": {func(b []byte) ([]byte, error) { return jsonedit.Options{Unchecked: true}.Set(b, 0, "a") }},
	"jsonedit.Options.Delete": {func(b []byte) ([]byte, error) {
		return jsonedit.Options{Unchecked: true, Budget: 1 << 20}.Delete(b, "a")
	}},
	"jsonedit.Options.Patch":      {func(b []byte) ([]byte, error) { return jsonedit.Options{Unchecked: true}.Patch(b, []byte(`[]`)) }},
	"jsonedit.Options.MergePatch": {func(b []byte) ([]byte, error) { return jsonedit.Options{Unchecked: true}.MergePatch(b, []byte(`{}`)) }},
	"jsonedit.New":                {func(b []byte) ([]byte, error) { return written(jsonedit.New(b)) }},
	"jsonedit.Options.New":        {func(b []byte) ([]byte, error) { return written(jsonedit.Options{Unchecked: true}.New(b)) }},
	"jsonedit.Edit.SetRaw":        {editing(func(e *jsonedit.Edit, b []byte) error { return e.SetRaw(jsondoc.NewPath("a"), b) })},
	"jsonedit.Edit.InsertRaw":     {editing(func(e *jsonedit.Edit, b []byte) error { return e.InsertRaw(jsondoc.NewPath("a"), b) })},
	"jsonedit.Edit.Replace":       {editing(func(e *jsonedit.Edit, b []byte) error { return e.Replace(jsondoc.NewPath("a"), b) })},
	"jsonedit.Edit.Patch":         {editing((*jsonedit.Edit).Patch)},
	"jsonedit.Edit.MergePatch":    {editing((*jsonedit.Edit).MergePatch)},
	"jsondoc.Sort":                {jsondoc.Sort},
	"jsondoc.Canonical":           {jsondoc.Canonical},
	"jsondoc.AppendIndent":        {func(b []byte) ([]byte, error) { return jsondoc.AppendIndent(nil, b, "", " ", 80) }},
	"jsondoc.AppendCanonical":     {func(b []byte) ([]byte, error) { return jsondoc.AppendCanonical(nil, b) }},
	"jsonedit.Diff": {
		func(b []byte) ([]byte, error) { return jsonedit.Diff(b, []byte(`1`)) },
		func(b []byte) ([]byte, error) { return jsonedit.Diff([]byte(`1`), b) },
	},
	"jsondoc.Object.UnmarshalJSON": {func(b []byte) ([]byte, error) {
		var o jsondoc.Object[jsondoc.Value]
		if err := o.UnmarshalJSON(b); err != nil {
			return nil, err
		}
		return o.MarshalJSON()
	}},
	"jsondoc.Value.UnmarshalJSON": {func(b []byte) ([]byte, error) {
		var v jsondoc.Value
		err := v.UnmarshalJSON(b)
		return v.Raw(), err
	}},
	"jsondoc.Parse": {func(b []byte) ([]byte, error) {
		d, err := jsondoc.Parse(b)
		return d.Raw(), err
	}},
	"jsondoc.Options.Parse": {func(b []byte) ([]byte, error) {
		d, err := jsondoc.Options{Unchecked: true}.Parse(b)
		return d.Raw(), err
	}},
}

// textReaders take text, and return no document.
var textReaders = []string{
	"partial.Complete", "jsondoc.PathAt", // for text that is cut, and for text that is known
	"partial.Find", "partial.Repair", "partial.Repairer.Push", // for text with a value in it, and for text with mistakes
	"jsondoc.Get", "jsondoc.Options.Get", "jsondoc.Options.GetPath", "jsondoc.Options.GetPaths", "jsondoc.Path.Get", "jsondoc.Paths.Get", "jsondoc.Select", "jsondoc.Options.Select", // parts of the text
	"partial.Decoder.Push", "jsonedit.Edit.Append", "jsondoc.Value.AppendText",
}

func written(e *jsonedit.Edit, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return e.Bytes()
}

func editing(change func(*jsonedit.Edit, []byte) error) func([]byte) ([]byte, error) {
	return func(b []byte) ([]byte, error) {
		e, err := jsonedit.New([]byte(`{"a":1}`))
		if err == nil {
			err = change(e, b)
		}
		return written(e, err)
	}
}

// TestBrokenDocuments breaks a document at each of its bytes in many ways: no function that returns a changed document
// takes it, wherever the change goes.
func TestBrokenDocuments(t *testing.T) {
	for _, name := range takingText(t) {
		if edits[name] == nil && !slices.Contains(textReaders, name) {
			t.Errorf("%s takes text and has no row", name)
		}
	}
	texts := []string{
		`{"a":{"b":[1,-2.5e3,true],"é":"\u00e9\n"},"c":[null,{}],"a":false}`,
		` { "c" : [ [ ] , "x" ] , "a" : 1 , "d":0 } `,
	}
	var broken []string
	for _, text := range texts {
		for i := range len(text) + 1 {
			broken = append(broken, text[:i])
			for _, with := range []string{",", "}", "]", `"`, "\\", "0", "x", "\x00", ":", "{", "[1"} {
				broken = append(broken, text[:i]+with+text[i:])
				if i < len(text) {
					broken = append(broken, text[:i]+with+text[i+1:])
				}
			}
		}
	}
	n := 0
	for _, text := range broken {
		if json.Valid([]byte(text)) {
			continue
		}
		n++
		for name, list := range edits {
			for i, change := range list {
				if out, err := change([]byte(text)); err == nil {
					t.Fatalf("%s, row %d: %q became %q", name, i, text, out)
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d broken documents", n)
	}
}

// takingText returns the names of all exported functions and methods that take a []byte.
func takingText(t *testing.T) (list []string) {
	var files []string
	for _, dir := range []string{".", "jsonpath", "jsonedit", "partial"} {
		in, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(in) == 0 {
			t.Fatal(dir, err)
		}
		files = append(files, in...)
	}
	inner := map[string]string{"edit": "Edit", "partial": "Decoder"}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() {
				continue
			}
			name := fn.Name.Name
			if fn.Recv != nil {
				of := fn.Recv.List[0].Type
				if p, ok := of.(*ast.StarExpr); ok {
					of = p.X
				}
				if g, ok := of.(*ast.IndexExpr); ok {
					of = g.X
				}
				typ := of.(*ast.Ident).Name
				if outer := inner[typ]; outer != "" {
					typ = outer
				}
				if !ast.IsExported(typ) {
					continue
				}
				name = typ + "." + name
			}
			name = file.Name.Name + "." + name
			for _, p := range fn.Type.Params.List {
				if a, ok := p.Type.(*ast.ArrayType); ok && a.Elt.(*ast.Ident).Name == "byte" && !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
	}
	return list
}
