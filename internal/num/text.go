package num

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// CopyText copies n bytes to p, with space for n+[Room], and a zero, and reports whether they are a JSON number.
func CopyText(p, src unsafe.Pointer, n int) bool {
	copy(mem.Slice(p, n), mem.Slice(src, n))
	mem.Store8(p, n, 0)
	return n > 0 && Len(p) == n
}

// Digits returns the value of text if it consists of one to seven digits, without leading zeros. Otherwise ok is false.
func Digits(text []byte) (u uint64, ok bool) {
	n := len(text)
	if uint(n-1) >= 7 {
		return 0, false
	}
	// LoadShort adds zero bytes after the text. They are not digits, so marks is not 0.
	x := mem.LoadShort(mem.Data(text), n) ^ zeros
	s := index(marks(x))
	if s != n*8 || byte(x) == 0 && n > 1 {
		return 0, false
	}
	return join(x, s), true
}
