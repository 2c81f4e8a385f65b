// Package tag reads struct tags and names fields; it knows strings only.
//
//	tag.go          what a tag says, and the parser's door
//	tag_classic.go  the grammar of the classic encoding/json
//	tag_v2.go       the grammar of the encoding/json that stands on v2
//	naming.go       naming strategies
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
}

// Ignored reports whether a tag excludes its field.
func Ignored(tag string) bool { return tag == "-" }
