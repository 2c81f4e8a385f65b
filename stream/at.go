package stream

import (
	"io"
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/doc"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// At returns the values that a query selects in the one document that r holds, as [Values] does: the elements of
// $.data[*], however many there are, take memory for one of them. It reads r to its end, behind the document there may
// be white space only. A [Finder] has the rest of the document too, and says which queries there can be.
//
// What a query selects within a value that it has selected is not given, as the inner one of {"a":{"a":1}} for $..a .
func At[T any](r io.Reader, query *doc.Query, opts ...Option) iter.Seq2[T, error] {
	a := new(finderOf[T])
	a.start(r, []*doc.Query{query}, opts)
	t := reflect.TypeFor[T]()
	a.call = decode.Call{Config: a.d.c, Program: decode.ProgramOf(a.d.c, t)}
	return a.each
}

// finderOf is a Finder whose values are of one type.
type finderOf[T any] struct {
	Finder
	call decode.Call
	v    T
}

// each yields what is left.
func (a *finderOf[T]) each(yield func(T, error) bool) {
	var zero T
	walk := a.call.Walk()
	defer walk.End()
	for a.Next() {
		a.v = zero
		var err error
		if !a.window(walk) {
			err = a.Decode(&a.v)
		}
		v := a.v
		a.v = zero // what v holds is the caller's to keep alive
		if a.err != nil {
			v, a.told = zero, true
		}
		if !yield(v, err) {
			return
		}
	}
	if err := a.Err(); err != nil && !a.told {
		a.told = true
		yield(zero, err)
	}
}

// window decodes the value at hand where it lies, if it is whole in memory and fits.
func (a *finderOf[T]) window(walk decode.Walk) bool {
	d := &a.d
	w, start, edge, ok := d.stream.Window()
	if !ok {
		return false
	}
	d.stream.Limit(d.room())
	end := walk.Value(&w, start, edge, mem.DataWord(&a.v), len(d.open))
	if end < 0 {
		return false
	}
	if !d.stream.Take(start, end) {
		var zero T
		a.v = zero
		return false
	}
	a.here = false
	d.at.Passed()
	return true
}
