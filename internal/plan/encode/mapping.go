package encode

import (
	"encoding"
	"math"
	"reflect"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// A map's entries are gathered, sorted and then written. Gathering goes through Go's own iteration, so that misuse
// by several goroutines is noticed. To be fast it takes the map for one of a few types: a map's layout in memory
// depends on the sizes and alignments of key and element and on how keys are hashed, not on their names. Whether
// that holds is tried out once, on maps; otherwise, and for other types, reflection gathers.
//
// Elements are gathered as types with the same pointers at the same places, so that the garbage collector sees them.

// mapInfo is what the machine knows of a map type.
type mapInfo struct {
	gather gatherKind
	key    keyKind
	null   bool // a nil map is null
	sorted bool
	cleans bool   // names are sorted after their invalid UTF-8 was replaced
	elem   *block // nil for gatherAny
	typ    reflect.Type
	named  reflect.Type // the key type as errors call it
	codec  *loan.Key    // for keyCodec

	special func(b []byte, p unsafe.Pointer) []byte // for keySpecial
}

// gatherKind is the type that a map is taken for.
type gatherKind uint8

const (
	gatherReflect gatherKind = iota
	gatherAny                // map[K]any, where K is string, int64 or uint64
	gatherString             // map[K]string
	gatherPointer            // map[K]unsafe.Pointer
	gatherIface              // map[K]interface{ M() }
	gatherSlice              // map[K]mem.SliceHeader
	gather64                 // map[K]uint64
	gather8                  // map[K]uint8
)

// keyKind says how a key becomes a name.
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

// scratchMaps holds the entries of the maps under way, those of inner maps behind those of outer ones.
type scratchMaps struct {
	anys    []entry[any]
	strings []entry[string]
	ptrs    []entry[unsafe.Pointer]
	ifaces  []entry[interface{ M() }]
	slices  []entry[mem.SliceHeader]
	words   []entry[uint64]
	bytes   []entry[uint8]
	indices []entry[int]
	ranks   []rank // the order of all of them
}

// reset forgets all entries, after an error.
func (s *scratchMaps) reset() { *s = scratchMaps{} }

// lengths returns how many entries there are, for cut.
func (s *scratchMaps) lengths() [9]int {
	return [...]int{
		len(s.anys), len(s.strings), len(s.ptrs), len(s.ifaces), len(s.slices), len(s.words), len(s.bytes), len(s.indices), len(s.ranks),
	}
}

// cut forgets the entries that came after lengths had that result, where maps ended in an error that something else is
// written for.
func (s *scratchMaps) cut(to [9]int) {
	clear(s.anys[to[0]:])
	clear(s.strings[to[1]:])
	clear(s.ptrs[to[2]:])
	clear(s.ifaces[to[3]:])
	clear(s.slices[to[4]:])
	clear(s.words[to[5]:])
	clear(s.bytes[to[6]:])
	clear(s.indices[to[7]:])
	s.anys, s.strings, s.ptrs, s.ifaces = s.anys[:to[0]], s.strings[:to[1]], s.ptrs[:to[2]], s.ifaces[:to[3]]
	s.slices, s.words, s.bytes = s.slices[:to[4]], s.words[:to[5]], s.bytes[:to[6]]
	s.indices, s.ranks = s.indices[:to[7]], s.ranks[:to[8]]
}

// keepEntries is how many entries' room a pooled machine keeps.
const keepEntries = 4096

// mapOf returns what there is to know of a map type, or nil if its keys cannot be names.
func (c *compiler) mapOf(t reflect.Type) *mapInfo {
	if info := c.maps[t]; info != nil {
		return info
	}
	key := t.Key()
	info := &mapInfo{typ: t, null: c.orNull.mapping != 0, sorted: c.cfg.Options.Has(option.SortMapKeys), named: key}
	methods := shape.MethodsOf(key).Value
	kind := key.Kind()
	switch {
	case c.cfg.Keys[key] != nil:
		info.key, info.codec = keyCodec, c.cfg.Keys[key]
	case c.keyOf(key) != nil:
		info.key, info.special = keySpecial, c.keyOf(key)
	case kind == reflect.String:
	case methods&shape.AppendText != 0 && c.cfg.Options.Has(option.CallAppendText) && kind != reflect.Interface:
		info.key = keyAppend
	case methods&shape.MarshalText != 0 && (!c.cfg.Options.Has(option.AnyMapKey) || kind != reflect.Interface):
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
	c.maps[t] = info
	info.cleans = c.cfg.Options.Has(option.SortValidKeys) && (kind != reflect.String || info.codec != nil || shape.MethodsOf(key) != shape.Methods{})
	if (info.key == keyString && !info.cleans || (info.key == keyInt || info.key == keyUint) && key.Size() == 8) && mapsCast() {
		if info.gather = gatherAs(t.Elem()); info.gather == gatherAny && c.cfg.Own && c.oddAny() {
			info.gather = gatherReflect
		}
	}
	info.elem = c.block(blockKey{typ: t.Elem()})
	return info
}

// keyOf returns what appends the names of keys of the special type t, or nil.
func (c *compiler) keyOf(t reflect.Type) func(b []byte, p unsafe.Pointer) []byte {
	if row := c.specialOf(t, false); row != nil {
		return row.key
	}
	return nil
}

// gatherAs returns the type for elements like t.
func gatherAs(t reflect.Type) gatherKind {
	switch k := t.Kind(); k {
	case reflect.String:
		if t == reflect.TypeFor[string]() {
			return gatherString
		}
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
			return gather64
		}
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return gather8
	}
	return gatherReflect
}

// mapping writes a map, of which p is the value.
func (m *machine) mapping(info *mapInfo, p unsafe.Pointer, n int) int {
	if len(as[string, struct{}](p)) == 0 {
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
	keyBytes := len(m.keys)
	switch s := &m.maps; info.gather {
	case gatherAny:
		n = m.anyEntries(info, p, n)
	case gatherString:
		n = m.stringEntries(info, p, n)
	case gatherPointer:
		n = entries(m, &s.ptrs, info, p, n)
	case gatherIface:
		n = entries(m, &s.ifaces, info, p, n)
	case gatherSlice:
		n = entries(m, &s.slices, info, p, n)
	case gather64:
		n = entries(m, &s.words, info, p, n)
	case gather8:
		n = entries(m, &s.bytes, info, p, n)
	default:
		n = m.reflected(info, p, n)
	}
	if n < 0 {
		return n
	}
	m.keys = m.keys[:keyBytes]
	m.depth--
	return m.close(n, '}')
}

// as returns the map at p as one with keys and elements like K and V. Promise: it is one, but for the names of its
// types.
func as[K comparable, V any](p unsafe.Pointer) map[K]V { return *(*map[K]V)(unsafe.Pointer(&p)) }

// store is *to = list, where list mostly begins where *to does: then no pointer is written, which a collector that
// marks would have to hear of.
func store[T any](to *[]T, list []T) {
	if unsafe.SliceData(list) == unsafe.SliceData(*to) {
		*to = (*to)[:len(list)]
		return
	}
	*to = list
}

// gather appends a map's entries to list, and their ranks, in the order in which they are to be written, to
// m.maps.ranks.
func gather[V any](m *machine, list []entry[V], info *mapInfo, p unsafe.Pointer) []entry[V] {
	ranks := m.maps.ranks
	from := len(ranks)
	switch info.key {
	case keyInt:
		for k, v := range as[int64, V](p) {
			at := len(m.keys)
			m.keys = num.AppendInt(m.keys, k)
			name := mem.Frozen(m.keys[at:])
			ranks = append(ranks, rank{prefixOf(name), len(list)})
			list = append(list, entry[V]{name, v})
		}
	case keyUint:
		for k, v := range as[uint64, V](p) {
			at := len(m.keys)
			m.keys = num.AppendUint(m.keys, k)
			name := mem.Frozen(m.keys[at:])
			ranks = append(ranks, rank{prefixOf(name), len(list)})
			list = append(list, entry[V]{name, v})
		}
	default:
		for k, v := range as[string, V](p) {
			ranks = append(ranks, rank{prefixOf(k), len(list)})
			list = append(list, entry[V]{k, v})
		}
	}
	store(&m.maps.ranks, ranks)
	if info.sorted {
		sortEntries(ranks[from:], list)
	}
	return list
}

// release forgets the entries from the given one on, and as many ranks.
func release[V any](m *machine, list *[]entry[V], from int) {
	m.maps.ranks = m.maps.ranks[:len(m.maps.ranks)-(len(*list)-from)]
	if cap(m.maps.ranks) > keepEntries && len(m.maps.ranks) == 0 {
		m.maps.ranks = nil
	}
	clear((*list)[from:])
	*list = (*list)[:from]
	if from == 0 && cap(*list) > keepEntries {
		*list = nil
	}
}

// name writes a member's name.
func (m *machine) name(s string, n int) int {
	n = m.put1(n, '"')
	n = m.text(s, n)
	*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ':'}
	return n + 2
}

func (m *machine) anyEntries(info *mapInfo, p unsafe.Pointer, n int) int {
	from, first := len(m.maps.anys), len(m.maps.ranks)
	store(&m.maps.anys, gather(m, m.maps.anys, info, p))
	last := len(m.maps.ranks)
	for i := first; i < last; i++ {
		e := &m.maps.anys[m.maps.ranks[i].at] // inner maps may move the lists
		n = m.name(e.key, n)
		if n = m.any(e.val, n); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(m, &m.maps.anys, from)
	return n
}

func (m *machine) stringEntries(info *mapInfo, p unsafe.Pointer, n int) int {
	first := len(m.maps.ranks)
	list := gather(m, m.maps.strings[:0], info, p)
	store(&m.maps.strings, list)
	for _, r := range m.maps.ranks[first:] {
		e := &list[r.at]
		n = m.name(e.key, n)
		n = m.put1(n, '"')
		n = m.text(e.val, n)
		*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ','}
		n += 2
	}
	release(m, &m.maps.strings, 0)
	return n
}

func entries[V any](m *machine, list *[]entry[V], info *mapInfo, p unsafe.Pointer, n int) int {
	from, first := len(*list), len(m.maps.ranks)
	store(list, gather(m, *list, info, p))
	last := len(m.maps.ranks)
	for i := first; i < last; i++ {
		e := &(*list)[m.maps.ranks[i].at]
		n = m.name(e.key, n)
		if n = m.run(info.elem.first, unsafe.Pointer(&e.val), m.room(n, 0), 0, 0); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(m, list, from)
	return n
}

// reflected writes the members of a map of any type.
func (m *machine) reflected(info *mapInfo, p unsafe.Pointer, n int) int {
	v := reflect.NewAt(info.typ, unsafe.Pointer(&p)).Elem()
	count := v.Len()
	keys := reflect.MakeSlice(reflect.SliceOf(info.typ.Key()), count, count)
	elems := reflect.MakeSlice(reflect.SliceOf(info.typ.Elem()), count, count)
	from, first := len(m.maps.indices), len(m.maps.ranks)
	iter := v.MapRange()
	i := 0
	for ; i < count && iter.Next(); i++ {
		k := keys.Index(i)
		k.SetIterKey(iter)
		elems.Index(i).SetIterValue(iter)
		name, f := m.keyName(info, k)
		if f != nil {
			if f.Code == fault.Codec {
				f.Err = locate.WrittenAt(f.Err, m.bytes(n)[m.start:], n-m.start, nil)
			}
			return m.fail(f)
		}
		m.maps.ranks = append(m.maps.ranks, rank{prefixOf(name), from + i})
		m.maps.indices = append(m.maps.indices, entry[int]{name, i})
	}
	last := len(m.maps.ranks)
	if info.sorted {
		sortEntries(m.maps.ranks[first:], m.maps.indices)
	}
	data, size := elems.UnsafePointer(), info.typ.Elem().Size()
	for i := first; i < last; i++ {
		e := &m.maps.indices[m.maps.ranks[i].at]
		n = m.name(e.key, n)
		if n = m.run(info.elem.first, unsafe.Add(data, uintptr(e.val)*size), m.room(n, 0), 0, 0); n < 0 {
			return n
		}
		n = m.put1(n, ',')
	}
	release(m, &m.maps.indices, from)
	return n
}

// keyName returns the name that a key has. It is valid until the map has been written.
func (m *machine) keyName(info *mapInfo, k reflect.Value) (string, *fault.Fault) {
	from := len(m.keys)
	switch info.key {
	case keyCodec:
		b, err := info.codec.Append(nil, k.Addr().Interface())
		if err != nil {
			return "", &fault.Fault{Code: fault.Codec, Type: info.named, Err: &codec.Failure{Type: k.Type(), Writing: true, Err: err}}
		}
		return info.clean(mem.Frozen(b)), nil
	case keySpecial:
		m.keys = info.special(m.keys, k.Addr().UnsafePointer())
		return info.clean(mem.Frozen(m.keys[from:])), nil
	case keyString:
		return info.clean(k.String()), nil
	case keyInt:
		m.keys = num.AppendInt(m.keys, k.Int())
		return mem.Frozen(m.keys[from:]), nil
	case keyUint:
		m.keys = num.AppendUint(m.keys, k.Uint())
		return mem.Frozen(m.keys[from:]), nil
	}
	if k.Kind() == reflect.Pointer && k.IsNil() {
		return "", nil
	}
	if k.Kind() == reflect.Interface && k.IsNil() {
		// encoding/json panics, in its own words.
		return "", &fault.Fault{Code: fault.Depth}
	}
	if info.key == keyAppend {
		b, err := k.Interface().(encoding.TextAppender).AppendText(nil)
		if err != nil && (k.Type() == timeType || k.Type() == reflect.PointerTo(timeType)) {
			// The toolchain knows times by another way than their methods.
			_, err = toolchain.Encode(k.Interface(), m.html)
			return "", &fault.Fault{Code: fault.Foreign, Type: info.named, Err: err}
		}
		if err != nil {
			return "", &fault.Fault{Code: fault.AppendText, Type: info.named, Err: err}
		}
		return info.clean(mem.Frozen(b)), nil
	}
	b, err := k.Interface().(encoding.TextMarshaler).MarshalText()
	switch {
	case err != nil && toolchain.AlwaysNamesPointers:
		return "", &fault.Fault{Code: fault.MarshalText, Type: info.named, Err: err}
	case err != nil:
		return "", &fault.Fault{Code: fault.KeyText, Type: info.typ, Err: err}
	}
	return info.clean(string(b)), nil
}

// clean replaces the invalid UTF-8 of a name where that comes before sorting.
func (info *mapInfo) clean(s string) string {
	if info.cleans {
		return string([]rune(s))
	}
	return s
}

// mapsCast reports whether maps can be taken for maps of like types: it tries.
var mapsCast = sync.OnceValue(func() bool {
	type text string
	type number int64
	for _, size := range []int{1, 7, 9, 300} {
		floats, lists, marks := map[text]float64{}, map[number][]int{}, map[text]bool{}
		for i := range size {
			k := text(num.AppendInt(nil, int64(i)))
			floats[k], lists[number(i)], marks[k] = float64(i), []int{i}, i%2 == 0
		}
		words := as[string, uint64](*(*unsafe.Pointer)(unsafe.Pointer(&floats)))
		headers := as[uint64, mem.SliceHeader](*(*unsafe.Pointer)(unsafe.Pointer(&lists)))
		bytes := as[string, uint8](*(*unsafe.Pointer)(unsafe.Pointer(&marks)))
		if len(words) != size || len(headers) != size || len(bytes) != size {
			return false
		}
		seen := 0
		for k, w := range words {
			if f, ok := floats[text(k)]; !ok || math.Float64frombits(w) != f {
				return false
			}
			seen++
		}
		for k, h := range headers {
			if l := lists[number(k)]; h.Data != unsafe.Pointer(unsafe.SliceData(l)) || h.Len != len(l) {
				return false
			}
			seen++
		}
		for k, b := range bytes {
			if mark, ok := marks[text(k)]; !ok || mark != (b == 1) {
				return false
			}
			seen++
		}
		if seen != 3*size {
			return false
		}
	}
	return true
})
