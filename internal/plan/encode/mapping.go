package encode

import (
	"math/bits"
	"reflect"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// A map's entries are collected, sorted by name and then written: map[string]int{"b": 1, "a": 2} as {"a":2,"b":1}. They
// are collected by Go's own iteration, which notices concurrent writes, in one of three ways:
//
//	entries.go  the map is read as a map of one of a few known types
//	places.go   the elements stay in the map, if writing them calls no code of the user's
//	copies.go   the entries are copied by reflection, since a method may change the map
//
// Reading a map as another type works because the memory layout of a map depends only on the sizes and alignments of
// key and element, and on how keys are hashed. The known element types have pointers at the same places, so that the
// garbage collector sees them. Elements can also be looked up by the names of earlier maps of the type (known.go).

// mapInfo has what is needed to write maps of one type.
type mapInfo struct {
	gather  gatherKind
	known   gatherKind // how the map is read to look up known names (known.go); gatherCopies: not at all
	key     keyKind
	size    uint8          // the size of an integer key, in bytes
	null    bool           // a nil map is written as null
	sorted  bool           // the members are written in the order of their names
	cleans  bool           // invalid UTF-8 in names is replaced before they are sorted
	word    unsafe.Pointer // the type word of the map type
	elem    *block         // nil for map[string]any
	exit    *exitInfo      // writes an element, if one Go function can; or nil
	scalar  op             // opScalarPointer for scalars and strings, and pointers to these
	typ     reflect.Type
	named   reflect.Type                                  // the key type that errors name
	codec   *loan.Key                                     // for keyCodec
	special func(b []byte, word, p unsafe.Pointer) []byte // for keySpecial: appends the name
	keyWord unsafe.Pointer                                // type word of pointers to special keys or keys with methods
	copies  *sync.Pool                                    // for gatherCopies
}

// isString reports whether elements are strings without methods, codecs or options.
func (info *mapInfo) isString() bool { return info.scalar.elem == opString && info.scalar.count == 0 }

// gatherKind says how a map's entries are collected. From gatherAny on, the map is read as a map of another type.
type gatherKind uint8

const (
	gatherCopies gatherKind = iota
	gatherPlaces
	gatherAny     // map[K]any, where K is string or uint64
	gatherIface   // map[K]any, but elements are written by programs
	gatherString  // map[K]string
	gatherPointer // map[K]unsafe.Pointer
	gatherSlice   // map[K]mem.SliceHeader
	gatherWord    // map[K]uint64, for numbers of that size
	gatherHalf    // map[K]uint32: this and the following only if elements can't stay in place
	gatherQuarter // map[K]uint16
	gatherByte    // map[K]uint8, for booleans too
)

// keyKind says how the name is made from a key: 5 has the name "5", a netip.Addr its text, a string itself.
type keyKind uint8

const (
	keyString keyKind = iota
	keyText           // by MarshalText
	keyAppend         // by AppendText
	keyInt
	keyUint
	keyCodec   // by a codec
	keySpecial // by mapInfo.special
)

// mapOf returns the mapInfo of a map type, or nil if its keys can't be names. The first case that fits makes the names.
func (c *compiler) mapOf(t reflect.Type) *mapInfo {
	if info := c.maps[t]; info != nil {
		return info
	}
	key := t.Key()
	info := &mapInfo{typ: t, word: mem.TypeWordOf(t), size: uint8(min(key.Size(), 255)), null: c.orNull.mapping != 0, sorted: c.cfg.Options.Has(option.SortMapKeys), named: key}
	methods := c.cfg.Shape.MethodsOf(key).Value
	kind := key.Kind()
	switch {
	case c.cfg.Keys[key] != nil:
		info.key, info.codec = keyCodec, c.cfg.Keys[key]
	case c.keyOf(key) != nil:
		info.key, info.special, info.keyWord = keySpecial, c.keyOf(key), mem.PointerWordOf(key)
	case kind == reflect.String && (!c.cfg.Release.Has(option.BeforeGo1272) || methods&(shape.AppendText|shape.MarshalText) == 0):
	case methods&shape.AppendText != 0 && c.cfg.Release.Has(option.CallAppendText) && kind != reflect.Interface:
		info.key = keyAppend
	case methods&shape.MarshalText != 0 && (!c.cfg.Release.Has(option.AnyMapKey) || kind != reflect.Interface):
		info.key = keyText
	case reflect.Int <= kind && kind <= reflect.Int64:
		info.key = keyInt
	case reflect.Uint <= kind && kind <= reflect.Uintptr:
		info.key = keyUint
	default:
		return nil
	}
	if toolchain.AlwaysNamesPointers && kind != reflect.Pointer {
		info.named = reflect.PointerTo(key)
	}
	if (info.key == keyAppend || info.key == keyText) && kind != reflect.Pointer && kind != reflect.Interface && !holdsPointer(key) {
		info.keyWord = mem.PointerWordOf(holderOf(key))
	}
	// The type may contain itself, so info is stored before the block of the elements is made.
	c.maps[t] = info
	info.cleans = c.cfg.Release.Has(option.SortValidKeys) && !c.cfg.Options.Has(option.MarkInvalidUTF8) && (kind != reflect.String || info.codec != nil || c.cfg.Shape.MethodsOf(key) != shape.Methods{})
	if info.gather = c.gatherOf(info); info.gather == gatherCopies {
		info.copies = &sync.Pool{New: func() any { return newCopies(t) }}
	}
	if info.key == keyString && !info.cleans && info.gather != gatherCopies {
		info.known = gatherAs(t.Elem())
	}
	info.elem = c.block(blockKey{typ: t.Elem()})
	if info.elem.first != nil { // nil if the block is still being made
		info.exit = info.elem.first.onlyExit()
	}
	return info
}

// keyOf returns the function that appends the names of keys of type t if t is special and has one, otherwise nil.
func (c *compiler) keyOf(t reflect.Type) func(b []byte, word, p unsafe.Pointer) []byte {
	if row, ok := c.specialOf(t, false); ok {
		return row.key
	}
	return nil
}

// gatherOf returns how the entries of a map are collected, and sets info.scalar. Elements are copied for codecs, which
// may keep their addresses. Interfaces and scalars of a word or more are read as elements of another type. Other
// elements stay in place if writing them calls no code of the user's; otherwise they are read as another type too, or
// copied if there is none.
func (c *compiler) gatherOf(info *mapInfo) gatherKind {
	elem := info.typ.Elem()
	w, key := builder{compiler: c}, blockKey{typ: elem}
	if code, hops, last := w.pointedTo(key); code != opEnd {
		info.scalar = op{code: opScalarPointer, elem: code, count: hops, sub: subOf(w.info(last))}
	}
	// Keys are read as string or uint64: they must be integers of 8 bytes, or strings that clean does not change.
	as := gatherCopies
	if info.key == keyString && !info.cleans || (info.key == keyInt || info.key == keyUint) && info.size == 8 {
		as = gatherAs(elem)
	}
	switch {
	case c.codecOf(elem) != nil:
		return gatherCopies
	case as == gatherAny && c.departs() && extra().changesAny(c):
		return gatherIface
	case as == gatherAny || as != gatherCopies && as <= gatherWord && info.scalar.code == opScalarPointer:
		return as
	case info.key != keyText && info.key != keyAppend && info.key != keyCodec && c.quiet(elem, map[reflect.Type]bool{}) && fast.Places && mem.MapsWalk():
		return gatherPlaces
	case as > gatherWord && !mem.MapsWalk():
		return gatherCopies
	}
	return as
}

// gatherAs returns the gatherKind that reads elements of type t as elements of another type, which has the same size
// and has pointers at the same places. It returns gatherCopies if there is no such type.
func gatherAs(t reflect.Type) gatherKind {
	if !fast.Typed {
		return gatherCopies
	}
	switch t.Kind() {
	case reflect.Array, reflect.Struct, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return gatherCopies
	case reflect.String:
		return gatherString
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func:
		return gatherPointer
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return gatherAny
		}
		return gatherIface
	case reflect.Slice:
		return gatherSlice
	}
	return gatherByte - gatherKind(bits.TrailingZeros(uint(t.Size())))
}

func (m *machine) mapping(info *mapInfo, p unsafe.Pointer, n int) int {
	if len(as[string, struct{}](p)) == 0 { // any type of map will do for the length
		if p == nil && info.null {
			return m.null(n)
		}
		*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'{', '}'}
		return m.room(n+2, 0)
	}
	if m.depth++; m.depth > m.rules.levels {
		if n = m.tooDeep(place{unsafe.Pointer(info), p, 0}, n); n < 0 {
			return n
		}
	}
	if n = m.entriesOf(info, p, m.put1(n, '{')); n < 0 {
		return n
	}
	m.depth--
	return m.close(n, '}')
}

// entriesOf writes the members of the map p, which must not be empty, each with a comma after it.
func (m *machine) entriesOf(info *mapInfo, p unsafe.Pointer, n int) int {
	count := len(as[string, struct{}](p))
	if s := m.sink; s != nil && s.Repeats && !info.sorted && count > 1 {
		s.kept = true
	}
	names := len(m.maps.names)
	// Each call drops its entries from m.maps, unless it fails: see entryLists.cut.
	end, known := 0, false
	if k := m.namesOf(info, count); k != nil && k.trusted(info, count) {
		k.busy++
		end, known = m.knownMembers(k, info, p, n)
		k.busy--
		k.found(known)
	}
	switch {
	case known:
		n = end
	case info.gather == gatherPlaces:
		n = m.places(info, p, n)
	case info.gather == gatherCopies:
		n = m.copied(info, p, n)
	default:
		n = m.entries(info, p, n)
	}
	if n < 0 {
		return n
	}
	// The next map can use the memory of these names. The names of outer maps are before them.
	m.maps.names = m.maps.names[:names]
	return n
}

// name writes the name of a map's member and the colon. Afterwards n may exceed the limit by two bytes.
func (m *machine) name(info *mapInfo, s string, n int) int {
	if info.key == keyInt || info.key == keyUint {
		return m.digits(s, m.put1(n, '"'))
	}
	return m.put1(m.quoted(s, n), ':')
}

// digits writes s, which numberName has made, a closing quote and a colon. num.Room bytes can be read from s.
func (m *machine) digits(s string, n int) int {
	to, from := unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s))
	mem.Store64(to, 0, mem.Load64(from, 0))
	mem.Store64(to, 8, mem.Load64(from, 8))
	mem.Store64(to, 16, mem.Load64(from, 16))
	n += len(s)
	*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ':'}
	return m.room(n+2, 0)
}

const _ = uint(num.Room - 24) // digits reads 24 bytes
