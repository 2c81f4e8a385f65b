package arch

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Limits of ARCHITECTURE.md: it is read in ten minutes. Reasons and figures go to docs/decisions.
const (
	mostWords = 1800
	mostTerms = 12
)

// page returns the text of a document of the repository.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// section returns the part of a document after a heading, up to the next one.
func section(t *testing.T, text, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("there is no heading %q", heading)
	}
	part, _, _ := strings.Cut(rest, "\n## ")
	return part
}

func TestArchitectureIsShort(t *testing.T) {
	text := page(t, "ARCHITECTURE.md")
	if n := len(strings.Fields(text)); n > mostWords {
		t.Errorf("ARCHITECTURE.md has %d words, and may have %d: reasons and figures are pages of docs/decisions", n, mostWords)
	}
	if n := strings.Count(section(t, text, "Words"), "\n| ") - 1; n > mostTerms {
		t.Errorf("ARCHITECTURE.md explains %d words, and may explain %d: find a common word instead", n, mostTerms)
	}
}

// TestArchitectureFloors holds that the picture of the floors has each package of the library on its floor. Packages
// of the roof that hold tests alone need not be in it.
func TestArchitectureFloors(t *testing.T) {
	shown := map[string]int{}
	braces := regexp.MustCompile(`internal/\{([^}]*)\}`)
	for line := range strings.Lines(section(t, page(t, "ARCHITECTURE.md"), "Floors")) {
		var floor int
		if n, _ := fmt.Sscanf(line, "%d ", &floor); n != 1 {
			continue
		}
		line = braces.ReplaceAllStringFunc(line, func(s string) string {
			return "internal/" + strings.Join(strings.Fields(braces.FindStringSubmatch(s)[1]), " internal/")
		})
		line = strings.ReplaceAll(line, "zetes (the root package)", ".")
		for word := range strings.FieldsSeq(line) {
			shown[word] = floor
		}
	}
	for pkg, floor := range floors {
		if _, err := os.Stat(filepath.Join(root(t), filepath.FromSlash(pkg))); err != nil {
			continue // a package that is to come
		}
		got, ok := shown[pkg]
		if _, parent := shown[path.Dir(pkg)]; !ok && floor == 6 && (strings.HasPrefix(pkg, "internal/") || parent) {
			continue
		}
		if !ok || got != floor {
			t.Errorf("ARCHITECTURE.md does not show %s on floor %d", pkg, floor)
		}
	}
}

// fenced are blocks of text, in which call trees name functions without quoting them.
var fenced = regexp.MustCompile("(?ms)^```text\n(.*?)^```$")

// TestArchitectureNames holds that the functions, methods and types that ARCHITECTURE.md and the pages of
// docs/decisions name exist.
func TestArchitectureNames(t *testing.T) {
	declared, packages := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		name := s.file.Name.Name
		packages[name] = true
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				of := ""
				if d.Recv != nil {
					of = receiver(d.Recv.List[0].Type) + "."
				}
				declared[name+"."+of+d.Name.Name] = true
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						declared[name+"."+spec.Name.Name] = true
						if st, ok := spec.Type.(*ast.StructType); ok {
							for _, f := range st.Fields.List {
								for _, field := range f.Names {
									declared[name+"."+spec.Name.Name+"."+field.Name] = true
								}
							}
						}
					case *ast.ValueSpec:
						for _, id := range spec.Names {
							declared[name+"."+id.Name] = true
						}
					}
				}
			}
		}
	}
	qualified := `\b([a-z]+)\.([A-Za-z]\w*(?:\.\w+)?)`
	inText, quoted := regexp.MustCompile(`(?:^|\s)`+qualified), regexp.MustCompile("`"+qualified+"`")
	pages := []string{"ARCHITECTURE.md"}
	decisions, err := filepath.Glob(filepath.Join(root(t), "docs", "decisions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range decisions {
		pages = append(pages, "docs/decisions/"+filepath.Base(path))
	}
	n := 0
	for _, name := range pages {
		text := page(t, name)
		found := quoted.FindAllStringSubmatch(text, -1)
		for _, block := range fenced.FindAllString(text, -1) {
			found = append(found, inText.FindAllStringSubmatch(block, -1)...)
		}
		for _, m := range found {
			if files := []string{"go", "s", "md", "mod", "work"}; !packages[m[1]] || slices.Contains(files, m[2]) {
				continue
			}
			if n++; !declared[m[1]+"."+m[2]] {
				t.Errorf("%s: there is no %s.%s", name, m[1], m[2])
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d names", n)
	}
}

// receiver returns the name of a method's type.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// TestDecisions holds that each page of docs/decisions has its number, the four headings and an entry in the index,
// and that the files it is about exist.
func TestDecisions(t *testing.T) {
	index := page(t, "docs/decisions/README.md")
	paths, err := filepath.Glob(filepath.Join(root(t), "docs", "decisions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`^(\d{3})-[a-z0-9-]+\.md$`)
	numbers := map[string]bool{}
	for _, path := range paths {
		name := filepath.Base(path)
		if name == "README.md" {
			continue
		}
		m := named.FindStringSubmatch(name)
		if m == nil || numbers[m[1]] {
			t.Errorf("%s: the name is not a new number and words", name)
			continue
		}
		numbers[m[1]] = true
		text := page(t, "docs/decisions/"+name)
		title, _, _ := strings.Cut(text, "\n")
		title = strings.TrimPrefix(title, "# "+m[1]+" ")
		if !strings.Contains(index, "["+m[1]+"]("+name+") "+title+"\n") {
			t.Errorf("%s: the index does not list it as %q", name, title)
		}
		for _, heading := range []string{"Context", "Measured", "Decided", "Look again when"} {
			if len(strings.Fields(section(t, text, heading))) == 0 {
				t.Errorf("%s: nothing under %q", name, heading)
			}
		}
	}
	if n := strings.Count(index, "\n* ["); n != len(numbers) || n < 30 {
		t.Errorf("the index has %d entries for %d pages", n, len(numbers))
	}
}
