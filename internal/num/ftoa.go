package num

// Floats to text: the shortest digits that read back as the same value, laid out as
// encoding/json does it.
//
// A float c*2^q stands for all reals within half an ulp. With k = floor(log10(2^q)) the interval
// scaled by 10^-k is 1 to 10 wide, so it holds an integer, and at most one multiple of 10. That
// multiple is the answer where there is one, else the integer next to the value (Raffaello
// Giulietti, "The Schubfach way to render doubles", 2020). The first attempt takes one 64x128
// bit product and looks at its fraction (after Yaoyuan Guo's yy and Victor Zverev's zmij); it
// gives up where the rounded product is too near to a decision, and on powers of two, whose
// interval is lopsided: there Schubfach's own three exact comparisons decide.

import (
	"math"
	"math/bits"
	"strconv"
	"unsafe"
)

// WriteFloat64 writes f at p as encoding/json does and returns the length. f is finite; p has
// [Room] writable bytes.
func WriteFloat64(p unsafe.Pointer, f float64) int {
	const whole = 1 << 53 // below it, the digits of an integer are the shortest ones
	b := math.Float64bits(f)
	if i := int64(f); float64(i) == f && uint64(i+whole) <= 2*whole && (i != 0 || b == 0) {
		return WriteInt(p, i)
	}
	neg := int(b >> 63)
	store8(p, 0, '-') // overwritten unless f < 0
	p = unsafe.Add(p, neg)
	// Few digits behind the point? The product is off by half an ulp at most; long fractions end here.
	a := math.Abs(f)
	r := a * shortScale
	if i := int64(r + 0.5); math.Abs(r-float64(i)) <= r*0x1p-52 {
		if n := writeShort(p, a, uint64(i)); n != 0 {
			return neg + n
		}
	}
	q := int(b >> 52 & 0x7ff)
	c := b & (1<<52 - 1)
	lopsided := c == 0 && q > 1
	if q != 0 {
		c |= 1 << 52
	} else {
		if c == 0 {
			store8(p, 0, '0')
			return neg + 1
		}
		q = 1
	}
	d, k := shortest(c, q-1075, lopsided)
	if d < 1e16 {
		d *= 10
		k--
	}
	return neg + layout(p, d, k+16)
}

// shortScale is 1 and as many zeros as writeShort writes digits behind the point.
const shortScale = 1e4

// writeShort writes f >= 0, which is no integer, if it is i/shortScale, and returns the length, else 0. A decimal of up
// to 15 digits that reads as f is the shortest one: no two of them read alike.
func writeShort(p unsafe.Pointer, f float64, i uint64) int {
	if i >= 1e15 || f == 0 || float64(int64(i))/shortScale != f {
		return 0
	}
	whole := i / shortScale
	n := WriteUint(p, whole)
	store8(p, n, '.')
	digits := split4(uint32(i - whole*shortScale))
	store32(p, n+1, digits|zeros&(1<<32-1))
	return n + 5 - bits.LeadingZeros32(digits)>>3
}

// WriteFloat32 writes f at p as encoding/json does and returns the length. f is finite; p has
// [Room] writable bytes.
func WriteFloat32(p unsafe.Pointer, f float32) int {
	const whole = 1 << 24
	b := math.Float32bits(f)
	if i := int64(f); float32(i) == f && uint64(i+whole) <= 2*whole && (i != 0 || b == 0) {
		return WriteInt(p, i)
	}
	neg := int(b >> 31)
	store8(p, 0, '-')
	p = unsafe.Add(p, neg)
	q := int(b >> 23 & 0xff)
	c := uint64(b & (1<<23 - 1))
	lopsided := c == 0 && q > 1
	if q != 0 {
		c |= 1 << 23
	} else {
		if c == 0 {
			store8(p, 0, '0')
			return neg + 1
		}
		q = 1
	}
	d, k := shortest(c, q-150, lopsided)
	if lopsided && q == 127-12 {
		d = tie32
	}
	d *= 1e8 // 7 to 9 digits, unless subnormal
	k -= 8
	if d < 1e15 {
		d *= 100
		k -= 2
	}
	if d < 1e16 {
		d *= 10
		k--
	}
	return neg + layout(p, d, k+16)
}

// tie32 holds the digits of the float32 2^-12, which lies halfway between two shortest decimals,
// 0.00024414062 and 0.00024414063. The nearest-even rule is for the first; Go 1.26 writes the second.
var tie32 = 24414060 + uint64(strconv.FormatFloat(0x1p-12, 'e', -1, 32)[8]-'0')

// shortest returns the shortest decimal d*10^k in the interval of c*2^q, the one nearest to it.
// lopsided tells that the next smaller float is only half as far away as the next bigger one.
func shortest(c uint64, q int, lopsided bool) (d uint64, k int) {
	k = int(int32(q) * 315653 >> 20) // floor(log10(2^q))
	g := &powers[-k-minPower]
	h := uint(q+log2pow10(-k)+1) & 7 // 1 to 4

	// n.frac = c*2^q * 10^-k, less than 2^57: wrong by less than 2^-63.
	hi, frac := bits.Mul64(c<<h, g.hi)
	mid, _ := bits.Mul64(c<<h, g.lo)
	frac, carry := bits.Add64(frac, mid, 0)
	n := hi + carry

	// r = n.frac mod 10 and half an ulp as numbers with 60 bits of fraction, wrong by 1 or 2 of
	// their last places. slack asks for more distance than that from every decision.
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

// shortestSlow is Schubfach as it is written in the paper.
func shortestSlow(c uint64, q int, lopsided bool) (d uint64, k int) {
	k = int(int32(q) * 1262611 >> 22)
	low := 4*c - 2
	if lopsided {
		k = int((int32(q)*1262611 - 524031) >> 22) // floor(log10(3/4*2^q))
		low = 4*c - 1
	}
	g := powers[-k-minPower]
	if -k < -27 || -k > 55 {
		g.lo++ // truncated; Schubfach wants it rounded up. Never all ones: see the test
	}
	h := uint(q + log2pow10(-k) + 1)
	// Four times the bounds and the value, the last bit set if anything follows.
	lower, value, upper := scale(g, low<<h), scale(g, 4*c<<h), scale(g, (4*c+2)<<h)
	open := c & 1 // the bounds read as c only if c is even
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
	if down == up { // both inside: the nearer one, the even one of two equally near
		up = value > 4*n+2 || value == 4*n+2 && n&1 == 1
	}
	if up {
		n++
	}
	return n, k
}

// scale returns the 64 leading bits of g*x/2^128, rounded to odd.
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

// layout writes the float with digits d, the first of which stands for 10^e. d has 17 digits;
// fewer if the float is subnormal, then e is 16 - k nevertheless.
func layout(p unsafe.Pointer, d uint64, e int) int {
	for d < 1e16 {
		d *= 10
		e--
	}
	// 17 digits = 8 in a, 8 in b, 1 in c, each as a byte, the first lowest.
	h := d / 1e9
	l := uint32(d - h*1e9)
	m := l / 10
	c := uint64(l - m*10)
	a, b := split8(uint32(h)), split8(m)

	// n = number of digits without the zeros at the end.
	n := 17 - bits.LeadingZeros64(b>>8|c<<56)>>3
	if b>>8|c == 0 {
		n = 9 - bits.LeadingZeros64(a>>8|b<<56)>>3
	}
	a |= zeros
	b |= zeros
	c |= '0'

	switch {
	case uint(e) < 7: // 1.5 to 1234567.5: the point goes into a, in a register
		s := uint(e+1) * 8 & 63
		mask := uint64(1)<<s - 1
		store64(p, 0, a&mask|'.'<<s|a&^mask<<8)
		store64(p, 8, a>>56|b<<8)
		store16(p, 16, uint16(b>>56|c<<8))
		return n + 1
	case uint(e+6) < 6: // 0.000001 to 0.5
		store64(p, 0, zeros-('0'-'.')<<8) // 0.000000
		p = unsafe.Add(p, 1-e)
		store64(p, 0, a)
		store64(p, 8, b)
		store8(p, 16, byte(c))
		return 1 - e + n
	case uint(e) < 15: // the point goes into b
		s := uint(e-7) * 8 & 63
		mask := uint64(1)<<s - 1
		store64(p, 0, a)
		store64(p, 8, b&mask|'.'<<s|b&^mask<<8)
		store16(p, 16, uint16(b>>56|c<<8))
		if n <= e+1 { // a whole float32
			return e + 1
		}
		return n + 1
	case uint(e) < 21:
		store64(p, 0, a)
		store64(p, 8, b)
		store8(p, 16, byte(c))
		store64(p, 17, zeros)
		if e == 15 && n == 17 {
			store16(p, 16, uint16('.'|c<<8))
			return 18
		}
		return e + 1
	}
	store64(p, 0, a&0xff|'.'<<8|a>>8<<16)
	store64(p, 8, a>>56|b<<8)
	store16(p, 16, uint16(b>>56|c<<8))
	if n > 1 {
		n++ // the point
	}
	return n + exponent(unsafe.Add(p, n), e)
}

// exponent writes e with its sign; no leading zeros, unlike strconv's.
func exponent(p unsafe.Pointer, e int) int {
	sign := byte('+')
	if e < 0 {
		sign, e = '-', -e
	}
	// The three digits in a register; those in front are shifted out if zero.
	h := uint32(e) * 41 >> 12 // e/100 for e < 1000
	l := uint32(e) - h*100
	t := l * 103 >> 10
	x := h | t<<8 | (l-t*10)<<16 | zeros&0xffffff
	n := 3
	if e < 100 {
		x, n = x>>8, 2
	}
	if e < 10 {
		x, n = x>>8, 1
	}
	store64(p, 0, 'e'|uint64(sign)<<8|uint64(x)<<16)
	return 2 + n
}

// AppendFloat64 appends f as encoding/json writes it. f is finite. It may overwrite bytes of
// dst's array after the text.
func AppendFloat64(dst []byte, f float64) []byte {
	dst, p := tail(dst)
	return dst[:len(dst)+WriteFloat64(p, f)]
}

// AppendFloat32 appends f as encoding/json writes it. f is finite. It may overwrite bytes of
// dst's array after the text.
func AppendFloat32(dst []byte, f float32) []byte {
	dst, p := tail(dst)
	return dst[:len(dst)+WriteFloat32(p, f)]
}
