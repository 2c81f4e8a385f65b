package order

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// To sort the entries of a map by name, the list of entries is not changed. Instead small ranks are sorted, each with
// the first bytes of a name and the index of its entry: for the entries "b": 1, "a": 2 the ranks (a, 1), (b, 0).

// Entry is one entry of a map. Key comes first, since NameList reads it at the entry's address. Entries are not
// comparable, so that no functions that compare them are linked.
type Entry[V any] struct {
	_   [0]func()
	Key string
	Val V
}

// NameRank is sorted in place of an entry: it has no pointers, so moving it needs no write barrier while the garbage
// collector marks. The prefix has the first eight bytes of the key, padded with zeros, as a big-endian number, so that
// prefixes have the order of the bytes. If two are equal, the keys themselves are compared.
type NameRank struct {
	prefix uint64
	At     int // the index of the entry
}

func RankOf(name string, at int) NameRank { return NameRank{prefixOf(name), at} }

// Prefix returns the first eight bytes of the name as a number.
func (r *NameRank) Prefix() uint64 { return r.prefix }

// prefixOf returns the first eight bytes of s as a number, the first one highest: for "ab" that is 0x6162000000000000.
// It reads only bytes of s, which may end where memory ends.
func prefixOf(s string) uint64 {
	p := unsafe.Pointer(unsafe.StringData(s))
	switch n := len(s); {
	case n >= 8:
		return bits.ReverseBytes64(mem.Load64(p, 0))
	case n >= 4: // two words, which may overlap
		return uint64(bits.ReverseBytes32(mem.Load32(p, 0)))<<32 | uint64(bits.ReverseBytes32(mem.Load32(p, n-4)))<<(uint(64-8*n)&63)
	case n >= 2:
		return uint64(binary.BigEndian.Uint16((*[2]byte)(p)[:]))<<48 | uint64(mem.Load8(p, n-1))<<(uint(64-8*n)&63)
	case n == 1:
		return uint64(mem.Load8(p, 0)) << 56
	}
	return 0
}

// NameList is a list of the names of entries. It has the size of an entry, so that all types share one sort.
type NameList struct {
	list unsafe.Pointer
	size uintptr
}

func NamesOf[V any](list []Entry[V]) NameList {
	return NamesAt(unsafe.Pointer(unsafe.SliceData(list)), unsafe.Sizeof(Entry[V]{}))
}

// NamesAt returns the names of the entries at list. Each entry has size bytes.
func NamesAt(list unsafe.Pointer, size uintptr) NameList { return NameList{list, size} }

// Of returns the name whose rank is r.
func (s *NameList) Of(r *NameRank) string {
	return *(*string)(unsafe.Add(s.list, uintptr(r.At)*s.size))
}

// MostFew is the largest number of entries in Few.
const MostFew = 8

// Few is a list of the entries of a small map, sorted by insertion. It is a local variable, which needs no allocation.
type Few[V any] struct {
	Count int
	list  [MostFew]Entry[V]
	order [MostFew]NameRank
}

// Add adds an entry: after the entries with smaller names if sorted is true, otherwise at the end. More than MostFew
// entries, which can occur only if another goroutine adds entries to the map at the same time, are dropped.
func (f *Few[V]) Add(name string, v V, sorted bool) {
	n := f.Count
	if n >= MostFew {
		return
	}
	f.list[n] = Entry[V]{Key: name, Val: v}
	r := RankOf(name, n)
	// Move larger ranks up by one place, from the end on.
	for ; sorted && n > 0; n-- {
		before := f.order[n-1]
		if before.prefix < r.prefix || before.prefix == r.prefix && f.list[before.At].Key <= name {
			break
		}
		f.order[n] = before
	}
	f.order[n] = r
	f.Count++
}

// At returns entry number i in order.
func (f *Few[V]) At(i int) *Entry[V] { return &f.list[f.order[i].At] }

// Ranks returns the ranks in order, and Names the list in which NameList.Of finds their names.
func (f *Few[V]) Ranks() []NameRank { return f.order[:f.Count] }
func (f *Few[V]) Names() NameList   { return NamesOf(f.list[:]) }

// Store sets *to to list. If the slice in *to begins at the same address, as usual, Store sets only its length, since
// writing a pointer needs a write barrier while the garbage collector marks.
func Store[T any](to *[]T, list []T) {
	if unsafe.SliceData(list) == unsafe.SliceData(*to) {
		*to = (*to)[:len(list)]
		return
	}
	*to = list
}

func (s *NameList) less(a, b *NameRank) bool {
	if a.prefix != b.prefix {
		return a.prefix < b.prefix
	}
	return s.Of(a) < s.Of(b)
}

// fewEntries is the largest number of entries that are sorted by insertion.
const fewEntries = 16

// compare sorts r by comparing names. It is a quicksort, which divides r by the median of three ranks. No input can
// bring them into a bad order, since a map yields its entries in the order of a hash with a random seed.
func (s *NameList) compare(r []NameRank) {
	for len(r) > fewEntries {
		last := len(r) - 1
		mid := last / 2
		if s.less(&r[mid], &r[0]) {
			r[mid], r[0] = r[0], r[mid]
		}
		if s.less(&r[last], &r[mid]) {
			r[last], r[mid] = r[mid], r[last]
			if s.less(&r[mid], &r[0]) {
				r[mid], r[0] = r[0], r[mid]
			}
		}
		pivot := r[mid]
		i, j := 0, last
		for i <= j {
			for s.less(&r[i], &pivot) {
				i++
			}
			for s.less(&pivot, &r[j]) {
				j--
			}
			if i <= j {
				r[i], r[j] = r[j], r[i]
				i++
				j--
			}
		}
		// Sort the smaller part by a recursive call, and the larger part in this loop.
		if j+1 < len(r)-i {
			s.compare(r[:j+1])
			r = r[i:]
		} else {
			s.compare(r[i:])
			r = r[:j+1]
		}
	}
	for i := 1; i < len(r); i++ {
		if !s.less(&r[i], &r[i-1]) {
			continue
		}
		e := r[i]
		j := i
		for ; j > 0 && s.less(&e, &r[j-1]); j-- {
			r[j] = r[j-1]
		}
		r[j] = e
	}
}
