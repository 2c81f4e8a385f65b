package num

import (
	"strconv"
	"unsafe"
)

// Numbers in a slice: the readers of this package look at bytes behind a number, so it is copied in front of zeros.

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
