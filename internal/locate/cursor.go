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
	Offset  int64 // number of bytes before the place
	Lines   int   // number of line feeds before the place
	Columns int   // number of characters of its line before the place
}

// Advance moves the cursor to the end of b, the text that starts at the cursor.
func (c *Cursor) Advance(b []byte) {
	c.Offset += int64(len(b))
	// bytes.Count is one vector loop for all lines. LastIndexByte is not a vector loop, so it is only called if needed.
	if n := bytes.Count(b, lineFeed); n > 0 {
		c.Lines += n
		c.Columns = 0
		b = b[bytes.LastIndexByte(b, '\n')+1:]
	}
	c.Columns += characters(b)
}

var lineFeed = []byte{'\n'}

// characters returns the number of characters in b: the bytes that do not continue a character of UTF-8. Lines may be
// as long as the input, so it tests eight bytes at a time, and 32 bytes if all are ASCII.
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

// An excerpt has at most mostBefore characters before its place, mostAfter from it on, and LongestExcerpt bytes.
const (
	mostBefore = 40
	mostAfter  = 30

	LongestExcerpt = 4*(mostBefore+mostAfter) + 2*len("…")
)

// AppendExcerpt appends the part of a line around data[offset] to b, which must be empty. caret is the number of
// characters of text before that place. Characters that do not print are replaced. Ellipses show what is cut off.
func AppendExcerpt(b, data []byte, offset int) (text []byte, caret int) {
	lo, hi := offset, offset
	for lo > 0 && offset-lo < mostBefore && prints(data[lo-1]) {
		lo--
	}
	for hi < len(data) && hi-offset < mostAfter && prints(data[hi]) {
		hi++
	}
	plain := (lo == 0 || offset-lo == mostBefore || data[lo-1] == '\n') && (hi == len(data) || hi-offset == mostAfter || data[hi] == '\n')
	for n := offset - lo; !plain && n < mostBefore && lo > 0 && data[lo-1] != '\n'; n++ {
		_, size := utf8.DecodeLastRune(data[:lo])
		lo -= size
	}
	for n := hi - offset; !plain && n < mostAfter && hi < len(data) && data[hi] != '\n'; n++ {
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
	Caret        int // the number of characters of the excerpt before the place
}

// Place is a place in the bytes of a stream that are in memory.
type Place struct {
	Seen  []byte // the bytes in memory
	Start int    // the index of the place in Seen
	At    Cursor // the line and column of Seen's first byte
}

// Offset returns the offset of the place in the stream.
func (p *Place) Offset() int64 { return p.At.Offset + int64(p.Start) }
