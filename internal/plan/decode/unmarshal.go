package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// The promise about targets: input that is not JSON leaves the target as it was.
// Checking the input first would cost good input a second walk, so what is zero is decoded into at once, and what was
// written is cleared if the input turns out bad (restore.go). What other targets hold is put by (keep.go). The input is
// checked first for targets that are large beside it.

// smallTarget is how many bytes of a target are looked at, to keep what it holds, whatever the length of the input is.
const smallTarget = 4 << 10

// isLarge reports whether a t has more bytes than may be looked at for the input: the input is validated first then.
// A [1000]int is for the input [1]: to see whether its 8,000 bytes are zero takes longer than to see that [1] is
// JSON.
func (s *state) isLarge(t *node) bool {
	return t.size > smallTarget && (s.guest || t.size > uintptr(s.N))
}

// document decodes the document data into the t at dst. It is run for the common case, in few words: a target that is
// zero, and a type that calls nobody.
// Its conditions are those under which begin would do nothing: the input need not be looked at first, nothing is
// put by, no limit counts, and no codec needs a guard.
func (c *Call) document(t *node, data []byte, dst unsafe.Pointer) Failed {
	if len(data) <= mostTiny {
		if fast.Tiny && tiny(c.Config, t, data, dst) {
			return Failed{}
		}
		if len(data) == 0 && !c.Config.Own { // which is met often, and never more than this
			return Failed{fault: &noInput}
		}
	}
	if t.calls.Load() != callsKnown || c.Config.Own || t.size > smallTarget {
		return c.run(t, data, dst)
	}
	s := acquire(c.Config, data, false)
	s.perhaps = c.Perhaps
	s.seek(t, c.All)
	p := 0
	if s.At(0) <= ' ' {
		p = s.Space(0)
	}
	zero := isZero(dst, t.size)
	s.checked, s.saving, s.outset = false, !zero, 0
	if !zero {
		s.room = s.roomToSave(t)
		if fast.Undo && !s.save(t, dst, 1, p) || !fast.Undo && !s.sure(nil) {
			s.broken(t)
			return s.finish()
		}
	}
	if meter.Invariants {
		s.checkModes()
	}
	p = t.run(s, t, p, dst)
	if (p == s.N || p >= 0 && s.Space(p) == s.N) && s.sound() {
		s.release()
		return Failed{}
	}
	return s.conclude(t, p, dst, zero)
}

// run decodes data into the t at dst.
func (c *Call) run(t *node, data []byte, dst unsafe.Pointer) Failed {
	if t.calls.Load()&lastBroken != 0 && c.Depth == 0 && !c.Config.Own && !c.Perhaps {
		if at, deep, err := toolchain.Syntax(data, 0); err != nil {
			return Failed{fault: &fault.Fault{Code: fault.Syntax, Offset: int64(at), Deep: deep, Err: err}}
		}
		t.calls.And(^uint32(lastBroken))
	}
	s := acquire(c.Config, data, t.callsMethods() || t.lends() || c.Config.Own || c.aliases())
	s.perhaps = c.Perhaps
	s.share(c.Left)
	s.seek(t, c.All)
	if s.depth = c.Depth; c.Counts {
		s.above = c.Depth
	}
	_, bad := s.run(t, dst, c.Checked)
	return bad
}

// broken notes that the input, which a t was to be decoded from, is not JSON. Who sends broken documents sends more
// of them. The next one is looked at before it is decoded, which takes several times as long.
func (s *state) broken(t *node) {
	if !s.guest && !s.perhaps && !s.cfg.Own && !meter.Forget {
		t.calls.Or(lastBroken)
	}
}

// run decodes the value into the t at dst, and gives s back unless it has failed. It returns where the value ends.
// With checked, it is known to be JSON that keeps to the rules.
func (s *state) run(t *node, dst unsafe.Pointer, checked bool) (end int, bad Failed) {
	zero, ok := s.begin(t, dst, checked)
	if !ok {
		s.broken(t)
		return -1, s.finish()
	}
	if meter.Invariants {
		s.checkModes()
	}
	p := s.Space(s.first)
	if t.lends() || s.limited {
		p = s.guarded(t, p, dst)
	} else {
		p = t.run(s, t, p, dst)
	}
	return p, s.conclude(t, p, dst, zero)
}

// begin decides how the t at dst is to be left as it is if the input is not JSON, and reports whether it is zero. ok is
// false where the input had to be looked at for that, and is not JSON.
func (s *state) begin(t *node, dst unsafe.Pointer, checked bool) (zero, ok bool) {
	s.checked, s.saving, s.outset = checked, false, s.depth
	if checked || s.cfg.ValidateFirst || s.isLarge(t) {
		// Nothing can go wrong then that would undo what is done.
		if !checked && !s.validInput() {
			return false, false
		}
		s.checked = true
		return false, true
	}
	meter.Look(int(t.size))
	if isZero(dst, t.size) {
		return true, true
	}
	s.saving, s.room = true, s.roomToSave(t)
	if !fast.Undo {
		return false, s.sure(nil)
	}
	return false, s.save(t, dst, 1, s.Space(s.first))
}

// roomToSave returns how many bytes a run with a t for its target may put by.
func (s *state) roomToSave(t *node) int { return leastSaved + savedPerByte*(s.N-s.first) + int(t.size) }

// conclude looks at how a run ended that got to p, or to -1, and gives s back unless that has failed. The target was
// zero, or what it held was put by, unless the input is known to be JSON.
// What is told is chosen in this order: the input is not JSON, wherever that is; a fault that ended the run; the
// first value that did not fit. Only in the first case, and where the memory's limit is met, does the target
// become what it was.
func (s *state) conclude(t *node, p int, dst unsafe.Pointer, zero bool) Failed {
	if p >= 0 && !s.guest && s.Space(p) < s.N {
		p = s.fail()
	}
	if p < 0 {
		s.depth = s.outset
	}
	if p < 0 && s.fault.Code != fault.Syntax && !s.checked && !(s.guest && s.fault.Code == fault.Codec) && !s.validInput() {
		// It ended early at something that does not fit. Bytes that are no JSON come first.
		s.fault = fault.Fault{Code: fault.Syntax}
	}
	if p < 0 && (s.fault.Code == fault.Syntax || s.fault.Code == fault.MuchMemory) {
		s.broken(t)
		s.restore(t, dst, zero)
	}
	if !s.cfg.Own && s.fault.Code != fault.None {
		s.findPath(t)
	}
	return s.finish()
}

// isZero reports whether the n bytes at p are all zero. What others write there meanwhile makes no difference where the
// input does not name it, so the race detector is not to look.
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
	if p >= 0 && !s.guest && s.Space(p) < s.N {
		p = s.fail()
	}
	s.depth = depth
	return p >= 0
}
