package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
)

// Each of these decodes the value at p into a Go value of its kind at dst, and returns the position behind it, or -1.
// What is of another kind, or out of range, goes to other, which leaves dst as it is. Loops over fields and elements
// have the most frequent of them in place, by their op.

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

func decodeInt(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadInt(unsafe.Add(s.In, p))
	if ok && storeInt(dst, t.size, v) {
		return p + n
	}
	return s.other(t, p, dst)
}

func decodeUint(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	if ok && storeUint(dst, t.size, v) {
		return p + n
	}
	return s.other(t, p, dst)
}

func decodeFloat64(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadFloat64(unsafe.Add(s.In, p))
	if !ok {
		return s.other(t, p, dst)
	}
	*(*float64)(dst) = v
	return p + n
}

func decodeFloat32(s *state, t *node, p int, dst unsafe.Pointer) int {
	v, n, ok := num.ReadFloat32(unsafe.Add(s.In, p))
	if !ok {
		return s.other(t, p, dst)
	}
	*(*float32)(dst) = v
	return p + n
}

func decodeString(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.other(t, p, dst)
	}
	v, p := s.text(p + 1)
	if p >= 0 {
		*(*string)(dst) = v
	}
	return p
}

// storeInt and storeUint store v where it fits in size bytes, and report whether it does.
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

// plainNumber reads the number at p into dst, a value of the numeric type t. It returns the position after it, or 0
// when there is none that fits.
func (s *state) plainNumber(t *node, p int, dst unsafe.Pointer) int {
	at := unsafe.Add(s.In, p)
	switch k := t.rtype.Kind(); {
	case k == reflect.Float64:
		if v, n, ok := num.ReadFloat64(at); ok {
			*(*float64)(dst) = v
			return p + n
		}
	case k == reflect.Float32:
		if v, n, ok := num.ReadFloat32(at); ok {
			*(*float32)(dst) = v
			return p + n
		}
	case reflect.Int <= k && k <= reflect.Int64:
		if v, n, ok := num.ReadInt(at); ok && storeInt(dst, t.size, v) {
			return p + n
		}
	case reflect.Uint <= k && k <= reflect.Uintptr:
		if v, n, ok := num.ReadUint(at); ok && storeUint(dst, t.size, v) {
			return p + n
		}
	}
	return 0
}
