package jsondoc

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// Equal reports whether a and b are the same value. Numbers are compared by their exact value, strings by their text,
// objects without regard to order. The first of several members with one name counts. A missing value equals only
// another missing value.
func Equal(a, b Value) bool {
	x, y := a.raw(), b.raw()
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	if bytes.Equal(x, y) {
		return true
	}
	if tree.KindAt(x) != tree.KindAt(y) {
		return false
	}
	s, i, ok := a.onTape()
	if !ok {
		return false
	}
	if a.d == nil {
		defer s.Release()
	}
	t, k, ok := b.onTape()
	if !ok {
		return false
	}
	if b.d == nil {
		defer t.Release()
	}
	return tree.Equal(s, i, t, k)
}

// onTape returns the index (tape) that has v, and v's number in it. For a value without a document it makes a tape,
// which the caller must release.
func (v Value) onTape() (t *tree.Tape, i int, ok bool) {
	if v.d != nil {
		return v.d.t, v.at, v.d.has(v.at)
	}
	t, err := document.Options{}.Parse(v.text)
	return t, 0, err == nil
}
