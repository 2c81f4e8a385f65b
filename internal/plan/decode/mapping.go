package decode

import (
	"encoding"
	"encoding/binary"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Objects into maps. For {"a":1,"b":2} into map[string]int each key is looked up in a cache of names, the value is
// decoded into separate memory, and both are stored by Go's own map statements (store.go) or by reflection. Other keys
// are made from the name as an integer, by a method or by a codec; otherwise encoding/json decodes the whole map.

// keyKind says how the keys of a map are made from names. slowMember makes keys of all but the first three kinds.
type keyKind uint8

const (
	keyString   keyKind = iota
	keyInt              // an integer of any width
	keyUint             // an unsigned integer of any width
	keyText             // UnmarshalText, or the parser of a special type, makes the key
	keyJSON             // UnmarshalJSON makes the key
	keyCodec            // a codec makes the key
	keyFallback         // encoding/json decodes the whole map
)

// compileMap completes the node t of a map type. How keys are decoded is chosen by the first of these that applies: a
// codec for keys, the parser of a special type, a method of the key type, the key's kind.
func (c *compiler) compileMap(t *node) {
	kt := t.Type.Key()
	k, m, parse := kt.Kind(), c.cfg.Shape.MethodsOf(kt).Pointer, c.rowOf(kt).parse
	if k == reflect.Interface {
		m = 0
	}
	switch {
	case c.cfg.Keys[kt] != nil:
		t.keyKind, t.custom = keyCodec, &custom{key: c.cfg.Keys[kt]}
	case parse != nil:
		t.keyKind, t.parse = keyText, parse
	case m&shape.UnmarshalText != 0 && (c.cfg.Own || m&shape.UnmarshalJSON == 0 || c.cfg.Release.Has(option.KeysFirst)):
		t.keyKind = keyText
	case m&shape.UnmarshalText != 0:
		t.keyKind = keyJSON
	case k == reflect.String:
		t.keyKind = keyString
	case reflect.Int <= k && k <= reflect.Int64:
		t.keyKind = keyInt
	case reflect.Uint <= k && k <= reflect.Uintptr:
		t.keyKind = keyUint
	default:
		t.keyKind = keyFallback
	}
	t.elem = c.nodeOf(t.Type.Elem())
	if reflect.Int <= k && k <= reflect.Uintptr {
		t.keyBits = uint8(8 * kt.Size())
		if binary.NativeEndian.Uint16([]byte{0, 1}) == 1 {
			t.keyShift = 64 - t.keyBits
		}
	}
	t.entry = 2 * (kt.Size() + t.elem.Size) // a large map has up to about two slots for each member
	t.store = storerOf(t.Type)
	t.run, t.hides = decodeMap, t.keyKind != keyFallback
	switch text := t.keyKind == keyString; {
	case t.keyKind == keyFallback && c.cfg.Own && c.cfg.Release.Has(option.AnyMapKey):
		c.refuse(t, shape.ForeignKeys(t.Type))
	case t.keyKind == keyFallback:
		t.run = decodeFallback
	case text && t.elem.op == opAny:
		t.run = decodeMapAny
	case !text || !fast.Stores || c.cfg.Limits.Memory > 0: // decodeMap also counts each member for a limit on memory
	case t.elem.op == opString:
		t.run = decodeMapOf[string]
	case t.elem.op == opInt || t.elem.op == opFloat64:
		t.run = decodeMapOf[uint64]
	}
}

// openMap reads the start of the value at p for the map at dst. If the object has members, more is true and e is the
// position of the first name. Otherwise e is the position after the value, or -1 after a fault. null makes the map nil,
// and {} makes a nil map an empty one. Old entries are never saved, so openMap checks the input first if the map is not
// nil, unless gathered is true: then the caller gathers all members before it writes to the map.
func (s *state) openMap(t *node, p int, dst unsafe.Pointer, gathered bool) (e int, more bool) {
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
			reflect.NewAt(t.Type, dst).Elem().Set(reflect.MakeMap(t.Type))
		}
		return p, false
	}
	held := *(*unsafe.Pointer)(dst)
	if held != nil && s.options&(option.MergeAnew|option.Attempt) != 0 {
		if !s.keepEmpty(t, held) {
			return -1, false
		}
		held = nil
	}
	switch {
	case s.undo.checked:
	case t.keyKind == keyJSON || t.keyKind == keyText && t.parse == nil:
		more = s.checkInput(nil) // the methods of keys will be called
	case s.options.Has(option.UniqueNames) && t.elem.callsMethods():
		more = s.checkInput(nil) // duplicate names must be found before a method is called
	case t.keyKind == keyCodec || held != nil && !gathered:
		more = s.checkIfSaving() // neither old entries of a map nor the effects of a codec can be undone
	}
	if !more {
		return -1, false
	}
	return p, true
}

const (
	leastMember = 5 // the length of the shortest possible member with a comma: "":0,
	smallMap    = 8 // the number of members that fit into a map before it grows for the first time
)

// sizeHint returns the number of members for which the map for the object at p is made: as many as the last map of type
// t has, if the rest of the input can hold them. Memory for more than smallMap members is drawn from a budget.
func (s *state) sizeHint(t *node, p int) int {
	n := min(int(t.length.Load()), (s.N-p)/leastMember)
	if n > smallMap {
		n = smallMap + s.memory.Guesses.Draw(n-smallMap, t.entry)
	}
	return n
}

// mapped is called when a map has got n members. hint is the number for which it was made here, or 0. The budget gets
// the memory of right guesses back.
func (s *state) mapped(t *node, hint, n int) {
	if hint > smallMap {
		s.memory.Guesses.Fill(max(min(hint, n)-smallMap, 0), t.entry)
	}
	t.remember(n)
}

// remember stores the length of a slice or a map as the hint for the next one of its type.
func (t *node) remember(n int) {
	if uint32(n) != t.length.Load() { // an atomic store is expensive, and usually the length is the same as before
		t.length.Store(uint32(n))
	}
}

// decodeMapAny decodes into a map from strings to interfaces without methods. It gathers all members before it makes
// the map, so their number is known. If the map exists already, they are stored in it when the rest of the input is
// known to be JSON; usually the map is the end of the input, and no check is needed.
func decodeMapAny(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.hides() {
		return decodeMap(s, t, p, dst)
	}
	start, keep := p, s.undo.saving && *(*unsafe.Pointer)(dst) != nil && s.options&(option.MergeAnew|option.Attempt) == 0
	p, more := s.openMap(t, p, dst, true)
	if !more {
		return p
	}
	mark := len(s.stacks.members) // the stack may already have members of outer maps
	e := s.gather(p)
	list := s.stacks.members[mark:]
	m := (*map[string]any)(dst)
	if keep && !(e >= 0 && s.depth-1 == int(s.undo.outset) && !s.host.guest && s.Space(e) == s.N) &&
		(e < 0 && s.fault.Code == fault.Syntax || !s.checkInput(nil)) {
		e, list = -1, nil
	}
	s.charge(mapBytes(stringSize, anyBytes, len(list)), start)
	if *m == nil {
		*m = make(map[string]any, len(list))
	}
	for i := range list {
		(*m)[list[i].key] = list[i].value
	}
	if e >= 0 {
		s.depth--
		e = s.unique(e, len(*m), len(list))
	}
	clear(s.stacks.members[mark:])
	s.stacks.members = s.stacks.members[:mark]
	return e
}

// decodeMapOf decodes into a map from strings to strings (V is string), or to integers or floats of 8 bytes (V is
// uint64, since the maps of all these have one layout), by Go's own map statement.
func decodeMapOf[V string | uint64](s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.hides() {
		return decodeMap(s, t, p, dst)
	}
	p, more := s.openMap(t, p, dst, false)
	if !more {
		return p
	}
	m, hint := *(*map[string]V)(dst), 0
	if m == nil {
		hint = s.sizeHint(t, p)
		m = make(map[string]V, hint)
		*(*map[string]V)(dst) = m
	}
	held, members := len(m), 0
	for ; more; members++ {
		var k string
		if k, p = s.memberName(p); p < 0 {
			return -1
		}
		var v V
		at, n, ok := unsafe.Pointer(&v), 0, false
		switch t.elem.op {
		case opString:
			if ok = s.At(p) == '"'; ok {
				*(*string)(at), p = s.text(p + 1)
			}
		case opInt:
			*(*int64)(at), n, ok = num.ReadInt(unsafe.Add(s.In, p))
		default:
			*(*float64)(at), n, ok = num.ReadFloat64(unsafe.Add(s.In, p))
		}
		if ok {
			p += n
		} else {
			v, p = otherElement[V](s, t.elem, p)
		}
		if p < 0 {
			return -1
		}
		m[k] = v
		if s.IsComma(p) {
			p = s.Token(p + 1)
		} else if p, more = s.Next(p, '}'); p < 0 {
			return s.fail()
		}
	}
	s.depth--
	s.mapped(t, hint, len(m))
	return s.unique(p, len(m)-held, members)
}

// memberName reads the name at p and the colon after it. It returns the name and the position of the value.
func (s *state) memberName(p int) (name string, value int) {
	if s.At(p) != '"' {
		return "", s.fail()
	}
	name, p = s.name(p + 1)
	if p < 0 {
		return "", -1
	}
	if p = s.Colon(p); p < 0 {
		return "", s.fail()
	}
	return name, p
}

// unique returns p, the end of an object with the given number of members, of which n were new in the map. It returns
// -1 if option.UniqueNames is set and n is less than members, since then two members have the same name.
func (s *state) unique(p, n, members int) int {
	if n != members && s.options.Has(option.UniqueNames) {
		return s.fail()
	}
	return p
}

// otherElement calls state.other for an element of a map. In decodeMapOf v would escape to the heap for every member.
//
//go:noinline
func otherElement[V string | uint64](s *state, t *node, p int) (v V, e int) {
	e = s.other(t, p, unsafe.Pointer(&v))
	return v, e
}

// decodeMap decodes into any map. As in encoding/json an element starts from zero and replaces the key's old element.
//
// For {"1":{"X":2},"3":{}} into an empty map[int]struct{X int}:
//
//	begin           memory for one element, zero
//	"1"             plainKey makes the key 1
//	{"X":2}         is decoded into that memory, and stored under 1
//	"3", {}         the memory is cleared, decoded into, and stored under 3
func decodeMap(s *state, t *node, p int, dst unsafe.Pointer) int {
	p, more := s.openMap(t, p, dst, false)
	if !more {
		return p
	}
	m := members{t: t, dst: dst}
	for m.begin(s, p); more; {
		if p == int(s.hidden) {
			if p, more = s.passHidden(p); !more {
				break
			}
		}
		if s.At(p) != '"' {
			return s.fail()
		}
		if m.elem == unsafe.Pointer(&s.stacks.word) && !s.limit.on {
			m.n++
			s.stacks.word = 0
		} else {
			m.next(s, p)
		}
		k, e := s.plainKey(t, p)
		if e < 0 {
			return -1
		}
		value := e + 1
		if s.At(e) != ':' || s.At(value) <= ' ' {
			if value = s.Colon(e); value < 0 {
				return s.fail()
			}
		}
		if !k.plain {
			p = s.slowMember(&m, p, e, value)
		} else if p = s.element(t.elem, value, m.elem); p >= 0 || s.stopped() {
			s.stacks.keyWord = k.word
			m.store(k.text, unsafe.Pointer(&s.stacks.keyWord))
		}
		if p < 0 {
			return -1
		}
		if s.IsComma(p) {
			p = s.Token(p + 1)
		} else if p, more = s.Next(p, '}'); p < 0 {
			return s.fail()
		}
	}
	if p < 0 {
		return -1
	}
	s.depth--
	return s.unique(p, m.end(s), m.n)
}

// element decodes the value at p into the t at dst.
func (s *state) element(t *node, p int, dst unsafe.Pointer) int {
	if t.op == opInt {
		if v, n, ok := num.ReadInt(unsafe.Add(s.In, p)); ok {
			*(*int64)(dst) = v
			return p + n
		}
	}
	return t.run(s, t, p, dst)
}

// hides reports whether the next object has the hidden member (Call.Hidden), which only decodeMap can ignore.
func (s *state) hides() bool { return s.hidden > 0 && s.depth == int(s.undo.outset) }

// passHidden skips the hidden member, whose name starts at p. If another member follows, more is true and q is its
// position. Otherwise q is the position after the object, or -1 after a fault.
//
//go:noinline
func (s *state) passHidden(p int) (q int, more bool) {
	if p = s.skipString(p); p < 0 {
		return -1, false
	}
	if p = s.Colon(p); p < 0 {
		return s.fail(), false
	}
	if p = s.skip(p); p < 0 {
		return -1, false
	}
	if p, more = s.Next(p, '}'); p < 0 {
		s.fail()
	}
	return p, more
}

// key is the map key for a name: text for string keys. The first bytes of word in memory are an integer key.
type key struct {
	text  string
	word  uint64
	plain bool // the key is usable; if false, slowMember must make the key
}

// members stores the members of a map. It uses a storer if there is one for the types of key and element, otherwise
// reflection. All keys are made in one variable, except for keys with UnmarshalText under Go 1.26, as in encoding/json.
type members struct {
	t      *node
	dst    unsafe.Pointer
	elem   unsafe.Pointer // memory for one element; all members use it, one after the other
	hint   int            // the number of members for which the map was made
	held   int            // the number of members that the map had before
	n      int            // the number of members so far
	calls  int            // the number of method calls before the last member
	key    reflect.Value  // the variable for keys, made by variable
	keyAt  unsafe.Pointer // the address of that variable
	method any            // a pointer to that variable, whose method makes the key
	// The map and the element as reflect.Values, since making them takes longer than looking a key up.
	value, elemValue reflect.Value
}

// begin makes the map if it is nil, and memory for its elements. The first member is at p.
func (m *members) begin(s *state, p int) {
	if *(*unsafe.Pointer)(m.dst) == nil {
		m.hint = s.sizeHint(m.t, p)
		reflect.NewAt(m.t.Type, m.dst).Elem().Set(reflect.MakeMapWithSize(m.t.Type, m.hint))
	}
	m.held, m.calls, m.elem = m.count(), s.calls(), unsafe.Pointer(&s.stacks.word)
	if !m.t.elem.op.isScalar() {
		m.elem = s.pointee(m.t.elem, p)
	}
}

// next is called before the member at p is decoded. It clears the memory for the element.
func (m *members) next(s *state, p int) {
	m.n++
	if m.elem == unsafe.Pointer(&s.stacks.word) {
		s.stacks.word = 0
	} else if m.n > 1 {
		s.copyCalled(m.calls, m.elem, m.t.elem.Size)
		m.calls = s.calls()
		m.t.elem.Zero(m.elem)
	}
	if s.limit.on {
		s.charge(m.t.mapBytes(m.n)-m.t.mapBytes(m.n-1), p)
	}
}

// end is called after the last member. It returns the number of members that are new in the map. It clears the memory
// for the element, since a slab would keep the last element alive. Memory for types with methods or codecs comes from
// no slab (state.pointee), and a method may have kept it as its receiver.
func (m *members) end(s *state) int {
	if m.elem != unsafe.Pointer(&s.stacks.word) && !m.t.elem.callsMethods() && !m.t.elem.lends() {
		m.t.elem.Zero(m.elem)
	}
	s.mapped(m.t, m.hint, m.count())
	return m.count() - m.held
}

// count returns the number of members. A map of any type is a pointer to the same header, so len reads any map's count.
func (m *members) count() int { return len(*(*map[string]struct{})(m.dst)) }

// store stores the element in the map. The key is text, or for integer keys the integer to which intKey points.
func (m *members) store(text string, intKey unsafe.Pointer) {
	if m.t.store != nil {
		m.t.store(m.dst, text, intKey, m.elem)
		return
	}
	if m.variable(); m.t.keyBits == 0 {
		*(*string)(m.keyAt) = text
	} else {
		copy(unsafe.Slice((*byte)(m.keyAt), m.t.keyBits/8), unsafe.Slice((*byte)(intKey), m.t.keyBits/8))
	}
	m.set()
}

func (m *members) variable() reflect.Value {
	if !m.key.IsValid() {
		p := reflect.New(m.t.Type.Key())
		m.key, m.keyAt, m.method = p.Elem(), p.UnsafePointer(), p.Interface()
		m.value = reflect.NewAt(m.t.Type, m.dst).Elem()
	}
	return m.key
}

// set stores the element in the map, under m.key. The storer suits keys of methods too: maps hash keys by their kind.
func (m *members) set() {
	switch k := m.keyAt; {
	case m.t.store == nil:
		if !m.elemValue.IsValid() {
			m.elemValue = reflect.NewAt(m.t.elem.Type, m.elem).Elem()
		}
		m.value.SetMapIndex(m.key, m.elemValue)
	case m.t.keyBits == 0:
		m.t.store(m.dst, *(*string)(k), nil, m.elem)
	default:
		m.t.store(m.dst, "", k, m.elem)
	}
}

// slowMember reads a member whose key plainKey has not made: a method or codec makes it, or it does not fit. The name
// is from start to e, and the element at position value. slowMember returns the position after the element, or -1 after
// a fault. In releases with KeysFirst the key is made first, and if that fails, the element is skipped. In other
// releases the element is decoded first, with calls of its methods, and dropped if the key fails.
func (s *state) slowMember(m *members, start, e, value int) (p int) {
	t := m.t
	keyFirst := s.cfg.Release.Has(option.KeysFirst) && t.keyKind != keyCodec
	if t.keyKind == keyText && t.parse == nil && !keyFirst {
		m.key = reflect.Value{} // a new variable: the last key's method may have kept its receiver
	}
	m.variable()
	ok, goesOn := true, true
	if keyFirst {
		switch ok, goesOn = s.slowKey(m, start, e); {
		case !goesOn:
			return -1
		case !ok:
			return s.skip(value)
		case s.options.Has(option.UniqueNames) && m.value.MapIndex(m.key).IsValid():
			return s.fail() // a duplicate name ends decoding before a method is called
		}
	}
	if p = t.elem.run(s, t.elem, value, m.elem); p < 0 && !(keyFirst && s.stopped()) {
		return -1
	}
	if !keyFirst {
		ok, goesOn = s.slowKey(m, start, e)
	}
	if !goesOn {
		return -1
	}
	if ok {
		m.set()
	}
	return p
}

// plainKey makes the key for the name whose opening quote is at p, if no method is needed, and returns the position
// after the name. Names such as "1x" and "1.0" are parsed by strconv, which refuses them. A shift shows whether a
// number fits the width of the key: in an int8 all bits from the eighth on are equal, so v>>7 is 0 or -1.
func (s *state) plainKey(t *node, p int) (k key, e int) {
	if t.keyKind == keyString {
		k.plain = true
		k.text, e = s.name(p + 1)
		return k, e
	}
	var v uint64
	var n int
	var ok bool
	switch t.keyKind {
	case keyInt:
		var i int64
		i, n, ok = num.ReadInt(unsafe.Add(s.In, p+1))
		v = uint64(i)
		if i == 0 && n > 1 && s.options.Has(option.EndAtFault) {
			return k, s.fail() // "-0" and "0" are one key: duplicates must be found before a method is called
		}
	case keyUint:
		v, n, ok = num.ReadUint(unsafe.Add(s.In, p+1))
	}
	if ok && s.At(p+1+n) == '"' { // the number is the whole name
		e = p + n + 2
	} else if e = s.skipString(p); e < 0 || t.keyKind > keyUint {
		return k, e
	} else if s.options.Has(option.EndAtFault) {
		return k, s.fail() // encoding/json/v2 does not accept names such as null and 007
	} else {
		v, ok = s.looseKey(t, p)
	}
	k.word = v << t.keyShift
	if t.keyKind == keyInt {
		k.plain = ok && int64(v)>>(t.keyBits-1) == int64(v)>>63
	} else {
		k.plain = ok && v>>(t.keyBits-1)>>1 == 0
	}
	return k, e
}

// looseKey makes an integer key from the name at p as encoding/json does from 007, "\u0031" or, in some releases, null.
func (s *state) looseKey(t *node, p int) (v uint64, ok bool) {
	name, _ := s.view(p + 1)
	if s.cfg.Release.Has(option.NullIsKey) && string(name) == "null" {
		return 0, true
	}
	if n, _ := wire.Number(name); s.options.Has(option.ExactSpelling) && n != len(name) {
		return 0, false
	}
	if t.keyKind == keyInt {
		i, err := strconv.ParseInt(string(name), 10, 64)
		return uint64(i), err == nil
	}
	v, err := strconv.ParseUint(string(name), 10, 64)
	return v, err == nil
}

// slowKey makes a key that plainKey could not make, for the name from p to e, quotes included, or stores the error that
// a name is not a number. ok reports whether the key was made, and goesOn whether decoding continues.
func (s *state) slowKey(m *members, p, e int) (ok, goesOn bool) {
	switch kind := m.t.keyKind; {
	case kind == keyCodec:
		m.key.SetZero()
		name, _ := s.text(p + 1)
		err := m.t.custom.key.Parse(name, m.method)
		if err != nil {
			at, failure := loan.Codecs().Failed(m.t.Type.Key(), "", false, err)
			*at = int64(p)
			s.fault = fault.Fault{Code: fault.Codec, Offset: *at, Err: failure}
		}
		return err == nil, err == nil
	case kind == keyText:
		return s.textKey(m, p, e)
	case s.options.Has(option.EndAtFault):
		s.fail()
		return false, false
	case kind == keyJSON:
		m.key.SetZero()
		if err := s.unmarshalJSON(m.method.(shape.Unmarshaler), m.t.Type.Key().Size(), p, e); err != nil {
			return false, s.method(p, e, err) >= 0
		}
		return true, true
	}
	s.badKey(m.t, p, e)
	return false, true
}

// badKey stores the error that the name from p to e, quotes included, is not a key of the map type t. To get that
// error, encoding/json decodes an object with only that name, such as {"x":null}, into a map[key]any.
func (s *state) badKey(t *node, p, e int) {
	if s.decided() {
		return
	}
	if s.options.Has(option.ExactSpelling) {
		s.misfit(t, p, e, "name that is not a number of that type")
		return
	}
	member := "{" + string(s.input[p:e]) + ":null}"
	err := toolchain.FieldError(member, p-1-s.first, reflect.MapOf(t.Type.Key(), anyType), false, s.options)
	if te, ok := err.(*json.UnmarshalTypeError); ok && s.cfg.Own {
		te.Field, _, _ = strings.Cut(te.Field, ".") // toolchain.OwnUnmarshalError adds the name as the end of the path
	}
	s.mismatched(t, p, err)
}

// textKey makes the key for the name from p to e by its UnmarshalText method, or by the parser of a special type. ok
// reports whether the key was made, and goesOn whether decoding continues.
func (s *state) textKey(m *members, p, e int) (ok, goesOn bool) {
	m.key.SetZero()
	if m.t.parse != nil {
		text, _ := s.view(p + 1)
		switch err := m.t.parse(mem.Frozen(text), m.keyAt); err {
		case nil:
			return true, true
		case errByMethod: // a method of package netip, which calls no other code
		default:
			return false, s.mismatchError(p, e, true, err) >= 0
		}
	}
	err := m.method.(encoding.TextUnmarshaler).UnmarshalText(s.contents(p, e))
	if s.options.Has(option.EndAtFault) && m.t.parse == nil {
		s.called(m.t, p, m.method, fault.UnmarshalText, err)
		s.copyCalled(s.calls()-1, m.keyAt, 0)
	}
	if err != nil {
		return false, s.method(p, e, toolchain.TextError(err)) >= 0
	}
	return true, true
}

// contents returns the contents of the string from p to e, quotes included, as bytes that a method may keep.
func (s *state) contents(p, e int) []byte {
	if end := s.StringEnd(p + 1); end == e-1 && !s.Dirty {
		return s.raw(p+1, end)
	}
	b, _ := s.unquote(p + 1)
	return append([]byte{}, b...) // never nil, since a method sees the difference
}
