package jlexer

import (
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/scan"
)

// This file reads numbers. Integers of up to 18 digits are read in one loop; package strconv has the others, and the
// words for those that do not fit.

// number reads a number and returns its text, within Data, or nil after an error.
func (r *Lexer) number() []byte {
	if kinds[r.peek()] != TokenNumber {
		r.mismatch("number")
		return nil
	}
	end := r.end()
	if end < 0 {
		return nil
	}
	r.read(end)
	return r.Data[r.start:end:end]
}

// small reads an integer of up to 18 digits that has a number of bits. Otherwise it reads nothing, and ok is false.
func (r *Lexer) small(bits int) (v int64, ok bool) {
	c := r.peek()
	if kinds[c] != TokenNumber {
		return 0, false
	}
	d, i, sign := r.Data, r.pos, int64(0)
	if c == '-' {
		i, sign = i+1, -1
	}
	first := i
	for most := min(len(d), first+18); i < most; i++ {
		x := d[i] - '0'
		if x > 9 {
			break
		}
		v = v*10 + int64(x)
	}
	if i == first || d[first] == '0' && i > first+1 {
		return 0, false
	}
	if i < len(d) && kinds[d[i]] != TokenDelim && d[i] != ',' && d[i] > ' ' {
		return 0, false
	}
	v = v ^ sign - sign
	if shift := uint(64 - bits); v != v<<shift>>shift {
		return 0, false
	}
	r.read(i)
	return v, true
}

type integer interface{ int64 | uint64 }

// parsed parses text by a function of package strconv, and reports what does not fit.
func parsed[T integer](r *Lexer, text []byte, bits int, parse func(string, int, int) (T, error)) T {
	if r.fatal != nil || text == nil {
		return 0
	}
	v, err := parse(stringOf(text), 10, bits)
	r.misfit(err, text)
	return v
}

// misfit reports the error of a number, if there is one. Errors of package strconv have copies of the text.
func (r *Lexer) misfit(err error, text []byte) {
	if err != nil {
		r.mistake(&LexerError{err.Error(), r.start, string(text)})
	}
}

func (r *Lexer) signed(bits int) int64 {
	if v, ok := r.small(bits); ok {
		return v
	}
	return parsed(r, r.number(), bits, strconv.ParseInt)
}

func (r *Lexer) unsigned(bits int) uint64 {
	if r.peek() != '-' {
		if v, ok := r.small(min(bits+1, 64)); ok {
			return uint64(v)
		}
	}
	return parsed(r, r.number(), bits, strconv.ParseUint)
}

// Uint8 reads an integer that a uint8 can hold.
func (r *Lexer) Uint8() uint8 { return uint8(r.unsigned(8)) }

// Uint16 reads an integer that a uint16 can hold.
func (r *Lexer) Uint16() uint16 { return uint16(r.unsigned(16)) }

// Uint32 reads an integer that a uint32 can hold.
func (r *Lexer) Uint32() uint32 { return uint32(r.unsigned(32)) }

// Uint64 reads an integer that a uint64 can hold.
func (r *Lexer) Uint64() uint64 { return r.unsigned(64) }

// Uint reads an integer that a uint can hold.
func (r *Lexer) Uint() uint { return uint(r.unsigned(strconv.IntSize)) }

// Int8 reads an integer that an int8 can hold.
func (r *Lexer) Int8() int8 { return int8(r.signed(8)) }

// Int16 reads an integer that an int16 can hold.
func (r *Lexer) Int16() int16 { return int16(r.signed(16)) }

// Int32 reads an integer that an int32 can hold.
func (r *Lexer) Int32() int32 { return int32(r.signed(32)) }

// Int64 reads an integer that an int64 can hold.
func (r *Lexer) Int64() int64 { return r.signed(64) }

// Int reads an integer that an int can hold.
func (r *Lexer) Int() int { return int(r.signed(strconv.IntSize)) }

func (r *Lexer) signedStr(bits int) int64 { return parsed(r, r.view(), bits, strconv.ParseInt) }

func (r *Lexer) unsignedStr(bits int) uint64 { return parsed(r, r.view(), bits, strconv.ParseUint) }

// Uint8Str reads a string with an integer that a uint8 can hold.
func (r *Lexer) Uint8Str() uint8 { return uint8(r.unsignedStr(8)) }

// Uint16Str reads a string with an integer that a uint16 can hold.
func (r *Lexer) Uint16Str() uint16 { return uint16(r.unsignedStr(16)) }

// Uint32Str reads a string with an integer that a uint32 can hold.
func (r *Lexer) Uint32Str() uint32 { return uint32(r.unsignedStr(32)) }

// Uint64Str reads a string with an integer that a uint64 can hold.
func (r *Lexer) Uint64Str() uint64 { return r.unsignedStr(64) }

// UintStr reads a string with an integer that a uint can hold.
func (r *Lexer) UintStr() uint { return uint(r.unsignedStr(strconv.IntSize)) }

// UintptrStr reads a string with an integer that a uintptr can hold.
func (r *Lexer) UintptrStr() uintptr {
	return uintptr(r.unsignedStr(int(unsafe.Sizeof(uintptr(0))) * 8))
}

// Int8Str reads a string with an integer that an int8 can hold.
func (r *Lexer) Int8Str() int8 { return int8(r.signedStr(8)) }

// Int16Str reads a string with an integer that an int16 can hold.
func (r *Lexer) Int16Str() int16 { return int16(r.signedStr(16)) }

// Int32Str reads a string with an integer that an int32 can hold.
func (r *Lexer) Int32Str() int32 { return int32(r.signedStr(32)) }

// Int64Str reads a string with an integer that an int64 can hold.
func (r *Lexer) Int64Str() int64 { return r.signedStr(64) }

// IntStr reads a string with an integer that an int can hold.
func (r *Lexer) IntStr() int { return int(r.signedStr(strconv.IntSize)) }

// float parses a number by package strconv.
func (r *Lexer) float(text []byte, bits int) float64 {
	if r.fatal != nil || text == nil {
		return 0
	}
	v, err := strconv.ParseFloat(stringOf(text), bits)
	r.misfit(err, text)
	return v
}

// Float32 reads a number that a float32 can hold.
func (r *Lexer) Float32() float32 {
	text := r.number()
	if end := r.start + len(text); text != nil && end+num.Room <= len(r.Data) {
		if v, n, ok := num.ReadFloat32(mem.Data(text)); ok && n == len(text) {
			return v
		}
	}
	return float32(r.float(text, 32))
}

// Float32Str reads a string with a number that a float32 can hold.
func (r *Lexer) Float32Str() float32 { return float32(r.float(r.view(), 32)) }

// Float64 reads a number that a float64 can hold.
func (r *Lexer) Float64() float64 {
	text := r.number()
	if text == nil {
		return 0
	}
	if end := r.start + len(text); end+num.Room <= len(r.Data) {
		if v, n, ok := num.ReadFloat64(mem.Data(text)); ok && n == len(text) {
			return v
		}
	} else if v, ok := scan.Float64(text); ok {
		return v
	}
	return r.float(text, 64)
}

// Float64Str reads a string with a number that a float64 can hold.
func (r *Lexer) Float64Str() float64 { return r.float(r.view(), 64) }
