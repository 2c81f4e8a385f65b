package codec

import "github.com/zetes-json/zetes/internal/mem"

// writeName writes name as the name of a member, with quotes and a colon, and returns the number of bytes. It accepts
// names of up to 16 characters: letters, digits, and most ASCII characters above the comma, none of which is ever
// escaped. For other names it returns 0. The caller guarantees that nameRoom bytes at dst are writable: writeName may
// overwrite all of them.
func writeName(dst mem.Ptr, name string) int {
	n := len(name)
	src := mem.Data(mem.View(name))
	switch {
	case n >= 8 && n <= 16:
		x, y := mem.Load64(src, 0), mem.Load64(src, n-8)
		mem.Store64(dst, 1, x)
		mem.Store64(dst, n-7, y)
		if unlikeName(x)|unlikeName(y) != 0 {
			return 0
		}
	case n < 8 && n > 0:
		x := mem.LoadShort(src, n)
		mem.Store64(dst, 1, x)
		if unlikeName(x)<<(64-8*uint(n)) != 0 { // only the bytes of the name count
			return 0
		}
	default:
		return 0
	}
	mem.Store8(dst, 0, '"')
	mem.Store32(dst, n+1, '"'|':'<<8)
	return n + 3
}

// unlikeName returns a word with the top bit of each byte of x that writeName does not accept: the comma and ASCII
// characters below it, < > and backslash, and bytes that are not ASCII.
func unlikeName(x uint64) uint64 {
	const lows, highs, rest = 0x0101010101010101, 0x8080808080808080, 0x7f7f7f7f7f7f7f7f
	t := x & rest
	plain := t + lows*(0x80-'-')
	slash := (t ^ lows*'\\') + rest
	angle := ((t & (lows * (0x7f ^ '<' ^ '>'))) ^ lows*'<') + rest
	return (^(plain & slash & angle) | x) & highs
}
