package jsonedit

import (
	"bytes"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// A document that is being edited consists of the tape (index) of its original text, and of a branch for each array or
// object that an edit has changed or has changed something in. A branch has a part for each element or member. An
// unchanged part is only the number of a cell of the tape, which is the entry of a value.

// item is a value: a value on a tape, a new value, or an array or object that has a branch.
type item struct {
	name string     // the member's name as JSON, if the name is not on the tape
	raw  []byte     // the JSON of the value, if the value is new
	t    *tree.Tape // the tape of the value, where cell is its number; or nil
	cell int

	// start is 0 unless Move has moved the value from its place in t. Then start-1 is the cell where the member or
	// element began there: the cell of the name or of the value. The comments beside that cell move with the value.
	start int

	open *branch // the branch of an array or object, if it has one
}

// part is an element or member.
type part struct {
	cell    int   // the number of the value in the branch's tape, or -1
	deleted bool  // the member is deleted
	item    *item // the changed value, or nil while the value is unchanged
}

// branch is an array or object that is being edited.
type branch struct {
	object bool
	t      *tree.Tape // the tape that the container is on, or nil if it is new
	cell   int        // the container's cell on t
	parts  sequence
	names  map[string]int // indexes of members by their names, if there are many members
	same   map[int]int    // for the index of a member, the index of the next member with the same name
}

// kind returns the kind of the value.
func (it *item) kind() codec.Kind {
	switch {
	case it.open != nil && it.open.object:
		return codec.Object
	case it.open != nil:
		return codec.Array
	case it.raw != nil:
		return tree.KindAt(it.raw)
	}
	return it.t.KindOf(it.cell)
}

// enter returns the members or elements of an item, so that the caller can look up step i of the path p there. It
// returns an error if the item is not an array or object that can have this step.
func (e *edit) enter(it *item, p []follow.Step, i int) (*branch, error) {
	k, s := it.kind(), &p[i]
	if !(k == codec.Object && s.IsName || k == codec.Array && (s.IsIndex || s.Name == document.AfterLast)) {
		cause := document.Lacks(k, s, func(want codec.Kind) error { return &jsondoc.KindError{Want: want, Got: k} })
		return nil, errorAt(p, i, cause)
	}
	b := e.open(it)
	if b == nil || e.left.Spend(1+len(s.Name)/tree.BytesPerStep) {
		return nil, jsondoc.ErrBudget
	}
	if b.object {
		e.turns = append(e.turns, turn{b, s})
	}
	return b, nil
}

// Sizes in bytes that are counted for the memory of an edit.
const (
	bytesPerTape   = 1024
	bytesPerCell   = 16 // each cell of a tape
	bytesPerBranch = 192
	bytesPerMember = 24  // each member or element of a branch
	bytesPerPut    = 128 // each value that is set or inserted
)

// load makes a tape, an index, for an item that has none.
func (e *edit) load(it *item) {
	if it.t == nil {
		t := tree.NewTape()
		t.Build(it.raw, wire.MaxDepth)
		e.left.Take(bytesPerTape + 3*len(it.raw) + bytesPerCell*len(t.Cells))
		e.made = append(e.made, t)
		it.t, it.cell, it.raw = t, 0, nil
	}
}

// open returns the branch of an item that is an array or object. If there is no branch, it makes one. It returns nil if
// the budget is used up.
func (e *edit) open(it *item) *branch {
	if it.open != nil {
		return it.open
	}
	e.load(it)
	t := it.t
	count := int(t.Cells[it.cell+1].B)
	if e.left.Spend(count) || e.left.Take(bytesPerBranch+bytesPerMember*count) {
		return nil
	}
	b := &branch{object: t.Kind(it.cell) == '{', t: t, cell: it.cell}
	list := make([]part, 0, count)
	for at, end := t.Inside(it.cell); at < end; at = t.Next(at) {
		if b.object {
			if at++; count > tree.FewMembers && e.left.Take(tree.BytesPerName+len(t.Span(at-1))) {
				return nil
			}
		}
		list = append(list, part{cell: at})
	}
	b.parts = sequenceOf(list)
	if b.object && count > tree.FewMembers {
		b.index(count)
	}
	it.open = b
	return b
}

// index builds the table of names, with space for n names.
func (b *branch) index(n int) {
	b.names = make(map[string]int, n)
	all := make([]string, 0, n)
	for _, p := range b.parts.all() {
		all = append(all, b.name(p))
	}
	for i, name := range slices.Backward(all) {
		if next, ok := b.names[name]; ok {
			if b.same == nil {
				b.same = map[int]int{}
			}
			b.same[i] = next
		}
		b.names[name] = i
	}
}

// rawName returns the name of the member p as JSON.
func (b *branch) rawName(p *part) []byte {
	if p.cell < 0 {
		return mem.View(p.item.name)
	}
	return b.t.Span(p.cell - 1)
}

// name returns the name of the member p. It is valid as long as b exists.
func (b *branch) name(p *part) string {
	switch raw := b.rawName(p); {
	case p.cell >= 0:
		return b.t.View(p.cell - 1)
	case bytes.IndexByte(raw, '\\') >= 0:
		return wire.Unquote(raw)
	default:
		return mem.Frozen(raw[1 : len(raw)-1])
	}
}

// item returns the item of part i, so that the caller can change it.
func (b *branch) item(i int) *item {
	p := b.parts.at(i)
	if p.item == nil {
		p.item = &item{t: b.t, cell: p.cell}
	}
	return p.item
}

// find returns the index of the part that the step s leads to, or -1 if there is none.
func (b *branch) find(s *follow.Step) int {
	if !b.object {
		if s.IsIndex && s.Index < b.parts.count {
			return s.Index
		}
		return -1
	}
	if b.names != nil {
		if i, ok := b.names[s.Name]; ok {
			return i
		}
		return -1
	}
	for i := range b.parts.parts { // without a table there are few members, which are all in one leaf
		if p := &b.parts.parts[i]; !p.deleted && new(tree.Budget).Says(b.rawName(p), s.Name) {
			return i
		}
	}
	return -1
}

// put sets or inserts v at the step s, depending on mode. It returns false if s leads to no place.
func (b *branch) put(s *follow.Step, v *item, mode putMode) bool {
	at := b.find(s)
	if at >= 0 && (b.object || mode != insert) {
		p := b.parts.at(at)
		v.name = ""
		if p.cell < 0 {
			v.name = p.item.name
		}
		p.item = v
		return true
	}
	if mode == replace {
		return false
	}
	if !b.object {
		if at < 0 && s.IsIndex && s.Index != b.parts.count {
			return false
		}
		if at < 0 {
			at = b.parts.count
		}
		b.parts.insert(at, part{cell: -1, item: v})
		return true
	}
	var room [kernel.Room + 64]byte
	v.name = string(kernel.AppendString(room[:0], s.Name, kernel.EscapeMinimal))
	b.parts.insert(b.parts.count, part{cell: -1, item: v})
	if b.names != nil {
		key := v.name[1 : len(v.name)-1]
		if key != s.Name {
			key = strings.Clone(s.Name)
		}
		b.names[key] = b.parts.count - 1
	} else if b.parts.count > tree.FewMembers {
		b.compact()
		b.index(b.parts.count)
	}
	return true
}

// compact drops the members that are deleted.
func (b *branch) compact() {
	var list []part
	for _, p := range b.parts.all() {
		if !p.deleted {
			list = append(list, *p)
		}
	}
	b.parts = sequenceOf(list)
}

// remove deletes a part by its index, and all other members with its name. It returns a function that undoes the
// deletion.
func (b *branch) remove(at int) (undo func()) {
	if !b.object {
		p := b.parts.remove(at)
		return func() { b.parts.insert(at, p) }
	}
	name := b.name(b.parts.at(at))
	others := b.dropOthers(at)
	b.parts.at(at).deleted = true
	delete(b.names, name)
	return func() {
		b.parts.at(at).deleted = false
		for _, i := range others {
			b.parts.at(i).deleted = false
		}
		if b.names != nil {
			b.names[name] = at
		}
		if b.same != nil && len(others) > 0 {
			b.same[at] = others[0]
		}
	}
}

// dropOthers deletes all other members that have the name of one member, given by its index, and returns their indexes.
func (b *branch) dropOthers(at int) (others []int) {
	if b.names == nil {
		name := b.name(b.parts.at(at))
		for i, p := range b.parts.all() {
			if i != at && !p.deleted && new(tree.Budget).Says(b.rawName(p), name) {
				others = append(others, i)
				p.deleted = true
			}
		}
		return others
	}
	for i, ok := b.same[at]; ok; i, ok = b.same[i] {
		others = append(others, i)
		b.parts.at(i).deleted = true
	}
	delete(b.same, at)
	return others
}
