package check

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// Methods and tags that are silently ignored: a method that another library would call, an unknown tag option, an
// opt.Unknown that nothing fills. No call returns an error for them; the value is written in another form, or not at
// all. These rules are for types at run time and for those in source code: a walk over types of either kind applies
// them to each type and each field.

// foreignMethods are methods that other libraries call. The methods of encoding/json in the field instead have the same
// effect. A method is reported if its type has none of these, and always if instead is 0.
var foreignMethods = []struct {
	name, library string
	instead       shape.MethodSet
}{
	{"UnmarshalUnknown", "easyjson", 0}, // for easyjson.UnknownFieldsProxy, which has no methods of encoding/json
	{"MarshalUnknowns", "easyjson", 0},
	{"CodecMissingField", "ugorji", 0}, {"CodecMissingFields", "ugorji", 0},
	{"MarshalEasyJSON", "easyjson", shape.Marshals}, {"UnmarshalEasyJSON", "easyjson", shape.Unmarshals},
	{"MarshalJSONBuf", "ffjson", shape.Marshals}, {"UnmarshalJSONFFLexer", "ffjson", shape.Unmarshals},
	{"MarshalJSONObject", "gojay", shape.Marshals}, {"UnmarshalJSONObject", "gojay", shape.Unmarshals},
	{"MarshalJSONArray", "gojay", shape.Marshals}, {"UnmarshalJSONArray", "gojay", shape.Unmarshals},
	{"CodecEncodeSelf", "ugorji", shape.Marshals}, {"CodecDecodeSelf", "ugorji", shape.Unmarshals},
}

// ownMethods are the methods of encoding/json's interfaces. encoding/json calls them only if they have these types.
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

// IgnoredMethods calls say for each method of a type that is never called, although another library would call it, or
// it has the name of a method of encoding/json. has is the set of methods that are called. method returns the signature
// of a method of the pointer to the type, without the receiver.
func IgnoredMethods(has shape.MethodSet, method func(name string) (signature string, ok bool), say func(name, text string)) {
	for _, f := range foreignMethods {
		if _, ok := method(f.name); ok && has&f.instead == 0 {
			instead := "write a codec for the type, or a method of encoding/json"
			if f.instead == 0 {
				instead = "an embedded opt.Unknown keeps unknown members, under Config.KeepUnknown"
			}
			say(f.name, fmt.Sprintf("its method %s, of %s, is not called: %s", f.name, f.library, instead))
		}
	}
	for _, o := range ownMethods {
		if text, ok := method(o.name); ok && has&o.bit == 0 {
			say(o.name, fmt.Sprintf("its method %s is not called, for it is a %s and no %s", o.name, text, o.want))
		}
	}
}

// Declared is a field as declared in Go.
type Declared struct {
	Tag                reflect.StructTag
	Exported, Embedded bool
	KeepsRest          bool // the result of shape.KeepsRest for its type
	Optional           bool // its type is an opt.Value
	Struct             bool // its type is a struct or a pointer to one
}

// IgnoredTag calls say for each choice in a field's tag that has no effect under o. named says whether tags can name
// codecs. It reports whether the field's value is a part of the struct's value, so that its type must be checked too.
func IgnoredTag(o *shape.Options, f Declared, named bool, say func(text string)) bool {
	keys := cmp.Or(o.TagKey, "json")
	text, ok := shape.LookupTag(f.Tag, keys)
	for key := range strings.SplitSeq(keys, ",") {
		if ok || !strings.HasPrefix(string(f.Tag), key+":") && !strings.Contains(string(f.Tag), " "+key+":") {
			continue
		}
		say(fmt.Sprintf("its tag %s can't be read: after the colon there must be a quoted string", f.Tag))
	}
	if tag.Ignored(text) {
		return false
	}
	if t := tag.Parse(text, false); !f.Exported && !f.Embedded && !(o.Unexported && t.Named) {
		if t.Named {
			say(fmt.Sprintf("the name %q of its tag means nothing without Config.Unexported, for the field is not exported", t.Name))
		} else if t.Embed && embeds(o) {
			say(`the tag option "embed" means nothing, for the field is not exported`)
		}
		return false
	}
	switch {
	case !f.KeepsRest:
	case !f.Embedded:
		say("it keeps unknown members only where it is embedded: as a field with a name it is a member as others")
	case !o.KeepRest:
		say("it keeps no unknown members without Config.KeepUnknown: they are lost")
	}
	ignoredOptions(o, text, f.Embedded && f.Struct, say)
	if f.Optional && tag.Parse(text, false).OmitEmpty {
		say(`the tag option "omitempty" leaves out no opt.Value, which is a struct: "omitzero" leaves out what is undefined`)
	}
	if name := f.Tag.Get("codec"); name != "" && !strings.Contains(","+keys+",", ",codec,") {
		if named {
			return false
		}
		say(fmt.Sprintf("the codec %q of its tag means nothing without Config.CodecNamed", name))
	}
	return true
}

// embeds reports whether the tag option "embed" means something under o.
func embeds(o *shape.Options) bool { return o.KeepRest || o.Release.Has(option.LenientTags) }

// knownOptions has the tag options that have an effect under every configuration: those of encoding/json, and
// "required".
var knownOptions = map[string]bool{"": true, "omitempty": true, "omitzero": true, "string": true, "required": true}

// ignoredOptions calls say for tag options that have no effect. members says that the field is embedded, so that
// without a name in the tag its members are members of the outer struct. The option "inline", which types of Kubernetes
// have, asks for exactly that, so it is not reported on such a field.
func ignoredOptions(o *shape.Options, text string, members bool, say func(text string)) {
	if strings.ContainsAny(text, "'\"`\\") {
		return // quoted names may have commas
	}
	named, options, _ := strings.Cut(text, ",")
	for text := range strings.SplitSeq(options, ",") {
		name, _, _ := strings.Cut(text, ":")
		switch more := tag.ParseMore("," + text); {
		case knownOptions[text], text == "inline" && members && named == "":
		case text == "readonly" || text == "writeonly":
			if !o.Meaning.Has(option.OneWay) {
				say(fmt.Sprintf("the tag option %q means nothing without Config.OneWay", text))
			}
		case more != 0 && o.Meaning.Has(option.MoreTags), name == "case" && o.Release.Has(option.LenientTags):
		case more != 0:
			say(fmt.Sprintf("the tag option %q means nothing without Config.MoreTags", text))
		case text == "embed" && named != "" && embeds(o):
			say(fmt.Sprintf("the tag option %q means nothing beside the name %q", text, named))
		case name == "embed" || name == "case" || name == "format": // options of encoding/json, from Go 1.27 on
		default:
			say(fmt.Sprintf("unknown tag option %q%s", text, similar(text)))
		}
	}
}

// similar returns a hint that names the known option with almost the same spelling as text, or "" if there is none.
func similar(text string) string {
	for _, known := range []string{"omitempty", "omitzero", "string", "required"} {
		if distance(strings.ToLower(strings.TrimSpace(text)), known) <= 2 {
			return fmt.Sprintf(": did you mean %q?", known)
		}
	}
	return ""
}

// Similar returns the name of a member of the struct type t under o that is similar to name, or "" if there is none. A
// third of the letters may be different, missing or too many. Case is ignored.
func Similar(t reflect.Type, o *shape.Options, name string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	name = strings.ToLower(name)
	found, best := "", (len(name)+1)/3+1
	for _, f := range shape.Fields(t, o).Fields {
		if len(f.Name) <= longest {
			if d := distance(name, strings.ToLower(f.Name)); d < best {
				found, best = f.Name, d
			}
		}
	}
	return found
}

// distance returns the number of letters that must be inserted, removed or changed to turn a into b.
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
