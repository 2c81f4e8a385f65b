package opt

import (
	"encoding/json"
	"errors"
	"iter"
	"slices"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/wire"
)

// ErrInvalid is returned for a raw value that is not JSON.
var ErrInvalid = errors.New("opt: raw value is not valid JSON")

// Unknown holds members of a JSON object that have no field of their own, in their order. Names may repeat, as they may
// in JSON. The zero Unknown is empty.
//
// A struct embeds it:
//
//	type Event struct {
//		ID string `json:"id"`
//		opt.Unknown
//	}
//
// A struct that embeds Event, by value or by pointer, has Event's Unknown too. If a struct has several, the outermost
// is filled, and of several at the same depth the first.
//
// Only the functions of a zetes.API whose Config has KeepUnknown fill and write it. The functions of package json, of
// package zetes itself and of encoding/json drop such members silently, as in any struct. API.Check of package zetes
// reports an Unknown that keeps nothing.
//
// To have such members decoded, use a map with the tag option "embed" instead.
//
// Encoders that do not know Unknown see a struct without exported fields and write nothing for it. For the same reason
// it has no methods that would take over the outer struct's encoding or its test for zero.
//
// A copy of an Unknown shares its members, as a copied slice does.
type Unknown struct {
	members []member
}

// member is a name with its value: valid JSON, unchanged.
type member struct {
	name  string
	value json.RawMessage
}

// Len returns the number of members.
func (u *Unknown) Len() int { return len(u.members) }

// Get returns the value of the last member with that name, which is the member that encoding/json would choose. It
// returns nil and false if there is none. The value shares memory with u: do not write to it. It stays valid when u
// changes.
func (u *Unknown) Get(name string) (json.RawMessage, bool) {
	for i := len(u.members) - 1; i >= 0; i-- {
		if m := &u.members[i]; m.name == name {
			return slices.Clip(m.value), true
		}
	}
	return nil, false
}

// Set makes value the only member with that name, at the place of the first such member, or at the end. It copies
// value. If value is not valid JSON, Set changes nothing and returns ErrInvalid.
//
// Set does not know the struct's fields. If name is the name of a field, the output has two members with this name.
func (u *Unknown) Set(name string, value json.RawMessage) error {
	if !wire.Valid(value) {
		return ErrInvalid
	}
	value = slices.Clone(value)
	i := slices.IndexFunc(u.members, func(m member) bool { return m.name == name })
	if i < 0 {
		u.members = append(u.members, member{name, value})
		return nil
	}
	u.members[i].value = value
	rest := slices.DeleteFunc(u.members[i+1:], func(m member) bool { return m.name == name })
	u.members = u.members[:i+1+len(rest)]
	return nil
}

// Delete removes all members with that name and reports whether there were any.
func (u *Unknown) Delete(name string) bool {
	n := len(u.members)
	u.members = slices.DeleteFunc(u.members, func(m member) bool { return m.name == name })
	return len(u.members) < n
}

// All iterates over the members in order. The values share memory with u: do not write to them.
func (u *Unknown) All() iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		for _, m := range u.members {
			if !yield(m.name, slices.Clip(m.value)) {
				return
			}
		}
	}
}

// AddNoCheck appends a member, even if there is already a member with that name. It copies value, which must be valid
// JSON. Decoders call it, since it takes constant time for each member, however many members there are.
func (u *Unknown) AddNoCheck(name string, value []byte) {
	u.members = append(u.members, member{name, slices.Clone(value)})
}

// AppendMembers appends the members in compact JSON, separated by commas and without braces; with escapeHTML,
// <, > and & in names and values become \u escapes, as they do in encoding/json's default output.
func (u *Unknown) AppendMembers(dst []byte, escapeHTML bool) []byte {
	set := kernel.EscapeMinimal
	if escapeHTML {
		set = kernel.EscapeHTML
	}
	for i := range u.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		m := &u.members[i]
		dst = append(kernel.AppendString(dst, m.name, set), ':')
		dst, _ = wire.AppendCompact(dst, m.value, escapeHTML)
	}
	return dst
}
