package num

// Eight decimal digits in one 64-bit register, one in each byte, with the first digit in the lowest byte (SIMD within a
// register). Text is joined to a number as in Daniel Lemire, "Quickly parsing eight digits" (2018). A number is split
// into text by the reverse of that: into parts of 4, 2 and 1 digits, by multiplication with reciprocals.

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// The texts "00000000" and "0000" as words.
const (
	zeros  = 0x3030303030303030
	zeros4 = zeros & (1<<32 - 1)
)

// store16 writes the 2 bytes of x at p+i, the lower one first.
func store16(p unsafe.Pointer, i int, x uint16) {
	binary.LittleEndian.PutUint16((*[2]byte)(unsafe.Add(p, i))[:], x)
}

// split8 returns the eight digits of v, with leading zeros, as values 0 to 9. v is below 1e8.
func split8(v uint32) uint64 {
	// Each step divides numbers x of 8, 4 or 2 digits by m = 10000, 100 or 10. The quotient q stays in the lower half
	// of x's bits, and the remainder x-q*m goes s bits higher: q + (x-q*m)<<s = x<<s - q*(m<<s - 1).
	h := v / 10000
	return splitLanes(uint64(h) | uint64(v-h*10000)<<32)
}

// split16 returns the sixteen digits of v, with leading zeros, as values 0 to 9, the first eight in a. v is below 1e16.
// Its three divisions do not wait for one another, as a division and two calls of split8 would.
func split16(v uint64) (a, b uint64) {
	q4, q8, q12 := v/1e4, v/1e8, v/1e12
	a = q12 | (q8-q12*1e4)<<32
	b = (q4 - q8*1e4) | (v-q4*1e4)<<32
	return splitLanes(a), splitLanes(b)
}

// splitLanes splits two numbers of four digits, one in each half of x, into their digits: the last two steps of split8.
func splitLanes(x uint64) uint64 {
	q := x * 10486 >> 20 & 0x0000007f_0000007f // x/100 for x < 10000
	x = x<<16 - q*(100<<16-1)
	q = x * 103 >> 10 & 0x000f_000f_000f_000f // x/10 for x < 100
	return x<<8 - q*(10<<8-1)
}

// split4 returns the four digits of v, with leading zeros, as values 0 to 9. v is below 1e4.
func split4(v uint32) uint32 {
	h := v * 10486 >> 20 // v/100
	x := v<<16 - h*(100<<16-1)
	q := x * 103 >> 10 & 0x000f_000f // x/10 for x < 100
	return x<<8 - q*(10<<8-1)
}

// join8 returns the number whose eight digits are in x, one in each byte. It reverses split8.
func join8(x uint64) uint64 {
	x = x*10 + x>>8 // pairs, in every other byte
	const lo = 0x000000ff_000000ff
	return ((x&lo)*(100+1000000<<32) + (x>>16&lo)*(1+10000<<32)) >> 32
}

// join returns the value of the first s/8 digits of x. s must be a multiple of 8, at most 56.
func join(x uint64, s int) uint64 {
	// There are two shifts, because Go needs a test for a shift by 64-s, which is 64 for s = 0.
	return join8(x << (uint(s^63) & 63) << 1)
}

// marks returns a word whose lowest set bit is the top bit of the first byte of x that is not 0 to 9, or 0.
func marks(x uint64) uint64 {
	// A byte over 9 may carry into the next one, so only the bits of higher bytes may be wrong.
	return ((x + 0x7676767676767676) | x) & 0x8080808080808080
}

// index returns 8 times the position of the lowest byte that is marked in m. m must not be 0.
func index(m uint64) int { return bits.TrailingZeros64(m) &^ 7 }

// skip returns the position of the first byte from p+i on that is not a digit.
func skip(p unsafe.Pointer, i int) int {
	for {
		if m := marks(mem.Load64(p, i) ^ zeros); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
}

// stop returns the first of the eight bytes at p+i that is not a digit, or the last one if all are, xor '0'.
func stop(p unsafe.Pointer, i int) byte {
	x := mem.Load64(p, i) ^ zeros
	return byte(x >> uint(index(marks(x)|1<<63)&63))
}
