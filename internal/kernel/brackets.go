package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// bracketsGeneric is Brackets in portable Go. Tests compare the assembly with it.
func bracketsGeneric(src unsafe.Pointer, nblocks int, out unsafe.Pointer) {
	for i := range nblocks {
		block := unsafe.Add(src, i*64)
		var words [4]uint64
		for k := 0; k < 64; k += 8 {
			x := mem.Load64(block, k)
			y := x | lows*0x20
			words[0] |= gather(equal(x, '"')) << k
			words[1] |= gather(equal(x, '\\')) << k
			words[2] |= gather(equal(y, '{')) << k
			words[3] |= gather(equal(y, '}')) << k
		}
		*(*[4]uint64)(unsafe.Add(out, i*32)) = words
	}
}

// equal returns a word with the top bit of each byte of x that is the byte c. c must be ASCII.
func equal(x, c uint64) uint64 { return ^((((x & rest) ^ lows*c) + rest) | x) & highs }
