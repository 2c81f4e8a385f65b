package zetes

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// What a type asks for and nobody does is no error of any call: a method that another library would call, a tag option
// that nobody knows, an opt.Unknown that nothing fills. The value comes out in another form, or not at all, and nobody
// is told. Check tells.

// ignored collects what is ignored of types, and of all that they are made of.
type ignored struct {
	c    *plan.Config
	seen map[reflect.Type]bool
	errs []error
}

// look looks at t, once.
func (g *ignored) look(t reflect.Type) {
	if t == nil || g.seen[t] {
		return
	}
	g.seen[t] = true
	if cd := g.c.CodecOf(t); cd != nil && cd.Write != nil && cd.Read != nil {
		return
	}
	if o := shape.OptionalOf(t); o != nil {
		g.look(o.Elem)
		return
	}
	m := shape.MethodsOf(t)
	has := m.Value | m.Pointer
	if plan.SelfWriter(t, true) != nil {
		has |= shape.MarshalJSON
	}
	if plan.SelfReader(t) != nil {
		has |= shape.UnmarshalJSON
	}
	if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		g.methods(t, has)
	}
	if has&shape.Marshals != 0 && has&shape.Unmarshals != 0 {
		return // these say what the type looks like
	}
	switch t.Kind() {
	case reflect.Map:
		g.look(t.Key())
		g.look(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Array:
		g.look(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			g.field(t, t.Field(i))
		}
	}
}

func (g *ignored) add(t reflect.Type, field, format string, args ...any) {
	g.errs = append(g.errs, &TypeError{t, field, fmt.Errorf(format, args...)})
}

// foreignMethods are methods by which types speak to other libraries, with the library, and the methods of
// encoding/json any of which does the same.
var foreignMethods = []struct {
	name, library string
	instead       shape.MethodSet
}{
	{"MarshalEasyJSON", "easyjson", shape.Marshals},
	{"UnmarshalEasyJSON", "easyjson", shape.Unmarshals},
	{"MarshalJSONBuf", "ffjson", shape.Marshals},
	{"UnmarshalJSONFFLexer", "ffjson", shape.Unmarshals},
	{"MarshalJSONObject", "gojay", shape.Marshals},
	{"UnmarshalJSONObject", "gojay", shape.Unmarshals},
	{"MarshalJSONArray", "gojay", shape.Marshals},
	{"UnmarshalJSONArray", "gojay", shape.Unmarshals},
}

// ownMethods are those of encoding/json's interfaces, which it knows by their types too.
var ownMethods = []struct {
	name string
	bit  shape.MethodSet
	want string
}{
	{"MarshalJSON", shape.MarshalJSON, "func() ([]byte, error)"},
	{"UnmarshalJSON", shape.UnmarshalJSON, "func([]byte) error"},
	{"MarshalText", shape.MarshalText, "func() ([]byte, error)"},
	{"UnmarshalText", shape.UnmarshalText, "func([]byte) error"},
}

// methods looks for methods of t that look as if they were called.
func (g *ignored) methods(t reflect.Type, has shape.MethodSet) {
	p := reflect.PointerTo(t)
	for _, f := range foreignMethods {
		if _, ok := p.MethodByName(f.name); ok && has&f.instead == 0 {
			g.add(t, "", "its method %s, of %s, is not called: write a codec for the type, or a method of encoding/json", f.name, f.library)
		}
	}
	for _, o := range ownMethods {
		m, ok := p.MethodByName(o.name)
		if !ok || has&o.bit != 0 {
			continue
		}
		// Without the receiver, as it is written.
		text := m.Type.String()
		if first := p.String(); strings.HasPrefix(text, "func("+first) {
			text = "func(" + strings.TrimPrefix(strings.TrimPrefix(text, "func("+first), ", ")
		}
		g.add(t, "", "its method %s is not called, for it is a %s and no %s", o.name, text, o.want)
	}
}

// knownOptions are the tag options that have a meaning under every configuration, or are those of zetes.
var knownOptions = map[string]bool{"": true, "omitempty": true, "omitzero": true, "string": true, "required": true}

// field looks at a field of the struct type t.
func (g *ignored) field(t reflect.Type, f reflect.StructField) {
	key := g.c.Shape.TagKey
	if key == "" {
		key = "json"
	}
	text, ok := shape.LookupTag(f.Tag, key)
	for key := range strings.SplitSeq(key, ",") {
		if ok || !strings.HasPrefix(string(f.Tag), key+":") && !strings.Contains(string(f.Tag), " "+key+":") {
			continue
		}
		g.add(t, f.Name, "its tag %s can't be read: after the colon there must be a quoted string", f.Tag)
	}
	if tag.Ignored(text) {
		return
	}
	if !f.IsExported() && !f.Anonymous && !g.c.Shape.Unexported {
		if named := tag.Parse(text, false); named.Named {
			g.add(t, f.Name, "the name %q of its tag means nothing without Config.Unexported, for the field is not exported", named.Name)
		}
		return
	}
	g.unknown(t, f)
	g.options(t, f, text)
	named := f.Tag.Get("codec")
	if named != "" && g.c.Named == nil && !strings.Contains(","+key+",", ",codec,") {
		g.add(t, f.Name, "the codec %q of its tag means nothing without Config.CodecNamed", named)
	}
	if g.c.Fields[plan.FieldKey{Struct: t, Name: f.Name}] == nil && (named == "" || g.c.Named == nil) {
		g.look(f.Type)
	}
}

// unknown tells of a field that is to keep members without a field and does not.
func (g *ignored) unknown(t reflect.Type, f reflect.StructField) {
	switch {
	case !shape.KeepsRest(f.Type):
	case !f.Anonymous:
		g.add(t, f.Name, "it keeps unknown members only where it is embedded: as a field with a name it is a member as others")
	case !g.c.Shape.KeepRest:
		g.add(t, f.Name, "it keeps no unknown members without Config.KeepUnknown: they are lost")
	}
}

// options tells of tag options that nobody knows.
func (g *ignored) options(t reflect.Type, f reflect.StructField, text string) {
	if strings.ContainsAny(text, "'\"`\\") {
		return // quoted names may have commas
	}
	_, options, _ := strings.Cut(text, ",")
	for text := range strings.SplitSeq(options, ",") {
		name, _, _ := strings.Cut(text, ":")
		switch more := tag.ParseMore("," + text); {
		case knownOptions[text]:
		case more != 0 && g.c.Options.Has(option.MoreTags):
		case more != 0:
			g.add(t, f.Name, "the tag option %q means nothing without Config.MoreTags", text)
		case name == "embed" || name == "case" || name == "format": // of encoding/json from Go 1.27 on
		default:
			g.add(t, f.Name, "nobody knows the tag option %q%s", text, similar(text))
		}
	}
}

// similar returns a hint at the option that was meant, or "".
func similar(text string) string {
	for _, known := range []string{"omitempty", "omitzero", "string", "required"} {
		if distance(strings.ToLower(strings.TrimSpace(text)), known) <= 2 {
			return fmt.Sprintf(", only %q", known)
		}
	}
	return ""
}

// distance returns how many letters have to be put in, left out or changed to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			last, row[j+1] = row[j+1], min(last+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// once leaves out errors whose text was there before.
func once(errs []error) []error {
	said := map[string]bool{}
	var kept []error
	for _, err := range errs {
		if !said[err.Error()] {
			said[err.Error()] = true
			kept = append(kept, err)
		}
	}
	return kept
}
