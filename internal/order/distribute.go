package order

import (
	"math/bits"
	"slices"

	"github.com/zetes-json/zetes/internal/fast"
)

// A radix sort for many names. A rank is the first bytes of a name with the index of its map entry (names.go). The
// ranks are distributed by the first bytes in which the names differ, the last one first: for "iron", "ivy" and "oak"
// by i, i and o. A comparison of names takes an unpredictable branch, but counting and placing ranks takes none. Names
// that are equal in these bytes are then sorted by comparing.

const (
	leastDistributed = 12 // fewer ranks are sorted by comparing only
	leastDigits      = 65 // fewer ranks are distributed by one byte, with smaller counts
)

// Sort sorts (*all)[first:], the ranks of names in s. It uses memory for as many ranks after them, and may move *all.
func (s *NameList) Sort(all *[]NameRank, first int) {
	n := len(*all) - first
	if !fast.Distribute || n < leastDistributed {
		s.compare((*all)[first:])
		return
	}
	Store(all, slices.Grow(*all, n))
	r := (*all)[first:]
	if n < leastDigits {
		s.distributeFew(r, r[n:2*n])
		return
	}
	s.distribute(r, r[n:2*n])
}

// distributeFew sorts fewer than leastDigits ranks, with tmp as memory for as many. They are distributed by the first
// byte in which they differ, if this byte has at most 64 possible values, for example only letters or only digits.
func (s *NameList) distributeFew(r, tmp []NameRank) {
	every, some, alike := spread(r)
	shift := (56 - 8*alike) & 63
	lo := uint8(every >> shift)
	width := uint8(some>>shift) - lo
	if alike == 8 || width > 63 {
		s.compare(r)
		return
	}
	// at[b] is first the number of ranks with the byte lo+b, then the index in tmp for the next such rank. Eight bits
	// are enough for fewer than leastDigits ranks.
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
	// Insertion takes long if many ranks have the same byte: names such as "id1" to "id60" are sorted by comparing.
	if most > fewEntries {
		s.compare(r)
		return
	}
	tmp = tmp[:len(r)]
	for i := range r {
		b := (uint8(r[i].prefix>>shift) - lo) & 63
		if to := int(at[b]); to < len(tmp) { // always true; saves a bounds check
			tmp[to] = r[i]
		}
		at[b]++
	}
	// Copy the ranks back to r, and sort them by insertion: a rank moves only past ranks with the same byte.
	for i := range tmp {
		e := tmp[i]
		j := i
		for ; j > 0 && s.less(&e, &r[j-1]); j-- {
			r[j] = r[j-1]
		}
		r[j] = e
	}
}

// distribute sorts the ranks r. tmp is memory for as many ranks.
func (s *NameList) distribute(r, tmp []NameRank) {
	// digits is the number of bytes by which ranks are distributed. It is chosen so that few names are equal in these
	// bytes: a byte of a name has some ten to thirty different values, so two bytes separate most of 512 names.
	digits := 4
	if len(r) <= 512 {
		digits = 2
	} else if len(r) <= 1<<13 {
		digits = 3
	}
	every, some, alike := spread(r)
	// If all names share the first bytes, and too few bytes of the prefix follow, replace each prefix by that of the
	// name's rest: for "user-0017" by the prefix of "0017".
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
	// Copy runs of ranks with equal bytes back to r, and sort them by comparing.
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

// spread returns the bits that are set in every and in some prefix, and the number of leading bytes that are alike.
func spread(r []NameRank) (every, some uint64, alike int) {
	every = ^uint64(0)
	for i := range r {
		every &= r[i].prefix
		some |= r[i].prefix
	}
	return every, some, bits.LeadingZeros64(every^some) >> 3
}

// skip changes the prefixes from the first bytes of name[from:] to those of name[to:]; the bytes before these are the
// same in all names. If a name has fewer than to bytes, skip returns false and changes nothing: the zeros that fill up
// a prefix would make the name look like another name, since "a" has the prefix of "a\x00".
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

// arrange copies the ranks of one slice to another, sorted by the byte at bit shift of their prefixes, which is between
// lo and hi. Ranks with the same byte keep their order.
func arrange(to, from []NameRank, shift int, lo, hi uint8) {
	shift &= 63
	var at [256]uint32
	for i := range from {
		at[uint8(from[i].prefix>>shift)]++
	}
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
