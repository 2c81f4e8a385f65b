package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
)

// Members are stored in maps by Go's map statements, without reflection, if keys and elements have the same memory
// layout as those of a map type below: a map[Name]Level of strings and bytes is written to as a map[string]uint8. This
// is possible because the layout of a map depends only on the kind of its keys, by which they are hashed, and on the
// sizes and pointers of keys and elements, which are the same.

// storer stores elem in the map at dst, under the key text for string keys, or under the integer at word for integer
// keys.
type storer func(dst unsafe.Pointer, text string, word, elem unsafe.Pointer)

// storeByText is the storer for string keys and elements with the layout of V.
func storeByText[V any](dst unsafe.Pointer, text string, _, elem unsafe.Pointer) {
	(*(*map[string]V)(dst))[text] = *(*V)(elem)
}

// storeByWord is the storer for integer keys of the size of K. Signed keys are stored as unsigned ones: an int8 of -1
// is hashed and compared as the byte 0xFF.
func storeByWord[K uint8 | uint16 | uint32 | uint64, V any](dst unsafe.Pointer, _ string, word, elem unsafe.Pointer) {
	(*(*map[K]V)(dst))[*(*K)(word)] = *(*V)(elem)
}

// layout is the memory layout of the elements of a map.
type layout uint8

const (
	layoutOther layout = iota
	layoutNone
	layout1 // one byte without pointers; the following names have the number of bytes in the same way
	layout2
	layout4
	layout8
	layoutPointer
	layoutString
	layoutSlice
	layoutAny
	layout16
	layout24
	layout32
	layouts
)

// textStorers are the storers for string keys. There is none for layoutOther: reflection stores such elements.
var textStorers = [layouts]storer{
	layoutNone: storeByText[struct{}], layout1: storeByText[uint8], layout2: storeByText[uint16],
	layout4: storeByText[uint32], layout8: storeByText[uint64], layoutPointer: storeByText[unsafe.Pointer],
	layoutString: storeByText[string], layoutSlice: storeByText[[]byte], layoutAny: storeByText[any],
	layout16: storeByText[[2]uint64], layout24: storeByText[[3]uint64], layout32: storeByText[[4]uint64],
}

// wordStorer returns the storer for integer keys of the size of K and elements with the layout l, or nil if there is
// none. There are fewer than in textStorers, since each one adds map types and functions to every program.
func wordStorer[K uint8 | uint16 | uint32 | uint64](l layout) storer {
	return [layouts]storer{
		layoutNone: storeByWord[K, struct{}], layout1: storeByWord[K, uint8], layout4: storeByWord[K, uint32],
		layout8: storeByWord[K, uint64], layoutPointer: storeByWord[K, unsafe.Pointer], layoutString: storeByWord[K, string],
		layoutSlice: storeByWord[K, []byte], layoutAny: storeByWord[K, any],
	}[l]
}

// storerOf returns the storer for maps of type t. If there is none, it returns nil, and reflection must be used.
func storerOf(t reflect.Type) storer {
	if !fast.Stores {
		return nil
	}
	l := layoutOf(t.Elem())
	if k := t.Key().Kind(); k == reflect.String {
		return textStorers[l]
	} else if k < reflect.Int || k > reflect.Uintptr {
		return nil
	}
	// An element lies after its key, at an offset that depends on the element's alignment. For short keys the
	// alignment must be the same as for the type in the table.
	size := t.Key().Size()
	aligned := uintptr(t.Elem().Align()) == max(min(t.Elem().Size(), unsafe.Sizeof(size)), 1)
	if size < 8 && l < layoutPointer && !aligned {
		return nil
	}
	switch size {
	case 1:
		return wordStorer[uint8](l)
	case 2:
		return wordStorer[uint16](l)
	case 4:
		return wordStorer[uint32](l)
	}
	return wordStorer[uint64](l)
}

// layoutOf returns the memory layout of values of t. The layout of a struct or array without pointers is that of its
// number of bytes, since storing it only copies them. For a mixture of pointers and other words it is layoutOther.
func layoutOf(t reflect.Type) layout {
	switch k := t.Kind(); {
	case k == reflect.Pointer || k == reflect.Map:
		return layoutPointer
	case k == reflect.String:
		return layoutString
	case k == reflect.Slice:
		return layoutSlice
	case k == reflect.Interface && t.NumMethod() == 0:
		return layoutAny
	case !memory.PointerFree(t):
		return layoutOther
	}
	switch t.Size() {
	case 0:
		return layoutNone
	case 1:
		return layout1
	case 2:
		return layout2
	case 4:
		return layout4
	case 8:
		return layout8
	case 16:
		return layout16
	case 24:
		return layout24
	case 32:
		return layout32
	}
	return layoutOther
}
