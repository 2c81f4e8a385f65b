package arch

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var namedTest = regexp.MustCompile("`(Test\\w+)` of `([a-z/]+)`")

// TestPromises holds that each promise of SECURITY.md names a test, and that the tests it names exist.
func TestPromises(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				tests[s.pkg+"."+f.Name.Name] = true
			}
		}
	}
	_, table, _ := strings.Cut(string(text), "| promise | held by |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	if len(rows) < 5 {
		t.Fatalf("%d promises", len(rows))
	}
	for _, row := range rows {
		named := namedTest.FindAllStringSubmatch(row, -1)
		if len(named) == 0 {
			t.Errorf("no test is named: %s", row)
		}
		for _, m := range named {
			pkg := m[2]
			if pkg == "zetes" {
				pkg = "."
			}
			if !tests[pkg+"."+m[1]] {
				t.Errorf("there is no test %s in %s", m[1], m[2])
			}
		}
	}
}
