package jsonedit

import (
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/jsondoc"
)

// MergePatch returns data changed by a merge patch (RFC 7396), in newly allocated memory. A member of the patch
// replaces the member of data with its name, or deletes it if its value is null. If both values are objects, they are
// merged. Parts that the patch does not name keep their bytes.
func MergePatch(data, patch []byte) ([]byte, error) { return Options{}.MergePatch(data, patch) }

// MergePatch does what the function [MergePatch] does, with the options o. Choices about the text, such as Comments,
// apply to data and not to the patch.
func (o Options) MergePatch(data, patch []byte) ([]byte, error) {
	return o.edited(data, func(e *Edit) error { return e.MergePatch(patch) })
}

// MergePatch changes the document by a merge patch, as the function [MergePatch] does. After [ErrBudget] a part of the
// changes is done.
func (e *edit) MergePatch(patch []byte) error {
	t, err := e.parse(patch)
	if err != nil {
		return err
	}
	e.made = append(e.made, t)
	e.deep = true
	e.merge(&e.root, t, 0)
	if e.left.Over() {
		return jsondoc.ErrBudget
	}
	return nil
}

// merge changes an item by the value with number i in the patch t. It stops when the budget is used up.
func (e *edit) merge(it *item, t *tree.Tape, i int) {
	if t.Kind(i) != '{' {
		*it = item{name: it.name, t: t, cell: i}
		return
	}
	var b *branch
	if it.raw == nil && it.t == nil && it.open == nil || it.kind() != codec.Object {
		b = &branch{object: true}
		*it = item{name: it.name, open: b}
	} else if b = e.open(it); b == nil {
		return
	}
	if n := b.parts.count + int(t.Cells[i+1].B); b.names == nil && n > tree.FewMembers {
		b.compact()
		b.index(n)
	}
	for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
		s := follow.NameStep(t.View(at))
		if e.left.Spend(1+len(s.Name)/tree.BytesPerStep) || e.left.Take(bytesPerPut+len(s.Name)) {
			return
		}
		k := b.find(&s)
		switch c := t.Kind(at + 1); {
		case c == 'n':
			if k >= 0 {
				b.remove(k)
			}
		case k >= 0:
			b.dropOthers(k)
			e.merge(b.item(k), t, at+1)
		default:
			v := new(item)
			e.merge(v, t, at+1)
			b.put(&s, v, set) // an object accepts any value
		}
	}
}
