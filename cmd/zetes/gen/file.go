package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	zetesPath    = "github.com/zetes-json/zetes"
	streamedPath = zetesPath + "/json/v2/streamed"
	jsontextPath = "encoding/json/jsontext"
)

// generator writes one file.
type generator struct {
	unit    *unit
	options *Options
	library string // the name of package zetes in the file
	name    string // of the file's variable
	text    string // the name of package jsontext in the file
	body    bytes.Buffer
}

// file returns the text of the file for targets.
func (r *run) file(u *unit, targets []*target) ([]byte, error) {
	g := &generator{unit: u, options: r.options, library: "zetes", name: u.variable(), text: "jsontext"}
	path := zetesPath
	if r.options.V2 {
		g.library, path = "streamed", streamedPath
	}
	usual := g.library
	for _, name := range []*string{&g.library, &g.name, &g.text} {
		for u.pkg.Types.Scope().Lookup(*name) != nil || slices.ContainsFunc(targets, func(t *target) bool { return t.hasParam(*name) }) {
			*name += "_"
		}
	}
	g.printf("%s\n%s\n\n", header, u.mark(r.options))
	if tags := u.constraint(r.options); tags != "" {
		g.printf("//go:build %s\n\n", tags)
	}
	library, jsontext := imported(g.library, usual, path), imported(g.text, "jsontext", jsontextPath)
	if r.options.V2 {
		g.printf("package %s\n\nimport (\n\t%s\n\n\t%s\n)\n", u.pkg.Types.Name(), jsontext, library)
	} else {
		g.printf("package %s\n\nimport %s\n\n", u.pkg.Types.Name(), library)
		g.printf("// %s has the flags that this file was generated with.\nvar %[1]s = %s.Generated{%s}\n", g.name, g.library, g.flags())
	}
	for _, t := range targets {
		if err := g.needs(t); err != nil {
			return nil, err
		}
		if t.streams {
			g.streaming(t)
		} else {
			g.methods(t)
		}
	}
	if r.options.NoFormat {
		return g.body.Bytes(), nil
	}
	text, err := format.Source(g.body.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s: the generator has written what does not parse: %w", u.out, err)
	}
	return text, nil
}

// imported returns the import of path, whose package has the name usual, under that or another name.
func imported(name, usual, path string) string {
	if name == usual {
		return strconv.Quote(path)
	}
	return name + " " + strconv.Quote(path)
}

// streaming writes the methods of a type that are encoding/json/v2's.
func (g *generator) streaming(t *target) {
	self := t.name.Name() + t.arguments
	for _, m := range []struct {
		on                          bool
		name, of, arg, coder, calls string
	}{
		{t.write, "MarshalJSONTo", "MarshalerTo", t.free("enc"), "Encoder", "Marshal"},
		{t.read, "UnmarshalJSONFrom", "UnmarshalerFrom", t.free("dec"), "Decoder", "Unmarshal"},
	} {
		if m.on {
			g.printf("\n// %s implements %s of encoding/json/v2.\nfunc (%s *%s) %[1]s(%[5]s *%s.%s) error { return %s.%s(%[5]s, %[3]s) }\n",
				m.name, m.of, t.free("v"), self, m.arg, g.text, m.coder, g.library, m.calls)
		}
	}
	g.zetesType(t, "")
}

func (g *generator) printf(format string, args ...any) { fmt.Fprintf(&g.body, format, args...) }

// methods writes the methods of a type.
func (g *generator) methods(t *target) {
	self := t.name.Name() + t.arguments
	v, dst, data := t.free("v"), t.free("dst"), t.free("data")
	if t.write {
		recv, call := v+" "+self, "Marshal(&"+v+")"
		if locks(t.name.Type()) { // no copy of it is made
			recv, call = v+" *"+self, "Append(nil, "+v+")"
		}
		if t.standard {
			g.printf("\n// MarshalJSON implements json.Marshaler.\nfunc (%s) MarshalJSON() ([]byte, error) { return %s.%s }\n", recv, g.name, call)
		}
		g.printf("\n// AppendJSON appends the JSON of %s to %s.\nfunc (%[1]s *%[3]s) AppendJSON(%[2]s []byte) ([]byte, error) { return %[4]s.Append(%[2]s, %[1]s) }\n", v, dst, self, g.name)
	}
	if t.read {
		name, comment := "UnmarshalJSON", "implements json.Unmarshaler"
		if !t.standard {
			name, comment = "DecodeJSON", fmt.Sprintf("decodes the JSON value %s into %s", data, v)
		}
		g.printf("\n// %s %s.\nfunc (%s *%s) %[1]s(%[5]s []byte) error { return %[6]s.Unmarshal(%[5]s, %[3]s) }\n", name, comment, v, self, data, g.name)
	}
	g.zetesType(t, ", Flags: "+g.name+".Flags")
}

// zetesType writes the method by which the library knows the methods of a type. more are further fields of its result.
func (g *generator) zetesType(t *target, more string) {
	g.printf("\n// ZetesType says which methods of the type are generated.\nfunc (*%s) ZetesType() %s.Generation {\n\treturn %[2]s.Generation{Of: (*%[1]s)(nil)%[3]s",
		t.name.Name()+t.arguments, g.library, more)
	for _, f := range []struct {
		name string
		on   bool
	}{
		{"Encodes", t.write}, {"Decodes", t.read}, {"Standard", t.standard}, {"Streams", t.streams},
	} {
		if f.on {
			g.printf(", %s: true", f.name)
		}
	}
	g.printf("}\n}\n")
}

// flags returns the fields of the file's variable.
func (g *generator) flags() string {
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
	add(o.NoStdMarshalers && !o.PlainTags, "NoCopy")
	if len(list) == 0 {
		return ""
	}
	return "Flags: " + g.library + ".Flags{" + strings.Join(list, ", ") + "}"
}

// needs refuses names of Go's own that the methods of t use and that mean something else in the package.
func (g *generator) needs(t *target) error {
	for _, name := range []string{"byte", "error", "nil", "true"} {
		if name == "byte" && t.streams {
			continue
		}
		if o := g.unit.pkg.Types.Scope().Lookup(name); o != nil {
			return fmt.Errorf("%s: generated code needs Go's own %s, which the package declares anew: give this one another name", g.unit.at(o.Pos()), name)
		}
		if t.hasParam(name) {
			return fmt.Errorf("%s: generated code needs Go's own %s, which is a type parameter of %s: give that another name", g.unit.at(t.pos), name, t.name.Name())
		}
	}
	return nil
}

// hasParam reports whether the type has a type parameter of that name.
func (t *target) hasParam(name string) bool {
	for p := range t.typeParams.TypeParams() {
		if p.Obj().Name() == name {
			return true
		}
	}
	return false
}

// free returns the name for a variable: with underscores where it is that of a type parameter.
func (t *target) free(name string) string {
	for t.hasParam(name) {
		name += "_"
	}
	return name
}

// variable returns the name of the file's variable, zetesShop for shop.go. Files of a package have different ones.
func (u *unit) variable() string {
	stem := u.pkg.Name
	if u.source != "" {
		stem = stemOf(u.source)
	}
	name := "zetes" + camel(stem)
	alike := func(file string) bool { return stemOf(file) != stem && camel(stemOf(file)) == camel(stem) }
	if slices.ContainsFunc(u.pkg.GoFiles, alike) {
		// Such as aB.go beside a_b.go: after what the names have in common follows what they differ in.
		name += "_"
		for _, r := range stem {
			if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				name += fmt.Sprintf("%x", r)
			} else {
				name += string(r)
			}
		}
	}
	return name
}

func stemOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".go") }

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

// locks reports whether values of t must not be copied.
func locks(t types.Type) bool {
	found := false
	walk(t, map[string]bool{}, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Chan, *types.Signature:
			return false
		case *types.Named:
			if p := t.Obj().Pkg(); p != nil && (p.Path() == "sync" || p.Path() == "sync/atomic") {
				found = true
			}
		}
		return !found
	})
	return found
}
