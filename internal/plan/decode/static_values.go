package decode

import (
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// Scalars in generated code. Each function reads the value at p into *v and returns the position behind it, or -1 where
// the input is not JSON. Where the value does not fit it leaves *v as it is and returns ^p. Bool is inlined where it is
// called. The functions for Go's own types serve those that are made of them, and need no dictionary.

// wordFalse is the word false with room for three bytes more.
const wordFalse = 'f' | wire.WordAlse<<8

// Bool reads true or false.
func (s *Job) Bool(p int, v *bool) int {
	w := word(s.In, p)
	if uint32(w) == wire.WordTrue {
		*v = true
		return p + 4
	}
	if w<<24 == wordFalse<<24 {
		*v = false
		return p + 5
	}
	return ^p
}

// String reads a string. What most strings take is here, in one function.
func (s *Job) String(p int, v *string) int {
	if s.At(p) != '"' {
		return ^p
	}
	p++
	e := s.NearEnd(p)
	if s.At(e) == '"' && !s.Dirty {
		if t, ok := s.arena.Short(mem.Add(s.In, uintptr(p)), e-p); ok {
			*v = t
			return e + 1
		}
	}
	return s.storeText(p, e, unsafe.Pointer(v))
}

// signed ends a function that has read x, of n bytes at p: where ok says that it is an integer, and a V holds it.
func signed[V int | int8 | int16 | int32 | int64](x int64, n int, ok bool, p int, v *V) int {
	if ok && int64(V(x)) == x {
		*v = V(x)
		return p + n
	}
	return ^p
}

// unsigned is signed for integers without a sign.
func unsigned[V uint | uint8 | uint16 | uint32 | uint64 | uintptr](x uint64, n int, ok bool, p int, v *V) int {
	if ok && uint64(V(x)) == x {
		*v = V(x)
		return p + n
	}
	return ^p
}

// Int reads an integer.
func (s *Job) Int(p int, v *int) int {
	x, n, ok := num.ReadInt(unsafe.Add(s.In, p))
	return signed(x, n, ok, p, v)
}

// Int8 reads an integer of that width.
func (s *Job) Int8(p int, v *int8) int {
	x, n, ok := num.ReadInt(unsafe.Add(s.In, p))
	return signed(x, n, ok, p, v)
}

// Int16 reads an integer of that width.
func (s *Job) Int16(p int, v *int16) int {
	x, n, ok := num.ReadInt(unsafe.Add(s.In, p))
	return signed(x, n, ok, p, v)
}

// Int32 reads an integer of that width.
func (s *Job) Int32(p int, v *int32) int {
	x, n, ok := num.ReadInt(unsafe.Add(s.In, p))
	return signed(x, n, ok, p, v)
}

// Int64 reads an integer of that width.
func (s *Job) Int64(p int, v *int64) int {
	x, n, ok := num.ReadInt(unsafe.Add(s.In, p))
	return signed(x, n, ok, p, v)
}

// Uint reads an integer without a sign.
func (s *Job) Uint(p int, v *uint) int {
	x, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	return unsigned(x, n, ok, p, v)
}

// Uint8 reads an integer of that width.
func (s *Job) Uint8(p int, v *uint8) int {
	x, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	return unsigned(x, n, ok, p, v)
}

// Uint16 reads an integer of that width.
func (s *Job) Uint16(p int, v *uint16) int {
	x, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	return unsigned(x, n, ok, p, v)
}

// Uint32 reads an integer of that width.
func (s *Job) Uint32(p int, v *uint32) int {
	x, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	return unsigned(x, n, ok, p, v)
}

// Uint64 reads an integer of that width.
func (s *Job) Uint64(p int, v *uint64) int {
	x, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	return unsigned(x, n, ok, p, v)
}

// Uintptr reads an integer of that width.
func (s *Job) Uintptr(p int, v *uintptr) int {
	x, n, ok := num.ReadUint(unsafe.Add(s.In, p))
	return unsigned(x, n, ok, p, v)
}

// Float32 reads a number, rounded to 32 bits.
func (s *Job) Float32(p int, v *float32) int {
	x, n, ok := num.ReadFloat32(unsafe.Add(s.In, p))
	if ok {
		*v = x
		return p + n
	}
	return ^p
}

// Float64 reads a number.
func (s *Job) Float64(p int, v *float64) int {
	x, n, ok := num.ReadFloat64(unsafe.Add(s.In, p))
	if ok {
		*v = x
		return p + n
	}
	return ^p
}

// Quoted returns the position behind the string at p if e, which one of the functions above has returned for what is
// in it, is where it ends. Else it is -1.
func (s *Job) Quoted(p, e int) int {
	if e > 0 && s.At(e) == '"' && s.At(p) == '"' {
		return e + 1
	}
	return -1
}

// Time reads a time in one of the plain forms. The others are left to the field's node.
func (s *Job) Time(p int, v *time.Time) int {
	if s.At(p) == '"' {
		if t, offset, n := date.Read(unsafe.Add(s.In, p+1)); n > 0 && s.At(p+1+n) == '"' {
			if *v = t; offset != date.UTC {
				date.In(v, offset, date.Offset(v))
			}
			return p + n + 2
		}
	}
	return ^p
}

// Interned reads a string that may be one met before.
func (s *Job) Interned(p int, v *string) int {
	if s.At(p) != '"' {
		return ^p
	}
	t, p := s.name(p + 1)
	if p >= 0 {
		*v = t
	}
	return p
}

// Aliased reads a string that is a part of the caller's input where that stays as it is.
func (s *Job) Aliased(p int, v *string) int {
	if s.At(p) != '"' {
		return ^p
	}
	t, p := s.aliased(p + 1)
	if p >= 0 {
		*v = t
	}
	return p
}

// Bytes reads base64 text into new memory. Bytes that are there, and other texts and values, are the field's node's.
func (s *Job) Bytes(p int, v *[]byte) int {
	if s.At(p) != '"' || cap(*v) > 0 && s.cfg.Release.Has(option.ReuseBase64) {
		return s.nullBytes(p, v)
	}
	text, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	b, err := s.newBytes(text)
	if err != nil {
		return ^p
	}
	*v = b
	return e
}

// TextBytes reads a string as the bytes that it is.
func (s *Job) TextBytes(p int, v *[]byte) int {
	if s.At(p) != '"' {
		return s.nullBytes(p, v)
	}
	b, e := s.textBytes(p)
	if e >= 0 {
		*v = b
	}
	return e
}

// nullBytes makes *v nil for null, and leaves all else to the field's node.
func (s *Job) nullBytes(p int, v *[]byte) int {
	if !s.IsNull(p) {
		return ^p
	}
	*v = nil
	return p + 4
}

// RawText reads any value into a string, as it stands in the input.
func (s *Job) RawText(p int, v *string) int {
	return decodeRawText(s, nil, p, unsafe.Pointer(v))
}

// Raw reads any value as it stands in the input into the memory that *v has if that is enough.
func (s *Job) Raw(p int, v *[]byte) int { return decodeRaw(s, nil, p, unsafe.Pointer(v)) }

// Go arrays are read by a loop in generated code, which has their length. Array, which enters, and Behind leave it in
// front of an element or the bracket, Leave passes over elements that are too many:
//
//	n := in.Array(p)
//	if n < 0 { return static.Other(…) }
//	i := 0
//	for p = n; i < len(v) && in.Within(p); i++ {
//		p = in.Behind(in.Int(p, &v[i]))
//	}
//	if p < 0 { return p }
//	for ; i < len(v); i++ { static.Zero(&v[i]) }
//	return in.Leave(p)

// Array enters the array at p. It is negative where there is none, or it can't be entered.
func (s *Job) Array(p int) int {
	if s.At(p) != '[' || s.depth >= maxDepth {
		return -1
	}
	s.depth++
	return s.Token(p + 1)
}

// Within reports whether an element is at p, where Array or Behind have led.
func (s *Job) Within(p int) bool { return p >= 0 && s.At(p) != ']' }

// Behind goes on from the end of an element.
func (s *Job) Behind(p int) int {
	if p < 0 {
		return p
	}
	p = s.Token(p)
	if c := s.At(p); c == ']' {
		return p
	} else if c != ',' {
		return s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == ']' {
		return s.fail()
	}
	return p
}

// Leave leaves the array at whose next element or bracket p is.
func (s *Job) Leave(p int) int {
	for s.At(p) != ']' {
		if p = s.Behind(s.skip(p)); p < 0 {
			return -1
		}
	}
	s.depth--
	return p + 1
}

// Any reads any value into an interface without methods. What that holds may be decoded into.
func (s *Job) Any(p int, v *any) int {
	if *v != nil {
		return inCopy[any](s, nodeFor(s.cfg, anyType), p, unsafe.Pointer(v))
	}
	x, e := s.value(p)
	if e >= 0 && (x != nil || s.IsNull(p)) {
		*v = x
	}
	return e
}
