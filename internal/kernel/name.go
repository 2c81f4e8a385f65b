package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// NameRoom is the number of bytes that WriteName may overwrite.
const NameRoom = 32

// WriteName writes name as the name of a member, with quotes and a colon, and returns the number of bytes. It accepts
// names of up to 16 characters: letters, digits, and most ASCII characters above the comma, none of which is ever
// escaped. For other names it returns 0, and may have overwritten the bytes at dst.
//
// The caller guarantees that NameRoom bytes at dst are writable.
func WriteName(dst unsafe.Pointer, name string) int {
	n := len(name)
	src := unsafe.Pointer(unsafe.StringData(name))
	switch {
	case n >= 8 && n <= 16:
		x, y := load64(src), load64(unsafe.Add(src, n-8))
		store64(unsafe.Add(dst, 1), x)
		store64(unsafe.Add(dst, n-7), y)
		if unlikeName(x)|unlikeName(y) != 0 {
			return 0
		}
	case n < 8 && n > 0:
		x := mem.LoadShort(src, n)
		store64(unsafe.Add(dst, 1), x)
		if unlikeName(x)<<(64-8*uint(n)) != 0 { // only the bytes of the name count
			return 0
		}
	default:
		return 0
	}
	*(*byte)(dst) = '"'
	store16(unsafe.Add(dst, n+1), '"'|':'<<8)
	return n + 3
}

// unlikeName returns a word with the top bit of each byte of x that WriteName does not accept: the comma and ASCII
// characters below it, < > and backslash, and bytes that are not ASCII.
func unlikeName(x uint64) uint64 {
	t := x & rest
	plain := t + lows*(0x80-'-')
	slash := (t ^ lows*'\\') + rest
	angle := ((t & (lows * (0x7f ^ '<' ^ '>'))) ^ lows*'<') + rest
	return (^(plain & slash & angle) | x) & highs
}
