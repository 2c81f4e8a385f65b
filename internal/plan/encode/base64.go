package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// runTextBytes writes a []byte as text without quotes, with escapes like other text (option.BytesAsText).
func runTextBytes(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return m.inside(mem.Frozen(*(*[]byte)(p)), n)
}

// runByteArray writes a Go array of bytes as base64.
func runByteArray(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	return m.base64(mem.Slice(p, x.typ.Len()), n)
}

// base64 writes s as base64 in quotes. Base64 needs no escapes, and the kernel writes exactly its length. The margin
// has space for the quotes.
func (m *machine) base64(s []byte, n int) int {
	n = m.put1(n, '"')
	if len(s) <= kernel.ShortBase64 {
		n += kernel.EncodeShortBase64(unsafe.Add(m.base, n), mem.Data(s), len(s))
		return m.put1(n, '"')
	}
	// The length of the text is known, so space for all of it is made at once.
	n = m.room(n, (len(s)+2)/3*4)
	n += kernel.EncodeBase64(unsafe.Add(m.base, n), mem.Data(s), len(s))
	return m.put1(n, '"')
}
