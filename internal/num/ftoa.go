package num

// Floats to text: the shortest digits that are read as the same value, in the layout of encoding/json.
//
// The float c*2^q is the result of reading any number within half an ulp (unit in the last place). With k =
// floor(log10(2^q)) this interval scaled by 10^-k is 1 to 10 wide, so it contains an integer, and at most one multiple
// of 10. The result is that multiple if there is one, otherwise the integer nearest to the value (Raffaello Giulietti,
// "The Schubfach way to render doubles", 2020). The first attempt needs one 64x128-bit product and looks at its
// fraction (after Yaoyuan Guo's yy and Victor Zverev's zmij). It fails if the product has too few bits to decide
// between two digits, and for powers of two, whose interval is not symmetric. Then three exact comparisons decide.

import (
	"math"
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// WriteFloat64 writes f at p as encoding/json does and returns the length. f is finite; p has [Room] writable bytes.
func WriteFloat64(p unsafe.Pointer, f float64) int {
	all := math.Float64bits(f)
	neg := int(all >> 63)
	mem.Store8(p, 0, '-') // the digits overwrite this sign unless f is negative or -0
	p = unsafe.Add(p, neg)
	c := (all & (1<<52 - 1)) | 1<<52
	exp := uint(all >> 52 & 0x7ff)
	if s := exp - 1023; s <= 52 {
		// For integers below 2^53 the shortest digits are all their digits.
		if all<<12<<(s&63) == 0 {
			return neg + WriteInt(p, int64(c>>((52-s)&63)))
		}
	} else if all<<1 == 0 {
		mem.Store8(p, 0, '0')
		return neg + 1
	}
	// Try few digits after the point, as prices and coordinates have. No two decimals of up to 15 digits are read as
	// the same float, so a decimal that is read as f is the shortest one. Below 1e-6 the text has an exponent.
	const scale, nearest = 1e8, 3 << 51 // adding and then subtracting nearest rounds to an integer
	a := math.Abs(f)
	if a < 1e7 && a >= 1e-6 {
		if r := float64(a*scale) + nearest - nearest; r/scale == a {
			i := uint64(int64(r))
			if q := i / 1e4; q < 1e8 && q*1e4 == i {
				return neg + writeFour(p, uint32(q))
			}
			return neg + writeEight(p, i)
		}
	}
	if exp == 0 || c == 1<<52 {
		return neg + writeFar(p, f)
	}
	g := near[min(exp-nearExp, nearExps)]
	if g.hi == 0 {
		g = scaling(int(exp))
	}

	// The variables have the names that they have in the function shortest. n is the integer part and frac the fraction
	// of |f| * 10^-k. u is the integer part and top the fraction of the upper end of the interval of all numbers that
	// are read as |f|, also times 10^-k. r is the distance of that end from the next lower multiple of 10, with 60 bits
	// of fraction. The interval contains that multiple if r is less than g.hi, the width of the interval.
	hi, frac := bits.Mul64(c<<4, g.hi)
	mid, _ := bits.Mul64(c<<4, g.lo)
	frac, carry := bits.Add64(frac, mid, 0)
	n := hi + carry
	top, carry := bits.Add64(frac, g.hi<<3, 0)
	u := n + g.hi>>61 + carry
	const ten, slack = 10 << 60, 8
	t := u / 10
	r := (u-t*10)<<60 | top>>4
	if r-slack >= ten-2*slack || r-g.hi+slack <= 2*slack || frac-1<<63+slack<<4 <= 2*slack<<4 {
		return neg + writeFar(p, f)
	}
	last := n - t*10 + frac>>63
	if r < g.hi {
		last = 0
	}
	e := log10pow2(int(exp)-1075) + 16
	// If t has 15 digits, last is the sixteenth digit. Half of all values would mispredict a branch here.
	_, less := bits.Sub64(t, 1e15, 0)
	t += (t*9 + last) & -less
	last &= less - 1
	e -= int(less)
	x, y := split16(t)
	return neg + place(p, x, y, last, e)
}

// near is a table for floats c*2^q with exponents near that of 1. k is floor(log10(2^q)). An entry has the power 10^-k
// for a q, shifted right so that the product of c<<4 and the entry is c*2^q * 10^-k with 128 bits of fraction. The high
// half of the entry is 2^q * 10^-k with 60 bits of fraction: the width of the scaled interval of all numbers that are
// read as the float. The last entry is zero and is used for all other exponents: then WriteFloat64 calls scaling.
var near = func() (t [nearExps + 1]power) {
	for i := range nearExps {
		t[i] = scaling(nearExp + i)
	}
	return t
}()

// scaling returns the entry of near for the biased exponent exp.
func scaling(exp int) power {
	q := exp - 1075
	k := log10pow2(q)
	g := &powers[-k-minPower]
	s := uint(4-(q+log2pow10(-k)+1)) & 3
	return power{g.hi >> s, g.lo>>s | g.hi<<1<<(63-s)}
}

const (
	nearExp  = 1023 - 100 // the biased exponent of near's first entry
	nearExps = 200
)

// writeFar writes |f| and returns the length, for the floats that WriteFloat64 does not write itself: subnormals,
// powers of two, and floats for which its product has too few bits to decide between two digits.
//
//go:noinline
func writeFar(p unsafe.Pointer, f float64) int {
	b := math.Float64bits(f)
	q := int(b >> 52 & 0x7ff)
	c := b & (1<<52 - 1)
	lopsided := c == 0 && q > 1
	if q != 0 {
		c |= 1 << 52
	} else {
		q = 1
	}
	d, k := shortest(c, q-1075, lopsided)
	if d < 1e16 {
		d *= 10
		k--
	}
	return layout(p, d, k+16)
}

// writeFour writes i/1e4, which is not an integer, and returns the length. i is below 1e8.
func writeFour(p unsafe.Pointer, i uint32) int {
	x := split8(i)
	s := bits.TrailingZeros32(uint32(x)|1<<24) &^ 7 // at least one digit before the point is kept
	mem.Store64(p, 0, (uint64(uint32(x)|zeros4)|'.'<<32)>>(uint(s)&31))
	mem.Store32(p, 5-s>>3, uint32(x>>32)|zeros4)
	return 9 - s>>3 - bits.LeadingZeros64(x)>>3
}

// writeEight writes i/1e8, which is not an integer, and returns the length. i is below 1e16.
func writeEight(p unsafe.Pointer, i uint64) int {
	whole, rest := split16(i)
	s := bits.TrailingZeros64(whole|1<<56) &^ 7
	n := 8 - s>>3
	mem.Store64(p, 0, (whole|zeros)>>(uint(s)&63))
	mem.Store8(p, n, '.')
	mem.Store64(p, n+1, rest|zeros)
	return n + 9 - bits.LeadingZeros64(rest)>>3
}

// WriteFloat32 writes f at p as encoding/json does and returns the length. f is finite; p has [Room] writable bytes.
func WriteFloat32(p unsafe.Pointer, f float32) int {
	const whole = 1 << 24
	b := math.Float32bits(f)
	if i := int64(f); float32(i) == f && uint64(i+whole) <= 2*whole && (i != 0 || b == 0) {
		return WriteInt(p, i)
	}
	neg := int(b >> 31)
	mem.Store8(p, 0, '-')
	p = unsafe.Add(p, neg)
	// Try few digits. No two decimals of up to 6 digits are read as the same float, so a decimal that is read as f is
	// the shortest one. It is never so near to the middle between two floats that the rounding of r/100 matters.
	const nearest = 3 << 51 // adding and then subtracting nearest rounds to an integer
	a := math.Abs(float64(f))
	if r := a*100 + nearest - nearest; r < 1e6 && float32(r/100) == float32(a) && r > 0 {
		return neg + writeFour(p, uint32(int64(r))*100)
	}
	q := int(b >> 23 & 0xff)
	c := uint64(b & (1<<23 - 1))
	lopsided := c == 0 && q > 1
	if q != 0 {
		c |= 1 << 23
	} else {
		if c == 0 {
			mem.Store8(p, 0, '0')
			return neg + 1
		}
		q = 1
	}
	d, k := shortest(c, q-150, lopsided)
	if lopsided && q == 127-12 {
		d = tie32
	}
	for d < 1e8 { // d has 7 to 9 digits, unless f is subnormal
		d *= 10
		k--
	}
	t := d / 10
	return neg + place(p, split8(uint32(t)), d-t*10, 0, k+8)
}

// tie32 has the digits of the float32 2^-12, halfway between the decimals 0.00024414062, which is right by the
// nearest-even rule, and 0.00024414063, which Go 1.26 writes. So the last digit is from the strconv of this toolchain.
var tie32 = 24414060 + uint64(strconv.FormatFloat(0x1p-12, 'e', -1, 32)[8]-'0')

// shortest returns the shortest decimal d*10^k that is read as the float c*2^q. If there are several, it returns the
// one nearest to c*2^q. lopsided means that the next smaller float is only half as far away as the next larger one.
func shortest(c uint64, q int, lopsided bool) (d uint64, k int) {
	k = log10pow2(q)
	g := &powers[-k-minPower]
	h := uint(q+log2pow10(-k)+1) & 7 // 1 to 4

	// n is the integer part and frac the fraction of c*2^q * 10^-k, which is below 2^57. The error is less than 2^-63.
	hi, frac := bits.Mul64(c<<h, g.hi)
	mid, _ := bits.Mul64(c<<h, g.lo)
	frac, carry := bits.Add64(frac, mid, 0)
	n := hi + carry

	// r is that number modulo 10, and half is half an ulp. Both have 60 bits of fraction and errors of 1 or 2 units in
	// the last place. Because of these errors a comparison is trusted only if its two sides differ by more than slack.
	const ten, slack = 10 << 60, 8
	tens := n / 10
	r := (n-tens*10)<<60 | frac>>4
	half := g.hi >> (5 - h)
	if r-half+slack <= 2*slack || r+half-ten+slack <= 2*slack || frac-1<<63+slack<<4 <= 2*slack<<4 || lopsided {
		return shortestSlow(c, q, lopsided)
	}
	d = n + frac>>63
	down, up := tens*10, tens*10+10
	if r < half {
		d = down
	}
	if r+half > ten {
		d = up
	}
	return d, k
}

// shortestSlow returns the same decimal as shortest, by the Schubfach algorithm (see the start of this file).
func shortestSlow(c uint64, q int, lopsided bool) (d uint64, k int) {
	k = int(int32(q) * 1262611 >> 22)
	low := 4*c - 2
	if lopsided {
		k = int((int32(q)*1262611 - 524031) >> 22) // floor(log10(3/4*2^q))
		low = 4*c - 1
	}
	g := powers[-k-minPower]
	if -k < -27 || -k > 55 {
		g.lo++ // Schubfach needs the power rounded up. A test shows that g.lo is never all ones
	}
	h := uint(q + log2pow10(-k) + 1)
	// These are four times the bounds and the value of the float, scaled. The last bit is set if a number is not exact.
	lower, value, upper := scale(g, low<<h), scale(g, 4*c<<h), scale(g, (4*c+2)<<h)
	open := c & 1 // bounds are read as c only if c is even
	n := value / 4
	if n >= 10 {
		t := n / 10 * 10
		if down, up := lower+open <= 4*t, 4*t+40+open <= upper; down != up {
			if up {
				t += 10
			}
			return t, k
		}
	}
	down, up := lower+open <= 4*n, 4*n+4+open <= upper
	if down == up { // both are in the interval: take the nearer one, or the even one if they are equally near
		up = value > 4*n+2 || value == 4*n+2 && n&1 == 1
	}
	if up {
		n++
	}
	return n, k
}

// scale returns the 64 leading bits of g*x/2^128, rounded to odd: the last bit is set if any bit is cut off.
func scale(g power, x uint64) uint64 {
	m, _ := bits.Mul64(g.lo, x)
	hi, lo := bits.Mul64(g.hi, x)
	lo, carry := bits.Add64(lo, m, 0)
	hi += carry
	if lo > 1 {
		hi |= 1
	}
	return hi
}

// layout writes a float with the digits d, of which the first has the value 10^e. d has 17 digits, or fewer for a
// subnormal float: e is then the exponent of the first of 17 digits, as if d began with zeros.
func layout(p unsafe.Pointer, d uint64, e int) int {
	for d < 1e16 {
		d *= 10
		e--
	}
	t := d / 10
	a, b := split16(t)
	return place(p, a, b, d-t*10, e)
}

// place writes a float with 17 digits: 8 in a, 8 in b, and one in c. a and b have one digit in each byte, with the
// first one lowest. The first digit has the value 10^e.
func place(p unsafe.Pointer, a, b, c uint64, e int) int {
	// n is the number of digits without the zeros at the end.
	x := b>>8 | c<<56
	n := 9 + (bits.Len64(x)+7)>>3
	if head := 1 + (bits.Len64(a>>8|b<<56)+7)>>3; x == 0 {
		n = head
	}
	a |= zeros
	b |= zeros
	c |= '0'

	switch {
	case uint(e) < 7: // 1.5 to 1234567.5: the point is inserted in a, in a register
		s := uint(e+1) * 8 & 63
		mask := uint64(1)<<s - 1
		mem.Store64(p, 1, a)
		mem.Store64(p, 9, b)
		mem.Store8(p, 17, byte(c))
		mem.Store64(p, 0, (a&mask)|'.'<<s|(a&^mask)<<8)
		return n + 1
	case uint(e+6) < 6: // 0.000001 to 0.5
		mem.Store64(p, 0, zeros-('0'-'.')<<8) // 0.000000
		p = unsafe.Add(p, 1-e)
		mem.Store64(p, 0, a)
		mem.Store64(p, 8, b)
		mem.Store8(p, 16, byte(c))
		return 1 - e + n
	case uint(e) < 15: // the point is inserted in b
		s := uint(e-7) * 8 & 63
		mask := uint64(1)<<s - 1
		mem.Store64(p, 0, a)
		mem.Store64(p, 8, (b&mask)|'.'<<s|(b&^mask)<<8)
		store16(p, 16, uint16(b>>56|c<<8))
		if n <= e+1 { // an integer
			return e + 1
		}
		return n + 1
	case uint(e) < 21:
		mem.Store64(p, 0, a)
		mem.Store64(p, 8, b)
		mem.Store8(p, 16, byte(c))
		mem.Store64(p, 17, zeros)
		if e == 15 && n == 17 {
			store16(p, 16, uint16('.'|c<<8))
			return 18
		}
		return e + 1
	}
	mem.Store64(p, 1, a)
	mem.Store64(p, 9, b)
	mem.Store8(p, 17, byte(c))
	store16(p, 0, uint16((a&0xff)|'.'<<8))
	if n > 1 {
		n++ // the point
	}
	// Unlike strconv, encoding/json writes no leading zeros in the exponent. Make its three digits in a register, and
	// shift out leading zeros. u is at least 7, so one digit is not zero.
	minus := e >> (bits.UintSize - 1) // -1 if e is negative
	u := uint32((e ^ minus) - minus)
	h := u * 41 >> 12 // u/100 for u < 1000
	l := u - h*100
	t := l * 103 >> 10
	y := h | t<<8 | (l-t*10)<<16
	s := bits.TrailingZeros32(y) &^ 7
	y = (y | '0' | '0'<<8 | '0'<<16) >> (uint(s) & 31)
	mem.Store64(p, n, 'e'|uint64('+'-2*minus)<<8|uint64(y)<<16)
	return n + 5 - s>>3
}
