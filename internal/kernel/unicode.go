package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Escape sequences of the form \uXXXX. Some programs write whole texts in them: \u65e5\u672c is twelve bytes. The
// vector versions test each byte by its two nibbles: see _asm/unicode.go.

// skipUnicodeGeneric is SkipUnicode in portable Go, for comparison in tests. It stops only where the sequences end.
func skipUnicodeGeneric(src unsafe.Pointer, n int) (passed int) {
	for ; n-passed >= 6; passed += 6 {
		p := unsafe.Add(src, passed)
		if mem.Load32(p, 0)&0xffff != '\\'|'u'<<8 || !AllHex(mem.Load32(p, 2)) {
			break
		}
	}
	return passed
}

// AllHex reports whether the four bytes of x are hexadecimal digits.
func AllHex(x uint32) bool {
	const lows, highs = lows & (1<<32 - 1), highs & (1<<32 - 1)
	t := x &^ highs
	// The first XOR maps '0' to '9' to the numbers 0 to 9. The second one maps 'a' to 'f' and 'A' to 'F' to 1 to 6.
	// Then the top bit of a byte is set in digit if the byte is 10 or more; in letter+(0x80-7) if letter is 7 or more;
	// in letter+0x7f if letter is not 0.
	digit := (t ^ lows*'0') + lows*(0x80-10)
	letter := (t | lows*0x20) ^ lows*'`'
	return (x|(digit&((letter+lows*(0x80-7))|^(letter+lows*0x7f))))&highs == 0
}
