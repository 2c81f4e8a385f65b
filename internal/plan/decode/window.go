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

// Walk decodes values of one type directly from windows, one after the other, with one state. It is for streams of
// small values: one Value after the other from the same window. The state's slabs serve only one value each, as in a
// single run: each Value ends with forget. The zero Walk decodes nothing.
type Walk struct {
	s     *state
	t     *node
	input []byte // the state's own input
}

// Walk returns a Walk for values that c's Program decodes. It is the zero Walk for types and configurations that need
// the whole input.
func (c *Call) Walk() Walk { return walk(c.Config, c.Program) }

func walk(c *plan.Config, t *node) Walk {
	if !fast.Windows || c.ValidateFirst || c.Limits.Bytes > 0 || c.Limits.Memory > 0 || c.Options&option.MayAlias != 0 || t.callsMethods() || t.lends() {
		return Walk{}
	}
	s := idle(c, 0)
	s.N, s.guesses = -1, mem.BudgetFor(0)
	s.checked, s.saving = true, false // if anything is wrong all is undone
	return Walk{s, t, s.input}
}

// Value decodes the value at start of w, at the given depth, into the t at dst, which is zero or was saved. It returns
// the position after the value, which is before edge.
//
// In all other cases it returns -1 and leaves the target unchanged: the value may go on after the window, is not JSON,
// or does not fit. The caller then gets the whole value and decodes that. A value that reaches edge may be cut: the 12
// at the end of a window may be the start of 123.
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
		s.guesses.Fill(end-start, mem.GuessFactor) // for the next values
	}
	return end
}

// End gives the state back, without the windows.
func (k Walk) End() {
	if s := k.s; s != nil {
		s.N, s.input = 0, k.input
		s.In, s.Masks = mem.Data(s.input), unsafe.Pointer(unsafe.SliceData(s.words))
		s.trim()
		s.release()
	}
}

// loneGuesses is the input length from which the budget for guesses of a walk to one value is made. The next walk has a
// budget of its own.
const loneGuesses = 2 << 10

// walkTo is a walk to the one value at start of w, into the t at dst, which may hold anything. It returns -1 for a
// target that holds pointers, unless it is zero; the caller then decodes the value in another way.
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

// Resident decodes values in one window after the other, with one state, until End. The zero Resident takes its state
// when it needs one.
type Resident struct{ s *state }

// Unmarshal decodes the array or object in w, after white space at first, into the value that v points to, as
// c.Unmarshal does. It returns where the value ends or, with a fault that is not about syntax, -1. Guesses are made as
// for a value of size bytes.
//
// It decodes nothing, and returns -1 without a fault, for a value that may go on after w, that is not JSON, or that
// calls methods. If w cuts an array or object, the value itself shows that, so no edge is needed.
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

// End gives back the state of k.
func (k *Resident) End() {
	if s := k.s; s != nil {
		k.s, s.resident = nil, false
		s.release()
	}
}
