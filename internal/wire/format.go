package wire

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Compacting and escaping for HTML: [1, "<"] becomes [1,"<"] or [1,"\u003c"]. A Scanner finds the white space, which
// it tells the compactor of as gaps.

// compactor takes the tokens of a value. Bytes are copied late: of [1, 2] all up to the blank when it comes, and what
// is behind it at the end. dst has room for all bytes and [short] more.
type compactor struct {
	dst   []byte // what was copied so far
	start int    // bytes from here on are still to be copied
}

// gap drops b[i:j].
func (o *compactor) gap(b []byte, i, j int) {
	if o.start < i {
		o.put(b, o.start, i)
	}
	o.start = j
}

// put appends b[i:j].
func (o *compactor) put(b []byte, i, j int) {
	n := len(o.dst)
	// Most runs are short, and 32 bytes are copied faster than a run of the length that it has, which is a call.
	if j-i <= short && len(b)-i >= short && cap(o.dst)-n >= short {
		*(*[short]byte)(o.dst[n : n+short]) = *(*[short]byte)(b[i:])
		o.dst = o.dst[:n+j-i]
		return
	}
	o.dst = append(o.dst, b[i:j]...)
}

// Spare is the room beyond what is written that lets text be copied in pieces of one size.
const Spare = short

const hexDigits = "0123456789abcdef"

// indexHTML returns the position of the first <, > or & of b at or behind i, or of a byte that U+2028 and U+2029
// start with, or len(b).
func indexHTML(b []byte, i int) int {
	for ; i+16 <= len(b); i += 16 {
		x, y := binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i+8:])
		if maybeHTML(x)|maybeHTML(y) != 0 {
			if m := markHTML(x); m != 0 {
				return i + bits.TrailingZeros64(m)>>3
			}
			if m := markHTML(y); m != 0 {
				return i + 8 + bits.TrailingZeros64(m)>>3
			}
		}
	}
	if i+8 <= len(b) {
		if m := markHTML(binary.LittleEndian.Uint64(b[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	if i < len(b) && len(b) >= 8 {
		// The last bytes, and some that have been looked at before, which are shifted out.
		skip := uint(8-(len(b)-i)) * 8
		if m := markHTML(binary.LittleEndian.Uint64(b[len(b)-8:]) >> (skip & 63)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		return len(b)
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '<' || c == '>' || c == '&' || c == 0xE2 {
			return i
		}
	}
	return i
}

// maybeHTML is not 0 if a byte of x is one of those that markHTML finds, and at most for bytes beyond ASCII besides.
func maybeHTML(x uint64) uint64 {
	angle := (x | lows*2) ^ lows*'>' // < and > differ in bit 1 only
	amp := x ^ lows*'&'
	return ((angle - lows) | (amp - lows)) & highs
}

// markHTML returns a word whose lowest set bit is the top one of the first <, > or & of x, or byte that U+2028 and
// U+2029 start with, or 0.
func markHTML(x uint64) uint64 {
	angle := (x | lows*2) ^ lows*'>'
	amp := x ^ lows*'&'
	wide := x ^ lows*0xE2
	// The usual test for a zero byte in a word: less 1 it has its top bit set, where it had not before.
	// The first byte that is marked is zero in one of the three; marks above it may be wrong.
	return (((angle - lows) &^ angle) | ((amp - lows) &^ amp) | ((wide - lows) &^ wide)) & highs
}

// AppendHTMLEscape appends src with <, >, &, U+2028 and U+2029 escaped wherever they are: in JSON that is in
// strings only.
func AppendHTMLEscape(dst, src []byte) []byte {
	start := 0
	for i := indexHTML(src, 0); i < len(src); i = indexHTML(src, i) {
		c := src[i]
		switch {
		case c != 0xE2:
			dst = append(dst, src[start:i]...)
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			start = i + 1
		case i+2 < len(src) && src[i+1] == 0x80 && src[i+2]&^1 == 0xA8:
			dst = append(dst, src[start:i]...)
			dst = append(dst, '\\', 'u', '2', '0', '2', hexDigits[src[i+2]&15])
			i += 2
			start = i + 1
		}
		i++
	}
	return append(dst, src[start:]...)
}

// AppendCompact appends the JSON value in src without white space around tokens. With escapeHTML it escapes <, >,
// &, U+2028 and U+2029 in strings; bytes that are not UTF-8 stay as they are. If src is not one value, it returns
// dst as it was and the offset of the first byte that is wrong, len(src) where src is cut short; else the offset is
// -1. Bytes between the length and the capacity of the result may have been written. It asks dst for [Spare] bytes
// more than src has.
func AppendCompact(dst, src []byte, escapeHTML bool) ([]byte, int) {
	out := slices.Grow(dst, len(src)+short)
	var s Scanner
	o := compactor{dst: out}
	n, st := s.run(src, &o)
	if bad := s.verdict(src, n, st); bad >= 0 {
		return dst, bad
	}
	o.gap(src, n, n)
	out = o.dst
	if escapeHTML {
		if i := indexHTML(out, len(dst)); i < len(out) {
			// Rare: the rest is written again, behind itself, and moved.
			end := len(out)
			out = AppendHTMLEscape(out, out[i:])
			out = out[:i+copy(out[i:], out[end:])]
		}
	}
	return out, -1
}

// verdict returns the offset of the first wrong byte of src, of which Scan said n and st, or -1. Behind a value only
// white space is right.
func (s *Scanner) verdict(src []byte, n int, st Status) int {
	switch {
	case st == Done:
		if i := n + spaceSlow(src[n:]); i < len(src) {
			return i
		}
		return -1
	case st == More && s.End():
		return -1
	}
	return n
}
