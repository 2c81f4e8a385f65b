package codec

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// Fail makes err the reader's error if it has none yet. A codec calls it if it does not accept a value. The place of
// the error is the start of the value that was read last, if that is in memory. Before the first value, and between a
// call of NextMember or NextElement and the reading of its value, the place is the start of the next value.
func (r *Reader) Fail(err error) {
	if r.self != r {
		r.fail(Misuse, 0, "", nil)
		return
	}
	r.fail(Failed, r.lastValue(), "", err)
}

// lastValue returns the start of the value that was read last, relative to the first unread byte, or 0 if that start is
// no longer in memory. If r is at a value in a container, or no value was read yet, it returns the start of the next
// value.
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

// startOfLast returns the start of the value at the end of b, which white space and a comma may follow, or -1 if the
// start is not in b.
func startOfLast(b []byte) int {
	b = bytes.TrimRight(b, blanks+",")
	for depth := 0; len(b) > 0; {
		end := len(b) - 1
		switch c := b[end]; {
		case c == '"':
			if end = openingQuote(b[:end]); end < 0 {
				return -1
			}
		case c|0x20 == '}': // ] or }, which differ only in the bit 0x20, as [ and { do
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

// openingQuote returns the start of the string whose text ends at the end of b, or -1 if b does not have the start. It
// is the last quote that is not escaped, since in a string all quotes are escaped.
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

// unexpected makes r fail because the byte at position at of the unread bytes is not allowed there.
func (r *Reader) unexpected(at int, where string) {
	what := "the end"
	if b := r.win.Text[r.win.Pos:]; at < len(b) {
		if what = strconv.QuoteRune(rune(b[at])); b[at] >= utf8.RuneSelf { // the character may not be complete yet
			what = "a character beyond ASCII"
		}
	}
	r.fail(Syntax, at, what+" "+where, nil)
}

// fail makes an error of these parts the error of r, if r has none yet. at is the error's position in the unread bytes.
// If this position has left the window, the error has only the offset.
func (r *Reader) fail(code Code, at int, what string, err error) {
	if r.err != nil {
		return
	}
	if r.self != r { // the memory belongs to another Reader, and must not be shown
		r.err, r.place = &Error{Code: Misuse, What: "a Reader that was not made by NewReader or its kin"}, atFailed
		if r.self != nil {
			r.err.What = "a copy of a Reader"
		}
		return
	}
	// narrow hides the text after the value from the excerpt. If err is the Failure of an inner codec, the excerpt is
	// left out, since finding the end of the value again at each level of nesting would take too long.
	_, within := err.(*Failure)
	if r.open && !within {
		r.narrow()
	}
	e := &Error{Code: code, Offset: r.InputOffset() + int64(at), What: what, Err: err}
	at += r.win.Pos
	e.Pointer = locate.Pointer(r.steps(code == OutOfRange || code == Failed))
	if e.nested = r.win.Borrowed() || r.terms.Owner != nil; !e.nested && r.count(e, at) {
		if e.whole = r.win.Base == 0 && (code == Syntax || code == Truncated); e.whole {
			// The wrong byte may be inside a value that is skipped, or after a name, where r has no path.
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

// count sets the line and column of e, which is at position at of the window, and returns true if they are known.
func (r *Reader) count(e *Error, at int) bool {
	if at < 0 || r.win.Start.Offset != r.win.Base {
		return false
	}
	cursor := r.win.Start
	cursor.Advance(r.win.Text[:at])
	e.Line, e.Column = cursor.Lines+1, cursor.Columns+1
	return true
}

// steps returns the path to the value that is being read or, if last is true, to the value that was read last. If
// there is no such value, it returns the path to the container.
func (r *Reader) steps(last bool) []locate.Step {
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
		} else if index == 0 || after == atNextMember && member == unnamed || place != atValue && !last {
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

// openName returns the name of the open member at this level, or nil if no name has been read. member is its position,
// or kept or unnamed.
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

// deeper extends the pointer of r's error by the path inside the current value. The error is n bytes after the start of
// the value.
func (r *Reader) deeper(n int) {
	if r.err != nil && !r.err.whole && (r.err.Code == Syntax || r.err.Code == Truncated) {
		r.err.Pointer += locate.Find(r.win.Text[r.win.Pos:], n).Pointer()
	}
}

// keepNames copies the names of open members, which may be about to leave the window.
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

// pointer returns the JSON Pointer to the value that w is about to write. It is "" if the start of the output is not in
// memory, since it was written to the io.Writer or belongs to the caller of a codec.
func (w *Writer) pointer() string {
	if w.base > 0 || w.owner != nil || w.from > len(w.buf) {
		return ""
	}
	b := w.buf[w.from:]
	return locate.Find(b, len(b)).Pointer()
}
