package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// Walk decodes values of one type straight from windows, one after the other, with one state. The zero Walk is none.
// It is for streams of small values, one Value after another from the same window. A state is taken once and keeps
// its slabs for all of them only as long as a single run would: each Value ends with forget.
type Walk struct {
	s     *state
	t     *node
	input []byte // the state's own
}

// Walk begins a walk to values that c's Program decodes. There is none for types and configurations that only a whole
// input can be decoded for.
func (c *Call) Walk() Walk { return walk(c.Config, c.Program) }

func walk(c *plan.Config, t *node) Walk {
	if !fast.Windows || c.ValidateFirst || c.Limits.Bytes > 0 || c.Limits.Memory > 0 || c.Options&option.MayAlias != 0 || t.callsMethods() || t.lends() {
		return Walk{}
	}
	s := idle(c, 0)
	s.N, s.guesses = -1, mem.BudgetFor(0)
	s.checked, s.saving = true, false // all is undone where anything is wrong
	return Walk{s, t, s.input}
}

// Value decodes the value at start of w, at a depth of its own, into the t at dst, which is zero or was put by. It
// returns the position behind the value, which is before edge.
//
// In all other cases it returns -1 and leaves the target as it was: the value may go on behind the window, is not JSON,
// or does not fit. The caller then gets the value whole and decodes that.
// A value that reaches edge is not to be trusted: the 12 at the end of a window may be the start of 123.
func (k Walk) Value(w *wire.Input, start, edge int, dst mem.Ptr, depth int) int {
	s := k.s
	if s == nil || depth >= maxDepth {
		return -1
	}
	if s.In != w.In || s.Masks != w.Masks || s.N != w.N {
		s.In, s.Masks, s.N, s.input = w.In, w.Masks, w.N, mem.Slice(w.In, w.N)
	}
	s.Dirty, s.depth = w.Dirty, depth
	end := k.t.run(s, k.t, start, dst)
	if end < 0 || end >= edge || s.fault.Code != fault.None {
		end = -1
		s.fault = fault.Fault{}
		s.first = start
		s.restore(k.t, dst, len(s.kept) == 0)
		s.first = 0
	}
	s.forget()
	if end > start {
		s.guesses.Fill(end-start, mem.GuessFactor) // for the values behind this one
	}
	return end
}

// End gives back what the walk has taken. The windows are not the state's to keep.
func (k Walk) End() {
	if s := k.s; s != nil {
		s.N, s.input = 0, k.input
		s.In, s.Masks = mem.Data(s.input), unsafe.Pointer(unsafe.SliceData(s.words))
		s.trim()
		s.release()
	}
}

// loneGuesses is how many bytes of the window a walk to one value may make guesses for. The next walk begins anew.
const loneGuesses = 2 << 10

// walkTo is a walk to the one value at start of w, into the t at dst, which may hold anything.
// A target that holds pointers is left to the caller's other ways, unless it is zero.
func (c *Call) walkTo(w *wire.Input, start, edge int, t *node, dst unsafe.Pointer) int {
	if t == nil || t.size > smallTarget || c.Hidden > 0 {
		return -1
	}
	zero := isZero(dst, t.size)
	if !zero && (!fast.Undo || !t.pointerFree) {
		return -1
	}
	k := walk(c.Config, t)
	if k.s == nil {
		return -1
	}
	k.s.guesses = mem.BudgetFor(min(edge-start, loneGuesses))
	if k.s.room = smallTarget + placeCost; !zero {
		k.s.save(t, dst, 1, start)
	}
	end := k.Value(w, start, edge, dst, c.Depth)
	k.End()
	return end
}

// Resident decodes values in one window after the other, with one state, until its End. The zero Resident has none yet.
type Resident struct{ s *state }

// Unmarshal decodes the array or object behind the white space at first in w into what v points to, as c.Unmarshal
// does. It returns where the value ends or, with a fault that is not about syntax, -1. Guesses are made as for a value
// of size bytes.
//
// Of a value that may go on behind w, that is not JSON, or while which is decoded somebody may be called, nothing is
// decoded: -1 without a fault. Where w is cut within an array or object shows in the value itself, so that there is no
// edge to be looked at.
func (k *Resident) Unmarshal(c *Call, w *wire.Input, first, size int, v any) (end int, f *fault.Fault) {
	t, dst := c.target(v)
	if b := w.At(w.Space(first)); !fast.Windows || b != '{' && b != '[' || t == nil || t.callsMethods() || t.lends() || c.Config.Own || c.Depth >= maxDepth {
		return -1, nil
	}
	s := k.s
	if s == nil {
		s = states.Get().(*state)
		s.enter(w, first)
		s.resident, k.s = true, s
	}
	s.ready(c.Config, c.Depth)
	if s.In != w.In || s.Masks != w.Masks || s.N != w.N {
		s.In, s.Masks, s.N, s.input = w.In, w.Masks, w.N, mem.Slice(w.In, w.N)
	}
	s.Dirty, s.first, s.guesses = w.Dirty, first, mem.BudgetFor(size)+firstGuesses
	if end, f = s.visit(t, dst, false); f != nil && f.Code == fault.Syntax {
		f = nil
	}
	return end, f
}

// End gives back what k has taken.
func (k *Resident) End() {
	if s := k.s; s != nil {
		k.s, s.resident = nil, false
		s.release()
	}
}
