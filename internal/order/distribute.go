package order

import (
	"math/bits"
	"slices"

	"github.com/zetes-json/zetes/internal/fast"
)

// Many ranks are distributed by the first bytes in which their names differ: comparing names
// takes an unpredictable branch, counting and placing takes none. For "iron", "ivy" and "oak" these bytes are i, i and
// o. As many bytes are used as are needed to distinguish most names, the last of them first, since each distribution
// keeps the order of the one before. Names with equal bytes are then sorted by comparing.

// leastDistributed is the number of ranks from which on they are distributed. For fewer ranks the counts take as long
// as comparing.
const leastDistributed = 65

// Sort sorts the ranks of *all from first on, which stand for names in s. It uses as much memory after them.
func (s *NameList) Sort(all *[]NameRank, first int) {
	n := len(*all) - first
	if !fast.Distribute || n < leastDistributed {
		s.compare((*all)[first:])
		return
	}
	Store(all, slices.Grow(*all, n))
	r := (*all)[first:]
	s.distribute(r, r[n:2*n])
}

// digitsFor returns the number of bytes by which n ranks are distributed. Each byte of a name distinguishes it from
// some ten to thirty others.
func digitsFor(n int) int {
	switch {
	case n <= 512:
		return 2
	case n <= 1<<13:
		return 3
	}
	return 4
}

// distribute sorts any number of ranks. tmp is free memory for as many.
func (s *NameList) distribute(r, tmp []NameRank) {
	digits := digitsFor(len(r))
	every, some, alike := spread(r)
	// If too little of the prefix is left, skip the bytes that all names share: the prefix of "user-0017" then is that
	// of 0017.
	for at := 0; alike+digits > 8; every, some, alike = spread(r) {
		if !s.skip(r, at, at+alike) {
			s.compare(r)
			return
		}
		at += alike
	}
	// Each round moves the ranks from one half of the memory to the other. A byte that all names share takes no round.
	from, to := r, tmp
	last := (64 - 8*(alike+digits)) & 63
	for shift := last; shift < last+8*digits; shift += 8 {
		if lo, hi := uint8(every>>shift), uint8(some>>shift); lo != hi {
			arrange(to, from, shift, lo, hi)
			from, to = to, from
		}
	}
	// Runs of ranks with equal bytes are sorted by comparing, back in their place in r.
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

// spread returns the bits that are set in every prefix and those that are set in some, and the number of first bytes
// that all share.
func spread(r []NameRank) (every, some uint64, alike int) {
	every = ^uint64(0)
	for i := range r {
		every &= r[i].prefix
		some |= r[i].prefix
	}
	return every, some, bits.LeadingZeros64(every^some) >> 3
}

// skip changes prefixes from those of the names from byte from on to those from byte to on. Before to all names are
// equal. It returns false, and changes nothing, if a name ends before that, since the zeros of its prefix would make it
// look like another name: "a" has the prefix of "a\x00".
func (s *NameList) skip(r []NameRank, from, to int) bool {
	for i := range r {
		name := s.Of(&r[i])
		if len(name) < to {
			for j := range r[:i] {
				r[j].prefix = prefixOf(s.Of(&r[j])[from:])
			}
			return false
		}
		r[i].prefix = prefixOf(name[to:])
	}
	return true
}

// arrange copies ranks from from to to in the order of the byte at bit shift, which is between lo and hi. Ranks with
// the same byte keep their order.
func arrange(to, from []NameRank, shift int, lo, hi uint8) {
	shift &= 63
	var at [256]uint32
	for i := range from {
		at[uint8(from[i].prefix>>shift)]++
	}
	// No rank has a byte below lo or above hi.
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
