package memory

import (
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// keys is a cache of map keys: a hash table in which a newer name replaces the older name in its slot. It is kept after
// decoding, so it keeps up to 256 strings alive, and with each string its whole block of the arena (mem.Arena).
type keys [256]string

const longKey = 32 // the length of the longest name that is cached

// Key returns the n bytes at address in as a string, from the cache if possible. 8 bytes after them must be readable.
func (m *Supply) Key(in mem.Ptr, n int) string {
	if n == 0 || n > longKey {
		return m.Arena.Text(in, n)
	}
	// The hash is made from the first and the last 8 bytes of the name, without the bytes after a shorter name.
	h := mem.Load64(in, 0)
	if n < 8 {
		h &= 1<<(8*n) - 1
	} else {
		h ^= bits.RotateLeft64(mem.Load64(in, n-8), 17)
	}
	h = (h ^ uint64(n)) * 0x9E3779B97F4A7C15
	if m.keys == nil {
		m.keys = new(keys)
	}
	slot := &m.keys[h>>56]
	if *slot == unsafe.String((*byte)(in), n) {
		return *slot
	}
	*slot = m.Arena.Text(in, n)
	return *slot
}
