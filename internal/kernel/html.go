package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// masksHTMLGeneric is MasksHTML in portable Go. Tests compare the assembly with it.
func masksHTMLGeneric(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool) {
	masks(src, nblocks, out)
	var found uint64
	for i := 0; i < 64*nblocks; i += 8 {
		found |= marksHTML(mem.Load64(src, i))
	}
	return found != 0
}

// marksHTML returns a word with the top bit of each byte of x that is <, > or &, or the first of U+2028 and U+2029.
func marksHTML(x uint64) uint64 {
	t := x & rest
	angle := (t | lows*2) ^ lows*'>' // < and > differ only in bit 1
	amp := t ^ lows*'&'
	wide := t ^ lows*(0xe2&0x7f)
	ascii := ^((angle + rest) & (amp + rest)) &^ x
	return (ascii | (^(wide + rest) & x)) & highs
}

// loadHTMLGeneric is LoadHTML in portable Go. Tests compare the assembly with it.
func loadHTMLGeneric(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	return MasksHTML(dst, fill(dst, src, n), out)
}
