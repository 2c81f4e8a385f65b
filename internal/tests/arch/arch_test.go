package arch

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/zetes-json/zetes"

// floors says on which floor each package of the library lives. A package imports from lower floors, and from its own
// only where sideways allows it.
var floors = map[string]int{
	"internal/mem": 0, "internal/meter": 0, "internal/fast": 0, "internal/cpu": 0, "internal/fault": 0, "internal/option": 0, "internal/tag": 0, "internal/transfer": 0,
	"internal/kernel": 1, "internal/num": 1, "internal/date": 1, "internal/order": 1, "buffer": 1,
	"internal/wire": 2, "internal/shape": 2, "internal/plan/decode/memory": 2,
	"codec": 3, "internal/locate": 3, "internal/loan": 3, "internal/follow": 3, "internal/index": 3, "internal/relax": 3, "internal/scan": 3, "internal/window": 3,
	"internal/plan": 4, "internal/plan/encode": 4, "internal/plan/decode": 4, "internal/toolchain": 4, "internal/engine": 4, "internal/check": 4, "internal/frame": 4, "internal/query": 4, "internal/report": 4, "internal/tree": 4, "opt": 4, "json/v2/internal/streams": 4,
	".": 5, "json": 5, "json/v2": 5, "json/jsontext": 5, "jsondoc/jsonpath": 5,
	"json/v2/streamed": 6, "codec/ready": 6, "codec/ready/sqlnull": 6, "jsondoc/internal/document": 6, "jsondoc": 6, "jsondoc/jsonedit": 6, "jsondoc/partial": 6, "httpjson": 6, "stream": 6, "internal/tests/cases": 6, "internal/tests/doors": 6, "internal/tests/conform": 6, "internal/tests/proportion": 6, "internal/tests/hostile": 6, "internal/tests/arch": 6, "internal/tests/stdtest": 6, "internal/plan/decode/outside": 6,
	"internal/tests/agree": 6, "internal/tests/anytype": 6, "internal/tests/corpus": 6, "internal/tests/generated": 6, "internal/tests/generated/other": 6,
}

// testOnly are packages that only tests import: they stand outside the floors.
var testOnly = []string{"internal/tests/guard", "internal/tests/long", "internal/tests/samples", "internal/tests/suites"}

// sideways are the imports within a floor: what plan holds is shared by the machines, both ask the
// toolchain on their cold paths, and engine joins what is on floor 4.
var sideways = map[string][]string{
	"codec/ready/sqlnull":    {"codec/ready"},
	"internal/plan/encode":   {"internal/plan", "internal/toolchain"},
	"internal/plan/decode":   {"internal/plan", "internal/toolchain"},
	"internal/engine":        {"internal/plan", "internal/plan/encode", "internal/plan/decode", "internal/toolchain"},
	"internal/check":         {"internal/plan", "internal/plan/encode", "internal/plan/decode"},
	"internal/index":         {"internal/locate", "internal/scan"},
	"internal/follow":        {"internal/scan"},
	"codec":                  {"internal/loan", "internal/locate", "internal/scan", "internal/window"},
	"internal/relax":         {"internal/locate", "internal/scan"},
	"internal/window":        {"internal/locate"},
	"internal/frame":         {"internal/toolchain"},
	"internal/report":        {"internal/plan", "internal/plan/decode", "internal/frame"},
	"internal/query":         {"internal/tree"},
	"jsondoc":                {"jsondoc/internal/document"},
	"jsondoc/jsonedit":       {"jsondoc/internal/document", "jsondoc"},
	"jsondoc/partial":        {"jsondoc/internal/document", "jsondoc"},
	"opt":                    {"internal/engine", "internal/plan", "internal/plan/encode", "internal/plan/decode", "internal/toolchain"},
	"internal/tests/doors":   {"internal/tests/agree", "stream"},
	"internal/tests/cases":   {"internal/tests/doors", "jsondoc"},
	"internal/tests/conform": {"internal/tests/cases", "internal/tests/doors"},
	// The drop-in is one door with three names.
	"json/v2": {"json/jsontext"},
}

// unsafeHomes may import unsafe and have GOARCH build tags.
var unsafeHomes = []string{"internal/mem", "internal/cpu", "internal/kernel", "internal/num", "internal/date", "internal/order", "internal/plan", "internal/plan/encode", "internal/plan/decode", "internal/plan/decode/memory"}

// addressHomes read and write memory by its address, through package mem alone: text with zeros behind it, and
// buffers with room to spare.
var addressHomes = []string{"internal/wire", "internal/scan", "internal/window", "internal/loan", "codec"}

// source is one Go file of the library.
type source struct {
	pkg, name, text string // folder and file, from the root
	test            bool
	file            *ast.File
}

func root(t *testing.T) string {
	dir, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// sources returns every Go file of the library's module. Modules of their own and folders that go ignores are left out.
func sources(t *testing.T) []source {
	once.Do(func() { parsed = parse(t) })
	return slices.Clip(parsed)
}

var (
	once   sync.Once
	parsed []source
)

func parse(t *testing.T) (all []source) {
	dir := root(t)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if d.IsDir() {
			_, mod := os.Stat(filepath.Join(path, "go.mod"))
			if base := d.Name(); rel != "." && (mod == nil || base[0] == '_' || base[0] == '.' || base == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		all = append(all, source{filepath.ToSlash(filepath.Dir(rel)), filepath.ToSlash(rel), string(text), strings.HasSuffix(rel, "_test.go"), f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Fatalf("only %d files: looked in the wrong place", len(all))
	}
	return all
}

// inside cuts the module's path off an import path.
func inside(path string) (pkg string, ok bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

func TestFloors(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || slices.Contains(testOnly, s.pkg) || strings.HasPrefix(s.pkg, "examples") || s.file.Name.Name == "main" {
			continue
		}
		here, ok := floors[s.pkg]
		if !ok {
			t.Errorf("%s: package %s has no floor", s.name, s.pkg)
			continue
		}
		for _, imp := range s.file.Imports {
			pkg, ok := inside(strings.Trim(imp.Path.Value, `"`))
			if !ok {
				continue
			}
			there, known := floors[pkg]
			switch {
			case slices.Contains(testOnly, pkg):
				t.Errorf("%s imports %s, which is for tests", s.name, pkg)
			case !known:
				t.Errorf("%s imports %s, which has no floor", s.name, pkg)
			case there > here || there == here && !slices.Contains(sideways[s.pkg], pkg):
				t.Errorf("%s (floor %d) imports %s (floor %d)", s.name, here, pkg, there)
			}
		}
	}
}

// TestRequirements holds that the library stands on the standard library alone.
func TestRequirements(t *testing.T) {
	for _, s := range sources(t) {
		if strings.HasPrefix(s.pkg, "examples") {
			continue
		}
		for _, imp := range s.file.Imports {
			path := strings.Trim(imp.Path.Value, `"`)
			if _, ok := inside(path); !ok && strings.Contains(strings.Split(path, "/")[0], ".") {
				t.Errorf("%s imports %s", s.name, path)
			}
		}
	}
	mod, err := os.ReadFile(filepath.Join(root(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(mod, []byte("require")) || bytes.Contains(mod, []byte("replace")) {
		t.Errorf("go.mod has requirements:\n%s", mod)
	}
}

// byAddress are what package mem has for reading and writing memory by its address, which nobody checks.
var byAddress = regexp.MustCompile(`\bmem\.(Ptr|Add|Slice|Data|Load\w*|Store\w*|Copy\w*|PatternAt)\b`)

// TestHomeOfUnsafe holds that memory is read by its address in few packages, be it by the names that mem gives to
// unsafe's.
func TestHomeOfUnsafe(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || slices.Contains(unsafeHomes, s.pkg) || slices.Contains(testOnly, s.pkg) {
			continue
		}
		for _, imp := range s.file.Imports {
			if imp.Path.Value == `"unsafe"` {
				t.Errorf("%s imports unsafe", s.name)
			}
		}
		if at := byAddress.FindString(s.text); at != "" && !slices.Contains(addressHomes, s.pkg) {
			t.Errorf("%s uses %s", s.name, at)
		}
	}
}

var arches = []string{"386", "amd64", "arm", "arm64", "loong64", "mips", "mipsle", "mips64", "mips64le", "ppc64", "ppc64le", "riscv64", "s390x", "wasm"}

func TestHomeOfBuildTags(t *testing.T) {
	for _, s := range sources(t) {
		if slices.Contains(unsafeHomes, s.pkg) || slices.Contains(testOnly, s.pkg) {
			continue
		}
		stem := strings.TrimSuffix(strings.TrimSuffix(s.name, ".go"), "_test")
		if _, suffix, ok := cutLast(stem, "_"); ok && slices.Contains(arches, suffix) {
			t.Errorf("%s is for one architecture", s.name)
		}
		for line := range strings.Lines(s.text) {
			if strings.HasPrefix(line, "package ") {
				break
			}
			if !constraint.IsGoBuild(strings.TrimSpace(line)) {
				continue
			}
			x, err := constraint.Parse(strings.TrimSpace(line))
			if err != nil {
				t.Errorf("%s: %v", s.name, err)
				continue
			}
			x.Eval(func(tag string) bool {
				if slices.Contains(arches, tag) {
					t.Errorf("%s has the build tag %s", s.name, tag)
				}
				return true
			})
		}
	}
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// unclear reports whether in is an operand of out that needs parentheses. In Go | and ^ bind as + and - do, and &
// and &^ as shifts and products do, each from the left to the right; in C each of them is on a level of its own.
// Nothing shows in a^b|c^d that it is ((a^b)|c)^d. Shifts and products as operands of bit operators, and runs of
// one operator, are read alike by everybody.
func unclear(out, in token.Token) bool {
	is := func(x token.Token, list ...token.Token) bool { return slices.Contains(list, x) }
	bits := []token.Token{token.AND, token.OR, token.XOR, token.AND_NOT}
	switch {
	case out == in:
		return false
	case is(out, bits...):
		return is(in, bits...) || is(in, token.ADD, token.SUB)
	case is(out, token.ADD, token.SUB):
		return is(in, bits...)
	case is(out, token.SHL, token.SHR, token.MUL, token.QUO, token.REM):
		return is(in, bits...)
	}
	return false
}

// TestBitOperators holds that what bit operators are applied to shows.
func TestBitOperators(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if out, ok := n.(*ast.BinaryExpr); ok {
				for _, x := range []ast.Expr{out.X, out.Y} {
					if in, ok := x.(*ast.BinaryExpr); ok && unclear(out.Op, in.Op) {
						from, to := int(in.Pos()-s.file.FileStart), int(in.End()-s.file.FileStart)
						t.Errorf("%s:%d: %s needs parentheses", s.name, 1+strings.Count(s.text[:from], "\n"), s.text[from:to])
					}
				}
			}
			return true
		})
	}
}

// TestComparedWords holds that words are compared in one place: that the differences of several are put together
// with | elsewhere is a comparison that mem.Pattern makes.
func TestComparedWords(t *testing.T) {
	differs := func(x ast.Expr) bool {
		b, ok := ast.Unparen(x).(*ast.BinaryExpr)
		return ok && b.Op == token.XOR
	}
	for _, s := range sources(t) {
		if s.test || s.pkg == "internal/mem" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.OR && differs(b.X) && differs(b.Y) {
				t.Errorf("%s:%d: words are compared", s.name, 1+strings.Count(s.text[:int(b.Pos()-s.file.FileStart)], "\n"))
			}
			return true
		})
	}
}

// fileName finds the name of a Go file.
var fileName = regexp.MustCompile(`\b[a-z0-9_]+\.go\b`)

// TestPackageDocs holds that every package says its duty in doc.go, and nowhere else.
func TestPackageDocs(t *testing.T) {
	docs, dirs := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		if s.test || s.file.Name.Name == "main" {
			continue
		}
		dirs[s.pkg] = true
		isDoc := filepath.Base(s.name) == "doc.go"
		if isDoc && s.file.Doc != nil && strings.HasPrefix(s.file.Doc.Text(), "Package "+s.file.Name.Name+" ") {
			docs[s.pkg] = true
		}
		if !isDoc && s.file.Doc != nil && strings.HasPrefix(s.file.Doc.Text(), "Package ") {
			// A package of one file may have its duty there.
			docs[s.pkg] = true
		}
		if public := !strings.HasPrefix(s.pkg, "internal/") && !strings.HasPrefix(s.pkg, "examples/"); public && s.file.Doc != nil && fileName.MatchString(s.file.Doc.Text()) {
			t.Errorf("%s: users read this comment: its list of files belongs below the package clause", s.name)
		}
	}
	for dir := range dirs {
		if !docs[dir] {
			t.Errorf("%s has no package comment", dir)
		}
		if _, err := os.Stat(filepath.Join(root(t), dir, "doc.go")); err != nil && count(t, dir) > 1 {
			t.Errorf("%s has no doc.go", dir)
		}
	}
}

// count returns the number of Go files in a folder that are no tests.
func count(t *testing.T, dir string) (n int) {
	names, err := filepath.Glob(filepath.Join(root(t), dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			n++
		}
	}
	return n
}

// generated is the header that tools know; nearly it is a mistake.
var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	nearly    = regexp.MustCompile(`(?im)^\s*(//|/\*).*\b(code|file) (was |is )?(auto-?)?generated\b.*$`)
)

func TestGeneratedHeader(t *testing.T) {
	dir := root(t)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); d.IsDir() || ext != ".go" && ext != ".s" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		head, _, _ := strings.Cut(string(text), "\npackage ")
		if len(head) > 2000 {
			head = head[:2000]
		}
		isGenerated := generated.MatchString(head)
		if nearly.MatchString(head) && !isGenerated {
			t.Errorf("%s says that it is generated, but not in the words that tools know", path)
		}
		if base := filepath.Base(path); strings.HasSuffix(strings.TrimSuffix(base, filepath.Ext(base)), "_gen") && !isGenerated {
			t.Errorf("%s is named as generated and has no such header", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// quoted finds what documents quote; of that, what looks like a path of the repository is one.
var (
	quoted   = regexp.MustCompile("`([^`\n]+)`")
	version  = regexp.MustCompile(`/v(\d+\.\d|X\.Y)`) // a tag, as a nested module's releases have
	pathLike = regexp.MustCompile(`^(\./)?[\w.@-]+(/[\w.@*-]+)*/?$`)
)

func TestPathsInDocuments(t *testing.T) {
	dir := root(t)
	docs, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := filepath.Glob(filepath.Join(dir, "docs", "decisions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	docs = append(docs, decisions...)
	tops := map[string]bool{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		tops[e.Name()] = true
	}
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
			path := strings.TrimSuffix(strings.TrimPrefix(m[1], "./"), "/")
			first, _, deep := strings.Cut(path, "/")
			file := slices.Contains([]string{".go", ".s", ".md", ".mod", ".sum", ".work"}, filepath.Ext(path)) && !strings.Contains(path, "*")
			if !pathLike.MatchString(m[1]) || version.MatchString(path) || !deep && !file || deep && !tops[first] {
				continue
			}
			if found, err := filepath.Glob(filepath.Join(dir, path)); err != nil || len(found) == 0 && !member(dir, path) {
				t.Errorf("%s names %s, which does not exist", filepath.Base(doc), m[1])
			}
		}
	}
}

// member reports whether path is a package and an exported name of it, as in buffer/Buffer or json.Marshal, or a file
// named without its folder.
func member(dir, path string) bool {
	if strings.Contains(path, "/") {
		return false
	}
	found := false
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() == path {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}
