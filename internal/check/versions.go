package check

import (
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/shape"
)

// CommonField describes a field of a struct type, for the function that SameFields calls.
type CommonField struct {
	Type     reflect.Type
	Base     reflect.Type // Type, or if Type is an unnamed pointer type, the type that it points to
	Embedded bool         // the fields of Base, a struct type, are fields of the outer struct
	Rest     bool         // the field takes the members for which there is no field
	Spelled  bool         // the field has the tag option "string", and Base is a numeric type
	Fold     bool         // the field has the tag option "case:ignore"
}

// SameFields reports whether encoding/json and encoding/json/v2 find the same members in the struct type t, with the
// same meaning. It compares names and tags itself. For each field it also calls same, which compares the rest. It skips
// fields for which skip returns true.
func SameFields(t reflect.Type, skip func(f reflect.StructField) bool, same func(CommonField) bool) bool {
	fields, tagged, rest, names := false, false, false, make([]string, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		text, has := shape.LookupTag(f.Tag, "json")
		tagged = tagged || has
		hidden := !f.IsExported() && !f.Anonymous
		if text == "-" || hidden && !has {
			continue
		}
		fields = true
		if skip(f) {
			continue
		}
		name, p, ok := parseCommon(text)
		embed := text == ",embed"
		p.Type, p.Base, p.Embedded = f.Type, f.Type, embed || f.Anonymous && name == ""
		if f.Type.Kind() == reflect.Pointer && f.Type.Name() == "" {
			p.Base = f.Type.Elem()
		}
		if name == "" {
			name = f.Name
		}
		switch k := p.Base.Kind(); {
		case !ok || hidden || p.Spelled && (k < reflect.Int || k > reflect.Float64):
			return false
		case embed && k != reflect.Struct:
			if p.Embedded, p.Rest = false, true; rest || f.Anonymous || !shape.HoldsRest(p.Base) {
				return false
			}
			rest = true
		case p.Embedded:
			if text != "" && !embed || k != reflect.Struct || shape.SpecialOf(p.Base) != shape.Ordinary {
				return false
			}
		case !f.IsExported() || slices.Contains(names, name):
			return false
		default:
			names = append(names, name)
		}
		if !same(p) {
			return false
		}
	}
	return t.NumField() == 0 || fields || tagged
}

// parseCommon parses the text of a tag. It returns the name, or "", and a CommonField with the options. ok is false if
// encoding/json and encoding/json/v2 may read the tag differently.
func parseCommon(text string) (name string, f CommonField, ok bool) {
	name, list, more := strings.Cut(text, ",")
	for i := range len(name) {
		if c := name[i]; c == '\\' || c == '\'' || c == '"' || c == '`' || c >= utf8.RuneSelf && !utf8.ValidString(name) {
			return "", f, false
		}
	}
	var zero, empty, cased bool
	for more {
		var o string
		o, list, more = strings.Cut(list, ",")
		switch {
		case o == "omitzero" && !zero:
			zero = true
		case o == "omitempty" && !empty:
			empty = true
		case o == "string" && !f.Spelled:
			f.Spelled = true
		case (o == "case:ignore" || o == "case:strict") && !cased:
			cased, f.Fold = true, o == "case:ignore"
		case text == ",embed":
		default:
			return "", f, false
		}
	}
	return name, f, true
}
