package decode

import (
	"math"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
)

// Input that is not JSON leaves the target as it was. Checking all input first would cost a second walk over good
// input. So a target that is zero is decoded into at once, and cleared if the input is not JSON (restore.go). The old
// values of other targets are saved first (keep.go), unless the target is large for the input.

const smallTarget = 4 << 10 // targets up to this size are compared with zero or saved, however short the input is

// isLarge reports whether checking the input first is cheaper than saving a t: for [1] into a [1000]int.
func (s *state) isLarge(t *node) bool {
	return t.Size > smallTarget && (s.host.guest || t.Size > uintptr(s.N))
}

// walk decodes the value at position first into the t at dst. zero says whether the target was zero. checked says that
// the input is known to be JSON that satisfies the rules. Every call goes through walk, and then through conclude.
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

// open decides how the t at dst will get its old value back if the input is not JSON. The value starts at p. There are
// three ways: if the target is zero, open returns true, and the target will be cleared; its value is saved; or the
// input is checked at once, and s.fault says whether it is wrong.
//
//go:noinline
func (s *state) open(t *node, p int, dst unsafe.Pointer) (zero bool) {
	switch {
	case s.cfg.ValidateFirst || s.isLarge(t) && s.options&(option.EndAtFault|option.Attempt) == 0:
		s.undo.checked = true // nothing is decoded before the check, so there is nothing to undo
		s.validInput()
		return false
	case t.Size > smallTarget && isZero(dst, t.Size):
		return true
	case s.options.Has(option.EndAtFault) && (!s.options.Has(option.MergeAnew) || s.isLarge(t)):
		s.fail()
		return false
	}
	s.undo.saving, s.undo.room = true, savedPerByte*(s.N-s.first)
	if s.options&(option.EndAtFault|option.Attempt) == 0 { // under these two options a full stack would end decoding
		s.undo.room = min(s.undo.room, mostSaved)
	}
	s.undo.room += leastSaved + int(t.Size)
	// The entries of a map can't be saved, so the input is checked first. decodeMapAny does that itself.
	check := !fast.Undo || t.entry > 0 && !(t.keyKind == keyString && t.elem.op == opAny) &&
		s.options&(option.EndAtFault|option.Attempt|option.MergeAnew) == 0
	if check && !s.checkIfSaving() || !check && !s.save(t, dst, 1, p) {
		s.undo.checked, s.undo.saving = true, false
		s.undo.dropSaved()
	}
	return false
}

// conclude ends decoding and releases s. p and zero are the results of walk. The fault is chosen in this order: the
// input is not JSON, wherever that is; a fault that ended decoding; the first value that did not fit. The target gets
// its old value back only in the first case, and at the limit on memory.
func (s *state) conclude(t *node, p int, dst unsafe.Pointer, zero bool) (end int, f *fault.Fault) {
	if (p == s.N || p >= 0 && (s.host.guest || s.Space(p) == s.N)) && s.sound() {
		s.release()
		return p, nil
	}
	if p >= 0 && !s.host.guest && s.Space(p) < s.N || s.options&(option.EndAtFault|option.Attempt) != 0 {
		p = s.fail()
		s.stacks.names = s.stacks.names[:0]
	}
	if p < 0 {
		s.depth = int(s.undo.outset)
	}
	if p < 0 && s.fault.Code != fault.Syntax && !s.undo.checked && !(s.host.guest && s.fault.Code == fault.Codec) && !s.validInput() {
		// Decoding ended early at a value that does not fit. If the rest of the input is not JSON, that is the fault.
		s.fault = fault.Fault{Code: fault.Syntax}
	}
	if p < 0 && (s.fault.Code == fault.Syntax || s.fault.Code == fault.MuchMemory) {
		if s.calls() > 0 {
			if !zero {
				s.copyCalled(0, nil, math.MaxInt)
			}
			s.copyCalled(0, dst, t.Size) // restore clears this memory
			s.fault.Value, s.undo.log = s.undo.log, nil
		}
		// Broken documents often come in series. Undoing takes several times as long as checking the next one first.
		if !s.host.guest && !s.host.trial && !s.cfg.Own && !s.options.Has(option.EndAtFault) && !meter.Forget {
			t.calls.Or(lastBroken)
		}
		s.restore(t, dst, zero)
	}
	if s.all != nil {
		extra().listFaults(s, t)
	}
	if s.fault.Code == fault.None {
		s.release()
		return p, nil
	}
	if _, called := s.fault.Value.(*fault.ReadCalls); !called && s.options.Has(option.EndAtFault) {
		s.release()
		return -1, &unexplained // the caller only asks whether there is a fault
	}
	f = fault.New()
	if s.all == nil && !s.cfg.Own {
		s.findPath(t, f.Path)
	}
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

// isZero reports whether the n bytes at p are all zero. Another goroutine may write to parts of the target that the
// input does not name. Such writes do not change the result of decoding, so the race detector must not report them.
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
	if s.cfg.ValidateFirst {
		return extra().validate(s)
	}
	depth := s.depth
	p := s.skip(s.Space(s.first))
	if p >= 0 && !s.host.guest && s.Space(p) < s.N {
		p = s.fail()
	}
	s.depth = depth
	return p >= 0
}
