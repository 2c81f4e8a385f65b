package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// listed is what go list tells of a package.
type listed struct {
	ImportPath, Name, Export string
	DepOnly                  bool
}

// public returns the packages of the module that others can import.
func public(t *testing.T) (all []*types.Package) {
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Name,Export,DepOnly", "./...")
	cmd.Dir = root(t)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &said)
	}
	exports := map[string]string{}
	var paths []string
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly && p.Name != "main" && !isInternal(p.ImportPath) && !strings.HasPrefix(p.ImportPath, module+"/examples") {
			paths = append(paths, p.ImportPath)
		}
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, errors.New("no export data of " + path)
		}
		return os.Open(exports[path])
	})
	for _, path := range paths {
		p, err := from.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("only %d packages", len(all))
	}
	return all
}

func isInternal(path string) bool {
	return strings.HasPrefix(path, module+"/internal/") || strings.Contains(path, "/internal/")
}

// surface walks over the types that users of a package can see.
type surface struct {
	seen    map[types.Type]bool
	aliased map[types.Type]bool // those of internal packages that public ones have another name for
	bad     func(at string, t types.Type)
}

// object walks over what an exported name of a package stands for.
func (s *surface) object(at string, o types.Object) {
	if tn, ok := o.(*types.TypeName); ok && tn.IsAlias() {
		s.typ(at, types.Unalias(tn.Type()))
		return
	}
	s.typ(at, o.Type())
}

func (s *surface) typ(at string, t types.Type) {
	t = types.Unalias(t)
	if s.seen[t] {
		return
	}
	s.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		s.named(at, t)
	case *types.Struct:
		for i := range t.NumFields() {
			if f := t.Field(i); f.Exported() {
				s.typ(at+"."+f.Name(), f.Type())
			}
		}
	case *types.Interface:
		for i := range t.NumMethods() {
			if m := t.Method(i); m.Exported() {
				s.typ(at+"."+m.Name(), m.Type())
			}
		}
		for i := range t.NumEmbeddeds() {
			s.typ(at, t.EmbeddedType(i))
		}
	case *types.Union:
		for i := range t.Len() {
			s.typ(at, t.Term(i).Type())
		}
	case *types.Signature:
		for i := range t.TypeParams().Len() {
			s.typ(at, t.TypeParams().At(i).Constraint())
		}
		s.tuple(at, t.Params())
		s.tuple(at, t.Results())
	case *types.Map:
		s.typ(at, t.Key())
		s.typ(at, t.Elem())
	case interface{ Elem() types.Type }:
		s.typ(at, t.Elem())
	}
}

func (s *surface) tuple(at string, list *types.Tuple) {
	for i := range list.Len() {
		s.typ(at, list.At(i).Type())
	}
}

// named walks over a type's methods, those of what it embeds included, and over what it is made of. Types of other
// modules are theirs.
func (s *surface) named(at string, t *types.Named) {
	for i := range t.TypeArgs().Len() {
		s.typ(at, t.TypeArgs().At(i))
	}
	o := t.Obj()
	if o.Pkg() == nil || o.Pkg().Path() != module && !strings.HasPrefix(o.Pkg().Path(), module+"/") {
		return
	}
	if isInternal(o.Pkg().Path()) && !s.aliased[t] {
		s.bad(at, t)
		return
	}
	at = o.Name()
	for i := range t.TypeParams().Len() {
		s.typ(at, t.TypeParams().At(i).Constraint())
	}
	methods := types.NewMethodSet(types.NewPointer(t))
	for i := range methods.Len() {
		if m := methods.At(i); m.Obj().Exported() {
			s.typ(at+"."+m.Obj().Name(), m.Type())
		}
	}
	s.typ(at, t.Underlying())
	if st, ok := t.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			if f := st.Field(i); f.Embedded() {
				s.promoted(at, f.Type())
			}
		}
	}
}

// promoted walks over the fields that an embedded struct gives to the one that embeds it.
func (s *surface) promoted(at string, t types.Type) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		s.typ(at, st)
	}
}

// aliases returns the types that public packages have names for.
func aliases(all []*types.Package) map[types.Type]bool {
	aliased := map[types.Type]bool{}
	for _, p := range all {
		for _, name := range p.Scope().Names() {
			if o, ok := p.Scope().Lookup(name).(*types.TypeName); ok && o.Exported() && o.IsAlias() {
				aliased[types.Unalias(o.Type())] = true
			}
		}
	}
	return aliased
}

// walk tells bad of all types of internal packages that users of p can see, but for those in aliased.
func walk(p *types.Package, aliased map[types.Type]bool, bad func(at string, t types.Type)) {
	s := &surface{map[types.Type]bool{}, aliased, bad}
	for _, name := range p.Scope().Names() {
		if o := p.Scope().Lookup(name); o.Exported() && !forModule(o) {
			s.object(name, o)
		}
	}
}

// forModule reports whether o is a function that only packages of this module can call: it takes a loan.Caller.
func forModule(o types.Object) bool {
	f, ok := o.Type().(*types.Signature)
	return ok && f.Params().Len() == 1 && f.Params().At(0).Type().String() == module+"/internal/loan.Caller"
}

// TestSurface holds that users can name the types of all that they can call: no signature, field or method of a
// public package has a type of an internal one.
func TestSurface(t *testing.T) {
	all := public(t)
	for _, p := range all {
		walk(p, aliases(all), func(at string, typ types.Type) { t.Errorf("%s.%s shows %v", p.Path(), at, typ) })
	}
}

// TestSurfaceStrict shows the test above packages in which it must find something.
func TestSurfaceStrict(t *testing.T) {
	secret := types.NewPackage(module+"/internal/secret", "secret")
	hidden := types.NewNamed(types.NewTypeName(0, secret, "Hidden", nil), types.NewStruct(nil, nil), nil)
	hidden.AddMethod(types.NewFunc(0, secret, "Shown", types.NewSignatureType(
		types.NewVar(0, secret, "", hidden), nil, nil, nil, types.NewTuple(types.NewVar(0, secret, "", hidden)), false)))
	p := types.NewPackage(module+"/open", "open")
	field := func(name string, t types.Type, embedded bool) types.Type {
		return types.NewStruct([]*types.Var{types.NewField(0, p, name, t, embedded)}, nil)
	}
	inner := types.NewNamed(types.NewTypeName(0, p, "inner", nil), field("Field", hidden, false), nil)
	for name, typ := range map[string]types.Type{
		"a parameter": types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewVar(0, p, "", types.NewSlice(hidden))), nil, false),
		"a result": types.NewSignatureType(nil, nil, nil, nil,
			types.NewTuple(types.NewVar(0, p, "", types.NewMap(types.Typ[types.Int], types.NewPointer(hidden)))), false),
		"a field":          field("Field", hidden, false),
		"what is embedded": field("Hidden", hidden, true),
		"a field of a type without a name that users can write": field("inner", inner, true),
		"a method that is promoted":                             field("hidden", hidden, true),
	} {
		q := types.NewPackage(p.Path(), p.Name())
		q.Scope().Insert(types.NewTypeName(0, q, "T", nil))
		types.NewNamed(q.Scope().Lookup("T").(*types.TypeName), typ, nil)
		found := 0
		walk(q, nil, func(string, types.Type) { found++ })
		if found == 0 {
			t.Errorf("%s is not found", name)
		}
	}
}

// mostNames is how many names package codec may have: functions, types and methods, but for those that interfaces of
// the standard library ask for. CopyString, of Reader and Writer, brought the last two: no other method reads or writes
// a string that does not fit into memory.
const mostNames = 117

var standard = []string{"Error", "Unwrap", "String", "Format"}

// TestSurfaceOfCodec holds that what is written by hand and by generators against codec stays small enough to learn.
func TestSurfaceOfCodec(t *testing.T) {
	for _, p := range public(t) {
		if p.Path() != module+"/codec" {
			continue
		}
		var names []string
		for _, name := range p.Scope().Names() {
			o := p.Scope().Lookup(name)
			if !o.Exported() || forModule(o) {
				continue
			}
			if _, ok := o.(*types.Const); ok {
				continue
			}
			names = append(names, name)
			if _, ok := o.(*types.TypeName); !ok {
				continue
			}
			methods := types.NewMethodSet(types.NewPointer(o.Type()))
			for i := range methods.Len() {
				if m := methods.At(i).Obj(); m.Exported() && (name == "Reader" || name == "Writer" || !slices.Contains(standard, m.Name())) {
					names = append(names, fmt.Sprintf("%s.%s", name, m.Name()))
				}
			}
		}
		if t.Logf("%d names", len(names)); len(names) > mostNames {
			t.Errorf("%d names:\n%s", len(names), strings.Join(names, "\n"))
		}
	}
}
