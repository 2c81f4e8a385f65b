package decode

import (
	"bytes"
	"encoding"
	"reflect"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Fields with the tag option "string": a bool, a number or a string inside a string. For struct{N int `json:",string"`}
// the document {"N":"12"} makes N 12, {"N":null} leaves it unchanged, and {"N":12} does not fit. This file decodes
// values that all releases of encoding/json accept. For other values the releases have different rules, so
// encoding/json decodes these, unless the value certainly does not fit and the returned error is known already.

// decodeQuoted decodes a field with the tag option "string". Its scalar type is t.elem; the field has that type, or is
// a pointer to it. For a nil pointer a pointee is made when the string is known to hold a value that fits
// (quotedTarget), or earlier if the release of encoding/json does so.
//
//	{"N":"12"}     a number that ends at the quote: in place, without unescaping
//	{"N":"true"}   for a bool likewise
//	{"N":" 12"}, {"N":"\u0031"}, {"S":"\"x\""}     quotedSlow
//	{"N":12}       unquoted
func decodeQuoted(s *state, t *node, p int, dst unsafe.Pointer) int {
	in := t.elem
	if s.undo.saving && t.Type.Kind() == pointerKind {
		if at := *(*unsafe.Pointer)(dst); at != nil && !s.save(in, at, 1, p) {
			return -1
		}
	}
	if !in.isScalar() && !in.isText() {
		return s.quotedMethod(t, p, dst)
	}
	if s.At(p) != '"' {
		if s.IsNull(p) {
			if t.Type.Kind() == pointerKind {
				*(*unsafe.Pointer)(dst) = nil
			}
			return s.cleared(t, p, dst)
		}
		if s.options.Has(option.EndAtFault) {
			return s.fail()
		}
		if s.options.Has(option.ExactSpelling) {
			return s.unfit(t, p, "value that is not a number in a string")
		}
		return s.unquoted(t, p, dst)
	}
	switch {
	case in.op != opBool:
	case s.IsTrue(p+1) && s.At(p+5) == '"':
		*(*bool)(s.quotedTarget(t, p, dst)) = true
		return p + 6
	case s.IsFalse(p+1) && s.At(p+6) == '"':
		*(*bool)(s.quotedTarget(t, p, dst)) = false
		return p + 7
	}
	var v uint64 // not read into the target, which must not change if the number does not fit or end the string
	if c := s.At(p + 1); (c == '-' || c-'0' <= 9) && in.Size <= 8 {
		if n := in.plainNumber(unsafe.Add(s.In, p+1), unsafe.Pointer(&v)); n > 0 && s.At(p+1+n) == '"' {
			in.setBytes(s.quotedTarget(t, p, dst), &v)
			return p + n + 2
		}
	}
	if s.options.Has(option.EndAtFault) {
		return s.fail()
	}
	if s.options.Has(option.ExactSpelling) {
		text, e := s.view(p + 1)
		if e < 0 {
			return -1
		}
		if n, _ := wire.Number(text); n == 0 || n != len(text) {
			return s.unfit(t, p, "string that is not a number")
		}
	}
	return s.quotedSlow(t, p, dst)
}

// quotedSlow is the part of decodeQuoted for a string at p that is not simply a bool or the digits of a number. It
// tries Go's own functions for bools and numbers, which accept more than JSON does. If they fail, encoding/json decodes
// the value, unless the returned error is known already and decoding continues in any case.
func (s *state) quotedSlow(t *node, p int, dst unsafe.Pointer) int {
	in, loosely := t.elem, s.cfg.Release.Has(option.QuotedLoosely)
	text, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	early := s.cfg.Release.Has(option.BeforeGo1271) && in.isText() && in.special != shape.Number
	if s.isQuotedNull(p) && !(loosely && in.special == shape.Number) && !early {
		if t.Type.Kind() == pointerKind {
			*(*unsafe.Pointer)(dst) = nil
		}
		return e
	}
	var v uint64
	switch {
	case in.isText():
		inner, ok := s.innerText(in, text)
		if !ok {
			return s.fallback(t, p, dst)
		}
		if to := (*string)(s.quotedTarget(t, p, dst)); !early || inner != "null" {
			*to = inner
		}
		return e
	case in.numberOf(text, loosely, &v), s.options&standIns != 0 && extra().spelled(s, in, p, e, unsafe.Pointer(&v)):
		in.setBytes(s.quotedTarget(t, p, dst), &v)
		return e
	}
	if !s.decided() || !loosely && !in.passes(text) {
		return s.fallback(t, p, dst)
	}
	if loosely || len(text) > 0 && text[0] != 'n' {
		s.quotedTarget(t, p, dst)
	}
	return e
}

// unquoted is called for a value at p that is neither a string nor null, so it does not fit. For the first such value
// encoding/json makes the error. For later ones only two effects remain: some releases make the pointee of a nil
// pointer; and before version 2 a number that no float64 can hold has the effect of null, so encoding/json decodes it.
func (s *state) unquoted(t *node, p int, dst unsafe.Pointer) int {
	if !s.decided() {
		return s.fallback(t, p, dst)
	}
	if s.cfg.Release.Has(option.QuotedLoosely) {
		s.quotedTarget(t, p, dst)
	} else if c := s.At(p); c == '-' || c-'0' <= 9 {
		if _, _, ok := num.ReadFloat64(unsafe.Add(s.In, p)); !ok {
			return s.fallback(t, p, dst)
		}
	}
	return s.skip(p)
}

// passes reports whether encoding/json before version 2 decodes on after text, which does not fit the scalar type t.
func (t *node) passes(text []byte) bool {
	if len(text) == 0 {
		return true
	}
	c := text[0]
	return c == 't' || c == 'f' || c == 'n' && string(text) != "null" || t.op != opBool && (c == '-' || c-'0' <= 9)
}

// isScalar reports whether t is a bool or a number without methods of its own.
func (t *node) isScalar() bool {
	return t.nullKeeps && t.PointerFree && t.elem == nil && t.fields == nil
}

// isText reports whether t is a string type without methods of its own.
func (t *node) isText() bool { return t.nullKeeps && t.Type.Kind() == reflect.String }

// innerText returns the string that text contains as JSON: for {"S":"\"x\""} text is "x" with its quotes, and the
// result is x. For a json.Number it returns the number in text. ok is false for other texts, such as x without quotes.
func (s *state) innerText(t *node, text []byte) (string, bool) {
	number, loosely := t.special == shape.Number, s.cfg.Release.Has(option.QuotedLoosely)
	if number && (wire.IsNumber(text) || !loosely && len(text) > 0 && (text[0] == '-' || text[0]-'0' <= 9)) {
		return s.memory.Arena.Copy(text), true
	}
	if n, st := wire.String(text, 0); st != wire.Done || n != len(text) {
		return "", false
	}
	inner := text[1 : len(text)-1]
	if bytes.IndexByte(inner, '\\') >= 0 {
		inner = wire.AppendUnquote(nil, text)
	}
	// Version 2 refuses half of a surrogate pair, and refuses a json.Number that is a string in a string.
	if number && (loosely || !wire.IsNumber(inner)) || loosely && bytes.ContainsRune(inner, utf8.RuneError) {
		return "", false
	}
	return s.memory.Arena.Copy(inner), true
}

// numberOf parses text as a bool or number of the type t by Go's own rules, which allow leading zeros and, if loosely
// is true, a plus sign. It stores the value in v, and returns false if text does not fit.
func (t *node) numberOf(text []byte, loosely bool, v *uint64) bool {
	if t.op == opBool {
		*(*bool)(unsafe.Pointer(v)) = string(text) == "true"
		return string(text) == "true" || string(text) == "false"
	}
	if len(text) == 0 || !loosely && text[0] != '-' && text[0]-'0' > 9 {
		return false
	}
	at := unsafe.Pointer(v)
	switch k := t.Type.Kind(); {
	case k >= reflect.Float32:
		f, err := strconv.ParseFloat(string(text), t.Type.Bits())
		if k == reflect.Float32 {
			*(*float32)(at) = float32(f)
		} else {
			*(*float64)(at) = f
		}
		return err == nil
	case k <= reflect.Int64:
		i, err := strconv.ParseInt(string(text), 10, 64)
		return err == nil && storeInt(at, t.Size, i)
	}
	u, err := strconv.ParseUint(string(text), 10, 64)
	return err == nil && storeUint(at, t.Size, u)
}

// setBytes copies a value of the scalar type t from the first bytes of v to dst.
func (t *node) setBytes(dst unsafe.Pointer, v *uint64) {
	copy(unsafe.Slice((*byte)(dst), t.Size), unsafe.Slice((*byte)(unsafe.Pointer(v)), t.Size))
}

// quotedMethod decodes a field with the tag option "string" whose type has a method. Before version 2 an UnmarshalJSON
// gets the contents of the string: for {"A":"[1]"} it gets [1]. An UnmarshalText gets the text of the JSON string in
// the contents: for {"A":"\"x\""} it gets x. In version 2 (QuotedLoosely) the tag option does not apply to such types.
func (s *state) quotedMethod(t *node, p int, dst unsafe.Pointer) int {
	in, byPointer := t.elem, t.Type.Kind() == pointerKind
	m := s.cfg.Shape.MethodsOf(in.Type).Pointer
	if m&shape.UnmarshalJSONFrom != 0 {
		return s.fallback(t, p, dst)
	}
	if s.IsNull(p) {
		if byPointer {
			*(*unsafe.Pointer)(dst) = nil
			return p + 4
		}
		return in.run(s, in, p, dst)
	}
	if s.cfg.Release.Has(option.QuotedLoosely) {
		if byPointer && s.isQuotedNull(p) {
			return s.fallback(t, p, dst)
		}
		return in.run(s, in, p, s.quotedTarget(t, p, dst))
	}
	if s.At(p) != '"' {
		return s.unquoted(t, p, dst)
	}
	text, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	isText := m&shape.UnmarshalJSON == 0
	if string(text) == "null" && (byPointer || isText) {
		if byPointer {
			*(*unsafe.Pointer)(dst) = nil
		}
		return e
	}
	if len(text) == 0 || text[0] == 'n' && (byPointer || isText) || isText && text[0] != '"' {
		return s.fallback(t, p, dst)
	}
	if !s.undo.checked && !s.checkInput(nil) {
		return -1
	}
	if n, st := wire.String(text, 0); isText && (st != wire.Done || n != len(text)) {
		return s.fallback(t, p, dst)
	}
	u := reflect.NewAt(in.Type, s.quotedTarget(t, p, dst)).Interface()
	var err error
	if !isText {
		err = u.(shape.Unmarshaler).UnmarshalJSON(bytes.Clone(text))
	} else if err = u.(encoding.TextUnmarshaler).UnmarshalText(wire.AppendUnquote([]byte{}, text)); err != nil {
		err = toolchain.TextError(err)
	}
	if err != nil {
		return s.method(p, e, err)
	}
	return e
}

// decodeNullable decodes a pointer field with the tag option "string" whose pointee is not a scalar. Only the string
// "null", for which version 2 makes the pointer nil, is decoded in another way than without the option.
func decodeNullable(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.isQuotedNull(p) {
		return s.fallback(t, p, dst)
	}
	return t.elem.run(s, t.elem, p, dst)
}

func (s *state) isQuotedNull(p int) bool { return s.At(p) == '"' && s.IsNull(p+1) && s.At(p+5) == '"' }

// quotedTarget returns the address of the scalar: dst, or the pointee of the pointer at dst, which may be a new one.
func (s *state) quotedTarget(t *node, p int, dst unsafe.Pointer) unsafe.Pointer {
	if t.Type.Kind() != pointerKind {
		return dst
	}
	slot := (*unsafe.Pointer)(dst)
	if *slot == nil {
		*slot = s.pointee(t.elem, p)
	}
	return *slot
}
