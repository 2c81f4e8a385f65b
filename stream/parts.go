package stream

import (
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/query"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
)

// Some queries are answered from the text of one value at a time: queries that depend on later parts of the document,
// and queries for each value of a stream. The places of all values in the text are stored on a tape, the query selects
// some of them, and these parts of the text are decoded one after the other while the text is in memory.

// parts has the values that a query selects in one value.
type parts struct {
	below *query.Below
	marks []follow.QueryMark // the segments that apply to the children of the value that is searched
	tape  tree.Tape

	text    []byte // the text of the value that is searched
	place   locate.Place
	pointer string
	list    []wire.Span // the selected parts of text
	next    int         // index in list of the first part that is not decoded yet
}

// open reports whether there are parts that were not decoded yet.
func (p *parts) open() bool { return p.next < len(p.list) }

// find selects the parts of text, which is JSON and stands at place.
func (p *parts) find(text []byte, place locate.Place, pointer string) error {
	p.text, p.place, p.pointer, p.list, p.next = text, place, pointer, p.list[:0], 0
	if cap(p.list) > mem.MostPooled>>4 {
		p.list = nil
	}
	defer p.tape.Forget()
	if !p.tape.Build(text, wire.MaxDepth) {
		return ErrValueTooLarge
	}
	cells, ok := p.below.Run(&p.tape, p.marks)
	if !ok {
		return query.ErrBudget
	}
	for _, c := range cells {
		at := &p.tape.Cells[c]
		p.list = append(p.list, wire.Span{Start: int(at.A), End: int(at.B)})
	}
	return nil
}

// decode decodes the next part into the value that v points to.
func (p *parts) decode(d *frames, v any) error {
	s := p.list[p.next]
	p.next++
	at := p.place
	at.Start += s.Start
	return d.unmarshal(p.text[s.Start:s.End], v, at, func() string { return p.pointer + locate.Find(p.text, s.Start).Pointer() })
}

// search selects the parts of raw, the value that the stream has just returned. If the configuration asks for that, it
// first checks raw as a whole.
func (d *frames) search(p *parts, raw []byte, pointer string) error {
	if d.c.ValidateFirst {
		if err := d.check(raw); err != nil {
			return err
		}
	}
	place := d.stream.Place(len(raw))
	err := p.find(raw, place, pointer)
	if err == nil {
		return nil
	} else if err == ErrValueTooLarge {
		if wrong := d.check(raw); wrong != nil {
			return wrong // nothing has checked a line before: it may not be JSON
		}
	}
	e := root.PlaceError(err, place, pointer)
	if d.counts {
		e.Value = d.stream.Given()
	}
	return e
}
