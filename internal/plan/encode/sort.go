package encode

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/order"
)

// The order of a map's members. For {"b": 1, "a": 2} the list of entries stays in the order of the map, and ranks are
// sorted, each with the first bytes of a name and the index of its entry: (a, 1), (b, 0).

// entry is a copy of one entry of a map. The key comes first, where sorting looks for it.
type entry[V any] struct {
	key string
	val V
}

// rank stands for an entry and is sorted in its place: it has no pointers, so moving it needs no write barrier while
// the garbage collector marks. Most keys differ in their first eight bytes, which as a big-endian number compare like
// the bytes do. A shorter key is padded with zeros. If prefixes are equal the strings decide.
type rank struct {
	prefix uint64
	at     int
}

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

// fewMembers is the largest number of entries of a map that are gathered on the stack.
const fewMembers = 8

// few are the entries of a small map, sorted by insertion. It lies on the stack of the function that writes the map, so
// it needs neither lists nor the pool.
type few[V any] struct {
	count int
	list  [fewMembers]entry[V]
	order [fewMembers]rank
}

// add adds an entry: after those with smaller names, or at the end. Entries after fewMembers were added to the map by
// another goroutine meanwhile, and are dropped.
func (f *few[V]) add(name string, v V, sorted bool) {
	n := f.count
	if n >= fewMembers {
		return
	}
	f.list[n] = entry[V]{name, v}
	r := rank{prefixOf(name), n}
	// From the end on, each larger rank moves one place up, until the new one has its place.
	for ; sorted && n > 0; n-- {
		before := f.order[n-1]
		if before.prefix < r.prefix || before.prefix == r.prefix && f.list[before.at].key <= name {
			break
		}
		f.order[n] = before
	}
	f.order[n] = r
	f.count++
}

// noteFew notes the names of a small map of info.
func noteFew[V any](m *machine, info *mapInfo, f *few[V]) {
	if info.sorted {
		m.note(info, f.order[:f.count], sorter{unsafe.Pointer(&f.list), unsafe.Sizeof(entry[V]{})})
	}
}

// at returns entry number i.
func (f *few[V]) at(i int) *entry[V] { return &f.list[f.order[i].at] }

// sorter puts ranks in the order of the keys that they stand for.
type sorter struct {
	list unsafe.Pointer // of the entries
	size uintptr        // of an entry
}

// sortEntries sorts the ranks from first on, of the entries in list. The sorter knows the list by its address and the
// size of an entry, not by its type: all kinds of entries share one sort.
func sortEntries[V any](maps *scratchMaps, first int, list []entry[V]) {
	s := sorter{unsafe.Pointer(unsafe.SliceData(list)), unsafe.Sizeof(entry[V]{})}
	s.sort(maps, first)
}

// sortMembers is sortEntries for the current map, of info, and notes its names.
func sortMembers[V any](m *machine, info *mapInfo, first int, list []entry[V]) {
	sortEntries(&m.maps, first, list)
	m.note(info, m.maps.ranks[first:], sorter{unsafe.Pointer(unsafe.SliceData(list)), unsafe.Sizeof(entry[V]{})})
}

// key returns the name that r stands for, which is at the start of its entry.
func (s *sorter) key(r *rank) string { return *(*string)(unsafe.Add(s.list, uintptr(r.at)*s.size)) }

// less compares the names themselves only if their first eight bytes are equal.
func (s *sorter) less(a, b *rank) bool {
	if a.prefix != b.prefix {
		return a.prefix < b.prefix
	}
	return s.key(a) < s.key(b)
}

// fewEntries is the largest number of entries that are sorted by insertion.
const fewEntries = 16

// compare sorts r by comparing names.
func (s *sorter) compare(r []rank) { s.quicksort(r, 2*bits.Len(uint(len(r)))) }

// heapsort sorts r in the same time for any order. It is a function of its own: closures in quicksort would force their
// variables into memory.
//
//go:noinline
func (s *sorter) heapsort(r []rank) {
	order.Sort(len(r), func(i, j int) bool { return s.less(&r[i], &r[j]) }, func(i, j int) { r[i], r[j] = r[j], r[i] })
}

// quicksort divides r by the median of three. After depth rounds it leaves the rest to heapsort, which bounds the time
// for bad orders. Ranks of equal names may change places; a map has such names only if different keys have one name.
func (s *sorter) quicksort(r []rank, depth int) {
	for len(r) > fewEntries {
		if depth--; depth < 0 {
			s.heapsort(r)
			return
		}
		// If names came in order, their median is in the middle: both halves have the same size.
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
		// Recursion for the smaller half, a loop for the larger one.
		if j+1 < len(r)-i {
			s.quicksort(r[:j+1], depth)
			r = r[i:]
		} else {
			s.quicksort(r[i:], depth)
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
