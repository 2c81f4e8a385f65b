package subject

import (
	"bytes"
	"embed"
	stdjson "encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/zetes-json/zetes/cmd/zetes/internal/measure"
	"github.com/zetes-json/zetes/internal/tests/agree"
)

// A program that is to hold types of a package must be allowed to import it. So the program lies in the caller's
// module, in a folder that exists for the go command alone. The program may not import an
// internal package of another folder, so a package beside that one makes it known:
//
//	m/zetes_check_types            package main, imports the packages below and m/a
//	m/zetes_check_types/agree      what looks at the types
//	m/zetes_check_types/measure    what measures one
//	m/x/zetes_check_types          imports m/x/internal/y, for m/x/zetes_check_types may
//	m/cmd/c/zetes_check_types/main what was package main in m/cmd/c, as a package that can be imported
//
// Types that are not exported are made known by a file more in their own package.
const folder = "zetes_check_types"

// tree is a set of files that lie where they don't.
type tree struct {
	tmp   string            // where they really are
	files map[string]string // by the path at which the go command sees them
	n     int
	roots []root
}

// root is a module that is being worked on.
type root struct{ path, dir string }

// add lays a file over the caller's tree.
func (t *tree) add(at string, text []byte) error {
	t.n++
	name := filepath.Join(t.tmp, strconv.Itoa(t.n)+"_"+filepath.Base(at))
	t.files[at] = name
	return os.WriteFile(name, text, 0o600)
}

// writeJSON writes the file for the go command's flag -overlay, and returns its name.
func (t *tree) writeJSON() (string, error) {
	b, err := stdjson.Marshal(struct{ Replace map[string]string }{t.files})
	if err != nil {
		return "", err
	}
	name := filepath.Join(t.tmp, "overlay.json")
	return name, os.WriteFile(name, b, 0o600)
}

// folderOf returns where a package of the caller's modules lies, or would lie.
func (t *tree) folderOf(importPath string) (string, bool) {
	best := root{}
	for _, r := range t.roots {
		if within(importPath, r.path) && len(r.path) >= len(best.path) {
			best = r
		}
	}
	if best.dir == "" {
		return "", false
	}
	return filepath.Join(best.dir, filepath.FromSlash(strings.TrimPrefix(importPath, best.path))), true
}

// within reports whether a path is prefix or below it.
func within(p, prefix string) bool {
	return p == prefix || strings.HasPrefix(p, prefix+"/")
}

// parent returns the path below which a package can be imported, for packages that are internal.
func parent(importPath string) (string, bool) {
	elems := strings.Split(importPath, "/")
	for i := len(elems) - 1; i >= 0; i-- {
		if elems[i] == "internal" {
			return strings.Join(elems[:i], "/"), true
		}
	}
	return "", false
}

// program is the source of a program around types.
type program struct {
	tree
	main       string              // path of the program's package
	imports    map[string][]string // paths that the packages of bridges import for their effect
	flags, env []string            // for the go command
	library    string              // version of the library, where the caller's modules don't require it
	purpose    Purpose
}

// home returns the path of the bridge that may import a package: the program itself wherever possible.
func (p *program) home(importPath string) string {
	if up, ok := parent(importPath); ok && !within(p.main, up) {
		return path.Join(up, folder)
	}
	return p.main
}

// link has the program import a package, by bridges if it must, or says why it can't.
func (p *program) link(importPath string) (why string) {
	for importPath != p.main {
		home := p.home(importPath)
		if _, ok := p.folderOf(home); !ok {
			return "no package that is being worked on may import it"
		}
		if !slices.Contains(p.imports[home], importPath) {
			p.imports[home] = append(p.imports[home], importPath)
		}
		importPath = home
	}
	return ""
}

// write lays the program around the types of a set. Types that it can't reach are moved to those that are left out.
func write(tmp string, s *Set, roots []root, purpose Purpose) (*program, error) {
	p := &program{purpose: purpose, tree: tree{tmp: tmp, files: map[string]string{}, roots: roots}, imports: map[string][]string{}}
	p.main = path.Join(roots[0].path, folder)
	var kept []Type
	for len(s.Types) > 0 {
		n := 1
		for n < len(s.Types) && s.Types[n].pkg == s.Types[0].pkg {
			n++
		}
		types, first := s.Types[:n], len(kept)
		s.Types = s.Types[n:]
		if why, err := p.register(types, first, s.wish.All); err != nil {
			return nil, err
		} else if why != "" {
			for _, t := range types {
				s.Left = append(s.Left, Left{t.Name, why})
			}
			s.Packages--
			continue
		}
		kept = append(kept, types...)
	}
	s.Types = kept
	if err := s.none(s.Packages); err != nil {
		return nil, err
	}
	return p, p.finish()
}

// register makes the types of one package known to the program, from the first index on, or says why it can't.
func (p *program) register(types []Type, first int, all bool) (why string, err error) {
	pkg := types[0].pkg
	at, name, from, file := pkg.PkgPath, pkg.Name, "", filepath.Join(dir(pkg), "zetes_check_types.go")
	switch {
	case name == "main":
		at, name, file = path.Join(at, folder, "main"), "command", filepath.Join(dir(pkg), folder, "main", "zetes_check_types.go")
	case !all || !local(pkg):
		from, at = at, p.home(at)
		if name = folder; at == p.main {
			name = "main"
		}
		in, ok := p.folderOf(at)
		if !ok {
			return "no package that is being worked on may import it", nil
		}
		file = filepath.Join(in, "types"+strconv.Itoa(first)+".go")
	}
	if why := p.link(at); why != "" {
		return why, nil
	}
	if name == "command" {
		if err := p.copyMain(pkg); err != nil {
			return "", err
		}
	}
	return "", p.add(file, p.registrar(name, from, types, first))
}

// registrar returns a file that makes types known, of the package itself or, with a path, of one that imports it.
func (p *program) registrar(pkg, from string, types []Type, first int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport (\n\tzetes_check_types %q\n\tzetes_check_reflect \"reflect\"\n", pkg, p.main+"/agree")
	qualifier := ""
	if from != "" {
		qualifier = "zetes_check_subject."
		fmt.Fprintf(&b, "\n\tzetes_check_subject %q\n", from)
	}
	fmt.Fprintf(&b, ")\n\nfunc init() {\n")
	for i, t := range types {
		expr := strings.ReplaceAll(t.expr, "\x00.", qualifier)
		fmt.Fprintf(&b, "\tzetes_check_types.Register(%d, %q, zetes_check_reflect.TypeOf((*%s)(nil)).Elem())\n", first+i, t.Name, expr)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// copyMain lays a copy of a package main below it, under a name that can be imported.
func (p *program) copyMain(pkg *packages.Package) error {
	to := filepath.Join(dir(pkg), folder, "main")
	for _, name := range pkg.GoFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly)
		if err != nil {
			return err
		}
		at := int(f.Name.Pos() - f.FileStart)
		if err := p.add(filepath.Join(to, filepath.Base(name)), slices.Concat(text[:at], []byte("command"), text[at+len("main"):])); err != nil {
			return err
		}
	}
	for _, name := range slices.Concat(pkg.OtherFiles, pkg.EmbedFiles) {
		rel, err := filepath.Rel(dir(pkg), name)
		if err != nil {
			return err
		}
		p.files[filepath.Join(to, rel)] = name
	}
	return nil
}

// finish writes the bridges, the program and what looks at the types.
func (p *program) finish() error {
	for _, home := range slices.Sorted(maps.Keys(p.imports)) {
		at, _ := p.folderOf(home)
		var b bytes.Buffer
		name := folder
		if home == p.main {
			name = "main"
		}
		fmt.Fprintf(&b, "package %s\n\nimport (\n", name)
		for _, in := range p.imports[home] {
			fmt.Fprintf(&b, "\t_ %q\n", in)
		}
		b.WriteString(")\n")
		if err := p.add(filepath.Join(at, "imports.go"), b.Bytes()); err != nil {
			return err
		}
	}
	at, _ := p.folderOf(p.main)
	if err := p.add(filepath.Join(at, "main.go"), fmt.Appendf(nil, texts[p.purpose], p.main, library)); err != nil {
		return err
	}
	sources := map[string]embed.FS{"agree": agree.Source}
	if p.purpose == Bench {
		sources["measure"] = measure.Source
	}
	for name, source := range sources {
		files, err := source.ReadDir(".")
		if err != nil {
			return err
		}
		for _, e := range files {
			text, err := source.ReadFile(e.Name())
			if err != nil {
				return err
			}
			if !bytes.HasPrefix(text, []byte("//go:build")) { // the caller's module may speak an older Go
				text = append([]byte("//go:build go1.26\n\n"), text...)
			}
			if err := p.add(filepath.Join(at, name, e.Name()), text); err != nil {
				return err
			}
		}
	}
	return nil
}

const library = "github.com/zetes-json/zetes"

// Purpose is what a program is for.
type Purpose int

// The purposes of programs.
const (
	Check    Purpose = iota // look at all types, by [agree.Main]
	Bench                   // measure the first type, by [measure.Main]
	CheckV2                 // look at all types with json/v2, by [agree.MainV2]
	Versions                // compare encoding/json with encoding/json/v2, by [agree.MainVersions]
)

// texts are the programs, to be given the path of their folder and the library's.
var texts = map[Purpose]string{
	Check: `package main

import (
	"io"

	"%[1]s/agree"

	"%[2]s/json"
)

func main() {
	agree.Main(%[2]q, agree.Std, agree.Library{
		Marshal: json.Marshal, MarshalIndent: json.MarshalIndent, Unmarshal: json.Unmarshal,
		NewEncoder: func(w io.Writer) agree.Encoder { return json.NewEncoder(w) },
		NewDecoder: func(r io.Reader) agree.Decoder { return json.NewDecoder(r) },
	})
}
`,
	Bench: `package main

import (
	stdjson "encoding/json"

	"%[1]s/agree"
	"%[1]s/measure"

	"%[2]s/json"
)

func main() {
	measure.Main(agree.Registered(0),
		measure.Library{Name: "zetes", Marshal: json.Marshal, Unmarshal: json.Unmarshal},
		measure.Library{Name: "encoding/json", Marshal: stdjson.Marshal, Unmarshal: stdjson.Unmarshal})
}
`,
	CheckV2: `package main

import (
	"%[1]s/agree"

	"%[2]s/json/v2"
)

func main() {
	agree.MainV2(%[2]q, agree.V2{json.Marshal, json.MarshalWrite, json.Unmarshal, json.UnmarshalDecode})
}
`,
	Versions: `package main

import "%[1]s/agree"

func main() { agree.MainVersions(agree.V1ToV2()) }
`,
}
