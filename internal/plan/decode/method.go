package decode

import (
	"encoding"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Calls of UnmarshalJSON and UnmarshalText methods. For {"A":{"b":1}} an UnmarshalJSON of A's type is called with
// {"b":1}; for {"A":"x"} an UnmarshalText is called with x. A method may do anything: keep its argument, change the
// value around it, panic. So no method is called before all of the input is known to be JSON (state.checkInput).

// decodeMethod decodes by the UnmarshalJSON method of the pointer dst. The method gets the caller's own bytes.
func decodeMethod(s *state, t *node, p int, dst unsafe.Pointer) int {
	var e int
	switch {
	case t.special == shape.Time:
		e = s.skip(p) // the method is of the standard library, so no check is needed
	case s.options.Has(option.EndAtFault):
		e = s.strictly(p)
	default:
		e = s.argument(p)
	}
	if e < 0 {
		return -1
	}
	u := t.receiver(dst).(shape.Unmarshaler)
	err := s.unmarshalJSON(u, t.Size, p, e)
	if s.options.Has(option.EndAtFault) {
		s.called(t, p, u, fault.UnmarshalJSON, err)
	}
	if err != nil {
		return s.method(p, e, err)
	}
	return e
}

// receiver returns dst as an interface that holds a pointer to a t.
func (t *node) receiver(dst unsafe.Pointer) any {
	if t.word != nil {
		return mem.Interface(t.word, dst)
	}
	return reflect.NewAt(t.Type, dst).Interface()
}

// decodeText decodes a string by the UnmarshalText method of the pointer dst. Before the user's methods are called the
// input is checked; for methods of special types, such as netip.Addr, it need not be.
func decodeText(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.noText(t, p, dst)
	}
	var e int
	if s.options.Has(option.EndAtFault) {
		e = s.strictly(p)
	} else if e = s.skipString(p); e >= 0 && t.special == shape.Ordinary && !s.undo.checked && !s.checkInput(nil) {
		return -1
	}
	if e < 0 {
		return -1
	}
	u := t.receiver(dst).(encoding.TextUnmarshaler)
	err := u.UnmarshalText(s.contents(p, e))
	if s.options.Has(option.EndAtFault) && t.special == shape.Ordinary {
		s.called(t, p, u, fault.UnmarshalText, err)
	}
	if err != nil {
		return s.method(p, e, toolchain.TextError(err))
	}
	return e
}

// noText is called for a value at p that is not a string, although the target at dst, of type t, has an UnmarshalText
// method or is a pointer to such a type. null sets pointers to nil, as well as maps and slices under NullClearsTexts,
// and leaves other targets unchanged. Other values are mismatches.
func (s *state) noText(t *node, p int, dst unsafe.Pointer) int {
	if s.IsNull(p) {
		if k := t.Type.Kind(); s.cfg.Release.Has(option.NullClearsTexts) && (k == reflect.Map || k == reflect.Slice) {
			t.Zero(dst)
		}
		return s.cleared(t, p, dst)
	}
	if !s.checkIfSaving() {
		return -1
	}
	// The error names the outermost pointer type. All inner pointers get pointees, as for a value that fits.
	in := t
	for ; in.op == opPointer; in = in.elem {
		slot := (*unsafe.Pointer)(dst)
		if *slot == nil {
			*slot = s.pointee(in.elem, p)
		}
		dst = *slot
	}
	if s.options.Has(option.EndAtFault) {
		return s.stop(in, p)
	}
	e := s.mismatch(t, p, dst)
	if toolchain.NamesOutermost && s.fault.Code == fault.Mismatch && p == s.Space(s.first) {
		s.fault.Outermost = true
	}
	return e
}
