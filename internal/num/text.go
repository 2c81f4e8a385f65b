package num

import (
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Reading numbers in a slice. The readers of this package read some bytes after a number, so the number is copied, with
// zeros after it. Digits reads numbers of up to seven digits in a word, without a copy.

// mostCopied is the length of the longest number that is copied.
const mostCopied = 40

// padded has space for a number and for the bytes that the readers read after it.
type padded [mostCopied + Room]byte

// Float64 returns the value of text, a JSON number, correctly rounded. ok is false if it is out of range.
func Float64(text []byte) (f float64, ok bool) {
	if len(text) > mostCopied {
		f, err := strconv.ParseFloat(string(text), 64)
		return f, err == nil
	}
	var b padded
	copy(b[:], text)
	f, _, ok = ReadFloat64(unsafe.Pointer(&b))
	return f, ok
}

// Int64 returns the value of text, a JSON number. ok is false if it has a fraction or an exponent, or does not fit.
func Int64(text []byte) (v int64, ok bool) {
	if len(text) > mostCopied {
		return 0, false
	}
	var b padded
	copy(b[:], text)
	v, _, ok = ReadInt(unsafe.Pointer(&b))
	return v, ok
}

// Uint64 returns the value of text as a uint64. ok is false if it has a sign, a fraction or an exponent, or does not
// fit.
func Uint64(text []byte) (v uint64, ok bool) {
	if len(text) > mostCopied {
		return 0, false
	}
	var b padded
	copy(b[:], text)
	v, _, ok = ReadUint(unsafe.Pointer(&b))
	return v, ok
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
