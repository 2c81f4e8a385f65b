package encode

import (
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

// A map's entries are gathered, sorted and then written. Gathering goes through Go's own iteration, so that misuse by
// several goroutines is noticed. There are three ways:
//
//   - Elements whose writing calls nobody's code stay in the map: their addresses are gathered (places.go).
//   - Others are copied first, as encoding/json does, for a method may change the map. To be fast the map is taken for
//     one of a few types (typed.go): its layout in memory depends on the sizes and alignments of key and element and
//     on how keys are hashed, not on their names. Whether that holds is tried out once, on maps. Elements are
//     gathered as types with the same pointers at the same places, so that the garbage collector sees them.
//   - The rest is copied by reflection (copies.go).
//
// Small maps are gathered on the stack and sorted by insertion. Maps with the names of others before them are looked up
// by these (known.go).
//
// Of map[string]int{"b": 1, "a": 2} the entries are ("b", 1) and ("a", 2), in any order, the output is {"a":2,"b":1}.
// Each member is written with a comma behind it, and the brace takes the place of the last one.
//
// The entries of maps within one another lie behind one another in the lists of scratchMaps. An inner map may make a
// list grow, and so move it: whoever writes members finds each entry by its index again.

// mapInfo is what the machine knows of a map type.
type mapInfo struct {
	gather gatherKind
	known  gatherKind // how elements are looked up by names that are known, or gatherCopies: not at all
	key    keyKind
	size   uint8 // of an integer that is a key, in bytes
	null   bool  // a nil map is null
	sorted bool
	cleans bool           // names are sorted after their invalid UTF-8 was replaced
	word   unsafe.Pointer // the type word of the map
	elem   *block         // nil for gatherAny
	exit   *exitInfo      // what writes an element, where its program is that exit alone; or nil
	scalar op             // of code opScalarPointer if elements are scalars or strings, or pointers to such
	typ    reflect.Type
	named  reflect.Type // the key type as errors call it
	codec  *loan.Key    // for keyCodec

	special func(b []byte, word, p unsafe.Pointer) []byte // for keySpecial
	keyWord unsafe.Pointer                                // the type word of pointers to such keys, or to keys with methods
	copies  *sync.Pool                                    // for gatherCopies
}

// gatherKind is how a map's entries are gathered. In all but the first two the map is taken for one of another type.
type gatherKind uint8

const (
	gatherCopies  gatherKind = iota // elements are copied by reflection
	gatherPlaces                    // elements stay where they are
	gatherAny                       // map[K]any, where K is string or uint64
	gatherString                    // map[K]string
	gatherPointer                   // map[K]unsafe.Pointer
	gatherIface                     // map[K]any, of interfaces with methods: those have two pointers too
	gatherSlice                     // map[K]mem.SliceHeader
	gatherWord                      // map[K]uint64, of numbers of that size
	gatherShort                     // map[string]uint8, uint16 or uint32, of booleans and numbers of that size
)

// keyKind says how a key becomes a name: 5 is "5", a netip.Addr its text, and a string itself.
type keyKind uint8

const (
	keyString keyKind = iota
	keyText           // by MarshalText
	keyAppend         // by AppendText
	keyInt
	keyUint
	keyCodec   // by a codec
	keySpecial // by the row of a special type
)

// scratchMaps holds the entries of the maps under way, those of inner maps behind those of outer ones. There is a list
// for each kind of element that entries are gathered as, and one of ranks for all: a map writes its members in the
// order of its ranks, each of which has the index of an entry in its list.
type scratchMaps struct {
	anys    []entry[any]
	strings []entry[string]
	ptrs    []entry[unsafe.Pointer] // pointers, or places
	slices  []entry[mem.SliceHeader]
	words   []entry[uint64]
	indices []entry[int]
	ranks   []rank // the order of all of them
}

// reset forgets all entries, after an error.
func (s *scratchMaps) reset() { *s = scratchMaps{} }

// lengths returns how many entries there are, for cut.
func (s *scratchMaps) lengths() [7]int {
	return [...]int{
		len(s.anys), len(s.strings), len(s.ptrs), len(s.slices), len(s.words), len(s.indices), len(s.ranks),
	}
}

// cut forgets the entries that came after lengths had that result, where maps ended in an error that something else is
// written for: the machine goes on, and the maps around still need theirs. What is forgotten is cleared, for the lists
// live on in the pool and would keep it alive.
func (s *scratchMaps) cut(to [7]int) {
	clear(s.anys[to[0]:])
	clear(s.strings[to[1]:])
	clear(s.ptrs[to[2]:])
	clear(s.slices[to[3]:])
	clear(s.words[to[4]:]) // their keys
	clear(s.indices[to[5]:])
	s.anys, s.strings, s.ptrs = s.anys[:to[0]], s.strings[:to[1]], s.ptrs[:to[2]]
	s.slices, s.words = s.slices[:to[3]], s.words[:to[4]]
	s.indices, s.ranks = s.indices[:to[5]], s.ranks[:to[6]]
}

// keepEntries is how many entries' room a pooled machine keeps.
const keepEntries = 4096

// mapOf returns what there is to know of a map type, or nil if its keys cannot be names. What names the keys is the
// first of: a codec for keys, the row of a special type, the kind of strings, AppendText, MarshalText, the kind of
// integers. Strings come before methods, integers behind them, as in encoding/json.
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
		info.key, info.special, info.keyWord = keySpecial, c.keyOf(key), pointerWord(key)
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
		info.keyWord = pointerWord(holderOf(key))
	}
	// It is found from here on, without its elements' block: a type may be a map of itself.
	c.maps[t] = info
	info.cleans = c.cfg.Release.Has(option.SortValidKeys) && !c.cfg.Options.Has(option.MarkInvalidUTF8) && (kind != reflect.String || info.codec != nil || c.cfg.Shape.MethodsOf(key) != shape.Methods{})
	if info.gather = c.gatherOf(info); info.gather == gatherCopies {
		info.copies = &sync.Pool{New: func() any { return newCopies(t) }}
	}
	if info.key == keyString && info.sorted && !info.cleans && mapsCast() {
		info.known = info.gather
		if info.gather == gatherPlaces {
			if info.known = gatherAs(t.Elem()); info.known == gatherShort {
				info.known = gatherCopies
			}
		}
	}
	info.elem = c.block(blockKey{typ: t.Elem()})
	if info.elem.first != nil { // the block of a type that holds itself has no ops yet
		info.exit = info.elem.first.onlyExit()
	}
	return info
}

// keyOf returns what appends the names of keys of the special type t, or nil.
func (c *compiler) keyOf(t reflect.Type) func(b []byte, word, p unsafe.Pointer) []byte {
	if row, ok := c.specialOf(t, false); ok {
		return row.key
	}
	return nil
}

// gatherOf returns how the entries of a map are gathered. Where several ways are right the first of these is taken:
// values in interfaces and strings by loops of their own, numbers of eight bytes, elements in place, elements of other
// types that a map can be taken for, and last copies by reflection.
func (c *compiler) gatherOf(info *mapInfo) gatherKind {
	elem := info.typ.Elem()
	// Keys are taken for string or uint64, so others must be of that size, and names must be sorted as they are.
	castable := info.key == keyString && !info.cleans || (info.key == keyInt || info.key == keyUint) && info.size == 8
	as := gatherCopies
	if castable && mapsCast() {
		as = gatherAs(elem)
	}
	w, key := builder{compiler: c}, blockKey{typ: elem}
	code, hops, last := w.pointedTo(key)
	if code != opEnd {
		info.scalar = op{code: opScalarPointer, elem: code, size: uint32(elem.Size()), count: hops, sub: subOf(w.info(last))}
	}
	// Elements with a way of their own have no code.
	if as == gatherShort && (code == opEnd || info.key != keyString) || as == gatherString && code == opEnd && elem != reflect.TypeFor[string]() {
		as = gatherCopies
	}
	switch {
	case as == gatherAny && c.cfg.Own && extra().oddAny(c), as == gatherString && c.oddElem(elem):
		return gatherCopies
	case as == gatherAny || as == gatherString || as == gatherShort:
		return as
	case as == gatherWord && (code != opEnd || c.callsBack(elem)):
		return as
	case info.key != keyText && info.key != keyAppend && info.key != keyCodec && c.quiet(elem) && fast.Places && mem.MapsWalk():
		return gatherPlaces
	case as == gatherWord:
		return gatherCopies
	}
	return as
}

// callsBack reports whether values of t, numbers of a word, are written by a method that returns their text. It has no
// way to the machine at work, whose entries so stay as they are.
func (c *compiler) callsBack(t reflect.Type) bool {
	if c.cfg.HasCodecs() || c.isSpecial(t, false) {
		return false
	}
	switch c.methodOf(t, false) {
	case byJSON, byText, byAppend:
		return true
	}
	return false
}

// gatherAs returns the type for elements like t: one of the same size, with pointers at the same places, or
// gatherCopies if there is none.
func gatherAs(t reflect.Type) gatherKind {
	switch k := t.Kind(); k {
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
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr, reflect.Float64:
		if t.Size() == 8 {
			return gatherWord
		}
		return gatherShort
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Float32:
		return gatherShort
	}
	return gatherCopies
}

// mapping writes a map, of which p is the value. As to its depth it is a run, for a map may hold itself.
func (m *machine) mapping(info *mapInfo, p unsafe.Pointer, n int) int {
	// The number of entries lies at the same place in all maps. A nil map has none.
	count := len(as[string, struct{}](p))
	if count == 0 {
		if p == nil && info.null {
			return m.null(n)
		}
		*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'{', '}'}
		return m.room(n+2, 0)
	}
	if m.depth++; m.depth > maxDepth {
		if n = m.tooDeep(place{unsafe.Pointer(info), p, 0}, n); n < 0 {
			return n
		}
	}
	n = m.put1(n, '{')
	if k := m.namesOf(info, count); k != nil && k.trusted(info, count) {
		if end, ok := m.knownMembers(k, info, p, n); ok {
			if end < 0 {
				return end
			}
			m.depth--
			return m.close(end, '}')
		}
	}
	keyBytes := len(m.keys)
	// Each of these leaves the lists as long as they were, or returns -1; whoever goes on after an error cuts them.
	switch s := &m.maps; info.gather {
	case gatherAny:
		n = m.anyEntries(info, p, n)
	case gatherString:
		n = m.stringEntries(info, p, n)
	case gatherPlaces:
		n = m.places(info, p, n)
	case gatherPointer:
		n = entries(m, &s.ptrs, info, p, n)
	case gatherIface:
		n = entries(m, &s.anys, info, p, n)
	case gatherSlice:
		n = entries(m, &s.slices, info, p, n)
	case gatherShort:
		n = m.words(info, p, n)
	case gatherWord:
		if info.scalar.code == opScalarPointer {
			n = m.words(info, p, n)
		} else {
			n = entries(m, &s.words, info, p, n)
		}
	default:
		n = m.copied(info, p, n)
	}
	if n < 0 {
		return n
	}
	// The names are written: their memory is free for the next map at this level. Outer maps' names are before it.
	m.keys = m.keys[:keyBytes]
	m.depth--
	return m.close(n, '}')
}

// name writes a member's name, of an entry of info, and the colon. Behind it n may pass the limit by the two bytes of
// "\":".
func (m *machine) name(info *mapInfo, s string, n int) int {
	n = m.put1(n, '"')
	if info.key == keyInt || info.key == keyUint {
		return m.digits(s, n)
	}
	n = m.text(s, n)
	*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ':'}
	return n + 2
}

// digits writes s, the name of an integer, with the rest of its punctuation. As numberName and keyAt have made it there
// is nothing to escape in it, it has at most 20 bytes, and num.Room bytes from its start on may be read.
func (m *machine) digits(s string, n int) int {
	to, from := unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s))
	mem.Store64(to, 0, mem.Load64(from, 0))
	mem.Store64(to, 8, mem.Load64(from, 8))
	mem.Store64(to, 16, mem.Load64(from, 16))
	n += len(s)
	*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ':'}
	return m.room(n+2, 0)
}

const _ = uint(num.Room - 24) // what digits reads

// release forgets the entries from the given one on, and as many ranks, when their map is written. Lists that a large
// map has made long are dropped when no map is under way.
func release[V any](m *machine, list *[]entry[V], from int) {
	m.maps.ranks = m.maps.ranks[:len(m.maps.ranks)-(len(*list)-from)]
	if cap(m.maps.ranks) > 2*keepEntries && len(m.maps.ranks) == 0 {
		m.maps.ranks = nil
	}
	clear((*list)[from:])
	*list = (*list)[:from]
	if from == 0 && cap(*list) > keepEntries {
		*list = nil
	}
}

// store is *to = list, where list mostly begins where *to does: then no pointer is written, which a collector that
// marks would have to hear of.
func store[T any](to *[]T, list []T) {
	if unsafe.SliceData(list) == unsafe.SliceData(*to) {
		*to = (*to)[:len(list)]
		return
	}
	*to = list
}
