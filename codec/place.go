package codec

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// Fail makes err the reader's error if it has none yet: for codecs that do not like what they have read. Its place is
// the start of the value that was read last, as far as that is in memory, or, where a value comes next, that one's.
func (r *Reader) Fail(err error) {
	if r.self != r {
		r.fail(Misuse, 0, "", nil)
		return
	}
	r.fail(Failed, r.lastValue(), "", err)
}

// view returns the place in memory where the next value starts, and the path to it. It shows nothing of readers that
// are lent.
func (r *Reader) view() (p locate.Place, path []locate.Step, ok bool) {
	switch {
	case r.terms.Owner != nil || r.self != r:
		return p, nil, false
	case r.work.outer != nil: // it reads what the outer one has captured, in its window
		if p, path, ok = r.work.outer.view(); ok {
			p.Start, path = r.win.Pos, append(path, r.steps(false)...)
		}
		return p, path, ok
	case r.win.Borrowed() || r.win.Start.Offset != r.win.Base:
		return p, nil, false
	}
	return locate.Place{Seen: r.win.Text, Start: r.win.Pos, At: r.win.Start}, r.steps(false), true
}

// lastValue returns where the value that was read last starts, from the first unread byte on, if that is in memory;
// or where the next one starts, if one was asked for.
func (r *Reader) lastValue() int {
	place := r.place
	if place == atRest {
		place = r.was
	}
	b := r.win.Text[:r.win.Pos]
	if place == atValue && (len(r.stack) > 0 || r.top == atEnd || len(bytes.TrimRight(b, blanks)) == 0) {
		return wire.Space(r.win.Text[r.win.Pos:])
	}
	if start := startOfLast(b); start >= 0 {
		return start - r.win.Pos
	}
	return 0
}

const blanks = " \t\r\n"

// startOfLast returns where the value starts that ends at the end of b, but for white space and a comma, or -1 where
// that is not in b.
func startOfLast(b []byte) int {
	b = bytes.TrimRight(b, blanks+",")
	for depth := 0; len(b) > 0; {
		end := len(b) - 1
		switch c := b[end]; {
		case c == '"':
			if end = openingQuote(b[:end]); end < 0 {
				return -1
			}
		case c|0x20 == '}': // [ and { differ in that bit, and so do ] and }
			depth++
		case c|0x20 == '{':
			depth--
		case !wire.EndsScalar(c):
			for end > 0 && !wire.EndsScalar(b[end-1]) {
				end--
			}
		}
		if b = b[:end]; depth <= 0 {
			return end
		}
	}
	return -1
}

// openingQuote returns where the string begins whose text ends at the end of b, or -1: at the last quote that is not
// escaped, for in a string all are.
func openingQuote(b []byte) int {
	for {
		i := bytes.LastIndexByte(b, '"')
		if i < 0 {
			return -1
		}
		if text := bytes.TrimRight(b[:i], `\`); (i-len(text))%2 == 0 {
			return i
		}
		b = b[:i]
	}
}

// unexpected fails because the byte at at, in the buffered bytes, cannot stand where it is.
func (r *Reader) unexpected(at int, where string) {
	what := "the end"
	if b := r.win.Text[r.win.Pos:]; at < len(b) {
		if what = strconv.QuoteRune(rune(b[at])); b[at] >= utf8.RuneSelf { // the rest of it may not have come yet
			what = "a character beyond ASCII"
		}
	}
	r.fail(Syntax, at, what+" "+where, nil)
}

// fail keeps the first error; at is where, from the first unread byte on. A place that has left the window is told by
// its offset alone.
func (r *Reader) fail(code Code, at int, what string, err error) {
	if r.err != nil {
		return
	}
	if r.self != r { // nothing of the memory is shown, which is another's
		r.err, r.place = &Error{Code: Misuse, What: "a Reader that was not made by NewReader or its kin"}, atFailed
		if r.self != nil {
			r.err.What = "a copy of a Reader"
		}
		return
	}
	// If a codec within this one has failed, its failure says enough: looking for the value's end at each level would
	// take time.
	_, within := err.(*Failure)
	if r.open && !within {
		r.narrow()
	}
	e := &Error{Code: code, Offset: r.InputOffset() + int64(at), What: what, Err: err}
	at += r.win.Pos
	e.Pointer = locate.Pointer(r.steps(code == OutOfRange || code == Failed))
	if e.nested = r.win.Borrowed() || r.terms.Owner != nil; !e.nested && at >= 0 && r.win.Start.Offset == r.win.Base {
		cursor := r.win.Start
		cursor.Advance(r.win.Text[:at])
		e.Line, e.Column = cursor.Lines+1, cursor.Columns+1
		if e.whole = r.win.Base == 0 && (code == Syntax || code == Truncated); e.whole {
			// What is wrong may be within a value that is passed over, or behind a name without one.
			e.Pointer = locate.Find(r.win.Text, at).Pointer()
		}
	}
	if !within && at >= 0 {
		var few [locate.LongestExcerpt]byte
		text, caret := locate.AppendExcerpt(few[:0], r.win.Text, at)
		e.Excerpt, e.caret = string(text), caret
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

// deeper adds the path within the current value to the pointer of an error. The error lies n bytes after the start of
// the value.
func (r *Reader) deeper(n int) {
	if r.err != nil && !r.err.whole && (r.err.Code == Syntax || r.err.Code == Truncated) {
		r.err.Pointer += locate.Find(r.win.Text[r.win.Pos:], n).Pointer()
	}
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
	return locate.Find(b, len(b)).Pointer()
}
