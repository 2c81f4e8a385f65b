package codec

// Indentation is put in on the way out of a Writer: what it has in memory is compact, and its calls know nothing of
// lines. A layout goes over that text once, piece by piece, as it is handed to the io.Writer or asked for by Bytes: of
// {"a":[1,{}]} with an indent of two spaces
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
	done           int    // of a writer in memory: the bytes that have their lines
	text           []byte // for what has been broken into lines

	depth   int
	opened  bool // the last token was an opening bracket
	inside  bool // of a string
	escaped bool // behind its backslash
}

// SetIndent makes w write each element and member on a line of its own, which begins with prefix and as many indents as
// it is deep, as [encoding/json.MarshalIndent] does. It is called before the first value; later it is a misuse. With
// two empty strings w is compact. A Reset takes the choice back, and a Writer that a codec is given heeds none.
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

// laidOut returns b, the memory of a writer without an io.Writer, with lines for all of it.
func (l *layout) laidOut(b []byte) []byte {
	if l.done < len(b) {
		l.text = l.append(l.text[:0], b[l.done:])
		b = append(b[:l.done], l.text...)
		l.done = len(b)
	}
	return b
}

// append appends compact JSON, which goes on where the last piece has ended, to dst in lines.
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
