package kernel

import "unsafe"

// For skipping values in texts that are not checked: quotes, backslashes and brackets show where the values end.

// bracketsGeneric is the specification of Brackets.
func bracketsGeneric(src unsafe.Pointer, nblocks int, out unsafe.Pointer) {
	for i := range nblocks {
		block := unsafe.Add(src, i*64)
		var words [4]uint64
		for k := 0; k < 64; k += 8 {
			x := load64(unsafe.Add(block, k))
			y := x | lows*0x20
			words[0] |= gather(equal(x, '"')) << k
			words[1] |= gather(equal(x, '\\')) << k
			words[2] |= gather(equal(y, '{')) << k
			words[3] |= gather(equal(y, '}')) << k
		}
		*(*[4]uint64)(unsafe.Add(out, i*32)) = words
	}
}

// equal sets the top bit of each byte of x that equals c, which must be ASCII.
func equal(x, c uint64) uint64 { return ^((((x & rest) ^ lows*c) + rest) | x) & highs }
