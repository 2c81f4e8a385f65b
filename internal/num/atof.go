package num

// Text to floats. Up to 19 digits are summed up as an integer w (swar.go), then w*10^e is
// rounded once: by one exact operation where w and 10^e are floats themselves (William Clinger,
// "How to read floating point numbers accurately", 1990), else by a 128-bit product (Daniel
// Lemire, "Number parsing at a gigabyte per second", 2021, after Michael Eisel; that no product
// is left undecided is shown by Noble Mushtak and Lemire, "Fast number parsing without
// fallback", 2023). Digits beyond the 19th matter only if w and w+1 round differently; strconv
// decides then.

import (
	"math"
	"math/bits"
	"strconv"
	"unsafe"
)

// ReadFloat64 reads the JSON number at p, correctly rounded. n is the number's length, 0 when
// there is no valid number. ok is false when it is out of range; f is an infinity then.
//
// The common number is read here without a call: a point after one to six digits, up to 19 digits in all, no exponent.
// Loads at fixed places see all of it, so none waits for what the one before has found.
func ReadFloat64(p unsafe.Pointer) (f float64, n int, ok bool) {
	i := 0
	if load8(p, 0) == '-' {
		i = 1
	}
	x := load64(p, i) ^ zeros
	point := index(marks(x) | 1<<63) // in bits, as all positions within words here
	if byte(x>>uint(point&63)) != '.'^'0' || uint(point-8) > 40 || byte(x) == 0 && point != 8 {
		// Whole numbers stand in many places for floats. A negative zero is none.
		if v, n, ok := ReadInt(p); ok && v != 0 && n <= 16 {
			return float64(v), n, true
		}
		return readFloat[float64](p)
	}
	// The digits before and behind the point close up to one word.
	behind := x >> uint((point+8)&63)
	whole := x & (1<<uint(point&63) - 1)
	var w uint64
	var fraction int
	if m := marks(behind); m != 0 {
		s := index(m)
		if s == 0 || byte(behind>>uint(s&63))|0x20 == ('e'^'0')|0x20 {
			return readFloat[float64](p)
		}
		behind &= 1<<uint(s&63) - 1
		w = join(whole|behind<<uint(point&63), point+s)
		fraction = s >> 3
		n = i + (point+s)>>3 + 1
	} else {
		w = join8((whole | behind<<uint(point&63)) << 8)
		fraction = 7 - point>>3
		x = load64(p, i+8) ^ zeros
		n = i + 8
		if m = marks(x); m == 0 {
			w = w*1e8 + join8(x)
			fraction += 8
			x = load64(p, i+16) ^ zeros
			n += 8
			if m = marks(x); m == 0 {
				return readFloat[float64](p)
			}
		}
		s := index(m)
		fraction += s >> 3
		digits := fraction + point>>3
		if whole == 0 {
			digits-- // the zero in front of the point
		}
		if byte(x>>uint(s&63))|0x20 == ('e'^'0')|0x20 || digits > 19 {
			return readFloat[float64](p)
		}
		w = w*pow10[s>>3&7] + join(x, s)
		n += s >> 3
	}
	if w <= 1<<53 {
		f = float64(int64(w)) / exact10[fraction&31]
	} else {
		f = roundFraction(w, fraction)
	}
	if i != 0 {
		f = -f
	}
	return f, n, true
}

// roundFraction is round for a float64, w over 2^53 and e = -fraction from -19 to 0: always a normal number.
func roundFraction(w uint64, fraction int) float64 {
	lead := bits.LeadingZeros64(w)
	g := &powers[-minPower-fraction]
	hi, lo := bits.Mul64(w<<uint(lead&63), g.hi)
	if hi&0x1ff == 0x1ff {
		return round[float64](w, -fraction)
	}
	top := int(hi >> 63)
	shift := uint(top+9) & 63
	b := hi >> shift
	if lo <= 1 && b&3 == 1 && b<<shift == hi {
		return round[float64](w, -fraction)
	}
	exp := log2pow10(-fraction) + 63 + top - lead + 1023
	b += b & 1
	return math.Float64frombits(uint64(exp-1)<<52 + b>>1)
}

// ReadFloat32 reads the JSON number at p, correctly rounded to 32 bits in one step. n is the
// number's length, 0 when there is no valid number. ok is false when it is out of range; f is an
// infinity then.
//
// A float64 rounds to the same float32 as the number that it stands for, unless it is just between two of them.
func ReadFloat32(p unsafe.Pointer) (f float32, n int, ok bool) {
	d, n, ok := ReadFloat64(p)
	if b := math.Float64bits(d); ok && b<<35 != 1<<63 {
		const least, most = 1023 - 126, 1023 + 126 // exponents of float32
		if e := int(b>>52) & 0x7ff; least <= e && e <= most || d == 0 {
			return float32(d), n, true
		}
	}
	return readFloat[float32](p)
}

// format returns the parameters of a floating-point format: the stored bits of the mantissa, the exponent's bias,
// and the biased exponent of infinity. They are results and not a struct for the compiler to see constants.
func format[F float32 | float64]() (fraction, bias, inf int) {
	if unsafe.Sizeof(F(0)) == 4 {
		return 23, 127, 0xff
	}
	return 52, 1023, 0x7ff
}

// ties returns the range of exponents e for which w*10^e may lie exactly between two floats.
func ties[F float32 | float64]() (least, most int) {
	if unsafe.Sizeof(F(0)) == 4 {
		return -17, 10
	}
	return -4, 23
}

// clinger returns the largest w and e for which w and 10^e are floats.
func clinger[F float32 | float64]() (w uint64, e int) {
	if unsafe.Sizeof(F(0)) == 4 {
		return 1 << 24, 10
	}
	return 1 << 53, 22
}

// fromBits makes a float of its IEEE 754 bits, right-aligned.
func fromBits[F float32 | float64](b uint64) F {
	if unsafe.Sizeof(F(0)) == 4 {
		return F(math.Float32frombits(uint32(b)))
	}
	return F(math.Float64frombits(b))
}

// readFloat is the number scanner: one state machine, so longer than a screen.
func readFloat[F float32 | float64](p unsafe.Pointer) (f F, n int, ok bool) {
	i := 0
	if load8(p, 0) == '-' {
		i = 1
	}
	start := i
	x := load64(p, i) ^ zeros
	first := byte(x)
	var w uint64
	m := marks(x)
	for m == 0 {
		w = w*1e8 + join8(x)
		i += 8
		x = load64(p, i) ^ zeros
		m = marks(x)
	}
	s := index(m)
	w = w*pow10[s>>3&7] + join(x, s)
	i += s >> 3
	digits := i - start
	if first == 0 && digits > 1 || digits == 0 {
		// "01" is 0 and something else.
		n = Len(p)
		if start != 0 {
			f = -f
		}
		return f, n, n != 0
	}

	e := 0
	c := byte(x>>(uint(s)&63)) ^ '0'
	if c == '.' {
		i++
		point := i
		x = load64(p, i) ^ zeros
		m = marks(x)
		for m == 0 {
			w = w*1e8 + join8(x)
			i += 8
			x = load64(p, i) ^ zeros
			m = marks(x)
		}
		s = index(m)
		w = w*pow10[s>>3&7] + join(x, s)
		i += s >> 3
		if i == point {
			return 0, 0, false
		}
		e = point - i
		digits -= e
		c = byte(x>>(uint(s)&63)) ^ '0'
	}
	if c|0x20 == 'e' {
		exp, end := readExponent(p, i+1)
		if end == 0 {
			return 0, 0, false
		}
		e += exp
		i = end
	}

	if digits > 19 && digits-leadingZeros(p, start, first) > 19 {
		f, ok = readLong[F](p, start, i)
		return f, i, ok
	}
	f = decimalTo[F](w, e)
	if start != 0 {
		f = -f
	}
	return f, i, f-f == 0 // not so for infinities
}

// decimalTo returns the float next to w*10^e.
func decimalTo[F float32 | float64](w uint64, e int) F {
	whole, exact := clinger[F]()
	switch {
	case w <= whole && e <= 0 && e >= -exact:
		return F(int64(w)) / F(exact10[-e])
	case w <= whole && uint(e) <= uint(exact):
		return F(int64(w)) * F(exact10[e])
	}
	return round[F](w, e)
}

// leadingZeros returns how many of the zeros that a number below 1 begins with are seen by one load: that in front of
// the point and up to eight behind it. They add nothing to the sum of the digits.
func leadingZeros(p unsafe.Pointer, start int, first byte) int {
	if first != 0 || load8(p, start+1) != '.' {
		return 0
	}
	return 1 + bits.TrailingZeros64(load64(p, start+2)^zeros)>>3
}

// maxExponent is where readExponent stops counting.
const maxExponent = 10000

// readExponent reads the exponent, sign and digits, at p+i. end is 0 if there is none.
func readExponent(p unsafe.Pointer, i int) (e, end int) {
	c := load8(p, i)
	if c == '-' || c == '+' {
		i++
	}
	first := i
	for d := load8(p, i) - '0'; d < 10; d = load8(p, i) - '0' {
		e = min(e*10+int(d), maxExponent)
		i++
	}
	if i == first {
		return 0, 0
	}
	if c == '-' {
		e = -e
	}
	return e, i
}

// readLong reads a valid number of more than 19 digits, of n bytes, whose first digit is at start.
func readLong[F float32 | float64](p unsafe.Pointer, start, n int) (F, bool) {
	var w uint64
	e, used, fraction := 0, 0, false
	exp, i := 0, start
	for ; i < n; i++ {
		c := load8(p, i)
		if c == '.' {
			fraction = true
			continue
		}
		if c|0x20 == 'e' {
			exp, _ = readExponent(p, i+1)
			break
		}
		if used < 19 {
			w = w*10 + uint64(c-'0')
			if w != 0 { // zeros in front don't count
				used++
			}
			if fraction {
				e--
			}
		} else {
			if !fraction {
				e++
			}
			used++
		}
	}
	f := round[F](w, e+exp)
	// Where the exponent is cut off, follow strconv, which cuts it off too.
	if used > 19 && f != round[F](w+1, e+exp) || exp >= maxExponent || exp <= -maxExponent {
		bits := int(unsafe.Sizeof(f)) * 8
		g, err := strconv.ParseFloat(unsafe.String((*byte)(p), n), bits)
		return F(g), err == nil
	}
	if start != 0 {
		f = -f
	}
	return f, f-f == 0
}

// round returns the float next to w*10^e, an infinity if that is out of range.
func round[F float32 | float64](w uint64, e int) F {
	fraction, bias, inf := format[F]()
	if w == 0 || e < minPower {
		return 0
	}
	if e > 308 {
		return fromBits[F](uint64(inf) << fraction)
	}
	lead := bits.LeadingZeros64(w)
	w <<= uint(lead) & 63
	g := &powers[e-minPower]
	hi, lo := bits.Mul64(w, g.hi)
	// The lower half of g matters only if it can carry into the bits that we keep.
	if mask := uint64(1)<<(64-fraction-3) - 1; hi&mask == mask {
		more, _ := bits.Mul64(w, g.lo)
		var carry uint64
		lo, carry = bits.Add64(lo, more, 0)
		hi += carry
	}
	top := int(hi >> 63)
	shift := uint(top+64-fraction-3) & 63
	b := hi >> shift // 1 bit more than the mantissa
	exp := log2pow10(e) + 63 + top - lead + bias
	if exp <= 0 { // subnormal
		if 1-exp >= 64 {
			return 0
		}
		b >>= uint(1 - exp)
		b += b & 1
		return fromBits[F](b >> 1) // a carry makes the exponent 1, as it should
	}
	if lo <= 1 && b&3 == 1 && b<<shift == hi {
		if least, most := ties[F](); least <= e && e <= most {
			b &^= 1 // exactly between two floats, the lower one even
		}
	}
	b += b & 1
	b >>= 1
	// A carry out of the mantissa ends up in the exponent, where it belongs.
	r := uint64(exp-1)<<fraction + b
	if r >= uint64(inf)<<fraction {
		r = uint64(inf) << fraction
	}
	return fromBits[F](r)
}
