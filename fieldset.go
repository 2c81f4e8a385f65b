package zetes

import (
	"fmt"

	"github.com/zetes-json/zetes/internal/plan"
)

// FieldSet is a set of members of JSON objects, made by [ParseFields], that are to be written. It never changes and is
// safe for concurrent use. The zero FieldSet contains all members.
type FieldSet struct{ set *plan.MemberSet }

// ParseFields parses a list of members for [PerCall].Fields: paths with commas between them, such as
// id,user.name,items.price. A path leads from member to member by their JSON names, and through arrays to all of their
// elements. The value at its end is written with everything in it. All other members are left out, of structs, maps and
// any other objects in the output. Values that are not objects are written unchanged.
//
// The name * stands for all members that are not named beside it: *.id,user.name selects the name of user, and the id
// of all other members. A backslash removes the special meaning of a following comma, dot, star or backslash.
//
// Members of structs that are left out are not read: their methods and codecs are not called, and they can't cause
// errors. Maps, and the output of methods and codecs, are first written completely.
//
// Names that no object has select nothing, and are not an error. Errors are: an empty name, a backslash at the end, a
// text of more than 64 KB, and a path of more than 10,000 names, since JSON that can be read is not nested deeper. A
// set takes at most 16 bytes of memory for each byte of its text.
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
