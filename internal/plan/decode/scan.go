package decode

import (
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
)

// specials and solids are the two masks of the block that p lies in, shifted so that bit 0 is p.
func (s *state) specials(p int) uint64 {
	return *(*uint64)(unsafe.Add(s.masks, p>>6<<4)) >> (p & 63)
}

func (s *state) solids(p int) uint64 {
	return *(*uint64)(unsafe.Add(s.masks, p>>6<<4+8)) >> (p & 63)
}

// space returns the position of the first byte at or after p that is not white space.
func (s *state) space(p int) int {
	if w := s.solids(p); w != 0 {
		return p + bits.TrailingZeros64(w)
	}
	return s.spaceSlow(p)
}

func (s *state) spaceSlow(p int) int {
	for i := p>>6 + 1; ; i++ {
		if w := *(*uint64)(unsafe.Add(s.masks, i<<4+8)); w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
}

// stringEnd returns the position of the first quote, backslash or control character at or after p.
func (s *state) stringEnd(p int) int {
	if w := s.specials(p); w != 0 {
		return p + bits.TrailingZeros64(w)
	}
	return s.stringEndSlow(p)
}

func (s *state) stringEndSlow(p int) int {
	for i := p>>6 + 1; ; i++ {
		if w := *(*uint64)(unsafe.Add(s.masks, i<<4)); w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
}

// The literals as words: the first byte lowest.
const (
	wordNull = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24
	wordTrue = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	wordAlse = 'a' | 'l'<<8 | 's'<<16 | 'e'<<24
)

// isNull, isTrue and isFalse report whether the literal stands at p.
func (s *state) isNull(p int) bool { return uint32(word(s.in, p)) == wordNull }
func (s *state) isTrue(p int) bool { return uint32(word(s.in, p)) == wordTrue }
func (s *state) isFalse(p int) bool {
	return s.at(p) == 'f' && uint32(word(s.in, p+1)) == wordAlse
}

// skip returns the position after the value at p, all of which it checks, or -1.
func (s *state) skip(p int) int {
	switch c := s.at(p); c {
	case '"':
		return s.skipString(p)
	case '{':
		return s.skipObject(p)
	case '[':
		return s.skipArray(p)
	case 'n':
		if s.isNull(p) {
			return p + 4
		}
	case 't':
		if s.isTrue(p) {
			return p + 4
		}
	case 'f':
		if s.isFalse(p) {
			return p + 5
		}
	default:
		if n := num.Len(unsafe.Add(s.in, p)); n > 0 {
			return p + n
		}
	}
	return s.fail()
}

// skipString returns the position after the string whose opening quote is at p, or -1.
func (s *state) skipString(p int) int {
	for p++; ; {
		p = s.stringEnd(p)
		switch s.at(p) {
		case '"':
			return p + 1
		case '\\':
			n := escapeLen(s.in, p)
			if n == 0 {
				return s.fail()
			}
			p += n
		default:
			return s.fail()
		}
	}
}

func (s *state) skipArray(p int) int {
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	p = s.space(p + 1)
	if s.at(p) == ']' {
		s.depth--
		return p + 1
	}
	for {
		if p = s.skip(p); p < 0 {
			return -1
		}
		p = s.space(p)
		switch s.at(p) {
		case ',':
			p = s.space(p + 1)
		case ']':
			s.depth--
			return p + 1
		default:
			return s.fail()
		}
	}
}

func (s *state) skipObject(p int) int {
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	p = s.space(p + 1)
	if s.at(p) == '}' {
		s.depth--
		return p + 1
	}
	for {
		if s.at(p) != '"' {
			return s.fail()
		}
		if p = s.skipString(p); p < 0 {
			return -1
		}
		if p = s.colon(p); p < 0 {
			return -1
		}
		if p = s.skip(p); p < 0 {
			return -1
		}
		p = s.space(p)
		switch s.at(p) {
		case ',':
			p = s.space(p + 1)
		case '}':
			s.depth--
			return p + 1
		default:
			return s.fail()
		}
	}
}

// colon returns the position of the value behind the colon that follows a name ending at p, or -1.
func (s *state) colon(p int) int {
	if s.at(p) != ':' {
		if p = s.space(p); s.at(p) != ':' {
			return s.fail()
		}
	}
	if p++; s.at(p) > ' ' {
		return p
	}
	return s.space(p)
}
