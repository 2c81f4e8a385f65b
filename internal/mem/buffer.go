package mem

import (
	"strings"
	"unsafe"
)

// none is what empty slices point to.
var none [1]uint64

// Empty returns a slice of no length and no capacity that is not nil, without a call of the allocator.
func Empty[T any]() (s []T) {
	(*SliceHeader)(unsafe.Pointer(&s)).Data = unsafe.Pointer(&none)
	return s
}

// MostPooled bounds what goes back to a pool, so that one huge document is not held for ever.
const MostPooled = 8 << 20

// Unzeroed returns n fresh bytes of arbitrary content: what a buffer is made of that is written before it is read.
// Who hands it to a caller clears what it has not written.
func Unzeroed(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}
