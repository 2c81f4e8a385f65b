package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Values that codecs read by way of plans are decoded in the window that the codec has on lease, by a state that is
// a guest there. With a copy for each, codecs that call one another would take memory and time in proportion to
// their depth times the size of the input.

// guestGuesses is how many bytes of the window a guest may make guesses for: there may be one for each level of
// nesting.
const guestGuesses = 256

// UnmarshalIn decodes the value that starts at start in w into what v points to, which may hold anything, and returns
// where the value ends. What stands behind it in w is not looked at: in [1,2] and from 1 on the value is 1, and end
// is 2.
//
// Where the window is not Lent, it decodes values that end before edge, fit, and call nobody. In all other cases it
// leaves the target as it was, and returns -1 without a fault: the value may go on behind the window, and the caller
// gets it whole. A value that reaches edge is not to be trusted: the 12 at the end of a window may be the start of 123.
//
// Where the window is Lent, the value is decoded as Unmarshal does it, and whether it reaches edge is for the caller to
// look at. Offsets in faults are counted from start.
func (c *Call) UnmarshalIn(w *wire.Input, start, edge int, v any) (end int, f *fault.Fault) {
	t, dst := c.target(v)
	switch {
	case !c.Lent:
		return c.walkTo(w, start, edge, t, dst), nil
	case t == nil:
		return -1, &fault.Fault{Code: fault.BadTarget}
	case c.Depth >= maxDepth:
		return -1, &fault.Fault{Code: fault.TooDeep}
	}
	s := c.guest()
	s.share(c.Left)
	s.enter(w, start)
	s.hidden = uint32(c.Hidden)
	s.guesses = mem.BudgetFor(min(w.N-start, guestGuesses))
	return s.visit(t, dst, c.Checked)
}

// shallow is how deep in containers and codecs a guest has a whole state. Deeper ones have a memory of one slot: there
// may be one for each few bytes of the input.
const shallow = 4

// guest returns a state for a guest of a codec.
func (c *Call) guest() *state {
	if c.Depth <= shallow {
		return idle(c.Config, c.Depth)
	}
	s := guests.Get().(*state)
	s.ready(c.Config, c.Depth)
	if s.memory == nil {
		s.memory = newMemory(1)
	}
	return s
}

// enter makes s a guest in w, for the value that starts at start.
// Its own input waits in home, its own words stay where they are, and leave goes back to both.
func (s *state) enter(w *wire.Input, start int) {
	s.guest, s.home, s.first = true, s.input, start
	s.Input, s.input = *w, mem.Slice(w.In, w.N)
}

// visit decodes the value that s is a guest for into the t at dst, and gives s back. Offsets in the fault are counted
// from the value's start.
func (s *state) visit(t *node, dst mem.Ptr, checked bool) (end int, f *fault.Fault) {
	start := s.first
	end, bad := s.run(t, dst, checked)
	if f = bad.Take(); f == nil {
		return end, nil
	}
	if f.Code == fault.Syntax {
		return -1, f
	}
	f.Offset -= int64(start)
	if f.Within > 0 {
		f.Within -= int64(start)
	}
	if f.Code == fault.Codec {
		at, _ := loan.Codecs().Failure(f.Err)
		*at = f.Offset
	}
	return -1, f
}

// leave goes back to the state's own memory.
// The masks of the state were its host's; its own are in words, which nobody has touched.
func (s *state) leave() {
	if s.taken != nil {
		s.giveBack()
	}
	s.input, s.home, s.guest, s.first = s.home, nil, false, 0
	s.In, s.Masks = mem.Data(s.input), unsafe.Pointer(unsafe.SliceData(s.words))
	if s.N > mem.MostPooled/64 {
		s.reader = nil // it has the window too
	}
}
