package num

// Powers of ten with 128 bits, for writing and reading floats. The generator in gen writes them to tables_gen.go.

// minPower and maxPower are the exponents of the smallest and the largest power. The smallest float64 needs 10^-342
// when it is read from 19 digits, and 10^324 when it is written.
const (
	minPower = -342
	maxPower = 324
)

// power has the 128 leading bits of a power of ten, with the top bit set. It is exact from 10^0 to 10^55, rounded up
// from 10^-27 to 10^-1, and truncated otherwise. With powers that are rounded up, the function round sees whether
// w*10^p is exact in binary. For negative p that is possible only from -27 on, since 5^28 has more than 64 bits.
type power struct{ hi, lo uint64 }

// log2pow10 returns the exponent of the highest bit of 10^p, floor(log2(10^p)).
func log2pow10(p int) int { return int(int32(p) * 1741647 >> 19) }

// log10pow2 returns floor(log10(2^q)).
func log10pow2(q int) int { return int(int32(q) * 315653 >> 20) }

// pow10 has the powers of ten for the digits that are left after groups of eight.
var pow10 = [8]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// exact10 has the powers of ten that are exact as a float64; those up to 1e10 are also exact as a float32.
var exact10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}
