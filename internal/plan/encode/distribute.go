package encode

import (
	"math/bits"
	"slices"

	"github.com/zetes-json/zetes/internal/fast"
)

// Ranks of more than a few entries are distributed by the first bytes in which their names differ: comparing names
// takes a branch that nobody can predict, counting and placing them takes none. Of "iron", "ivy" and "oak" these are i,
// i and o. As many bytes are taken as tell most names apart, the last of them first, for each distribution keeps the
// order of the one before. What is alike in all of these bytes is then sorted by comparing.

const (
	leastDistributed = 12 // ranks: fewer are sorted by comparing alone
	leastDigits      = 65 // ranks: fewer are distributed by a single byte, with smaller counts
)

// sort sorts the ranks from first on. Behind them there is room for as many while it works.
func (s *sorter) sort(maps *scratchMaps, first int) {
	n := len(maps.ranks) - first
	if !fast.Distribute || n < leastDistributed {
		s.compare(maps.ranks[first:])
		return
	}
	store(&maps.ranks, slices.Grow(maps.ranks, n))
	r := maps.ranks[first:]
	if n < leastDigits {
		s.distributeFew(r, r[n:2*n])
	} else {
		s.distribute(r, r[n:2*n])
	}
}

// distributeFew sorts fewer than leastDigits ranks. tmp has as many, and nothing that counts. Ranks are told apart by
// one byte, of which there are to be 64 different ones at most: letters and digits have fewer.
func (s *sorter) distributeFew(r, tmp []rank) {
	every, some, alike := spread(r)
	shift := (56 - 8*alike) & 63
	lo := uint8(every >> shift)
	width := uint8(some>>shift) - lo
	if alike == 8 || width > 63 {
		s.compare(r)
		return
	}
	// at[b] is the count of ranks with the byte b at first, then the place of the next one. Eight bits do: there are
	// fewer than leastDigits ranks.
	var at [64]uint8
	for i := range r {
		at[(uint8(r[i].prefix>>shift)-lo)&63]++
	}
	var sum, most uint8
	for i, count := range at[:width+1] {
		at[i] = sum
		sum += count
		most = max(most, count)
	}
	// Insertion takes the square of how many are alike: names as "id1" to "id60" are compared in another way.
	if most > fewEntries {
		s.compare(r)
		return
	}
	tmp = tmp[:len(r)]
	for i := range r {
		b := (uint8(r[i].prefix>>shift) - lo) & 63
		// The place is always within: the comparison stands for the check of bounds, which the compiler would add.
		if to := int(at[b]); to < len(tmp) {
			tmp[to] = r[i]
		}
		at[b]++
	}
	// By insertion, on the way back: ranks move past those alone that have the same byte.
	for i := range tmp {
		e := tmp[i]
		j := i
		for ; j > 0 && s.less(&e, &r[j-1]); j-- {
			r[j] = r[j-1]
		}
		r[j] = e
	}
}

// digitsFor returns by how many bytes n ranks are distributed. Of the bytes of a name each tells some ten to thirty
// others from it.
func digitsFor(n int) int {
	switch {
	case n <= 512:
		return 2
	case n <= 1<<13:
		return 3
	}
	return 4
}

// distribute sorts any number of ranks. tmp has as many, and nothing that counts.
func (s *sorter) distribute(r, tmp []rank) {
	digits := digitsFor(len(r))
	every, some, alike := spread(r)
	// What is alike in all names is passed over where too little of the prefix is left: of "user-0017" the prefix then
	// is that of 0017.
	for at := 0; alike+digits > 8; every, some, alike = spread(r) {
		if !s.skip(r, at, at+alike) {
			s.compare(r)
			return
		}
		at += alike
	}
	// Each turn goes from one half of the memory into the other. A byte that all names share takes no turn.
	from, to := r, tmp
	last := (64 - 8*(alike+digits)) & 63
	for shift := last; shift < last+8*digits; shift += 8 {
		if lo, hi := uint8(every>>shift), uint8(some>>shift); lo != hi {
			arrange(to, from, shift, lo, hi)
			from, to = to, from
		}
	}
	// Runs of ranks that are alike in all of those bytes are compared, each back in its place in r.
	for i := 0; i < len(from); {
		j := i + 1
		for j < len(from) && from[j].prefix>>last == from[i].prefix>>last {
			j++
		}
		copy(r[i:j], from[i:j])
		if j > i+1 {
			s.compare(r[i:j])
		}
		i = j
	}
}

// spread returns which bits are set in every prefix, which in some, and how many of the first bytes are alike in all.
func spread(r []rank) (every, some uint64, alike int) {
	every = ^uint64(0)
	for i := range r {
		every &= r[i].prefix
		some |= r[i].prefix
	}
	return every, some, bits.LeadingZeros64(every^some) >> 3
}

// skip makes prefixes those of the names from the byte to on, where they were those from the byte from on: before to
// all names are alike. It returns false, and leaves the prefixes as they were, where a name ends before that, which the
// zeros of prefixes make look like others: "a" has the prefix of "a\x00".
func (s *sorter) skip(r []rank, from, to int) bool {
	for i := range r {
		name := s.key(&r[i])
		if len(name) < to {
			for j := range r[:i] {
				r[j].prefix = prefixOf(s.key(&r[j])[from:])
			}
			return false
		}
		r[i].prefix = prefixOf(name[to:])
	}
	return true
}

// arrange copies ranks to to in the order of the byte at the bit shift, which is lo at least and hi at most. Ranks with
// the same byte stay in their order.
func arrange(to, from []rank, shift int, lo, hi uint8) {
	shift &= 63
	var at [256]uint32
	for i := range from {
		at[uint8(from[i].prefix>>shift)]++
	}
	// Bytes below lo and above hi have no ranks.
	sum := uint32(0)
	for i := int(lo); i <= int(hi); i++ {
		count := at[i&255]
		at[i&255] = sum
		sum += count
	}
	for i := range from {
		b := uint8(from[i].prefix >> shift)
		to[at[b]] = from[i]
		at[b]++
	}
}
