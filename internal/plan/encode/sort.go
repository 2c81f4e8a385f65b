package encode

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/order"
)

// The order of a map's members. Of {"b": 1, "a": 2} the list of entries stays as the map gave it, and the ranks, each
// with the first bytes of a name and the place of its entry in the list, are sorted: (a, 1), (b, 0).

// entry is one entry of a map, out of the map. The key comes first: that is where sorting looks for it.
type entry[V any] struct {
	key string
	val V
}

// rank is an entry's place in the order, which is sorted instead of the entries: without pointers, moving it needs
// no write barrier while the garbage collector marks. Most keys differ in their first eight bytes, which as a
// big-endian number compare like the bytes do; a shorter key is followed by zeros, and where prefixes are equal the
// strings decide.
type rank struct {
	prefix uint64
	at     int
}

// prefixOf returns the first eight bytes of s as a number, the first one highest: of "ab" that is 0x6162000000000000.
// It reads no byte that is not of s, which may end where memory ends.
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

// fewMembers is up to how many entries of a map are gathered on the stack.
const fewMembers = 8

// few are the entries of a small map, sorted by insertion. It lies on the stack of whoever writes the map, so that
// neither lists nor the pool have to do with it.
type few[V any] struct {
	count int
	list  [fewMembers]entry[V]
	order [fewMembers]rank
}

// add adds an entry: behind those with smaller names, or behind all. What comes after fewMembers is an entry that
// another goroutine has added to the map meanwhile.
func (f *few[V]) add(name string, v V, sorted bool) {
	n := f.count
	if n >= fewMembers {
		return
	}
	f.list[n] = entry[V]{name, v}
	r := rank{prefixOf(name), n}
	// From the end on, each larger rank moves one place up, until the new one has its own.
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

// noteFew takes notice of the names of a small map of info.
func noteFew[V any](m *machine, info *mapInfo, f *few[V]) {
	if info.sorted {
		m.note(info, f.order[:f.count], sorter{unsafe.Pointer(&f.list), unsafe.Sizeof(entry[V]{})})
	}
}

// at returns the i-th entry.
func (f *few[V]) at(i int) *entry[V] { return &f.list[f.order[i].at] }

// sorter puts ranks in the order of the keys that they stand for.
type sorter struct {
	list unsafe.Pointer // of the entries
	size uintptr        // of one
}

// sortEntries sorts the ranks from first on, of entries of list. The sorter knows the list by its address and the size
// of an entry, not by its type: there is one way to sort for all kinds of entries.
func sortEntries[V any](maps *scratchMaps, first int, list []entry[V]) {
	s := sorter{unsafe.Pointer(unsafe.SliceData(list)), unsafe.Sizeof(entry[V]{})}
	s.sort(maps, first)
}

// sortMembers is sortEntries for the map under way, of info, and takes notice of its names.
func sortMembers[V any](m *machine, info *mapInfo, first int, list []entry[V]) {
	sortEntries(&m.maps, first, list)
	m.note(info, m.maps.ranks[first:], sorter{unsafe.Pointer(unsafe.SliceData(list)), unsafe.Sizeof(entry[V]{})})
}

// key returns the name that r stands for, which is the first thing in its entry.
func (s *sorter) key(r *rank) string { return *(*string)(unsafe.Add(s.list, uintptr(r.at)*s.size)) }

// less looks at the names themselves only if their first eight bytes are the same.
func (s *sorter) less(a, b *rank) bool {
	if a.prefix != b.prefix {
		return a.prefix < b.prefix
	}
	return s.key(a) < s.key(b)
}

// fewEntries is how many are sorted by insertion.
const fewEntries = 16

// compare sorts r by comparing names.
func (s *sorter) compare(r []rank) { s.quicksort(r, 2*bits.Len(uint(len(r)))) }

// heapsort sorts r in the same time whatever order it is in. It is a function of its own: closures in quicksort
// would force the variables that they use into memory.
//
//go:noinline
func (s *sorter) heapsort(r []rank) {
	order.Sort(len(r), func(i, j int) bool { return s.less(&r[i], &r[j]) }, func(i, j int) { r[i], r[j] = r[j], r[i] })
}

// quicksort halves r by the median of three; after depth rounds it leaves the rest to heapsort. So names in an
// order that is bad for it take no more than that time. Ranks of equal names may change places, which no map has but
// those whose different keys have one name.
func (s *sorter) quicksort(r []rank, depth int) {
	for len(r) > fewEntries {
		if depth--; depth < 0 {
			s.heapsort(r)
			return
		}
		// Names that came in order have their median in the middle: both halves are of one size then.
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
		// The smaller half by recursion, the larger one in place.
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
