package num

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// mostPlain is the length of the longest text that WritePlain accepts: a sign, 20 digits, a point, and two more.
const mostPlain = 24

// WritePlain copies the text of n bytes at src to p and reports whether it is a JSON number of at most mostPlain bytes
// without an exponent. Even if it returns false, all [Room] bytes at p may have been overwritten. src has n readable
// bytes, p has [Room] writable ones.
//
// The text is loaded into words, which may overlap, and no branch depends on the position of the point: a processor
// can't predict such branches in lists such as 1234.5, 12.345.
func WritePlain(p, src unsafe.Pointer, n int) bool {
	if uint(n-1) >= mostPlain {
		return false
	}
	sign := 0
	if load8(src, 0) == '-' {
		sign = 1
	}
	store8(p, 0, '-') // the digits overwrite this sign unless there is one
	p, src, n = unsafe.Add(p, sign), unsafe.Add(src, sign), n-sign

	// odd is not 0 if a byte is neither a digit nor a point. points has one bit for each point; the bit of the first
	// byte is the lowest.
	var odd, points uint64
	first := byte('0')
	switch {
	case n >= 8:
		x := load64(src, 0)
		store64(p, 0, x)
		first = byte(x)
		odd, points = pointsOf(x)
		if n > 16 {
			x = load64(src, 8)
			store64(p, 8, x)
			o, d := pointsOf(x)
			odd, points = odd|o, points|d<<8
		}
		x = load64(src, n-8)
		store64(p, n-8, x)
		o, d := pointsOf(x)
		odd, points = odd|o, points|d<<(uint(n-8)&63)
	case n > 0:
		x := mem.LoadShort(src, n)
		store64(p, 0, x)
		first = byte(x)
		// Zero bytes after the text are replaced by digits.
		odd, points = pointsOf(x | zeros<<(uint(n*8)&63))
	default:
		return false
	}
	// There may be at most one point, with a digit before and after it. If the first digit is zero, no other digit may
	// come before the point.
	if odd|(points&(points-1)) != 0 || points&(1|1<<(uint(n-1)&63)) != 0 {
		return false
	}
	return first != '0' || n == 1 || points == 1<<1
}

// pointsOf returns two words. odd is 0 if each byte of x is a digit or a point. points has a bit for each point; the
// bit of the first byte is the lowest.
func pointsOf(x uint64) (odd, points uint64) {
	const low, high = 0x0101010101010101, 0x8080808080808080
	t := x ^ low*'.'
	point := ^(((t &^ high) + low*0x7f) | t) & high
	d := x ^ zeros
	other := (((d &^ high) + low*(0x80-10)) | d) & high
	return other &^ point, point >> 7 * 0x0102040810204080 >> 56
}
