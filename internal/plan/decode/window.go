package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// A window is the part of a reader's text that is in memory. A value in it is decoded in place, by a state that is a
// guest: it reads the text and bitmaps of the window's owner, and makes none of its own. If each value were copied,
// codecs that call one another would take memory and time proportional to their depth times the size of the input.

// guestGuesses and loneGuesses limit the memory that a guest may allocate in advance. Its budget (mem.Budget) is in
// proportion to the length of the input, which counts only up to these numbers of bytes, however long the window is.
const (
	guestGuesses = 256     // for windows with Call.Lent; small, since each level of nesting may have a guest
	loneGuesses  = 2 << 10 // for other windows, whose guests call no methods and codecs, and so have no guests themselves
)

// Resident keeps a state from one Call to the next, until End. With a Resident and Undo targets must be zero.
type Resident struct{ s *state }

// End releases the state that k keeps, if there is one. k may be used again.
func (k *Resident) End() {
	if s := k.s; s != nil {
		k.s, s.host.resident = nil, false
		s.release()
	}
}

// UnmarshalIn decodes the value at position start of w into the value that v points to, and returns the end of the
// value. In [1,2] with start 1 the value is 1, and end is 2. Offsets in faults count from start.
//
// A value is complete in the window if it ends before edge: the 12 at the end of a window may be the start of 123. If
// the window is Lent, the value is decoded as by Unmarshal, and the caller compares its end with edge. Otherwise
// UnmarshalIn decodes only complete values, of types that call no methods and codecs. For other values it leaves the
// target unchanged and returns -1 without a fault; the caller decodes such a value as a document when it has all of it.
func (c *Call) UnmarshalIn(w *wire.Input, start, edge int, v any) (end int, f *fault.Fault) {
	t, dst := c.target(v)
	switch {
	case !c.Lent && (t == nil || c.Depth >= maxDepth || !c.fitsWindow(t, dst)):
		return -1, nil
	case t == nil:
		return -1, &fault.Fault{Code: fault.BadTarget}
	case c.Depth >= maxDepth:
		return -1, &fault.Fault{Code: fault.TooDeep}
	case c.InPlace != nil:
		if t.special != shape.RawMessage && t.special != shape.DocumentValue {
			return -1, nil
		}
		text := c.InPlace[wire.Space(c.InPlace):]
		for len(text) > 0 && wire.IsSpace(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
		*(*[]byte)(dst) = text[:len(text):len(text)] // both types begin with the text
		return 0, nil
	}
	s := c.guest(w, start, edge)
	end, zero := s.walk(t, dst, c.Lent && c.Checked)
	if c.Lent {
		return s.conclude(t, end, dst, zero)
	}
	if end >= edge || c.Undo && s.fault.Code != fault.None {
		end = s.fail()
	}
	if end, f = s.conclude(t, end, dst, zero); f != nil && f.Code == fault.Syntax {
		f = nil
	}
	if c.Resident != nil && end > start {
		s.memory.Guesses.Fill(end-start, mem.GuessFactor) // more memory may be allocated in advance for the next value
	}
	return end, f
}

// fitsWindow reports whether a value in a window that is not Lent can be decoded in place, into the t at dst. Decoding
// must call no code of the user's, and need only the text of the value. Without a Resident the target must be small
// too, and under Undo it must be zero or free of pointers, since pointees could not be restored.
func (c *Call) fitsWindow(t *node, dst unsafe.Pointer) bool {
	g := c.Config
	return fast.Windows && !g.ValidateFirst && g.Limits.Bytes == 0 && g.Limits.Memory == 0 && g.Options&option.MayAlias == 0 &&
		c.Hidden == 0 && !t.callsMethods() && !t.lends() &&
		(c.Resident != nil || t.Size <= smallTarget && (!c.Undo || fast.Undo && t.PointerFree || isZero(dst, t.Size)))
}

// shallow is the deepest level of arrays, objects and codecs at which a guest has a complete state. Deeper guests have
// less memory for values, since there may be a guest for every few bytes of the input.
const shallow = 4

// guest returns a state that decodes the value at start in place, in the window w.
func (c *Call) guest(w *wire.Input, start, edge int) *state {
	var s *state
	switch k := c.Resident; {
	case k != nil && k.s != nil:
		s = k.s
		s.ready(c.Config, int(c.Depth))
		if s.In != w.In || s.Masks != w.Masks || s.N != w.N {
			s.In, s.Masks, s.N, s.input = w.In, w.Masks, w.N, mem.Slice(w.In, w.N)
		}
		s.Dirty, s.first = w.Dirty, start
		return s
	case c.Depth <= shallow || k != nil:
		s = states.Get().(*state)
		if k != nil {
			s.host.resident, k.s = true, s
		}
	default:
		s = guests.Get().(*state)
	}
	s.ready(c.Config, int(c.Depth))
	if s.memory.Blocks == nil {
		s.memory.Blocks = memory.NewBlocks(make([]memory.Slab, 1))
	}
	most := loneGuesses
	if c.Lent {
		most = guestGuesses
		s.share(c.Left)
		s.lending.offset = c.Offset
		s.hidden = c.Hidden
	}
	s.enter(w, start)
	s.memory.Guesses = mem.BudgetFor(min(edge-start, most))
	return s
}

// enter makes s a guest, which reads the window w, for the value at start. leave undoes that.
func (s *state) enter(w *wire.Input, start int) {
	s.host.guest, s.host.home, s.first = true, s.input, start
	s.Input, s.input = *w, mem.Slice(w.In, w.N)
}

func (s *state) leave() {
	if s.host.taken != nil {
		s.giveBack()
	}
	s.input, s.host.home, s.host.guest, s.first = s.host.home, nil, false, 0
	s.In, s.Masks = mem.Data(s.input), unsafe.Pointer(unsafe.SliceData(s.words))
	if s.N > mem.MostPooled/64 {
		s.lending.reader = nil // the reader refers to the window too, and would keep it alive
	}
}
