package arch

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var quotedName = regexp.MustCompile("`([^`]+)`")

// TestVocabulary has types with the same name in several packages be those that ARCHITECTURE.md says are the same
// thing, in the packages that it names.
func TestVocabulary(t *testing.T) {
	in := map[string][]string{}
	for _, s := range sources(t) {
		// The types of package corpus have the names of what is in their documents.
		if s.test || strings.HasPrefix(s.pkg, "examples") || s.pkg == "internal/corpus" {
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
	text, err := os.ReadFile(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| name | in | is |\n|---|---|---|\n")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no table of names")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	said := map[string]bool{}
	for _, row := range strings.Split(table, "\n") {
		cells := strings.Split(row, "|")
		named := map[string]bool{}
		for _, m := range quotedName.FindAllStringSubmatch(cells[2], -1) {
			named[m[1]] = true
		}
		named["."] = strings.Contains(cells[2], "root")
		used := map[string]bool{}
		for _, m := range quotedName.FindAllStringSubmatch(cells[1], -1) {
			name := m[1]
			said[name] = true
			if len(in[name]) < 2 {
				t.Errorf("%s stands in %v alone", name, in[name])
			}
			for _, pkg := range in[name] {
				if used[pkg] = true; !named[pkg] {
					t.Errorf("%s stands in %s too", name, pkg)
				}
			}
		}
		for pkg, is := range named {
			if is && !used[pkg] {
				t.Errorf("%s: nothing of these in %s", cells[1], pkg)
			}
		}
	}
	for name, pkgs := range in {
		if len(pkgs) > 1 && !said[name] {
			t.Errorf("%s stands in %v, and nothing says that it is the same thing", name, pkgs)
		}
	}
}
