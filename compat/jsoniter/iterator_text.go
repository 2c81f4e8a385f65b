package jsoniter

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// This file finds where values end. Offsets count from iter.head, which stays where it is while iter.more moves the
// unread bytes to the start of the buffer.

// space returns the first byte from n on that is not white space, and its offset, or 0 at the end of the input.
func (iter *Iterator) space(n int) (c byte, at int) {
	for {
		for i := iter.head + n; i < len(iter.buf); i++ {
			if c := iter.buf[i]; c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
				return c, i - iter.head
			}
		}
		n = len(iter.buf) - iter.head
		if !iter.more() {
			return 0, n
		}
	}
}

// skip finds the end of the next value. With keep it returns the value's length and reads nothing; otherwise it reads
// the value while it goes, so that a long one does not have to fit into memory. It returns -1 after an error.
func (iter *Iterator) skip(operation string, keep bool) int {
	var spare [64]byte
	open := spare[:0] // the closing brackets that are still to come
	c, n := iter.space(0)
	for {
		if !keep {
			iter.head += n
			n = 0
		}
		// A value starts at n with c.
		switch kinds[c] {
		case StringValue:
			n, _ = iter.stringEnd(operation, n)
		case NumberValue:
			n = iter.numberEnd(operation, n)
		case NilValue:
			n = iter.wordEnd(operation, n, "null")
		case BoolValue:
			if c == 't' {
				n = iter.wordEnd(operation, n, "true")
			} else {
				n = iter.wordEnd(operation, n, "false")
			}
		case ArrayValue, ObjectValue:
			if iter.depth+len(open) >= maxDepth {
				iter.ReportError("depth", "exceeded max depth")
				return -1
			}
			closing := c + 2 // the brackets of a pair are two apart in ASCII
			open = append(open, closing)
			if c, n = iter.space(n + 1); c != closing {
				if closing == ']' {
					continue
				}
				if c, n = iter.nameEnd(operation, c, n); n < 0 {
					return -1
				}
				continue
			}
			open = open[:len(open)-1]
			n++
		default:
			iter.miss(operation, "a value", n)
			return -1
		}
		if n < 0 {
			return -1
		}
		// A value has ended at n.
		for {
			if len(open) == 0 {
				if !keep {
					iter.head += n
					n = 0
				}
				return n
			}
			closing := open[len(open)-1]
			if c, n = iter.space(n); c == ',' {
				c, n = iter.space(n + 1)
				if closing == '}' {
					if c, n = iter.nameEnd(operation, c, n); n < 0 {
						return -1
					}
				}
				break
			} else if c != closing {
				iter.miss(operation, "a comma or "+string(rune(closing)), n)
				return -1
			}
			open = open[:len(open)-1]
			n++
		}
	}
}

// nameEnd passes over a name, which starts at n with c, and its colon. It returns the start of the value.
func (iter *Iterator) nameEnd(operation string, c byte, n int) (byte, int) {
	if c != '"' {
		iter.miss(operation, `" at the start of a name`, n)
		return 0, -1
	}
	if n, _ = iter.stringEnd(operation, n); n < 0 {
		return 0, -1
	}
	if c, n = iter.space(n); c != ':' {
		iter.miss(operation, "a colon after a name", n)
		return 0, -1
	}
	return iter.space(n + 1)
}

// miss reports what is not at n.
func (iter *Iterator) miss(operation, want string, n int) int {
	iter.head = min(iter.head+n, len(iter.buf))
	c, _ := iter.at(0)
	iter.wrong(operation, want, c)
	return -1
}

// wordEnd returns the end of the literal that starts at n.
func (iter *Iterator) wordEnd(operation string, n int, literal string) int {
	for i := range len(literal) {
		if c, ok := iter.at(n + i); !ok || c != literal[i] {
			return iter.miss(operation, literal, n+i)
		}
	}
	return n + len(literal)
}

// Words of eight bytes: ones has the lowest bit of each byte set, tops the highest.
const (
	ones = 0x0101010101010101
	tops = 0x8080808080808080
)

// stringEnd returns the position after the closing quote of the string that begins at n, and whether it has escapes.
func (iter *Iterator) stringEnd(operation string, n int) (end int, escaped bool) {
	n++
	for {
		b := iter.buf[iter.head:]
		for n+8 <= len(b) {
			w := binary.LittleEndian.Uint64(b[n:])
			quote, slash := w^('"'*ones), w^('\\'*ones)
			// The lowest bit that is set is right; bits above it may be set wrongly by borrows.
			if stop := ((w-' '*ones)&^w | (quote-ones)&^quote | (slash-ones)&^slash) & tops; stop != 0 {
				n += bits.TrailingZeros64(stop) / 8
				break
			}
			n += 8
		}
		for n < len(b) && b[n] >= ' ' && b[n] != '"' && b[n] != '\\' {
			n++
		}
		if n >= len(b) {
			if !iter.more() {
				return iter.miss(operation, `" at the end of a string`, n), false
			}
			continue
		}
		switch c := b[n]; c {
		case '"':
			return n + 1, escaped
		case '\\':
			escaped = true
			if n = iter.escapeEnd(operation, n); n < 0 {
				return -1, false
			}
		default:
			iter.head += n
			iter.ReportError(operation, fmt.Sprintf("invalid control character found: %d", c))
			return -1, false
		}
	}
}

// escapeEnd returns the end of the escape that starts at n.
func (iter *Iterator) escapeEnd(operation string, n int) int {
	c, _ := iter.at(n + 1)
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return n + 2
	case 'u':
		for i := n + 2; i < n+6; i++ {
			if c, _ := iter.at(i); hex(c) > 15 {
				return iter.miss(operation, `four hexadecimal digits after \u`, i)
			}
		}
		return n + 6
	}
	return iter.miss(operation, `an escape after \`, n+1)
}

// hex returns the value of a hexadecimal digit, or 16.
func hex(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|' ' && c|' ' <= 'f':
		return rune(c|' '-'a') + 10
	}
	return 16
}

// text reads the string whose quote is next. The result is valid until the next call.
func (iter *Iterator) text() []byte {
	n, escaped := iter.stringEnd("ReadString", 0)
	if n < 0 {
		return nil
	}
	text := iter.buf[iter.head+1 : iter.head+n-1]
	iter.head += n
	if !escaped {
		return text
	}
	iter.plain = appendPlain(iter.plain[:0], text)
	return iter.plain
}

// escapes has the characters of the short escapes.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// appendPlain appends text, the checked inside of a string, without its escapes. Half of a surrogate pair becomes
// U+FFFD.
func appendPlain(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		if c = text[i+1]; c != 'u' {
			dst = append(dst, escapes[c])
			i += 2
			continue
		}
		r := unit(text[i:])
		i += 6
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if i+6 <= len(text) && text[i] == '\\' && text[i+1] == 'u' {
				pair = utf16.DecodeRune(r, unit(text[i:]))
			}
			if r = pair; r != utf8.RuneError {
				i += 6
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// unit returns the code unit of the escape \uXXXX at the start of text.
func unit(text []byte) rune {
	return hex(text[2])<<12 | hex(text[3])<<8 | hex(text[4])<<4 | hex(text[5])
}

// ReadString reads a string; null is "".
func (iter *Iterator) ReadString() (ret string) { return string(iter.ReadStringAsSlice()) }

// ReadStringAsSlice reads a string as bytes that are valid until the next call; null is nil.
func (iter *Iterator) ReadStringAsSlice() (ret []byte) {
	switch c := iter.peek(); c {
	case '"':
		return iter.text()
	case 'n':
		iter.word("ReadString", "null")
	default:
		iter.wrong("ReadString", `" or null`, c)
	}
	return nil
}
