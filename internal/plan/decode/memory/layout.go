package memory

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Values of any type are allocated, copied and cleared by their layout. The collector must know where the pointers in
// new memory are, and must see each pointer that is written. So values of frequent kinds are treated by Go statements
// as values of a known type with pointers at the same offsets, and values of other types by reflection.

// Layout describes the memory of the values of a type. All decodings share it, so the fields that change are atomic.
type Layout struct {
	Type        reflect.Type
	Size        uintptr // the size of a value in bytes
	PointerFree bool    // values have no pointers, so they are copied and cleared as bytes
	Slot        uint8   // the index of the slab for such values; several types may share a slab
	form        form
	wanted      atomic.Uint32                // number of elements that the last decoding took from the slab
	slices      atomic.Pointer[reflect.Type] // the type []Type
}

// form names a known type that has its pointers at the same offsets as the values: string, any, a pointer, or a slice.
type form uint8

const (
	other form = iota
	texts
	interfaces
	pointers
	lists
)

// layouts is the number of layouts so far. They get the Slots in turn, so a struct's fields have different slabs.
var layouts atomic.Uint32

func (l *Layout) Init(t reflect.Type) {
	l.Type, l.Size, l.PointerFree, l.Slot = t, t.Size(), PointerFree(t), uint8(layouts.Add(1)%Slots)
	l.form = map[reflect.Kind]form{reflect.String: texts, reflect.Interface: interfaces, reflect.Pointer: pointers, reflect.Slice: lists}[t.Kind()]
	if t.Kind() == reflect.Interface && t.NumMethod() > 0 {
		l.form = other
	}
}

// PointerFree reports whether values of t hold no pointers. Functions, channels and unsafe.Pointers are pointers too.
func PointerFree(t reflect.Type) bool {
	switch k := t.Kind(); {
	case reflect.Bool <= k && k <= reflect.Complex128:
		return true
	case k == reflect.Array:
		return t.Len() == 0 || PointerFree(t.Elem())
	case k == reflect.Struct:
		for i := range t.NumField() {
			if !PointerFree(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// sliceType returns []Type, which reflect.SliceOf would look up each time.
func (l *Layout) sliceType() reflect.Type {
	if st := l.slices.Load(); st != nil {
		return *st
	}
	st := reflect.SliceOf(l.Type)
	l.slices.Store(&st)
	return st
}

// Alloc returns zeroed memory for at least n values, and the number of values for which it has space.
func (l *Layout) Alloc(n int) (unsafe.Pointer, int) {
	if l.PointerFree && l.Size > 0 {
		words := (uintptr(n)*l.Size + 7) / 8
		return unsafe.Pointer(unsafe.SliceData(make([]uint64, words))), int(words * 8 / l.Size)
	}
	switch l.form {
	case texts:
		return unsafe.Pointer(unsafe.SliceData(make([]string, n))), n
	case interfaces:
		return unsafe.Pointer(unsafe.SliceData(make([]any, n))), n
	case pointers:
		return unsafe.Pointer(unsafe.SliceData(make([]unsafe.Pointer, n))), n
	}
	var h mem.SliceHeader
	l.Grow(&h, n)
	return h.Data, h.Cap
}

// Grow gives the slice h space for n more values. Its capacity becomes the same as in encoding/json.
func (l *Layout) Grow(h *mem.SliceHeader, n int) {
	reflect.NewAt(l.sliceType(), unsafe.Pointer(h)).Elem().Grow(n)
}

func (l *Layout) Move(dst, src unsafe.Pointer, n int) {
	switch {
	case n == 0 || l.Size == 0:
	case l.PointerFree:
		copy(unsafe.Slice((*byte)(dst), uintptr(n)*l.Size), unsafe.Slice((*byte)(src), uintptr(n)*l.Size))
	case l.form == texts:
		copy(unsafe.Slice((*string)(dst), n), unsafe.Slice((*string)(src), n))
	case l.form == interfaces:
		copy(unsafe.Slice((*any)(dst), n), unsafe.Slice((*any)(src), n))
	case l.form == pointers:
		copy(unsafe.Slice((*unsafe.Pointer)(dst), n), unsafe.Slice((*unsafe.Pointer)(src), n))
	default:
		d, f := mem.SliceHeader{Data: dst, Len: n, Cap: n}, mem.SliceHeader{Data: src, Len: n, Cap: n}
		st := l.sliceType()
		reflect.Copy(reflect.NewAt(st, unsafe.Pointer(&d)).Elem(), reflect.NewAt(st, unsafe.Pointer(&f)).Elem())
	}
}

func (l *Layout) Zero(p unsafe.Pointer) {
	switch {
	case l.PointerFree:
		clear(unsafe.Slice((*byte)(p), l.Size))
	case l.form == texts:
		*(*string)(p) = ""
	case l.form == pointers:
		*(*unsafe.Pointer)(p) = nil
	case l.form == lists:
		*(*mem.SliceHeader)(p) = mem.SliceHeader{}
	default:
		reflect.NewAt(l.Type, p).Elem().SetZero()
	}
}
