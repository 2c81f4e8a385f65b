package encode

import (
	"math/bits"
	"slices"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// entry is one entry of a map, out of the map. Most keys differ in their first eight bytes, which as a big-endian number
// compare like the bytes do; a shorter key is followed by zeros, and where prefixes are equal the strings decide.
type entry[V any] struct {
	prefix uint64
	key    string
	val    V
}

func prefixOf(s string) uint64 {
	if len(s) >= 8 {
		return bits.ReverseBytes64(mem.Load64(unsafe.Pointer(unsafe.StringData(s)), 0))
	}
	var p uint64
	for i := range len(s) {
		p |= uint64(s[i]) << (56 - 8*i)
	}
	return p
}

func (e *entry[V]) less(f *entry[V]) bool {
	if e.prefix != f.prefix {
		return e.prefix < f.prefix
	}
	return e.key < f.key
}

// fewEntries is how many are sorted by insertion.
const fewEntries = 16

func sortEntries[V any](s []entry[V]) { quicksort(s, 2*bits.Len(uint(len(s)))) }

// quicksort halves s by the median of three; after depth rounds it leaves the rest to the library.
func quicksort[V any](s []entry[V], depth int) {
	for len(s) > fewEntries {
		if depth--; depth < 0 {
			slices.SortFunc(s, func(a, b entry[V]) int { return strings.Compare(a.key, b.key) })
			return
		}
		last := len(s) - 1
		mid := last / 2
		if s[mid].less(&s[0]) {
			s[mid], s[0] = s[0], s[mid]
		}
		if s[last].less(&s[mid]) {
			s[last], s[mid] = s[mid], s[last]
			if s[mid].less(&s[0]) {
				s[mid], s[0] = s[0], s[mid]
			}
		}
		pivot := entry[struct{}]{prefix: s[mid].prefix, key: s[mid].key}
		i, j := 0, last
		for i <= j {
			for s[i].prefix < pivot.prefix || s[i].prefix == pivot.prefix && s[i].key < pivot.key {
				i++
			}
			for s[j].prefix > pivot.prefix || s[j].prefix == pivot.prefix && s[j].key > pivot.key {
				j--
			}
			if i <= j {
				s[i], s[j] = s[j], s[i]
				i++
				j--
			}
		}
		// The smaller half by recursion, the larger one in place.
		if j+1 < len(s)-i {
			quicksort(s[:j+1], depth)
			s = s[i:]
		} else {
			quicksort(s[i:], depth)
			s = s[:j+1]
		}
	}
	for i := 1; i < len(s); i++ {
		if !s[i].less(&s[i-1]) {
			continue
		}
		e := s[i]
		j := i
		for ; j > 0 && e.less(&s[j-1]); j-- {
			s[j] = s[j-1]
		}
		s[j] = e
	}
}
