package plan

import (
	"hash/maphash"
	"strings"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Members that a call chooses. Only names decide, so the text shows what is chosen: for {"a":[{"b":1,"c":2}]} the set
// a.b leaves {"a":[{"b":1}]}, whatever has written the parts. Finish applies the set to all output. The encoder knows
// the set too, and does not write members of structs that Finish would remove.

// MemberSet is the set of members that a text names. Clients send such texts, so a set takes little memory: 20 bytes
// for each name, and the names themselves.
//
// For a.b,a.c,d there are the nodes a, b, c and d. The nodes of one object are a tree, which is searched by the bits of
// a hash that clients can't predict: it has few levels, whatever the names are.
type MemberSet struct {
	names []byte // of all nodes, one after the other
	nodes []node // the first one stands for no node
}

// node is the name of a member of one object. The name * has no bytes.
type node struct {
	start, end uint32    // of its name in names
	next       [2]uint32 // nodes of the same object, by the next bit of their hash, or 0
	in         Branch    // the choice within the member
}

// Branch is the choice within a value: the number of the first node of its members, or Whole.
type Branch uint32

// A value is chosen completely, or as the set's text says.
const (
	Whole   Branch = 0
	AsNamed Branch = 1
)

var hashes = maphash.MakeSeed()

// find returns the place of the number of the node with that name in the tree whose first number is at first. If there
// is no such node, the place holds 0.
func (s *MemberSet) find(first *uint32, name string) *uint32 {
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

// step finds or adds the node with the name that begins at start, in the tree whose first number is at first. A nil
// first means that the object is chosen completely. It returns the place of the tree of the member, or nil if the
// member is chosen completely, as by the last name of a path.
func (s *MemberSet) step(first *uint32, start int, star, last bool) *uint32 {
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
		*at = uint32(len(s.nodes)) // before nodes grows, which never moves
		s.names = append(s.names, name...)
		s.nodes = append(s.nodes, node{start: uint32(start), end: uint32(len(s.names))})
		n = &s.nodes[*at]
	case n.in == Whole:
		return nil
	}
	if last {
		n.in = Whole
		return nil
	}
	return (*uint32)(&n.in)
}

// Of returns the choice within the member with that name; in is the choice within the object. It returns false if the
// member is left out.
func (s *MemberSet) Of(in Branch, name string) (Branch, bool) {
	if in == Whole {
		return Whole, true
	}
	first := uint32(in)
	at := *s.find(&first, name)
	if at == 0 {
		at = *s.find(&first, "")
	}
	return s.nodes[at].in, at != 0
}

// Limits of the texts for sets: a position in a text fits into 32 bits, and values are not nested deeper.
const (
	MostSetText = 64 << 10
	MostSteps   = wire.MaxDepth
)

// SetFlaw says what is wrong with the text of a set.
type SetFlaw uint8

// The flaws.
const (
	SoundSet SetFlaw = iota
	NoName           // a name is empty, or a backslash is the last character
	LongPath         // a path has more than MostSteps names
)

// ParseMembers parses the text of a set, of at most MostSetText bytes: paths joined by commas, whose names are joined
// by dots, such as id,user.name. A name * stands for all members that are not named beside it, and a backslash removes
// the special meaning of the next character. A flaw is at text[bad:].
func ParseMembers(text string) (set *MemberSet, flaw SetFlaw, bad int) {
	// Each name but the last is followed by a separator, and has at least one byte.
	most := min(strings.Count(text, ".")+strings.Count(text, ","), len(text)/2) + 1
	s := &MemberSet{make([]byte, 0, len(text)), make([]node, 1, 1+most)}
	var (
		root  uint32  // number of the first node, when there is one
		first = &root // the tree of the object that the path has led to, or nil if that is chosen completely
		steps = 0
		start = 0 // of the name in s.names
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
