package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// Values that codecs read by way of plans are decoded in the window that the codec has on lease, by a state that is
// a guest there. With a copy for each, codecs that call one another would take memory and time in proportion to
// their depth times the size of the input.

// guestGuesses is how many bytes of the window a guest may make guesses for: there may be one for each level of
// nesting.
const guestGuesses = 256

// DecodeLent decodes the value that starts at start in w, a window that stays as it is, at a depth of its own. It
// returns where the value ends. Offsets in errors are counted from start. With checked, the value is known to be
// JSON that keeps to c's rules.
func DecodeLent(c *plan.Config, bits option.Set, t *Type, w *wire.Input, start int, dst mem.Ptr, depth int, checked bool) (end int, f *fault.Fault) {
	if depth >= maxDepth {
		return -1, &fault.Fault{Code: fault.TooDeep}
	}
	s := states.Get().(*state)
	if s.cfg != c {
		s.cfg = c
	}
	s.bits, s.depth, s.above, s.first = bits, depth, 0, start
	s.guest, s.home = true, s.input
	s.Input, s.input = *w, mem.Slice(w.In, w.N)
	s.guesses = budgetFor(min(w.N-start, guestGuesses))
	end, err := s.run(t, dst, checked)
	if err == nil {
		return end, nil
	}
	if f = err.(*fault.Fault); f.Code == fault.Syntax {
		return -1, f
	}
	f.Offset -= int64(start)
	if f.Within > 0 {
		f.Within -= int64(start)
	}
	if failure, ok := f.Err.(*codec.Failure); ok {
		failure.Offset = f.Offset
	}
	return -1, f
}

// leave goes back to the state's own memory.
func (s *state) leave() {
	s.input, s.home, s.guest, s.first = s.home, nil, false, 0
	s.In, s.Masks = mem.Data(s.input), unsafe.Pointer(unsafe.SliceData(s.words))
	if s.N > mem.MostPooled/64 {
		s.reader = nil // it has the window too
	}
}
