package kernel

import "unsafe"

// masksGeneric is Masks in portable Go. Tests compare the assembly with it.
func masksGeneric(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool) {
	state := uint64(stStart)
	for i := range nblocks {
		block := (*[64]byte)(unsafe.Add(src, i*64))
		pair := (*[2]uint64)(unsafe.Add(out, i*16))
		var special, text, all uint64
		for k := 0; k < 64; k += 8 {
			x := load64(unsafe.Pointer(&block[k]))
			s, w := classify(x)
			special |= gather(s) << k
			text |= gather(w) << k
			all |= x
		}
		pair[0], pair[1] = special, text
		if all&highs == 0 {
			// An incomplete character before an ASCII block is an error.
			if state&63 != stStart {
				state = stFail
			}
			continue
		}
		for k := 0; k < 64; k += 8 {
			state = stepWord(state, load64(unsafe.Pointer(&block[k])))
		}
	}
	return state&63 == stStart
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
