package subject

import "go/types"

// expressions returns the types that a declaration stands for, or why there is none. Names of the declaration's own
// package are preceded by "\x00.". all allows names that are not exported.
func expressions(tn *types.TypeName, given map[*types.Package]bool, all bool) (exprs []string, why string) {
	t := tn.Type()
	self := "\x00." + tn.Name()
	if tn.IsAlias() {
		return alias(tn, given)
	}
	named, ok := t.(*types.Named)
	if !ok {
		return nil, "it is no named type"
	}
	if params := named.TypeParams(); params.Len() > 0 {
		return instances(tn, named, all)
	}
	if why := mute(t); why != "" {
		return nil, why
	}
	return []string{self}, ""
}

// alias takes an alias for a type of its own if what it stands for is not looked at elsewhere.
func alias(tn *types.TypeName, given map[*types.Package]bool) (exprs []string, why string) {
	if a, ok := tn.Type().(*types.Alias); ok && a.TypeParams().Len() > 0 {
		return nil, "it is a generic alias"
	}
	t := types.Unalias(tn.Type())
	if named, ok := t.(*types.Named); ok && named.TypeArgs().Len() == 0 && (named.Obj().Pkg() == nil || given[named.Obj().Pkg()]) {
		return nil, "it is an alias of " + types.TypeString(named, nil)
	}
	if why := mute(t); why != "" {
		return nil, why
	}
	return []string{"\x00." + tn.Name()}, ""
}

// mute says why no value of a type can be JSON, or nothing.
func mute(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return "it is an interface"
	case *types.Signature:
		return silent(t, "it is a function")
	case *types.Chan:
		return silent(t, "it is a channel")
	case *types.Basic:
		switch u.Kind() {
		case types.UnsafePointer, types.Invalid:
			return "it is " + u.Name()
		case types.Complex64, types.Complex128:
			return silent(t, "it is a complex number")
		}
	}
	return ""
}

// silent is why, unless the type has methods that make JSON of it.
func silent(t types.Type, why string) string {
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			return ""
		}
	}
	return why
}

const (
	maxInstances = 2
	maxAttempts  = 5000
)

// instances returns instances of a generic type: with the plainest arguments that its constraints allow.
func instances(tn *types.TypeName, generic *types.Named, all bool) (exprs []string, why string) {
	candidates := arguments(tn.Pkg(), all)
	n := generic.TypeParams().Len()
	args := make([]types.Type, n)
	first := map[types.Type]bool{} // first arguments that have been taken
	attempts := 0
	var search func(i, skip int) bool // reports whether there is enough
	search = func(i, skip int) bool {
		if i == n {
			attempts++
			t, err := types.Instantiate(nil, generic, args, true)
			if err == nil && mute(t) == "" && !first[args[0]] {
				first[args[0]] = true
				exprs = append(exprs, types.TypeString(t, func(p *types.Package) string {
					if p == tn.Pkg() {
						return "\x00"
					}
					return p.Path()
				}))
			}
			return len(exprs) == maxInstances || attempts > maxAttempts
		}
		for j := range candidates {
			args[i] = candidates[(j+skip)%len(candidates)]
			if i > 0 && first[args[0]] {
				return false
			}
			if search(i+1, skip+1) {
				return true
			}
		}
		return false
	}
	search(0, 0)
	if len(exprs) == 0 {
		return nil, "it is generic, and nothing plain fits its constraints"
	}
	return exprs, ""
}

// arguments are the types that generic ones are tried with: those of Go, then those of the package itself, and
// pointers to them.
func arguments(pkg *types.Package, all bool) []types.Type {
	var list []types.Type
	for _, kind := range []types.BasicKind{types.String, types.Int, types.Float64, types.Uint8, types.Bool} {
		list = append(list, types.Typ[kind])
	}
	list = append(list, types.NewSlice(types.Typ[types.Byte]), types.NewInterfaceType(nil, nil), types.NewStruct(nil, nil))
	const most = 40
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || !all && !tn.Exported() || len(list) > most {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok && named.TypeParams().Len() == 0 && !types.IsInterface(named) {
			list = append(list, named)
		}
	}
	for _, t := range list {
		list = append(list, types.NewPointer(t))
	}
	return list
}
