package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Values that codecs read through plans are decoded in the window that the codec has borrowed, by a state that is a
// guest in it. With a copy for each value, codecs that call one another would take memory and time proportional to
// their depth times the size of the input.

// guestGuesses is the input length from which a guest's budget for guesses is made. It is small, since there may be a
// guest for each level of nesting.
const guestGuesses = 256

// UnmarshalIn decodes the value at position start of w into the value that v points to, which may hold anything, and
// returns the end of the value. It ignores the text after the value: in [1,2] with start 1 the value is 1, and end is
// 2.
//
// If the window is not Lent, it decodes only values that end before edge, fit, and call no methods. In all other cases
// it leaves the target unchanged, and returns -1 without a fault: the value may go on after the window, and the caller
// then gets it as a whole. A value that reaches edge may be cut: the 12 at the end of a window may be the start of 123.
//
// If the window is Lent, the value is decoded as by Unmarshal, and the caller tests whether it reaches edge. Offsets in
// faults count from start.
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

// shallow is the deepest level of containers and codecs at which a guest has a whole state. Deeper guests have memory
// with one slot, since there may be one for every few bytes of the input.
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

// enter makes s a guest in w, for the value that starts at start. Its own input is stored in home, and its own words
// stay in place; leave returns to both.
func (s *state) enter(w *wire.Input, start int) {
	s.guest, s.home, s.first = true, s.input, start
	s.Input, s.input = *w, mem.Slice(w.In, w.N)
}

// visit decodes the value that s is a guest for into the t at dst, and gives s back. Offsets in the fault count from
// the value's start.
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

// leave returns to the state's own memory. The masks that it used belong to the host; its own are in words, which were
// not changed.
func (s *state) leave() {
	if s.taken != nil {
		s.giveBack()
	}
	s.input, s.home, s.guest, s.first = s.home, nil, false, 0
	s.In, s.Masks = mem.Data(s.input), unsafe.Pointer(unsafe.SliceData(s.words))
	if s.N > mem.MostPooled/64 {
		s.reader = nil // the reader holds on to the window too
	}
}
