package wire

import (
	"encoding/binary"
	"math/bits"
)

// The tokens of RFC 8259, byte by byte: white space, strings, numbers, literals. Each function takes the bytes from
// the token's start and returns its length with a Status, for the bytes may be cut anywhere: "ab is More, "a\x Bad
// at the x, and 12 is More too, since more digits may come. These are the specification of what the loops over
// bitmaps do faster.

// Status is the outcome of looking at bytes.
type Status uint8

const (
	More Status = iota // all bytes are fine so far, and the token or value goes on behind them
	Done               // the token or value is complete
	Bad                // the byte at the returned position cannot stand there
)

// MaxDepth is the nesting of arrays and objects that the toolchain accepts.
const MaxDepth = 10000

// Space returns the length of the white space at the start of b.
func Space(b []byte) int {
	if len(b) == 0 || b[0] > ' ' {
		return 0
	}
	return spaceSlow(b)
}

func spaceSlow(b []byte) int {
	for i, c := range b {
		if !isSpace(c) {
			return i
		}
	}
	return len(b)
}

// Starts reports whether a token can start with c: a value's first byte, or the end of an object or array.
func Starts(c byte) bool {
	switch c {
	case '"', '-', '[', '{', ']', '}', 'n', 't', 'f':
		return true
	}
	return isDigit(c)
}

func isSpace(c byte) bool {
	return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t')
}

const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// String returns the length of the JSON string at the start of b, quotes included.
//
// from is 0, or the length that an earlier call returned along with More: a caller that has got more bytes
// resumes there. With Bad, n is the position of the offending byte.
func String(b []byte, from int) (n int, st Status) {
	if from == 0 {
		if len(b) == 0 {
			return 0, More
		}
		if b[0] != '"' {
			return 0, Bad
		}
		from = 1
	}
	for n = from; ; {
		if n = special(b, n); n >= len(b) {
			return len(b), More
		}
		switch b[n] {
		case '"':
			return n + 1, Done
		case '\\':
			m, st := escape(b[n:])
			if st == More {
				return n, More
			}
			n += m
			if st == Bad {
				return n, Bad
			}
		default:
			return n, Bad
		}
	}
}

// specials sets the top bit of each byte that is a quote, backslash or control character, the first in the lowest byte.
func specials(x uint64) uint64 {
	t := x &^ highs
	quote := (t ^ lows*'"') + lows*0x7f
	slash := (t ^ lows*'\\') + lows*0x7f
	text := t + lows*(0x80-0x20)
	return ^((quote & slash & text) | x) & highs
}

// special returns the position of the first quote, backslash or control character of b at or behind n, or len(b).
func special(b []byte, n int) int {
	for n+8 <= len(b) {
		if m := specials(binary.LittleEndian.Uint64(b[n:])); m != 0 {
			return n + bits.TrailingZeros64(m)>>3
		}
		n += 8
	}
	for n < len(b) && b[n] >= ' ' && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// escape returns the length of the escape sequence at the start of b, which is a backslash.
func escape(b []byte) (n int, st Status) {
	if len(b) < 2 {
		return len(b), More
	}
	if unescaped[b[1]] != 0 {
		return 2, Done
	}
	if b[1] == 'u' {
		for n = 2; n < 6; n++ {
			if n == len(b) {
				return n, More
			}
			if !isHex(b[n]) {
				return n, Bad
			}
		}
		return 6, Done
	}
	return 1, Bad
}

func isHex(c byte) bool {
	return hexValue[c] >= 0
}

func isDigit(c byte) bool { return c-'0' < 10 }

// digits returns the position of the first byte at or behind n that is not a digit.
func digits(b []byte, n int) int {
	for n+8 <= len(b) {
		x := binary.LittleEndian.Uint64(b[n:]) ^ lows*'0'
		// A byte of x is below 10 exactly for digits.
		if m := (((x &^ highs) + lows*(0x80-10)) | x) & highs; m != 0 {
			return n + bits.TrailingZeros64(m)>>3
		}
		n += 8
	}
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}

// fewDigits is digits where there are likely not many.
func fewDigits(b []byte, n int) int {
	for range 4 {
		if n >= len(b) || !isDigit(b[n]) {
			return n
		}
		n++
	}
	return digits(b, n)
}

// Number returns the length of the JSON number at the start of b.
//
// A number does not say where it ends: one that ends with b is More, with n == len(b), even where it would be
// complete if nothing followed (see Complete). With Bad, n is the position of the offending byte.
func Number(b []byte) (n int, st Status) { return number(b, 0) }

// number is Number for the number that starts at b[n]; positions are those in b.
func number(b []byte, n int) (end int, st Status) {
	if n < len(b) && b[n] == '-' {
		n++
	}
	if n >= len(b) {
		return len(b), More
	}
	switch c := b[n]; {
	case c == '0':
		n++
	case isDigit(c):
		n = fewDigits(b, n+1)
	default:
		return n, Bad
	}
	if n < len(b) && b[n] == '.' {
		n++
		if n == len(b) {
			return n, More
		}
		if !isDigit(b[n]) {
			return n, Bad
		}
		n = digits(b, n+1)
	}
	if n < len(b) && b[n]|0x20 == 'e' {
		n++
		if n < len(b) && (b[n] == '+' || b[n] == '-') {
			n++
		}
		if n == len(b) {
			return n, More
		}
		if !isDigit(b[n]) {
			return n, Bad
		}
		n = fewDigits(b, n+1)
	}
	if n == len(b) {
		return n, More
	}
	return n, Done
}

// Complete reports whether b, for which Number says More, is a number if nothing follows.
func Complete(b []byte) bool { return len(b) > 0 && isDigit(b[len(b)-1]) }

// Literal returns the length of null, true or false at the start of b.
func Literal(b []byte) (n int, st Status) {
	if len(b) == 0 {
		return 0, More
	}
	word := literal(b[0])
	if word == "" {
		return 0, Bad
	}
	for n = 1; n < len(word); n++ {
		if n == len(b) {
			return n, More
		}
		if b[n] != word[n] {
			return n, Bad
		}
	}
	return n, Done
}

// literal returns the literal name that starts with c.
func literal(c byte) string {
	switch c {
	case 'n':
		return "null"
	case 't':
		return "true"
	case 'f':
		return "false"
	}
	return ""
}
