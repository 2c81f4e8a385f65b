package memory

import (
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// keys is a cache of map keys, since most keys occur many times. It is a hash table in which a newer name replaces an
// older one with the same hash. Names are compared completely. The cache is kept after decoding: it can keep at most
// 256 strings of 32 bytes alive, each with its block of the arena.
type keys [256]string

// longKey is the length of the longest name that is cached.
const longKey = 32

// Key returns the n bytes at in as a string, from the cache if possible. At least 8 bytes after them must be
// readable.
func (m *Supply) Key(in mem.Ptr, n int) string {
	if n == 0 || n > longKey {
		return m.Arena.Text(in, n)
	}
	// The hash is made from the first and the last 8 bytes of the name. Bytes after a shorter name are masked out.
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
