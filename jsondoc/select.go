package jsondoc

import (
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/query"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// Select returns the values that q selects in the JSON value data, in the order of RFC 9535. They are parts of data.
// All of data is checked. The errors are those of [Parse], and [ErrBudget].
//
// A query with one name, index, slice or wildcard after another, without anything counted from the end, such as
// $.data[*].id, takes one walk over the text, and memory for the selected values. For all other queries an index of the
// text is made first.
func Select(data []byte, q *jsonpath.Query) ([]Value, error) { return Options{}.Select(data, q) }

// Select does what the function [Select] does, with the options o.
func (o Options) Select(data []byte, q *jsonpath.Query) ([]Value, error) {
	if walk, ok := (*query.Query)(q).ByWalk(); ok && o.Budget <= 0 {
		list, err := o.walk([]Value{}, data, o.checks(), func(w *follow.Walk, room int) ([]wire.Span, int) { return w.Query(walk, room) })
		if err != nil {
			return nil, err
		}
		return list, nil
	}
	t, err := document.Options(o).Parse(data)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	cells, ok := (*query.Query)(q).Run(t, 0, o.Budget)
	if !ok {
		return nil, ErrBudget
	}
	data = document.Options(o).Relax(data).Plain
	list := make([]Value, len(cells))
	for i, c := range cells {
		list[i] = part(data, wire.Span{Start: int(t.Cells[c].A), End: int(t.Cells[c].B)})
	}
	return list, nil
}

// part returns the Value that the bytes of data in s are.
func part(data []byte, s wire.Span) Value { return Value{text: data[s.Start:s.End:s.End], at: s.Start} }

// Select returns the values that q selects in v.
func (v Value) Select(q *jsonpath.Query) ([]Value, error) {
	if !v.Exists() {
		return nil, ErrMissing
	}
	if v.d == nil {
		list, err := known.Select(v.text, q)
		for i := range list {
			list[i].at += v.at
		}
		return list, err
	}
	cells, ok := (*query.Query)(q).Run(v.d.t, v.at, v.d.budget)
	if !ok {
		return nil, ErrBudget
	}
	list := make([]Value, len(cells))
	for i, c := range cells {
		list[i] = Value{at: int(c), d: v.d}
	}
	return list, nil
}

// Select returns the values that q selects in the document.
func (d *Document) Select(q *jsonpath.Query) ([]Value, error) { return d.Root().Select(q) }
