package plan

import (
	"errors"

	"github.com/zetes-json/zetes/internal/wire"
)

// Members that a call chooses. What is chosen is told by names alone, and so by the text: of {"a":[{"b":1,"c":2}]} the
// set a.b leaves {"a":[{"b":1}]}, whoever has written the parts. Finish says so of all output. The encoder knows the
// set too, and spares the members of structs that Finish would take out again.

// MemberSet are members of an object, each with those that are chosen of what is in it.
type MemberSet struct {
	whole bool                  // all members
	named map[string]*MemberSet // by the text of their names
	other *MemberSet            // of members that have no set by name, or nil: they are left out
}

// add chooses the member that a path leads to, with all that is in it.
func (s *MemberSet) add(path []pathName) {
	for _, step := range path {
		if s.whole {
			return
		}
		next := s.other
		if !step.other {
			next = s.named[step.name]
		}
		switch {
		case next != nil:
		case step.other:
			next = new(MemberSet)
			s.other = next
		default:
			next = new(MemberSet)
			if s.named == nil {
				s.named = map[string]*MemberSet{}
			}
			s.named[step.name] = next
		}
		s = next
	}
	*s = MemberSet{whole: true}
}

// pathName is a name of a path, or stands for all members that have none of their own in the set.
type pathName struct {
	name  string
	other bool
}

// Of returns what is chosen of the member of that name, or nil if it is left out.
func (s *MemberSet) Of(name string) *MemberSet {
	if s.whole {
		return s
	}
	if in := s.named[name]; in != nil {
		return in
	}
	return s.other
}

// Whole reports whether nothing is left out.
func (s *MemberSet) Whole() bool { return s.whole }

// errNotChosen is for output that was written unchecked.
var errNotChosen = errors.New("json: members are chosen of what is not JSON")

// finish returns the function Finish of a Meaning that leaves the members of s, and then does what the other one does,
// unless that is nil.
func (s *MemberSet) finish(then func(b []byte, start int) ([]byte, error)) func(b []byte, start int) ([]byte, error) {
	return func(b []byte, start int) ([]byte, error) {
		c := choosing{text: b[start:], out: b[:start]}
		if !c.value(s) || wire.Space(c.text) < len(c.text) {
			clear(b[start:])
			return b[:start], errNotChosen
		}
		// Nobody finds behind the result what was left out.
		clear(b[len(c.out):])
		if then != nil {
			return then(c.out, start)
		}
		return c.out, nil
	}
}

// choosing copies a text without the members that are left out to where the text itself began: what is copied never
// comes to lie behind what was read.
type choosing struct {
	text []byte // what is left to read
	out  []byte
}

// space reads white space and returns the byte behind it, 0 at the end.
func (c *choosing) space() byte {
	c.text = c.text[wire.Space(c.text):]
	if len(c.text) == 0 {
		return 0
	}
	return c.text[0]
}

// take copies the next n bytes.
func (c *choosing) take(n int) {
	c.out = append(c.out, c.text[:n]...)
	c.text = c.text[n:]
}

// length returns the length of the next value, or -1.
func (c *choosing) length() int {
	if first := c.space(); first == '{' || first == '[' {
		return wire.PassUnchecked(c.text, 1, 1)
	}
	n, st := wire.ScalarLen(c.text)
	if st == wire.Bad || n == 0 {
		return -1
	}
	return n
}

// value copies the next value with the members of s. It returns false where the text is no JSON.
func (c *choosing) value(s *MemberSet) bool {
	switch first := c.space(); {
	case !s.whole && first == '{':
		return c.object(s)
	case !s.whole && first == '[':
		return c.array(s)
	}
	n := c.length()
	if n < 0 {
		return false
	}
	c.take(n)
	return true
}

// array copies an array, whose elements are chosen from as it is.
func (c *choosing) array(s *MemberSet) bool {
	c.take(1)
	if c.space() == ']' {
		c.take(1)
		return true
	}
	for c.value(s) {
		switch c.space() {
		case ',':
			c.take(1)
		case ']':
			c.take(1)
			return true
		default:
			return false
		}
	}
	return false
}

// object copies an object with the members of s.
func (c *choosing) object(s *MemberSet) bool {
	c.take(1)
	open := len(c.out)
	if c.space() == '}' {
		c.take(1)
		return true
	}
	for c.space() == '"' {
		name, st := wire.String(c.text, 0)
		if st != wire.Done {
			return false
		}
		in := s.Of(wire.Unquote(c.text[:name]))
		if in == nil {
			c.text = c.text[name:]
		} else {
			if len(c.out) > open {
				c.out = append(c.out, ',')
			}
			c.take(name)
		}
		if c.space() != ':' {
			return false
		}
		if in == nil {
			c.text = c.text[1:]
			n := c.length()
			if n < 0 {
				return false
			}
			c.text = c.text[n:]
		} else {
			c.take(1)
			if !c.value(in) {
				return false
			}
		}
		switch c.space() {
		case ',':
			c.text = c.text[1:]
		case '}':
			c.take(1)
			return true
		default:
			return false
		}
	}
	return false
}

// ParseMembers returns the set that text stands for: paths with commas between them, whose names have dots between
// them, as in id,user.name. A name * stands for all that are not named beside it, and a backslash takes the meaning
// from the character behind it. Where a name is empty, or nothing is behind a backslash, that is at text[bad:], else
// bad is negative.
func ParseMembers(text string) (set *MemberSet, bad int) {
	set = new(MemberSet)
	var path []pathName
	var name []byte
	escaped := false
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == '.' || text[i] == ',':
			if len(name) == 0 {
				return nil, i
			}
			path = append(path, pathName{string(name), string(name) == "*" && !escaped})
			name, escaped = name[:0], false
			if i == len(text) || text[i] == ',' {
				set.add(path)
				path = path[:0]
			}
		case text[i] == '\\':
			if i++; i == len(text) {
				return nil, i
			}
			name, escaped = append(name, text[i]), true
		default:
			name = append(name, text[i])
		}
	}
	return set, -1
}
