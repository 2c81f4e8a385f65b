package decode

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// own returns a copy of the bytes of the input from p to e as a string.
func (s *state) own(p, e int) string { return s.arena.Text(mem.Add(s.In, uintptr(p)), e-p) }

// text returns the string whose first character is at p, and the position after its closing quote, or -1.
func (s *state) text(p int) (string, int) {
	e := s.StringEnd(p)
	if s.At(e) != '"' || s.Dirty {
		return s.textSlow(p)
	}
	if t, ok := s.arena.Short(mem.Add(s.In, uintptr(p)), e-p); ok {
		return t, e + 1
	}
	return s.own(p, e), e + 1
}

func (s *state) textSlow(p int) (string, int) {
	b, e := s.unquote(p)
	if e < 0 {
		return "", -1
	}
	return s.arena.Copy(b), e
}

// view returns the contents of the string whose first character is at p, valid until the next call of unquote,
// and the position after its closing quote, or -1.
func (s *state) view(p int) ([]byte, int) {
	e := s.StringEnd(p)
	if s.At(e) == '"' && !s.Dirty {
		return unsafe.Slice((*byte)(unsafe.Add(s.In, p)), e-p), e + 1
	}
	return s.unquote(p)
}

// unquote is view for strings with escapes or invalid UTF-8: it resolves the escapes and replaces what is not UTF-8,
// or half of a surrogate pair, by U+FFFD.
func (s *state) unquote(p int) ([]byte, int) {
	b := s.scratch[:0]
	for {
		e := s.StringEnd(p)
		if e > p {
			run := unsafe.Slice((*byte)(unsafe.Add(s.In, p)), e-p)
			if s.Dirty && !utf8.Valid(run) {
				b = appendValid(b, run)
			} else {
				b = append(b, run...)
			}
		}
		switch s.At(e) {
		case '"':
			s.scratch = b
			return b, e + 1
		case '\\':
			// Escapes come in runs: whole texts are written in them.
			for p = e; s.At(p) == '\\'; {
				if r := escaped[s.At(p+1)]; r != 0 {
					b = append(b, r)
					p += 2
					continue
				}
				// Most texts that are escaped have characters of three bytes: these by hand.
				if x := word(s.In, p); x&0xFFFF == '\\'|'u'<<8 {
					if r := hex4(uint32(x >> 16)); r >= 0x800 && r < 0xD800 {
						b = append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
						p += 6
						continue
					}
				}
				r, n := unicodeEscape(s.In, p)
				if n == 0 {
					return nil, s.fail()
				}
				p += n
				switch {
				case r < 0x80:
					b = append(b, byte(r))
				case r < 0x800:
					b = append(b, 0xC0|byte(r>>6), 0x80|byte(r)&0xBF)
				case r < 0x10000:
					b = append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
				default:
					b = utf8.AppendRune(b, r)
				}
			}
		default:
			return nil, s.fail()
		}
	}
}

// appendValid appends b with every invalid byte replaced by U+FFFD.
func appendValid(dst, b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		dst = utf8.AppendRune(dst, r)
		b = b[n:]
	}
	return dst
}

// escaped holds the character that a backslash and a letter stand for, or 0.
var escaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// hexValue holds the value of a hexadecimal digit, or -1.
var hexValue = func() (t [256]int32) {
	for i := range t {
		t[i] = -1
	}
	for i := range 10 {
		t['0'+i] = int32(i)
	}
	for i := range 6 {
		t['a'+i], t['A'+i] = int32(10+i), int32(10+i)
	}
	return t
}()

// hex4 returns the number that the four hexadecimal digits of x are, first one lowest, or a negative one.
func hex4(x uint32) rune {
	return hexValue[byte(x)]<<12 | hexValue[byte(x>>8)]<<8 | hexValue[byte(x>>16)]<<4 | hexValue[byte(x>>24)]
}

// unicodeEscape returns the character that the \u escape at p stands for, and its length, which is 12 for a pair of
// surrogates; n is 0 when it is not an escape.
func unicodeEscape(in unsafe.Pointer, p int) (r rune, n int) {
	if mem.Load8(in, p+1) != 'u' {
		return 0, 0
	}
	r = hex4(mem.Load32(in, p+2))
	if r < 0 {
		return 0, 0
	}
	if r&^0x7FF != 0xD800 {
		return r, 6
	}
	if r < 0xDC00 && mem.Load8(in, p+6) == '\\' && mem.Load8(in, p+7) == 'u' {
		if low := hex4(mem.Load32(in, p+8)); low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), 12
		}
	}
	return utf8.RuneError, 6
}

// keyCache remembers the names met as keys of maps, most of which come again and again.
type keyCache [256]string

// maxKey is the longest name that is remembered.
const maxKey = 32

// key returns the bytes from p to e as a string.
func (s *state) key(p, e int) string {
	n := e - p
	if n == 0 || n > maxKey {
		return s.own(p, e)
	}
	in := s.In
	// The first and the last 8 bytes; those before a short name are part of the input too, or of nothing at its start.
	h := word(in, p)
	if n < 8 {
		h &= 1<<(8*n) - 1
	} else {
		h ^= bits.RotateLeft64(word(in, e-8), 17)
	}
	h = (h ^ uint64(n)) * 0x9E3779B97F4A7C15
	slot := &s.keys[h>>56]
	if *slot == unsafe.String((*byte)(unsafe.Add(in, p)), n) {
		return *slot
	}
	*slot = s.own(p, e)
	return *slot
}
