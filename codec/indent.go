package codec

import "github.com/zetes-json/zetes/internal/wire"

// The memory of a Writer has compact JSON. A layout adds line breaks and indentation, piece by piece, when the text is
// written to the io.Writer or returned by Bytes. With an indent of two spaces {"a":[1,{}]} becomes
//
//	{
//	  "a": [
//	    1,
//	    {}
//	  ]
//	}

// layout breaks compact JSON into lines with indentation.
type layout struct {
	prefix, indent string
	done           int    // for a writer without an io.Writer: the number of bytes that are already broken into lines
	text           []byte // the text that is broken into lines

	at     wire.Structure
	opened bool // the last token was an opening bracket
	inside bool // the last piece ended within a string, whose rest is written as it is
}

// SetIndent makes w write each element and member on a line of its own, which begins with prefix and one indent for
// each level, as [encoding/json.MarshalIndent] does. A call after the first value is a misuse. With two empty strings
// the output is compact. A Reset undoes the choice, and a Writer that a codec gets ignores it.
//
// Offsets in errors count the bytes of the compact form.
func (w *Writer) SetIndent(prefix, indent string) {
	switch {
	case w.hold != made:
	case w.place == writeBusy:
		w.atWork()
	case w.base > 0 || len(w.buf) > w.from || len(w.stack) > 0:
		w.fail(Misuse, "indentation is chosen after the first value", nil)
	case prefix == "" && indent == "":
		w.layout = nil
	default:
		w.layout = &layout{prefix: prefix, indent: indent, done: len(w.buf)}
	}
}

// laidOut breaks the part of b that is still compact into lines, and returns b. b is the memory of a writer without an
// io.Writer.
func (l *layout) laidOut(b []byte) []byte {
	if l.done < len(b) {
		l.text = l.append(l.text[:0], b[l.done:])
		b = append(b[:l.done], l.text...)
		l.done = len(b)
	}
	return b
}

// append breaks piece into lines and appends the lines to dst. piece is compact JSON that continues the last piece.
// Pieces end between tokens, or within a string that the next piece continues.
func (l *layout) append(dst, piece []byte) []byte {
	for i := 0; i < len(piece); {
		before := l.at.Depth()
		part := l.at.Next(piece[i])
		if l.opened != (part == wire.Close) { // {} and [] have no line between their brackets
			dst = l.line(dst, min(before, l.at.Depth()))
		}
		l.opened = part == wire.Open
		n := 1
		if part == wire.Name || part == wire.Scalar {
			n, _ = wire.ScalarLen(piece[i:])
		}
		dst = append(dst, piece[i:i+n]...)
		i += n
		switch {
		case part != wire.Separator:
		case l.at.InObject() && l.at.WantsValue():
			dst = append(dst, ' ')
		default:
			dst = l.line(dst, before)
		}
	}
	return dst
}

// line appends a line break and the indentation for this level.
func (l *layout) line(dst []byte, level int) []byte {
	dst = append(append(dst, '\n'), l.prefix...)
	for range level {
		dst = append(dst, l.indent...)
	}
	return dst
}
