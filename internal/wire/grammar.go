package wire

import (
	"encoding/binary"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
)

// The tokens of RFC 8259, byte by byte: white space, strings, numbers, literals. Each function gets the bytes from the
// token's start, and returns its length with a Status, since the bytes may be cut anywhere: "ab is More, "a\x is Bad at
// the x, and 12 is More too, since more digits may come. These functions are the specification of the faster loops over
// bitmaps.

// Status is the outcome of looking at bytes.
type Status uint8

const (
	More Status = iota // all bytes are correct so far, and the token or value goes on
	Done               // the token or value is complete
	Bad                // the byte at the returned position is not allowed
)

// MaxDepth is the deepest nesting of arrays and objects that the toolchain accepts.
const MaxDepth = 10000

// Space returns the length of the white space at the start of b.
func Space(b []byte) int {
	if len(b) == 0 || b[0] > ' ' {
		return 0
	}
	return spaceSlow(b)
}

// spaceSlow is the loop of Space. It is a function so that Space is inlined: compact JSON has no white space.
func spaceSlow(b []byte) int {
	i := 0
	// Lines often begin with many blanks.
	for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:]) == lows*' ' {
		i += 8
	}
	for i < len(b) && IsSpace(b[i]) {
		i++
	}
	return i
}

// Starts reports whether c can be the first byte of a value, or the end of an object or array.
func Starts(c byte) bool {
	switch c {
	case '"', '-', '[', '{', ']', '}', 'n', 't', 'f':
		return true
	}
	return isDigit(c)
}

// IsSpace reports whether c is white space. For almost all other bytes the first comparison is enough.
func IsSpace(c byte) bool {
	return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t')
}

// Constants for words of eight bytes: lows has a 1 in each byte, highs the top bit.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// String returns the length of the JSON string at the start of b, quotes included.
//
// from is 0, or the length that an earlier call returned with More; a caller that has more bytes resumes there. With
// Bad, n is the position of the wrong byte.
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
	// Each round goes over plain text and the following quote or escape sequence. If an escape sequence is cut, n is
	// its backslash, so that a caller who resumes sees all of it.
	for n = from; ; {
		if n = Special(b, n); n >= len(b) {
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

// specials sets the top bit of the first byte of x that is a quote, backslash or control character; the lowest byte is
// the first. Bits above it have no meaning. If there is no such byte the result is 0.
func specials(x uint64) uint64 {
	// A subtraction borrows, and so sets the top bit, if the byte is below a space, or if its difference from a quote
	// or backslash is 0. The next higher byte may then get its top bit too. Bytes that had their top bit set are text.
	return (((x - lows*' ') | ((x ^ lows*'"') - lows) | ((x ^ lows*'\\') - lows)) &^ x) & highs
}

// Special returns the position of the first quote, backslash or control character of b at n or later, or len(b).
func Special(b []byte, n int) int {
	for n+16 <= len(b) {
		m := specials(binary.LittleEndian.Uint64(b[n:]))
		if m != 0 {
			return n + bits.TrailingZeros64(m)>>3
		}
		if m = specials(binary.LittleEndian.Uint64(b[n+8:])); m != 0 {
			return n + 8 + bits.TrailingZeros64(m)>>3
		}
		n += 16
	}
	if n+8 <= len(b) {
		if m := specials(binary.LittleEndian.Uint64(b[n:])); m != 0 {
			return n + bits.TrailingZeros64(m)>>3
		}
		n += 8
	}
	if left := len(b) - n; left > 0 && len(b) >= 8 {
		// The bytes before n are shifted out. The zeros after the last byte are control characters.
		return n + bits.TrailingZeros64(specials(binary.LittleEndian.Uint64(b[len(b)-8:])>>uint(64-8*left)))>>3
	}
	for n < len(b) && b[n] >= ' ' && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// escapeLeft is the largest number of bytes of an escape sequence after its backslash.
const escapeLeft = 5

// escaped handles one byte of an escape sequence. left is the number of bytes that may still come before c, and behind
// the number after it: for \u00e9 it goes from 5 to 4, 3, 2, 1 and 0, and for \n from 5 to 0.
func escaped(left uint8, c byte) (behind uint8, ok bool) {
	switch {
	case left < escapeLeft:
		return left - 1, isHex(c)
	case c == 'u':
		return left - 1, true
	}
	return 0, unescaped[c] != 0
}

// escape returns the length of the escape sequence at the start of b, which is a backslash.
func escape(b []byte) (n int, st Status) {
	left, ok := uint8(escapeLeft), true
	for n = 1; n < len(b); n++ {
		if left, ok = escaped(left, b[n]); !ok {
			return n, Bad
		}
		if left == 0 {
			return n + 1, Done
		}
	}
	return n, More
}

// escapeLen is escape for the sequence that x begins with, in its lowest byte. It returns 0 if there is no valid
// sequence.
func escapeLen(x uint64) int {
	c := byte(x >> 8)
	if c == 'u' {
		if kernel.AllHex(uint32(x >> 16)) {
			return 6
		}
		return 0
	}
	if unescaped[c] != 0 {
		return 2
	}
	return 0
}

// isHex reports whether c is a hexadecimal digit of either case.
func isHex(c byte) bool { return hexValue[c] >= 0 }

func isDigit(c byte) bool { return c-'0' < 10 }

// digits returns the position of the first byte at n or later that is not a digit.
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

// The kinds of bytes in numbers, which are the columns of numberStates.
const (
	otherByte = iota
	zeroByte
	digitByte
	minusByte
	plusByte
	pointByte
	expByte
)

var numberBytes = [256]uint8{
	'0': zeroByte, '1': digitByte, '2': digitByte, '3': digitByte, '4': digitByte, '5': digitByte, '6': digitByte, '7': digitByte,
	'8': digitByte, '9': digitByte, '-': minusByte, '+': plusByte, '.': pointByte, 'e': expByte, 'E': expByte,
}

// numberStates is the grammar of numbers: the state after a byte, by the state before it; the first one is value. A
// result of value means that the byte is wrong, and after that the number has ended before the byte. The states of
// -1.5] are minus, integer, point, fraction, after.
var numberStates = [32][8]state{
	value:    {zeroByte: zero, digitByte: integer, minusByte: minus},
	minus:    {zeroByte: zero, digitByte: integer},
	zero:     {after, after, after, after, after, pointByte: point, expByte: exp},
	integer:  {after, integer, integer, after, after, pointByte: point, expByte: exp},
	point:    {zeroByte: fraction, digitByte: fraction},
	fraction: {after, fraction, fraction, after, after, after, expByte: exp},
	exp:      {zeroByte: exponent, digitByte: exponent, minusByte: expSign, plusByte: expSign},
	expSign:  {zeroByte: exponent, digitByte: exponent},
	exponent: {after, exponent, exponent, after, after, after, after},
}

// number returns the state after one byte of a number. The masks only save the checks of the table's bounds.
func number(s state, c byte) state { return numberStates[s&31][numberBytes[c]&7] }

// Number returns the length of the JSON number at the start of b.
//
// A number does not show its end: one that ends with b is More, with n == len(b), even if it would be complete if
// nothing followed. With Bad, n is the position of the wrong byte.
func Number(b []byte) (n int, st Status) { return numberAt(b, 0) }

// numberAt is Number for the number that starts at b[n]. Positions are those in b.
func numberAt(b []byte, n int) (end int, st Status) {
	e := n
	if e < len(b) && b[e] == '-' {
		e++
	}
	// The parts in order. The states handle numbers that are cut or wrong, or start with a zero.
	if e >= len(b) || b[e]-'1' > 8 {
		return numberByStates(b, n)
	}
	if e = digits(b, e+1); e < len(b) && b[e] == '.' {
		if e++; e >= len(b) || !isDigit(b[e]) {
			return numberByStates(b, n)
		}
		e = digits(b, e+1)
	}
	switch {
	case e >= len(b):
		return e, More
	case b[e]|0x20 == 'e':
		return numberByStates(b, n)
	}
	return e, Done
}

// numberByStates is numberAt for all numbers.
func numberByStates(b []byte, n int) (end int, st Status) {
	s := value
	for n < len(b) {
		switch s = number(s, b[n]); s {
		case value:
			return n, Bad
		case after:
			return n, Done
		case integer, fraction, exponent:
			n = digits(b, n+1)
		default:
			n++
		}
	}
	return n, More
}

// IsNumber reports whether b is a JSON number.
func IsNumber(b []byte) bool {
	n, st := Number(b)
	return st == More && n == len(b) && n > 0 && isDigit(b[n-1]) // -, 1. and 1e+ are cut, and do not end with a digit
}

// Literal returns the length of null, true or false at the start of b. It does not look at the next byte: for nullx the
// first four bytes are Done, and the caller finds the x.
func Literal(b []byte) (n int, st Status) {
	if len(b) == 0 {
		return 0, More
	}
	// Done needs no byte after the word: unlike a number, a literal shows its end.
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

// ScalarLen returns the length of the string, number or literal at the start of b, as String, Number and Literal do.
func ScalarLen(b []byte) (n int, st Status) {
	switch {
	case len(b) == 0:
		return 0, More
	case b[0] == '"':
		return String(b, 0)
	case b[0] == '-' || isDigit(b[0]):
		return Number(b)
	}
	return Literal(b)
}
