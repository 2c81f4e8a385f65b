package mem

import (
	"strings"
	"unsafe"
)

// Unzeroed returns n fresh bytes of arbitrary content: what a buffer is made of that is written before it is read.
func Unzeroed(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}
