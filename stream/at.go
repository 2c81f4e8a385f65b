package stream

import (
	"io"
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// At returns the values that a query selects in the one document in r, as [Values] does. The elements of $.data[*],
// however many there are, take memory for one of them. It reads r to its end; after the document only white space may
// follow. A [Finder] also returns the rest of the document. Its description says which queries are possible.
//
// A value within a selected value is not returned, such as the inner object of {"a":{"a":1}} for $..a .
func At[T any](r io.Reader, query *jsonpath.Query, opts ...Option) iter.Seq2[T, error] {
	a := new(finderOf[T])
	a.start(r, []*jsonpath.Query{query}, opts)
	t := reflect.TypeFor[T]()
	a.call = decode.Call{Config: a.d.c, Program: decode.ProgramOf(a.d.c, t), Borrowed: true, Undo: true, Resident: &a.values}
	return a.each
}

// finderOf is a Finder for values of one type.
type finderOf[T any] struct {
	Finder
	call   decode.Call
	values decode.Resident // for call
	v      T
}

// each yields the remaining values.
func (a *finderOf[T]) each(yield func(T, error) bool) {
	var zero T
	defer a.values.End()
	for a.Next() {
		a.v = zero
		err := a.decode(&a.call, &a.v)
		v := a.v
		a.v = zero // only the caller keeps what v holds alive
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
