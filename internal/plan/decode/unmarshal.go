package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
)

// The promise about targets: input that is not JSON leaves the target as it was. Checking the input first would cost
// good input a second walk. So a zero target is decoded into at once, and cleared if the input turns out not to be JSON
// (restore.go). The values of other targets are saved (keep.go). The input is checked first for targets that are large
// beside it.

// smallTarget is how many bytes of a target are looked at, to keep what it holds, whatever the length of the input is.
const smallTarget = 4 << 10

// isLarge reports whether a t has more bytes than may be looked at for the input: then the input is checked first. A
// [1000]int is large for the input [1]: a look at its 8,000 bytes takes longer than a check of [1].
func (s *state) isLarge(t *node) bool {
	return t.Size > smallTarget && (s.host.guest || t.Size > uintptr(s.N))
}

// broken notes that the input, from which a t was to be decoded, is not JSON. A sender of broken documents sends more
// of them: the next one is looked at before it is decoded, which would take several times as long.
func (s *state) broken(t *node) {
	if !s.host.guest && !s.host.perhaps && !s.cfg.Own && !s.options.Has(option.EndAtFault) && !meter.Forget {
		t.calls.Or(lastBroken)
	}
}

// walk decodes the value at first into the t at dst. It returns where the value ends, or -1, and whether the target was
// zero. With checked, the input is known to be JSON that keeps to the rules. conclude ends what walk has begun: all
// calls come through these two.
func (s *state) walk(t *node, dst unsafe.Pointer, checked bool) (end int, zero bool) {
	p := s.first
	if s.At(p) <= ' ' {
		p = s.Space(p)
	}
	s.undo.checked, s.undo.saving, s.undo.outset = checked, false, int32(s.depth)
	if !checked {
		if s.Dirty && s.options.Has(option.ExactText) {
			return s.fail(), false
		}
		meter.Look(int(min(t.Size, smallTarget)))
		if zero = t.Size <= smallTarget && !s.cfg.ValidateFirst && isZero(dst, t.Size); !zero {
			if zero = s.open(t, p, dst); s.fault.Code != fault.None {
				return -1, false
			}
		}
	}
	if meter.Invariants {
		s.checkModes()
	}
	if t.lends() || s.limit.on {
		return s.guarded(t, p, dst), zero
	}
	return t.run(s, t, p, dst), zero
}

// open decides how the t at dst gets its old value back if the input is not JSON: it is zero, which open reports, or it
// is saved, or the input is checked first. There is a fault if the input had to be checked and is wrong. The value
// starts at p.
//
//go:noinline
func (s *state) open(t *node, p int, dst unsafe.Pointer) (zero bool) {
	switch {
	case s.cfg.ValidateFirst || s.isLarge(t) && !s.options.Has(option.EndAtFault):
		// After this nothing can happen that would undo values.
		s.undo.checked = true
		s.validInput()
		return false
	case t.Size > smallTarget && isZero(dst, t.Size):
		return true
	case s.options.Has(option.EndAtFault) && (!s.options.Has(option.MergeAnew) || s.isLarge(t)):
		s.fail()
		return false
	}
	s.undo.saving, s.undo.room = true, s.roomToSave(t)
	if fast.Undo && !s.save(t, dst, 1, p) || !fast.Undo && !s.careful() {
		s.undo.checked, s.undo.saving = true, false
		s.undo.unkeep()
	}
	return false
}

// roomToSave returns how many bytes a run with a t for its target may save.
func (s *state) roomToSave(t *node) int { return leastSaved + savedPerByte*(s.N-s.first) + int(t.Size) }

// conclude ends a run that got to p, or to -1, and gives s back. The target was zero, or its old value was saved,
// unless the input is known to be JSON.
//
// The fault is chosen in this order: the input is not JSON, wherever that is; a fault that ended the run; the first
// value that did not fit. The target gets its old value back only in the first case, and at the limit on memory.
func (s *state) conclude(t *node, p int, dst unsafe.Pointer, zero bool) (end int, f *fault.Fault) {
	if (p == s.N || p >= 0 && (s.host.guest || s.Space(p) == s.N)) && s.sound() {
		s.release()
		return p, nil
	}
	if p >= 0 && !s.host.guest && s.Space(p) < s.N || s.options.Has(option.EndAtFault) {
		p = s.fail()
		s.stacks.names = s.stacks.names[:0]
	}
	if p < 0 {
		s.depth = int(s.undo.outset)
	}
	if p < 0 && s.fault.Code != fault.Syntax && !s.undo.checked && !(s.host.guest && s.fault.Code == fault.Codec) && !s.validInput() {
		// The run ended early at a value that does not fit. Bytes that are not JSON come first.
		s.fault = fault.Fault{Code: fault.Syntax}
	}
	if p < 0 && (s.fault.Code == fault.Syntax || s.fault.Code == fault.MuchMemory) {
		if s.undo.log != nil {
			s.fault.Value = s.undo.log.calls()
		}
		s.broken(t)
		s.restore(t, dst, zero)
	}
	switch {
	case s.all != nil:
		s.listFaults(t)
	case !s.cfg.Own && s.fault.Code != fault.None:
		s.findPath(t)
	}
	return s.finish(p)
}

// finish gives s back after a run that got to p. It returns p, or -1 and the fault in memory of its own. The offsets of
// a guest's fault count from the start of its value.
func (s *state) finish(p int) (end int, f *fault.Fault) {
	if s.fault.Code == fault.None {
		s.release()
		return p, nil
	}
	f = new(fault.Fault)
	*f = s.fault
	if s.host.guest && f.Code != fault.Syntax {
		locate.Base(-s.first).MoveFault(f)
		if f.Code == fault.Codec {
			at, _ := loan.Codecs().Failure(f.Err)
			*at = f.Offset
		}
	}
	s.release()
	return -1, f
}

// isZero reports whether the n bytes at p are all zero. Writes of other goroutines make no difference where the input
// does not name the place, so the race detector must not report them.
//
//go:norace
func isZero(p unsafe.Pointer, n uintptr) bool {
	for ; n >= 8; n -= 8 {
		if *(*uint64)(unsafe.Add(p, n-8)) != 0 {
			return false
		}
	}
	for ; n > 0; n-- {
		if *(*byte)(unsafe.Add(p, n-1)) != 0 {
			return false
		}
	}
	return true
}

// validInput reports whether the input is one JSON value.
func (s *state) validInput() bool {
	meter.Look(s.N - s.first)
	depth := s.depth
	if s.cfg.ValidateFirst {
		return extra().validate(s)
	}
	p := s.skip(s.Space(s.first))
	if p >= 0 && !s.host.guest && s.Space(p) < s.N {
		p = s.fail()
	}
	s.depth = depth
	return p >= 0
}
