package doc

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/wire"
)

// Equal reports whether a and b are the same value: numbers by their exact value, strings by their text, objects
// whatever the order of their members. Of members with the same name the first one counts. A value that is not there
// equals only another one.
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
	return equalCells(s, i, t, k)
}

// onTape returns the tape that v is on. For a value of a text it makes one, which the caller releases.
func (v Value) onTape() (t *tape, i int, ok bool) {
	if v.d != nil {
		return v.d.t, v.at, v.d.has(v.at)
	}
	t, err := new(Options).parse(v.text)
	return t, 0, err == nil
}

// fewMembers is how many members are looked for by comparing each.
const fewMembers = 8

// equalCells reports whether the value i of s is the value k of t.
func equalCells(s *tape, i int, t *tape, k int) bool {
	c := s.Kind(i)
	switch c {
	case '[':
		if t.Kind(k) != '[' || s.Cells[i+1].B != t.Cells[k+1].B {
			return false
		}
		at, end := s.Inside(i)
		to, _ := t.Inside(k)
		for at < end {
			if !equalCells(s, at, t, to) {
				return false
			}
			at, to = s.Next(at), t.Next(to)
		}
		return true
	case '{':
		return t.Kind(k) == '{' && equalObjects(s, i, t, k)
	case '"':
		if t.Kind(k) != '"' {
			return false
		}
		x, y := s.Span(i), t.Span(k)
		return bytes.Equal(x, y) || (s.Dirty || t.Dirty || bytes.IndexByte(x, '\\') >= 0 || bytes.IndexByte(y, '\\') >= 0) && wire.Unquote(x) == wire.Unquote(y)
	case 't', 'f', 'n':
		return t.Kind(k) == c
	}
	return kinds[t.Kind(k)] == kinds[c] && compareNumbers(string(s.Span(i)), string(t.Span(k))) == 0
}

// equalObjects is equalCells for objects.
func equalObjects(s *tape, i int, t *tape, k int) bool {
	if s.Cells[i+1].B <= fewMembers && t.Cells[k+1].B <= fewMembers {
		n, distinct := 0, 0
		for at, end := s.Inside(i); at < end; at = s.Next(at + 1) {
			name := s.view(at)
			if s.member(i, name) != at+1 {
				continue
			}
			m := t.member(k, name)
			if m < 0 || !equalCells(s, at+1, t, m) {
				return false
			}
			n++
		}
		for at, end := t.Inside(k); at < end; at = t.Next(at + 1) {
			if t.member(k, t.view(at)) == at+1 {
				distinct++
			}
		}
		return n == distinct
	}
	x, y := s.index(i), t.index(k)
	if len(x) != len(y) {
		return false
	}
	for name, at := range x {
		if m, ok := y[name]; !ok || !equalCells(s, at, t, m) {
			return false
		}
	}
	return true
}

// index returns the first member of each name of the object.
func (t *tape) index(i int) map[string]int {
	m := make(map[string]int, t.Cells[i+1].B)
	for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
		name := t.view(at)
		if _, ok := m[name]; !ok {
			m[name] = at + 1
		}
	}
	return m
}
