package decode

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Values that do not fit are treated here: of {"a":"x","b":2} into integers the first one leaves a as it was, b becomes
// 2, and the error is about "x". One of another kind than the target, or out of the target's range, leaves the target
// as it is in all releases of encoding/json: it is passed over (mismatch). The toolchain is asked about the first one
// only, for the words of the error, which no later one can change. Values that the toolchain may find a meaning for,
// which has changed between releases, are decoded by it (fallback): those are few, and each costs a call of
// encoding/json.

// other decodes a value that is not of the kind that t's decoder looks for: null, which leaves a target without
// pointers as it is, or a value that does not fit.
// It is the one call that the loops have for all that is rare about a value.
func (s *state) other(t *node, p int, dst unsafe.Pointer) int {
	if s.IsNull(p) && t.nullKeeps {
		return s.cleared(t, p, dst)
	}
	if s.cfg.Release.Has(option.BeforeGo1272) && (t.op == opFloat64 || t.op == opFloat32) && (s.At(p) == '-' || s.At(p)-'0' <= 9) {
		s.overflow(t, p, dst)
	}
	return s.mismatch(t, p, dst)
}

// cleared returns the position after the null at p, which leaves the t at dst as it is, or makes it zero.
func (s *state) cleared(t *node, p int, dst unsafe.Pointer) int {
	if s.options.Has(option.MergeAnew) {
		t.Zero(dst)
	}
	return p + 4
}

// infinity returns what encoding/json makes of the number at p, which is out of range, before Go 1.27.2.
func (s *state) infinity(p int) float64 {
	if s.At(p) == '-' {
		return math.Inf(-1)
	}
	return math.Inf(1)
}

// overflow stores the infinity that the number at p is for the t, a float, at dst.
func (s *state) overflow(t *node, p int, dst unsafe.Pointer) {
	if t.Size == 4 {
		*(*float32)(dst) = float32(s.infinity(p))
	} else {
		*(*float64)(dst) = s.infinity(p)
	}
}

// mismatch passes over the value at p, which does not fit the t at dst.
// Three ways lead to the toolchain's words: as a field's value, where a method or a tag has a part in it; as
// generated code has it; and by the kind alone. The text that it is asked about is a short one of the same kind
// (kindOf), so that the question costs the same for a string of 1 MB, and the answer can be remembered.
func (s *state) mismatch(t *node, p int, dst unsafe.Pointer) int {
	if s.options.Has(option.EndAtFault) {
		return s.fail()
	}
	e := s.skip(p)
	if e < 0 || s.options&standIns != 0 && extra().standsFor(s, t, p, e, dst) || s.decided() {
		return e
	}
	raw, from := s.kindOf(p, e), p-s.first
	if raw[0] == '"' {
		from = e - len(raw) - s.first // errors tell where a string ends
	}
	var err error
	var answers *toolchain.Answers
	if s.all != nil {
		answers = &s.all.answers
	}
	if t.pointer != nil || t.quoted || t.text || t.hasMethods(s.cfg) {
		err = s.fieldError(t, raw, from, t.quoted)
	} else if s.cfg.Shape.Plain && (t.methods.Load() == uncalled || shape.GenerationOf(t.Type).Decodes) {
		err = toolchain.PlainError(raw, from, t.Type, answers)
	} else {
		err = toolchain.KindError(raw, from, t.Type, answers, func() reflect.Value { return reflect.NewAt(t.Type, dst) })
	}
	s.mismatched(t, p, err)
	return e
}

// fieldError returns the toolchain's error about raw, which starts at from, as the value of a field of t's type.
func (s *state) fieldError(t *node, raw string, from int, quoted bool) error {
	as := s.asked(t)
	return s.renamed(t, as, toolchain.FieldError(raw, from, as, quoted, s.options))
}

// asked returns the type that the toolchain has to be asked about to find the methods that t has: for a node that only
// some pointers lead to, such a pointer's. Where generated methods do not count, a type without them is asked about:
// they would lead back here.
func (s *state) asked(t *node) reflect.Type {
	rt := t.Type
	switch {
	case t.pointer != nil:
		return t.pointer
	case !s.cfg.Shape.Plain:
	case shape.GenerationOf(rt).Decodes:
		return shape.Bare(rt)
	case t.quoted && rt.Kind() == pointerKind && shape.GenerationOf(rt.Elem()).Decodes:
		return reflect.PointerTo(shape.Bare(rt.Elem()))
	}
	return rt
}

// renamed makes an error about as, which was asked about for t, one about t's type.
func (s *state) renamed(t *node, as reflect.Type, err error) error {
	rt := t.Type
	if err == nil || as == rt || t.pointer != nil {
		return err
	}
	te, ok := err.(*json.UnmarshalTypeError)
	switch text, of := strings.CutSuffix(err.Error(), " into "+as.String()); {
	case !ok && of && t.quoted:
		// Errors about the tag option "string" have the type in their words alone.
		return errors.New(text + " into " + rt.String())
	case ok && te.Type == as:
		te.Type = rt
	case ok && rt.Kind() == pointerKind && te.Type == as.Elem():
		te.Type = rt.Elem()
	case !ok && t.quoted && rt.Kind() == pointerKind:
		if text, of := strings.CutSuffix(err.Error(), " into "+as.Elem().String()); of {
			return errors.New(text + " into " + rt.Elem().String())
		}
	}
	return err
}

// hasMethods reports whether t's type has methods for decoding, whether they are called or not.
func (t *node) hasMethods(c *plan.Dialect) bool {
	known := t.methods.Load()
	if known == 0 {
		if known = noMethods; c.Shape.MethodsOf(t.Type).Pointer&shape.Unmarshals != 0 {
			known = someMethods
		}
		t.methods.Store(known)
	}
	return known == someMethods
}

// mismatched notes the toolchain's error about the value at p, after which decoding goes on.
func (s *state) mismatched(t *node, p int, err error) {
	switch {
	case err == nil:
	case s.all != nil:
		s.collect(fault.Fault{Code: fault.Mismatch, Offset: int64(p), Err: err, Value: t})
	case s.fault.Code == fault.None:
		s.fault.Code, s.fault.Offset, s.fault.Err = fault.Mismatch, int64(p), err
	}
}

// kindOf returns a text as short as possible that does not fit where the value from p to e does not for its kind: a
// number, true or false as it is, else an empty string, array or object.
func (s *state) kindOf(p, e int) string {
	switch s.At(p) {
	case '"':
		return `""`
	case '[':
		return `[]`
	case '{':
		return `{}`
	case 't':
		return "true"
	case 'f':
		return "false"
	}
	return string(s.input[p:e])
}

// decided reports whether a further fault that does not end decoding changes nothing about the result. For [1,"x","y"]
// into []int the "x" decides, and the toolchain is not asked about "y".
func (s *state) decided() bool {
	if s.all != nil {
		return len(s.all.values) == s.all.most
	}
	return s.fault.Code != fault.None
}

// decodeFallback decodes a type that has no decoder here. Where no method is called, null is known to make a map nil,
// and to leave all else as it is.
func decodeFallback(s *state, t *node, p int, dst unsafe.Pointer) int {
	if plain := !t.quoted && !t.hasMethods(s.cfg); plain && s.IsNull(p) {
		if t.Type.Kind() == reflect.Map {
			*(*unsafe.Pointer)(dst) = nil
		}
		return p + 4
	} else if plain && (s.all != nil || s.decided()) {
		switch t.Type.Kind() {
		case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128:
			return s.mismatch(t, p, dst) // no value fits, and questions about short texts are remembered
		}
	}
	return s.fallback(t, p, dst)
}

// fallback has the toolchain decode the value at p into dst. The effect on dst, and whether decoding goes on, is then
// right by construction.
func (s *state) fallback(t *node, p int, dst unsafe.Pointer) int {
	if s.options.Has(option.EndAtFault) {
		return s.fail()
	}
	e := s.skip(p)
	if e < 0 || !s.undo.checked && !s.sure(nil) {
		return -1
	}
	if s.options&standIns != 0 && extra().standsFor(s, t, p, e, dst) {
		return e
	}
	if !s.cfg.Own && !s.cfg.Shape.Plain && s.all == nil && !t.quoted && p == s.Space(s.first) {
		s.fault = fault.Fault{Code: fault.Whole, Offset: int64(p)}
		return e
	}
	as := s.asked(t)
	goesOn, err := toolchain.DecodeInto(s.raw(p, e), p-s.first, t.target(as, dst), t.quoted, s.options)
	switch err {
	case nil:
		return e
	case io.EOF:
		return s.method(p, e, err)
	}
	return s.mismatchError(p, e, goesOn, s.renamed(t, as, err))
}

// target returns the t at dst as a value of the type as, which asked has returned for t.
func (t *node) target(as reflect.Type, dst unsafe.Pointer) reflect.Value {
	if t.pointer == nil {
		return reflect.NewAt(as, dst).Elem()
	}
	p := reflect.New(as).Elem()
	p.Set(reflect.NewAt(t.Type, dst)) // of a pointer type with a name
	return p
}

// unfit passes over the value at p, of which what is a short name: encoding/json would take it for the t at p, and
// encoding/json/v2 does not.
func (s *state) unfit(t *node, p int, what string) int {
	if s.options.Has(option.EndAtFault) {
		return s.fail()
	}
	e := s.skip(p)
	if e >= 0 {
		s.misfit(t, p, e, what)
	}
	return e
}

// misfit is unfit for a value that ends at e.
func (s *state) misfit(t *node, p, e int, what string) {
	if !s.decided() {
		s.mismatched(t, p, &json.UnmarshalTypeError{Value: what, Type: t.Type, Offset: int64(e - s.first)})
	}
}

// mismatchError notes that the value from p to e does not fit its place. It returns e, or -1 where decoding ends there.
func (s *state) mismatchError(p, e int, goesOn bool, err error) int {
	return s.valueError(fault.Fault{Code: fault.Mismatch, Offset: int64(p), Err: err}, e, goesOn)
}

// method notes the error of a method of the caller's. encoding/json ends there before version 2; its newer engine goes
// on and returns the first error at the end, but for a few errors, which end decoding at once.
func (s *state) method(p, e int, err error) int {
	if s.options.Has(option.EndAtFault) {
		return s.fail()
	}
	goesOn := s.cfg.Release.Has(option.MethodErrorsGoOn) && !toolchain.EndsDecoding(err)
	return s.valueError(fault.Fault{Code: fault.Method, Offset: int64(p), Err: err}, e, goesOn)
}

// valueError notes f, the fault of a value that ends at e. It returns e if decoding goes on, otherwise -1. If all
// faults are wanted, decoding goes on under any configuration.
func (s *state) valueError(f fault.Fault, e int, goesOn bool) int {
	if s.all != nil {
		s.collect(f)
		return e
	}
	// In version 2 an error that ends decoding takes the place of those before it, unless it is about a value's type:
	// after an error about a struct's tag encoding/json returns the first error.
	_, typed := f.Err.(*json.UnmarshalTypeError)
	if s.fault.Code == fault.None || !goesOn && !(typed && s.cfg.Release.Has(option.MethodErrorsGoOn)) {
		s.fault = f
	}
	if !goesOn {
		return -1
	}
	return e
}

// stopped reports whether a method's error has ended decoding where most do not: the newer engine of encoding/json
// then puts the element into its map all the same.
func (s *state) stopped() bool {
	return s.cfg.Release.Has(option.MethodErrorsGoOn) && (s.fault.Code == fault.Method || s.fault.Code == fault.Mismatch)
}
