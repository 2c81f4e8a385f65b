package hostile

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/opt"
)

// Broken documents stand in rows here, and the machine is to see each of them.
func init() { meter.Forget = true }

// guard lies between fields, and is what gaps between slices are full of.
type guard [3]uint64

var intact = guard{0x6775617264a5a5a5, 0x5a5a5a6472617567, ^uint64(0)}

// world is a target with every kind of place that a method may be called in. The methods of its parts change it.
type world struct {
	G0       guard `json:"-"`
	Values   []value
	G1       guard `json:"-"`
	Pointers []*value
	Pointed  []pointed
	Texts    []text
	Appends  []appends
	Bigs     []big
	Nested   [][]value
	Pairs    [][2]value
	Structs  []holder
	Anys     []any
	Strings  []string
	Floats   []float64
	Bytes    []byte
	G2       guard `json:"-"`
	Map      map[string]value
	ToPtr    map[string]*value
	ToBig    map[string]big
	ByText   map[text]text
	ByAppend map[appends]int
	ByInt    map[int8]value
	ToAny    map[string]any
	ToWorlds map[string]*world
	G3       guard `json:"-"`
	Array    [3]value
	G4       guard   `json:"-"`
	Texted   [2]text `json:",readonly"`
	One      value   `json:",writeonly"`
	Ptr      *value
	PtrPtr   **pointed
	Any      any
	Iface    fmt.Stringer
	Opt      opt.Value[value]
	OptList  opt.Value[[]value]
	Zero     zero  `json:",omitzero"`
	ZeroPtr  *zero `json:",omitzero"`
	Number   json.Number
	Raw      json.RawMessage
	Coded    coded
	Codeds   []coded
	ToCoded  map[string]coded
	Kept     kept
	Kepts    []kept
	Within   *world
	*Embedded
	G5 guard `json:"-"`
}

// Embedded is behind a pointer of world's.
type Embedded struct {
	EValues []value
	EText   text
}

type holder struct {
	A int
	V value
	T text
	P *pointed
}

// kept keeps members that it has no field for, where a configuration says so.
type kept struct {
	V value
	opt.Unknown
}

// value speaks by its value, and is read by its address.
type value struct {
	N int
	S string
}

func (v value) MarshalJSON() ([]byte, error) {
	act(nil)
	return spoken(v.N)
}

func (v *value) UnmarshalJSON(b []byte) error {
	v.N = len(b)
	act(b)
	v.N++
	v.S = string(b[:min(len(b), 9)])
	return failure()
}

func (v *value) String() string { return v.S }

// pointed speaks by its address, and has a pointer in it.
type pointed struct {
	P *int
	N int
}

func (v *pointed) MarshalJSON() ([]byte, error) {
	act(nil)
	return spoken(v.N)
}

func (v *pointed) UnmarshalJSON(b []byte) error {
	act(b)
	n := len(b)
	v.P, v.N = &n, n
	return failure()
}

type text string

func (x text) MarshalText() ([]byte, error) {
	act(nil)
	return []byte(x), failure()
}

func (x *text) UnmarshalText(b []byte) error {
	act(b)
	*x = text(b)
	return failure()
}

// appends speaks by AppendText, where the toolchain asks for that.
type appends string

func (x appends) MarshalText() ([]byte, error) { return x.AppendText(nil) }

func (x appends) AppendText(b []byte) ([]byte, error) {
	act(b)
	if x == "own" && now != nil {
		return now.own[:1+now.IntN(len(now.own))], nil // not what it was given: the tests hold that it is left alone
	}
	return append(b, x...), failure()
}

func (x *appends) UnmarshalText(b []byte) error {
	act(b)
	*x = appends(b)
	return failure()
}

// big is too large for a slab.
type big struct {
	V value
	P [1200]byte `json:"-"`
	T text
}

type zero struct{ N int }

func (z *zero) IsZero() bool {
	act(nil)
	return z.N%2 == 0
}

// coded has a codec in the APIs, and a method elsewhere.
type coded struct {
	N    int
	List []value
	Map  map[string]value
	Sub  *value
	Any  any
}

func (c coded) MarshalJSON() ([]byte, error) {
	act(nil)
	return spoken(c.N)
}

func (c *coded) UnmarshalJSON(b []byte) error {
	act(b)
	return failure()
}

var errOfMethod = fmt.Errorf("an error of a method")

// failure is the error that methods return at times.
func failure() error {
	if now != nil && now.fails && now.IntN(40) == 0 {
		return errOfMethod
	}
	return nil
}

// spoken is some JSON for n, in memory that its maker keeps.
func spoken(n int) ([]byte, error) {
	b := []byte(strconv.Itoa(n))
	if n%3 == 0 {
		b = fmt.Appendf(nil, ` {"n" : [%d, "%s"] } `, n, strings.Repeat("spoken<>", n%40))
	}
	if now != nil {
		now.keep(b)
	}
	return b, failure()
}

// codecs are those of the APIs.
var codecs = []codec.Codec{codec.For(writeCoded, readCoded, codec.IsZero(func(c *coded) bool { act(nil); return c.N == 3 }))}

func writeCoded(w *codec.Writer, c *coded) {
	if now != nil {
		now.coding++
		defer func() { now.coding-- }()
		now.writers = append(now.writers, w)
	}
	act(w.Bytes())
	switch n := c.N; n % 6 {
	case 0:
		w.Int(int64(n))
	case 1:
		codec.WriteElements(w, c.List, func(w *codec.Writer, v *value) { act(nil); now.apiOr().WriteValue(w, v) })
	case 2:
		codec.WriteMembers(w, c.Map, func(w *codec.Writer, v value) { act(nil); w.Int(int64(v.N)) })
	case 3:
		w.BeginObject()
		w.Member(nameOfCoded)
		now.apiOr().WriteValue(w, c.Sub)
		w.Name("any")
		act(nil)
		now.apiOr().WriteValue(w, c.Any)
		w.EndObject()
	case 4:
		w.Raw([]byte(` [ 1, "x" ] `))
	default:
		w.String(strings.Repeat("coded", n&63))
	}
}

var (
	nameOfCoded  = codec.NewName("a name for the member")
	namesOfCoded = codec.NewNames("a", "a name for the member", "any", "n")
)

func readCoded(r *codec.Reader, c *coded) {
	if now == nil {
		r.Skip()
		return
	}
	now.coding++
	defer func() { now.coding-- }()
	now.readers = append(now.readers, r)
	act(nil)
	switch r.Peek() {
	case codec.Array:
		switch now.IntN(4) {
		case 0:
			c.List = append(c.List, codec.ReadElements(r, func(r *codec.Reader, v *value) { act(nil); now.apiOr().ReadValue(r, v) })...)
		case 1:
			c.List = codec.ReadElements(r, func(r *codec.Reader, v *value) { r.Skip(); act(nil); v.N = 7 })
		case 2:
			now.apiOr().ReadValue(r, &c.List)
		default:
			now.deface(r.Raw())
		}
	case codec.Object:
		switch now.IntN(4) {
		case 0:
			if c.Map == nil {
				c.Map = map[string]value{}
			}
			for name := range r.Object() {
				var v value
				act(nil)
				now.apiOr().ReadValue(r, &v)
				c.Map[name] = v
			}
		case 1:
			for i := range r.ObjectOf(namesOfCoded) {
				act(nil)
				if i != codec.Unknown {
					now.deface(r.Raw())
				}
			}
		case 2:
			now.apiOr().ReadValue(r, &c.Map)
		default:
			act(nil)
			now.apiOr().ReadValue(r, &c.Any)
			now.deface(r.Buffered())
		}
	case codec.Number:
		c.N = int(r.Float64())
	default:
		now.apiOr().ReadValue(r, &c.Any)
	}
}

// document makes a text of members of world, of which some do not fit and few are not JSON, but cut, or JSONC.
func document(r *rand.Rand, depth int) string {
	var members []string
	list := func(n int, elem func() string) string {
		var all []string
		for range r.IntN(n) {
			all = append(all, elem())
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	object := func(n int, name, elem func() string) string {
		var all []string
		for range r.IntN(n) {
			all = append(all, strconv.Quote(name())+": "+elem())
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	scalar := func() string {
		return []string{"1", "-25.5", `"text"`, `"a longer text with an \u00e9scape"`, "null", "true", `{"n":[1,2]}`, "[3]", `""`}[r.IntN(9)]
	}
	str := func() string { return strconv.Quote(strings.Repeat("s", r.IntN(50))) }
	name := func() string { return []string{"a", "b", "c", "a name for the member", "any", "own"}[r.IntN(6)] }
	number := func() string { return strconv.Itoa(r.IntN(300) - 100) }
	for range 1 + r.IntN(12) {
		t := reflect.TypeFor[world]()
		f := t.Field(r.IntN(t.NumField()))
		if f.Tag.Get("json") == "-" {
			continue
		}
		var v string
		switch k := f.Type.Kind(); {
		case r.IntN(25) == 0:
			v = scalar()
		case f.Name == "Within" || f.Name == "ToWorlds":
			if v = "null"; depth > 0 {
				if v = document(r, depth-1); f.Name == "ToWorlds" {
					v = `{"w":` + v + `}`
				}
			}
		case f.Name == "Embedded":
			f.Name, v = "EValues", list(9, scalar)
		case f.Name == "Bytes":
			v = `"AQIDBA=="`
		case f.Name == "Nested" || f.Name == "Pairs":
			v = list(6, func() string { return list(5, scalar) })
		case f.Name == "Structs":
			v = list(8, func() string { return `{"A":1,"V":` + scalar() + `,"T":` + str() + `,"P":` + scalar() + `}` })
		case f.Name == "Bigs":
			v = list(6, func() string { return `{"V":` + scalar() + `,"T":` + str() + `}` })
		case f.Name == "Kept":
			v = object(6, name, scalar)
		case f.Name == "Kepts":
			v = list(5, func() string { return `{"V":` + scalar() + `,"W":[` + scalar() + `],"V":` + scalar() + `}` })
		case f.Name == "ToBig":
			v = object(4, name, func() string { return `{"V":` + scalar() + `}` })
		case f.Name == "ByInt":
			v = object(6, number, scalar)
		case f.Name == "ByText" || f.Name == "Texts":
			if v = list(12, str); f.Name == "ByText" {
				v = object(6, name, str)
			}
		case f.Name == "Appends":
			v = list(8, func() string { return strconv.Quote(name()) })
		case f.Name == "ByAppend":
			v = object(6, name, number)
		case k == reflect.Slice || k == reflect.Array || f.Name == "OptList":
			v = list(14, scalar)
		case k == reflect.Map:
			v = object(7, name, scalar)
		case f.Name == "Zero":
			v = `{"N":` + number() + `}`
		default:
			v = scalar()
		}
		members = append(members, strconv.Quote(f.Name)+": "+v)
	}
	text := "{" + strings.Join(members, ", ") + "}"
	switch {
	case depth > 0 && r.IntN(40) == 0:
		text = text[:r.IntN(len(text))] // not JSON
	case r.IntN(12) == 0: // JSONC, which few APIs read
		text = "{ // members\n" + strings.Join(members, ", /* and */ ") + ",}"
	}
	return text
}
