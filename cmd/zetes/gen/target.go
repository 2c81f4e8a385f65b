package gen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// target is a type that gets methods.
type target struct {
	name        *types.TypeName
	pos         token.Pos
	read, write bool
	standard    bool   // by encoding/json's methods
	streams     bool   // by encoding/json/v2's
	out         string // the file
	marked      bool   // by a comment, or named by the caller
	embeddedIn  string // a type that embeds it, if it is left out for that
	typeParams  *types.TypeParamList
	arguments   string // of the type within its own methods: [K, V]
}

// targets are those of a run, by their names: a package and the same with its tests have types of their own.
type targets map[string]*target

func (l targets) add(t *target) { l[t.name.Pkg().Path()+"."+t.name.Name()] = t }

// of returns the target that the type is, or nil.
func (l targets) of(name *types.TypeName) *target {
	if p := name.Pkg(); p != nil && name.Parent() == p.Scope() {
		return l[p.Path()+"."+name.Name()]
	}
	return nil
}

// directives are what comments of a type ask for.
type directives struct{ want, skip, noRead, noWrite bool }

// directivesOf reads comments as easyjson's, ffjson's and zetes' own: theirs where the old generators find them.
func directivesOf(groups ...*ast.CommentGroup) (d directives) {
	for _, g := range groups {
		if g == nil {
			continue
		}
		for _, c := range g.List {
			for line := range strings.Lines(strings.TrimSuffix(c.Text[2:], "*/")) {
				d.line(strings.TrimSpace(line))
			}
		}
	}
	return d
}

// line reads one line of a comment.
func (d *directives) line(text string) {
	// ffjson looks anywhere in the text.
	if _, word, ok := strings.Cut(text, "ffjson:"); ok {
		word, _, _ = strings.Cut(strings.TrimSpace(word), " ")
		switch strings.TrimRight(word, ".,;") {
		case "skip", "ignore":
			d.skip = true
		case "nodecoder", "skipdecoder":
			d.noRead = true
		case "noencoder", "skipencoder":
			d.noWrite = true
		}
	}
	word, _, _ := strings.Cut(text, " ")
	switch word, _, _ = strings.Cut(word, ","); word {
	case "zetes:json", "easyjson:json":
		d.want = true
	case "zetes:skip", "easyjson:skip":
		d.skip = true
	}
}

// targets lists the types of a unit that get methods.
func (u *unit) targets(o *Options) (list []*target, err error) {
	named := map[string]bool{}
	for _, name := range o.Types {
		named[name] = true
	}
	for _, file := range u.syntax() {
		if u.isGenerated(file) && u.source == "" {
			continue
		}
		stray := map[*ast.CommentGroup]bool{}
		for _, c := range file.Comments {
			stray[c] = directivesOf(c).want
		}
		for _, decl := range file.Decls {
			gd, ok := decl.(*ast.GenDecl)
			if !ok || gd.Tok != token.TYPE {
				continue
			}
			for _, spec := range gd.Specs {
				ts := spec.(*ast.TypeSpec)
				docs := []*ast.CommentGroup{ts.Doc, ts.Comment, gd.Doc}
				for _, c := range docs {
					delete(stray, c)
				}
				d := directivesOf(docs...)
				tn, ok := u.pkg.TypesInfo.Defs[ts.Name].(*types.TypeName)
				if !ok || ts.Name.Name == "_" {
					continue
				}
				_, isStruct := tn.Type().Underlying().(*types.Struct)
				all := o.All && isStruct && !tn.IsAlias()
				switch {
				case len(o.Types) > 0:
					if !named[tn.Name()] {
						continue
					}
				case d.skip || !d.want && !all:
					continue
				}
				t := &target{name: tn, pos: ts.Name.Pos(), read: !d.noRead && !o.NoDecoder, write: !d.noWrite && !o.NoEncoder, marked: d.want || named[tn.Name()], standard: !o.NoStdMarshalers && !o.V2, streams: o.V2, out: u.out}
				delete(named, tn.Name())
				if ok, err := u.check(t); err != nil {
					return nil, err
				} else if ok {
					list = append(list, t)
				}
			}
		}
		for _, c := range file.Comments {
			if stray[c] {
				return nil, fmt.Errorf("%s: the comment asks for JSON of something that is not a type: it belongs on the line before a type", u.at(c.Pos()))
			}
		}
	}
	for _, name := range o.Types {
		if named[name] && u.source != "" {
			return nil, noType(short(u.source), name)
		}
	}
	return list, nil
}

// check says why a type can't have methods, or that it is left out.
func (u *unit) check(t *target) (ok bool, err error) {
	refuse := func(format string, args ...any) (bool, error) {
		if !t.marked {
			return false, nil
		}
		return false, fmt.Errorf("%s: %s: %s", u.at(t.pos), t.name.Name(), fmt.Sprintf(format, args...))
	}
	if t.name.IsAlias() {
		return refuse("it is another name for a type: mark that type instead")
	}
	named, isNamed := t.name.Type().(*types.Named)
	if !isNamed {
		return refuse("its declaration does not compile")
	}
	switch k := named.Underlying().(type) {
	case *types.Struct, *types.Slice, *types.Map, *types.Array:
	case *types.Interface:
		return refuse("methods can't be added to an interface")
	case *types.Pointer:
		return refuse("methods can't be added to a type of pointers")
	case *types.Signature, *types.Chan:
		return refuse("JSON can't hold a %s", k)
	}
	if _, ok := named.Underlying().(*types.Struct); t.streams && !ok {
		return refuse("methods of encoding/json/v2 are generated for structs")
	}
	if t.name.Parent() != u.pkg.Types.Scope() {
		return refuse("it is declared inside of a function")
	}
	if st, ok := named.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			base := types.Unalias(st.Field(i).Type())
			if p, ok := base.(*types.Pointer); ok {
				base = types.Unalias(p.Elem())
			}
			if n, ok := base.(*types.Named); ok && st.Field(i).Embedded() && idOf(n) == "encoding/json.Number" {
				return refuse("it embeds json.Number, which has methods in some releases of Go only: give the field a name")
			}
		}
	}
	if f := u.ownMethod(named, "ZetesType"); f != nil {
		if file := u.pkg.Fset.Position(f.Pos()).Filename; file != u.out && ours(file) {
			return false, u.hasAlready(t, file)
		}
	}
	has := func(names ...string) string {
		for _, name := range names {
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, u.pkg.Types, name)
			if f, isMethod := obj.(*types.Func); isMethod && !t.streams && !u.declares(f, named) && u.hasCode(f) {
				continue // of an embedded type: that of the struct itself hides it
			}
			if obj != nil {
				return name
			}
		}
		return ""
	}
	if name := has("MarshalJSON", "MarshalJSONTo", "MarshalText"); name != "" {
		if t.marked && !strings.HasSuffix(name, "Text") && t.write && t.read && has("UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText") != "" {
			return refuse("it has methods of its own already (%s)", name)
		}
		t.write = false
	}
	if has("UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText") != "" {
		t.read = false
	}
	needed := []string{"AppendJSON", "DecodeJSON", "ZetesType"}
	if t.streams {
		needed = needed[2:]
	}
	if name := has(needed...); name != "" {
		return refuse("it has a method or field %s, which the generated code needs for itself", name)
	}
	if t.typeParams = named.TypeParams(); t.typeParams.Len() > 0 {
		var names []string
		for i := range t.typeParams.Len() {
			name := t.typeParams.At(i).Obj().Name()
			if name == "_" {
				return refuse("give its type parameters names")
			}
			names = append(names, name)
		}
		t.arguments = "[" + strings.Join(names, ", ") + "]"
	}
	return t.read || t.write, nil
}

// hasAlready is the error about a type for which another file has code.
func (u *unit) hasAlready(t *target, file string) error {
	return fmt.Errorf("%s: %s: %s has code for it already: delete that file, or keep to it", u.at(t.pos), t.name.Name(), short(file))
}

// ownMethod returns the method name of named itself, or nil.
func (u *unit) ownMethod(named *types.Named, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, u.pkg.Types, name)
	if f, ok := obj.(*types.Func); ok && u.declares(f, named) {
		return f
	}
	return nil
}

// declares reports whether f is a method of named itself.
func (u *unit) declares(f *types.Func, named *types.Named) bool {
	recv := f.Signature().Recv()
	if recv == nil {
		return false
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	return ok && n.Origin() == named.Origin()
}

// hasCode reports whether f is a method that a generator has written.
func (u *unit) hasCode(f *types.Func) bool {
	recv := f.Signature().Recv()
	if recv == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, u.pkg.Types, "ZetesType")
	_, ok := obj.(*types.Func)
	return ok
}
