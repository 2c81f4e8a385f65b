package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
)

// Members are stored in maps by Go's map statements, without reflection, if keys and elements have the same memory
// layout as those of a map type below. With type Name string and type Level uint8, a map[Name]Level is written to as a
// map[string]uint8. This is possible because the layout of a map depends only on the kind of its keys, which decides
// how they are hashed, and on the sizes of keys and elements and the places of pointers in them.

// storer stores the element to which elem points in the map at dst. The key is text, or the integer at intKey.
type storer func(dst unsafe.Pointer, text string, intKey, elem unsafe.Pointer)

// storeByText is the storer for string keys and elements with the layout of V.
func storeByText[V any](dst unsafe.Pointer, text string, _, elem unsafe.Pointer) {
	(*(*map[string]V)(dst))[text] = *(*V)(elem)
}

// storeByWord is the storer for integer keys of the size of K. Maps hash and compare an int8 of -1 as the byte 0xFF.
func storeByWord[K uint8 | uint16 | uint32 | uint64, V any](dst unsafe.Pointer, _ string, intKey, elem unsafe.Pointer) {
	(*(*map[K]V)(dst))[*(*K)(intKey)] = *(*V)(elem)
}

// layout is the memory layout of the elements of a map.
type layout uint8

const (
	layoutOther layout = iota // none of the following
	layoutNone                // no bytes, such as struct{}
	layout1                   // one byte without pointers; layout2 to layout32 are named in the same way
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
	layouts // the number of layouts
)

// textStorers are the storers for string keys. There is none for layoutOther: reflection stores such elements.
var textStorers = [layouts]storer{
	layoutNone: storeByText[struct{}], layout1: storeByText[uint8], layout2: storeByText[uint16],
	layout4: storeByText[uint32], layout8: storeByText[uint64], layoutPointer: storeByText[unsafe.Pointer],
	layoutString: storeByText[string], layoutSlice: storeByText[[]byte], layoutAny: storeByText[any],
	layout16: storeByText[[2]uint64], layout24: storeByText[[3]uint64], layout32: storeByText[[4]uint64],
}

// wordStorer returns the storer for integer keys of the size of K and elements with the layout l, or nil. There are
// fewer than in textStorers: each one adds map types and functions of 1.3 KB to every program.
func wordStorer[K uint8 | uint16 | uint32 | uint64](l layout) storer {
	return [layouts]storer{
		layout1: storeByWord[K, uint8], layout8: storeByWord[K, uint64], layoutPointer: storeByWord[K, unsafe.Pointer],
		layoutString: storeByWord[K, string], layoutAny: storeByWord[K, any],
	}[l]
}

// longStorer returns what wordStorer returns, and storers for a few more layouts, for keys such as int and int32, which
// are more frequent than shorter ones: reflection takes half as long again for a map[int][]int, and 1.8 times as long
// for a map[int]struct{}.
func longStorer[K uint32 | uint64](l layout) storer {
	switch l {
	case layoutNone:
		return storeByWord[K, struct{}]
	case layout4:
		return storeByWord[K, uint32]
	case layoutSlice:
		return storeByWord[K, []byte]
	}
	return wordStorer[K](l)
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
	// In a map an element lies after its key, at an offset that depends on the element's alignment. If the key is
	// short, that offset is the same only if the alignment is that of the type in the table.
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
		return longStorer[uint32](l)
	}
	return longStorer[uint64](l)
}

// layoutOf returns the memory layout of values of t. For a mixture of pointers and other words it is layoutOther.
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
	bySize := [...]layout{0: layoutNone, 1: layout1, 2: layout2, 4: layout4, 8: layout8, 16: layout16, 24: layout24, 32: layout32}
	if n := t.Size(); n < uintptr(len(bySize)) {
		return bySize[n]
	}
	return layoutOther
}
