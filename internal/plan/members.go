package plan

import (
	"hash/maphash"
	"strings"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Members that a call chooses. What is chosen is told by names alone, and so by the text: of {"a":[{"b":1,"c":2}]} the
// set a.b leaves {"a":[{"b":1}]}, whoever has written the parts. Finish says so of all output. The encoder knows the
// set too, and spares the members of structs that Finish would take out again.

// MemberSet are the members that a text names. Clients write such texts, and so a set takes little memory: 20 bytes for
// each name, which has a separator beside it, and the names themselves.
//
// Of a.b,a.c,d there are the nodes a, b, c and d. Those of one object are a tree, which is searched by the bits of a
// hash that nobody can guess: it has few levels, whatever the names are.
type MemberSet struct {
	names []byte // of all nodes, one behind the other
	nodes []node // behind one that stands for none
}

// node is a name among those of one object. The name * has no bytes.
type node struct {
	start, end uint32    // of its name in names
	next       [2]uint32 // nodes of the same object, by the next bit of their hash, or 0
	in         Branch    // what is chosen of the member
}

// Branch is what a set chooses of a value: the number of the first node of its members, or Whole.
type Branch uint32

// A whole value is chosen, or what the text of a set says.
const (
	Whole   Branch = 0
	AsNamed Branch = 1
)

var hashes = maphash.MakeSeed()

// find returns where the number of the node of that name stands, of those that begin with the one whose number stands
// at first. Without such a node the place holds 0.
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

// step makes sure that there is a node of the name that begins at start, with those that begin at first, unless what
// first is of is whole, which nil says. It returns where the nodes of the member begin, or nil if that is whole, as
// the last name of a path makes it.
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
		*at = uint32(len(s.nodes)) // before nodes grow, which never move
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

// Of returns what is chosen of the member of that name, where in is what is chosen of the object. It returns false if
// the member is left out.
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

// Bounds of the texts that sets are made of: a place in a text fits into 32 bits, and values nest no deeper.
const (
	MostSetText = 64 << 10
	MostSteps   = wire.MaxDepth
)

// SetFlaw is what is wrong with the text of a set.
type SetFlaw uint8

// The flaws.
const (
	SoundSet SetFlaw = iota
	NoName           // a name is empty, or nothing is behind a backslash
	LongPath         // a path has more than MostSteps names
)

// ParseMembers returns the set that text stands for, of MostSetText bytes at most: paths with commas between them,
// whose names have dots between them, as in id,user.name. A name * stands for all that are not named beside it, and a
// backslash takes the meaning from the character behind it. A flaw is at text[bad:].
func ParseMembers(text string) (set *MemberSet, flaw SetFlaw, bad int) {
	// Each name but the last has a separator behind it, and a byte at least.
	most := min(strings.Count(text, ".")+strings.Count(text, ","), len(text)/2) + 1
	s := &MemberSet{make([]byte, 0, len(text)), make([]node, 1, 1+most)}
	var (
		root  uint32  // of the first node, when there is one
		first = &root // of the nodes of the object that the path has led to, or nil if that is whole
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
