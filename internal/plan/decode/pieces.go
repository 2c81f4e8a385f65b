package decode

import (
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// A struct may have a field that takes a string of any length: an io.Writer that a codec reads. From a source such a
// struct is read member by member, so that the codec can read the string before all of it is in memory. Each other
// member is complete in memory when it is decoded:
//
//	{"name":"a.txt","content":"aGVsbG8gd29y   "name" is decoded by the Program of its field; the codec of "content"
//	                                           reads on from here

// Pieces says how the value at p is read from a source. program decodes it at address at when it is complete in memory;
// program is nil if p has no memory. cd is the codec of the value if the codec reads the value before all of it is in
// memory. members reports that the value is a struct that is read member by member: a field has such a codec, no
// embedded pointers lead to fields, and the configuration has no rules or limits for the whole struct.
func (p Place) Pieces() (program *Program, at mem.Ptr, cd *plan.Codec, members bool) {
	t := p.t
	if t == nil {
		return nil, nil, nil, false
	}
	g := p.cfg
	if g.ValidateFirst || g.Limits.Bytes > 0 || g.Limits.Memory > 0 {
		return t, p.at, nil, false
	}
	if t.callsMethods(); t.lends() && t.inPieces() {
		if members = t.custom == nil; !members {
			cd = t.custom.codec
		}
	}
	return t, p.at, cd, members
}

// inPieces reports whether a codec reads a t before all of it is in memory, or the t is a struct that is read member by
// member.
func (t *node) inPieces() bool {
	switch {
	case t.custom != nil:
		return t.custom.codec != nil && t.custom.codec.Pieces
	case t.op != opStruct || t.fields.rest != nil:
		return false
	}
	found := false
	for i := range t.fields.list {
		f := &t.fields.list[i]
		if f.hops != nil {
			return false
		}
		found = found || f.node.inPieces()
	}
	return found
}
