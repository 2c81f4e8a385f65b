package kernel

import "unsafe"

// These functions make masks without a check of UTF-8, for JSON that is copied to the output, such as the result of a
// MarshalJSON. They also report whether any byte may have to be escaped for HTML: for ["a<b"] that is true, for ["a b"]
// false.

// masksHTMLGeneric is MasksHTML in portable Go. Tests compare the assembly with it.
func masksHTMLGeneric(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool) {
	var found uint64
	for i := range nblocks {
		block := unsafe.Add(src, i*64)
		pair := (*[2]uint64)(unsafe.Add(out, i*16))
		var special, text uint64
		for k := 0; k < 64; k += 8 {
			x := load64(unsafe.Add(block, k))
			s, w := classify(x)
			special |= gather(s) << k
			text |= gather(w) << k
			found |= marksHTML(x)
		}
		pair[0], pair[1] = special, text
	}
	return found != 0
}

// marksHTML returns a word with the top bit of each byte of x that is <, > or &, or the first byte of U+2028 and
// U+2029.
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
