package mem

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// Ptr is an address of memory that the garbage collector knows.
type Ptr = unsafe.Pointer

// Add returns p+n. Promise: the result lies inside the object that p points into.
func Add(p Ptr, n uintptr) Ptr { return unsafe.Add(p, n) }

// Load8 returns the byte at p+n.
func Load8(p Ptr, n int) byte { return *(*byte)(unsafe.Add(p, n)) }

// Frozen returns b's bytes as a string without a copy. Promise: this module allocated b, and never writes it again.
func Frozen(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// View returns the bytes of s without a copy. Promise: they are never written.
func View(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// Slice returns the n bytes at p. Promise: all of them lie inside one object.
func Slice(p Ptr, n int) []byte { return unsafe.Slice((*byte)(p), n) }

// Data returns the address of b's first byte.
func Data(b []byte) Ptr { return Ptr(unsafe.SliceData(b)) }

// Overlap reports whether b shares memory with a or with the bytes that precede a. before is the number of these bytes.
func Overlap(a []byte, before int, b []byte) bool {
	p, n := uintptr(Data(a))-uintptr(before), uintptr(before+len(a))
	q := uintptr(Data(b))
	return q-p < n && len(b) > 0 || p-q < uintptr(len(b)) && n > 0
}

// eface is the layout of an empty interface: type word and data word.
type eface struct {
	typ  Ptr
	data Ptr
}

// TypeWord returns the type word of v, one address per Go type for the life of the program; nil for a nil interface.
func TypeWord(v any) Ptr { return (*eface)(Ptr(&v)).typ }

// DataWord returns the data word of v: the value itself for pointer-shaped types, else its address.
func DataWord(v any) Ptr { return (*eface)(Ptr(&v)).data }

// PointerWordOf returns the type word of pointers to t.
func PointerWordOf(t reflect.Type) Ptr { return TypeWordOf(reflect.PointerTo(t)) }

// TypeWordOf returns the type word of an interface that holds a t.
func TypeWordOf(t reflect.Type) Ptr {
	// A reflect.Type is itself an interface whose data word is the type's address.
	var v any = t
	return (*eface)(Ptr(&v)).data
}

// Interface makes an interface of a type word and a data word.
// Promise: typ is from TypeWord or TypeWordOf, and data is the data word of an interface that holds that type.
func Interface(typ, data Ptr) (v any) {
	e := (*eface)(Ptr(&v))
	e.typ, e.data = typ, data
	return v
}

// Table returns the first word of the interface at v, the address of its method table.
// Promise: v points to an interface that is not nil and whose type has methods.
func Table(v Ptr) Ptr { return (*eface)(v).typ }

// WithTable makes an interface of type I from a method table and a data word, without the search for methods that a
// conversion to I needs.
// Promise: table is what Table has returned for an I, and data is the data word of an I that holds the same type.
func WithTable[I any](table, data Ptr) (v I) {
	e := (*eface)(Ptr(&v))
	e.typ, e.data = table, data
	return v
}

// SetData replaces the pointer that the interface at v holds, without the method table that an assignment needs.
// Promise: the interface has methods and holds a pointer, and data is a pointer of the same type.
func SetData(v, data Ptr) { (*eface)(v).data = data }

// SliceHeader is the layout of every slice.
type SliceHeader struct {
	Data Ptr
	Len  int
	Cap  int
}

// StringHeader is the layout of every string.
type StringHeader struct {
	Data Ptr
	Len  int
}

// Load64 returns the 8 bytes at p+n as a number, with the first byte as the lowest. Promise: all 8 are readable.
func Load64(p Ptr, n int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(p, n))[:])
}

// Word returns the uint64 at p+n. Promise: there is one.
func Word(p Ptr, n int) uint64 { return *(*uint64)(unsafe.Add(p, n)) }

// Load32 returns the 4 bytes at p+n as a number, with the first byte as the lowest. Promise: all 4 are readable.
func Load32(p Ptr, n int) uint32 {
	return binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(p, n))[:])
}

// LoadShort returns the n bytes at p as a number, with the first byte as the lowest. The bytes above the n lowest are
// zero. n is 8 at most. It reads only these n bytes. Promise: they are readable.
func LoadShort(p Ptr, n int) uint64 {
	switch {
	case n == 8:
		return Load64(p, 0)
	case n >= 4:
		return uint64(Load32(p, 0)) | uint64(Load32(p, n-4))<<(uint(n-4)*8&63)
	case n == 0:
		return 0
	}
	// The first, the middle and the last byte are all bytes if there are 1 to 3.
	return uint64(Load8(p, 0)) | uint64(Load8(p, n>>1))<<(uint(n>>1)*8&63) | uint64(Load8(p, n-1))<<(uint(n-1)*8&63)
}

// Store8 writes x to the byte at p+n. Promise: it is writable.
func Store8(p Ptr, n int, x byte) { *(*byte)(unsafe.Add(p, n)) = x }

// Store32 writes x to the 4 bytes at p+n, the lowest byte first. Promise: all 4 are writable.
func Store32(p Ptr, n int, x uint32) {
	binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, n))[:], x)
}

// Store64 writes x to the 8 bytes at p+n, the lowest byte first. Promise: all 8 are writable.
func Store64(p Ptr, n int, x uint64) {
	binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(p, n))[:], x)
}

// NoCopy is a field of structs that must not be copied: go vet reports copies of them.
type NoCopy struct{}

// Lock and Unlock make go vet report copies.
func (*NoCopy) Lock()   {}
func (*NoCopy) Unlock() {}
