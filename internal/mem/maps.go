package mem

import (
	"reflect"
	"sync"
	"unsafe"
)

// A reflect.MapIter iterates over a map of any type. It begins with a reflect.Value, followed by the addresses of the
// present key and element within the map. MapWalk reads these, so nothing is copied or allocated, and the runtime still
// detects concurrent misuse of the map. MapsWalk tests whether the running toolchain has this layout.

// MapWalk iterates over a map of any type. Call Begin first.
type MapWalk struct{ iter reflect.MapIter }

// entryAt is the offset of the addresses of key and element in a reflect.MapIter.
const entryAt = unsafe.Sizeof(reflect.Value{})

// entryOf is the layout of a reflect.MapIter from entryAt on.
type entryOf struct{ key, elem Ptr }

// Begin starts the iteration over the map m, whose type has the type word typ. MapsWalk must have returned true.
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

// MapsWalk reports whether a reflect.MapIter has the fields that MapWalk reads, and MapWalk finds the entries of maps.
func MapsWalk() bool {
	walkOnce.Do(func() { walkable = iterHasEntry() && mapsWalk() })
	return walkable
}

// MapsWalk sets these. With a sync.OnceValue, the linker would keep its function in programs that only decode.
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

// mapsWalk tries MapWalk on two maps: with one entry, whose large key does not lie in the map, and with more than the
// eight that one group of the runtime's maps holds, whose large elements do not. It tries only few and small maps,
// since the first map that a process encodes waits for the result. TestMapsWalk tries more.
func mapsWalk() bool { return walks(mapOf(1, longKey, shortKey)) && walks(mapOf(9, shortKey, longKey)) }

func shortKey(i int) string { return string(rune('a' + i)) }

// longKey returns a key of more bytes than the runtime's maps hold in place.
func longKey(i int) [40]int { return [40]int{39: i} }

// mapOf returns a map of size entries. One more entry was added and deleted.
func mapOf[K comparable, V any](size int, key func(int) K, elem func(int) V) map[K]V {
	m := map[K]V{}
	for i := range size + 1 {
		m[key(i)] = elem(i + 1)
	}
	delete(m, key(0))
	return m
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
