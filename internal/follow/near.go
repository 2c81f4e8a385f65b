package follow

import (
	"bytes"
	"strings"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file follows a path of names and indexes byte by byte, through the start of a JSON text. A Walk uses bitmaps of
// the text instead. It is faster for a text of more than some hundred bytes. But making its first bitmaps takes as long
// as passing over some hundred bytes, so that without them the first member of an object of 90 bytes is found in half
// the time. If the caller wants checks, each value that is passed over is checked as it is passed. So a Walk can go on
// from the place that was reached, and need not look at the text before it.

// A text of up to shortText bytes is followed byte by byte to its end, and a longer one up to position nearBytes.
const (
	shortText = 160
	nearBytes = 64
)

// short is the number of bytes in which Pass first looks for the end of an array or object. No bitmaps are made for so
// few bytes, since making bitmaps would take longer.
const short = 63

// manyElements is the largest index for which the elements of a long array are passed one by one.
const manyElements = 16

// Progress says how far a path has been followed: its first Steps steps lead to the value at Start. If Child is not 0,
// the value is an array or object. The next step leads to no element or member before Child, and Index is the index of
// the element at Child.
type Progress struct{ Steps, Start, Child, Index int }

// Find follows steps in text. It returns the position after the value at their end, or Done or Bad if there is no such
// value. With Done, the value at at.Start lacks the next step; if it is an array, at.Index is the number of its
// elements. room is the number of arrays and objects that may be nested. If whole is true, text is checked to its end.
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
			end = Pass(text, at.Start, at.Steps, checks)
		}
		if end > 0 || end == Done {
			return at, end
		}
	}
	return at.Onward(text, steps, room, checks, whole)
}

// Onward continues what Find does from at on, by a Walk.
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
// bytes of the text. That is wrong for a name with U+FFFD, whose first byte is EF: it also equals a name in the text
// that has bytes that are not UTF-8.
func Plain(name string) bool { return strings.IndexByte(name, 0xEF) < 0 }

// Down moves from an array or object to the value in it that s leads to, and returns 0. It returns Done if there is no
// such value, and Bad if the text has an error, or if a Walk must go on, such as at position most or at a name with
// escapes. If matches is not nil, the name of s is a pattern, and matches decides whether a name has its form.
func (at *Progress) Down(b []byte, s *Step, matches func(name, pattern string) bool, most int, checks bool) (end int) {
	i := at.Start
	if i >= len(b) || b[i] != '{' && b[i] != '[' {
		return Bad
	}
	object, closing := b[i] == '{', b[i]+2 // in ASCII a closing bracket is its opening bracket plus 2
	if object && !s.IsName || !object && (!s.IsIndex || s.Index > manyElements && len(b) > most) {
		return Bad
	}
	for n := 0; ; n++ {
		if i = Token(b, i+1); i >= len(b) {
			return Bad
		}
		if b[i] == closing && n == 0 {
			return Done
		}
		if at.Child, at.Index = i, n; i >= most {
			return Bad
		}
		found := !object && n == s.Index
		if object {
			if b[i] != '"' {
				return Bad
			}
			from := i + 1
			if i = wire.Special(b, from); i >= len(b) || b[i] != '"' {
				return Bad
			}
			if matches != nil {
				found = matches(mem.Frozen(b[from:i]), s.Name)
			} else {
				found = i-from == len(s.Name) && string(b[from:i]) == s.Name
			}
			if i = Token(b, i+1); i >= len(b) || b[i] != ':' {
				return Bad
			}
			i = Token(b, i+1)
		}
		if found {
			*at = Progress{Steps: at.Steps + 1, Start: i}
			return 0
		}
		if i = Pass(b, i, at.Steps+1, checks); i < 0 {
			return Bad
		}
		if i = Token(b, i); i >= len(b) || b[i] != ',' {
			if i < len(b) && b[i] == closing {
				at.Index = n + 1
				return Done
			}
			return Bad
		}
	}
}

// Token returns the position of the first byte at i or later that is not white space.
func Token(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && wire.IsSpace(b[i]) {
		i++
	}
	return i
}

// Pass returns the position after the value at i. outer is the number of arrays and objects around the value. The
// result is negative if the value is wrong, or may go on after b. If checks is false, arrays and objects are not
// checked.
func Pass(b []byte, i, outer int, checks bool) (end int) {
	if i >= len(b) {
		return Bad
	}
	switch c := b[i]; c {
	case '"':
		if end := wire.Special(b, i+1); end < len(b) && b[end] == '"' {
			return end + 1
		}
	case '{', '[':
		if !checks {
			return wire.PassUnchecked(b, i+1, 1)
		}
		var s wire.Scanner
		s.ResetWithin(outer)
		n, st := 0, wire.More
		if start := b[i:min(i+short, len(b))]; bytes.IndexByte(start, c+2) > 0 {
			n, st = s.Scan(start)
		}
		if i += n; st == wire.More {
			n, st = s.Scan(b[i:])
			i += n
		}
		if st != wire.Done {
			return Bad
		}
		return i
	}
	n, st := wire.ScalarLen(b[i:])
	if st != wire.Done {
		return Bad
	}
	return i + n
}

// Sound reports whether b is a JSON value or the start of one. outer is the number of arrays and objects around that
// value.
func Sound(b []byte, outer int) bool {
	var s wire.Scanner
	s.ResetWithin(outer)
	n, st := s.Scan(b)
	return st != wire.Bad && n == len(b)
}
