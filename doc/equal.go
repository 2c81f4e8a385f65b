package doc

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Equal reports whether a and b are the same value. Numbers are compared by their exact value, strings by their text,
// objects without regard to order. Of members with the same name the first one counts. A missing value equals only
// another missing value.
func Equal(a, b Value) bool {
	x, y := a.raw(), b.raw()
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	if bytes.Equal(x, y) {
		return true
	}
	if kindAt(x) != kindAt(y) {
		return false
	}
	s, i, ok := a.onTape()
	if !ok {
		return false
	}
	if a.d == nil {
		defer s.release()
	}
	t, k, ok := b.onTape()
	if !ok {
		return false
	}
	if b.d == nil {
		defer t.release()
	}
	return equal(s, i, t, k)
}

// equal reports whether the value i of s equals the value k of t.
func equal(s *tape, i int, t *tape, k int) bool {
	all := noLimit
	return all.equalCells(s, i, t, k)
}

// onTape returns the tape that v is on. For a value of a text it makes one, which the caller releases.
func (v Value) onTape() (t *tape, i int, ok bool) {
	if v.d != nil {
		return v.d.t, v.at, v.d.has(v.at)
	}
	t, err := new(Options).parse(v.text)
	return t, 0, err == nil
}

// fewMembers is the largest number of members that are looked for one by one.
const fewMembers = 8

// equalCells is equal within a budget. It returns false if the budget is used up.
func (left *budget) equalCells(s *tape, i int, t *tape, k int) bool {
	if left.spend(1) {
		return false
	}
	c := s.Kind(i)
	switch c {
	case '[':
		if t.Kind(k) != '[' || s.Cells[i+1].B != t.Cells[k+1].B {
			return false
		}
		at, end := s.Inside(i)
		to, _ := t.Inside(k)
		for at < end {
			if !left.equalCells(s, at, t, to) {
				return false
			}
			at, to = s.Next(at), t.Next(to)
		}
		return true
	case '{':
		return t.Kind(k) == '{' && left.equalObjects(s, i, t, k)
	case 't', 'f', 'n':
		return t.Kind(k) == c
	}
	x, y := s.Span(i), t.Span(k)
	switch {
	case kinds[y[0]] != kinds[c] || left.spend((len(x)+len(y))/bytesPerStep):
		return false
	case c == '"':
		return bytes.Equal(x, y) || (s.Dirty || t.Dirty || bytes.IndexByte(x, '\\') >= 0 || bytes.IndexByte(y, '\\') >= 0) && wire.Unquote(x) == wire.Unquote(y)
	}
	return left.compareNumbers(mem.Frozen(x), mem.Frozen(y)) == 0
}

// equalObjects is equalCells for objects. Its result means nothing after the budget is used up.
func (left *budget) equalObjects(s *tape, i int, t *tape, k int) bool {
	if s.Cells[i+1].B > t.Cells[k+1].B {
		s, i, t, k = t, k, s, i
	}
	n, distinct := 0, 0
	if t.Cells[k+1].B <= fewMembers {
		for at, end := s.Inside(i); at < end; at = s.Next(at + 1) {
			name := left.text(s, at)
			if left.member(s, i, name) != at+1 {
				continue
			}
			m := left.member(t, k, name)
			if m < 0 || !left.equalCells(s, at+1, t, m) {
				return false
			}
			n++
		}
		for at, end := t.Inside(k); at < end; at = t.Next(at + 1) {
			if left.member(t, k, left.text(t, at)) == at+1 {
				distinct++
			}
		}
		return n == distinct
	}
	// The smaller object has a table, in which found members are crossed out.
	const found = -1
	names := left.index(s, i)
	for at, end := t.Inside(k); at < end; at = t.Next(at + 1) {
		name := left.text(t, at)
		m, ok := names[name]
		switch {
		case !ok || left.spend(1):
			return false
		case m == found:
			continue
		case !left.equalCells(s, m, t, at+1):
			return false
		}
		names[name] = found
		n++
	}
	return n == len(names)
}

// index returns the first member of each name of the object i of t, or fewer if the budget is used up.
func (left *budget) index(t *tape, i int) map[string]int {
	m := make(map[string]int)
	for at, end := t.Inside(i); at < end && !left.spend(1); at = t.Next(at + 1) {
		name := left.text(t, at)
		if _, ok := m[name]; !ok && !left.take(bytesPerName) {
			m[name] = at + 1
		}
	}
	return m
}
