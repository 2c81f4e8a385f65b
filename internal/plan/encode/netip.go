package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Addresses of package netip are written by their method AppendTo directly into the buffer. AppendTo is called through
// an interface, so that package netip is not linked into programs that do not use it.

// runAddress writes an address without quotes. Only a zone, as in fe80::1%eth0, may have characters that need escapes.
func runAddress(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	b := appendAddress(m.bytes(n), x.word, p)
	if text := mem.Frozen(b[n:]); !m.rules.set.Plain(text) {
		m.scratch = append(m.scratch[:0], text...)
		return m.inside(mem.Frozen(m.scratch), n)
	}
	return m.adopt(b)
}

// appendAddress appends the text of the address at p, to which pointers have the type word word, to b.
func appendAddress(b []byte, word, p unsafe.Pointer) []byte {
	return mem.Interface(word, p).(interface{ AppendTo(b []byte) []byte }).AppendTo(b)
}
