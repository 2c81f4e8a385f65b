package shape

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/internal/tag"
)

// Problem is an error about a Go type that cannot be encoded or decoded under a configuration.
type Problem struct {
	Type  reflect.Type
	Field string // the Go name of the field, or ""
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

// errForeignTag is an error only under a configuration that departs from encoding/json. Without one, encoding/json
// reads and writes types with such tags.
var errForeignTag = errors.New("the tag option format has no meaning under a configuration, and embed has one under Config.KeepUnknown")

// suits reports whether the tag options m suit the field f of the struct owner. If they do not, it stores a problem.
func (s *search) suits(m tag.More, f *reflect.StructField, owner reflect.Type) bool {
	t := f.Type
	var text string
	switch {
	case m.Has(tag.Intern) && m.Has(tag.NoCopy):
		text = "of the tag options intern and nocopy there can be but one"
	case m.Has(tag.Raw) && m.Has(tag.Stringer):
		text = "of the tag options raw and stringer there can be but one"
	case m.Has(tag.Raw) && t.Kind() != reflect.String && (t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.Uint8):
		text = "the tag option raw is for strings and bytes"
	case m.Has(tag.Stringer) && (t == rawType || t == reflect.PointerTo(rawType)): // it has a String method from Go 1.27 on
		text = "the tag option stringer is not for a json.RawMessage: the string that it makes of the JSON would be read as another value"
	case m.Has(tag.Stringer) && !t.Implements(stringer) && !(t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(stringer)):
		text = "the tag option stringer is for types with a String method"
	default:
		return true
	}
	s.note(owner, f.Name, errors.New(text))
	return false
}

var stringer = reflect.TypeFor[fmt.Stringer]()

// NoEncoder returns the problem of a field whose tag has the option "encoder", but whose type has no encoder.
func NoEncoder(f *Field) *Problem {
	return &Problem{f.Owner, f.GoName, errors.New("the tag option encoder is for types with a codec, or a method such as MarshalZetes")}
}

// CodedRest returns the problem of a struct type t with a codec for the field that takes members without a field.
func CodedRest(t reflect.Type) *Problem {
	return &Problem{Type: t, Err: errors.New("a map with the tag option embed can have no codec, neither for itself nor for its keys")}
}

// ForeignKeys returns the problem of a map type t whose keys only encoding/json can turn into names.
func ForeignKeys(t reflect.Type) *Problem {
	return &Problem{Type: t, Err: errors.New("keys of this type have no names under a configuration")}
}

// Clashes returns pairs of fields of the struct type t that have the same name and hide one another, so that neither is
// a member. Either both names come from o's naming, at the same depth, or both are named by tags in the same struct.
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
		case kept[f.Name]:
		case !ok || len(g.Index) == len(f.Index) && f.Tagged && !g.Tagged: // f hides g
			first[f.Name] = f
		case len(g.Index) != len(f.Index) || g.Tagged != f.Tagged || g.GoName == f.GoName:
		case !f.Tagged || slices.Equal(g.Index[:len(g.Index)-1], f.Index[:len(f.Index)-1]):
			pairs = append(pairs, [2]Field{g, f})
		}
	}
	return pairs
}
