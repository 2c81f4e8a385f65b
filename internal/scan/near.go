package scan

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Steps through a text without bitmaps. For the first few hundred bytes of a text they take less time than making
// bitmaps.

// nearBytes is the number of bytes of an array or object that ValueEnd scans without bitmaps.
const nearBytes = 256

// SpaceEnd returns the position of the first byte of b at i or later that is not white space.
func SpaceEnd(b []byte, i int) int {
	for uint(i) < uint(len(b)) && wire.IsSpace(b[i]) {
		i++
	}
	return i
}

// ValueEnd returns the position after the value at b[i]. outer is the number of arrays and objects around the value.
// The result is -1 if the value is wrong, or may go on after b. If checks is false, arrays and objects are not checked.
func ValueEnd(b []byte, i, outer int, checks bool) (end int) {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
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
		n, st := s.Walk(b[i:min(i+nearBytes, len(b))])
		if i += n; st == wire.More {
			n, st = s.Scan(b[i:])
			i += n
		}
		if st != wire.Done {
			return -1
		}
		return i
	}
	n, st := wire.ScalarLen(b[i:])
	if st != wire.Done {
		return -1
	}
	return i + n
}

// Member looks for a member of the object at b[i]. With Done, value is the position of the member's value, or -1 if the
// object has no such member. With Bad, the text is wrong or ends too soon, or a name begins at b[most] or later. child
// is the position of the last name that was read, or 0 if there was none. If matches is not nil, it decides whether a
// name in b is the wanted one, and gets name as the pattern. Otherwise name must have no quotes, backslashes or control
// characters. outer and checks have the same meaning as in ValueEnd, for the values that are passed over.
//
// Loads of eight bytes save most calls: the bytes after the quote show whether a short name is the wanted one, and
// where most other names and strings end.
func Member(b []byte, i int, name string, matches func(name, pattern string) bool, most, outer int, checks bool) (value, child int, st wire.Status) {
	p, n := mem.Data(b), len(b)
	// want has the name and the quote after it, as its highest bytes.
	few := min(len(name), 7)
	shift := uint(56 - 8*few)
	want := mem.LoadShort(mem.Data(mem.View(name)), few)<<shift | '"'<<56
	if i = SpaceEnd(b, i+1); i < n && b[i] == '}' {
		return -1, 0, wire.Done
	}
	for uint(i) < uint(n) && mem.Load8(p, i) == '"' {
		if child = i; i >= most {
			break
		}
		i++
		from, found := i, false
		if i+8 <= n {
			w := mem.Load64(p, i)
			if w<<shift == want && matches == nil && len(name) == few {
				i, found = i+len(name), true
				goto named
			}
			i += bits.TrailingZeros64(wire.Specials(w)) >> 3
		}
		if i == from || i == from+8 {
			i = wire.Special(b, i)
		}
		if uint(i) >= uint(n) || mem.Load8(p, i) != '"' {
			break
		}
		if matches != nil {
			found = matches(mem.Frozen(b[from:i]), name)
		} else {
			found = i-from == len(name) && string(b[from:i]) == name
		}
	named:
		if i = SpaceEnd(b, i+1); uint(i) >= uint(n) || mem.Load8(p, i) != ':' {
			break
		}
		if i = SpaceEnd(b, i+1); found {
			return i, child, wire.Done
		}
		if i+9 <= n && mem.Load8(p, i) == '"' { // ValueEnd does the same, after a call
			if m := wire.Specials(mem.Load64(p, i+1)); m != 0 {
				if e := i + 1 + bits.TrailingZeros64(m)>>3; mem.Load8(p, e) == '"' {
					i = e + 1
					goto passed
				}
			}
		}
		if i = ValueEnd(b, i, outer, checks); i < 0 {
			break
		}
	passed:
		if i = SpaceEnd(b, i); uint(i) >= uint(n) {
			break
		}
		if c := mem.Load8(p, i); c != ',' {
			if c == '}' {
				return -1, child, wire.Done
			}
			break
		}
		i = SpaceEnd(b, i+1)
	}
	return -1, child, wire.Bad
}
