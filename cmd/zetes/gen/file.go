package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const staticPath = "github.com/zetes-json/zetes/static"

// generator writes one file.
type generator struct {
	run     *run
	unit    *unit
	pkg     *types.Package
	options *Options
	prefix  string // of the names of functions and variables

	imports map[string]string        // path -> name
	taken   map[string]bool          // names of imports
	idents  map[string]string        // type -> part of a name
	used    map[string]bool          // parts of names
	params  map[string]bool          // type parameters
	here    map[*types.TypeName]bool // types whose methods are in the file
	vars    []string                 // declarations, in the order in which they were asked for
	structs []string                 // the same of types
	known   map[string]bool          // variables and helpers that are there
	todo    []func()                 // helpers that are still to be written
	body    bytes.Buffer

	mentions []mention // types in body, by number
	instance *instance // of the generic type whose methods are being written, or nil
	needing  *instance // whose parameters are in the types that are being written down, or nil

	twice   error      // about two fields of the struct that members has looked at last, or nil
	foreign *types.Var // a field that members has met, of which encoding/json alone knows what it means

	lacks   bool       // a type was written that does not compile
	lacking *types.Var // the first field that has one, or nil
}

// generate makes the code of the file for targets.
func (r *run) generate(u *unit, targets []*target) *generator {
	g := &generator{
		run: r, unit: u, pkg: u.pkg.Types, options: r.options, prefix: u.prefix(),
		imports: map[string]string{}, taken: map[string]bool{}, idents: map[string]string{}, used: map[string]bool{}, known: map[string]bool{},
		params: map[string]bool{}, here: map[*types.TypeName]bool{},
	}
	for _, t := range targets {
		g.here[t.name] = true
		for i := range t.typeParams.Len() {
			name := t.typeParams.At(i).Obj().Name()
			g.params[name], g.taken[name] = true, true
		}
	}
	g.importName(staticPath, "static")
	for _, t := range targets {
		g.target(t)
	}
	for len(g.todo) > 0 {
		next := g.todo[0]
		g.todo = g.todo[1:]
		next()
	}
	return g
}

// file returns the text of the file for targets.
func (r *run) file(u *unit, targets []*target) ([]byte, error) {
	g := r.generate(u, targets)
	functions := g.functions(g.body.String())
	var b bytes.Buffer
	b.WriteString(header + "\n" + u.mark(r.options) + "\n\n")
	if tags := u.constraint(r.options); tags != "" {
		fmt.Fprintf(&b, "//go:build %s\n\n", tags)
	}
	fmt.Fprintf(&b, "package %s\n\nimport (\n", g.pkg.Name())
	var std, other []string
	for p, name := range g.imports {
		line := strconv.Quote(p)
		if name != path.Base(p) {
			line = name + " " + line
		}
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	byPath := func(a, b string) int { return strings.Compare(a[strings.Index(a, `"`):], b[strings.Index(b, `"`):]) }
	slices.SortFunc(std, byPath)
	slices.SortFunc(other, byPath)
	for _, line := range std {
		b.WriteString("\t" + line + "\n")
	}
	if len(std) > 0 && len(other) > 0 {
		b.WriteString("\n")
	}
	for _, line := range other {
		b.WriteString("\t" + line + "\n")
	}
	b.WriteString(")\n\n")
	rest := fmt.Sprintf("// %s is what zetes gen was asked for.\nvar %[1]s = static.Config{%s}\n\n", g.config(), g.choices())
	if len(g.vars) > 0 {
		rest += "var (\n" + strings.Join(g.vars, "\n") + "\n)\n\n"
	}
	b.WriteString(g.library(rest + strings.Join(g.structs, "\n") + "\n" + functions))
	if r.options.NoFormat {
		return b.Bytes(), nil
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s: the generator has written what does not parse: %w", u.out, err)
	}
	return text, nil
}

// parts are what follows the prefix in names, before that of a type.
var parts = []string{"Type", "Layout", "Fields", "Results", "Read", "Write", "Instance"}

// prefix is what the names in a file begin with, and itself the name of a variable.
func (u *unit) prefix() string {
	prefix := u.prefixByName()
	for u.pkg.Types.Scope().Lookup(prefix) != nil {
		prefix += "_"
	}
	return prefix
}

func (u *unit) prefixByName() string {
	stem := u.pkg.Name
	if u.source != "" {
		stem = stemOf(u.source)
	}
	prefix := "zetes" + camel(stem)
	alike := func(file string) bool {
		other := stemOf(file)
		a, b := camel(stem), camel(other)
		return other != stem && (followed(a, b) || followed(b, a))
	}
	if !slices.ContainsFunc(u.pkg.GoFiles, alike) {
		return prefix
	}
	// As aB.go beside a_b.go, or order_type.go beside order.go: what both have in common is followed by what they
	// differ in.
	prefix += "_"
	for _, r := range stem {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			prefix += fmt.Sprintf("%x", r)
		} else {
			prefix += string(r)
		}
	}
	return prefix
}

func stemOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".go") }

// followed reports whether long is short, or begins with it and one of parts.
func followed(long, short string) bool {
	rest, ok := strings.CutPrefix(long, short)
	return ok && (rest == "" || slices.ContainsFunc(parts, func(part string) bool { return strings.HasPrefix(rest, part) }))
}

func camel(s string) string {
	var b strings.Builder
	up := true
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (g *generator) config() string { return g.prefix }

// choices returns what the Config says.
func (g *generator) choices() string {
	o := g.options
	var list []string
	add := func(on bool, name string) {
		if on {
			list = append(list, name+": true")
		}
	}
	if o.TagKey != "" && o.TagKey != "json" {
		list = append(list, "TagKey: "+strconv.Quote(o.TagKey))
	}
	add(o.SnakeCase, "SnakeCase")
	add(o.LowerCamelCase, "LowerCamelCase")
	add(o.OmitEmpty, "OmitEmpty")
	add(o.OmitZero, "OmitZero")
	add(o.DisallowUnknown, "DisallowUnknown")
	add(o.PlainTags, "PlainTags")
	add(o.TextBytes, "TextBytes")
	add(o.ResetFields, "ResetFields")
	if len(list) == 0 {
		return ""
	}
	return "Choices: static.Choices{" + strings.Join(list, ", ") + "}"
}

func (g *generator) printf(format string, args ...any) { fmt.Fprintf(&g.body, format, args...) }

// importName returns the name under which the file has a package.
func (g *generator) importName(p, name string) string {
	if have, ok := g.imports[p]; ok {
		return have
	}
	for n := 1; g.taken[name] || g.pkg.Scope().Lookup(name) != nil || shadows(name) || name == "v" || name == "f" || name == "in" || name == "w" || name == "n" || name == "p" || name == "m"; n++ {
		name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
	}
	g.imports[p], g.taken[name] = name, true
	return name
}

// shadows reports whether generated code needs what Go itself calls by a name.
func shadows(name string) bool {
	switch types.Universe.Lookup(name).(type) {
	case *types.TypeName, *types.Const, *types.Nil:
		return true
	}
	return name == "len"
}

// typ returns t as the file writes it.
func (g *generator) typ(t types.Type) string {
	g.look(t)
	if g.needing != nil {
		t = g.needing.open(t)
		g.needing.need(t)
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p == g.pkg {
			return ""
		}
		return g.importName(p.Path(), p.Name())
	})
}

// ident returns a part of a name for t: SliceOfOrder for []Order.
func (g *generator) ident(t types.Type) string {
	t = types.Unalias(t)
	id := types.TypeString(t, nil)
	if have, ok := g.idents[id]; ok {
		return have
	}
	base := g.spell(t)
	name := base
	for n := 2; g.used[name] || g.declared(name); n++ {
		name = base + strconv.Itoa(n)
	}
	g.used[name], g.idents[id] = true, name
	return name
}

// declared reports whether the package has a name of its own that the file would give to something of the type name.
func (g *generator) declared(name string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return g.pkg.Scope().Lookup(g.prefix+part+name) != nil })
}

func (g *generator) spell(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		name := camel(t.Obj().Name())
		if p := t.Obj().Pkg(); p != nil && p != g.pkg {
			name = camel(p.Name()) + name
		}
		for i := range t.TypeArgs().Len() {
			name += "Of" + g.spell(t.TypeArgs().At(i))
		}
		return name
	case *types.Basic:
		return camel(t.Name())
	case *types.TypeParam:
		return camel(t.Obj().Name())
	case *types.Pointer:
		return "PointerTo" + g.spell(t.Elem())
	case *types.Slice:
		return "SliceOf" + g.spell(t.Elem())
	case *types.Array:
		return "ArrayOf" + g.spell(t.Elem())
	case *types.Map:
		return "MapOf" + g.spell(t.Elem())
	case *types.Struct:
		return "Struct"
	case *types.Interface:
		if t.NumMethods() == 0 {
			return "Any"
		}
		return "Interface"
	}
	return "Type"
}

// typeVar returns a variable that remembers what is found out about t.
func (g *generator) typeVar(t types.Type) string {
	if g.instance != nil && depends(t) {
		return g.instance.typeVar(g, t)
	}
	name := g.prefix + "Type" + g.ident(t)
	if !g.known[name] {
		g.known[name] = true
		g.vars = append(g.vars, fmt.Sprintf("\t%s static.Type[%s]", name, g.typ(t)))
	}
	return name
}

// helper returns the name of a function for t, which make writes unless it is there.
func (g *generator) helper(verb string, t types.Type, make func(name string)) string {
	name := g.prefix + verb + g.ident(t)
	if !g.known[name] {
		g.known[name] = true
		g.todo = append(g.todo, func() { make(name) })
	}
	return name
}
