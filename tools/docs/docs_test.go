// Package docs checks that the Go code in the documents is real: blocks compile, and names in tables exist.
package docs

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	root    = "../.."
	library = "github.com/zetes-json/zetes"
)

// imports are the packages that a block without an import clause may use.
var imports = map[string]string{
	"json": library + "/json", "zetes": library, "opt": library + "/opt", "stream": library + "/stream", "buffer": library + "/buffer",
	"httpjson": library + "/httpjson", "codec": library + "/codec", "ready": library + "/codec/ready", "jsondoc": library + "/jsondoc",
	"jsonedit": library + "/jsondoc/jsonedit", "jsonpath": library + "/jsondoc/jsonpath", "partial": library + "/jsondoc/partial",
	"base64": "encoding/base64", "bytes": "bytes", "context": "context", "errors": "errors", "fmt": "fmt", "http": "net/http", "io": "io", "log": "log", "os": "os",
	"reflect": "reflect", "strings": "strings", "time": "time",
}

// documents returns the texts of the documents that users read, by path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, path := range append(paths, filepath.Join(root, "README.md")) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(b)
	}
	return texts
}

var (
	block     = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	qualified = regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)`)
)

// module makes an empty module in a folder outside of the tree, which others read meanwhile. A workspace of its own says
// what the library is: it has the modules of the tree's.
func module(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	tree, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	work, err := os.ReadFile(filepath.Join(root, "go.work"))
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?m)(^\t|=> )\./?(.*)$`).ReplaceAllString(string(work), `${1}"`+filepath.ToSlash(tree)+`/$2"`)
	text = strings.Replace(text, "use (", "use (\n\t.", 1)
	sums, err := os.ReadFile(filepath.Join(root, "go.work.sum"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module documents\n\ngo 1.26.0\n", "go.work": text, "go.work.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs the go command in dir, and tells what it complains about.
func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Each block is built: a whole program as it is, anything else as the body of a function.
func TestBlocks(t *testing.T) {
	dir := module(t)
	n := 0
	for path, text := range documents(t) {
		for _, m := range block.FindAllStringSubmatch(text, -1) {
			n++
			source := m[1]
			if !strings.HasPrefix(source, "package ") {
				source = program(source)
			}
			if _, err := format.Source([]byte(source)); err != nil {
				t.Errorf("%s: %v\n%s", path, err, m[1])
				continue
			}
			pkg := filepath.Join(dir, fmt.Sprintf("b%d_%s", n, strings.TrimSuffix(filepath.Base(path), ".md")))
			if err := os.Mkdir(pkg, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(pkg, "main.go"), []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n == 0 {
		t.Fatal("no blocks of Go code")
	}
	run(t, dir, "vet", "./...")
}

// TestLinks: links of the documents lead to files that are there, and to headings that these have.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([\w./-]+\.\w+|LICENSE|\.\./api)?(?:#([\w-]+))?\)`)
	n := 0
	texts := documents(t)
	decisions, err := filepath.Glob(filepath.Join(root, "docs", "decisions", "*.md"))
	if err != nil || len(decisions) == 0 {
		t.Fatalf("decisions %q: %v", decisions, err)
	}
	for _, path := range append(decisions, filepath.Join(root, "ARCHITECTURE.md")) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(b)
	}
	for path, text := range texts {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			n++
			to := path
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(path), m[1])
			}
			b, err := os.ReadFile(to)
			if _, there := os.Stat(to); there != nil {
				t.Errorf("%s: %v", path, there)
			} else if m[2] != "" && (err != nil || !slices.Contains(anchors(string(b)), m[2])) {
				t.Errorf("%s: %s has no heading for #%s", path, to, m[2])
			}
		}
	}
	if n < 20 {
		t.Errorf("%d links", n)
	}
}

// anchors returns what links call the headings of a page.
func anchors(text string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all = append(all, strings.ReplaceAll(name, " ", "-"))
	}
	return all
}

// mostWords is how long README.md may be: what does not fit goes to docs.
const mostWords = 900

func TestShort(t *testing.T) {
	if n := len(strings.Fields(documents(t)[filepath.Join(root, "README.md")])); n > mostWords {
		t.Errorf("README.md has %d words, and may have %d", n, mostWords)
	}
}

// TestReachable: README leads to each page of docs, and the page about moving to those about one library.
func TestReachable(t *testing.T) {
	texts := documents(t)
	readme := texts[filepath.Join(root, "README.md")]
	for path := range texts {
		name := filepath.Base(path)
		from, page, link := "README.md", readme, "](docs/"+name+")"
		if strings.HasPrefix(name, "migrate-") {
			from, page, link = "docs/migrate.md", texts[filepath.Join(root, "docs", "migrate.md")], "]("+name+")"
		}
		if name != "README.md" && !strings.Contains(page, link) {
			t.Errorf("%s has no link to docs/%s", from, name)
		}
	}
}

// program wraps statements, or takes declarations as they are. The variable api is that of another block where body has none.
func program(body string) string {
	if regexp.MustCompile(`\bapi\b`).MatchString(body) && !regexp.MustCompile(`\bapi,? .*=`).MatchString(body) {
		body = "api := zetes.Standard()\n" + body
	}
	var names []string
	for _, m := range regexp.MustCompile(`\b([a-z]+\d*)\.[A-Z]`).FindAllStringSubmatch(body, -1) {
		if imports[m[1]] != "" && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for _, name := range names {
		fmt.Fprintf(&b, "\t%s %q\n", name, imports[name])
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+body, 0); err == nil {
		fmt.Fprintf(&b, ")\n\n%s\nfunc main() {}\n", body)
	} else {
		fmt.Fprintf(&b, ")\n\nfunc main() {\n%s}\n", body)
	}
	return b.String()
}

// The right-hand side of each table names what exists.
func TestNames(t *testing.T) {
	exported := map[string]map[string]bool{}
	v2 := declared(t, filepath.Join(root, "json", "v2"))
	for path, text := range documents(t) {
		for line := range strings.Lines(block.ReplaceAllString(text, "")) {
			cells := strings.Split(line, " | ")
			if strings.HasPrefix(line, "|") { // the left cell is another library's
				cells = cells[1:]
			}
			for _, m := range qualified.FindAllStringSubmatch(strings.Join(cells, " "), -1) {
				pkg := imports[m[1]]
				if !strings.HasPrefix(pkg, library) {
					continue
				}
				if exported[pkg] == nil {
					exported[pkg] = declared(t, filepath.Join(root, strings.TrimPrefix(pkg, library)))
				}
				if m[1] == "json" && filepath.Base(path) == "v2.md" && v2[m[2]] {
					continue // the page is about two packages of this name
				}
				if !exported[pkg][m[2]] {
					t.Errorf("%s: there is no %s.%s", path, m[1], m[2])
				}
			}
		}
	}
}

// declared returns the functions, types and Type.Method names of the package in dir, exported or not.
func declared(t *testing.T, dir string) map[string]bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = receiver(d.Recv.List[0].Type) + "." + name
				}
				found[name] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						found[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, name := range s.Names {
							found[name.Name] = true
						}
					}
				}
			}
		}
	}
	return found
}

// receiver returns the name of a method's type.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
