package conform

import (
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	stdjson "encoding/json"

	"github.com/zetes-json/zetes/json"
)

// TestAPI compares the exported API of the drop-in with that of the running toolchain's encoding/json.
func TestAPI(t *testing.T) { compareAPI(t, "github.com/zetes-json/zetes/json", "encoding/json", 60) }

// compareAPI compares the exported names of two packages, of which the second has at least that many.
func compareAPI(t *testing.T, our, their string, least int) {
	out, err := exec.Command("go", "list", "-deps", "-export", "-f", "{{.ImportPath}} {{.Export}}", our, their).Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	load := func(path string) map[string]string {
		p, err := imp.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		return surface(p)
	}
	ours, std := load(our), load(their)
	for _, name := range slices.Sorted(maps.Keys(std)) {
		if ours[name] != std[name] {
			t.Errorf("%s: got %q, want %q", name, ours[name], std[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		if std[name] == "" {
			t.Errorf("%s is not in %s: %s", name, their, ours[name])
		}
	}
	if len(std) < least {
		t.Errorf("only %d names: the comparison is broken", len(std))
	}
}

// surface maps each exported name, method and field of a package to its type, written so that packages don't matter.
func surface(p *types.Package) map[string]string {
	m := map[string]string{}
	write := func(t types.Type) string {
		return types.TypeString(t, func(q *types.Package) string {
			if q.Path() == p.Path() || q.Path() == "encoding/json" || q.Path() == "encoding/json/v2" {
				return "json"
			}
			return q.Path()
		})
	}
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		tn, ok := obj.(*types.TypeName)
		if !ok {
			m[name] = write(obj.Type())
			continue
		}
		typ := types.Unalias(tn.Type())
		switch u := typ.Underlying().(type) {
		case *types.Struct:
			m[name] = "struct"
			for i := range u.NumFields() {
				if f := u.Field(i); f.Exported() {
					m[name+"."+f.Name()] = write(f.Type()) + " " + u.Tag(i)
				}
			}
		default:
			m[name] = write(u)
		}
		for _, recv := range []types.Type{typ, types.NewPointer(typ)} {
			set := types.NewMethodSet(recv)
			for i := range set.Len() {
				if f := set.At(i).Obj(); f.Exported() {
					// The parameters' names are documentation; only types count here.
					m["("+write(recv)+")."+f.Name()] = signature(f.Type().(*types.Signature), write)
				}
			}
		}
	}
	return m
}

func signature(s *types.Signature, write func(types.Type) string) string {
	tuple := func(t *types.Tuple) string {
		out := "("
		for i := range t.Len() {
			out += write(t.At(i).Type()) + ","
		}
		return out + ")"
	}
	out := tuple(s.Params()) + tuple(s.Results())
	if s.Variadic() {
		out += "..."
	}
	return out
}

// TestAliases holds that types which meet values of other packages are the toolchain's own.
func TestAliases(t *testing.T) {
	for _, pair := range [][2]reflect.Type{
		{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[stdjson.Marshaler]()},
		{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[stdjson.Unmarshaler]()},
		{reflect.TypeFor[json.RawMessage](), reflect.TypeFor[stdjson.RawMessage]()},
		{reflect.TypeFor[json.Number](), reflect.TypeFor[stdjson.Number]()},
		{reflect.TypeFor[json.Token](), reflect.TypeFor[stdjson.Token]()},
		{reflect.TypeFor[json.Delim](), reflect.TypeFor[stdjson.Delim]()},
		{reflect.TypeFor[json.SyntaxError](), reflect.TypeFor[stdjson.SyntaxError]()},
		{reflect.TypeFor[json.UnmarshalTypeError](), reflect.TypeFor[stdjson.UnmarshalTypeError]()},
		{reflect.TypeFor[json.InvalidUnmarshalError](), reflect.TypeFor[stdjson.InvalidUnmarshalError]()},
		{reflect.TypeFor[json.MarshalerError](), reflect.TypeFor[stdjson.MarshalerError]()},
		{reflect.TypeFor[json.UnsupportedTypeError](), reflect.TypeFor[stdjson.UnsupportedTypeError]()},
		{reflect.TypeFor[json.UnsupportedValueError](), reflect.TypeFor[stdjson.UnsupportedValueError]()},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%v is not %v", pair[0], pair[1])
		}
	}
}
