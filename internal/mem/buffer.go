package mem

import (
	"strings"
	"unsafe"
)

// none is the memory that all slices from Empty point to.
var none [1]uint64

// Empty returns a slice that is not nil and has no length and capacity, without an allocation.
func Empty[T any]() (s []T) {
	(*SliceHeader)(unsafe.Pointer(&s)).Data = unsafe.Pointer(&none)
	return s
}

// MostPooled is the size of the largest buffer that goes back to a pool. Larger ones would stay in memory.
const MostPooled = 8 << 20

// Unzeroed returns n newly allocated bytes of arbitrary content, for buffers that are written before they are read.
// Code that returns such memory to a caller must clear the bytes that it has not written.
func Unzeroed(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}
