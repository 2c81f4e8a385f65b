package decode

import (
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// A struct may have a field that takes a string of any length: an io.Writer that a codec reads. From a source such a
// struct is read member by member, so that the codec can read the string while it comes. Each other member is complete
// in memory when it is decoded:
//
//	{"name":"a.txt","content":"aGVsbG8gd29y   "name" is decoded by the Program of its field; the codec of "content"
//	                                           reads on from here

// Slots are the fields of a struct that is read member by member, or one value that a codec reads while it comes.
type Slots struct {
	Codec *plan.Codec // reads the one value; nil for a struct
	t     *node
	dst   mem.Ptr
}

// Slots returns the fields of the struct that v points to. ok is false if the struct has no field that takes a string
// of any length and is none itself, if embedded pointers lead to fields, or if the configuration has rules or limits
// for the whole struct.
func (c *Call) Slots(v any) (m Slots, ok bool) {
	t, dst := c.target(v)
	g := c.Config
	if t == nil || g.ValidateFirst || g.Limits.Bytes > 0 || g.Limits.Memory > 0 {
		return m, false
	}
	if t.callsMethods(); !t.lends() || !t.inPieces() {
		return m, false
	}
	if m = (Slots{t: t, dst: dst}); t.custom != nil {
		m.Codec = t.custom.codec
	}
	return m, true
}

// inPieces reports whether a t is read while it comes, or is a struct that is read member by member.
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

// Find returns the field for the name of a member: a pointer to it, its Program, and its codec if that reads the value
// while it comes. Without such a field p is nil, and refused says whether that is an error.
func (m Slots) Find(c *plan.Dialect, name string) (v any, p *Program, cd *plan.Codec, refused bool) {
	f := m.t.fields.find(name)
	if f == nil {
		return nil, nil, nil, c.Options.Has(option.DisallowUnknownFields)
	}
	if p = f.node; p.custom != nil && p.inPieces() {
		cd = p.custom.codec
	}
	return mem.Interface(mem.PointerWordOf(p.Type), f.in(m.dst)), p, cd, false
}
