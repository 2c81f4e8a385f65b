package codec

import (
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// Fail makes err the reader's error if it has none yet: for codecs that do not like what they have read.
func (r *Reader) Fail(err error) { r.fail(OutOfRange, 0, "", err) }

// fail keeps the first error; at is where in the buffered bytes.
func (r *Reader) fail(code Code, at int, what string, err error) {
	if r.err != nil {
		return
	}
	// Where a codec within this one has failed, nobody needs more than that: looking for the value's end at each
	// level would take time.
	_, within := err.(*Failure)
	if r.open && !within {
		r.narrow()
	}
	e := &Error{Code: code, Offset: r.InputOffset() + int64(at), What: what, Err: err}
	at += r.win.Pos
	e.Pointer = locate.Pointer(r.steps(code == OutOfRange))
	if e.nested = r.win.Borrowed() || r.terms.Owner != nil; !e.nested && r.win.Start.Offset == r.win.Base {
		cursor := r.win.Start
		cursor.Advance(r.win.Text[:at])
		e.Line, e.Column = cursor.Lines+1, cursor.Columns+1
	}
	if !within {
		e.Excerpt, e.caret = locate.Excerpt(r.win.Text, at)
	}
	r.err, r.place = e, atFailed
}

// steps returns the way to the value that is being read, with behind also to one that was read last; between values
// to what holds them.
func (r *Reader) steps(behind bool) []locate.Step {
	place := r.place
	if place == atRest {
		place = r.was
	}
	var steps []locate.Step
	for level := 1; level <= len(r.stack); level++ {
		after, index, member := r.after, r.index, r.member
		if level < len(r.stack) {
			f := &r.stack[level]
			after, index, member = f.after, f.index, f.member
		} else if index == 0 || after == atNextMember && member == unnamed || place != atValue && !behind {
			break
		}
		if after == atNextElement {
			steps = append(steps, locate.Step{Index: index - 1})
		} else {
			steps = append(steps, locate.Step{Name: string(r.openName(level, member)), Index: -1})
		}
	}
	return steps
}

// openName returns the name of the member that is open at a level, whose name starts at member.
func (r *Reader) openName(level, member int) []byte {
	switch {
	case member >= 0:
		return nameAt(r.win.Text[member:])
	case member == kept && level < len(r.left):
		return r.left[level]
	}
	return nil
}

// nameAt returns the text of the name at the start of b.
func nameAt(b []byte) []byte {
	n, _ := wire.String(b, 0)
	return wire.AppendUnquote(nil, b[:n])
}

// keepNames takes note of the names of members that are open, for they may be about to leave the window.
func (r *Reader) keepNames() {
	for level := 1; level <= len(r.stack); level++ {
		after, member := r.after, &r.member
		if level < len(r.stack) {
			after, member = r.stack[level].after, &r.stack[level].member
		}
		if after != atNextMember || *member < 0 {
			continue
		}
		for len(r.left) <= level {
			r.left = append(r.left, nil)
		}
		r.left[level] = append(r.left[level][:0], nameAt(r.win.Text[*member:])...)
		*member = kept
	}
}

// pointer returns the JSON Pointer to the value that w is about to write, or "" where the start of the output is
// out of reach: it has been handed out, or is that of the one whom a codec serves.
func (w *Writer) pointer() string {
	if w.base > 0 || w.owner != nil || w.from > len(w.buf) {
		return ""
	}
	b := w.buf[w.from:]
	return locate.Pointer(locate.Find(b, len(b)).Steps)
}
