package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Decoders of bools, numbers and strings. Each decodes the value at p into dst and returns the position after the
// value, or -1. For values of another kind or out of range it calls the method other, which leaves dst unchanged. The
// loops over fields and elements decode the most frequent kinds themselves, by the op of the node.

// decodeBool decodes true and false. It does not look at the byte after the word: for truex the caller finds an x in
// place of a comma or bracket.
func decodeBool(s *state, t *node, p int, dst unsafe.Pointer) int {
	switch {
	case s.IsTrue(p):
		*(*bool)(dst) = true
		return p + 4
	case s.IsFalse(p):
		*(*bool)(dst) = false
		return p + 5
	}
	return s.other(t, p, dst)
}

// decodeInt decodes integers of the width of t: 300 does not fit an int8. 1.0 and 1e2 do not fit either: num.ReadInt
// refuses them, as encoding/json does.
func decodeInt(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadInt(unsafe.Add(s.In, p))
	if ok && storeInt(dst, t.Size, v) {
		return p + n
	}
	return s.other(t, p, dst)
}

// decodeUint decodes unsigned integers of the width of t. They have no sign: -0 does not fit.
func decodeUint(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	if ok && storeUint(dst, t.Size, v) {
		return p + n
	}
	return s.other(t, p, dst)
}

// decodeFloat64 decodes any number, correctly rounded. 1e999 is out of range and does not fit.
func decodeFloat64(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadFloat64(unsafe.Add(s.In, p))
	if !ok {
		return s.other(t, p, dst)
	}
	*(*float64)(dst) = v
	return p + n
}

// decodeFloat32 decodes any number. It is rounded once, to 32 bits. 1e39 is out of range.
func decodeFloat32(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadFloat32(unsafe.Add(s.In, p))
	if !ok {
		return s.other(t, p, dst)
	}
	*(*float32)(dst) = v
	return p + n
}

// decodeString decodes a string into memory of the arena. It writes to dst only after the whole string has been read:
// for "ab\x dst stays unchanged. storeText also stores the string, so that the loops need not keep the address of the
// field across the call.
func decodeString(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.other(t, p, dst)
	}
	p++
	e := s.NearEnd(p)
	if s.At(e) == '"' && !s.Dirty {
		if v, ok := s.memory.Arena.Short(mem.Add(s.In, uintptr(p)), e-p); ok {
			*(*string)(dst) = v
			return e + 1
		}
		if e == p {
			*(*string)(dst) = ""
			return e + 1
		}
	}
	return s.storeText(p, e, dst)
}

// storeText stores at dst the string that starts at p, and returns the position after it. There is no closing quote
// before e.
//
//go:noinline
func (s *state) storeText(p, e int, dst unsafe.Pointer) int {
	if s.At(e) != '"' {
		e = s.StringEnd(e)
	}
	if s.At(e) == '"' && !s.Dirty {
		*(*string)(dst) = s.copyString(p, e)
		return e + 1
	}
	v, p := s.textSlow(p)
	if p >= 0 {
		*(*string)(dst) = v
	}
	return p
}

// storeInt stores v if it fits into size bytes, and reports whether it does. v fits if conversion to the smaller type
// and back does not change it: int8(300) is 44.
func storeInt(dst unsafe.Pointer, size uintptr, v int64) bool {
	switch {
	case size == 8:
		*(*int64)(dst) = v
	case size == 4 && v == int64(int32(v)):
		*(*int32)(dst) = int32(v)
	case size == 2 && v == int64(int16(v)):
		*(*int16)(dst) = int16(v)
	case size == 1 && v == int64(int8(v)):
		*(*int8)(dst) = int8(v)
	default:
		return false
	}
	return true
}

// storeUint stores v if it fits into size bytes, and reports whether it does, like storeInt.
func storeUint(dst unsafe.Pointer, size uintptr, v uint64) bool {
	switch {
	case size == 8:
		*(*uint64)(dst) = v
	case size == 4 && v == uint64(uint32(v)):
		*(*uint32)(dst) = uint32(v)
	case size == 2 && v == uint64(uint16(v)):
		*(*uint16)(dst) = uint16(v)
	case size == 1 && v == uint64(uint8(v)):
		*(*uint8)(dst) = uint8(v)
	default:
		return false
	}
	return true
}

// plainNumber reads the number at address at into dst, of the numeric type t. It returns the number's length, or 0 if
// there is no number that fits. Its callers read numbers in other forms, such as in strings. They pass a local
// variable as dst, so that the target stays unchanged if the text after the number is wrong.
func (t *node) plainNumber(at, dst unsafe.Pointer) int {
	switch k := t.Type.Kind(); {
	case k == reflect.Float64:
		if v, n, ok := num.ReadFloat64(at); ok {
			*(*float64)(dst) = v
			return n
		}
	case k == reflect.Float32:
		if v, n, ok := num.ReadFloat32(at); ok {
			*(*float32)(dst) = v
			return n
		}
	case reflect.Int <= k && k <= reflect.Int64:
		if v, n, ok := num.ReadInt(at); ok && storeInt(dst, t.Size, v) {
			return n
		}
	case reflect.Uint <= k && k <= reflect.Uintptr:
		if v, n, ok := num.ReadUint(at); ok && storeUint(dst, t.Size, v) {
			return n
		}
	}
	return 0
}
