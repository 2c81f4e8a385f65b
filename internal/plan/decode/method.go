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

// Methods of the caller's. {"A":{"b":1}} with an UnmarshalJSON for the type of A calls it with {"b":1}, and "x"
// with an UnmarshalText calls that with x. A method may do anything: keep its argument, change the value around
// it, panic. So no method is called before all of the input is known to be JSON (sure), and from there on nothing
// is undone.

// decodeMethod decodes by the UnmarshalJSON method of the value's address. The method sees the caller's own bytes.
// Where the value ends is known from the walk that has made sure of the input: argument asks its notes.
// time.Time's method keeps nothing and calls nobody, so it needs no such walk.
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
	if err := s.unmarshalJSON(u, t.size, p, e); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// receiver returns the pointer to the t at dst.
// It is an interface of the pointer's type word and dst, put together without reflection.
func (t *node) receiver(dst unsafe.Pointer) any {
	if t.word != nil {
		return mem.Interface(t.word, dst)
	}
	return reflect.NewAt(t.rtype, dst).Interface()
}

// decodeText decodes a string by the UnmarshalText method of the value's address. A method of the caller's must not be
// called for input that is not JSON, which is looked at first; those of special types, as netip.Addr, may be.
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
		return s.method(p, e, toolchain.TextError(err))
	}
	return e
}

// noText treats the value at p, which is no string, where the t at dst, or what it leads to as a pointer, is decoded
// by UnmarshalText.
// null leaves most of them as they are; the toolchain is asked for the words about all else (mismatch).
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
