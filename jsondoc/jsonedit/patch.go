package jsonedit

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// ErrTest reports that the document has another value than a test operation of a JSON Patch requires.
var ErrTest = errors.New("jsonedit: a test found another value")

// PatchError reports which operation of a JSON Patch could not be done.
type PatchError struct {
	Operation int // index of the operation in the patch, from 0
	Err       error
}

// Error returns the text of the error.
func (e *PatchError) Error() string {
	return about("operation "+strconv.Itoa(e.Operation)+" of the patch", e.Err).Error()
}

// Unwrap returns e.Err.
func (e *PatchError) Unwrap() error { return e.Err }

// Patch returns data changed by a JSON Patch (RFC 6902), in newly allocated memory. It does all operations, in one
// pass, or none. Parts that the operations do not change keep their bytes. If an operation can't be done, the error is
// a [*PatchError]: about ErrTest, ErrMissing, a [*KindError], [ErrBudget], or a fault of the operation itself.
func Patch(data, patch []byte) ([]byte, error) { return Options{}.Patch(data, patch) }

// Patch does what the function [Patch] does, with the options o. Choices about the text, such as Comments, apply to
// data and not to the patch.
func (o Options) Patch(data, patch []byte) ([]byte, error) {
	return o.edited(data, func(e *Edit) error { return e.Patch(patch) })
}

// Patch does the operations of a JSON Patch, as the function [Patch] does. If an operation fails, the operations before
// it are done.
func (e *edit) Patch(patch []byte) error {
	t, err := e.parse(patch)
	if err != nil {
		return err
	}
	e.retains = false
	defer func() {
		if e.retains {
			e.made = append(e.made, t)
		} else {
			t.Release()
		}
	}()
	if t.Kind(0) != '[' {
		return about("the patch", &jsondoc.KindError{Want: codec.Array, Got: t.KindOf(0)})
	}
	n := 0
	for at, end := t.Inside(0); at < end; at = t.Next(at) {
		e.turns = e.turns[:0]
		if err := e.operation(t, at); err != nil {
			return &PatchError{n, err}
		}
		n++
	}
	return nil
}

// parse starts a call of Patch or MergePatch, and returns the tape (index) of the patch.
func (e *edit) parse(patch []byte) (*tree.Tape, error) {
	if err := e.begin(len(patch)); err != nil {
		return nil, err
	}
	t, err := document.Options{}.Parse(patch)
	if err != nil {
		return nil, about("the patch", err)
	}
	return t, nil
}

// operation is one operation of a patch.
type operation struct {
	op         string
	path, from []follow.Step
	cell       int // the cell of the member "value" in the patch, or 0
}

// readOperation reads the operation at cell i of the patch's tape t. Members that an operation has must not occur
// twice.
func readOperation(t *tree.Tape, i int) (o operation, err error) {
	if t.Kind(i) != '{' {
		return o, &jsondoc.KindError{Want: codec.Object, Got: t.KindOf(i)}
	}
	seen := map[string]bool{}
	for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
		name := t.View(at)
		switch name {
		case "op":
			o.op, err = textOf(t, at+1)
		case "path":
			o.path, err = pointerOf(t, at+1)
		case "from":
			o.from, err = pointerOf(t, at+1)
		case "value":
			o.cell = at + 1
		default:
			continue
		}
		if err != nil {
			return o, about("the member "+name, err)
		}
		if seen[name] {
			return o, fmt.Errorf("jsonedit: the member %s is there twice", name)
		}
		seen[name] = true
	}
	return o, nil
}

// textOf returns the text of the string at cell i of t.
func textOf(t *tree.Tape, i int) (string, error) {
	if k := t.KindOf(i); k != codec.String {
		return "", &jsondoc.KindError{Want: codec.String, Got: k}
	}
	return wire.Unquote(t.Span(i)), nil
}

// pointerOf returns the path of the JSON Pointer at cell i of t. If there is no error, the path is not nil, even if it
// is empty: a nil path in an operation means that the member is missing.
func pointerOf(t *tree.Tape, i int) ([]follow.Step, error) {
	s, err := textOf(t, i)
	if err != nil {
		return nil, err
	}
	p, err := jsondoc.Pointer(s)
	return append([]follow.Step{}, stepsOf(p)...), err
}

// operation does the operation of a patch that is at cell i of the patch's tape t.
func (e *edit) operation(t *tree.Tape, i int) error {
	o, err := readOperation(t, i)
	if err != nil {
		return err
	}
	switch {
	case o.path == nil:
		return errors.New("jsonedit: the member path is missing")
	case (o.op == "add" || o.op == "replace" || o.op == "test") && o.cell == 0:
		return errors.New("jsonedit: the member value is missing")
	case (o.op == "move" || o.op == "copy") && o.from == nil:
		return errors.New("jsonedit: the member from is missing")
	}
	value := &item{t: t, cell: o.cell}
	switch o.op {
	case "add":
		e.retains = true
		return e.put(o.path, value, insert)
	case "replace":
		e.retains = true
		return e.put(o.path, value, replace)
	case "remove":
		return e.delete(o.path)
	case "move":
		return e.move(o.from, o.path)
	case "copy":
		return e.copy(o.from, o.path)
	case "test":
		it, err := e.find(o.path)
		switch {
		case err != nil || e.equals(it, t, o.cell):
			return err
		case e.left.Over():
			return jsondoc.ErrBudget
		}
		return errorAt(o.path, len(o.path), ErrTest)
	}
	return fmt.Errorf("jsonedit: there is no operation %.40q", o.op)
}

// equals reports whether an item has the same value as the value with number i in t. It returns false if the budget is
// used up. It makes no branches, since a patch may have many test operations, and the document may be long.
func (e *edit) equals(it *item, t *tree.Tape, i int) bool {
	b := it.open
	switch {
	case b == nil:
		e.load(it)
		return e.left.Equal(it.t, it.cell, t, i)
	case e.left.Spend(1) || it.kind() != t.KindOf(i):
		return false
	case b.object:
		return e.equalMembers(b, t, i)
	}
	if b.parts.count != int(t.Cells[i+1].B) {
		return false
	}
	at, _ := t.Inside(i)
	for _, p := range b.parts.all() {
		if !e.equalPart(b, p, t, at) {
			return false
		}
		at = t.Next(at)
	}
	return true
}

// equalPart reports whether the part p of b has the same value as the value with number i in t, like equals.
func (e *edit) equalPart(b *branch, p *part, t *tree.Tape, i int) bool {
	if p.item == nil {
		return e.left.Equal(b.t, p.cell, t, i)
	}
	return e.equals(p.item, t, i)
}

// equalMembers reports whether the object b equals the object with number i in t. The first of several members with one
// name counts.
func (e *edit) equalMembers(b *branch, t *tree.Tape, i int) bool {
	want := e.left.Names(t, i)
	n := 0
	for k, p := range b.parts.all() {
		if e.left.Spend(1) {
			return false
		}
		if p.deleted {
			continue
		}
		name := b.name(p)
		if b.find(&follow.Step{Name: name}) != k || e.left.Spend(len(name)/tree.BytesPerStep) {
			continue // a later member with the name, or the budget is used up, which the caller reports
		}
		if at, ok := want[name]; !ok || !e.equalPart(b, p, t, at) {
			return false
		}
		n++
	}
	return n == len(want)
}
