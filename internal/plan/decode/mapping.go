package decode

import (
	"encoding"
	"math"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Objects into maps. {"a":1,"b":2} into map[string]int: the key is looked for among names met before, the value
// decoded into a place of its own, both are stored by reflection or, for the common types, by Go's own map
// statements. Keys of other types come from the name by strconv, by UnmarshalText, or by asking the toolchain where
// releases differ.

// keyKind is how a map's keys come from names.
type keyKind uint8

const (
	keyString   keyKind = iota
	keyInt              // of any width
	keyUint             // of any width
	keyText             // by UnmarshalText
	keyJSON             // by UnmarshalJSON
	keyCodec            // by a codec
	keyFallback         // left to the toolchain, with the whole map
)

func (c *compiler) compileMap(x *node) {
	kt := x.rtype.Key()
	switch m := c.cfg.Shape.MethodsOf(kt).Pointer; {
	case c.cfg.Keys[kt] != nil:
		x.keyKind, x.custom = keyCodec, &custom{key: c.cfg.Keys[kt]}
	case c.parserOf(kt) != nil:
		x.keyKind, x.parse = keyText, c.parserOf(kt)
	case m&shape.UnmarshalText != 0 && (c.cfg.Own || m&shape.UnmarshalJSON == 0) && kt.Kind() != reflect.Interface:
		x.keyKind = keyText
	case m&(shape.UnmarshalText|shape.UnmarshalJSON) == shape.UnmarshalText|shape.UnmarshalJSON && kt.Kind() != reflect.Interface:
		if x.keyKind = keyJSON; c.cfg.Options.Has(option.KeysFirst) {
			x.keyKind = keyText
		}
	case kt.Kind() == reflect.String:
		x.keyKind = keyString
	case reflect.Int <= kt.Kind() && kt.Kind() <= reflect.Int64:
		x.keyKind = keyInt
	case reflect.Uint <= kt.Kind() && kt.Kind() <= reflect.Uintptr:
		x.keyKind = keyUint
	default:
		x.keyKind = keyFallback
	}
	x.elem = c.nodeOf(x.rtype.Elem())
	// Tables of maps are filled between 7/16 and 7/8.
	x.entry = 2 * (kt.Size() + x.elem.size)
	switch {
	case x.keyKind == keyFallback && c.cfg.Own && c.cfg.Options.Has(option.AnyMapKey):
		c.refuse(x, shape.ForeignKeys(x.rtype))
	case x.keyKind == keyFallback:
		x.run = decodeFallback
	case x.keyKind == keyString && x.elem.op == opAny:
		x.run = decodeMapAny
	case c.cfg.Limits.Memory > 0:
		x.run = decodeMap // which counts members as they come
	case x.keyKind == keyString && x.elem.op == opString:
		x.run = decodeMapString
	case x.keyKind == keyString && (x.elem.op == opInt || x.elem.op == opFloat64):
		x.run = decodeMapWord
	default:
		x.run = decodeMap
	}
}

// open checks what a map's decoder begins with. With more it returns the position of the first name, else that behind
// the value, or -1.
func (s *state) open(t *node, p int, dst unsafe.Pointer) (e int, more bool) {
	if s.At(p) != '{' {
		if s.IsNull(p) {
			*(*unsafe.Pointer)(dst) = nil
			return p + 4, false
		}
		return s.mismatch(t, p, dst), false
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail(), false
	}
	p, more = s.Enter(p)
	if !more {
		s.depth--
		if *(*unsafe.Pointer)(dst) == nil {
			s.charge(mapBytes(0, 0, 0), p)
			reflect.NewAt(t.rtype, dst).Elem().Set(reflect.MakeMap(t.rtype))
		}
		return p, false
	}
	switch {
	case s.checked:
	case t.keyKind == keyJSON || t.keyKind == keyText && t.parse == nil:
		more = s.sure(nil) // methods make the keys
	case t.keyKind == keyCodec || *(*unsafe.Pointer)(dst) != nil:
		more = s.careful() // what a map holds is not put by
	}
	if !more {
		return -1, false
	}
	return p, true
}

// leastMember is the length of the shortest member with its comma: "":0,
const leastMember = 5

// smallMap is how many members a map has room for before it grows for the first time. Their number need not be guessed.
const smallMap = 8

// sizeHint guesses how many members the object at p has: as many as the last one of the type, if they fit into what
// is left of the input and of the budget for guesses.
func (s *state) sizeHint(t *node, p int) int {
	n := min(int(t.length.Load()), (s.N-p)/leastMember)
	if n > smallMap {
		n = smallMap + s.guesses.Draw(n-smallMap, t.entry)
	}
	return n
}

// mapped notes that a map that was made for hint members has got n, for the next one of its type.
func (s *state) mapped(t *node, hint, n int) {
	if hint > smallMap {
		s.guesses.Fill(max(min(hint, n)-smallMap, 0), t.entry)
	}
	t.remember(n)
}

// remember notes the length of a slice or a map, for the next one of its type.
func (t *node) remember(n int) {
	// A store that all processors must see is dear: mostly nothing has changed.
	if uint32(n) != t.length.Load() {
		t.length.Store(uint32(n))
	}
}

// decodeMapAny decodes into a map from strings to interfaces without methods.
func decodeMapAny(s *state, t *node, p int, dst unsafe.Pointer) int {
	start := p
	p, more := s.open(t, p, dst)
	if !more {
		return p
	}
	mark := len(s.members)
	e := s.gather(p)
	list := s.members[mark:]
	m := (*map[string]any)(dst)
	s.charge(mapBytes(stringSize, anyBytes, len(list)), start)
	if *m == nil {
		*m = make(map[string]any, len(list))
	}
	for i := range list {
		(*m)[list[i].key] = list[i].value
	}
	clear(list)
	s.members = s.members[:mark]
	if e >= 0 {
		s.depth--
	}
	return e
}

// decodeMapString decodes into a map from strings to strings.
func decodeMapString(s *state, t *node, p int, dst unsafe.Pointer) int {
	p, more := s.open(t, p, dst)
	if !more {
		return p
	}
	m := (*map[string]string)(dst)
	hint := 0
	if *m == nil {
		hint = s.sizeHint(t, p)
		*m = make(map[string]string, hint)
	}
	held := len(*m)
	for more {
		if s.At(p) != '"' {
			return s.fail()
		}
		var k, v string
		if k, p = s.name(p + 1); p < 0 {
			return -1
		}
		if p = s.Colon(p); p < 0 {
			return s.fail()
		}
		if s.At(p) == '"' {
			v, p = s.text(p + 1)
		} else {
			v, p = s.otherString(t.elem, p)
		}
		if p < 0 {
			return -1
		}
		(*m)[k] = v
		if p, more = s.Next(p, '}'); p < 0 {
			return s.fail()
		}
	}
	s.depth--
	s.mapped(t, hint, len(*m)-held)
	return p
}

// decodeMapWord decodes into a map from strings to integers or floats of 8 bytes. All such maps are laid out alike.
func decodeMapWord(s *state, t *node, p int, dst unsafe.Pointer) int {
	p, more := s.open(t, p, dst)
	if !more {
		return p
	}
	m := (*map[string]uint64)(dst)
	hint := 0
	if *m == nil {
		hint = s.sizeHint(t, p)
		*m = make(map[string]uint64, hint)
	}
	held := len(*m)
	for more {
		if s.At(p) != '"' {
			return s.fail()
		}
		var k string
		if k, p = s.name(p + 1); p < 0 {
			return -1
		}
		if p = s.Colon(p); p < 0 {
			return s.fail()
		}
		var v uint64
		if t.elem.op == opInt {
			if i, n, ok := num.ReadInt(unsafe.Add(s.In, p)); ok {
				v = uint64(i)
				p += n
			} else {
				v, p = s.otherWord(t.elem, p)
			}
		} else if f, n, ok := num.ReadFloat64(unsafe.Add(s.In, p)); ok {
			v = math.Float64bits(f)
			p += n
		} else {
			v, p = s.otherWord(t.elem, p)
		}
		if p < 0 {
			return -1
		}
		(*m)[k] = v
		if p, more = s.Next(p, '}'); p < 0 {
			return s.fail()
		}
	}
	s.depth--
	s.mapped(t, hint, len(*m)-held)
	return p
}

// otherWord is otherString for 8 bytes without pointers.
//
//go:noinline
func (s *state) otherWord(t *node, p int) (v uint64, e int) {
	e = s.other(t, p, unsafe.Pointer(&v))
	return v, e
}

// otherString is other for a string that is on its way into a map. Apart, for its address makes it escape.
//
//go:noinline
func (s *state) otherString(t *node, p int) (v string, e int) {
	e = s.other(t, p, unsafe.Pointer(&v))
	return v, e
}

// decodeMap decodes into any map. Elements are decoded into memory of their own and then stored, as encoding/json does:
// what a key held before is replaced.
func decodeMap(s *state, t *node, p int, dst unsafe.Pointer) int {
	p, more := s.open(t, p, dst)
	if !more {
		return p
	}
	m := reflect.NewAt(t.rtype, dst).Elem()
	hint := 0
	if m.IsNil() {
		hint = s.sizeHint(t, p)
		m.Set(reflect.MakeMapWithSize(t.rtype, hint))
	}
	held := m.Len()
	et := t.elem
	at := s.pointee(et, p)
	elem := reflect.NewAt(et.rtype, at).Elem()
	key := reflect.New(t.rtype.Key())
	n := 0 // members so far
	for first := true; more; first = false {
		if s.At(p) != '"' {
			return s.fail()
		}
		if !first {
			et.zero(at)
		}
		start := p
		if n++; s.limited {
			s.charge(t.mapBytes(n)-t.mapBytes(n-1), start)
		}
		e := s.skipString(p)
		if e < 0 {
			return -1
		}
		value := s.Colon(e)
		if value < 0 {
			return s.fail()
		}
		byName := t.keyKind == keyString || t.keyKind == keyInt || t.keyKind == keyUint
		plain := byName && s.storeKey(t, start, e, key.UnsafePointer())
		asked := t.keyKind == keyText || t.keyKind == keyJSON || byName && !plain
		keyFirst := asked && s.options.Has(option.KeysFirst)
		if keyFirst {
			p = s.keyFirst(t, start, e, value, at, m, key, elem)
		} else {
			p = et.run(s, et, value, at)
		}
		if p < 0 {
			return -1
		}
		switch {
		case keyFirst:
		case asked:
			if ok, goesOn := s.askedKey(t, start, e, key); !goesOn {
				return -1
			} else if ok {
				m.SetMapIndex(key.Elem(), elem)
			}
		case t.keyKind == keyCodec:
			if !s.keyCodec(t, start, e, key) {
				return -1
			}
			m.SetMapIndex(key.Elem(), elem)
		case plain:
			m.SetMapIndex(key.Elem(), elem)
		}
		if p, more = s.Next(p, '}'); p < 0 {
			return s.fail()
		}
	}
	s.depth--
	s.mapped(t, hint, m.Len()-held)
	et.zero(at)
	return p
}

// keyFirst reads one member of a map, the key, which others have to make, before the value. It returns the position
// behind the value, or -1.
func (s *state) keyFirst(t *node, start, e, value int, at unsafe.Pointer, m, key, elem reflect.Value) (p int) {
	ok, _ := s.askedKey(t, start, e, key)
	if ok {
		p = t.elem.run(s, t.elem, value, at)
	} else {
		p = s.skip(value)
	}
	if p >= 0 && ok {
		m.SetMapIndex(key.Elem(), elem)
	}
	return p
}

// storeKey makes the key of the name from p to e, quotes included. It reports false for what is not plainly such a key.
func (s *state) storeKey(t *node, p, e int, key unsafe.Pointer) bool {
	if t.keyKind == keyString {
		*(*string)(key), _ = s.text(p + 1)
		return true
	}
	size := t.rtype.Key().Size()
	if t.keyKind == keyInt {
		v, n, ok := num.ReadInt(unsafe.Add(s.In, p+1))
		if ok = ok && p+n+2 == e; !ok {
			v, ok = oddKey(s, p, strconv.ParseInt)
		}
		return ok && storeInt(key, size, v)
	}
	v, n, ok := num.ReadUint(unsafe.Add(s.In, p+1))
	if ok = ok && p+n+2 == e; !ok {
		v, ok = oddKey(s, p, strconv.ParseUint)
	}
	return ok && storeUint(key, size, v)
}

// oddKey reads the name at p, which is no JSON number: 007 is one for encoding/json.
func oddKey[T int64 | uint64](s *state, p int, parse func(string, int, int) (T, error)) (T, bool) {
	name, _ := s.view(p + 1)
	if s.options.Has(option.NullIsKey) && string(name) == "null" {
		return 0, true
	}
	v, err := parse(string(name), 10, 64)
	return v, err == nil
}

// askedKey makes the key of the name from p to e, quotes included, by a method. A name that is no such number as the
// key's type holds is noted.
func (s *state) askedKey(t *node, p, e int, key reflect.Value) (ok, goesOn bool) {
	switch t.keyKind {
	case keyText:
		return s.textKey(t, p, e, key)
	case keyJSON:
		return s.jsonKey(p, e, key)
	}
	s.badKey(t, p, e)
	return false, true
}

// badKey notes that the name from p to e, quotes included, is not a key of the map type t.
func (s *state) badKey(t *node, p, e int) {
	if s.decided() {
		return
	}
	member := "{" + string(s.input[p:e]) + ":null}"
	// The value has no part in it: of another type, it calls nobody's methods.
	s.mismatched(p, toolchain.FieldError(member, p-1-s.first, reflect.MapOf(t.rtype.Key(), anyType), false, s.options))
}

// jsonKey makes the key of the name from p to e, quotes included, by its UnmarshalJSON method.
func (s *state) jsonKey(p, e int, key reflect.Value) (ok, goesOn bool) {
	key.Elem().SetZero()
	if err := s.unmarshalJSON(key.Interface().(shape.Unmarshaler), p, e); err != nil {
		return false, s.method(p, e, err) >= 0
	}
	return true, true
}

// textKey makes the key of the name from p to e by its UnmarshalText method, or as the row of its type does.
func (s *state) textKey(t *node, p, e int, key reflect.Value) (ok, goesOn bool) {
	key.Elem().SetZero()
	if t.parse != nil {
		text, _ := s.view(p + 1)
		switch err := t.parse(mem.Frozen(text), key.UnsafePointer()); err {
		case nil:
			return true, true
		case errByMethod:
		default:
			return false, s.mismatchError(p, e, true, err) >= 0
		}
	}
	if err := key.Interface().(encoding.TextUnmarshaler).UnmarshalText(s.contents(p, e)); err != nil {
		return false, s.method(p, e, err) >= 0
	}
	return true, true
}

// contents returns the contents of the string from p to e, quotes included, as bytes that a method may look at.
func (s *state) contents(p, e int) []byte {
	if end := s.StringEnd(p + 1); end == e-1 && !s.Dirty {
		return s.raw(p+1, end)
	}
	b, _ := s.unquote(p + 1)
	return append([]byte{}, b...) // never nil: methods can tell
}
