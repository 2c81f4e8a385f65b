package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Decoders of bools, numbers and strings. For null, and for values of another kind or out of range, they call
// state.other. The loops over fields and elements decode the most frequent kinds themselves, by the op of the node.

// decodeBool decodes true and false. For truex the caller finds an x in place of a comma or bracket.
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

// decodeNumeric decodes integers and floats of the type of t. 300 does not fit an int8, -0 does not fit a uint, and
// 1e39 does not fit a float32. 1.0 and 1e2 do not fit integers: num.ReadInt refuses them, as encoding/json does.
func decodeNumeric(s *state, t *node, p int, dst unsafe.Pointer) int {
	if n := t.op.read(unsafe.Add(s.In, p), dst, t.Size); n > 0 {
		return p + n
	}
	return s.other(t, p, dst)
}

// decodeString decodes a string into memory of the arena. For "ab\x dst stays unchanged.
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

// storeText stores at dst the string that starts at p. The closing quote is at e or after it.
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

// storeInt stores v if it fits into size bytes, and reports whether it does: int8(300) is 44, so 300 does not fit.
func storeInt(dst unsafe.Pointer, size uintptr, v int64) bool {
	unused := (64 - 8*size) & 63
	return v<<unused>>unused == v && storeUint(dst, size, uint64(v)<<unused>>unused)
}

// storeUint stores v if it fits into size bytes, and reports whether it does.
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

// numericOp returns the op for numbers of the kind k and of size bytes, or opOther if k is another kind.
func numericOp(k reflect.Kind, size uintptr) op {
	switch {
	case k == reflect.Float64:
		return opFloat64
	case k == reflect.Float32:
		return opFloat32
	case reflect.Int <= k && k <= reflect.Int64 && size == 8:
		return opInt
	case reflect.Int <= k && k <= reflect.Int64:
		return opShort
	case reflect.Uint <= k && k <= reflect.Uintptr:
		return opUint
	}
	return opOther
}

// read reads the number at address at into dst, which has size bytes. It returns the number's length, or 0.
func (o op) read(at, dst unsafe.Pointer, size uintptr) int {
	switch o {
	case opInt:
		if v, n, ok := num.ReadInt(at); ok {
			*(*int64)(dst) = v
			return n
		}
	case opShort:
		if v, n, ok := num.ReadInt(at); ok && storeInt(dst, size, v) {
			return n
		}
	case opUint:
		if v, n, ok := num.ReadUint(at); ok && storeUint(dst, size, v) {
			return n
		}
	case opFloat64:
		if v, n, ok := num.ReadFloat64(at); ok {
			*(*float64)(dst) = v
			return n
		}
	case opFloat32:
		if v, n, ok := num.ReadFloat32(at); ok {
			*(*float32)(dst) = v
			return n
		}
	}
	return 0
}

// plainNumber reads a number like op.read, also for a node with opOther. Its callers read numbers in strings and the
// like into a local variable, so that the target stays unchanged if the text after the number is wrong.
func (t *node) plainNumber(at, dst unsafe.Pointer) int {
	return numericOp(t.Type.Kind(), t.Size).read(at, dst, t.Size)
}
