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

// These are errors for types that only encoding/json can encode and decode. They are returned under a configuration
// that departs from encoding/json, because encoding/json does not know the configuration.
var (
	errForeignTag = errors.New("the tag option format has no meaning under a configuration, and embed has one under Config.KeepUnknown")
	errForeignKey = errors.New("keys of this type have no names under a configuration")
)

// These are errors about tag options that encoding/json does not have.
var (
	errTwoTexts   = errors.New("of the tag options intern and nocopy there can be but one")
	errNoRaw      = errors.New("the tag option raw is for strings and bytes")
	errNoStringer = errors.New("the tag option stringer is for types with a String method")
	errSpokenJSON = errors.New("the tag option stringer is not for a json.RawMessage: the string that it makes of the JSON would be read as another value")
	errNoEncoder  = errors.New("the tag option encoder is for types with a codec, or a method such as MarshalZetes")
	errTwoForms   = errors.New("of the tag options raw and stringer there can be but one")
	errNoRest     = errors.New("the tag option embed is for a struct, a json.RawMessage or a map whose keys are strings without methods, in a field of its own without a name and other options")
	errCodedRest  = errors.New("a map with the tag option embed can have no codec, neither for itself nor for its keys")
	errTwoRests   = errors.New("another field takes the members without a field too")
)

// suits returns an error if the tag options m do not suit the field f of the struct owner. It also stores the first
// such error in s.problem.
func (s *search) suits(m tag.More, f *reflect.StructField, owner reflect.Type) error {
	t := f.Type
	var err error
	switch {
	case m.Has(tag.Intern) && m.Has(tag.NoCopy):
		err = errTwoTexts
	case m.Has(tag.Raw) && m.Has(tag.Stringer):
		err = errTwoForms
	case m.Has(tag.Raw) && t.Kind() != reflect.String && (t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.Uint8):
		err = errNoRaw
	case m.Has(tag.Stringer) && (t == rawType || t == reflect.PointerTo(rawType)): // it has a String method from Go 1.27 on
		err = errSpokenJSON
	case m.Has(tag.Stringer) && !t.Implements(stringer) && !(t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(stringer)):
		err = errNoStringer
	}
	if err != nil && s.problem == nil {
		s.problem = &Problem{owner, f.Name, err}
	}
	return err
}

var stringer = reflect.TypeFor[fmt.Stringer]()

// NoEncoder returns the problem of a field whose tag has the option "encoder", but whose type has no encoder.
func NoEncoder(f *Field) *Problem { return &Problem{f.Owner, f.GoName, errNoEncoder} }

// CodedRest returns the problem of a struct type t with a codec for the field that takes members without a field.
func CodedRest(t reflect.Type) *Problem { return &Problem{Type: t, Err: errCodedRest} }

// ForeignKeys returns the problem of a map type t whose keys only encoding/json can turn into names.
func ForeignKeys(t reflect.Type) *Problem { return &Problem{Type: t, Err: errForeignKey} }

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
