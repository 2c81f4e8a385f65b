package agree

import (
	"encoding"
	stdjson "encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// words are the JSON texts that types with methods of their own are offered: many types accept some of them only.
var words = strings.Split(strings.TrimSpace(`
0
1
-1
1.5
1e3
1136214245
true
""
"a"
"1"
"1.5"
"true"
"2006-01-02T15:04:05Z"
"2006-01-02T15:04:05.999999999+07:00"
"2006-01-02 15:04:05"
"2006-01-02"
"15:04:05"
"1136214245"
"1h2m3s"
"6ba7b810-9dad-11d1-80b4-00c04fd430c8"
"https://example.com/a?b=c#d"
"a@example.com"
"192.0.2.1"
"2001:db8::1/64"
"192.0.2.0/24"
"0x"
"0x1f"
"0x00112233445566778899aabbccddeeff00112233"
"0x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
"00112233445566778899aabb"
"deadbeef"
"AQID"
"1Gi"
"100m"
"50%"
"v1.2.3"
"en-US"
"USD"
"string"
"object"
"INFO"
[]
[1]
[1,2]
["a"]
[[1,2],[3,4]]
["string","null"]
{}
{"a":1}
{"type":"string"}
{"type":"object","properties":{"a":{"type":"integer"}}}
{"type":"Point","coordinates":[1.5,2]}
{"kind":"a","apiVersion":"v1"}
{"$oid":"00112233445566778899aabb"}
{"kty":"oct","k":"AQID"}
`), "\n")

// strs are strings that JSON libraries stumble over. The first ones are tried in place of the others when a case is
// made small.
var strs = []string{
	"", "a", "<", "\u2028", "zetes", "Hello, World", "<a href=\"x\">&'</a>", "\u2028\u2029", "\"\\/\b\f\n\r\t", "\x00\x1f\x7f", "é", "日本語", "😀",
	"\xff", "a\xed\xa0\x80b", "\ufffd", "null", "true", "0", "-12", "1.5e3", "{}", "[1]", " ", "\\u0041", "K\u212a\u017f", "0x1f",
	"2006-01-02T15:04:05Z", "AQID", "0123456789abcdef0123456789abcdef", "a string of thirty-two bytes: é.",
}

// filler makes Go values of random choices.
type filler struct {
	*universe
	c    *choices
	left int // how many values may still be made
	made map[reflect.Type][]made
}

// made is a pointer, map or slice that is complete, so that others may be the same one without making a ring.
type made struct {
	v    reflect.Value
	cost int // how many values it leads to
}

// newFiller also draws how large the value may get.
func newFiller(u *universe, c *choices) *filler {
	f := &filler{universe: u, c: c, made: map[reflect.Type][]made{}}
	switch c.below(20) {
	case 19:
		f.left = 1000
	case 16, 17, 18:
		f.left = 200
	default:
		f.left = 40
	}
	return f
}

// universe is what there is besides the type that is looked at.
type universe struct {
	std   Library
	types []reflect.Type
	heard map[reflect.Type][]string       // words that a type with methods accepts
	impls map[reflect.Type][]reflect.Type // types that can be in an interface
	field map[reflect.Type][]member       // of structs
}

func newUniverse(std Library, types []reflect.Type) *universe {
	return &universe{
		std: std, types: types, heard: map[reflect.Type][]string{}, impls: map[reflect.Type][]reflect.Type{}, field: map[reflect.Type][]member{},
	}
}

var (
	unmarshaler     = reflect.TypeFor[stdjson.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	numberType      = reflect.TypeFor[stdjson.Number]()
	rawType         = reflect.TypeFor[stdjson.RawMessage]()
)

// reads reports whether t reads JSON by methods of its own.
func reads(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer && (p.Implements(unmarshaler) || p.Implements(textUnmarshaler))
}

// accepted returns the words that encoding/json decodes into a t without an error.
func (u *universe) accepted(t reflect.Type) []string {
	if list, ok := u.heard[t]; ok {
		return list
	}
	list := []string{}
	for _, w := range words {
		if u.say(reflect.New(t), w) {
			list = append(list, w)
		}
	}
	u.heard[t] = list
	return list
}

// say decodes a word, and reports whether it was accepted.
func (u *universe) say(p reflect.Value, word string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return u.std.Unmarshal([]byte(word), p.Interface()) == nil
}

// inside returns the types, or pointers to them, that the interface type t can hold.
func (u *universe) inside(t reflect.Type) []reflect.Type {
	if list, ok := u.impls[t]; ok {
		return list
	}
	list := []reflect.Type{}
	for _, in := range u.types {
		if in.Size() > maxSize || in.Kind() == reflect.Interface {
			continue
		}
		if in.Implements(t) {
			list = append(list, in)
		}
		if p := reflect.PointerTo(in); p.Implements(t) {
			list = append(list, p)
		}
	}
	u.impls[t] = list
	return list
}

const maxDepth = 12

// fill gives v, which is zero, a value. It is one switch over the kinds of Go types.
func (f *filler) fill(v reflect.Value, depth int) {
	if f.left <= 0 || depth > maxDepth {
		return
	}
	f.left--
	t := v.Type()
	if !v.CanSet() {
		if v.Kind() == reflect.Struct {
			f.fields(v, depth)
		}
		return
	}
	switch {
	case t == numberType:
		v.SetString(pick(f.c, []string{"0", "1", "-1.5", "1e3", "12345678901234567890", "1E400", "-0", "", "x"}))
		return
	case t == rawType:
		if f.c.below(6) == 0 {
			return
		}
		v.SetBytes([]byte(pick(f.c, []string{"null", "1", `"<a>"`, `{"b":[1, 2],"a":null}`, " [ ] ", "", "{"})))
		return
	case reads(t) && v.CanAddr() && v.Addr().CanInterface():
		if list := f.accepted(t); len(list) > 0 && f.c.below(4) > 0 {
			f.say(v.Addr(), pick(f.c, list))
			return
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.c.below(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.integer(t.Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(f.integer(t.Bits())) & (1<<(t.Bits()-1)<<1 - 1))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(f.float())
	case reflect.String:
		v.SetString(f.str())
	case reflect.Pointer:
		if f.c.below(4) == 0 || f.again(v) {
			return
		}
		p, left := reflect.New(t.Elem()), f.left
		v.Set(p)
		f.fill(p.Elem(), depth+1)
		f.done(v, left)
	case reflect.Slice:
		f.slice(v, depth)
	case reflect.Array:
		for i := range min(v.Len(), 8) {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		f.mapping(v, depth)
	case reflect.Struct:
		f.fields(v, depth)
	case reflect.Interface:
		f.inner(v, depth)
	}
}

// done notes that v is complete. left is what was left before.
func (f *filler) done(v reflect.Value, left int) {
	if f.made != nil {
		f.made[v.Type()] = append(f.made[v.Type()], made{v, left - f.left + 1})
	}
}

// again makes v, at times, the same as another of its type, or returns false.
func (f *filler) again(v reflect.Value) bool {
	list := f.made[v.Type()]
	if len(list) == 0 || !f.c.oneIn(6) {
		return false
	}
	m := pick(f.c, list)
	if m.cost > f.left {
		return false
	}
	f.left -= m.cost
	v.Set(m.v)
	return true
}

func (f *filler) integer(bits int) int64 {
	switch f.c.below(8) {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		return -1
	case 3:
		return math.MaxInt64 >> (64 - bits)
	case 4:
		return math.MinInt64 >> (64 - bits)
	case 5:
		return int64(f.c.below(1000))
	}
	return int64(f.c.bits()) >> f.c.below(64) << (64 - bits) >> (64 - bits)
}

func (f *filler) float() float64 {
	special := []float64{
		0, 1, 0.5, -1, math.Copysign(0, -1), 1e20, 1e21, 1e-6, 1e-7, math.MaxFloat32, math.MaxFloat64, math.SmallestNonzeroFloat32,
		math.SmallestNonzeroFloat64, 0.1, 100, 123456789.125, math.Inf(1), math.NaN(),
	}
	if f.c.below(3) == 0 {
		// Values that encoding/json refuses are drawn rarely: they hide the rest of the value.
		n := len(special)
		if !f.c.oneIn(20) {
			n -= 2
		}
		return special[f.c.below(n)]
	}
	if x := math.Float64frombits(f.c.bits()); x-x == 0 && f.c.below(2) == 1 {
		return x
	}
	return float64(f.c.below(100000)) / 64
}

func (f *filler) str() string {
	switch f.c.below(8) {
	case 7:
		return strconv.FormatInt(f.integer(64), 10)
	case 6:
		return strings.Repeat(pick(f.c, strs), f.c.below(20))
	case 5:
		return pick(f.c, strs) + pick(f.c, strs)
	case 4:
		b := make([]byte, f.c.below(40))
		for i := range b {
			b[i] = byte('a' + f.c.below(26))
		}
		return string(b)
	}
	return pick(f.c, strs)
}

func (f *filler) slice(v reflect.Value, depth int) {
	n, left := f.c.below(6)-1, f.left
	if n < 0 || f.again(v) {
		return // nil, or another
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		n *= 3
	} else if n == 4 && f.c.oneIn(4) {
		n = f.c.below(40)
	}
	s := reflect.MakeSlice(v.Type(), n, n)
	for i := range n {
		before := f.left
		f.fill(s.Index(i), depth+1)
		if v.Type().Elem().Kind() != reflect.Uint8 {
			f.done(s.Index(i).Addr(), before)
		}
	}
	v.Set(s)
	f.done(v, left)
}

func (f *filler) mapping(v reflect.Value, depth int) {
	n, left := f.c.below(5)-1, f.left
	if n < 0 || f.again(v) {
		return // nil, or another
	}
	t := v.Type()
	m := reflect.MakeMap(t)
	for range n {
		key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		f.fill(key, depth+1)
		f.fill(elem, depth+1)
		if key.Comparable() && key.Equal(key) { // keys that are NaN are never found again
			m.SetMapIndex(key, elem)
		}
	}
	v.Set(m)
	f.done(v, left)
}

// fields fills no, some or all fields.
func (f *filler) fields(v reflect.Value, depth int) {
	density := f.c.below(4)
	for i := range v.NumField() {
		sf := v.Type().Field(i)
		if !sf.IsExported() && !sf.Anonymous {
			continue
		}
		if density > 1 || density == 1 && f.c.oneIn(3) {
			f.fill(v.Field(i), depth+1)
		}
	}
}

// inner fills an interface.
func (f *filler) inner(v reflect.Value, depth int) {
	t := v.Type()
	set := func(in any) {
		if in := reflect.ValueOf(in); in.Type().Implements(t) {
			v.Set(in)
		}
	}
	if t.NumMethod() == 0 {
		switch f.c.below(10) {
		case 0:
			return
		case 1:
			set(f.str())
			return
		case 2:
			set(f.float())
			return
		case 3:
			set(f.c.below(2) == 1)
			return
		case 4:
			var list []any
			f.fill(reflect.ValueOf(&list).Elem(), depth+1)
			set(list)
			return
		case 5, 6:
			var object map[string]any
			f.fill(reflect.ValueOf(&object).Elem(), depth+1)
			set(object)
			return
		case 7:
			set(int(f.integer(32)))
			return
		}
	} else if f.c.below(4) == 0 {
		return
	}
	list := f.inside(t)
	if len(list) == 0 {
		return
	}
	in := reflect.New(pick(f.c, list)).Elem()
	if in.Kind() == reflect.Pointer {
		in.Set(reflect.New(in.Type().Elem()))
		f.fill(in.Elem(), depth+1)
	} else {
		f.fill(in, depth+1)
	}
	v.Set(in)
}
