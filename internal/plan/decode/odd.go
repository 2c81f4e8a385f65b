package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// other decodes a value that is not of the kind that t's decoder looks for: null, a value of another kind, a number out
// of range. null leaves a target without pointers as it is; all else is left to the toolchain.
func (s *state) other(t *typ, p int, dst unsafe.Pointer) int {
	if s.IsNull(p) && t.nullKeeps {
		return p + 4
	}
	return s.foreign(t, p, dst)
}

func decodeForeign(s *state, t *typ, p int, dst unsafe.Pointer) int { return s.foreign(t, p, dst) }

// foreign has the toolchain decode the value at p into dst: the cold path of values that do not fit, and of types too
// rare for a decoder of their own. What it does to dst, and whether it would go on afterwards, is then right by
// construction.
func (s *state) foreign(t *typ, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	if s.bits.Has(option.FuzzyDecode) && s.fuzzy(t, p, e, dst) {
		return e
	}
	if !s.cfg.Own && s.all == nil && p == s.Space(s.first) {
		s.fault = fault.Fault{Code: fault.Whole, Offset: int64(p)}
		return e
	}
	if !isZero(dst, t.size) {
		s.held = true
	}
	goesOn, err := toolchain.DecodeInto(s.raw(p, e), p-s.first, t.target(dst), t.quoted, s.bits)
	if err == nil {
		return e
	}
	return s.misfit(p, e, goesOn, err)
}

// target returns the t at dst as the toolchain has to see it to find the methods that t has: for a typ that only
// some pointers lead to, such a pointer.
func (t *typ) target(dst unsafe.Pointer) reflect.Value {
	at := reflect.NewAt(t.rtype, dst)
	if t.pointer == nil {
		return at.Elem()
	}
	p := reflect.New(t.pointer).Elem()
	p.Set(at.Convert(t.pointer))
	return p
}

// misfit notes that the value from p to e does not fit its place. It returns e, or -1 where decoding ends there.
func (s *state) misfit(p, e int, goesOn bool, err error) int {
	f := fault.Fault{Code: fault.Mismatch, Offset: int64(p), Err: err}
	if s.all != nil {
		s.collect(f)
		return e
	}
	if s.fault.Code == fault.None || !goesOn {
		s.fault = f
	}
	if !goesOn {
		return -1
	}
	return e
}

// method notes the error of a method of the caller's. encoding/json ends there before version 2; its newer engine goes
// on and returns the first error at the end.
func (s *state) method(p, e int, err error) int {
	f := fault.Fault{Code: fault.Method, Offset: int64(p), Err: err}
	if s.all != nil {
		s.collect(f)
		return e
	}
	if s.fault.Code == fault.None || !s.cfg.Options.Has(option.MethodErrorsGoOn) {
		s.fault = f
	}
	if !s.cfg.Options.Has(option.MethodErrorsGoOn) {
		return -1
	}
	return e
}
