package kernel

import "unsafe"

// The portable UTF-8 check is an automaton. Its state is a number of bits to shift by: from state s the byte c leads to
// the state in the low six bits of utf8Rows[c]>>s. A step is one load and one shift, without a branch that could be
// mispredicted. The idea is from Per Vognsen, "Shift-based DFAs" (2021). State 0 means failure, and no byte leads out
// of it.
const (
	stFail  = 6 * iota
	stStart // between characters
	stTail1 // one continuation byte is expected; in stTail2 two, in stTail3 three
	stTail2
	stTail3
	stE0 // after E0: expects A0..BF, which excludes overlong forms
	stED // after ED: expects 80..9F, which excludes surrogates
	stF0 // after F0: expects 90..BF, which excludes overlong forms
	stF4 // after F4: expects 80..8F, which excludes values over 10FFFF
)

var utf8Rows = makeRows()

func makeRows() (rows [256]uint64) {
	step := func(from, lo, hi, to int) {
		for c := lo; c <= hi; c++ {
			rows[c] |= uint64(to) << from
		}
	}
	step(stStart, 0x00, 0x7f, stStart)
	step(stStart, 0xc2, 0xdf, stTail1)
	step(stStart, 0xe0, 0xe0, stE0)
	step(stStart, 0xe1, 0xec, stTail2)
	step(stStart, 0xed, 0xed, stED)
	step(stStart, 0xee, 0xef, stTail2)
	step(stStart, 0xf0, 0xf0, stF0)
	step(stStart, 0xf1, 0xf3, stTail3)
	step(stStart, 0xf4, 0xf4, stF4)
	step(stTail1, 0x80, 0xbf, stStart)
	step(stTail2, 0x80, 0xbf, stTail1)
	step(stTail3, 0x80, 0xbf, stTail2)
	step(stE0, 0xa0, 0xbf, stTail1)
	step(stED, 0x80, 0x9f, stTail1)
	step(stF0, 0x90, 0xbf, stTail2)
	step(stF4, 0x80, 0x8f, stTail2)
	return rows
}

// stepWord returns the state after the eight bytes of x, from state s.
func stepWord(s, x uint64) uint64 {
	s = utf8Rows[byte(x)] >> (s & 63)
	s = utf8Rows[byte(x>>8)] >> (s & 63)
	s = utf8Rows[byte(x>>16)] >> (s & 63)
	s = utf8Rows[byte(x>>24)] >> (s & 63)
	s = utf8Rows[byte(x>>32)] >> (s & 63)
	s = utf8Rows[byte(x>>40)] >> (s & 63)
	s = utf8Rows[byte(x>>48)] >> (s & 63)
	return utf8Rows[byte(x>>56)] >> (s & 63)
}

// ValidUTF8 reports whether b is valid UTF-8, as unicode/utf8.Valid does.
func ValidUTF8(b []byte) bool { return validUTF8(unsafe.Pointer(unsafe.SliceData(b)), len(b)) }

func validUTF8Generic(p unsafe.Pointer, n int) bool {
	s := uint64(stStart)
	i := 0
	for ; n-i >= 32; i += 32 {
		q := unsafe.Add(p, i)
		a, b, c, d := load64(q), load64(unsafe.Add(q, 8)), load64(unsafe.Add(q, 16)), load64(unsafe.Add(q, 24))
		if s&63 == stStart && (a|b|c|d)&highs == 0 {
			continue
		}
		s = stepWord(stepWord(stepWord(stepWord(s, a), b), c), d)
		if s&63 == stFail {
			return false
		}
	}
	for ; n-i >= 8; i += 8 {
		if x := load64(unsafe.Add(p, i)); s&63 != stStart || x&highs != 0 {
			s = stepWord(s, x)
		}
	}
	for ; i < n; i++ {
		s = utf8Rows[*(*byte)(unsafe.Add(p, i))] >> (s & 63)
	}
	return s&63 == stStart
}
