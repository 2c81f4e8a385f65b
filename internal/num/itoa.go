package num

// Integers to text, eight digits at a time (swar.go). The leading zeros of the first eight are removed by a shift, so
// numbers of different lengths need no loop and few branches.

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// WriteInt writes the decimal text of v at p and returns its length. p has [Room] writable bytes.
func WriteInt(p unsafe.Pointer, v int64) int {
	if uint64(v) < 10 {
		*(*byte)(p) = '0' + byte(v)
		return 1
	}
	return PutInt(p, 0, v)
}

// PutInt writes the decimal text of v at p+n and returns the end of the text. p+n has [Room] writable bytes. Numbers of
// 9 and 10 digits have a case of their own, since identifiers and times in seconds have that length.
func PutInt(p unsafe.Pointer, n int, v int64) int {
	neg := int(uint64(v) >> 63)
	mem.Store8(p, n, '-') // the digits overwrite this sign unless v < 0
	n += neg
	p = unsafe.Add(p, n)
	u := uint64(v^v>>63) + uint64(neg)
	switch {
	case u < 100:
		return n + writePair(p, uint32(u))
	case u < 1e4:
		x := split4(uint32(u))
		s := bits.TrailingZeros32(x) &^ 7
		mem.Store32(p, 0, (x|zeros4)>>(uint(s)&31))
		return n + 4 - s>>3
	case u < 1e8:
		return n + writeHead(p, uint32(u))
	case u < 1e10:
		h := u / 1e8
		k := writePair(p, uint32(h))
		mem.Store64(p, k, split8(uint32(u-h*1e8))|zeros)
		return n + k + 8
	case u < 1e16:
		h := u / 1e8
		k := writeHead(p, uint32(h))
		mem.Store64(p, k, split8(uint32(u-h*1e8))|zeros)
		return n + k + 8
	}
	return n + writeLong(p, u)
}

// WriteUint writes the decimal text of u at p and returns its length. p has [Room] writable bytes.
func WriteUint(p unsafe.Pointer, u uint64) int {
	if u < 10 {
		*(*byte)(p) = '0' + byte(u)
		return 1
	}
	return writeUint(p, u)
}

func writeUint(p unsafe.Pointer, u uint64) int {
	if int64(u) < 0 {
		return writeLong(p, u)
	}
	return PutInt(p, 0, int64(u))
}

// writeLong writes u, which is at least 1e16.
func writeLong(p unsafe.Pointer, u uint64) int {
	h := u / 1e16
	n := writeHead(p, uint32(h))
	a, b := split16(u - h*1e16)
	mem.Store64(p, n, a|zeros)
	mem.Store64(p, n+8, b|zeros)
	return n + 16
}

// writePair writes u, which is below 100, in one or two digits.
func writePair(p unsafe.Pointer, u uint32) int {
	q := u * 103 >> 10
	x := (u<<8 - q*(10<<8-1)) | '0'<<8 | '0'
	if q == 0 {
		x >>= 8
	}
	store16(p, 0, uint16(x))
	return 2 - int((q-1)>>31)
}

// writeHead writes v without leading zeros and returns the number of digits. v is more than 0 and less than 1e8.
func writeHead(p unsafe.Pointer, v uint32) int {
	x := split8(v)
	s := bits.TrailingZeros64(x) &^ 7
	mem.Store64(p, 0, (x|zeros)>>(uint(s)&63))
	return 8 - s>>3
}

// AppendInt appends the decimal text of v. Like AppendUint it may overwrite bytes of dst's array after the text.
func AppendInt(dst []byte, v int64) []byte {
	dst, p := tail(dst)
	return dst[:len(dst)+WriteInt(p, v)]
}

// AppendUint appends the decimal text of u.
func AppendUint(dst []byte, u uint64) []byte {
	dst, p := tail(dst)
	return dst[:len(dst)+WriteUint(p, u)]
}

// tail returns dst with space for a number, and the address of that space.
func tail(dst []byte) ([]byte, unsafe.Pointer) {
	if cap(dst)-len(dst) < Room {
		dst = slices.Grow(dst, Room)
	}
	return dst, unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), len(dst))
}
