package wire

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Escaping for HTML: ["<"] becomes ["\u003c"]. Eight bytes of text are tested at a time.

const hexDigits = "0123456789abcdef"

// indexHTML returns the position of the first <, >, & or 0xE2, with which U+2028 begins, in b at i or later, or len(b).
func indexHTML(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		if m := markHTML(binary.LittleEndian.Uint64(b[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '<' || c == '>' || c == '&' || c == 0xE2 {
			return i
		}
	}
	return i
}

// markHTML returns a word whose lowest set bit is the top bit of the first <, >, & or byte 0xE2 in x, or 0.
func markHTML(x uint64) uint64 {
	angle := (x | lows*2) ^ lows*'>' // < and > differ in bit 1 only
	amp := x ^ lows*'&'
	wide := x ^ lows*0xE2
	// This is the usual test for a zero byte in a word: subtracting 1 sets the top bit of a zero byte. A byte that
	// matches is zero in one of the three words. Bits above the first match may be wrong.
	return (((angle - lows) &^ angle) | ((amp - lows) &^ amp) | ((wide - lows) &^ wide)) & highs
}

// AppendHTMLEscape appends src with <, >, &, U+2028 and U+2029 escaped. In JSON these characters occur only in strings.
func AppendHTMLEscape(dst, src []byte) []byte { return appendEscaped(dst, src, true) }

// appendEscaped appends src with U+2028 and U+2029 escaped and, if html is true, <, > and &.
func appendEscaped(dst, src []byte, html bool) []byte {
	start := 0
	for i := indexHTML(src, 0); i < len(src); i = indexHTML(src, i) {
		c := src[i]
		switch {
		case c != 0xE2 && !html:
		case c != 0xE2:
			dst = append(dst, src[start:i]...)
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			start = i + 1
		// U+2028 is E2 80 A8 in UTF-8, and U+2029 is E2 80 A9. Other characters that begin with E2 stay unchanged.
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

// EscapeLines replaces U+2028 and U+2029, the bytes E2 80 A8 and E2 80 A9, by escapes in b, from position start on.
// It escapes no other character. It returns b, or a longer copy of b.
func EscapeLines(b []byte, start int) []byte {
	if i := bytes.Index(b[start:], []byte("\xe2\x80")); i >= 0 {
		// Append the rest, escaped, after b, and move it to its place. Dashes and quotation marks begin with these two
		// bytes too, so the rest is sometimes copied without need.
		start += i
		end := len(b)
		b = appendEscaped(b, b[start:], false)
		b = b[:start+copy(b[start:], b[end:])]
	}
	return b
}
