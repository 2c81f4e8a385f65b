package follow

import (
	"strings"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file follows a path of names and indexes byte by byte, through the start of a JSON text. A Walk, which uses
// bitmaps of the text, is faster for more than some hundred bytes. But its first bitmaps take as long as passing over
// some hundred bytes: without them the first member of an object of 90 bytes is found in half the time. If the caller
// wants checks, each value is checked as it is passed, so a Walk can go on from the place that was reached.

// A text of up to shortText bytes is followed byte by byte to its end, and a longer one up to position nearBytes.
const (
	shortText = 160
	nearBytes = 64
)

// manyElements is the largest index for which the elements of a long array are passed one by one.
const manyElements = 16

// Progress says how far a path has been followed: its first Steps steps lead to the value at Start. If Child is not 0,
// the value is an array or object. The next step leads to no element or member before Child, and Index is the index of
// the element at Child.
type Progress struct{ Steps, Start, Child, Index int }

// Find follows steps in text. It returns the position after the value at their end, or Done or Bad if there is no such
// value. With Done, at.Start is the position of the value that lacks the next step; if it is an array, at.Index is the
// number of its elements. room is the number of arrays and objects that may be nested. If checks is false, arrays and
// objects are not checked. If whole is true, any text but white space after the found value is Bad: set it only if
// steps is empty or leads to no value.
func Find(text []byte, steps []Step, room int, checks, whole bool) (at Progress, end int) {
	if room == wire.MaxDepth && !whole {
		most := nearBytes
		if len(text) <= shortText {
			most = shortText
		}
		for at.Start = wire.Space(text); at.Steps < len(steps) && Plain(steps[at.Steps].Name); {
			if end = at.Down(text, &steps[at.Steps], nil, most, checks); end < 0 {
				break
			}
		}
		if at.Steps == len(steps) {
			end = scan.ValueEnd(text, at.Start, at.Steps, checks)
		}
		if end > 0 || end == Done {
			return at, end
		}
	}
	return at.Onward(text, steps, room, checks, whole)
}

// Onward continues a Find that has come as far as at says. It uses a [Walk].
func (at Progress) Onward(text []byte, steps []Step, room int, checks, whole bool) (_ Progress, end int) {
	w := begin(text, max(at.Start, at.Child), checks)
	defer w.End()
	if at.Steps == 0 && at.Child == 0 {
		at.Start = w.Token(at.Start)
	}
	if at, end = w.onward(at, steps, room); whole {
		end = w.Last(end)
	}
	return at, end
}

// Plain reports whether a step with that name can be followed byte by byte. Names without escapes are compared with the
// bytes of the text. A name with U+FFFD, whose first byte is EF, can't be compared in this way: bytes that are not
// UTF-8 also stand for U+FFFD in a text. A name that JSON has to escape would never be found.
func Plain(name string) bool {
	return strings.IndexByte(name, 0xEF) < 0 && wire.Special(mem.View(name), 0) == len(name)
}

// Down moves from an array or object to the value in it that s leads to, and returns 0. It returns Done if there is no
// such value. It returns Bad if the text has an error, or if a Walk must go on: at a name with escapes, for example, or
// from the position most on. If matches is not nil, the name of s is a pattern, and matches decides whether a name has
// its form.
func (at *Progress) Down(b []byte, s *Step, matches func(name, pattern string) bool, most int, checks bool) (end int) {
	i := at.Start
	if !fast.Near || uint(i) >= uint(len(b)) || b[i]|0x20 != '{' {
		return Bad
	}
	if b[i] == '{' && s.IsName {
		value, child, st := scan.Member(b, i, s.Name, matches, most, at.Steps+1, checks)
		switch {
		case st != wire.Done:
			if child > 0 {
				at.Child = child
			}
			return Bad
		case value < 0:
			return Done
		}
		*at = Progress{Steps: at.Steps + 1, Start: value}
		return 0
	}
	if b[i] == '{' || !s.IsIndex || s.Index > manyElements && len(b) > most {
		return Bad
	}
	for n := 0; ; n++ {
		if i = scan.SpaceEnd(b, i+1); uint(i) >= uint(len(b)) {
			return Bad
		}
		if b[i] == ']' && n == 0 {
			return Done
		}
		if at.Child, at.Index = i, n; i >= most {
			return Bad
		}
		if n == s.Index {
			*at = Progress{Steps: at.Steps + 1, Start: i}
			return 0
		}
		if i = scan.ValueEnd(b, i, at.Steps+1, checks); i < 0 {
			return Bad
		}
		if i = scan.SpaceEnd(b, i); uint(i) >= uint(len(b)) {
			return Bad
		}
		if b[i] != ',' {
			if b[i] == ']' {
				at.Index = n + 1
				return Done
			}
			return Bad
		}
	}
}

// Sound reports whether b is a JSON value or the start of one. outer is the number of arrays and objects around that
// value.
func Sound(b []byte, outer int) bool {
	var s wire.Scanner
	s.ResetWithin(outer)
	n, st := s.Scan(b)
	return st != wire.Bad && n == len(b)
}
