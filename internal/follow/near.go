package follow

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file follows names and indexes byte by byte, through the starts of arrays and objects. Bitmaps are faster after
// some hundred bytes, and take as long as this to begin: without them the first member of an object of 90 bytes is
// found in half the time.

// NearBytes is the part of an array or object that Child looks at, without the long values in it.
const NearBytes = 1024

// startBytes is the part of a text that Near looks at.
const startBytes = 256

// short is the length of values that are checked without bitmaps, which take longer to begin with.
const short = 63

// Results of Child that are not positions.
const (
	Unknown = -1 // the step leads further away, or the text has an error
	None    = -2 // the object lacks the step
)

// Plain reports whether Child can look for name: names in a text that are spelled in another way are other names.
func Plain(name string) bool {
	for i := range len(name) {
		// U+FFFD, whose first byte is EF, stands for bytes of a text that are not UTF-8.
		if c := name[i]; c < ' ' || c == '"' || c == '\\' || c == 0xEF {
			return false
		}
	}
	return true
}

// Near returns the place of the value at the end of steps in b, if it is near the start of b. Otherwise start is
// negative. If checks is false, arrays and objects on the way are not checked.
func Near(b []byte, steps []Step, checks bool) (start, end int) {
	// Values farther away are found by a walk, which takes less time for each byte. This look must not cost much more.
	top := b[:min(len(b), startBytes)]
	start = Token(top, 0)
	for n := range steps {
		s := &steps[n]
		if !Plain(s.Name) {
			return Unknown, 0
		}
		if start = Child(top, start, s, nil, n, checks); start < 0 {
			return start, 0
		}
	}
	end, sure := Pass(top, start, len(steps), checks)
	if end < 0 || end == len(top) && end < len(b) || !sure && !Sound(b[start:end], len(steps)) {
		return Unknown, 0
	}
	return start, end
}

// Child returns the start of the value that s leads to in the value at i, which is in outer containers, or Unknown or
// None. If matches is not nil, it decides whether a name is the step's, which is a pattern.
func Child(b []byte, i int, s *Step, matches func(name, pattern string) bool, outer int, checks bool) int {
	if i >= len(b) || b[i] != '{' && b[i] != '[' || b[i] == '[' && (!s.IsIndex || s.Index > NearBytes/short && len(b)-i > NearBytes) {
		return Unknown
	}
	object := b[i] == '{'
	if object && !s.IsName {
		return Unknown
	}
	name, sure := s.Name, true
	top, limit := i, i+NearBytes
	for n := 0; i < limit; n++ {
		i = Token(b, i+1)
		found := !object && n == s.Index
		if object {
			if i >= len(b) || b[i] != '"' {
				return Unknown
			}
			// Most names are seen to be the one or another by a comparison.
			i++
			if end := i + len(name); matches == nil && end < len(b) && b[end] == '"' && string(b[i:end]) == name {
				found, i = true, end
			} else {
				from := i
				if i = wire.Special(b, i); i >= len(b) || b[i] != '"' {
					return Unknown
				}
				found = matches != nil && matches(mem.Frozen(b[from:i]), name)
			}
			if i = Token(b, i+1); i >= len(b) || b[i] != ':' {
				return Unknown
			}
			i = Token(b, i+1)
		}
		if found {
			if !sure && !Sound(b[top:i], outer) {
				return Unknown
			}
			return i
		}
		start, checked := i, true
		if i, checked = Pass(b, i, outer+1, checks); i < 0 {
			return Unknown
		}
		sure = sure && checked
		if i-start > 4*short {
			limit += i - start
		}
		if i = Token(b, i); i >= len(b) || b[i] != ',' {
			if i < len(b) && b[i] == '}' && object {
				return None
			}
			return Unknown
		}
	}
	return Unknown
}

// Token returns the position of the first byte at i or later that is not white space.
func Token(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && wire.IsSpace(b[i]) {
		i++
	}
	return i
}

// Pass returns the position after the value at i, which is in outer containers, or -1 if that is not known. If checks
// is true and sure is false, the value is not checked yet: long values are checked by Sound, together with what is
// around them.
func Pass(b []byte, i, outer int, checks bool) (end int, sure bool) {
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
			s.ResetWithin(outer)
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

// Sound reports whether b is the start of a JSON value, which is in outer containers.
func Sound(b []byte, outer int) bool {
	var s wire.Scanner
	s.ResetWithin(outer)
	n, st := s.Scan(b)
	return st != wire.Bad && n == len(b)
}
