package tag

// Tag is the parsed tag of one struct field.
type Tag struct {
	Name      string // the JSON name that the tag gives, if Named is set
	Named     bool   // the tag gives a valid name
	OmitEmpty bool
	OmitZero  bool
	String    bool // the tag has the option "string", at any position
	Embed     bool // the tag has the option "embed": the field's members belong to the outer object
	Exact     bool // the tag has the option "case:strict": the name matches only if it is equal
	Fold      bool // the tag has the option "case:ignore": the name always matches regardless of case
	Format    bool // the tag has an option "format:…"
	Required  bool // the tag has the option "required", which encoding/json does not have
	ReadOnly  bool // the option "readonly", and the next one "writeonly", which encoding/json does not have either
	WriteOnly bool
}

// Parse parses a tag. If lenient is true, it applies the rules of the encoding/json that is built on version 2
// (parseLenient), otherwise those of the older encoding/json (parseClassic).
func Parse(tag string, lenient bool) Tag {
	if lenient {
		return parseLenient(tag)
	}
	return parseClassic(tag)
}

// option sets the field of t for the tag option word. For other words it does nothing.
func (t *Tag) option(word string) {
	switch word {
	case "embed":
		t.Embed = true
	case "omitempty":
		t.OmitEmpty = true
	case "omitzero":
		t.OmitZero = true
	case "string":
		t.String = true
	case "required":
		t.Required = true
	case "readonly":
		t.ReadOnly = true
	case "writeonly":
		t.WriteOnly = true
	}
}

// Ignored reports whether a tag excludes its field.
func Ignored(tag string) bool { return tag == "-" }
