package index

import (
	"errors"

	"github.com/zetes-json/zetes/internal/wire"
)

// This file removes members from finished output: those that a set of members (Members) does not choose. The other
// parts of the text are copied to its start: for {"a":[{"b":1,"c":2}],"d":3} the set a.b leaves {"a":[{"b":1}]}.

// errNotChosen is the error if the output is not JSON. That is possible because the output of methods may be
// unchecked.
var errNotChosen = errors.New("json: members are chosen of what is not JSON")

// Finish returns a function for the field Finish of plan.Meaning. The function keeps only the members of s in
// b[start:], and clears the memory after them. Then it calls next with the result, unless next is nil. If b[start:] is
// not JSON, it clears b[start:] and returns b[:start] and an error.
func (s *Members) Finish(next func(b []byte, start int) ([]byte, error)) func(b []byte, start int) ([]byte, error) {
	return func(b []byte, start int) ([]byte, error) {
		c := choosing{set: s, text: b[start:], out: b[:start]}
		if !c.value() || wire.Space(c.text) < len(c.text) {
			clear(b[start:])
			return b[:start], errNotChosen
		}
		// Clear the memory after the result, so that the caller cannot read the omitted members there.
		clear(b[len(c.out):])
		if next != nil {
			return next(c.out, start)
		}
		return c.out, nil
	}
}

// choosing copies a text to its own start, without the omitted members. The output never gets longer than the text
// that is already read.
type choosing struct {
	set  *Members
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

// take copies the next n bytes to the output.
func (c *choosing) take(n int) {
	c.out = append(c.out, c.text[:n]...)
	c.text = c.text[n:]
}

// length returns the length of the next value, or -1 if the text is not JSON.
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

// value copies the next value without the members that c.set does not choose. It returns false if the text is not JSON.
// For {"a":[{"b":1,"c":2}]} and the set a.b it copies everything up to the 1, skips ,"c":2 and copies the brackets. The
// comma before a member is written together with the member's name.
func (c *choosing) value() bool {
	var at wire.Structure
	chosen := asNamed              // which parts of the next value are chosen: a number for Members.Of
	around := make([]uint32, 0, 8) // which parts of each open container are chosen
	for {
		first, part := c.space(), wire.Scalar
		if chosen == complete && at.WantsValue() {
			at.Passed()
		} else {
			part = at.Next(first)
		}
		switch part {
		case wire.Open:
			around = append(around, chosen)
			c.take(1)
		case wire.Close:
			around = around[:len(around)-1]
			c.take(1)
		case wire.Scalar: // a scalar, or a whole array or object that is copied as one
			n := c.length()
			if n < 0 {
				return false
			}
			c.take(n)
		case wire.Separator:
			if at.WantsName() {
				c.text = c.text[1:]
			} else {
				c.take(1)
			}
		case wire.Name:
			n, st := wire.String(c.text, 0)
			if st != wire.Done {
				return false
			}
			in, ok := c.set.Of(chosen, wire.Unquote(c.text[:n]))
			if ok {
				if c.out[len(c.out)-1] != '{' {
					c.out = append(c.out, ',')
				}
				c.take(n)
				chosen = in
				continue
			}
			c.text = c.text[n:]
			if at.Next(c.space()) != wire.Separator {
				return false
			}
			c.text = c.text[1:]
			if n = c.length(); n < 0 {
				return false
			}
			c.text = c.text[n:]
			at.Passed()
		default:
			return false
		}
		switch {
		case !at.Past():
		case at.Depth() == 0:
			return true
		default:
			chosen = around[len(around)-1]
		}
	}
}
