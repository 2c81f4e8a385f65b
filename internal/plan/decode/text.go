package decode

import (
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// copyString returns a copy of the bytes of the input from p to e as a string.
func (s *state) copyString(p, e int) string { return s.arena.Text(mem.Add(s.In, uintptr(p)), e-p) }

// text returns the string whose first character is at p, and the position after its closing quote, or -1. For "abc" the
// bitmap of specials shows the first quote, backslash or control character. If that is a quote and the input is known
// to be UTF-8, the bytes before it are the string.
func (s *state) text(p int) (string, int) {
	e := s.StringEnd(p)
	if s.At(e) != '"' || s.Dirty {
		return s.textSlow(p)
	}
	if t, ok := s.arena.Short(mem.Add(s.In, uintptr(p)), e-p); ok {
		return t, e + 1
	}
	return s.copyString(p, e), e + 1
}

// textSlow is text for strings with escapes, or in an input that may not be UTF-8. They go through scratch memory.
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

// unquote is view for strings with escapes or invalid UTF-8.
func (s *state) unquote(p int) ([]byte, int) {
	b, e := s.AppendText(s.scratch[:0], p)
	if e < 0 {
		return nil, s.fail()
	}
	s.scratch = b
	if s.options.Has(option.ExactText) && !wire.IsExact(s.input[p-1:e]) {
		return nil, s.fail()
	}
	return b, e
}

// keyCache caches keys of maps, most of which come again and again. It is a hash table in which a newer name replaces
// an older one. Names are compared completely, so a name that is found is right, whatever the hash is. It lives with
// the memory of the state, over many runs: it can keep alive at most 256 strings of 32 bytes, each with its block of
// the arena.
type keyCache [256]string

// maxKey is the longest name that is cached.
const maxKey = 32

// key returns the bytes from p to e as a string.
func (s *state) key(p, e int) string {
	n := e - p
	if n == 0 || n > maxKey {
		return s.copyString(p, e)
	}
	in := s.In
	// The first and the last 8 bytes of the name. Bytes after a shorter name are masked out.
	h := word(in, p)
	if n < 8 {
		h &= 1<<(8*n) - 1
	} else {
		h ^= bits.RotateLeft64(word(in, e-8), 17)
	}
	h = (h ^ uint64(n)) * 0x9E3779B97F4A7C15
	if s.keys == nil {
		s.keys = new(keyCache)
	}
	slot := &s.keys[h>>56]
	if *slot == unsafe.String((*byte)(unsafe.Add(in, p)), n) {
		return *slot
	}
	*slot = s.copyString(p, e)
	return *slot
}
