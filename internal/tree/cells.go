package tree

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// FewMembers is the largest number of members of an object in which a name is searched without a table.
const FewMembers = 8

// Equal reports whether the value in cell i of s equals the value in cell k of t. It returns false if the budget is
// used up.
func (left *Budget) Equal(s *Tape, i int, t *Tape, k int) bool {
	if left.Spend(1) {
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
			if !left.Equal(s, at, t, to) {
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
	case Kinds[y[0]] != Kinds[c] || left.Spend((len(x)+len(y))/BytesPerStep):
		return false
	case c == '"':
		return bytes.Equal(x, y) || (s.Dirty || t.Dirty || bytes.IndexByte(x, '\\') >= 0 || bytes.IndexByte(y, '\\') >= 0) && wire.Unquote(x) == wire.Unquote(y)
	}
	return left.Compare(mem.Frozen(x), mem.Frozen(y)) == 0
}

// equalObjects reports whether two objects are equal. If the budget is used up, its result must not be used.
func (left *Budget) equalObjects(s *Tape, i int, t *Tape, k int) bool {
	if s.Cells[i+1].B > t.Cells[k+1].B {
		s, i, t, k = t, k, s, i
	}
	n, distinct := 0, 0
	if t.Cells[k+1].B <= FewMembers {
		for at, end := s.Inside(i); at < end; at = s.Next(at + 1) {
			name := left.Text(s, at)
			if left.Member(s, i, name) != at+1 {
				continue
			}
			if m := left.Member(t, k, name); m < 0 || !left.Equal(s, at+1, t, m) {
				return false
			}
			n++
		}
		for at, end := t.Inside(k); at < end; at = t.Next(at + 1) {
			if left.Member(t, k, left.Text(t, at)) == at+1 {
				distinct++
			}
		}
		return n == distinct
	}
	// The smaller object has a table. Members that are found are marked in it.
	const found = -1
	names := left.Names(s, i)
	for at, end := t.Inside(k); at < end; at = t.Next(at + 1) {
		name := left.Text(t, at)
		m, ok := names[name]
		switch {
		case !ok || left.Spend(1):
			return false
		case m == found:
			continue
		case !left.Equal(s, m, t, at+1):
			return false
		}
		names[name] = found
		n++
	}
	return n == len(names)
}

// Names returns the names in the object i of t, each with the cell of its first member's value. It returns fewer names
// if the budget is used up.
func (left *Budget) Names(t *Tape, i int) map[string]int {
	m := make(map[string]int)
	for at, end := t.Inside(i); at < end && !left.Spend(1); at = t.Next(at + 1) {
		name := left.Text(t, at)
		if _, ok := m[name]; !ok && !left.Take(BytesPerName) {
			m[name] = at + 1
		}
	}
	return m
}

// Equal reports whether the value in cell i of s equals the value in cell k of t.
func Equal(s *Tape, i int, t *Tape, k int) bool {
	all := NoLimit
	return all.Equal(s, i, t, k)
}
