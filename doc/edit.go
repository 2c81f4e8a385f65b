package doc

import (
	"errors"
	"fmt"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Edit changes a document: each call changes the document as the calls before it have left it, and [Edit.Append]
// writes it in one pass. What no call has touched keeps its bytes: order, white space, the spelling of strings and
// numbers. New members and elements take the white space of their neighbours.
//
// An Edit has a copy of the document. It is for one goroutine at a time. A call that fails changes nothing. Its error
// is about [ErrMissing] where the place is not there, or a [*KindError] where a step leads into a value that has no
// members or no elements.
type Edit struct {
	t    *tape
	root item
	made []*tape // of new values that were changed again
	room int     // parts of the document that copies may still take
	size int     // bytes that came in
	deep bool    // containers have moved: the nesting is to be looked at again
}

// errWhole: the whole document can be set, but not deleted.
var errWhole = errors.New("doc: the whole document can't be deleted")

// What copies within a document may take, beyond what is in proportion to it.
const (
	leastParts  = 1 << 20
	leastGrowth = 16 << 20
	growth      = 64
)

// NewEdit begins to change the JSON value data. The errors are those of [Parse].
func NewEdit(data []byte) (*Edit, error) { return Options{}.NewEdit(data) }

// NewEdit is the function [NewEdit] with o. White space that stands for comments is written as white space.
func (o Options) NewEdit(data []byte) (*Edit, error) {
	t, err := o.parse(data)
	if err != nil {
		return nil, err
	}
	return &Edit{t: t, root: item{t: t}, room: leastParts + len(data), size: len(data)}, nil
}

// Release gives the memory of e back. e must not be used afterwards, and what Append has returned stays.
func (e *Edit) Release() {
	if e.t == nil {
		return
	}
	e.t.release()
	for _, t := range e.made {
		t.release()
	}
	*e = Edit{}
}

// Set makes v the value at p. A member or element that is there is replaced; one that is not there is added at the
// end of its object or array, and so are the objects and arrays that lead to it: a minus sign is a step into an array,
// unless there is an object.
func (e *Edit) Set(p Path, v any) error {
	raw, err := zetes.Marshal(v)
	if err != nil {
		return err
	}
	return e.put(p, item{raw: raw}, set)
}

// SetRaw is Set for a JSON value.
func (e *Edit) SetRaw(p Path, raw []byte) error { return e.putRaw(p, raw, set) }

// Insert adds v as an element before the one at p, or at the end of an array if the last step of p is its length or,
// a minus sign. In objects it is Set, but that the object must be there.
func (e *Edit) Insert(p Path, v any) error {
	raw, err := zetes.Marshal(v)
	if err != nil {
		return err
	}
	return e.put(p, item{raw: raw}, insert)
}

// InsertRaw is Insert for a JSON value.
func (e *Edit) InsertRaw(p Path, raw []byte) error { return e.putRaw(p, raw, insert) }

// Replace makes the JSON value raw the one at p, where there must be one.
func (e *Edit) Replace(p Path, raw []byte) error { return e.putRaw(p, raw, replace) }

// Delete deletes the value at p, which must be there. Of members with the same name all are deleted.
func (e *Edit) Delete(p Path) error {
	_, err := e.take(p)
	return err
}

// Move deletes the value at from and inserts it at to, which is looked for after that. to must not lie in from.
func (e *Edit) Move(from, to Path) error {
	if len(to.steps) > len(from.steps) && samePath(from.steps, to.steps[:len(from.steps)]) {
		return errInto
	}
	it, err := e.find(from)
	if err != nil {
		return err
	}
	if samePath(from.steps, to.steps) {
		return nil
	}
	moved := *it
	moved.name = nil
	b, at, err := e.taken(from)
	if err != nil {
		return err
	}
	undo := b.remove(at)
	e.deep = true
	if err := e.put(to, moved, insert); err != nil {
		undo()
		return err
	}
	return nil
}

// Copy inserts the value at from at to.
func (e *Edit) Copy(from, to Path) error {
	it, err := e.find(from)
	if err != nil {
		return err
	}
	copied, ok := e.clone(it)
	if !ok {
		return ErrBudget
	}
	e.deep = true
	return e.put(to, copied, insert)
}

var errInto = errors.New("doc: a value can't be moved into itself")

// Get returns the value at p as the edits have left it, in memory of its own.
func (e *Edit) Get(p Path) (Value, error) {
	it, err := e.find(p)
	if err != nil {
		return Value{}, err
	}
	b, err := e.write(nil, it)
	return Value{text: b}, err
}

// Append appends the document to dst as the edits have left it. The error is ErrTooLarge if copies have made it more
// than 64 times as long as all that came in, or one about nesting.
func (e *Edit) Append(dst []byte) ([]byte, error) {
	if e.t == nil {
		return dst, ErrReleased
	}
	n := len(dst)
	if e.root.t == e.t && e.root.raw == nil {
		// White space around the document is kept.
		c := e.t.Cells[0]
		text := e.t.Text()
		dst = append(dst, text[:c.A]...)
		out, err := e.write(dst, &e.root)
		if err != nil {
			return dst[:n], err
		}
		dst = append(out, text[c.B:]...)
	} else {
		out, err := e.write(dst, &e.root)
		if err != nil {
			return dst[:n], err
		}
		dst = out
	}
	if e.deep && !wire.Valid(dst[n:]) {
		return dst[:n], errDepth
	}
	return dst, nil
}

// Bytes returns the document as the edits have left it, in memory of its own.
func (e *Edit) Bytes() ([]byte, error) {
	b, err := e.Append(mem.Unzeroed(e.size)[:0])
	if err != nil {
		return nil, err
	}
	clear(b[len(b):cap(b)]) // nobody has cleared what edits have taken away
	return b, nil
}

func samePath(a, b []step) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].isName != b[i].isName || a[i].isName && a[i].name != b[i].name || !a[i].isName && a[i].index != b[i].index {
			return false
		}
	}
	return true
}

// putMode says what a value is put for.
type putMode uint8

const (
	set putMode = iota
	insert
	replace
)

func (e *Edit) putRaw(p Path, raw []byte, mode putMode) error {
	v, err := Options{Whole: true}.Get(raw)
	if err != nil {
		return err
	}
	return e.put(p, item{raw: append([]byte(nil), v.text...)}, mode)
}

// find returns the value at p.
func (e *Edit) find(p Path) (*item, error) {
	if e.t == nil {
		return nil, ErrReleased
	}
	it := &e.root
	for i := range p.steps {
		b, err := e.enter(it, p, i)
		if err != nil {
			return nil, err
		}
		at := b.find(&p.steps[i])
		if at < 0 {
			return nil, p.errorAt(i+1, ErrMissing)
		}
		it = b.item(at)
	}
	return it, nil
}

// put puts v at p.
func (e *Edit) put(p Path, v item, mode putMode) error {
	if e.t == nil {
		return ErrReleased
	}
	e.size += len(v.raw)
	if kindAt(v.raw) == codec.Object || kindAt(v.raw) == codec.Array {
		e.deep = e.deep || len(p.steps) > 0
	}
	if len(p.steps) == 0 {
		e.root = v
		return nil
	}
	it := &e.root
	last := len(p.steps) - 1
	for i := range last {
		b, err := e.enter(it, p, i)
		if err != nil {
			return err
		}
		at := b.find(&p.steps[i])
		if at < 0 && mode == set {
			// The containers that lead to the value are made from the inside outwards.
			for k := last; k > i; k-- {
				outer := &branch{object: p.steps[k].isName && p.steps[k].name != behindLast}
				if !outer.put(&p.steps[k], v, set) {
					return p.errorAt(k+1, ErrMissing)
				}
				v = item{open: outer}
			}
			if !b.put(&p.steps[i], v, set) {
				return p.errorAt(i+1, ErrMissing)
			}
			e.deep = true
			return nil
		}
		if at < 0 {
			return p.errorAt(i+1, ErrMissing)
		}
		it = b.item(at)
	}
	b, err := e.enter(it, p, last)
	if err != nil {
		return err
	}
	if !b.put(&p.steps[last], v, mode) {
		return p.errorAt(len(p.steps), ErrMissing)
	}
	return nil
}

// errorAt returns err with the first n steps of p, which lead to where it is about.
func (p Path) errorAt(n int, err error) error {
	if n == 0 {
		return err
	}
	return fmt.Errorf("%w: %s", err, Path{p.steps[:n]})
}

// taken returns the branch that has the value at p, and where.
func (e *Edit) taken(p Path) (*branch, int, error) {
	if len(p.steps) == 0 {
		return nil, 0, errWhole
	}
	last := len(p.steps) - 1
	it, err := e.find(Path{p.steps[:last]})
	if err != nil {
		return nil, 0, err
	}
	b, err := e.enter(it, p, last)
	if err != nil {
		return nil, 0, err
	}
	at := b.find(&p.steps[last])
	if at < 0 {
		return nil, 0, p.errorAt(len(p.steps), ErrMissing)
	}
	return b, at, nil
}

// take deletes the value at p.
func (e *Edit) take(p Path) (undo func(), err error) {
	if e.t == nil {
		return nil, ErrReleased
	}
	b, at, err := e.taken(p)
	if err != nil {
		return nil, err
	}
	return b.remove(at), nil
}
