package doc

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Edit changes a document. Each call changes the document as the earlier calls left it, and [Edit.Append] writes the
// result in one pass. Parts that no call has changed keep their bytes: order, white space, the spelling of strings and
// numbers. New members and elements get the white space of their neighbours. If a change leads through or to a member
// whose name occurs more than once in its object, the other members with that name are deleted, so that every reader of
// the result finds the change.
//
// An Edit has a copy of the document. It is for one goroutine at a time, and a copy of it is the same Edit. A call that
// fails changes nothing. Its error is about [ErrMissing] if the place does not exist, a [*KindError] if a step leads
// into a value without members or elements, or [ErrBudget].
type Edit struct {
	_ mem.NoCopy
	*edit
}

// edit is shared by an Edit and its copies.
type edit struct {
	t      *tape
	root   item
	made   []*tape // of new values
	budget         // that all calls share
	size   int     // bytes of input so far
	keeps  bool    // the current patch has put one of its values
	fixed  bool    // the caller has set the budget
	deep   bool    // containers have moved: the nesting must be checked again
	way    []turn  // the objects that the current call went through
}

// turn is an object, and the member that a call went into.
type turn struct {
	b *branch
	s *follow.Step
}

// errWhole is returned by Delete for the whole document, which can only be set.
var errWhole = errors.New("doc: the whole document can't be deleted")

// An edited document may be growth times as long as all input of the Edit together.
const (
	leastGrowth = 4 << 10
	growth      = 16
)

// growthError is the error of a document that is too long.
type growthError struct{}

func (growthError) Error() string {
	return "doc: the text would be more than 16 times as long as all that came in, or than Options.Budget allows"
}

func (growthError) Is(err error) bool { return err == ErrTooLarge || err == ErrBudget }

// NewEdit returns an Edit of the JSON value data. The errors are those of [Parse].
func NewEdit(data []byte) (*Edit, error) { return Options{}.NewEdit(data) }

// NewEdit is the function [NewEdit] with the options o. Comments are written as white space.
func (o Options) NewEdit(data []byte) (*Edit, error) {
	t, err := o.parse(data)
	if err != nil {
		return nil, err
	}
	e := &edit{t: t, root: item{t: t}, budget: budgetOf(leastEdit, bytesPerStep), fixed: o.Budget > 0}
	if e.fixed {
		e.budget = budgetOf(o.Budget, bytesPerStep)
	}
	e.came(len(data))
	return &Edit{edit: e}, nil
}

// came counts n bytes of input.
func (e *edit) came(n int) {
	if e.size += n; !e.fixed {
		e.spend(-n * stepsPerEditByte)
		e.take(-n * memoryPerEditByte)
	}
}

// begin starts each call, which brings n bytes, and paths.
func (e *edit) begin(n int, paths ...Path) error {
	if e == nil || e.t == nil {
		return ErrReleased
	}
	e.way = e.way[:0]
	e.came(n + editCall)
	for _, p := range paths {
		e.came(editStep * len(p.steps))
	}
	return nil
}

// Release gives the memory of e back. All later calls of e fail. The result of Append stays valid.
func (e *edit) Release() {
	if e == nil || e.t == nil {
		return
	}
	e.t.release()
	for _, t := range e.made {
		t.release()
	}
	*e = edit{}
}

// Set makes v the value at p. It replaces a member or element that exists. A new one is added at the end of its object
// or array. Missing objects and arrays on the way are added too: a minus sign as a step makes an array, unless there is
// an object.
func (e *edit) Set(p Path, v any) error {
	raw, err := zetes.Marshal(v)
	if err == nil {
		err = e.begin(len(raw), p)
	}
	if err != nil {
		return err
	}
	return e.put(p, &item{raw: raw}, set)
}

// SetRaw is Set for a JSON value.
func (e *edit) SetRaw(p Path, raw []byte) error { return e.putRaw(p, raw, set) }

// Insert adds v as an element before the one at p, or at the end of an array if the last step of p is its length or a
// minus sign. In objects it is Set, but the object must exist.
func (e *edit) Insert(p Path, v any) error {
	raw, err := zetes.Marshal(v)
	if err == nil {
		err = e.begin(len(raw), p)
	}
	if err != nil {
		return err
	}
	return e.put(p, &item{raw: raw}, insert)
}

// InsertRaw is Insert for a JSON value.
func (e *edit) InsertRaw(p Path, raw []byte) error { return e.putRaw(p, raw, insert) }

// Replace makes the JSON value raw the value at p, which must exist.
func (e *edit) Replace(p Path, raw []byte) error { return e.putRaw(p, raw, replace) }

// Delete deletes the value at p, which must exist. Of members with the same name all are deleted.
func (e *edit) Delete(p Path) error {
	if err := e.begin(0, p); err != nil {
		return err
	}
	return e.delete(p)
}

func (e *edit) delete(p Path) error {
	b, at, err := e.taken(p)
	if err != nil {
		return err
	}
	b.remove(at)
	e.alone()
	return nil
}

// Move deletes the value at from and then inserts it at to, which is looked up after the deletion. to must not lie in
// from.
func (e *edit) Move(from, to Path) error {
	if err := e.begin(0, from, to); err != nil {
		return err
	}
	return e.move(from, to)
}

func (e *edit) move(from, to Path) error {
	if len(to.steps) > len(from.steps) && samePath(from.steps, to.steps[:len(from.steps)]) {
		return errInto
	}
	it, err := e.find(from)
	if err != nil {
		return err
	}
	if samePath(from.steps, to.steps) {
		e.alone()
		return nil
	}
	moved := *it
	moved.name = ""
	b, at, err := e.taken(from)
	if err != nil {
		return err
	}
	undo := b.remove(at)
	e.deep = true
	if err := e.put(to, &moved, insert); err != nil {
		undo()
		return err
	}
	return nil
}

// Copy inserts a copy of the value at from at to.
func (e *edit) Copy(from, to Path) error {
	if err := e.begin(0, from, to); err != nil {
		return err
	}
	return e.copy(from, to)
}

func (e *edit) copy(from, to Path) error {
	it, err := e.find(from)
	if err != nil {
		return err
	}
	copied := item{raw: it.raw, t: it.t, cell: it.cell}
	if it.open != nil {
		// A changed value is copied as text, which takes no more memory than the written result.
		raw, err := e.write(nil, it, int(max(e.bytes, 0)/copyCost))
		if err != nil || e.take(copyCost*cap(raw)) {
			return cmp.Or(err, ErrBudget)
		}
		copied = item{raw: slices.Clip(raw)}
	}
	e.way = e.way[:0]
	e.deep = true
	return e.put(to, &copied, insert)
}

// copyCost is the memory in bytes for each byte of a copy: while it is written, at its place, and in the document.
const copyCost = 4

var errInto = errors.New("doc: a value can't be moved into itself")

// Get returns the current value at p, in memory of its own.
func (e *edit) Get(p Path) (Value, error) {
	if err := e.begin(0, p); err != nil {
		return Value{}, err
	}
	it, err := e.find(p)
	if err != nil {
		return Value{}, err
	}
	b, err := e.write(nil, it, e.most())
	return Value{text: b}, err
}

// most returns how long the document may become.
func (e *edit) most() int {
	if e.fixed {
		return e.size + int(max(e.bytes, 0))
	}
	return leastGrowth + growth*e.size
}

// Append appends the current document to dst. If copies have made it more than 16 times as long as all input, or longer
// than Options.Budget allows, the error is both ErrTooLarge and [ErrBudget]. An error may also be about nesting.
func (e *edit) Append(dst []byte) ([]byte, error) {
	if e == nil || e.t == nil {
		return dst, ErrReleased
	}
	out, text, c := dst, e.t.Text(), e.t.Cells[0]
	whole := e.root.t == e.t && e.root.raw == nil // then the white space around the document is kept
	if whole {
		out = append(out, text[:c.A]...)
	}
	out, err := e.write(out, &e.root, e.most())
	if err != nil {
		return dst, err
	}
	if whole {
		out = append(out, text[c.B:]...)
	}
	if e.deep && !wire.Valid(out[len(dst):]) {
		return dst, errDepth
	}
	return out, nil
}

// Bytes returns the current document, in memory of its own.
func (e *edit) Bytes() ([]byte, error) {
	if e == nil || e.t == nil {
		return nil, ErrReleased
	}
	b, err := e.Append(mem.Unzeroed(e.size)[:0])
	if err != nil {
		return nil, err
	}
	clear(b[len(b):cap(b)]) // the memory may hold text that edits have removed
	return b, nil
}

func samePath(a, b []follow.Step) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].IsName != b[i].IsName || a[i].IsName && a[i].Name != b[i].Name || !a[i].IsName && a[i].Index != b[i].Index {
			return false
		}
	}
	return true
}

// putMode says for which operation a value is put.
type putMode uint8

const (
	set putMode = iota
	insert
	replace
)

func (e *edit) putRaw(p Path, raw []byte, mode putMode) error {
	v, err := Options{Whole: true}.Get(raw)
	if err == nil {
		err = e.begin(len(v.text), p)
	}
	if err != nil {
		return err
	}
	return e.put(p, &item{raw: append([]byte(nil), v.text...)}, mode)
}

// find returns the value at p.
func (e *edit) find(p Path) (*item, error) {
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
func (e *edit) put(p Path, v *item, mode putMode) error {
	if k := v.kind(); k == codec.Object || k == codec.Array {
		e.deep = e.deep || len(p.steps) > 0
	}
	if len(p.steps) == 0 {
		e.root = *v
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
			// Containers that lead to the value are made from the inside outwards.
			for k := last; k > i; k-- {
				outer := &branch{object: p.steps[k].IsName && p.steps[k].Name != behindLast}
				if !outer.put(&p.steps[k], v, set) {
					return p.errorAt(k+1, ErrMissing)
				}
				v = &item{open: outer}
			}
			if !b.put(&p.steps[i], v, set) {
				return p.errorAt(i+1, ErrMissing)
			}
			e.alone()
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
	if e.spend(1) || e.take(bytesPerPut) {
		return ErrBudget
	}
	if !b.put(&p.steps[last], v, mode) {
		return p.errorAt(len(p.steps), ErrMissing)
	}
	e.alone()
	return nil
}

// alone ends a call that changed the document: it deletes all other members with the name of one that the call went
// into.
func (e *edit) alone() {
	for _, w := range e.way {
		if at := w.b.find(w.s); at >= 0 {
			w.b.alone(at)
		}
	}
}

// errorAt returns err, which is about the value that the first n steps of p lead to, with that place.
func (p Path) errorAt(n int, err error) error {
	if n == 0 {
		return err
	}
	return fmt.Errorf("%w: %s", err, Path{p.steps[:n]})
}

// taken returns the branch that contains the value at p, and the value's place in it.
func (e *edit) taken(p Path) (*branch, int, error) {
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
