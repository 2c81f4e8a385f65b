package kernel

import (
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// masksGeneric is Masks in portable Go. Tests compare the assembly with it.
func masksGeneric(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool) {
	masks(src, nblocks, out)
	return utf8.Valid(unsafe.Slice((*byte)(src), 64*nblocks))
}

// masks makes the words of Masks, without a check of UTF-8.
func masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) {
	for i := range nblocks {
		var special, text uint64
		for k := 0; k < 64; k += 8 {
			s, w := classify(mem.Load64(src, i*64+k))
			special |= gather(s) << k
			text |= gather(w) << k
		}
		*(*[2]uint64)(unsafe.Add(out, i*16)) = [2]uint64{special, text}
	}
}

// classify returns two words. In special, the top bit is set for each byte of x that is a quote, a backslash or a
// control character. In text, it is set for each byte that is not white space. To find a character, x is combined with
// copies of the character by XOR, so that equal bytes become 0, and 0x7f is added to each byte: the top bit then stays
// clear only in the bytes that were 0. No sum carries into the next byte, since t has no top bits.
func classify(x uint64) (special, text uint64) {
	t := x & rest
	quote := (t ^ lows*'"') + rest
	slash := (t ^ lows*'\\') + rest
	plain := t + lows*(0x80-0x20)
	space := (t ^ lows*' ') + rest
	line := (t ^ lows*'\n') + rest
	// Tab and carriage return differ only in bit 2.
	tabCR := ((t & (lows * 0x7b)) ^ lows*'\t') + rest
	return ^((quote & slash & plain) | x) & highs, ((space & line & tabCR) | x) & highs
}
