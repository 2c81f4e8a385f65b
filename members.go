package zetes

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/internal/shape"
)

// Member is a member of a struct type's JSON object, for [Config].Members to see and change.
type Member struct {
	Name                string              // the JSON name
	Aliases             []string            // further names that are read; if several are in the input, the last one counts
	OmitEmpty, OmitZero bool                // the tag options, or the choices of Config
	Field               reflect.StructField // as t.FieldByIndex returns it, with its full Index; not to be changed
}

// membersBy turns the function of a Config into that of [shape.Options].
func membersBy(choose func(reflect.Type, []Member) []Member) func(reflect.Type, []shape.Field) ([]shape.Field, error) {
	return func(t reflect.Type, fields []shape.Field) ([]shape.Field, error) {
		members := make([]Member, len(fields))
		for i := range fields {
			f := &fields[i]
			members[i] = Member{Name: f.Name, OmitEmpty: f.OmitEmpty, OmitZero: f.OmitZero, Field: t.FieldByIndex(f.Index)}
			members[i].Field.Index = slices.Clone(f.Index)
		}
		var chosen []shape.Field
		names := map[string]bool{}
		for _, m := range choose(t, members) {
			i := slices.IndexFunc(fields, func(f shape.Field) bool { return slices.Equal(f.Index, m.Field.Index) })
			if i < 0 {
				return fields, fmt.Errorf("Config.Members has returned the member %q of a field %q that was none before", m.Name, m.Field.Name)
			}
			f := fields[i]
			f.Name, f.Aliases, f.OmitEmpty, f.OmitZero = m.Name, slices.Clone(m.Aliases), m.OmitEmpty, m.OmitZero
			chosen = append(chosen, f)
			for _, name := range append([]string{m.Name}, m.Aliases...) {
				if names[name] {
					return fields, fmt.Errorf("Config.Members has returned the name %q twice", name)
				}
				names[name] = true
			}
		}
		return chosen, nil
	}
}
