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
	return s.foreignBytes(t, s.raw(p, e), p, p, e, dst)
}

// foreignBytes has the toolchain decode raw, which stands for the value from p to e, and whose first byte stands at from.
func (s *state) foreignBytes(t *typ, raw []byte, from, p, e int, dst unsafe.Pointer) int {
	goesOn, err := toolchain.DecodeInto(raw, from-s.first, reflect.NewAt(t.rtype, dst).Elem(), t.quoted, s.bits)
	if err == nil {
		return e
	}
	return s.misfit(p, e, goesOn, err)
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
