package codec

// A Writer's memory holds compact JSON, and its calls know nothing of lines. A layout adds line breaks and indentation
// to that text, piece by piece, as it is written to the io.Writer or returned by Bytes. With an indent of two spaces
// {"a":[1,{}]} becomes
//
//	{
//	  "a": [
//	    1,
//	    {}
//	  ]
//	}

// layout breaks compact JSON into lines.
type layout struct {
	prefix, indent string
	done           int    // of a writer in memory: the bytes that are laid out already
	text           []byte // the text with lines

	depth   int
	opened  bool // the last token was an opening bracket
	inside  bool // within a string
	escaped bool // after a backslash in it
}

// SetIndent makes w write each element and member on a line of its own, which begins with prefix and one indent for
// each level, as [encoding/json.MarshalIndent] does. Call it before the first value; later it is a misuse. With two
// empty strings the output is compact. A Reset undoes the choice, and a Writer that a codec gets ignores it.
//
// Offsets in errors count the bytes of the compact form.
func (w *Writer) SetIndent(prefix, indent string) {
	switch {
	case w.hold != made:
	case w.place == writeBusy:
		w.atWork()
	case w.base > 0 || len(w.buf) > w.from || len(w.stack) > 0:
		w.fail(Misuse, "indentation is chosen behind the first value", nil)
	case prefix == "" && indent == "":
		w.layout = nil
	default:
		w.layout = &layout{prefix: prefix, indent: indent, done: len(w.buf)}
	}
}

// laidOut returns b, the memory of a writer without an io.Writer, with all of it in lines.
func (l *layout) laidOut(b []byte) []byte {
	if l.done < len(b) {
		l.text = l.append(l.text[:0], b[l.done:])
		b = append(b[:l.done], l.text...)
		l.done = len(b)
	}
	return b
}

// append appends compact JSON, which continues the last piece, to dst in lines.
func (l *layout) append(dst, piece []byte) []byte {
	for i := 0; i < len(piece); i++ {
		c := piece[i]
		if l.inside {
			from := i
			if l.escaped {
				l.escaped = false
				i++
			}
			for i < len(piece) && piece[i] != '"' {
				if piece[i] == '\\' {
					i++
				}
				i++
			}
			if i > len(piece) {
				i, l.escaped = len(piece), true
			}
			l.inside = i == len(piece)
			dst = append(dst, piece[from:min(i+1, len(piece))]...)
			continue
		}
		if c == ']' || c == '}' {
			l.depth--
			if !l.opened {
				dst = l.line(dst)
			}
			l.opened = false
			dst = append(dst, c)
			continue
		}
		if l.opened {
			dst, l.opened = l.line(dst), false
		}
		dst = append(dst, c)
		switch c {
		case '{', '[':
			l.depth++
			l.opened = true
		case ',':
			dst = l.line(dst)
		case ':':
			dst = append(dst, ' ')
		case '"':
			l.inside = true
		}
	}
	return dst
}

// line begins a line.
func (l *layout) line(dst []byte) []byte {
	dst = append(append(dst, '\n'), l.prefix...)
	for range l.depth {
		dst = append(dst, l.indent...)
	}
	return dst
}
