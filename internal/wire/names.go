package wire

import (
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/mem"
)

// Fast look-up of names in a fixed list, such as the names of a struct's fields: in "id", "name", "price" the index of
// "name" is 1, and "Name" is not found.

// NameIndex finds names in a list by a perfect hash table, in which no two names have the same slot. It never changes.
type NameIndex struct {
	names []string
	slots []uint16       // the index of a name plus one, 0 in empty slots; nil if byMap is used
	byMap map[string]int // used instead if there are too many names for a table, or two have equal digests
	seed  uint64         // multiplies the digests
	shift uint8          // a product is shifted right by shift, which leaves the number of a slot
}

// The table has at least four times as many slots as there are names. It is doubled until one of 32 seeds gives each
// name a slot of its own. A lookup is then a digest, one load, and one comparison of names.

// mostSlotBits limits the size of tables to 32 KB, which is enough for some 300 names.
const mostSlotBits = 14

// IndexNames makes an index of names. If a name occurs twice, the index finds the first one. If two names have equal
// digests, no table can separate them, and all names are put into a map. It is filled from the end of the list, so that
// the first of equal names is written last.
func IndexNames(names []string) NameIndex {
	x := NameIndex{names: names}
	// The digests are sorted as ints, a type that package fmt sorts too: the code for another type would add 12 KB to
	// each program.
	digests, sorted := make([]uint64, len(names)), make([]int, len(names))
	for i, name := range names {
		digests[i] = digest(name)
		sorted[i] = int(digests[i] ^ digests[i]>>32)
	}
	least := bits.Len(uint(4 * len(names)))
	if slices.Sort(sorted); len(slices.Compact(sorted)) < len(names) {
		least = mostSlotBits + 1 // some names differ only in bytes that the digest does not read
	}
	for size := least; size <= mostSlotBits; size++ {
		x.shift = uint8(64 - size)
		x.slots = make([]uint16, 1<<size)
		for try := range uint64(32) {
			x.seed = (0x9E3779B97F4A7C15 + try*0xD1B54A32D192ED03) | 1
			if x.place(digests) {
				return x
			}
			clear(x.slots)
		}
	}
	x.slots, x.byMap = nil, make(map[string]int, len(names))
	for i, name := range slices.Backward(names) {
		x.byMap[name] = i
	}
	return x
}

// place fills the empty table, using x.seed, and reports whether each name has a slot of its own.
func (x *NameIndex) place(digests []uint64) bool {
	for i, d := range digests {
		slot := &x.slots[d*x.seed>>x.shift]
		if *slot != 0 {
			return false
		}
		*slot = uint16(i + 1)
	}
	return true
}

// Find returns the index of name, or -1. An unknown name may have the slot of another, so the names are compared.
func (x *NameIndex) Find(name string) int {
	if x.slots == nil {
		if i, ok := x.byMap[name]; ok {
			return i
		}
		return -1
	}
	i := int(x.slots[digest(name)*x.seed>>x.shift]) - 1
	if i >= 0 && x.names[i] != name {
		return -1
	}
	return i
}

// digest returns a hash of the first 8 bytes, the last 8 bytes, and the length of name. Names that differ only in the
// middle, such as item_0001_of_the_price and item_0002_of_the_price, have the same digest; then IndexNames uses a map.
func digest(name string) uint64 {
	n := len(name)
	p := mem.Data(mem.View(name))
	var h uint64
	switch {
	case n >= 8:
		h = mem.Load64(p, 0) ^ bits.RotateLeft64(mem.Load64(p, n-8), 23)
	case n >= 4:
		h = uint64(mem.Load32(p, 0)) | uint64(mem.Load32(p, n-4))<<32
	case n > 0:
		h = uint64(mem.Load8(p, 0)) | uint64(mem.Load8(p, n/2))<<8 | uint64(mem.Load8(p, n-1))<<16
	}
	h = (h + uint64(n)*0xC2B2AE3D27D4EB4F) * 0x9E3779B97F4A7C15
	return h ^ h>>32
}

// PlainName reports whether name needs no escapes in JSON. Documents usually have such a name without escapes.
func PlainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c == '"' || c == '\\' {
			return false
		}
	}
	return utf8.ValidString(name)
}

// NamePattern returns a pattern that matches name and the closing quote as they are in documents, and the number of
// their bytes. If name needs escapes, it returns a pattern that matches nothing, and 0.
func NamePattern(name string) (x mem.Pattern, size int) {
	if !PlainName(name) {
		return mem.NoPattern, 0
	}
	var b [16]byte
	if n := copy(b[:], name); n < len(b) {
		b[n] = '"'
	}
	size = len(name) + 1
	return mem.PatternAt(mem.Ptr(&b), size), size
}
