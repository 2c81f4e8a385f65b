package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
)

// copyString returns a copy of the bytes of the input from p to e as a string.
func (s *state) copyString(p, e int) string {
	return s.memory.Arena.Text(mem.Add(s.In, uintptr(p)), e-p)
}

// text returns the string whose first character is at p, and the position after its closing quote, or -1 after a fault.
// StringEnd finds the first quote, backslash or control character by the bitmap. If that is a quote and the input is
// known to be UTF-8, the bytes before it are the string.
func (s *state) text(p int) (string, int) {
	e := s.StringEnd(p)
	if s.At(e) != '"' || s.Dirty {
		return s.textSlow(p)
	}
	if t, ok := s.memory.Arena.Short(mem.Add(s.In, uintptr(p)), e-p); ok {
		return t, e + 1
	}
	return s.copyString(p, e), e + 1
}

// textSlow is the part of text for strings with escapes, and for input that may not be UTF-8. It first decodes them
// into scratch memory.
func (s *state) textSlow(p int) (string, int) {
	b, e := s.unquote(p)
	if e < 0 {
		return "", -1
	}
	return s.memory.Arena.Copy(b), e
}

// view returns the contents of the string whose first character is at p, and the position after its closing quote, or
// -1 after a fault. The contents are valid until the next call of unquote.
func (s *state) view(p int) ([]byte, int) {
	e := s.StringEnd(p)
	if s.At(e) == '"' && !s.Dirty {
		return unsafe.Slice((*byte)(unsafe.Add(s.In, p)), e-p), e + 1
	}
	return s.unquote(p)
}

// unquote is the part of view for strings with escapes or invalid UTF-8. It decodes them into scratch memory.
func (s *state) unquote(p int) ([]byte, int) {
	s.Inexact = false
	b, e := s.AppendText(s.stacks.scratch[:0], p)
	if e < 0 {
		return nil, s.fail()
	}
	s.stacks.scratch = b
	if s.options.Has(option.ExactText) && s.Inexact {
		return nil, s.fail()
	}
	return b, e
}

// key returns the bytes from p to e as a string, from the cache of map keys if possible.
func (s *state) key(p, e int) string { return s.memory.Key(mem.Add(s.In, uintptr(p)), e-p) }
