package kernel

import "unsafe"

// masksGeneric does what Masks does, in portable Go. Tests compare the assembly with it.
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
// control character. In text, it is set for each byte that is not white space. How it tests whether a byte is 0: the
// top bit of a byte of t+0x7f is clear only if the byte of t is 0, for t below 0x80. No sum carries into the next
// byte.
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
