package shape

import (
	"errors"
	"fmt"
	"reflect"
)

// Problem is what a configuration can't have about a Go type.
type Problem struct {
	Type  reflect.Type
	Field string // Go's name, or ""
	Err   error
}

// Error describes p.
func (p *Problem) Error() string {
	if p.Field == "" {
		return fmt.Sprintf("json: type %v: %v", p.Type, p.Err)
	}
	return fmt.Sprintf("json: field %s of type %v: %v", p.Field, p.Type, p.Err)
}

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Err }

// What only encoding/json can do, which knows nothing of configurations.
var (
	errForeignTag = errors.New("the tag options format and embed have no meaning under a configuration")
	errForeignKey = errors.New("keys of this type have no names under a configuration")
)

// ForeignKeys returns the problem about a map type whose keys only encoding/json can name.
func ForeignKeys(t reflect.Type) *Problem { return &Problem{Type: t, Err: errForeignKey} }

// Clashes returns pairs of fields of the struct type t, declared at the same depth, that leave each other out
// because o names them alike.
func Clashes(t reflect.Type, o *Options) [][2]Field {
	var pairs [][2]Field
	first := map[string]Field{}
	s := find(t, o)
	kept := map[string]bool{}
	for _, f := range dominant(s.found) {
		kept[f.Name] = true
	}
	for _, f := range s.found {
		switch g, ok := first[f.Name]; {
		case kept[f.Name] || f.Tagged:
		case !ok:
			first[f.Name] = f
		case len(g.Index) == len(f.Index) && g.GoName != f.GoName:
			pairs = append(pairs, [2]Field{g, f})
		}
	}
	return pairs
}
