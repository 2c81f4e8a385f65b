package jsondoc

import (
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// Document is a whole text with an index of its values, made by [Parse]. It has a copy of the text. The index takes 8
// bytes for each scalar and each name, and 16 for each array and object; there are no Go values for them. A Document
// never changes, and is safe for concurrent readers until it is released. Going from a member or element to the next
// one skips the text between them in constant time. A copy of a Document is the same document.
type Document struct {
	_ mem.NoCopy
	d *indexed
}

// indexed is shared by a Document and its copies.
type indexed struct {
	t      *tree.Tape // nil after Release
	budget int        // the steps that a query may take, or 0 for the default
}

// Parse reads the JSON value data completely into a Document. It copies data. The error is a [*zetes.Error] about
// encoding/json's *json.SyntaxError, or ErrTooLarge for a text of 4 GB and more.
func Parse(data []byte) (*Document, error) { return Options{}.Parse(data) }

// Parse does what the function [Parse] does, with the options o.
func (o Options) Parse(data []byte) (*Document, error) {
	t, err := document.Options(o).Parse(data)
	if err != nil {
		return nil, err
	}
	both := &struct {
		Document
		indexed
	}{indexed: indexed{t, o.Budget}}
	both.d = &both.indexed
	return &both.Document, nil
}

// Release gives the document's memory back, so that the next document can use it. The document's Values can't be used
// afterwards, and no goroutine may read the document during the call. Without Release the garbage collector frees the
// memory. A second call does nothing.
func (d *Document) Release() {
	if t := d.tape(); t != nil {
		d.d.t = nil
		t.Release()
	}
}

// tape returns the index of the document's values, or nil after Release.
func (d *Document) tape() *tree.Tape {
	if d == nil || d.d == nil {
		return nil
	}
	return d.d.t
}

// Root returns the value of the whole document, or the zero Value after Release.
func (d *Document) Root() Value {
	if d.tape() == nil {
		return Value{}
	}
	return Value{d: d.d}
}

// Get returns the value at the end of a path from the root, as the function [Get] does.
func (d *Document) Get(path ...any) (Value, error) { return d.Root().Get(path...) }

// GetPath does what Get does, for a prepared path.
func (d *Document) GetPath(p Path) (Value, error) { return d.Root().GetPath(p) }

// Raw returns the text that was parsed, including white space around the value. It must not be written to, and is valid
// until Release.
func (d *Document) Raw() []byte {
	if t := d.tape(); t != nil {
		return t.Text()
	}
	return nil
}

// Size returns the size in bytes of the document's memory, or 0 after Release.
func (d *Document) Size() int {
	if t := d.tape(); t != nil {
		return t.Size()
	}
	return 0
}

// has reports whether d has a value with the number i. After Release it has none.
func (d *indexed) has(i int) bool { return d.t != nil && uint(i) < uint(len(d.t.Cells)) }

func (d *indexed) raw(i int) []byte {
	if !d.has(i) {
		return nil
	}
	return d.t.Span(i)
}

// each calls yield for the elements or members of the container with the number i, with the name of each member as
// JSON, and nil for an element. It stops if yield returns false or has released the document.
func (d *indexed) each(i int, yield func([]byte, Value) bool) {
	t := d.t
	if !d.has(i) {
		return
	}
	object := t.Kind(i) == '{'
	at, end := t.Inside(i)
	for at < end {
		var name []byte
		if object {
			name = t.Span(at)
			at++
		}
		if !yield(name, Value{at: at, d: d}) || d.t != t {
			return
		}
		at = t.Next(at)
	}
}

// follow returns the value at the end of steps from the value i. Offsets in errors count from the start of that value,
// so that only its text must be read to find them. If they counted from the start of the document, a loop over elements
// that all lack a member would read, for each error, all elements before it.
func (d *indexed) follow(i int, steps []follow.Step) (Value, error) {
	if !d.has(i) {
		return Value{}, ErrReleased
	}
	t, from := d.t, i
	for k := range steps {
		s, to := &steps[k], -1
		switch c := t.Kind(i); {
		case c == '{' && s.IsName:
			to = t.Member(i, s.Name)
		case c == '[' && s.IsIndex:
			to = t.Element(i, s.Index)
		}
		if to < 0 {
			return Value{}, missing(t.Span(from), int(t.Cells[i].A-t.Cells[from].A), s)
		}
		i = to
	}
	return Value{at: i, d: d}, nil
}
