package lost

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/cmd/zetes/internal/lost/testdata/chosen"
	"github.com/zetes-json/zetes/cmd/zetes/internal/lost/testdata/plain"
)

// load returns a package of testdata, and the types that it declares.
func load(t *testing.T, name string) ([]*packages.Package, []types.Type) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax,
	}, "./testdata/"+name)
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs[0].Errors)
	}
	var list []types.Type
	scope := pkgs[0].Types.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok {
			list = append(list, tn.Type())
		}
	}
	return pkgs, list
}

// brief is what is said of a field or type, without the type's path and without names of types in messages, which
// Check's types have and the forms of theirs don't.
func brief(typ, field, text string) string {
	if i := strings.LastIndexByte(typ, '/'); i >= 0 {
		typ = typ[i+1:]
	}
	if i := strings.Index(text, " into Go "); i >= 0 {
		text = text[:i]
	}
	typ = strings.NewReplacer("struct { ", "struct{", " }", "}").Replace(typ)
	return fmt.Sprintf("%s.%s: %s", typ, field, strings.ReplaceAll(text, "uint8", "byte"))
}

// TestAgrees: what is said of source is what API.Check says of the same types at run time, and each thing once.
func TestAgrees(t *testing.T) {
	for name, c := range map[string]struct {
		api    *zetes.API
		values []any
		but    string // what Check says and source can't
	}{
		"plain": {zetes.Config{}.Freeze(), []any{
			plain.Easy{}, plain.Both{}, plain.Buf{}, plain.Keys{}, plain.Token{}, plain.Keeps{}, plain.Named{}, plain.Tags{}, plain.Ring{}, plain.Good{}, plain.Of[int]{},
			plain.Aliases{}, plain.Errs{}, plain.Texts{}, plain.Variadic{}, plain.Listed{}, plain.Foreign{},
		}, ""},
		"chosen": {chosen.API, []any{chosen.Color{}, chosen.Keeps{}, chosen.Tags{}, chosen.Defaults{}}, "chosen.Defaults.M: default {\"Left\":1}: json: cannot unmarshal number"},
	} {
		pkgs, list := load(t, name)
		want := map[string]bool{}
		if joined, ok := c.api.Check(c.values...).(interface{ Unwrap() []error }); ok {
			for _, err := range joined.Unwrap() {
				e := err.(*zetes.TypeError)
				want[brief(strings.ReplaceAll(e.Type.String(), "Of[int]", "Of[T any]"), e.Field, e.Err.Error())] = true
			}
		}
		for _, p := range Find(pkgs, list) {
			got := brief(p.Type, p.Field, p.Text)
			if !want[got] {
				t.Errorf("%s: Check does not say, or this is twice: %s", name, got)
			}
			delete(want, got)
			if filepath.Base(p.At.Filename) != name+".go" || p.At.Line == 0 || !strings.HasPrefix(p.String(), p.At.String()+": ") {
				t.Errorf("%s: a wrong place: %v", name, p)
			}
		}
		if c.but != "" && !want[c.but] {
			t.Errorf("%s: not %s: %v", name, c.but, want)
		}
		delete(want, c.but)
		for text := range want {
			t.Errorf("%s: Check alone says %s", name, text)
		}
	}
}
