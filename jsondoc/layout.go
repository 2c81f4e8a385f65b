package jsondoc

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// This file writes JSON for people: short arrays and objects on one line, and colors.

// mostWidth is the largest width that has an effect. To find out whether an array or object fits on a line, up to this
// number of bytes of it are read.
const mostWidth = 1000

// AppendIndent appends the JSON value data to dst in lines of at most width characters, as far as that is possible. An
// array or object that fits on the rest of its line stays on it, with a space after each comma and colon. Otherwise
// each element and member has a line of its own, as json.Indent writes it, which begins with prefix and one indent for
// each level. A width of 0 breaks all that are not empty, and a width above 1,000 counts as 1,000. The text of tokens
// does not change.
//
//	{
//	  "id": 7,
//	  "corners": [[0, 0], [0, 1], [1, 1]],
//	  ...
//
// If data is not JSON it returns dst unchanged and a [*zetes.Error] with the place.
func AppendIndent(dst, data []byte, prefix, indent string, width int) ([]byte, error) {
	compact, bad := wire.AppendCompact(make([]byte, 0, len(data)+wire.Spare), data, false)
	if bad >= 0 {
		return dst, document.SyntaxError(data)
	}
	l := layout{text: compact, out: dst, prefix: prefix, indent: indent, width: min(width, mostWidth)}
	l.value(0, 0)
	return l.out, nil
}

// layout breaks compact JSON into lines.
type layout struct {
	text           []byte // the part of the text that is not written yet
	out            []byte
	prefix, indent string
	width          int
}

// value writes the next value, which starts at the given column and level.
func (l *layout) value(column, level int) {
	open := l.text[0]
	if open != '[' && open != '{' {
		l.take(l.scalar())
		return
	}
	if l.line(l.width - column) {
		return
	}
	l.take(1)
	for l.text[0] != open+2 {
		start := len(l.out) + 1
		l.newLine(level + 1)
		if open == '{' {
			l.take(l.scalar() + 1)
			l.out = append(l.out, ' ')
		}
		l.value(utf8.RuneCount(l.out[start:]), level+1)
		if l.text[0] == ',' {
			l.take(1)
		}
	}
	l.newLine(level)
	l.take(1)
}

// scalar returns the length of the next string, number or word.
func (l *layout) scalar() int {
	n, _ := wire.ScalarLen(l.text)
	return n
}

// take moves the next n bytes of the text to the output.
func (l *layout) take(n int) { l.out, l.text = append(l.out, l.text[:n]...), l.text[n:] }

func (l *layout) newLine(level int) {
	l.out = append(append(l.out, '\n'), l.prefix...)
	for range level {
		l.out = append(l.out, l.indent...)
	}
}

// line is called if the next value is an array or object. If the value, and the comma after it if there is one, fit
// into room characters, line writes the value on one line and returns true. An empty array or object always fits.
func (l *layout) line(room int) bool {
	if l.text[1] == l.text[0]+2 {
		l.take(2)
		return true
	}
	text, out := l.text[:min(len(l.text), utf8.UTFMax*max(room, 0))], l.out
	var at wire.Structure
	for i, used := 0, 0; i < len(text) && used < room; {
		n, part := 1, at.Next(text[i])
		switch part {
		case wire.Open, wire.Close:
			used++
		case wire.Separator:
			used += 2
		default:
			n, _ = wire.ScalarLen(text[i:])
			used += utf8.RuneCount(text[i : i+n])
		}
		out = append(out, text[i:i+n]...)
		i += n
		switch {
		case part == wire.Separator:
			out = append(out, ' ')
		case part == wire.Close && at.Depth() == 0:
			if used < room || i == len(l.text) || l.text[i] != ',' {
				l.out, l.text = out, l.text[i:]
				return true
			}
		}
	}
	l.out = out[:len(l.out)] // if out has grown, the next call need not grow it again
	return false
}

// Paint returns a writer that colors JSON for terminals and passes it on to w. Each Write may begin and end anywhere.
// Other text is passed on as it is. The colors of names, strings, numbers and words are the colors of the command's
// flag -color.
//
//	err := zetes.Config{Indent: "  "}.Freeze().MarshalTo(jsondoc.Paint(os.Stdout), v)
func Paint(w io.Writer) io.Writer { return &painter{w: w} }

// The colors, as SGR sequences.
const (
	plainColor   = "\x1b[0m"
	nameColor    = "\x1b[1;34m"
	stringColor  = "\x1b[32m"
	numberColor  = "\x1b[36m"
	literalColor = "\x1b[33m"
)

// painter writes JSON with the colors of its tokens. Other text is written as it is.
type painter struct {
	w       io.Writer
	at      wire.Structure
	token   byte // the first byte of the current token, or 0
	escaped bool // in a string: the next byte is part of an escape sequence
	buf     []byte
}

// Write colors b, which may begin and end within a token.
func (p *painter) Write(b []byte) (int, error) {
	p.buf = p.buf[:0]
	for _, c := range b {
		switch {
		case p.token == '"':
			p.buf = append(p.buf, c)
			if p.escaped {
				p.escaped = false
			} else if p.escaped = c == '\\'; c == '"' {
				p.end()
			}
			continue
		case p.token != 0 && bytes.IndexByte([]byte(" \t\r\n,]}:"), c) >= 0:
			p.end()
		case p.token != 0:
			p.buf = append(p.buf, c)
			continue
		}
		switch p.at.Next(c) {
		case wire.Name:
			p.begin(c, nameColor)
		case wire.Scalar:
			switch c {
			case '"':
				p.begin(c, stringColor)
			case 't', 'f', 'n':
				p.begin(c, literalColor)
			default:
				p.begin(c, numberColor)
			}
		default:
			p.buf = append(p.buf, c)
		}
	}
	if err := transfer.WriteAll(p.w, p.buf); err != nil {
		return 0, err
	}
	return len(b), nil
}

func (p *painter) begin(c byte, color string) {
	p.token = c
	p.buf = append(append(p.buf, color...), c)
}

func (p *painter) end() {
	p.token = 0
	p.buf = append(p.buf, plainColor...)
}
