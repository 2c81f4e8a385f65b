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

// decodeMethod decodes by the UnmarshalJSON method of the value's address. The method sees the caller's own bytes.
func decodeMethod(s *state, t *node, p int, dst unsafe.Pointer) int {
	var e int
	if t.special == shape.Time {
		e = s.skip(p) // its method is not the caller's
	} else {
		e = s.argument(p)
	}
	if e < 0 {
		return -1
	}
	u := t.receiver(dst).(shape.Unmarshaler)
	if err := s.unmarshalJSON(u, p, e); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// receiver returns the pointer to the t at dst.
func (t *node) receiver(dst unsafe.Pointer) any {
	if t.word != nil {
		return mem.Interface(t.word, dst)
	}
	return reflect.NewAt(t.rtype, dst).Interface()
}

// decodeText decodes a string by the UnmarshalText method of the value's address.
func decodeText(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.noText(t, p, dst)
	}
	e := s.skipString(p)
	if e < 0 || t.special == shape.Ordinary && !s.checked && !s.sure(nil) {
		return -1
	}
	u := t.receiver(dst).(encoding.TextUnmarshaler)
	if err := u.UnmarshalText(s.contents(p, e)); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// noText treats the value at p, which is no string, where the t at dst, or what it leads to as a pointer, is decoded
// by UnmarshalText.
func (s *state) noText(t *node, p int, dst unsafe.Pointer) int {
	if s.IsNull(p) {
		if k := t.rtype.Kind(); s.options.Has(option.NullClearsTexts) && (k == reflect.Map || k == reflect.Slice) {
			t.zero(dst)
		}
		return p + 4
	}
	if !s.careful() {
		return -1
	}
	// The error names the outermost pointer. All that lead on from it are made as if there were something to decode.
	for in := t; in.op == opPointer; in = in.elem {
		slot := (*unsafe.Pointer)(dst)
		if *slot == nil {
			*slot = s.pointee(in.elem, p)
		}
		dst = *slot
	}
	e := s.mismatch(t, p, dst)
	if toolchain.NamesOutermost && s.fault.Code == fault.Mismatch && p == s.Space(s.first) {
		s.fault.Outermost = true
	}
	return e
}
