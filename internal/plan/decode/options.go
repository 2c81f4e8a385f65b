package decode

import (
	"encoding/json"
	"reflect"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// Decoders for options and tag options: strings that share memory with the input or with one another, numbers in
// interfaces in other forms, and values that are accepted for another kind, such as "12" for 12. Calls with different
// options of a single call (plan.PerCall) share nodes, so these options are tested when a value is decoded.

// adapt gives t the decoder that the configuration requires.
func (c *compiler) adapt(t *node) {
	o := c.cfg.Options
	if t.op == opString {
		switch {
		case o.Has(option.AliasInput):
			t.run, t.op = sharing((*state).aliased), opOther
		case o.Has(option.InternStrings):
			t.run, t.op = sharing((*state).name), opOther
		}
	}
	if c.cfg.ValidateFirst {
		t.calls.Store(callsMethods) // as for types with methods, the input is checked before it is decoded
	}
}

// sharing returns a decoder for strings. It stores the string that read returns.
func sharing(read func(s *state, p int) (string, int)) decoder {
	return func(s *state, t *node, p int, dst unsafe.Pointer) int {
		if s.At(p) != '"' {
			return s.other(t, p, dst)
		}
		v, p := read(s, p+1)
		if p >= 0 {
			*(*string)(dst) = v
		}
		return p
	}
}

// aliased returns the string whose first character is at p, and the position after it, like state.text. The string
// shares the memory of the caller's input if it has no escapes and is known to be UTF-8.
func (s *state) aliased(p int) (string, int) {
	if e := s.StringEnd(p); s.At(e) == '"' && !s.Dirty && s.options&(option.AliasInput|option.AliasTagged) != 0 {
		return mem.Frozen(s.raw(p, e)), e + 1
	}
	return s.text(p)
}

// numberAs reads the number at p for an interface. With UseNumber the result is a json.Number. With ExactNumbers an
// integer is the first of int64, uint64 and *big.Int that can hold it, and 1.0 and 1e2 are a float64.
func (s *state) numberAs(p int) (any, int) {
	at := unsafe.Add(s.In, p)
	n := num.Len(at)
	if n == 0 {
		return nil, s.fail()
	}
	if s.options.Has(option.UseNumber) {
		return json.Number(s.copyString(p, p+n)), p + n
	}
	if v, _, ok := num.ReadInt(at); ok {
		return v, p + n
	}
	if v, _, ok := num.ReadUint(at); ok {
		return v, p + n
	}
	if text := unsafe.String((*byte)(at), n); isInteger(text) {
		if n > s.cfg.MostDigits()+1 || n > s.cfg.MostDigits() && text[0] != '-' {
			s.note(fault.Fault{Code: fault.LongInteger, Offset: int64(p)})
			return nil, p + n
		}
		return s.cfg.BigInt(text), p + n
	}
	return s.float(p)
}

// isInteger reports whether a JSON number has neither a fraction nor an exponent.
func isInteger(number string) bool { return !strings.ContainsAny(number, ".eE") }

// standIns are the options under which a value of another kind may be accepted, such as "12" for the number 12.
const standIns = option.FuzzyDecode | option.LargeIntAsString | option.NonFiniteAsString

// standsFor tries to decode the value from p to e, whose kind is wrong for t, into dst as an option allows.
func (s *state) standsFor(t *node, p, e int, dst unsafe.Pointer) bool {
	return s.spelled(t, p, e, dst) || s.options.Has(option.FuzzyDecode) && s.fuzzy(t, p, e, dst)
}

// fuzzy stores at dst what the value from p to e stands for under the option FuzzyDecode, such as the text 12 for the
// number 12 if t is a string type. It returns false if the value can't stand for one of t.
func (s *state) fuzzy(t *node, p, e int, dst unsafe.Pointer) bool {
	if t.quoted || t.custom != nil {
		return false
	}
	raw := s.input[p:e]
	switch k := t.Type.Kind(); {
	case k == reflect.String && (raw[0] == '-' || raw[0]-'0' <= 9 || raw[0] == 't' || raw[0] == 'f'):
		*(*string)(dst) = string(raw)
	case k == reflect.Bool:
		switch s.fuzzyText(raw) { // other languages write 1 and 0 for true and false, and PHP writes "" for false
		case "true", "1", "1.0":
			*(*bool)(dst) = true
		case "false", "0", "0.0", "":
			*(*bool)(dst) = false
		default:
			return false
		}
	case reflect.Int <= k && k <= reflect.Float64 && k != reflect.Uintptr:
		return s.fuzzyNumber(t, s.fuzzyText(raw), dst)
	case k == reflect.Struct || k == reflect.Map:
		if raw[0] != '[' || s.At(s.Space(p+1)) != ']' { // PHP writes [] for an empty object too
			return false
		}
		t.Zero(dst)
	case k == reflect.Slice && raw[0] == '{' && s.At(s.Space(p+1)) == '}':
		t.Zero(dst)
	default:
		return false
	}
	return true
}

// fuzzyText returns the text of a string. For a value of another kind it returns the JSON.
func (s *state) fuzzyText(raw []byte) string {
	var text string
	if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// fuzzyNumber parses text as a number and stores it at dst, if it fits. For integers the fraction is cut off.
func (s *state) fuzzyNumber(t *node, text string, dst unsafe.Pointer) bool {
	switch text {
	case "", "false":
		text = "0"
	case "true":
		text = "1"
	}
	padded := make([]byte, len(text)+padding) // num's functions load whole words
	copy(padded, text)
	at := mem.Data(padded)
	if num.Len(at) != len(text) {
		return false
	}
	var v uint64
	if t.plainNumber(at, unsafe.Pointer(&v)) == 0 {
		if k := t.Type.Kind(); k == reflect.Float32 || k == reflect.Float64 {
			return false
		}
		f, _, ok := num.ReadFloat64(at)
		if !ok || !storeTruncated(t, f, unsafe.Pointer(&v)) {
			return false
		}
	}
	t.setBytes(dst, &v)
	return true
}

// storeTruncated stores the integer part of f at dst, of the integer type t, if it fits. -0.5 becomes 0, also for
// unsigned types. The limits are compared as floats: 2^63 is a float64, the largest int64 is not.
func storeTruncated(t *node, f float64, dst unsafe.Pointer) bool {
	const limit = 1 << 63
	if t.Type.Kind() <= reflect.Int64 {
		return f >= -limit && f < limit && storeInt(dst, t.Size, int64(f))
	}
	return f > -1 && f < 2*limit && storeUint(dst, t.Size, uint64(f))
}

// byOption returns the node of a field with a tag option that needs another decoder, or nil. Package shape has already
// tested whether the options suit the field's type. The tag option "string" takes precedence over intern and nocopy.
func (c *compiler) byOption(f *shape.Field) *node {
	switch {
	case f.More.Has(tag.Raw) && f.Type.Kind() == reflect.String:
		return runNode(f.Type, decodeRawText)
	case f.More.Has(tag.Raw):
		return runNode(f.Type, decodeRaw)
	case f.Quoted:
	case f.More.Has(tag.Intern):
		return c.textsOf(f.Type, sharing((*state).name), 0)
	case f.More.Has(tag.NoCopy):
		return c.textsOf(f.Type, sharing((*state).aliased), 0)
	}
	return nil
}

// textsOf returns a node of rt in which run decodes strings, if rt is a string, or a pointer, slice or array of them.
func (c *compiler) textsOf(rt reflect.Type, run decoder, depth int) *node {
	k := rt.Kind()
	if c.rowOf(rt).run != nil || c.cfg.CodecOf(rt) != nil || plan.SelfReader(rt) != nil || shape.MethodsOf(rt).Pointer&shape.Unmarshals != 0 || depth > maxPointers {
		return c.nodeOf(rt)
	}
	if k == reflect.String {
		t := runNode(rt, run)
		t.nullKeeps = true
		return t
	}
	if k != reflect.Pointer && k != reflect.Array && (k != reflect.Slice || rt.Elem().Kind() == reflect.Uint8) {
		return c.nodeOf(rt)
	}
	t := newNode(rt)
	c.compileKind(t)
	t.elem = c.textsOf(rt.Elem(), run, depth+1)
	return t
}

// decodeRawText stores the JSON of any value in a string, as it is in the input. For {"A": [1, 2] } it is "[1, 2]".
func decodeRawText(s *state, _ *node, p int, dst unsafe.Pointer) int {
	e := s.unknown(p)
	if e >= 0 {
		*(*string)(dst) = s.copyString(p, e)
	}
	return e
}
