package num

// Text to integers, and the number grammar of RFC 8259, eight bytes at a time (swar.go): for -12.5e3 Len returns 7, and
// ReadInt reports that the number is not an integer. An overflow of 64 bits is tested once, by the number of digits.
//
// Only Len has the whole grammar. The readers read frequent forms of numbers without it, in a few loads each, and call
// Len for all others. A reader of integers only has to see that a point or an exponent follows the digits; a reader of
// floats looks for these in the number that Len has found. One function that finds the end and reads the digits took 72
// instructions for the length of 12345; Len takes 44.

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// ReadInt reads the JSON number at p as an int64. n is the length of the number, or 0 if there is no valid number. ok
// is false if the number has a fraction or an exponent, or does not fit.
//
// Integers of up to 15 digits are read in this function, without another call.
func ReadInt(p unsafe.Pointer) (v int64, n int, ok bool) {
	i := 0
	if mem.Load8(p, 0) == '-' {
		i = 1
	}
	x := mem.Load64(p, i) ^ zeros
	var u uint64
	var end byte
	if m := marks(x); m != 0 {
		s := index(m)
		u, n = join(x, s), s>>3
		end = byte(x >> uint(s&63))
	} else {
		y := mem.Load64(p, i+8) ^ zeros
		if m = marks(y); m == 0 {
			return readInt[int64](p)
		}
		s := index(m)
		u, n = join8(x)*pow10[s>>3&7]+join(y, s), 8+s>>3
		end = byte(y >> uint(s&63))
	}
	if byte(x) == 0 && n != 1 || n == 0 || goesOn(end) { // a leading zero, no digit, or not an integer
		return readInt[int64](p)
	}
	v = int64(u)
	if i != 0 {
		v = -v
	}
	return v, n + i, true
}

// ReadUint reads the JSON number at p as a uint64. n is the length of the number, or 0 if there is no valid number.
// ok is false if the number has a sign, a fraction or an exponent, or does not fit.
//
// Integers of up to seven digits are read in this function, without another call.
func ReadUint(p unsafe.Pointer) (u uint64, n int, ok bool) {
	x := mem.Load64(p, 0) ^ zeros
	if m := marks(x); m != 0 {
		s := index(m)
		if n = s >> 3; n == 1 || n > 0 && byte(x) != 0 {
			if !goesOn(byte(x >> uint(s&63))) {
				return join(x, s), n, true
			}
		}
	}
	return readInt[uint64](p)
}

func readInt[T int64 | uint64](p unsafe.Pointer) (T, int, bool) {
	i, neg := 0, T(0)
	if mem.Load8(p, 0) == '-' {
		i, neg = 1, ^T(0)
	}
	start := i
	x := mem.Load64(p, i) ^ zeros
	first := byte(x)
	var u uint64
	m := marks(x)
	for m == 0 {
		u = u*1e8 + join8(x)
		i += 8
		x = mem.Load64(p, i) ^ zeros
		m = marks(x)
	}
	s := index(m)
	u = u*pow10[s>>3&7] + join(x, s)
	i += s >> 3
	end := byte(x >> (uint(s) & 63))
	signed := ^T(0) < 0
	switch nd := i - start; {
	case first == 0 && nd != 1, // leading zero
		nd == 0, goesOn(end), !signed && neg != 0:
		return readOther[T](p, start, first == 0)
	case nd < 19:
	case nd == 20 && first == 1 && u >= 1e19: // if the sum has overflowed it is below 1e19
	case nd > 19:
		return 0, i, false
	}
	if signed && u > 1<<63-1+uint64(start) {
		return 0, i, false
	}
	return (T(u) ^ neg) - neg, i, true
}

// goesOn reports whether a fraction or an exponent follows the digits. end is the byte after the digits, xor '0'.
func goesOn(end byte) bool { return end == '.'^'0' || end|0x20 == ('e'^'0')|0x20 }

// readOther is readInt for text that is not digits without a leading zero: numbers with a fraction or an exponent, with
// a minus sign if T is uint64, text that is not a number, and a zero before other digits. In the last case the number
// is only the zero: 01 is 0, and 1 is another token. No other case is an integer, so the value is always 0. start is 1
// if there is a minus sign, otherwise 0. zero reports whether the first digit is 0.
func readOther[T int64 | uint64](p unsafe.Pointer, start int, zero bool) (T, int, bool) {
	n := Len(p)
	signed := ^T(0) < 0
	return 0, n, zero && n == start+1 && (signed || start == 0)
}

// Len returns the length of the JSON number at p, or 0 if there is none.
func Len(p unsafe.Pointer) int {
	i := 0
	if mem.Load8(p, 0) == '-' {
		i = 1
	}
	start := i
	if mem.Load8(p, i) == '0' {
		i++
	} else if i = skip(p, i); i == start {
		return 0
	}
	if mem.Load8(p, i) == '.' {
		start = i + 1
		if i = skip(p, start); i == start {
			return 0
		}
	}
	if mem.Load8(p, i)|0x20 == 'e' {
		return exponentEnd(p, i+1)
	}
	return i
}

// exponentEnd returns the end of the exponent whose sign or first digit is at p+i, or 0 if it has no digits.
func exponentEnd(p unsafe.Pointer, i int) (end int) {
	if (mem.Load8(p, i)-'+')&^2 == 0 { // in ASCII '-' is '+' plus 2, one bit
		i++
	}
	if end = skip(p, i); end == i {
		end = 0
	}
	return end
}
