package mem

import (
	"reflect"
	"sync"
	"unsafe"
)

// A reflect.MapIter is Go's own iteration over a map of any type, behind one reflect.Value: its first two words after
// that are the addresses of a key and an element within the map. Read there, nothing is copied and nothing allocated,
// and misuse of the map by several goroutines is noticed as in any loop. MapsWalk tries out whether that is so.

// MapWalk goes through a map of any type. The zero MapWalk is to Begin.
type MapWalk struct{ iter reflect.MapIter }

// entryAt is where the addresses of key and element are in a reflect.MapIter.
const entryAt = unsafe.Sizeof(reflect.Value{})

// entryOf is what lies there.
type entryOf struct{ key, elem Ptr }

// Begin starts over with the map whose type has the type word typ, and whose value is m. Promise: MapsWalk is true.
func (w *MapWalk) Begin(typ, m Ptr) { w.iter.Reset(reflect.ValueOf(Interface(typ, m))) }

// Next returns the addresses of the next entry's key and element, which stay those of that entry while nobody writes to
// the map; key is nil at the end, behind which nobody may go.
func (w *MapWalk) Next() (key, elem Ptr) {
	if !w.iter.Next() {
		return nil, nil
	}
	e := (*entryOf)(unsafe.Add(unsafe.Pointer(&w.iter), entryAt))
	return e.key, e.elem
}

// MapsWalk reports whether maps can be walked through: whether the fields of reflect.MapIter are those that MapWalk
// reads, and whether it finds what is in some maps: small and grown ones, with large keys and elements.
func MapsWalk() bool {
	walkOnce.Do(func() { walkable = iterHasEntry() && mapsWalk() })
	return walkable
}

// Filled in at first use: a sync.OnceValue would keep its function in programs that only decode.
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
