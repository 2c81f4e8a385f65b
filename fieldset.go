package zetes

import (
	"fmt"

	"github.com/zetes-json/zetes/internal/plan"
)

// FieldSet are members of JSON objects that are to be written, as [ParseFields] reads them. It never changes and is
// safe for concurrent use. The zero FieldSet is all members.
type FieldSet struct{ set *plan.MemberSet }

// ParseFields returns the set of members that text names, for [PerCall].Fields: paths with commas between them, as
// id,user.name,items.price. A path leads from member to member by their names in JSON, and through arrays to all of
// their elements. What it leads to is written with all that is in it. All other members are left out, of structs, maps
// and whatever else is an object in the output; what is no object is written as it is.
//
// The name * stands for all members that are not named beside it: *.id,user.name chooses the name of user, and the id
// of what is in the others. A backslash takes the meaning from the comma, dot, star or backslash behind it.
//
// Members of structs that are left out are not looked at: their methods and codecs are not called, and they can't fail.
// Maps, and what methods and codecs write, are written as a whole at first.
//
// Names that no object has choose nothing, and are no error. Errors are about empty names, a backslash at the end,
// texts of more than 64 KB, and paths of more than 10,000 names: JSON that can be read nests no deeper. A set takes at
// most 16 bytes of memory for each byte of its text.
func ParseFields(text string) (*FieldSet, error) {
	if len(text) > plan.MostSetText {
		return nil, fmt.Errorf("zetes: %d bytes are too many for a set of fields", len(text))
	}
	set, flaw, bad := plan.ParseMembers(text)
	switch flaw {
	case plan.NoName:
		return nil, fmt.Errorf("zetes: a name is missing in a set of fields, at offset %d", bad)
	case plan.LongPath:
		return nil, fmt.Errorf("zetes: a path of a set of fields has more than %d names, at offset %d", plan.MostSteps, bad)
	}
	return &FieldSet{set}, nil
}
