package tag

// Tag is the parsed tag of one struct field.
type Tag struct {
	Name      string // the JSON name that the tag gives, if Named
	Named     bool   // the tag gives a valid name
	OmitEmpty bool
	OmitZero  bool
	String    bool // the option "string", at any position
	Embed     bool // the option "embed": the field's members belong to the outer object
	Exact     bool // the option "case:strict": the name is never matched by folding
	Fold      bool // the option "case:ignore": the name is always matched by folding too
	Format    bool // the option "format:…" is given
	Required  bool // the option "required", which encoding/json does not have
	ReadOnly  bool // the option "readonly", and the next one "writeonly", which encoding/json does not have either
	WriteOnly bool
}

// Parse parses a tag: with lenient by the rules of the encoding/json that is built on version 2, which reads what it
// can, otherwise by those of the one before it.
func Parse(tag string, lenient bool) Tag {
	if lenient {
		return parseLenient(tag)
	}
	return parseClassic(tag)
}

// option sets the field of t for an option that is a single word, if there is one.
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
