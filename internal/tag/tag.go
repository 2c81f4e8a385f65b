package tag

// Tag is what the tag of one struct field says.
type Tag struct {
	Name      string // the JSON name that the tag gives, if Named
	Named     bool   // the tag gives a valid name
	OmitEmpty bool
	OmitZero  bool
	String    bool // the option "string", wherever it stands
	Embed     bool // the option "embed": the field's members belong to the outer object
	Exact     bool // the option "case:strict": the name is never matched by folding
	Format    bool // the option "format:…" is given
	Required  bool // the option "required", which is not encoding/json's
}

// Parse reads a tag: with lenient as the encoding/json that stands on version 2 does, which reads what it can; else
// as the one before it.
func Parse(tag string, lenient bool) Tag {
	if lenient {
		return parseLenient(tag)
	}
	return parseClassic(tag)
}

// option sets the field of an option that is a word alone, if t has one for it.
func (t *Tag) option(word string) {
	switch word {
	case "omitempty":
		t.OmitEmpty = true
	case "omitzero":
		t.OmitZero = true
	case "string":
		t.String = true
	case "required":
		t.Required = true
	}
}

// Ignored reports whether a tag excludes its field.
func Ignored(tag string) bool { return tag == "-" }
