package locate

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Cursor is a place in an input. The zero Cursor is its start.
type Cursor struct {
	Offset  int64 // bytes before it
	Lines   int   // line feeds before it
	Columns int   // characters before it in its line
}

// Advance moves the cursor to the end of b, which starts at it.
func (c *Cursor) Advance(b []byte) {
	c.Offset += int64(len(b))
	// Counting is a vector loop over all lines, where searching would be a call for each line. The search from the end
	// is not a vector loop, so it is done only if there are lines.
	if n := bytes.Count(b, lineFeed); n > 0 {
		c.Lines += n
		c.Columns = 0
		b = b[bytes.LastIndexByte(b, '\n')+1:]
	}
	c.Columns += characters(b)
}

var lineFeed = []byte{'\n'}

// characters counts the bytes that start a character: all but those that continue one in UTF-8. Lines may be as long as
// the input, so it tests eight bytes at a time, and 32 of them together if all are ASCII.
func characters(b []byte) int {
	const lows = 0x0101010101010101
	n := len(b)
	for len(b) >= 8 {
		if len(b) >= 32 {
			all := binary.LittleEndian.Uint64(b) | binary.LittleEndian.Uint64(b[8:]) | binary.LittleEndian.Uint64(b[16:]) | binary.LittleEndian.Uint64(b[24:])
			if all&(lows<<7) == 0 {
				b = b[32:]
				continue
			}
		}
		x := binary.LittleEndian.Uint64(b)
		n -= bits.OnesCount64((x >> 7 &^ (x >> 6)) & lows)
		b = b[8:]
	}
	for _, c := range b {
		if c&0xC0 == 0x80 {
			n--
		}
	}
	return n
}

// The number of characters in an excerpt before and after its place, and its bytes.
const (
	before = 40
	behind = 30

	LongestExcerpt = 4*(before+behind) + 2*len("…")
)

// AppendExcerpt appends the part of the line around data[offset] to b, which is empty, and returns the number of its
// characters before that place. Characters that don't print are replaced by one that does. An ellipsis shows that the
// line goes on. The excerpt has up to LongestExcerpt bytes.
func AppendExcerpt(b, data []byte, offset int) (text []byte, caret int) {
	// While bytes are ASCII they are characters.
	lo, hi := offset, offset
	for lo >= 8 && offset-lo+8 <= before && allPrint(data[lo-8:]) {
		lo -= 8
	}
	for hi+8 <= len(data) && hi-offset+8 <= behind && allPrint(data[hi:]) {
		hi += 8
	}
	for lo > 0 && offset-lo < before && prints(data[lo-1]) {
		lo--
	}
	for hi < len(data) && hi-offset < behind && prints(data[hi]) {
		hi++
	}
	plain := (lo == 0 || offset-lo == before || data[lo-1] == '\n') && (hi == len(data) || hi-offset == behind || data[hi] == '\n')
	for n := offset - lo; !plain && n < before && lo > 0 && data[lo-1] != '\n'; n++ {
		_, size := utf8.DecodeLastRune(data[:lo])
		lo -= size
	}
	for n := hi - offset; !plain && n < behind && hi < len(data) && data[hi] != '\n'; n++ {
		_, size := utf8.DecodeRune(data[hi:])
		hi += size
	}
	if lo > 0 && data[lo-1] != '\n' {
		b, caret = append(b, "…"...), 1
	}
	if plain {
		b, caret = append(b, data[lo:hi]...), caret+offset-lo
	}
	for i := lo; i < hi && !plain; {
		r, size := utf8.DecodeRune(data[i:])
		if i += size; i <= offset {
			caret++
		}
		b = utf8.AppendRune(b, shown(r))
	}
	if hi < len(data) && data[hi] != '\n' {
		b = append(b, "…"...)
	}
	return bytes.TrimRight(b, " "), caret
}

// prints reports whether c is an ASCII character that prints.
func prints(c byte) bool { return c-' ' < 0x7F-' ' }

// allPrint reports whether the first eight bytes of b all print: none is below a space, DEL, or beyond ASCII.
func allPrint(b []byte) bool {
	const lows = 0x0101010101010101
	x := binary.LittleEndian.Uint64(b)
	return (x|(x+lows)|(x-' '*lows))&(lows<<7) == 0
}

func shown(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case !unicode.IsPrint(r):
		return utf8.RuneError
	}
	return r
}

// Spot is a place in an input, as errors show it.
type Spot struct {
	Offset       int64
	Line, Column int
	Pointer      string
	Excerpt      string
	Caret        int // characters of the excerpt before the place
}

// Place is a place in the bytes of a stream that are in memory.
type Place struct {
	Seen  []byte // the bytes in memory
	Start int    // the index of the place in Seen
	At    Cursor // place of the first byte of Seen
}
