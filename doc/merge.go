package doc

import (
	"fmt"

	"github.com/zetes-json/zetes/internal/wire"
)

// MergePatch returns data as a merge patch (RFC 7396) changes it, in memory of its own: a member of the patch
// replaces the one of that name, null deletes it, and an object is merged with an object. What the patch does not
// name keeps its bytes.
func MergePatch(data, patch []byte) ([]byte, error) {
	return edited(data, func(e *Edit) error { return e.MergePatch(patch) })
}

// MergePatch changes the document by a merge patch, as the function [MergePatch].
func (e *Edit) MergePatch(patch []byte) error {
	if e.t == nil {
		return ErrReleased
	}
	t, err := new(Options).parse(patch)
	if err != nil {
		return fmt.Errorf("doc: the patch: %w", err)
	}
	defer t.release()
	e.size += len(patch)
	e.deep = true
	e.merge(&e.root, t, 0)
	return nil
}

// merge makes it what the value i of a patch says.
func (e *Edit) merge(it *item, t *tape, i int) {
	if t.Kind(i) != '{' {
		*it = item{name: it.name, raw: append([]byte(nil), t.Span(i)...)}
		return
	}
	var b *branch
	if it.raw == nil && it.t == nil && it.open == nil || it.kind().String() != "object" {
		b = &branch{object: true}
		*it = item{name: it.name, open: b}
	} else {
		b = e.open(it)
	}
	for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
		s := step{name: wire.Unquote(t.Span(at)), index: -1, isName: true}
		k := b.find(&s)
		switch c := t.Kind(at + 1); {
		case c == 'n':
			if k >= 0 {
				b.remove(k)
			}
		case k >= 0:
			e.merge(b.item(k), t, at+1)
		default:
			var v item
			e.merge(&v, t, at+1)
			b.put(&s, v, set) // into an object anything can be put
		}
	}
}
