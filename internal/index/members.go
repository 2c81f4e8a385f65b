package index

import (
	"hash/maphash"
	"strings"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Clients of a server may choose the members of a result, by the names of the members. So the choice can be applied to
// the text of the output: for {"a":[{"b":1,"c":2}]} the set a.b leaves {"a":[{"b":1}]}. Members.Finish removes the
// other members from all output. The encoder also reads the set, so as not to write members of structs that Finish
// would remove.

// Members is the set of members that a text names. Clients send such texts, so a set takes little memory: 20 bytes
// for each name, and the names themselves.
//
// For a.b,a.c,d there are the nodes a, b, c and d. The nodes of one object are a tree, which is searched by the bits of
// a hash that clients can't predict, so that it has few levels for any names.
type Members struct {
	names []byte       // the names of all nodes, one after the other
	nodes []memberName // nodes[0] is not used
}

// memberName is a node of the set: one name, for members of one object. For the name * the stored name is empty.
type memberName struct {
	start, end uint32    // its name is names[start:end]
	next       [2]uint32 // two subtrees of the same object's nodes, by the next bit of the hash, or 0
	in         uint32    // chosen parts of the member's value: the number of the first node for its members, or complete
}

// A number says which parts of a value are chosen. (plan.MemberSet calls it a branch.) complete means all parts. Any
// other number is the index of the first node for the members of the value. asNamed is the number for the whole output.
const complete, asNamed uint32 = 0, 1

var hashes = maphash.MakeSeed()

// find searches for a name in the tree whose first node is nodes[*first]. It returns a pointer to the index of the
// name's node. If there is no such node, it returns a pointer to the 0 in whose place the index of a new node must be
// stored.
func (s *Members) find(first *uint32, name string) *uint32 {
	at := first
	for hash := maphash.String(hashes, name); *at != 0; hash >>= 1 {
		n := &s.nodes[*at]
		if string(s.names[n.start:n.end]) == name {
			break
		}
		at = &n.next[hash&1]
	}
	return at
}

// step finds or adds the node for one name of a path. The name is s.names[start:]; star says that it is the special
// name *, and last that it is the last name of the path. *first is the index of the first node of the tree to search.
// If first is nil, all members of the object are chosen already. step returns the argument first for the next name of
// the path, or nil if all parts of the member's value are chosen. The last name of a path chooses all parts.
func (s *Members) step(first *uint32, start int, star, last bool) *uint32 {
	name := s.names[start:]
	s.names = s.names[:start]
	if first == nil {
		return nil
	}
	if star {
		name = nil
	}
	at := s.find(first, mem.Frozen(name))
	n := &s.nodes[*at]
	switch {
	case *at == 0:
		*at = uint32(len(s.nodes)) // nodes has the capacity for all nodes, so pointers into it stay valid
		s.names = append(s.names, name...)
		s.nodes = append(s.nodes, memberName{start: uint32(start), end: uint32(len(s.names))})
		n = &s.nodes[*at]
	case n.in == complete:
		return nil
	}
	if last {
		n.in = complete
		return nil
	}
	return &n.in
}

// Of returns a number that says which parts of a member's value are chosen. in is that number for the object that has
// the member, and name is the member's name. The bool is false if the member is left out.
func (s *Members) Of(in uint32, name string) (uint32, bool) {
	if in == complete {
		return complete, true
	}
	first := in
	at := *s.find(&first, name)
	if at == 0 {
		at = *s.find(&first, "")
	}
	return s.nodes[at].in, at != 0
}

// MostSetText is the length of the longest text for a set, and MostSteps the largest number of names in a path.
const (
	MostSetText = 64 << 10
	MostSteps   = wire.MaxDepth
)

// SetFlaw says what is wrong with the text for a set. The zero SetFlaw, SoundSet, means that nothing is wrong.
type SetFlaw uint8

// The values of SetFlaw.
const (
	SoundSet SetFlaw = iota
	NoName           // a name is empty, or a backslash is the last character
	LongPath         // a path has more than MostSteps names
)

// ParseMembers parses the text for a set, of at most MostSetText bytes: paths separated by commas, whose names are
// separated by dots, such as id,user.name. The name * chooses the members of an object that the text does not name, and
// a backslash removes the special meaning of the next character. If the text is wrong, set is nil, flaw says why, and
// bad is the position in text at which the parser noticed it. Otherwise flaw is SoundSet and bad is -1.
func ParseMembers(text string) (set *Members, flaw SetFlaw, bad int) {
	// most is an upper bound of the number of names: each name has at least one byte and, except for the last one, a
	// separator after it.
	most := min(strings.Count(text, ".")+strings.Count(text, ","), len(text)/2) + 1
	s := &Members{make([]byte, 0, len(text)), make([]memberName, 1, 1+most)}
	var (
		root  uint32  // the number of the first node of the outermost object, or 0
		first = &root // the argument first of the next call of step
		steps = 0
		start = 0 // the start of the name in s.names
		star  = false
	)
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == '.' || text[i] == ',':
			if len(s.names) == start {
				return nil, NoName, i
			}
			if steps++; steps > MostSteps {
				return nil, LongPath, i
			}
			last := i == len(text) || text[i] == ','
			first = s.step(first, start, star, last)
			if start, star = len(s.names), false; last {
				first, steps = &root, 0
			}
		case text[i] == '\\':
			if i++; i == len(text) {
				return nil, NoName, i
			}
			s.names, star = append(s.names, text[i]), false
		default:
			star = text[i] == '*' && len(s.names) == start
			s.names = append(s.names, text[i])
		}
	}
	return s, SoundSet, -1
}
