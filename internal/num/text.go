package num

import (
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Numbers in a slice: the readers of this package look at bytes behind a number, so it is copied in front of zeros. Of
// up to seven digits, which most are, a word is made instead.

// mostCopied is the longest number that is copied.
const mostCopied = 40

// padded is room for a number and for what the readers look at behind it.
type padded [mostCopied + Room]byte

// Float64 returns the number that text is, a JSON number, correctly rounded. ok is false where it is out of range.
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

// Int64 returns the number that text is, a JSON number. ok is false where it has a fraction or an exponent, or does
// not fit.
func Int64(text []byte) (v int64, ok bool) {
	if len(text) > mostCopied {
		return 0, false
	}
	var b padded
	copy(b[:], text)
	v, _, ok = ReadInt(unsafe.Pointer(&b))
	return v, ok
}

// Uint64 is Int64 for uint64.
func Uint64(text []byte) (v uint64, ok bool) {
	if len(text) > mostCopied {
		return 0, false
	}
	var b padded
	copy(b[:], text)
	v, _, ok = ReadUint(unsafe.Pointer(&b))
	return v, ok
}

// Digits returns the number that text is, and whether it is one of up to seven digits and nothing else.
func Digits(text []byte) (u uint64, ok bool) {
	n := len(text)
	if uint(n-1) >= 7 {
		return 0, false
	}
	// The zero bytes behind the text are no digits.
	x := mem.LoadShort(mem.Data(text), n) ^ zeros
	s := index(marks(x))
	if s != n*8 || byte(x) == 0 && n > 1 {
		return 0, false
	}
	return join(x, s), true
}
