package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// runTextBytes writes the inside of a string of bytes, which an option makes text: escaped like any other text.
func runTextBytes(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return m.text(mem.Frozen(*(*[]byte)(p)), n)
}

// runByteArray writes a Go array of bytes as base64.
func runByteArray(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	return m.base64(mem.Slice(p, x.typ.Len()), n)
}

// base64 writes a string with the base64 text of s: four characters for each three bytes, and for the rest. None of
// them needs an escape. The kernel writes no byte more than the text has. The margin has space for the quote.
func (m *machine) base64(s []byte, n int) int {
	n = m.put1(n, '"')
	if len(s) <= kernel.ShortBase64 {
		n += kernel.EncodeShortBase64(unsafe.Add(m.base, n), mem.Data(s), len(s))
		return m.put1(n, '"')
	}
	// The length of the text is known, so a long one is not written twice because its buffer was too small.
	n = m.room(n, (len(s)+2)/3*4)
	n += kernel.EncodeBase64(unsafe.Add(m.base, n), mem.Data(s), len(s))
	return m.put1(n, '"')
}
