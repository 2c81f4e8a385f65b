package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
)

func (s *state) copyString(p, e int) string {
	return s.memory.Arena.Text(mem.Add(s.In, uintptr(p)), e-p)
}

// text returns the string whose first character is at p, and the position after its closing quote.
func (s *state) text(p int) (string, int) {
	e := s.StringEnd(p)
	if s.At(e) != '"' || s.Dirty {
		return s.textSlow(p)
	}
	if t, ok := s.memory.Arena.Short(mem.Add(s.In, uintptr(p)), e-p); ok {
		return t, e + 1
	}
	if e == p {
		return "", e + 1
	}
	return s.copyString(p, e), e + 1
}

// textSlow is the part of text for strings with escapes, and for input that may not be UTF-8.
func (s *state) textSlow(p int) (string, int) {
	b, e := s.unquote(p)
	if e < 0 {
		return "", -1
	}
	return s.memory.Arena.Copy(b), e
}

// view is like text, but returns bytes that are valid until the next call of unquote.
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

// skip checks the value at p and returns the position after it: in {"a":[1,2],"b":3} it goes from 5 to 10.
func (s *state) skip(p int) int {
	if e := s.Skip(p, maxDepth-s.depth); e >= 0 {
		return e
	}
	return s.fail()
}

// skipString returns the position after the string whose opening quote is at p.
func (s *state) skipString(p int) int {
	if e := s.SkipString(p); e >= 0 {
		return e
	}
	return s.fail()
}
