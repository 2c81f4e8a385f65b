package zetes

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Check compiles the types of values, which may be zero values and nil pointers, and all types in them. It returns what
// is wrong with them, each fault once, as [*TypeError]s joined by [errors.Join]: types that the configuration can't
// have, such as those with a default that is not a value of its field, and what would be ignored silently:
//
//   - fields of one struct that get the same name from their tags or the API's [Naming], and are all left out for that;
//   - methods that are not called: methods of other libraries, such as MarshalEasyJSON, on a type that has none of
//     encoding/json's, and methods with a name of encoding/json's and another signature, such as
//     MarshalJSON(context.Context);
//   - an opt.Unknown that keeps nothing, since it has a name, or since there is no Config.KeepUnknown;
//   - tags that can't be read, and unknown tag options;
//   - fields for the member of a [Union] that do not read the name of their case, or do not write it again.
//
// Kinds without a JSON form, such as channels, are reported with the first value.
//
// Call it when a program starts, or in a test. It also spares the first values the time of compiling.
func (a *API) Check(values ...any) error {
	var errs []error
	structs := map[reflect.Type]bool{}
	lost := ignored{c: a.c, seen: map[reflect.Type]bool{}}
	var types []reflect.Type
	for _, v := range values {
		if t := reflect.TypeOf(v); t != nil {
			types = append(types, t)
		}
	}
	for len(types) > 0 {
		t := types[0]
		types = types[1:]
		for _, p := range engine.Problems(a.c, t) {
			errs = append(errs, typeError(p))
		}
		errs = append(errs, a.sameNames(t, structs)...)
		lost.look(t)
		types, lost.cases = append(types, lost.cases...), nil
	}
	return errors.Join(once(append(errs, lost.errs...))...)
}

// sameNames returns an error for each group of fields that leave each other out, in t and all types in it.
func (a *API) sameNames(t reflect.Type, seen map[reflect.Type]bool) (errs []error) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		if seen[t] {
			return nil
		}
		seen[t] = true
		t = t.Elem()
	}
	if m := shape.MethodsOf(t); t.Kind() != reflect.Struct || seen[t] || m.Value|m.Pointer != 0 || a.c.CodecOf(t) != nil || plan.SelfWriter(t, true) != nil || plan.SelfReader(t) != nil {
		return nil
	}
	seen[t] = true
	for _, s := range shape.Clashes(t, &a.c.Shape) {
		errs = append(errs, &TypeError{t, s[1].GoName, fmt.Errorf("it is named %q, as field %s is", s[0].Name, s[0].GoName)})
	}
	for _, f := range shape.Fields(t, &a.c.Shape).Fields {
		errs = append(errs, a.sameNames(f.Type, seen)...)
	}
	return errs
}
