package num

// Text to floats. Up to 19 digits are read as an integer w (swar.go), then w*10^e is rounded once. If w and 10^e are
// exact as floats, one exact operation does that (William Clinger, "How to read floating point numbers accurately",
// 1990). Otherwise a 128-bit product does it (Daniel Lemire, "Number parsing at a gigabyte per second", 2021, after
// Michael Eisel; Noble Mushtak and Lemire show in "Fast number parsing without fallback", 2023, that the product
// always decides). Digits after the 19th matter only if w and w+1 round differently; then strconv reads the number.

import (
	"math"
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// ReadFloat64 reads the JSON number at p, correctly rounded. n is the length of the number, or 0 if there is no valid
// number. ok is false if it is out of range; f is then an infinity.
//
// Frequent forms are read in this function, without a call: no exponent, and up to 19 digits with a point after one to
// six of them, or up to seven digits without a point. Digits are loaded from fixed places: no load waits for another.
func ReadFloat64(p unsafe.Pointer) (f float64, n int, ok bool) {
	i := 0
	if mem.Load8(p, 0) == '-' {
		i = 1
	}
	x := mem.Load64(p, i) ^ zeros
	point := index(marks(x) | 1<<63) // positions in a word are counted in bits, not bytes
	if byte(x>>uint(point&63)) != '.'^'0' || uint(point-8) > 40 || byte(x) == 0 && point != 8 {
		// No decimal point follows the first one to six digits: probably a whole number. Up to seven digits are in x;
		// ReadInt reads more. readFloat reads numbers with a point or an exponent, and -0, which is no integer.
		if end := byte(x >> uint(point&63)); end > 9 {
			if !goesOn(end) && point != 0 && (byte(x) != 0 || point == 8) {
				f = float64(int64(join(x, point)))
				if i != 0 {
					f = -f
				}
				return f, i + point>>3, true
			}
		} else if !goesOn(stop(p, i+8)) {
			if v, n, ok := ReadInt(p); ok && (v != 0 || i == 0) {
				return float64(v), n, true
			}
		}
		return readFloat[float64](p)
	}
	// The digits before and after the point are joined in one word.
	behind := x >> uint((point+8)&63)
	whole := x & (1<<uint(point&63) - 1)
	var w uint64
	var fraction int
	var end byte // the byte after the digits, xor '0'
	if m := marks(behind); m != 0 {
		s := index(m)
		if s == 0 {
			return readFloat[float64](p)
		}
		end = byte(behind >> uint(s&63))
		behind &= 1<<uint(s&63) - 1
		w = join(whole|behind<<uint(point&63), point+s)
		fraction = s >> 3
		n = i + (point+s)>>3 + 1
	} else {
		w = join8((whole | behind<<uint(point&63)) << 8)
		fraction = 7 - point>>3
		x = mem.Load64(p, i+8) ^ zeros
		n = i + 8
		if m = marks(x); m == 0 {
			w = w*1e8 + join8(x)
			fraction += 8
			x = mem.Load64(p, i+16) ^ zeros
			n += 8
			if m = marks(x); m == 0 {
				return readFloat[float64](p)
			}
		}
		s := index(m)
		fraction += s >> 3
		digits := fraction + point>>3
		if whole == 0 {
			digits-- // do not count the zero before the point
		}
		if digits > 19 {
			return readFloat[float64](p)
		}
		end = byte(x >> uint(s&63))
		w = w*pow10[s>>3&7] + join(x, s)
		n += s >> 3
	}
	if end|0x20 == ('e'^'0')|0x20 {
		return scaled(p, w, fraction, i, n)
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

// scaled returns the results of ReadFloat64 for a number whose exponent has its letter e at p+n. w has the digits of
// the number, and fraction is the number of digits after the point. start is 1 if there is a minus sign, otherwise 0.
func scaled(p unsafe.Pointer, w uint64, fraction, start, n int) (float64, int, bool) {
	end := exponentEnd(p, n+1)
	if end == 0 {
		return 0, 0, false
	}
	f := decimalTo[float64](w, readExponent(p, n, end)-fraction)
	if start != 0 {
		f = -f
	}
	return f, end, f-f == 0
}

// roundFraction returns the float64 nearest to w*10^e, like round, for a w of more than 2^53 and e = -fraction from -19
// to 0. The result is then always a normal number.
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

// ReadFloat32 reads the JSON number at p, correctly rounded to 32 bits in one step. n is the length of the number, or 0
// if there is no valid number. ok is false if it is out of range; f is then an infinity.
//
// It reads a float64 and rounds that, with the same result unless the float64 lies exactly between two float32s. Then,
// and at or beyond the limits of normal float32s, readFloat reads the number again.
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

// format returns the number of stored bits of the mantissa of a float, the bias of the exponent, and the biased
// exponent of infinity. It is a function, and not a struct, so that the compiler sees constants.
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

// clinger returns the largest w up to which all integers are exact as floats, and the largest e with an exact 10^e.
func clinger[F float32 | float64]() (w uint64, e int) {
	if unsafe.Sizeof(F(0)) == 4 {
		return 1 << 24, 10
	}
	return 1 << 53, 22
}

// fromBits returns the float with these IEEE 754 bits, which are right-aligned.
func fromBits[F float32 | float64](b uint64) F {
	if unsafe.Sizeof(F(0)) == 4 {
		return F(math.Float32frombits(uint32(b)))
	}
	return F(math.Float64frombits(b))
}

// readFloat returns the results of ReadFloat64 and ReadFloat32, for all forms of numbers.
func readFloat[F float32 | float64](p unsafe.Pointer) (f F, n int, ok bool) {
	if n = Len(p); n == 0 {
		return 0, 0, false
	}
	start := 0
	if mem.Load8(p, 0) == '-' {
		start = 1
	}
	whole := min(skip(p, start), n) // for 01 the number is only 0; the 1 is another token
	fraction, exp := whole, 0
	if whole < n && mem.Load8(p, whole) == '.' {
		fraction = skip(p, whole+1)
	}
	if fraction < n {
		exp = readExponent(p, fraction, n)
	}
	behind := max(fraction-whole-1, 0) // digits after the point
	if digits := whole - start + behind; digits > 19 && digits-leadingZeros(p, start) > 19 {
		f, ok = readLong[F](p, start, whole, fraction, exp, n)
		return f, n, ok
	}
	w := sum(p, 0, start, whole)
	if behind > 0 {
		w = sum(p, w, whole+1, fraction)
	}
	f = decimalTo[F](w, exp-behind)
	if start != 0 {
		f = -f
	}
	return f, n, f-f == 0 // false for infinities
}

// sum appends the digits from p+i up to p+end to the digits of w. With more than 19 digits the result is undefined.
func sum(p unsafe.Pointer, w uint64, i, end int) uint64 {
	for ; end-i >= 8; i += 8 {
		w = w*1e8 + join8(mem.Load64(p, i)^zeros)
	}
	return w*pow10[(end-i)&7] + join(mem.Load64(p, i)^zeros, (end-i)<<3)
}

// decimalTo returns the float nearest to w*10^e.
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

// leadingZeros returns the number of zeros at the start of a number below 1: the zero before the point, and up to
// eight zeros after it, which one load shows. They do not count for the limit of 19 digits.
func leadingZeros(p unsafe.Pointer, start int) int {
	if mem.Load8(p, start) != '0' || mem.Load8(p, start+1) != '.' {
		return 0
	}
	return 1 + bits.TrailingZeros64(mem.Load64(p, start+2)^zeros)>>3
}

// maxExponent is the largest exponent that readExponent returns.
const maxExponent = 10000

// readExponent returns the exponent whose letter e is at p+i and whose last digit is before p+end.
func readExponent(p unsafe.Pointer, i, end int) (e int) {
	sign := mem.Load8(p, i+1)
	if i++; sign == '-' || sign == '+' {
		i++
	}
	for ; i < end; i++ {
		e = min(e*10+int(mem.Load8(p, i)-'0'), maxExponent)
	}
	if sign == '-' {
		return -e
	}
	return e
}

// readLong reads a number of n bytes with more than 19 digits and the exponent exp. The digits before the point are
// from start to whole. The digits after the point end at fraction. The bool is false if the number is out of range.
func readLong[F float32 | float64](p unsafe.Pointer, start, whole, fraction, exp, n int) (F, bool) {
	var w uint64
	used, e := 0, 0
	for i := start; i < fraction; i++ {
		if i == whole {
			continue // the point
		}
		if used < 19 {
			w = w*10 + uint64(mem.Load8(p, i)-'0')
			if w != 0 { // leading zeros do not count
				used++
			}
			if i > whole {
				e--
			}
		} else {
			if i < whole {
				e++
			}
			used++
		}
	}
	f := round[F](w, e+exp)
	// strconv also reads numbers whose exponent is beyond maxExponent.
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

// round returns the float nearest to w*10^e, or an infinity if that is out of range.
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
	// The lower half of g matters only if a carry from it can change the bits that are kept.
	if mask := uint64(1)<<(64-fraction-3) - 1; hi&mask == mask {
		more, _ := bits.Mul64(w, g.lo)
		var carry uint64
		lo, carry = bits.Add64(lo, more, 0)
		hi += carry
	}
	top := int(hi >> 63)
	shift := uint(top+64-fraction-3) & 63
	b := hi >> shift // b has one bit more than the mantissa
	exp := log2pow10(e) + 63 + top - lead + bias
	if exp <= 0 { // subnormal
		if 1-exp >= 64 {
			return 0
		}
		b >>= uint(1 - exp)
		b += b & 1
		return fromBits[F](b >> 1) // a carry into the exponent makes the number normal
	}
	if lo <= 1 && b&3 == 1 && b<<shift == hi {
		if least, most := ties[F](); least <= e && e <= most {
			b &^= 1 // exactly between two floats: round to the even one, which is the lower one
		}
	}
	b += b & 1
	b >>= 1
	// A carry out of the mantissa adds 1 to the exponent, which is right.
	r := uint64(exp-1)<<fraction + b
	if r >= uint64(inf)<<fraction {
		r = uint64(inf) << fraction
	}
	return fromBits[F](r)
}
