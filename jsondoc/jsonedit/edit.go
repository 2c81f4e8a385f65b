package jsonedit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
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
	t       *tree.Tape
	root    item
	made    []*tree.Tape // the tapes of new values
	left    tree.Budget  // the budget that is left for all further calls
	size    int          // bytes of input so far
	retains bool         // the current patch has stored one of its values in the document
	fixed   bool         // the caller has set the budget
	deep    bool         // containers have been moved or added: the nesting must be checked again
	turns   []turn       // the objects on the path of the current call

	source *relax.Text // the document's text, if it may have additions to JSON such as comments; or nil
	form   option.Set  // the additions that are allowed
}

// turn is an object on the path of a call, and the step to the next value on that path.
type turn struct {
	b *branch
	s *follow.Step
}

// errWhole is the error of Delete and Move if the path is empty. The whole document can only be set.
var errWhole = errors.New("jsonedit: the whole document can't be deleted")

// An edited document may be growth times as long as all input of the Edit together, and at least leastGrowth bytes.
const (
	leastGrowth = 4 << 10
	growth      = 16
)

// The budget of an Edit if the caller sets none, for each byte of the document and of the patches. A call of a method
// counts as editCall bytes, and each step of its path as editStep bytes.
const (
	leastEdit         = 1 << 10
	stepsPerEditByte  = 6
	memoryPerEditByte = 36
	editCall          = 64
	editStep          = 4
)

// growthError is the error of a document that is too long.
type growthError struct{}

func (growthError) Error() string {
	return "jsonedit: the text would be more than 16 times as long as all that came in, or than Options.Budget allows"
}

func (growthError) Is(err error) bool { return err == jsondoc.ErrTooLarge || err == jsondoc.ErrBudget }

// Options are the choices of package jsondoc. Whole and Unchecked have no effect, since all text is checked. The zero
// Options are the choices of this package's functions.
type Options jsondoc.Options

// New returns an Edit of the JSON value data. The errors are those of [jsondoc.Parse].
func New(data []byte) (*Edit, error) { return Options{}.New(data) }

// New does what the function [New] does, with the options o. Comments, trailing commas and other additions that the
// options allow are kept. A comment belongs to the value on its line, or else to the next value, and is moved and
// deleted with it.
func (o Options) New(data []byte) (*Edit, error) {
	text := document.Options(o).Relax(data)
	t, err := document.Options(o).ParsePlain(text.Plain)
	if err != nil {
		return nil, err
	}
	e := &edit{t: t, root: item{t: t}, left: tree.BudgetOf(leastEdit, tree.BytesPerStep), fixed: o.Budget > 0}
	if e.fixed {
		e.left = tree.BudgetOf(o.Budget, tree.BytesPerStep)
	}
	e.countInput(len(data))
	if e.form = document.Options(o).Additions(); e.form != 0 {
		text.Source = bytes.Clone(data)
		e.source = &text
	}
	return &Edit{edit: e}, nil
}

// countInput counts n bytes of input. If the caller has set no budget, it adds the steps and memory for n bytes to the
// budget.
func (e *edit) countInput(n int) {
	if e.size += n; !e.fixed {
		e.left.Spend(-n * stepsPerEditByte)
		e.left.Take(-n * memoryPerEditByte)
	}
}

// begin is called at the start of each call of a method, with the number of its input bytes, n, and its paths.
func (e *edit) begin(n int, paths ...jsondoc.Path) error {
	if e == nil || e.t == nil {
		return jsondoc.ErrReleased
	}
	e.turns = e.turns[:0]
	e.countInput(n + editCall)
	for _, p := range paths {
		e.countInput(editStep * len(stepsOf(p)))
	}
	return nil
}

// Release gives the memory of e back. All later calls of e fail. Results of Append stay valid.
func (e *edit) Release() {
	if e == nil || e.t == nil {
		return
	}
	e.t.Release()
	for _, t := range e.made {
		t.Release()
	}
	*e = edit{}
}

// Set makes v the value at p. It replaces a member or element that exists. A new member or element is added at the end
// of its object or array. Missing objects and arrays on the path are added too. The step "-" means the place after the
// last element of an array, also of a new array; in an existing object it is the name of a member.
func (e *edit) Set(p jsondoc.Path, v any) error { return e.putValue(p, v, set) }

// SetRaw does what Set does, for a value that is given as JSON.
func (e *edit) SetRaw(p jsondoc.Path, raw []byte) error { return e.putRaw(p, raw, set) }

// Insert adds v as an element before the element at p, or at the end of an array if the last step of p is its length or
// a minus sign. If p leads to a member, Insert does what Set does, but the object must exist.
func (e *edit) Insert(p jsondoc.Path, v any) error { return e.putValue(p, v, insert) }

// InsertRaw does what Insert does, for a value that is given as JSON.
func (e *edit) InsertRaw(p jsondoc.Path, raw []byte) error { return e.putRaw(p, raw, insert) }

// Replace replaces the value at p, which must exist, by the JSON value raw.
func (e *edit) Replace(p jsondoc.Path, raw []byte) error { return e.putRaw(p, raw, replace) }

// Delete deletes the value at p, which must exist. All members with its name are deleted.
func (e *edit) Delete(p jsondoc.Path) error {
	if err := e.begin(0, p); err != nil {
		return err
	}
	return e.delete(stepsOf(p))
}

func (e *edit) delete(p []follow.Step) error {
	b, at, err := e.containerOf(p)
	if err != nil {
		return err
	}
	b.remove(at)
	e.dropDuplicates()
	return nil
}

// Move deletes the value with the path from, and then inserts it at the place with the path to. The parameter to is
// looked up after the deletion, and must not lead into the moved value.
func (e *edit) Move(from, to jsondoc.Path) error {
	if err := e.begin(0, from, to); err != nil {
		return err
	}
	return e.move(stepsOf(from), stepsOf(to))
}

func (e *edit) move(from, to []follow.Step) error {
	if len(to) > len(from) && samePath(from, to[:len(from)]) {
		return errInto
	}
	it, err := e.find(from)
	if err != nil {
		return err
	}
	if samePath(from, to) {
		e.dropDuplicates()
		return nil
	}
	moved := *it
	moved.name = ""
	b, at, err := e.containerOf(from)
	if err != nil {
		return err
	}
	if p := b.parts.at(at); p.cell >= 0 && moved.t == b.t && moved.cell == p.cell {
		if moved.start = p.cell + 1; b.object {
			moved.start--
		}
	}
	undo := b.remove(at)
	e.deep = true
	if err := e.put(to, &moved, insert); err != nil {
		undo()
		return err
	}
	return nil
}

// Copy inserts a copy of the value with the path from. The parameter to is the path of the copy.
func (e *edit) Copy(from, to jsondoc.Path) error {
	if err := e.begin(0, from, to); err != nil {
		return err
	}
	return e.copy(stepsOf(from), stepsOf(to))
}

func (e *edit) copy(from, to []follow.Step) error {
	it, err := e.find(from)
	if err != nil {
		return err
	}
	copied := item{raw: it.raw, t: it.t, cell: it.cell}
	if it.open != nil {
		// A changed value is copied as text, which takes no more memory than the written result.
		raw, err := e.write(nil, it, int(max(e.left.Bytes, 0)/copyCost))
		if err != nil {
			e.left.Take(copyCost * len(raw)) // a copy that fails costs as much of the budget as one that succeeds
			return err
		}
		if e.left.Take(copyCost * cap(raw)) {
			return jsondoc.ErrBudget
		}
		copied = item{raw: slices.Clip(raw)}
	}
	e.turns = e.turns[:0]
	e.deep = true
	return e.put(to, &copied, insert)
}

// copyCost is the number of bytes of memory for each byte of a copy: while it is written, where it is stored, and in
// the resulting document.
const copyCost = 4

var errInto = errors.New("jsonedit: a value can't be moved into itself")

// Get returns the current value at p, in newly allocated memory.
func (e *edit) Get(p jsondoc.Path) (jsondoc.Value, error) {
	if err := e.begin(0, p); err != nil {
		return jsondoc.Value{}, err
	}
	it, err := e.find(stepsOf(p))
	if err != nil {
		return jsondoc.Value{}, err
	}
	b, err := e.write(nil, it, e.most())
	if err != nil {
		return jsondoc.Value{}, err
	}
	return jsondoc.Options{Unchecked: true}.Get(b)
}

// most returns how many bytes the document may have.
func (e *edit) most() int {
	if e.fixed {
		return e.size + int(max(e.left.Bytes, 0))
	}
	return leastGrowth + growth*e.size
}

// Append appends the current document to dst. If copies have made the document more than 16 times as long as all input,
// or longer than Options.Budget allows, the error is both ErrTooLarge and [ErrBudget]. If the document is nested too
// deep, the error says so.
func (e *edit) Append(dst []byte) ([]byte, error) {
	if e == nil || e.t == nil {
		return dst, jsondoc.ErrReleased
	}
	out, text, c := dst, e.t.Text(), e.t.Cells[0]
	whole := e.root.t == e.t && e.root.raw == nil || e.source != nil // keep the text around the document's value
	if whole {
		out = append(out, e.span(e.t, 0, int(c.A))...)
	}
	w := editWriter{limit: len(out) + e.most()}
	if e.source != nil {
		w.source = e
	}
	out, err := w.all(out, &e.root)
	if err != nil {
		return dst, err
	}
	if whole {
		out = append(out, e.span(e.t, int(c.B), len(text))...)
	}
	if e.deep && !wire.Valid(e.plain(out[len(dst):])) {
		return dst, document.ErrDepth
	}
	return out, nil
}

// span returns t's text from start to end, with the comments and other additions that the input had there.
func (e *edit) span(t *tree.Tape, start, end int) []byte {
	if e == nil || e.source == nil || t != e.t {
		return t.Text()[start:end]
	}
	return e.source.Source[e.source.Offset(start):e.source.Offset(end)]
}

// plain returns text without its comments and other additions to JSON. e has written text.
func (e *edit) plain(text []byte) []byte {
	if e.source == nil {
		return text
	}
	return relax.Open(e.form, text, nil).Plain
}

// Bytes returns the current document, in newly allocated memory.
func (e *edit) Bytes() ([]byte, error) {
	if e == nil || e.t == nil {
		return nil, jsondoc.ErrReleased
	}
	b, err := e.Append(mem.Unzeroed(e.size)[:0])
	if err != nil {
		return nil, err
	}
	clear(b[len(b):cap(b)]) // the memory may hold text that edits have removed
	return b, nil
}

func samePath(a, b []follow.Step) bool {
	return slices.EqualFunc(a, b, func(s, t follow.Step) bool {
		return s.IsName == t.IsName && (s.IsName && s.Name == t.Name || !s.IsName && s.Index == t.Index)
	})
}

// putMode says which operation stores a value: Set, Insert or Replace.
type putMode uint8

const (
	set putMode = iota
	insert
	replace
)

// putValue encodes v and stores its JSON at p.
func (e *edit) putValue(p jsondoc.Path, v any, mode putMode) error {
	raw, err := zetes.Marshal(v)
	return e.putJSON(p, raw, mode, err)
}

func (e *edit) putRaw(p jsondoc.Path, raw []byte, mode putMode) error {
	v, err := jsondoc.Options{Whole: true}.Get(raw)
	return e.putJSON(p, bytes.Clone(v.Raw()), mode, err)
}

// putJSON stores raw at p, unless making raw has returned an error.
func (e *edit) putJSON(p jsondoc.Path, raw []byte, mode putMode, err error) error {
	if err == nil {
		err = e.begin(len(raw), p)
	}
	if err != nil {
		return err
	}
	return e.put(stepsOf(p), &item{raw: raw}, mode)
}

// walk follows p to the last of the values on it that exist, which it returns as it. The first n steps of p lead there.
// If n is less than the length of p, in is the branch that lacks the next step.
func (e *edit) walk(p []follow.Step) (it *item, n int, in *branch, err error) {
	it = &e.root
	for ; n < len(p); n++ {
		if in, err = e.enter(it, p, n); err != nil {
			return nil, n, nil, err
		}
		at := in.find(&p[n])
		if at < 0 {
			return it, n, in, nil
		}
		it = in.item(at)
	}
	return it, n, nil, nil
}

// find returns the value at p.
func (e *edit) find(p []follow.Step) (*item, error) {
	it, n, _, err := e.walk(p)
	if err == nil && n < len(p) {
		return nil, errorAt(p, n+1, jsondoc.ErrMissing)
	}
	return it, err
}

// put stores v at p.
func (e *edit) put(p []follow.Step, v *item, mode putMode) error {
	if k := v.kind(); k == codec.Object || k == codec.Array {
		e.deep = e.deep || len(p) > 0
	}
	if len(p) == 0 {
		e.root = *v
		return nil
	}
	last := len(p) - 1
	it, n, b, err := e.walk(p[:last])
	switch {
	case err != nil:
		return err
	case n < last && mode != set:
		return errorAt(p, n+1, jsondoc.ErrMissing)
	case n < last:
		// Containers that lead to the value are made from the inside outwards.
		for k := last; k > n; k-- {
			outer := &branch{object: p[k].IsName && p[k].Name != document.AfterLast}
			if !outer.put(&p[k], v, set) {
				return errorAt(p, k+1, jsondoc.ErrMissing)
			}
			v = &item{open: outer}
		}
		e.deep = true
	default:
		if b, err = e.enter(it, p, last); err != nil {
			return err
		}
		if e.left.Spend(1) || e.left.Take(bytesPerPut) {
			return jsondoc.ErrBudget
		}
	}
	if !b.put(&p[n], v, mode) {
		return errorAt(p, n+1, jsondoc.ErrMissing)
	}
	e.dropDuplicates()
	return nil
}

// dropDuplicates is called at the end of each change. For each object on the path to the changed value it deletes the
// duplicates of the member on that path: the object's other members with the same name.
func (e *edit) dropDuplicates() {
	for _, w := range e.turns {
		if at := w.b.find(w.s); at >= 0 {
			w.b.dropOthers(at)
		}
	}
}

// errorAt returns err with a place: the path of the first n steps of p, which leads to the value that err is about.
func errorAt(p []follow.Step, n int, err error) error {
	if n == 0 {
		return err
	}
	return fmt.Errorf("%w: %s", err, jsondoc.Path(follow.PathOf(p[:n])))
}

// stepsOf returns the steps of p.
func stepsOf(p jsondoc.Path) []follow.Step { return follow.Path(p).Steps() }

// containerOf returns the branch that contains the value at p, and the value's index in the branch.
func (e *edit) containerOf(p []follow.Step) (*branch, int, error) {
	if len(p) == 0 {
		return nil, 0, errWhole
	}
	last := len(p) - 1
	it, err := e.find(p[:last])
	if err != nil {
		return nil, 0, err
	}
	b, err := e.enter(it, p, last)
	if err != nil {
		return nil, 0, err
	}
	at := b.find(&p[last])
	if at < 0 {
		return nil, 0, errorAt(p, len(p), jsondoc.ErrMissing)
	}
	return b, at, nil
}

// about returns err with a prefix that says what it is about.
func about(what string, err error) error { return &aboutError{what, err} }

type aboutError struct {
	what string
	err  error
}

func (e *aboutError) Error() string {
	return "jsonedit: " + e.what + ": " + strings.TrimPrefix(strings.TrimPrefix(fmt.Sprint(e.err), "jsonedit: "), "jsondoc: ")
}

func (e *aboutError) Unwrap() error { return e.err }
