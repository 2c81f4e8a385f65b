package gjson

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file follows a path byte by byte, through the start of a text. Bitmaps are faster after some hundred bytes, and
// take as long as this to begin.

// near is the part of an array or object that early looks at, without the long values in it.
const near = 1024

// plainName reports whether a name stands in JSON as it is, so that early can look for it.
func plainName(name string) bool {
	return !strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c == utf8.RuneError })
}

// Results of early that are no positions.
const (
	unknown = -1
	none    = -2 // the value at the top does not have the first step
)

// early returns the place of the value at the end of steps, if it lies near the starts of the arrays and objects around
// it. Without it start is negative. It checks what it passes over if checks is set.
func early(json string, steps []step, checks bool) (start, end int) {
	if len(steps) == 0 {
		return unknown, 0
	}
	b := mem.View(json)
	start = token(b, 0)
	for n := range steps {
		if start = child(b, start, &steps[n], checks); start < 0 {
			if n > 0 {
				start = unknown
			}
			return start, 0
		}
	}
	end, sure := pass(b, start, checks)
	if end < 0 || !sure && !sound(json[start:end]) {
		start = unknown
	}
	return start, end
}

// child returns the start of the value that s leads to in the value at i, or a negative result of early.
func child(b []byte, i int, s *step, checks bool) int {
	if s.query != nil {
		return chosen(b, i, s.query, checks)
	}
	if i >= len(b) || b[i] != '{' && b[i] != '[' || b[i] == '[' && (!s.IsIndex || s.Index > near/short && len(b)-i > near) {
		return unknown
	}
	object, sure := b[i] == '{', true
	name := s.Name
	top, limit := i, i+near
	for n := 0; i < limit; n++ {
		i = token(b, i+1)
		found := !object && n == s.Index
		if object {
			if i >= len(b) || b[i] != '"' {
				return unknown
			}
			// Most names are seen to be the one or another by a comparison.
			i++
			if end := i + len(name); end < len(b) && b[end] == '"' && string(b[i:end]) == name && !s.wild {
				found, i = true, end
			} else {
				from := i
				if i = wire.Special(b, i); i >= len(b) || b[i] != '"' {
					return unknown
				}
				found = s.wild && matches(mem.Frozen(b[from:i]), name)
			}
			if i = token(b, i+1); i >= len(b) || b[i] != ':' {
				return unknown
			}
			i = token(b, i+1)
		}
		if found {
			if !sure && !sound(mem.Frozen(b[top:i])) {
				return unknown
			}
			return i
		}
		start, checked := i, true
		if i, checked = pass(b, i, checks); i < 0 {
			return unknown
		}
		sure = sure && checked
		if i-start > 4*short {
			limit += i - start
		}
		if i = token(b, i); i >= len(b) || b[i] != ',' {
			if i < len(b) && b[i] == '}' && object {
				return none
			}
			return unknown
		}
	}
	return unknown
}

// chosen returns the start of the first element that q selects in the array at i, or unknown.
func chosen(b []byte, i int, q *query, checks bool) int {
	if len(b)-i > near || i >= len(b) || b[i] != '[' {
		return unknown
	}
	top, sure, checked := i, true, true
	for now := q.prepared(mostMade(len(b))); ; {
		start := token(b, i+1)
		if i, checked = pass(b, start, checks); i < 0 {
			return unknown
		}
		if now.selects(mem.Frozen(b[start:i])) {
			if !sure && !sound(mem.Frozen(b[top:start])) {
				return unknown
			}
			return start
		}
		sure = sure && checked
		if i = token(b, i); i >= len(b) || b[i] != ',' {
			return unknown
		}
	}
}

// token returns the position of the first byte at i or later that is not white space.
func token(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && wire.IsSpace(b[i]) {
		i++
	}
	return i
}

// short is the length of values that are checked without bitmaps, which take longer to begin with.
const short = 63

// pass returns the position after the value at i, or -1 if that is not known. With checks sure is false if the value has
// to be checked.
func pass(b []byte, i int, checks bool) (end int, sure bool) {
	if i >= len(b) {
		return -1, false
	}
	switch c := b[i]; c {
	case '"':
		if end := wire.Special(b, i+1); end < len(b) && b[end] == '"' {
			return end + 1, true
		}
	case '{', '[':
		if start := b[i:min(i+short, len(b))]; checks && bytes.IndexByte(start, c+2) > 0 {
			var s wire.Scanner
			if n, st := s.Scan(start); st == wire.Done {
				return i + n, true
			}
		}
		return wire.PassUnchecked(b, i+1, 1), !checks
	}
	n, st := wire.ScalarLen(b[i:])
	if st != wire.Done {
		return -1, false
	}
	return i + n, true
}
