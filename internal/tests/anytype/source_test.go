package anytype

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/anytype/testdata/groups"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestValid holds that the compiler takes what is printed for many seeds.
func TestValid(t *testing.T) {
	seeds := uint64(40)
	if !long.On() {
		seeds = 4
	}
	fset := token.NewFileSet()
	packages := exports(t)
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(packages[path]) })}
	prints := []func(string, uint64, int, bool) ([]byte, error){Source, Streaming}
	if packages["encoding/json/jsontext"] == "" {
		prints = prints[:1] // Go has no streaming methods
	}
	for seed := range seeds {
		var files []*ast.File
		for _, print := range prints {
			text, err := print("groups", 1000+seed, 30, seed%2 == 0)
			if err != nil {
				t.Fatal(err)
			}
			f, err := parser.ParseFile(fset, "groups.go", text, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		if _, err := config.Check("groups", fset, files, nil); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// exports returns the files in which the compiler has the packages that the source imports.
func exports(t *testing.T) map[string]string {
	out, err := exec.Command("go", "list", "-e", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}",
		"encoding/json", "encoding/json/jsontext", "encoding/json/v2", "fmt", "math/big", "net/netip", "reflect", "strconv", "time").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return files
}

// TestSame holds that a seed prints one package.
func TestSame(t *testing.T) {
	one, err := Source("p", 7, 50, false)
	two, _ := Source("p", 7, 50, false)
	other, _ := Source("p", 8, 50, false)
	if err != nil || !bytes.Equal(one, two) || bytes.Equal(one, other) {
		t.Errorf("%v, or the same seed prints two packages, or two seeds one", err)
	}
}

// TestReach holds that the groups have what went wrong before, and all else that types can be made of, often enough.
func TestReach(t *testing.T) {
	count := map[string]int{}
	for _, group := range groups.Groups {
		seen := map[string]bool{}
		for _, p := range group {
			typ := reflect.TypeOf(p).Elem()
			seen[typ.Kind().String()] = true
			if ring(typ) {
				seen["ring"] = true
			}
			if strings.Contains(typ.Name(), "[") {
				seen["generic"] = true
			}
			for _, at := range []reflect.Type{typ, reflect.PointerTo(typ)} {
				for i := range at.NumMethod() {
					seen[at.Kind().String()+" method "+at.Method(i).Name] = true
				}
			}
			if typ.Kind() == reflect.Struct {
				for i := range typ.NumField() {
					f := typ.Field(i)
					place := "field "
					if f.Anonymous {
						place = "embedded "
					}
					seen[place+f.Type.Kind().String()] = true
					if f.Type.Kind() == reflect.Map {
						seen["key "+f.Type.Key().Kind().String()] = true
					}
				}
			}
		}
		for what := range seen {
			count[what]++
		}
	}
	for _, c := range []struct {
		what  string
		least int
	}{
		{"ring", 30}, {"generic", 40}, {"struct", 150}, {"slice", 10}, {"map", 10}, {"array", 5}, {"ptr", 5}, {"string", 5},
		{"embedded struct", 30}, {"embedded ptr", 60}, {"embedded slice", 3}, {"embedded map", 1}, {"embedded interface", 5},
		{"field struct", 20}, {"field ptr", 30}, {"field interface", 30}, {"field map", 30}, {"field slice", 30}, {"field array", 5}, {"field func", 1},
		{"key string", 10}, {"key struct", 3}, {"key ptr", 1}, {"key interface", 1},
		{"struct method MarshalJSON", 20}, {"ptr method MarshalJSON", 30}, {"ptr method UnmarshalJSON", 30}, {"struct method MarshalText", 10},
		{"ptr method UnmarshalText", 20}, {"struct method AppendText", 3}, {"struct method IsZero", 5}, {"ptr method IsZero", 10},
	} {
		if count[c.what] < c.least {
			t.Errorf("%s: in %d groups, want %d", c.what, count[c.what], c.least)
		}
	}
}

// ring reports whether a struct type holds itself again behind an embedded pointer, its own or that of a struct in it.
// A plan that such types are inlined into has no end.
func ring(typ reflect.Type) bool {
	type place struct {
		typ  reflect.Type
		held bool // on the way to it is a field that is not embedded
	}
	seen := map[place]bool{}
	var visit func(p place) bool
	visit = func(p place) bool {
		if p.typ.Kind() != reflect.Struct || seen[p] {
			return false
		}
		seen[p] = true
		for i := range p.typ.NumField() {
			f := p.typ.Field(i)
			in := place{f.Type, p.held || !f.Anonymous}
			if f.Anonymous && f.Type.Kind() == reflect.Pointer {
				in.typ = f.Type.Elem()
			}
			if in == (place{typ, true}) || visit(in) {
				return true
			}
		}
		return false
	}
	return visit(place{typ, false})
}
