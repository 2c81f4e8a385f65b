package arch

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// vocabulary lists the exported types that have one name in several packages: they mean the same thing for different
// callers. A new type with a name that another package has needs an entry, or a better name.
var vocabulary = []struct{ types, packages, meaning string }{
	{"API", ". internal/tests/doors", "the functions of a door"},
	{"Any", "opt internal/tests/cases", "any value"},
	{"Budget", "internal/tree internal/mem", "what a call may still take"},
	{"Call", "internal/plan/encode internal/plan/decode", "a request to a machine"},
	{"Case", "internal/tests/agree internal/tests/cases", "one comparison with encoding/json"},
	{"Cell", "internal/index internal/kernel", "8 bytes of a tape"},
	{"Code", "codec internal/fault", "the number of an error"},
	{"Codec Field Key", "codec internal/loan internal/plan internal/shape", "a codec, and what it is for: a struct's field, the keys of maps"},
	{"Decoder Encoder", ". json jsondoc/partial stream internal/tests/agree internal/tests/doors", "values from and to a stream, with the methods of encoding/json"},
	{"Error", ". codec httpjson internal/frame internal/query jsondoc/jsonpath", "an error with its place"},
	{"Event", "stream internal/tests/agree", "a message in a stream of text"},
	{"Flags Generation", ". internal/shape json/v2/streamed", "the flags of zetes gen, and the methods that it wrote for a type"},
	{"Limits", ". codec internal/option", "one type under three names: limits of an input"},
	{"Marshaler Unmarshaler", "json json/v2 codec internal/shape", "interfaces of types that write and read themselves"},
	{"Naming", ". internal/tag", "names of members from the names of Go fields"},
	{"Number", "json opt", "the text of a number"},
	{"Option Options", "codec jsondoc jsondoc/jsonedit jsondoc/internal/document httpjson stream json json/v2 internal/shape", "choices for one call or type"},
	{"Path", "jsondoc internal/follow internal/locate", "a way into a document"},
	{"Place", "internal/locate internal/plan/decode", "a place in a text or in memory"},
	{"Program", "internal/plan/encode internal/plan/decode", "what is compiled for a type"},
	{"Pusher", "stream internal/frame", "takes bytes as they come"},
	{"Query", "jsondoc/jsonpath internal/query", "a JSONPath, as far as a package knows it"},
	{"Reader", "codec buffer internal/loan", "reads from a start to an end"},
	{"Reason", ". internal/report", "what an error is about"},
	{"Step", "internal/fault internal/follow internal/locate", "one level of a path into a value"},
	{"Tape", "internal/index internal/tree", "a document's text with its nodes"},
	{"Value", "jsondoc opt", "a value that may be absent"},
	{"Walk", "internal/follow internal/locate", "goes on from place to place in one text"},
	{"Writer", "codec internal/loan", "writes one value after the other"},
}

// TestVocabulary holds that exported types with one name in several packages stand in the table above, with exactly
// the packages that declare them.
func TestVocabulary(t *testing.T) {
	in := map[string][]string{}
	for _, s := range sources(t) {
		// Package corpus names its types after the members of its documents.
		if s.test || strings.HasPrefix(s.pkg, "examples") || s.pkg == "internal/tests/corpus" {
			continue
		}
		for _, d := range s.file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range decl.Specs {
				if x, ok := spec.(*ast.TypeSpec); ok && x.Name.IsExported() && !slices.Contains(in[x.Name.Name], s.pkg) {
					in[x.Name.Name] = append(in[x.Name.Name], s.pkg)
				}
			}
		}
	}
	listed := map[string]bool{}
	for _, row := range vocabulary {
		packages, used := strings.Fields(row.packages), map[string]bool{}
		for name := range strings.FieldsSeq(row.types) {
			listed[name] = true
			if len(in[name]) < 2 {
				t.Errorf("%s is declared in %v only: take it off the table", name, in[name])
			}
			for _, pkg := range in[name] {
				if used[pkg] = true; !slices.Contains(packages, pkg) {
					t.Errorf("%s is declared in %s too", name, pkg)
				}
			}
		}
		for _, pkg := range packages {
			if !used[pkg] {
				t.Errorf("%s declares none of %s", pkg, row.types)
			}
		}
	}
	for name, pkgs := range in {
		if len(pkgs) > 1 && !listed[name] {
			t.Errorf("%s is declared in %v: find another name, or say in the table above what both mean", name, pkgs)
		}
	}
}
