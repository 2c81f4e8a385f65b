package doc

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
)

// ErrTest reports that a test operation of a JSON Patch found another value.
var ErrTest = errors.New("doc: a test found another value")

// PatchError reports which operation of a JSON Patch could not be done.
type PatchError struct {
	Operation int // counted from 0
	Err       error
}

// Error returns the text of the error.
func (e *PatchError) Error() string {
	return about("operation "+strconv.Itoa(e.Operation)+" of the patch", e.Err).Error()
}

// Unwrap returns e.Err.
func (e *PatchError) Unwrap() error { return e.Err }

// Patch returns data changed by a JSON Patch (RFC 6902), in memory of its own: it does all operations, in one pass, or
// none. Parts that they do not change keep their bytes. If an operation can't be done the error is a [*PatchError]:
// about ErrTest, ErrMissing, a [*KindError], [ErrBudget], or a fault of the operation itself.
func Patch(data, patch []byte) ([]byte, error) { return Options{}.Patch(data, patch) }

// Patch is the function [Patch] with the options o, whose choices about the text are for data only.
func (o Options) Patch(data, patch []byte) ([]byte, error) {
	return o.edited(data, func(e *Edit) error { return e.Patch(patch) })
}

// Patch does the operations of a JSON Patch, like the function [Patch]. After an error the operations before the failed
// one are done.
func (e *edit) Patch(patch []byte) error {
	if err := e.begin(len(patch)); err != nil {
		return err
	}
	t, err := new(Options).parse(patch)
	if err != nil {
		return about("the patch", err)
	}
	e.keeps = false
	defer func() {
		if e.keeps {
			e.made = append(e.made, t)
		} else {
			t.release()
		}
	}()
	if t.Kind(0) != '[' {
		return about("the patch", &KindError{codec.Array, t.kindOf(0)})
	}
	n := 0
	for at, end := t.Inside(0); at < end; at = t.Next(at) {
		e.way = e.way[:0]
		if err := e.operation(t, at); err != nil {
			return &PatchError{n, err}
		}
		n++
	}
	return nil
}

// operation is one operation of a patch.
type operation struct {
	op         string
	path, from *Path
	value      []byte
	cell       int // of the value
}

// readOperation reads the operation at a cell of the patch. Members that it uses must not occur twice.
func readOperation(t *tape, i int) (o operation, err error) {
	if t.Kind(i) != '{' {
		return o, &KindError{codec.Object, t.kindOf(i)}
	}
	seen := map[string]bool{}
	for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
		v := Value{text: t.Span(at + 1)}
		name, _ := Value{text: t.Span(at)}.Text()
		switch name {
		case "op":
			o.op, err = v.Text()
		case "path":
			o.path, err = v.pointer()
		case "from":
			o.from, err = v.pointer()
		case "value":
			o.value, o.cell = v.text, at+1
		default:
			continue
		}
		if err != nil {
			return o, about("the member "+name, err)
		}
		if seen[name] {
			return o, fmt.Errorf("doc: the member %s is there twice", name)
		}
		seen[name] = true
	}
	return o, nil
}

// pointer returns the JSON Pointer in a string.
func (v Value) pointer() (*Path, error) {
	s, err := v.Text()
	if err != nil {
		return nil, err
	}
	p, err := Pointer(s)
	return &p, err
}

// operation does the operation at a cell of a patch.
func (e *edit) operation(t *tape, i int) error {
	o, err := readOperation(t, i)
	if err != nil {
		return err
	}
	switch {
	case o.path == nil:
		return errors.New("doc: the member path is missing")
	case (o.op == "add" || o.op == "replace" || o.op == "test") && o.value == nil:
		return errors.New("doc: the member value is missing")
	case (o.op == "move" || o.op == "copy") && o.from == nil:
		return errors.New("doc: the member from is missing")
	}
	value := &item{t: t, cell: o.cell}
	switch o.op {
	case "add":
		e.keeps = true
		return e.put(*o.path, value, insert)
	case "replace":
		e.keeps = true
		return e.put(*o.path, value, replace)
	case "remove":
		return e.delete(*o.path)
	case "move":
		return e.move(*o.from, *o.path)
	case "copy":
		return e.copy(*o.from, *o.path)
	case "test":
		it, err := e.find(*o.path)
		switch {
		case err != nil || e.equals(it, t, o.cell):
			return err
		case e.over():
			return ErrBudget
		}
		return o.path.errorAt(len(o.path.steps), ErrTest)
	}
	return fmt.Errorf("doc: there is no operation %.40q", o.op)
}

// equals reports whether it equals the value i of t. It returns false if the budget is used up. It changes nothing,
// since there may be many tests, and the document may be long.
func (e *edit) equals(it *item, t *tape, i int) bool {
	b := it.open
	switch {
	case b == nil:
		e.load(it)
		return e.equalCells(it.t, it.cell, t, i)
	case e.spend(1) || it.kind() != t.kindOf(i):
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

// equalPart is equals for a part of b.
func (e *edit) equalPart(b *branch, p *part, t *tape, i int) bool {
	if p.item == nil {
		return e.equalCells(b.t, p.cell, t, i)
	}
	return e.equals(p.item, t, i)
}

// equalMembers is equals for objects. Of members with the same name the first one counts.
func (e *edit) equalMembers(b *branch, t *tape, i int) bool {
	want := e.index(t, i)
	n := 0
	for k, p := range b.parts.all() {
		if e.spend(1) {
			return false
		}
		if p.gone {
			continue
		}
		name := b.name(p)
		if b.find(&follow.Step{Name: name}) != k || e.spend(len(name)/bytesPerStep) {
			continue // the budget is used up, which the caller reports
		}
		at, ok := want[name]
		if !ok || !e.equalPart(b, p, t, at) {
			return false
		}
		n++
	}
	return n == len(want)
}
