package gen

import (
	"go/ast"
	build "go/build/constraint"
	"path/filepath"
	"strings"
)

// constraint makes a build constraint of tags as the go command's flag takes them.
func constraint(tags string) string {
	if strings.ContainsAny(tags, "!&|(") {
		return tags
	}
	return strings.Join(strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' }), " && ")
}

// releaseV2 is the build constraint of Go files that import encoding/json/v2.
const releaseV2 = "goexperiment.jsonv2 && go1.27"

// constraint returns the build constraint of the file that is written for u, or "": without -build_tags it is that of
// the Go file whose types are wanted, for where the compiler passes over that one they are not there. Methods of
// encoding/json/v2 need a release of Go too.
func (u *unit) constraint(o *Options) string {
	given := u.constraintOf(o)
	switch {
	case !o.V2 || strings.Contains(given, releaseV2):
		return given
	case given == "":
		return releaseV2
	}
	x, err := build.Parse("//go:build " + releaseV2 + " && (" + given + ")")
	if err != nil {
		return releaseV2
	}
	return x.String()
}

// constraintOf is constraint without the release.
func (u *unit) constraintOf(o *Options) string {
	if o.BuildTags != "" || u.source == "" {
		return constraint(o.BuildTags)
	}
	var terms []string
	for _, f := range u.syntax() {
		if u.pkg.Fset.Position(f.FileStart).Filename != u.source {
			terms = append(terms, "cgo")
		}
		terms = append(terms, lineOf(f)...)
	}
	terms = append(terms, systems(u.source)...)
	if len(terms) == 0 {
		return ""
	}
	x, err := build.Parse("//go:build " + strings.Join(terms, " && "))
	if err != nil {
		return ""
	}
	return x.String()
}

// lineOf returns what stands in the constraint of a file.
func lineOf(f *ast.File) (terms []string) {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if c.Pos() < f.Package && build.IsGoBuild(c.Text) {
				if x, err := build.Parse(c.Text); err == nil {
					terms = append(terms, "("+x.String()+")")
				}
			}
		}
	}
	return terms
}

// systems returns the systems that the name of a file asks for, such as linux and amd64 for a_linux_amd64.go. The name
// of the generated file ends in _zetes after them, so the go command does not see them there.
func systems(name string) []string {
	stem := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(name), ".go"), "_test")
	_, stem, ok := strings.Cut(stem, "_")
	if !ok {
		return nil
	}
	words := strings.Split(stem, "_")
	last := words[len(words)-1]
	switch {
	case isArch[last] && len(words) > 1 && isOS[words[len(words)-2]]:
		return words[len(words)-2:]
	case isArch[last] || isOS[last]:
		return []string{last}
	}
	return nil
}

// isOS and isArch are the words that the go command takes for systems in names of files.
var isOS, isArch = set("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos"),
	set("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le " +
		"riscv riscv64 s390 s390x sparc sparc64 wasm")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		m[word] = true
	}
	return m
}
