package mem

import (
	"math/bits"
	"reflect"
	"sync"
	"unsafe"
)

// Go's iteration takes 8 to 10 ns for each entry, most of it for what a loop's body may do to the map: a walk that
// nobody's code interrupts reads entries where they lie. A small map is one group, a larger one a table of 2^n groups,
// each of which has eight control bytes and as many places for entries:
//
//	control 0x23 0x80 0x7f ...   keys and elements: entry, nothing, entry ...
//
// A control byte's top bit says that there is no entry. Where these things are is read from the runtime's own types,
// by the names of their fields: where a name, a place or a kind is another, maps are walked through by Go's iteration,
// and so are maps of several tables, those whose keys or elements lie elsewhere, and all under the race detector, which
// Go's iteration tells what is read. As there, a map that is written to meanwhile is noticed before each entry, and
// given to Go's iteration, which stops the program.

// MapLayout is where entries are in the groups of a type of maps. The zero value says that this is not known.
type MapLayout struct {
	group            uintptr // the size of a group
	key, keyStride   uintptr // where the first key is in a group, and how far behind it the next one
	elem, elemStride uintptr
}

// MapLayoutOf returns the layout of maps whose type has the type word typ.
func MapLayoutOf(typ Ptr) MapLayout {
	if f := mapFieldsOnce(); f != nil {
		return f.layout(typ)
	}
	return MapLayout{}
}

// mapHeader is how the runtime's maps begin, mapTable how their tables do.
type mapHeader struct {
	used                              uint64
	seed                              uintptr
	dirPtr                            Ptr
	dirLen                            int
	globalDepth, globalShift, writing uint8
}

type mapTable struct {
	used, capacity, growthLeft uint16
	localDepth                 uint8
	index                      int
	groups                     mapGroups
}

type mapGroups struct {
	data       Ptr
	lengthMask uint64
}

const (
	slotsOfGroup = 8
	noEntry      = 0x8080808080808080 // of the control bytes
	elsewhere    = 1<<2 | 1<<3        // flags of types whose keys or elements are behind pointers
)

// GroupWalk goes through the groups of a map. The zero GroupWalk is to Begin.
type GroupWalk struct {
	layout *MapLayout
	typ    Ptr
	m      *mapHeader
	at     Ptr    // the group at hand
	full   uint64 // a top bit for each entry of it that is still to come
	more   int    // groups behind it
}

// Begin starts over with the map whose type has the type word typ and the layout l, and whose value is m. It returns
// false for a map that it does not know.
func (w *GroupWalk) Begin(typ Ptr, l *MapLayout, m Ptr) bool {
	h := (*mapHeader)(m)
	if l.group == 0 || h == nil || h.writing != 0 {
		return false
	}
	switch h.dirLen {
	case 0:
		w.at, w.more = h.dirPtr, 0
	case 1:
		t := *(**mapTable)(h.dirPtr)
		w.at, w.more = t.groups.data, int(t.groups.lengthMask)
	default:
		return false
	}
	if w.at == nil {
		return false
	}
	w.layout, w.typ, w.m = l, typ, h
	w.full = ^*(*uint64)(w.at) & noEntry
	return true
}

// Next returns the addresses of the next entry's key and element, which stay those of that entry while nobody writes to
// the map; key is nil at the end.
func (w *GroupWalk) Next() (key, elem Ptr) {
	l := w.layout
	for w.full == 0 {
		if w.more == 0 {
			return nil, nil
		}
		w.more--
		w.at = unsafe.Add(w.at, l.group)
		w.full = ^*(*uint64)(w.at) & noEntry
	}
	if w.m.writing != 0 {
		w.misused()
	}
	i := uintptr(bits.TrailingZeros64(w.full) >> 3)
	w.full &= w.full - 1
	return unsafe.Add(w.at, l.key+i*l.keyStride), unsafe.Add(w.at, l.elem+i*l.elemStride)
}

// misused has Go's iteration stop the program, as it does where a map is written to meanwhile.
//
//go:noinline
func (w *GroupWalk) misused() {
	var iter reflect.MapIter
	iter.Reset(reflect.ValueOf(Interface(w.typ, Ptr(w.m))))
	iter.Next()
}

// mapFields are where the fields of the runtime's types of maps are. From Go 1.27 on keys and elements may be apart,
// and a type has more of them.
type mapFields struct {
	group, flags, slotSize, elemOff          uintptr
	keysOff, keyStride, elemsOff, elemStride uintptr
	apart                                    bool
}

func (f *mapFields) layout(typ Ptr) MapLayout {
	at := func(field uintptr) uintptr { return *(*uintptr)(unsafe.Add(typ, field)) }
	switch {
	case *(*uint32)(unsafe.Add(typ, f.flags))&elsewhere != 0:
		return MapLayout{}
	case f.apart:
		return MapLayout{at(f.group), at(f.keysOff), at(f.keyStride), at(f.elemsOff), at(f.elemStride)}
	}
	return MapLayout{at(f.group), slotsOfGroup, at(f.slotSize), slotsOfGroup + at(f.elemOff), at(f.slotSize)}
}

// mapFieldsOnce returns where these fields are, or nil where the walk is not to be used.
var mapFieldsOnce = sync.OnceValue(func() *mapFields {
	if raceEnabled || !iterHasEntry() {
		return nil
	}
	iter := reflect.TypeFor[reflect.MapIter]().Field(1).Type
	header, table, typ := pointee(iter, "m"), pointee(iter, "tab"), pointee(iter, "typ")
	if header == nil || table == nil || typ == nil || !beginsAs(header, reflect.TypeFor[mapHeader]()) || !beginsAs(table, reflect.TypeFor[mapTable]()) {
		return nil
	}
	f := new(mapFields)
	words := map[string]*uintptr{"GroupSize": &f.group, "SlotSize": &f.slotSize, "ElemOff": &f.elemOff}
	if _, f.apart = typ.FieldByName("KeyStride"); f.apart {
		words = map[string]*uintptr{"GroupSize": &f.group, "KeysOff": &f.keysOff, "KeyStride": &f.keyStride, "ElemsOff": &f.elemsOff, "ElemStride": &f.elemStride}
	}
	for name, to := range words {
		field, ok := typ.FieldByName(name)
		if !ok || field.Type.Kind() != reflect.Uintptr {
			return nil
		}
		*to = field.Offset
	}
	field, ok := typ.FieldByName("Flags")
	if f.flags = field.Offset; !ok || field.Type.Kind() != reflect.Uint32 || !walksGroups(f) {
		return nil
	}
	return f
})

// pointee returns the struct that a field of struct t points to, or nil.
func pointee(t reflect.Type, name string) reflect.Type {
	f, ok := t.FieldByName(name)
	if !ok || f.Type.Kind() != reflect.Pointer || f.Type.Elem().Kind() != reflect.Struct {
		return nil
	}
	return f.Type.Elem()
}

// beginsAs reports whether struct t begins with the fields of want: names, places and kinds.
func beginsAs(t, want reflect.Type) bool {
	if t.NumField() < want.NumField() {
		return false
	}
	for i := range want.NumField() {
		f, g := t.Field(i), want.Field(i)
		if f.Name != g.Name || f.Offset != g.Offset || f.Type.Kind() != g.Type.Kind() {
			return false
		}
		if g.Type.Kind() == reflect.Struct && !beginsAs(f.Type, g.Type) {
			return false
		}
	}
	return true
}

// walksGroups tries the walk on maps: small, grown and shrunk ones, whose keys and elements are of many sizes.
func walksGroups(f *mapFields) bool {
	for _, size := range []int{1, 8, 12} {
		texts, wide, none, small := map[string]int16{}, map[[3]int][9]byte{}, map[uint8]struct{}{}, map[int8]any{}
		for i := range size {
			texts[string(rune('a'+i))], wide[[3]int{2: i}], none[uint8(i)], small[int8(i)] = int16(i), [9]byte{8: byte(i)}, struct{}{}, i
		}
		for i := range size / 2 {
			delete(texts, string(rune('a'+2*i)))
			delete(wide, [3]int{2: i})
			delete(none, uint8(3*i))
		}
		if !walksGroupsOf(f, texts) || !walksGroupsOf(f, wide) || !walksGroupsOf(f, none) || !walksGroupsOf(f, small) {
			return false
		}
	}
	// Keys that lie elsewhere are not known.
	return f.layout(TypeWord(map[[50]int]int{})) == MapLayout{} && f.layout(TypeWord(map[int][50]int{})) == MapLayout{}
}

func walksGroupsOf[K, V comparable](f *mapFields, m map[K]V) bool {
	found := map[K]bool{}
	var v any = m
	l := f.layout(TypeWord(v))
	var w GroupWalk
	if !w.Begin(TypeWord(v), &l, DataWord(v)) {
		return len(m) > 8 // there may be several tables
	}
	for key, elem := w.Next(); key != nil; key, elem = w.Next() {
		k := *(*K)(key)
		if want, ok := m[k]; !ok || found[k] || *(*V)(elem) != want {
			return false
		}
		found[k] = true
	}
	return len(found) == len(m)
}
