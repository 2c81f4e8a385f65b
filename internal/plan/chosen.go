package plan

import (
	"errors"

	"github.com/zetes-json/zetes/internal/wire"
)

// Output reduced to the members that a set chooses. The members are copied to the start of the text, value by value:
// for {"a":[{"b":1,"c":2}],"d":3} the set a.b leaves {"a":[{"b":1}]}.

// errNotChosen is the error for output that was written unchecked and is not JSON.
var errNotChosen = errors.New("json: members are chosen of what is not JSON")

// finish returns a function Finish of a Meaning that keeps only the members of s, and then calls then, unless that is
// nil.
func (s *MemberSet) finish(then func(b []byte, start int) ([]byte, error)) func(b []byte, start int) ([]byte, error) {
	return func(b []byte, start int) ([]byte, error) {
		c := choosing{set: s, text: b[start:], out: b[:start]}
		if !c.value(AsNamed) || wire.Space(c.text) < len(c.text) {
			clear(b[start:])
			return b[:start], errNotChosen
		}
		// Clear the rest, so that the omitted members can't be found after the result.
		clear(b[len(c.out):])
		if then != nil {
			return then(c.out, start)
		}
		return c.out, nil
	}
}

// choosing copies a text without the omitted members to its own start: it never writes beyond what it has read.
type choosing struct {
	set  *MemberSet
	text []byte // the unread text
	out  []byte
}

// space skips white space and returns the byte after it, or 0 at the end.
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

// value copies the chosen parts of the next value. It returns false if the text is not JSON.
func (c *choosing) value(chosen Branch) bool {
	switch first := c.space(); {
	case chosen != Whole && first == '{':
		return c.object(chosen)
	case chosen != Whole && first == '[':
		return c.array(chosen)
	}
	n := c.length()
	if n < 0 {
		return false
	}
	c.take(n)
	return true
}

// array copies an array. The same choice holds for each element.
func (c *choosing) array(chosen Branch) bool {
	c.take(1)
	if c.space() == ']' {
		c.take(1)
		return true
	}
	for c.value(chosen) {
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

// object copies an object with the members that are chosen.
func (c *choosing) object(chosen Branch) bool {
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
		in, ok := c.set.Of(chosen, wire.Unquote(c.text[:name]))
		if !ok {
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
		if !ok {
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
