package encode

import (
	"bytes"
	"sync"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// TestCasts tries for all kinds of elements whether a map can be read as a map of another type, in small and large
// maps: in the runtime's memory these fill one group, several groups, and several tables. A release of Go with another
// layout of maps fails here.
func TestCasts(t *testing.T) {
	for _, size := range []int{0, 1, 7, 8, 9, 15, 40, 300, 1000, 3000} {
		if !castsWork(size) {
			t.Errorf("maps of %d entries can't be taken for others", size)
		}
	}
	// castWorks must notice that the two types have elements of different sizes.
	m := map[string]uint8{"a": 1, "b": 2, "c": 3}
	if castWorks[string, uint64](m) {
		t.Error("a map[string]uint8 was taken for a map[string]uint64")
	}
}

// castsWork reports whether maps of size entries can be read as maps of another type with the same layout.
func castsWork(size int) bool {
	type text string
	type number int64
	name := func(i int) text { return text(num.AppendInt(nil, int64(i))) }
	count := func(i int) number { return number(i) }
	return castWorks[string, any](mapOf(size, name, func(i int) sync.Locker { return new(sync.Mutex) })) &&
		castWorks[uint64, uint64](mapOf(size, count, func(i int) float64 { return float64(i) })) &&
		castWorks[string, string](mapOf(size, name, func(i int) text { return name(i) + name(i) })) &&
		castWorks[uint64, mem.SliceHeader](mapOf(size, count, func(i int) []int { return []int{i} })) &&
		castWorks[string, unsafe.Pointer](mapOf(size, name, func(i int) *number { return new(number) })) &&
		castWorks[string, uint8](mapOf(size, name, func(i int) bool { return i%3 == 0 })) &&
		castWorks[string, uint16](mapOf(size, name, func(i int) int16 { return int16(-i) })) &&
		castWorks[string, uint32](mapOf(size, name, func(i int) float32 { return float32(i) }))
}

// mapOf returns a map of size entries.
func mapOf[K comparable, V any](size int, key func(int) K, value func(int) V) map[K]V {
	m := map[K]V{}
	for i := range size {
		m[key(i)] = value(i)
	}
	return m
}

// castWorks reports whether m can be read as a map[K]V: each entry occurs once, is found by its key, and has the same
// bytes as in m. If an iteration left out entries or repeated them, the count would differ.
func castWorks[K comparable, V any, OwnK comparable, OwnV any](m map[OwnK]OwnV) bool {
	cast, seen := as[K, V](*(*unsafe.Pointer)(unsafe.Pointer(&m))), 0 // a map is one pointer
	for k, v := range cast {
		own, ok := m[*(*OwnK)(unsafe.Pointer(&k))]
		found := cast[k]
		if !ok || !bytes.Equal(bytesOf(&own), bytesOf(&v)) || !bytes.Equal(bytesOf(&found), bytesOf(&v)) {
			return false
		}
		seen++
	}
	return seen == len(m) && seen == len(cast)
}

// bytesOf returns the bytes of the variable that p points to.
func bytesOf[T any](p *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)) }
