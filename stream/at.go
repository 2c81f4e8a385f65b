package stream

import (
	"io"
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan/decode"
	queries "github.com/zetes-json/zetes/internal/query"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// At returns the values that a query selects in the only document in r, as [Values] does. The query $.data[*] takes
// memory for one element, however long the array is. At reads r to its end; after the document only white space may
// follow. A [Finder] also returns the rest of the document. The description of Finder says which queries a Finder can
// follow. At can follow these kinds too:
//
//	$.data[?@.price > 10].id   a filter on elements or members: one of them is in memory at a time
//	$..items[?@.price > 10]    a filter after a descent: one element or member of each outermost items is in memory
//	$.data[-1], $.data[-3:]    elements counted from the end, but not after a descent
//
// A filter may refer to the element, not to the document by $. For a query such as $.data[-3:] the last elements so far
// are in memory. Together they may have the size that [MaxValueSize] allows for one value, where each counts some 160
// bytes more.
//
// A value within a selected value is not returned, such as the inner object of {"a":{"a":1}} for $..a .
func At[T any](r io.Reader, query *jsonpath.Query, opts ...Option) iter.Seq2[T, error] {
	a := new(finderOf[T])
	a.start(r, []*jsonpath.Query{query}, opts)
	t := reflect.TypeFor[T]()
	if q := (*queries.Query)(query); a.err != nil && q != nil {
		before, below, err := q.Ahead()
		if err != nil {
			a.err = (*jsonpath.Error)(err)
			return a.each
		}
		a.err, a.d.typ = nil, t
		a.trail.Queries, a.parts = [][]follow.Segment{before}, &parts{below: below}
		return a.eachPart
	}
	a.call = decode.Call{Config: a.d.c, Program: decode.ProgramOf(a.d.c, t), Borrowed: true, Undo: true, Resident: &a.values}
	return a.each
}

// finderOf is a Finder that decodes values into one type T.
type finderOf[T any] struct {
	Finder
	call   decode.Call
	values decode.Resident // memory that call uses for all values
	v      T

	// The other fields are for a query that depends on later parts of the document.
	parts *parts
	held  []element // the last elements of the current array: a ring buffer, which begins at index first
	first int
	size  int       // the bytes of all elements in held
	ended []element // the last elements of an array that has ended, still to be searched

	at     locate.Place // the place of the element that was read last
	window int64        // offset of the first byte that was in memory when the element was read
}

// elementCost is about how many bytes an element takes besides its text and its pointer.
const elementCost = 160

// element is an element that was read, and its place.
type element struct {
	text    []byte
	at      locate.Cursor
	pointer string
}

// each yields the remaining values.
func (a *finderOf[T]) each(yield func(T, error) bool) {
	var zero T
	defer a.values.End()
	for a.Next() {
		a.v = zero
		err := a.decode(&a.call, &a.v)
		v := a.v
		a.v = zero // so that a does not keep the memory of v alive
		if a.err != nil {
			v, a.yielded = zero, true
		}
		if !yield(v, err) {
			return
		}
	}
	a.end(yield)
}

// end yields the error that has ended the document, if it was not yielded before.
func (a *finderOf[T]) end(yield func(T, error) bool) {
	if err := a.Err(); err != nil && !a.yielded {
		a.yielded = true
		yield(*new(T), err)
	}
}

// eachPart does what each does, for a query that depends on later parts of the document.
func (a *finderOf[T]) eachPart(yield func(T, error) bool) {
	for a.parts.open() || a.search() {
		if !a.parts.open() {
			continue
		}
		var v T
		if err := a.parts.decode(&a.d.frames, &v); !yield(v, err) {
			return
		}
	}
	a.end(yield)
}

// search goes to the next element and selects parts of it, perhaps none. It returns false at the end of the document.
func (a *finderOf[T]) search() bool {
	switch {
	case len(a.ended) > 0:
		e := a.ended[0]
		a.ended = a.ended[1:]
		place := locate.Place{Seen: e.text, At: e.at}
		if err := a.parts.find(e.text, place, e.pointer); err != nil {
			a.err = root.PlaceError(err, place, e.pointer)
			return false
		}
		return true
	case !a.here && !a.Next():
		return a.err == io.EOF && a.endArray()
	case a.d.base[len(a.d.base)-1].Index == 0 && a.endArray():
		return true
	}
	raw, err := a.take()
	if err == nil && a.parts.below.Last > 0 {
		err = a.hold(raw)
	} else if err == nil {
		a.parts.marks = a.trail.Marks()
		err = a.d.search(a.parts, raw, locate.Pointer(a.d.base))
	}
	a.err = err
	return err == nil
}

// take reads the current value.
func (f *Finder) take() ([]byte, error) {
	d := &f.d
	f.here = false
	d.stream.Within(len(d.open))
	raw, err := d.next()
	if err == nil {
		d.at.Passed()
	}
	return raw, err
}

// hold keeps a copy of raw, the current element.
func (a *finderOf[T]) hold(raw []byte) error {
	// Count lines from the last element on, if that is still in the same memory, so that no line is counted twice.
	p := a.d.stream.Place(len(raw))
	at, from := p.At, 0
	if last := &a.at; len(last.Seen) > 0 && &last.Seen[0] == &p.Seen[0] && a.window == p.At.Offset {
		at, from = last.At, last.Start
	}
	at.Advance(p.Seen[from:p.Start])
	a.at, a.window = locate.Place{Seen: p.Seen, Start: p.Start, At: at}, p.At.Offset

	e := element{at: at, pointer: locate.Pointer(a.d.base)}
	if len(a.held) < a.parts.below.Last {
		e.text = append(e.text, raw...)
		a.held = append(a.held, e)
	} else {
		old := &a.held[a.first]
		a.size -= len(old.text) + len(old.pointer) + elementCost
		if cap(old.text) <= 2*len(raw)+elementCost { // memory of a large element does not stay for small ones
			e.text = old.text[:0]
		}
		e.text = append(e.text, raw...)
		*old, a.first = e, (a.first+1)%len(a.held)
	}
	if a.size += len(raw) + len(e.pointer) + elementCost; a.size > a.d.room() {
		return a.d.located(ErrValueTooLarge, len(raw), a.d.base)
	}
	return nil
}

// endArray is called when an array has ended. It reports whether elements of the array are to be searched.
func (a *finderOf[T]) endArray() bool {
	a.ended = append(a.held[a.first:], a.held[:a.first]...)
	if below := a.parts.below; below.One && len(a.held) == below.Last {
		a.ended = a.ended[:min(1, len(a.ended))]
	} else if below.One {
		a.ended = nil
	}
	a.held, a.first, a.size = nil, 0, 0
	return len(a.ended) > 0
}
