package kernel

import "unsafe"

// mostNumber is the longest text that CopyNumber handles, and NumberRoom the number of bytes that it may write.
const (
	mostNumber = 31
	NumberRoom = 32
)

// copyNumberGeneric is the specification of CopyNumber: in -12.50 the whole is 12 and the fraction 50.
func copyNumberGeneric(dst, src unsafe.Pointer, n int) (plain bool) {
	text := unsafe.Slice((*byte)(src), n)
	copy(unsafe.Slice((*byte)(dst), n), text)
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
	}
	whole := digitsOf(text)
	if whole == 0 || text[0] == '0' && whole > 1 {
		return false
	}
	if text = text[whole:]; len(text) == 0 {
		return true
	}
	return text[0] == '.' && len(text) > 1 && digitsOf(text[1:]) == len(text)-1
}

// digitsOf returns the number of digits that text begins with.
func digitsOf(text []byte) int {
	for i, c := range text {
		if c-'0' > 9 {
			return i
		}
	}
	return len(text)
}
