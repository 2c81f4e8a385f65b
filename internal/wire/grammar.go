package wire

import (
	"encoding/binary"
	"math/bits"

	"github.com/zetes-json/zetes/internal/kernel"
)

// The tokens of RFC 8259, byte by byte: white space, strings, numbers, literals. Each function gets the bytes from the
// start of a token, which may be cut anywhere, and returns the length of the token and a Status: "ab is More, "a\x is
// Bad at the x, and 12 is More too, since more digits may come. Tests compare the faster loops with these functions.

// Status says whether a token or value is complete.
type Status uint8

const (
	More Status = iota // all bytes are correct, and the token or value may continue
	Done               // the token or value is complete
	Bad                // the byte at the returned position is not allowed
)

// MaxDepth is the deepest nesting of arrays and objects that encoding/json accepts.
const MaxDepth = 10000

// Space returns the length of the white space at the start of b.
func Space(b []byte) int {
	if len(b) == 0 || b[0] > ' ' {
		return 0
	}
	return spaceSlow(b)
}

// spaceSlow is the loop of Space. It is a separate function so that Space is inlined, which suffices for compact JSON.
func spaceSlow(b []byte) int {
	i := 0
	for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:]) == lows*' ' {
		i += 8
	}
	for i < len(b) && IsSpace(b[i]) {
		i++
	}
	return i
}

// Starts reports whether c can be the first byte of a value, or is a bracket that closes an object or array.
func Starts(c byte) bool {
	switch c {
	case '"', '-', '[', '{', ']', '}', 'n', 't', 'f':
		return true
	}
	return isDigit(c)
}

// IsSpace reports whether c is white space. The first comparison excludes almost all other bytes.
func IsSpace(c byte) bool {
	return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t')
}

// Constants for words of eight bytes: lows has a 1 in each byte, highs the top bit.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// String returns the length of the JSON string at the start of b, quotes included. With Bad, n is the position of the
// wrong byte. from is 0 for a new string. A caller that calls again with more bytes of the string sets it to the
// length that the earlier call returned with More.
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
	// Each round passes plain text and the quote or escape sequence after it. If an escape sequence is cut, n is the
	// position of its backslash, so that the next call sees all of it.
	for n = from; ; {
		if n = Special(b, n); n >= len(b) {
			return len(b), More
		}
		switch b[n] {
		case '"':
			return n + 1, Done
		case '\\':
			if n+8 <= len(b) {
				if m := escapeLen(binary.LittleEndian.Uint64(b[n:])); m > 0 {
					n += m
					continue
				}
			}
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

// Specials returns a word whose lowest set bit is the top bit of the first byte of x, from the lowest on, that is a
// quote, backslash or control character, or 0 if there is none. Higher bits of the result may be wrong.
func Specials(x uint64) uint64 {
	// A subtraction sets the top bit of a byte below a space, or of a 0 that was a quote or backslash. Its borrow may
	// set the top bit of the next higher byte too. Bytes from 0x80 on are text: &^ x removes their bits.
	return (((x - lows*' ') | ((x ^ lows*'"') - lows) | ((x ^ lows*'\\') - lows)) &^ x) & highs
}

// Special returns the position of the first quote, backslash or control character of b at n or later, or len(b).
func Special(b []byte, n int) int {
	for n+16 <= len(b) {
		m := Specials(binary.LittleEndian.Uint64(b[n:]))
		if m != 0 {
			return n + bits.TrailingZeros64(m)>>3
		}
		if m = Specials(binary.LittleEndian.Uint64(b[n+8:])); m != 0 {
			return n + 8 + bits.TrailingZeros64(m)>>3
		}
		n += 16
	}
	if n+8 <= len(b) {
		if m := Specials(binary.LittleEndian.Uint64(b[n:])); m != 0 {
			return n + bits.TrailingZeros64(m)>>3
		}
		n += 8
	}
	if left := len(b) - n; left > 0 && len(b) >= 8 {
		// Load the last eight bytes of b, and shift out the bytes before n. The search ends at the zeros that come in.
		return n + bits.TrailingZeros64(Specials(binary.LittleEndian.Uint64(b[len(b)-8:])>>uint(64-8*left)))>>3
	}
	for n < len(b) && b[n] >= ' ' && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// escapeLeft is the largest number of bytes that an escape sequence has after its backslash.
const escapeLeft = 5

// escaped checks the byte c of an escape sequence. left is the number of bytes that the sequence may still have,
// including c, and rest the number after c: for \u00e9 it goes from 5 to 4, 3, 2, 1 and 0, for \n from 5 to 0. ok is
// false if c is not allowed.
func escaped(left uint8, c byte) (rest uint8, ok bool) {
	switch {
	case left < escapeLeft:
		return left - 1, isHex(c)
	case c == 'u':
		return left - 1, true
	}
	return 0, unescaped[c] != 0
}

// escape returns the length of the escape sequence at the start of b. b starts with the backslash.
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

// escapeLen returns the length of the escape sequence in x, which begins in the lowest byte, or 0 if it is not valid.
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
		// The XOR has made each digit a number below 10. Adding 0x80-10 sets the top bit of each byte from 10 to 0x7f;
		// | x keeps the top bit of the bytes above 0x7f.
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

// numberStates is the grammar of numbers as a table: numberStates[state][kind of byte] is the next state. A number
// begins in the state value. The result value means that the byte is wrong, and after means that the number has ended
// before the byte. For -1.5] the results are minus, integer, point, fraction, after.
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

// number returns the state after the byte c of a number, from state s. The ANDs only save tests of the bounds.
func number(s state, c byte) state { return numberStates[s&31][numberBytes[c]&7] }

// Number returns the length of the JSON number at the start of b. With Bad, n is the position of the wrong byte. A
// number that ends with b is More, with n == len(b), even if it would be complete if nothing followed.
func Number(b []byte) (n int, st Status) { return numberAt(b, 0) }

// numberAt finds the end of the number that starts at b[n], like Number. It returns a position in b, and not a length.
func numberAt(b []byte, n int) (end int, st Status) {
	e := n
	if e < len(b) && b[e] == '-' {
		e++
	}
	// Most numbers are scanned here. numberByStates scans numbers that are wrong, start with a zero, have an exponent,
	// or are cut before a digit.
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

// numberByStates finds the end of the number that starts at b[n], like numberAt, for all numbers, by numberStates.
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
	return st == More && n == len(b) && n > 0 && isDigit(b[n-1]) // a number that is cut, such as 1. or 1e+, has no digit at its end
}

// Literal returns the length of null, true or false at the start of b. It does not look at the byte after the literal:
// for nullx it returns 4 and Done, and the caller finds the x.
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

// literal returns the literal that starts with c, or an empty string.
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

// ScalarLen returns the results of String, Number or Literal for the scalar at the start of b.
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
