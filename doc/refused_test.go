package doc

import (
	"encoding/json"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// edits are the functions and methods that return a document that they were given as text, or a part of one, changed in
// some way. Each is called with text that is not JSON.
var edits = map[string][]func(data []byte) ([]byte, error){
	"Set": {
		func(b []byte) ([]byte, error) { return Set(b, 0, "a") },
		func(b []byte) ([]byte, error) { return Set(b, 0, "a", "b", 1) },
		func(b []byte) ([]byte, error) { return Set(b, 0, "new") },
		func(b []byte) ([]byte, error) { return Set(b, []int{1}) },
	},
	"Delete": {
		func(b []byte) ([]byte, error) { return Delete(b, "a") },
		func(b []byte) ([]byte, error) { return Delete(b, "c", 0) },
	},
	"Patch": {
		func(b []byte) ([]byte, error) { return Patch(b, []byte(`[]`)) },
		func(b []byte) ([]byte, error) { return Patch(b, []byte(`[{"op":"replace","path":"/a","value":1}]`)) },
		func(b []byte) ([]byte, error) { return Patch(b, []byte(`[{"op":"replace","path":"","value":1}]`)) },
		func(b []byte) ([]byte, error) { return Patch([]byte(`{"a":1}`), b) },
	},
	"MergePatch": {
		func(b []byte) ([]byte, error) { return MergePatch(b, []byte(`{}`)) },
		func(b []byte) ([]byte, error) { return MergePatch(b, []byte(`{"a":null}`)) },
		func(b []byte) ([]byte, error) { return MergePatch(b, []byte(`1`)) },
		func(b []byte) ([]byte, error) { return MergePatch([]byte(`{"a":1}`), b) },
	},
	"Options.Set":        {func(b []byte) ([]byte, error) { return Options{Unchecked: true}.Set(b, 0, "a") }},
	"Options.Delete":     {func(b []byte) ([]byte, error) { return Options{Unchecked: true, Budget: 1 << 20}.Delete(b, "a") }},
	"Options.Patch":      {func(b []byte) ([]byte, error) { return Options{Unchecked: true}.Patch(b, []byte(`[]`)) }},
	"Options.MergePatch": {func(b []byte) ([]byte, error) { return Options{Unchecked: true}.MergePatch(b, []byte(`{}`)) }},
	"NewEdit":            {func(b []byte) ([]byte, error) { return written(NewEdit(b)) }},
	"Options.NewEdit":    {func(b []byte) ([]byte, error) { return written(Options{Unchecked: true}.NewEdit(b)) }},
	"Edit.SetRaw":        {editing(func(e *Edit, b []byte) error { return e.SetRaw(NewPath("a"), b) })},
	"Edit.InsertRaw":     {editing(func(e *Edit, b []byte) error { return e.InsertRaw(NewPath("a"), b) })},
	"Edit.Replace":       {editing(func(e *Edit, b []byte) error { return e.Replace(NewPath("a"), b) })},
	"Edit.Patch":         {editing((*Edit).Patch)},
	"Edit.MergePatch":    {editing((*Edit).MergePatch)},
	"Sort":               {Sort},
	"Canonical":          {Canonical},
	"AppendCanonical":    {func(b []byte) ([]byte, error) { return AppendCanonical(nil, b) }},
	"Diff": {
		func(b []byte) ([]byte, error) { return Diff(b, []byte(`1`)) },
		func(b []byte) ([]byte, error) { return Diff([]byte(`1`), b) },
	},
	"Object.UnmarshalJSON": {func(b []byte) ([]byte, error) {
		var o Object[Value]
		if err := o.UnmarshalJSON(b); err != nil {
			return nil, err
		}
		return o.MarshalJSON()
	}},
	"Value.UnmarshalJSON": {func(b []byte) ([]byte, error) {
		var v Value
		err := v.UnmarshalJSON(b)
		return v.Raw(), err
	}},
	"Parse": {func(b []byte) ([]byte, error) {
		d, err := Parse(b)
		return d.Raw(), err
	}},
	"Options.Parse": {func(b []byte) ([]byte, error) {
		d, err := Options{Unchecked: true}.Parse(b)
		return d.Raw(), err
	}},
}

// textReaders take text, and return no document.
var textReaders = []string{
	"Complete", "PathAt", // for text that is cut, and for text that is known
	"Get", "Options.Get", "Options.GetPath", "Options.GetPaths", "Path.Get", "Paths.Get", "Query.Select", "Options.Select", // parts of the text
	"PartialDecoder.Push", "Edit.Append", "Value.AppendText",
}

func written(e *Edit, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return e.Bytes()
}

func editing(change func(*Edit, []byte) error) func([]byte) ([]byte, error) {
	return func(b []byte) ([]byte, error) {
		e, err := NewEdit([]byte(`{"a":1}`))
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
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	inner := map[string]string{"edit": "Edit", "partial": "PartialDecoder"}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
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
			for _, p := range fn.Type.Params.List {
				if a, ok := p.Type.(*ast.ArrayType); ok && a.Elt.(*ast.Ident).Name == "byte" && !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
	}
	return list
}
