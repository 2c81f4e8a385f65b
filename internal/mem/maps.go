package mem

import (
	"reflect"
	"sync"
	"unsafe"
)

// A reflect.MapIter is Go's own iteration over a map of any type. After one reflect.Value it has two words: the
// addresses of a key and an element within the map. Reading them there copies and allocates nothing, and the runtime
// notices misuse of the map by several goroutines, as in any loop. MapsWalk tests whether the layout is this one.

// MapWalk iterates over a map of any type. Call Begin first.
type MapWalk struct{ iter reflect.MapIter }

// entryAt is the offset of the addresses of key and element in a reflect.MapIter.
const entryAt = unsafe.Sizeof(reflect.Value{})

// entryOf is the layout at that offset.
type entryOf struct{ key, elem Ptr }

// Begin starts the iteration over the map m, whose type has the type word typ. MapsWalk must be true.
func (w *MapWalk) Begin(typ, m Ptr) { w.iter.Reset(reflect.ValueOf(Interface(typ, m))) }

// Next returns the addresses of the next entry's key and element. They stay valid until the map is written to. key is
// nil at the end, after which Next must not be called.
func (w *MapWalk) Next() (key, elem Ptr) {
	if !w.iter.Next() {
		return nil, nil
	}
	e := (*entryOf)(unsafe.Add(unsafe.Pointer(&w.iter), entryAt))
	return e.key, e.elem
}

// MapsWalk reports whether maps can be iterated over in this way: whether reflect.MapIter has the fields that MapWalk
// reads, and whether MapWalk finds the entries of some maps: small and grown ones, and some with large keys and
// elements.
func MapsWalk() bool {
	walkOnce.Do(func() { walkable = iterHasEntry() && mapsWalk() })
	return walkable
}

// Filled in at first use. A sync.OnceValue would keep its function in programs that only decode.
var (
	walkOnce sync.Once
	walkable bool
)

func iterHasEntry() bool {
	iter := reflect.TypeFor[reflect.MapIter]()
	if iter.Size() < entryAt+unsafe.Sizeof(entryOf{}) || iter.NumField() < 2 {
		return false
	}
	inner := iter.Field(1)
	if inner.Offset != entryAt || inner.Type.Kind() != reflect.Struct || inner.Type.NumField() < 2 {
		return false
	}
	key, elem := inner.Type.Field(0), inner.Type.Field(1)
	return key.Type.Kind() == reflect.UnsafePointer && key.Offset == unsafe.Offsetof(entryOf{}.key) &&
		elem.Type.Kind() == reflect.UnsafePointer && elem.Offset == unsafe.Offsetof(entryOf{}.elem)
}

func mapsWalk() bool {
	for _, size := range []int{0, 1, 8, 9, 100} {
		texts, large, none := map[string]int16{}, map[[40]int][50]int{}, map[uint8]struct{}{}
		for i := range size {
			texts[string(rune('a'+i))], large[[40]int{39: i}], none[uint8(i)] = int16(i), [50]int{49: i}, struct{}{}
		}
		if size > 1 {
			delete(texts, "a")
			delete(large, [40]int{})
		}
		if !walks(texts) || !walks(large) || !walks(none) {
			return false
		}
	}
	return true
}

// walks reports whether a MapWalk finds each entry of m once.
func walks[K, V comparable](m map[K]V) bool {
	found := map[K]bool{}
	var v any = m
	var w MapWalk
	w.Begin(TypeWord(v), DataWord(v))
	for range len(m) {
		key, elem := w.Next()
		if key == nil || elem == nil {
			return false
		}
		k := *(*K)(key)
		if want, ok := m[k]; !ok || found[k] || *(*V)(elem) != want {
			return false
		}
		found[k] = true
	}
	key, _ := w.Next()
	return key == nil
}
