package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// mostListed is the length of the longest string that WriteStrings writes.
const mostListed = 64

// writeStringsGeneric is the specification of WriteStrings.
func writeStringsGeneric(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	for _, s := range list {
		if len(s) > mostListed || room-n < mostListed+3 || !set.Plain(s) {
			break
		}
		text := mem.Slice(unsafe.Add(dst, n), len(s)+3)
		text[0] = '"'
		copy(text[1:], s)
		text[len(s)+1], text[len(s)+2] = '"', ','
		n += len(text)
		done++
	}
	return done, n
}
