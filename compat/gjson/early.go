package gjson

import (
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file follows names and indexes byte by byte, through the start of a text. Bitmaps are faster after some hundred
// bytes, and take as long as this to begin.

// near is the part of a text that early looks at.
const near = 1024

// plainName reports whether a name stands in JSON as it is, so that early can look for it.
func plainName(name string) bool {
	return !strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c == utf8.RuneError })
}

// early returns the place of the value at the end of steps, if it lies near the start of json. It checks what it passes
// over if checks is set. ok is false if it does not know. The names are plain.
func early(json string, steps []follow.Step, checks bool) (start, end int, ok bool) {
	b := mem.View(json[:min(len(json), near)])
	i := token(b, 0)
	for n := range steps {
		if i = child(b, i, &steps[n], checks); i < 0 {
			return 0, 0, false
		}
	}
	if end = pass(b, i, checks); end < 0 {
		return 0, 0, false
	}
	return i, end, true
}

// child returns the start of the value that s leads to in the value at i, or -1.
func child(b []byte, i int, s *follow.Step, checks bool) int {
	if i >= len(b) || b[i] != '{' && b[i] != '[' || b[i] == '[' && !s.IsIndex {
		return -1
	}
	object := b[i] == '{'
	name := s.Name
	for n := 0; ; n++ {
		i = token(b, i+1)
		found := !object && n == s.Index
		if object {
			if i >= len(b) || b[i] != '"' {
				return -1
			}
			// Most names are seen to be the one or another by a comparison.
			i++
			if end := i + len(name); end < len(b) && b[end] == '"' && string(b[i:end]) == name {
				found, i = true, end
			} else if i = wire.Special(b, i); i >= len(b) || b[i] != '"' {
				return -1
			}
			if i = token(b, i+1); i >= len(b) || b[i] != ':' {
				return -1
			}
			i = token(b, i+1)
		}
		if found {
			return i
		}
		if i = pass(b, i, checks); i < 0 {
			return -1
		}
		if i = token(b, i); i >= len(b) || b[i] != ',' {
			return -1
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

// pass returns the position after the value at i, or -1 if that is not known.
func pass(b []byte, i int, checks bool) int {
	if i >= len(b) {
		return -1
	}
	switch c := b[i]; {
	case c == '"':
		if end := wire.Special(b, i+1); end < len(b) && b[end] == '"' {
			return end + 1
		}
	case c != '{' && c != '[':
	case !checks:
		return wire.PassUnchecked(b, i+1, 1)
	default:
		var s wire.Scanner
		n, st := s.Scan(b[i:min(i+short, len(b))])
		if st == wire.More {
			m := 0
			m, st = s.Scan(b[i+n:])
			n += m
		}
		if st != wire.Done {
			return -1
		}
		return i + n
	}
	n, st := wire.ScalarLen(b[i:])
	if st != wire.Done {
		return -1
	}
	return i + n
}
