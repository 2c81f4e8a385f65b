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
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Values that do not fit their target (mismatches). If {"a":"x","b":2} is decoded into a struct with two integer
// fields, the field of "a" keeps its old value, the field of "b" becomes 2, and the error is about "x".
//
// A value of the wrong kind or out of range leaves its target unchanged in all releases of encoding/json, so it is
// skipped (state.mismatch). Only the first such value decides the error, whose text comes from encoding/json. Values
// whose result differs between releases are decoded by a call of encoding/json (state.fallback).

// other is called for a value that t's decoder can't read: a mismatch, or null, which leaves many targets unchanged.
func (s *state) other(t *node, p int, dst unsafe.Pointer) int {
	if s.IsNull(p) && t.nullKeeps {
		return s.cleared(t, p, dst)
	}
	switch number := s.At(p) == '-' || s.At(p)-'0' <= 9; {
	case !number || !s.cfg.Release.Has(option.BeforeGo1272):
	case t.op == opFloat64:
		*(*float64)(dst) = s.infinity(p)
	case t.op == opFloat32:
		*(*float32)(dst) = float32(s.infinity(p))
	}
	return s.mismatch(t, p, dst)
}

// cleared decodes the null at p into the t at dst, which stays as it is or, under MergeAnew, becomes zero.
func (s *state) cleared(t *node, p int, dst unsafe.Pointer) int {
	if s.options.Has(option.MergeAnew) {
		t.Zero(dst)
	}
	return p + 4
}

// infinity returns the value that encoding/json before Go 1.27.2 stores for the number at p, which is out of range.
func (s *state) infinity(p int) float64 {
	if s.At(p) == '-' {
		return math.Inf(-1)
	}
	return math.Inf(1)
}

// mismatch skips the value at p, which does not fit the t at dst, and stores the error that encoding/json has for it.
// To find that error, encoding/json decodes a short text of the same kind (state.kindOf), so that the cost does not
// depend on the length of the value, and the error can be cached.
func (s *state) mismatch(t *node, p int, dst unsafe.Pointer) int {
	if s.options.Has(option.EndAtFault) {
		return s.stop(t, p)
	}
	e := s.skip(p)
	if e < 0 || s.options&standIns != 0 && extra().standsFor(s, t, p, e, dst) || s.decided() {
		return e
	}
	raw, from := s.kindOf(p, e), p-s.first
	if raw[0] == '"' {
		from = e - len(raw) - s.first // in errors about strings the offset is the end of the string
		if number := s.misspelled(t, p, e); number != "" {
			raw, from = number, p+1-s.first
		}
	}
	var err error
	var answers *toolchain.Answers
	if s.all != nil {
		answers = &s.all.answers
	}
	if t.pointer != nil || t.quoted || t.text || t.hasMethods(s.cfg) {
		err = s.fieldError(t, raw, from, t.quoted)
	} else if s.cfg.Shape.Plain && (t.uncalled || shape.GenerationOf(t.Type).Decodes) {
		err = toolchain.PlainError(raw, from, t.Type, answers)
	} else {
		err = toolchain.KindError(raw, from, t.Type, answers, func() reflect.Value { return reflect.NewAt(t.Type, dst) })
	}
	s.mismatched(t, p, err)
	return e
}

// fieldError returns encoding/json's error about the value raw at offset from, when it decodes raw into a struct field
// of t's type. quoted says that the field has the tag option "string".
func (s *state) fieldError(t *node, raw string, from int, quoted bool) error {
	substitute := s.asked(t)
	return s.renamed(t, substitute, toolchain.FieldError(raw, from, substitute, quoted, s.options))
}

// asked returns the type into which encoding/json decodes a wrong value, so that its error is known. If t is only for
// the pointees of one pointer type (compiler.pointeeOf), it is that pointer type. If the type's generated methods are
// not called, it is the same type without methods, since the generated methods would call this library again.
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

// renamed changes err, which names the type substitute (state.asked), so that it names t's type.
func (s *state) renamed(t *node, substitute reflect.Type, err error) error {
	rt := t.Type
	if err == nil || substitute == rt || t.pointer != nil {
		return err
	}
	te, ok := err.(*json.UnmarshalTypeError)
	switch text, found := strings.CutSuffix(err.Error(), " into "+substitute.String()); {
	case !ok && found && t.quoted:
		return errors.New(text + " into " + rt.String())
	case ok && te.Type == substitute:
		te.Type = rt
	case ok && rt.Kind() == pointerKind && te.Type == substitute.Elem():
		te.Type = rt.Elem()
	case !ok && t.quoted && rt.Kind() == pointerKind:
		if text, found := strings.CutSuffix(err.Error(), " into "+substitute.Elem().String()); found {
			return errors.New(text + " into " + rt.Elem().String())
		}
	}
	return err
}

func (t *node) hasMethods(c *plan.Dialect) bool {
	return !t.uncalled && c.Shape.MethodsOf(t.Type).Pointer&shape.Unmarshals != 0
}

// mismatched stores err, encoding/json's error about the value at p, if it is not nil. Decoding continues.
func (s *state) mismatched(t *node, p int, err error) {
	switch {
	case err == nil:
	case s.all != nil:
		s.collect(fault.Fault{Code: fault.Mismatch, Offset: int64(p), Err: err, Value: t})
	case s.fault.Code == fault.None:
		s.fault.Code, s.fault.Offset, s.fault.Err = fault.Mismatch, int64(p), err
	}
}

// kindOf returns a short text of the same kind as the value from p to e: "", [], {}, or the value itself.
func (s *state) kindOf(p, e int) string {
	switch s.At(p) {
	case '"':
		return `""`
	case '[':
		return `[]`
	case '{':
		return `{}`
	}
	return string(s.input[p:e])
}

// decided returns true if no further mismatch can change the returned error: for [1,"x","y"] it is about "x".
func (s *state) decided() bool {
	if s.all != nil {
		return len(s.all.values) == s.all.most
	}
	return s.fault.Code != fault.None
}

// decodeFallback decodes a type for which this package has no decoder: encoding/json decodes the value. Two cases are
// decoded here if no method would be called: null makes a map nil, and leaves other values unchanged; values for
// channels, functions and complex numbers never fit, so they are skipped if encoding/json's error is not needed.
func decodeFallback(s *state, t *node, p int, dst unsafe.Pointer) int {
	if plain := !t.quoted && !t.hasMethods(s.cfg); plain && s.IsNull(p) {
		if t.Type.Kind() == reflect.Map {
			*(*unsafe.Pointer)(dst) = nil
		}
		return p + 4
	} else if plain && (s.all != nil || s.decided()) {
		switch t.Type.Kind() {
		case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128:
			return s.mismatch(t, p, dst) // no value fits, and mismatch caches the error about it
		}
	}
	return s.fallback(t, p, dst)
}

func (s *state) fallback(t *node, p int, dst unsafe.Pointer) int {
	if s.options.Has(option.EndAtFault) {
		return s.fail()
	}
	e := s.skip(p)
	if e < 0 || !s.undo.checked && !s.checkInput(nil) {
		return -1
	}
	if s.options&standIns != 0 && extra().standsFor(s, t, p, e, dst) {
		return e
	}
	if !s.cfg.Own && !s.cfg.Shape.Plain && s.all == nil && !t.quoted && p == s.Space(s.first) {
		s.fault = fault.Fault{Code: fault.Whole, Offset: int64(p)}
		return e
	}
	substitute := s.asked(t)
	goesOn, err := toolchain.DecodeInto(s.raw(p, e), p-s.first, t.target(substitute, dst), t.quoted, s.options)
	switch err {
	case nil:
		return e
	case io.EOF:
		return s.method(p, e, err)
	}
	return s.mismatchError(p, e, goesOn, s.renamed(t, substitute, err))
}

// target returns the t at dst as a value of the type substitute, which asked has returned.
func (t *node) target(substitute reflect.Type, dst unsafe.Pointer) reflect.Value {
	if t.pointer == nil {
		return reflect.NewAt(substitute, dst).Elem()
	}
	p := reflect.New(substitute).Elem()
	p.Set(reflect.NewAt(t.Type, dst)) // Set converts *T to the type of p, which may be a named pointer type
	return p
}

// twice is the node in a fault about a name that occurs twice in its object (state.stop).
var twice node

// stop ends decoding under option.EndAtFault, because the value at p does not fit a t. Usually it stores p and t in the
// fault, so that Call.Refused can make the error. It does not if t is a field with the tag option "string", or if an
// open object has had names without a field: two of these may be equal, which would be an earlier fault.
func (s *state) stop(t *node, p int) int {
	if len(s.stacks.names) == 0 && !t.quoted {
		s.fault.Offset, s.fault.Value = int64(p), t
	}
	return s.fail()
}

// refused is called after decoding into a t that was zero has ended at a value that does not fit (state.stop). It calls
// c.Refused, and returns a fault with its error. The target then keeps what was decoded before the value, as with
// encoding/json/v2. refused returns nil if c.Refused has no error, or for values in other types than structs, slices,
// arrays and pointers, where the target might differ.
func (c *Call) refused(s *state, t *node) *fault.Fault {
	at, ok := s.fault.Value.(*node)
	if !ok || c.Refused == nil {
		return nil
	}
	p := int(s.fault.Offset)
	e := s.skip(p)
	if e < 0 {
		return nil
	}
	w := locate.Walk{Data: s.input[:s.N]}
	to := w.Find(p)
	f := fault.New()
	*f = fault.Fault{Code: fault.Mismatch, Placed: true, Offset: int64(p), Route: string(to.Route), Type: at.Type, Output: s.input[p:e]}
	if n := s.calls(); n > 0 && s.undo.log.List[n-1].Err != nil {
		f.Code, f.Err = s.undo.log.List[n-1].Method, s.undo.log.List[n-1].Err
	} else if to.AtName {
		f.Code, to.Route = fault.UnknownName, to.Route[:strings.LastIndexByte(f.Route, '/')]
		if at == &twice {
			f.Code = fault.DuplicateName
		}
	}
	for step := (locate.Step{}); to.Route != ""; {
		step, to.Route = to.Route.Next()
		for t.op == opPointer {
			t = t.elem
		}
		switch k := t.Type.Kind(); {
		case step.Index >= 0 && (k == reflect.Slice || k == reflect.Array):
			t = t.elem
		case step.Index < 0 && t.fields != nil && t.fields.rules == nil && t.fields.rest == nil:
			x := t.fields.find(step.Name)
			if x == nil {
				return nil
			}
			t = x.node
		default:
			return nil
		}
	}
	if f.Err = c.Refused(f); f.Err == nil {
		f.Forget()
		return nil
	}
	f.Code = fault.Foreign
	return f
}

// unfit skips the value at p and stores an error. encoding/json accepts that value for a t, but encoding/json/v2 does
// not. The text what describes the value in the error.
func (s *state) unfit(t *node, p int, what string) int {
	if s.options.Has(option.EndAtFault) {
		return s.stop(t, p)
	}
	e := s.skip(p)
	if e >= 0 {
		s.misfit(t, p, e, what)
	}
	return e
}

// misfit stores the error of unfit for a value that ends at e.
func (s *state) misfit(t *node, p, e int, what string) {
	if !s.decided() {
		s.mismatched(t, p, &json.UnmarshalTypeError{Value: what, Type: t.Type, Offset: int64(e - s.first)})
	}
}

// mismatchError stores err, about the value from p to e. It returns e if decoding continues (goesOn), otherwise -1.
func (s *state) mismatchError(p, e int, goesOn bool, err error) int {
	return s.valueError(fault.Fault{Code: fault.Mismatch, Offset: int64(p), Err: err}, e, goesOn)
}

// method stores err, the error of a method that got the value from p to e. encoding/json before version 2 ends decoding
// at such an error. Version 2 goes on and returns the first error at the end, except for a few errors, which end
// decoding at once. It returns e if decoding continues, otherwise -1.
func (s *state) method(p, e int, err error) int {
	if s.options.Has(option.EndAtFault) {
		return s.fail() // valueError would come too late: EndsDecoding changes err
	}
	goesOn := s.cfg.Release.Has(option.MethodErrorsGoOn) && !toolchain.EndsDecoding(err)
	return s.valueError(fault.Fault{Code: fault.Method, Offset: int64(p), Err: err}, e, goesOn)
}

// valueError stores f, the fault of a value that ends at e. It returns e if decoding continues, otherwise -1.
func (s *state) valueError(f fault.Fault, e int, goesOn bool) int {
	if s.options.Has(option.EndAtFault) {
		return s.fail()
	}
	if s.all != nil {
		s.collect(f)
		return e
	}
	// In version 2 an error that ends decoding replaces an earlier error, unless it is an UnmarshalTypeError.
	_, typed := f.Err.(*json.UnmarshalTypeError)
	if s.fault.Code == fault.None || !goesOn && !(typed && s.cfg.Release.Has(option.MethodErrorsGoOn)) {
		s.fault = f
	}
	if !goesOn {
		return -1
	}
	return e
}

// stopped reports whether the error of a map's element has ended decoding in a release that stores the element anyway.
func (s *state) stopped() bool {
	return s.cfg.Release.Has(option.MethodErrorsGoOn) && (s.fault.Code == fault.Method || s.fault.Code == fault.Mismatch)
}
