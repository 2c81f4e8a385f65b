package encode

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/toolchain"
)

var (
	withHTML    = &plan.Config{Options: option.V1}
	withoutHTML = &plan.Config{Options: option.V1 &^ option.EscapeHTML}
)

// agree compares with encoding/json: bytes, or the type and text of the error.
func agree(t *testing.T, name string, v any) {
	t.Helper()
	for _, c := range []*plan.Config{withHTML, withoutHTML} {
		html := c == withHTML
		want, wantErr := toolchain.Encode(v, html)
		for range 2 {
			got, err := Marshal(c, v)
			if err != nil {
				got, err = toolchain.MarshalError(v, html, err)
			}
			compare(t, name+"/marshal", got, want, err, wantErr)
			got, err = Append(c, []byte("prefix"), v)
			if err != nil {
				if string(got) != "prefix" {
					t.Errorf("%s: dst is %q after an error", name, got)
				}
				continue
			}
			compare(t, name+"/append", got[6:], want, nil, wantErr)
			got, _ = Append(c, append(make([]byte, 0, 8<<10), "prefix"...), v)
			compare(t, name+"/append in place", got[6:], want, nil, wantErr)
		}
	}
}

func compare(t *testing.T, name string, got, want []byte, err, wantErr error) {
	t.Helper()
	if (err == nil) != (wantErr == nil) || err != nil && (reflect.TypeOf(err) != reflect.TypeOf(wantErr) || err.Error() != wantErr.Error()) {
		t.Errorf("%s: error\n got %T %v\nwant %T %v", name, err, err, wantErr, wantErr)
		return
	}
	if err == nil && !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", name, clip(got), clip(want))
		return
	}
	var g, w *json.MarshalerError
	if errors.As(err, &g) && errors.As(wantErr, &w) && g.Type != w.Type {
		t.Errorf("%s: error of type %v, want %v", name, g.Type, w.Type)
	}
}

func clip(b []byte) []byte { return b[:min(len(b), 300)] }

type (
	scalars struct {
		A bool
		B int
		C int8
		D int16
		E int32
		F int64
		G uint
		H uint8
		I uint16
		J uint32
		K uint64
		L uintptr
		M float32
		N float64
		O string
	}
	quoted struct {
		A bool        `json:",string"`
		B int         `json:",string"`
		C *int8       `json:",string"`
		D uint64      `json:"<d>,string"`
		E float32     `json:",string"`
		F *float64    `json:",string,omitempty"`
		G string      `json:",string"`
		H *string     `json:",string"`
		I json.Number `json:",string"`
		J []int       `json:",string"`
		K **int       `json:",string"`
		L namedPtr    `json:",string"`
		M any         `json:",string"`
	}
	namedPtr *int
	empties  struct {
		A bool           `json:"a,omitempty"`
		B int            `json:"b,omitempty"`
		C string         `json:"c,omitempty"`
		D []int          `json:"d,omitempty"`
		E map[string]int `json:"e,omitempty"`
		F *int           `json:"f,omitempty"`
		G any            `json:"g,omitempty"`
		H [0]int         `json:"h,omitempty"`
		I [2]int         `json:"i,omitempty"`
		J struct{}       `json:"j,omitempty"`
		K float64        `json:"k,omitempty"`
		L float32        `json:"l,omitempty"`
		M time.Time      `json:"m,omitempty"`
		N fmt.Stringer   `json:"n,omitempty"`
		O []byte         `json:"o,omitempty"`
		P string         `json:"p,omitempty"`
		Q uint16         `json:"q,omitempty"`
	}
	zeros struct {
		A bool                `json:"a,omitzero"`
		B int32               `json:"b,omitzero"`
		C string              `json:"c,omitzero"`
		D []int               `json:"d,omitzero"`
		E map[string]int      `json:"e,omitzero"`
		F *int                `json:"f,omitzero"`
		G any                 `json:"g,omitzero"`
		H [2]float64          `json:"h,omitzero"`
		I struct{ X float64 } `json:"i,omitzero"`
		J time.Time           `json:"j,omitzero"`
		K valueZero           `json:"k,omitzero"`
		L *valueZero          `json:"l,omitzero"`
		M pointerZero         `json:"m,omitzero"`
		N *pointerZero        `json:"n,omitzero"`
		O isZeroer            `json:"o,omitzero"`
		P float64             `json:"p,omitzero,omitempty"`
		Q []int               `json:"q,omitzero,omitempty"`
		R string              `json:"r,omitempty,omitzero"`
	}
	isZeroer    interface{ IsZero() bool }
	valueZero   struct{ V int }
	pointerZero struct{ V int }

	inner struct {
		X int
		Y string `json:"y,omitempty"`
	}
	Outer struct {
		inner
		*Deeper
		Z int
		N struct{ M struct{ K []inner } }
	}
	Deeper struct {
		*Deepest
		W string `json:",omitempty"`
	}
	Deepest struct {
		V int `json:"v,omitempty"`
		U bool
	}
	list struct {
		Next *list
		V    int
	}
	tree struct {
		Kids  []tree
		Named map[string]tree
		Self  *tree `json:",omitempty"`
		Any   any
	}

	valueJSON   struct{ S string }
	pointerJSON struct{ S string }
	valueText   struct{ S string }
	pointerText struct{ S string }
	both        struct{ S string }
	mapJSON     map[string]int
	ptrJSON     struct{ P *int } // one pointer in memory
	textKey     struct{ A, B int }
	intText     int
	strText     string
	appendText  struct{ S string }
	funcJSON    func() string
	sliceJSON   []int
	key         string
	intKey      int16
	byteNamed   byte
	byteJSON    byte
	embedsTime  struct {
		time.Time
		X int
	}
	speaks struct {
		A valueJSON
		B pointerJSON
		C valueText
		D pointerText
		E *valueJSON
		F *pointerJSON
		G *valueText
		H *pointerText
		I json.Marshaler
		J encoding.TextMarshaler
		K []pointerJSON
		L [2]pointerJSON
		M map[string]pointerJSON
		N map[string]valueJSON
		O mapJSON
		P ptrJSON
		Q intText
		R both
		S *both
		T any
		U appendText
		V **pointerJSON
	}
)

func (v valueZero) IsZero() bool    { return v.V == 7 }
func (v *pointerZero) IsZero() bool { return v == nil || v.V == 7 }

func (v valueJSON) MarshalJSON() ([]byte, error)    { return speakJSON(v.S) }
func (v *pointerJSON) MarshalJSON() ([]byte, error) { return speakJSON(v.S) }
func (v valueText) MarshalText() ([]byte, error)    { return speakText(v.S) }
func (v *pointerText) MarshalText() ([]byte, error) { return speakText(v.S) }
func (v both) MarshalJSON() ([]byte, error)         { return []byte(`"json"`), nil }
func (v *both) MarshalText() ([]byte, error)        { return []byte("text"), nil }
func (v mapJSON) MarshalJSON() ([]byte, error)      { return fmt.Appendf(nil, " %d ", len(v)), nil }
func (v ptrJSON) MarshalJSON() ([]byte, error)      { return fmt.Append(nil, v.P == nil), nil }
func (v textKey) MarshalText() ([]byte, error)      { return speakText(fmt.Sprint(v.A, "<", v.B)) }
func (v intText) MarshalText() ([]byte, error)      { return speakText(fmt.Sprintf("%d!", int(v))) }
func (v strText) MarshalText() ([]byte, error)      { return speakText(string(v) + "?") }
func (v appendText) MarshalText() ([]byte, error)   { return []byte("marshal"), nil }
func (v funcJSON) MarshalJSON() ([]byte, error)     { return speakJSON(v()) }
func (v sliceJSON) MarshalJSON() ([]byte, error)    { return fmt.Append(nil, v == nil), nil }
func (v byteJSON) MarshalJSON() ([]byte, error)     { return fmt.Append(nil, int(v)+1000), nil }
func (v appendText) AppendText(b []byte) ([]byte, error) {
	if v.S == "fail" {
		return b, errors.New("append failed")
	}
	return append(b, "append<"+v.S...), nil
}

var errSpeak = errors.New("cannot speak")

func speakJSON(s string) ([]byte, error) {
	if s == "fail" {
		return nil, errSpeak
	}
	return []byte(s), nil
}

func speakText(s string) ([]byte, error) {
	if strings.HasPrefix(s, "fail") {
		return nil, errSpeak
	}
	return []byte(s), nil
}

func ptr[T any](v T) *T { return &v }

func TestScalars(t *testing.T) {
	for _, s := range []scalars{
		{}, {true, -1, -128, -32768, math.MinInt32, math.MinInt64, math.MaxUint32, 255, 65535, math.MaxUint32, math.MaxUint64, 9, 1e21, 1e-7, "<a>&\u2028\xff\"\\\n\x00"},
		{M: math.MaxFloat32, N: math.SmallestNonzeroFloat64}, {N: math.NaN()}, {N: math.Inf(-1)}, {M: float32(math.Inf(1))}, {N: math.Copysign(0, -1)},
	} {
		agree(t, "struct", s)
		agree(t, "pointer", &s)
		v := reflect.ValueOf(s)
		for i := range v.NumField() {
			f := v.Field(i)
			agree(t, v.Type().Field(i).Name, f.Interface())
			agree(t, v.Type().Field(i).Name+" in any", []any{f.Interface()})
			list := reflect.MakeSlice(reflect.SliceOf(f.Type()), 3, 3)
			list.Index(1).Set(f)
			agree(t, v.Type().Field(i).Name+" in slice", list.Interface())
			agree(t, v.Type().Field(i).Name+" nil slice", reflect.Zero(list.Type()).Interface())
			m := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), f.Type()))
			m.SetMapIndex(reflect.ValueOf("k"), f)
			agree(t, v.Type().Field(i).Name+" in map", m.Interface())
		}
	}
	agree(t, "nil", nil)
	agree(t, "complex", 1i)
	agree(t, "chan", make(chan int))
	agree(t, "func", func() {})
	agree(t, "nil chan", []chan int{nil})
	agree(t, "unsafe", unsafe.Pointer(nil))
}

func TestQuoted(t *testing.T) {
	agree(t, "zero", quoted{})
	agree(t, "full", quoted{true, -5, ptr(int8(7)), 1, 1.5, ptr(2.5), "a<\"\n\u2028\xff", ptr("x"), "12", []int{1}, ptr(ptr(3)), ptr(4), 5})
	agree(t, "bad number", quoted{I: "1x"})
	agree(t, "nan", quoted{F: ptr(math.NaN())})
}

func TestLeftOut(t *testing.T) {
	agree(t, "all", empties{})
	agree(t, "none", empties{true, 1, "c", []int{1}, map[string]int{"a": 1}, ptr(1), 0, [0]int{}, [2]int{}, struct{}{}, 1, 1, time.Unix(0, 0), time.Unix(0, 0), []byte{1}, "p{", 3})
	agree(t, "negative zero", empties{K: math.Copysign(0, -1), L: float32(math.Copysign(0, -1)), P: "{"})
	agree(t, "empty but not nil", empties{D: []int{}, E: map[string]int{}, O: []byte{}, G: (*int)(nil)})
	agree(t, "zeros", zeros{})
	agree(t, "zeros set", &zeros{true, 1, "x", []int{}, map[string]int{}, ptr(0), 0, [2]float64{0, math.Copysign(0, -1)}, struct{ X float64 }{math.Copysign(0, -1)},
		time.Unix(1, 0), valueZero{7}, &valueZero{7}, pointerZero{7}, &pointerZero{7}, valueZero{7}, math.Copysign(0, -1), []int{}, "r"})
	agree(t, "zeros odd", zeros{K: valueZero{}, L: &valueZero{}, M: pointerZero{7}, O: (*pointerZero)(nil), P: 1, Q: []int{1}})
	agree(t, "zeros odd", zeros{O: pointerZeroer{}, H: [2]float64{1}})
	for i := range 16 { // each first, each last
		var e struct {
			A string `json:",omitempty"`
			B []int  `json:",omitempty"`
			C int
			D string `json:",omitempty"`
			E struct {
				F string `json:",omitempty"`
			} `json:",omitempty"`
		}
		if i&1 != 0 {
			e.A = "{"
		}
		if i&2 != 0 {
			e.B = []int{1}
		}
		if i&4 != 0 {
			e.D = "{"
		}
		if i&8 != 0 {
			e.E.F = "{"
		}
		agree(t, fmt.Sprint("mix ", i), e)
	}
}

type pointerZeroer struct{}

func (pointerZeroer) IsZero() bool { return true }

func TestEmbedded(t *testing.T) {
	agree(t, "nil", Outer{})
	agree(t, "one", Outer{Deeper: &Deeper{}})
	agree(t, "two", Outer{Deeper: &Deeper{Deepest: &Deepest{}, W: "w"}})
	agree(t, "full", &Outer{inner{1, "{"}, &Deeper{&Deepest{1, true}, "{"}, 1, struct{ M struct{ K []inner } }{struct{ K []inner }{[]inner{{}, {1, "x"}}}}})
	agree(t, "time", embedsTime{})
	agree(t, "first", struct {
		*Deepest
		Deeper `json:",omitempty"`
	}{})
	agree(t, "only pointers", struct{ *Deepest }{&Deepest{0, true}})
}

func TestNested(t *testing.T) {
	agree(t, "list", &list{&list{nil, 1}, 2})
	agree(t, "tree", tree{Kids: []tree{{}, {Kids: []tree{}, Any: tree{}}}, Named: map[string]tree{"b": {}, "a": {Any: 1}}, Self: &tree{}})
	agree(t, "slices", [][][]float64{{{1, 2.5}, {}}, nil, {nil}})
	agree(t, "arrays", [2][3]int8{{1}, {2, 3}})
	agree(t, "empty array", [0]int{})
	agree(t, "empty structs", []struct{}{{}, {}})
	agree(t, "pointers", []**int{nil, ptr((*int)(nil)), ptr(ptr(1))})
	agree(t, "any", []any{nil, 1, "a", 1.5, true, []any{}, []any(nil), map[string]any{}, map[string]any(nil), map[string]any{"b": []any{1}, "a": nil, "": "<"}, []string{"x", ""}, []int{}, ptr(any(1)), [1]*int{}, struct{ P *int }{}})
	agree(t, "bytes", [][]byte{nil, {}, {1}, {1, 2}, {1, 2, 3}, bytes.Repeat([]byte{255}, 5000)})
	agree(t, "named bytes", []byteNamed{1, 2})
	agree(t, "speaking bytes", []byteJSON{1, 2})
	agree(t, "byte array", [3]byte{1, 2, 3})
	agree(t, "long", strings.Repeat("<\u2028a\xff", 30000))
	agree(t, "clean", strings.Repeat("abcdefgh", 30000))
	for n := range 70 {
		agree(t, fmt.Sprint("length ", n), strings.Repeat("x", 16*n)+"\"")
		agree(t, fmt.Sprint("strings ", n), []string{strings.Repeat("<", 61*n), strings.Repeat("x", 127*n)})
	}
	deep := any(1)
	for range 3000 {
		deep = []any{deep}
	}
	agree(t, "deep", deep)
	for range 3000 {
		deep = map[string]any{"a": deep}
	}
	agree(t, "deeper", deep)
	cycle := &list{}
	cycle.Next = cycle
	agree(t, "cycle", cycle)
	loop := []any{nil}
	loop[0] = loop
	agree(t, "slice cycle", loop)
	ring := map[string]any{}
	ring["a"] = ring
	agree(t, "map cycle", ring)
}

func TestWide(t *testing.T) {
	// More fixed members than the margin holds, and names longer than an op.
	var fields []reflect.StructField
	for i := range 300 {
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[float64](),
			Tag: reflect.StructTag(fmt.Sprintf(`json:"%s<%d>"`, strings.Repeat("n", i), i))})
	}
	v := reflect.New(reflect.StructOf(fields)).Elem()
	agree(t, "zero", v.Interface())
	for i := range 300 {
		v.Field(i).SetFloat(-1.2345678901234567e-300)
	}
	agree(t, "full", v.Interface())
	for i := range fields {
		fields[i].Tag = `json:",omitempty"`
	}
	v = reflect.New(reflect.StructOf(fields)).Elem()
	for i := range 300 {
		if i%7 != 0 {
			v.Field(i).SetFloat(-1.2345678901234567e-300)
		}
	}
	agree(t, "with tests", v.Interface())
	agree(t, "many", []any{v.Interface(), v.Interface(), v.Interface()})
}

func TestMaps(t *testing.T) {
	agree(t, "nil", map[string]string(nil))
	agree(t, "empty", map[int]int{})
	agree(t, "strings", map[string]string{"b": "<", "a": "", "": "x", "aaaaaaaab": "1", "aaaaaaaaa": "2", "a\x00": "0"})
	agree(t, "named", map[key]*int{"z": nil, "a": ptr(1)})
	agree(t, "int", map[int]string{10: "a", 9: "b", -1: "c", 100: "d"})
	agree(t, "int16", map[intKey]bool{10: true, -9: false})
	agree(t, "named ints", map[time.Duration]any{1: map[int]any{3: map[int]int{30: 1, 4: 2}, 20: nil}, 2: "x", -30: map[uint]string{5: "5", 44: "4"}})
	agree(t, "uint", map[uint64][]int{math.MaxUint64: nil, 1: {}})
	agree(t, "uint8", map[uint8]struct{}{1: {}, 200: {}})
	agree(t, "text", map[textKey]int{{1, 2}: 1, {0, 5}: 2})
	agree(t, "text ints", map[intText]int{5: 1, 10: 2})
	agree(t, "text strings", map[strText]int{"a": 1, "b": 2, "\xff": 3, "\uffff": 4})
	agree(t, "text pointers", map[*textKey]int{nil: 1, {1, 1}: 2})
	agree(t, "pointer texts", map[pointerText]int{{"a"}: 1})
	agree(t, "iface keys", map[encoding.TextMarshaler]int{textKey{1, 1}: 2})
	agree(t, "any keys", map[any]int{"a": 1})
	agree(t, "float keys", map[float64]int{1.5: 1, 2: 2})
	agree(t, "bool keys", map[bool]int{true: 1})
	agree(t, "struct keys", map[inner]int{{}: 1})
	agree(t, "failing keys", map[valueText]int{{"fail"}: 1})
	agree(t, "append keys", map[appendText]int{{"b"}: 1})
	agree(t, "failing append keys", map[appendText]int{{"fail"}: 1})
	agree(t, "netip", map[netip.Addr]int{netip.MustParseAddr("10.0.0.1"): 1, netip.MustParseAddr("::1"): 2})
	agree(t, "slices", map[string][]int{"b": nil, "a": {1}})
	agree(t, "maps", map[string]map[string]map[string]int{"b": {"y": {"q": 1, "p": 2}, "x": nil}, "a": nil})
	agree(t, "ifaces", map[string]fmt.Stringer{"b": nil, "a": time.Second, "c": &url.URL{Host: "h"}})
	agree(t, "marshalers", map[string]json.Marshaler{"b": nil, "a": valueJSON{"1"}, "c": &pointerJSON{"2"}})
	agree(t, "structs", map[string]inner{"b": {}, "a": {1, "x"}})
	agree(t, "big", map[string][40]int{"b": {1}, "a": {2}})
	agree(t, "times", map[string]time.Time{"b": time.Unix(1, 2), "a": {}})
	agree(t, "bools", map[string]bool{"b": true, "a": false})
	agree(t, "floats", map[string]float64{"b": 1, "a": math.NaN()})
	agree(t, "uint16s", map[string]uint16{"b": 1, "a": 2})
	agree(t, "zero size", map[string]struct{}{"b": {}, "a": {}})
	agree(t, "texts", map[string]valueText{"b": {"x"}, "a": {"y"}})
	agree(t, "pointer receivers", map[string]pointerText{"b": {"x"}})
	for _, n := range []int{15, 16, 17, 100, 5000} {
		strings, anys, ints, floats := map[string]string{}, map[string]any{}, map[int]int{}, map[string]float64{}
		for i := range n {
			k := fmt.Sprintf("key%x", i*7919%n)
			strings[k], anys[k], ints[i*i], floats[k+"suffix"] = k, i, i, float64(i)
		}
		agree(t, fmt.Sprint("strings ", n), strings)
		agree(t, fmt.Sprint("anys ", n), anys)
		agree(t, fmt.Sprint("ints ", n), ints)
		agree(t, fmt.Sprint("floats ", n), floats)
	}
}

func TestMethods(t *testing.T) {
	ok := func() speaks {
		return speaks{A: valueJSON{` { "a" : [ 1 , "<\u2028>" ] } `}, B: pointerJSON{"2"}, C: valueText{"<c>"}, D: pointerText{"d"},
			E: &valueJSON{"5"}, F: &pointerJSON{"6"}, G: &valueText{"g"}, H: &pointerText{"\xffh"}, I: valueJSON{"9"}, J: &pointerText{"j"},
			K: []pointerJSON{{"1"}, {"[]"}}, L: [2]pointerJSON{{"1"}, {"{}"}}, M: map[string]pointerJSON{"m": {"1"}}, N: map[string]valueJSON{"n": {"1"}},
			O: mapJSON{"a": 1}, P: ptrJSON{ptr(1)}, Q: 5, S: &both{}, T: valueJSON{"0"}, U: appendText{"u"}, V: ptr(&pointerJSON{"7"})}
	}
	agree(t, "value", ok())
	agree(t, "pointer", ptr(ok()))
	agree(t, "slice", []speaks{ok(), ok()})
	agree(t, "zero", speaks{A: valueJSON{"1"}})
	for _, bad := range []string{"fail", "", " ", "{", "nul", "1 2", "\"a\nb\"", `{"a" 1}`, "[1,]", `"\x"`, "01", strings.Repeat("[", 20000), strings.Repeat("[", 9000) + strings.Repeat("]", 9000), strings.Repeat("[", 11000) + strings.Repeat("]", 11000)} {
		v, p := valueJSON{bad}, pointerJSON{bad}
		agree(t, "bad", v)
		agree(t, "bad pointer", &v)
		agree(t, "bad by pointer", &p)
		agree(t, "bad in struct", struct{ V valueJSON }{v})
		agree(t, "bad in addressable struct", &struct{ V pointerJSON }{p})
		agree(t, "bad in slice", []pointerJSON{p})
		agree(t, "bad in pointer slice", []*pointerJSON{&p})
		agree(t, "bad in iface", struct{ I json.Marshaler }{&p})
		agree(t, "bad in any", []any{&p})
		agree(t, "bad in map", map[string]valueJSON{"a": v})
		agree(t, "bad text", valueText{bad})
		agree(t, "bad text in iface", []encoding.TextMarshaler{&pointerText{bad}})
		agree(t, "raw", json.RawMessage(bad))
		agree(t, "raw pointer", ptr(json.RawMessage(bad)))
		agree(t, "raw in struct", struct{ R json.RawMessage }{json.RawMessage(bad)})
	}
	agree(t, "append failed", appendText{"fail"})
	agree(t, "raw", []json.RawMessage{nil, []byte(" null "), []byte("{\"a\":\"<\u2028\u2029é\xff&\" , \"b\":[ ]}")})
	agree(t, "nil in iface", struct{ I json.Marshaler }{(*valueJSON2)(nil)})
	agree(t, "nil text in iface", struct{ I encoding.TextMarshaler }{(*nilText)(nil)})
	agree(t, "func", funcJSON(func() string { return "1" }))
	agree(t, "slice", []sliceJSON{nil, {}})
	agree(t, "map", mapJSON(nil))
	agree(t, "map pointer", &mapJSON{})
	agree(t, "one pointer", ptrJSON{})
	agree(t, "big", big.NewInt(1<<62))
	agree(t, "url", url.URL{Host: "<"})
	agree(t, "numbers", []json.Number{"", "0", "-1.5e+10", "1E5"})
	for _, n := range []json.Number{"x", "1x", "-", "01", "1.", ".5", "1e", "1e+", " 1", "+1", "\"", "\u2028", "<", "bad", "1bad", "-bad"} {
		agree(t, "bad number", n)
		agree(t, "bad number", []any{n})
	}
}

type (
	valueJSON2 struct{}
	nilText    struct{}
)

func (*valueJSON2) MarshalJSON() ([]byte, error) { return []byte("2"), nil }
func (*nilText) MarshalText() ([]byte, error)    { return []byte("nil"), nil }

func TestTime(t *testing.T) {
	zones := []*time.Location{time.UTC, time.Local, time.FixedZone("a", 3600), time.FixedZone("b", -5*3600-1800), time.FixedZone("c", 59), time.FixedZone("d", -59),
		time.FixedZone("e", 23*3600+59*60+59), time.FixedZone("f", 24*3600), time.FixedZone("g", -24*3600), time.FixedZone("h", -24*3600+1), time.FixedZone("i", 100*3600), time.FixedZone("z", 0)}
	if l, err := time.LoadLocation("America/St_Johns"); err == nil {
		zones = append(zones, l)
	}
	secs := []int64{0, 1, -1, firstSecond, firstSecond - 1, firstSecond + 3600, endSecond - 1, endSecond, endSecond - 86400, 951782400, 951868800, 4107456000, math.MaxInt64 / 2, math.MinInt64 / 2}
	for i := int64(0); i < 400; i++ {
		secs = append(secs, firstSecond+i*789012345+i, 1700000000+i*86399)
	}
	for i, s := range secs {
		for j, z := range zones {
			tm := time.Unix(s, []int64{0, 1, 999999999, 100000000, 120, 123456000}[(i+j)%6]).In(z)
			if i > 20 && tm.Year() >= 0 && tm.Year() < 10000 {
				var buf [64]byte
				n := putTime(unsafe.Pointer(&buf), &tm)
				if want, err := tm.MarshalText(); err == nil && string(want) != string(buf[:n]) {
					t.Fatalf("got %s, want %s", buf[:n], want)
				}
				continue
			}
			agree(t, tm.String(), tm)
			agree(t, tm.String(), struct{ T *time.Time }{&tm})
		}
	}
	agree(t, "zero", time.Time{})
	agree(t, "duration", []any{time.Second, struct{ D time.Duration }{1}})
}

func TestTyped(t *testing.T) {
	v := speaks{A: valueJSON{"1"}, B: pointerJSON{"2"}, L: [2]pointerJSON{{"3"}, {"4"}}}
	p := ProgramOf(withHTML, reflect.TypeFor[speaks]())
	got, err := AppendPointer(withHTML, p, nil, unsafe.Pointer(&v))
	want, _ := json.Marshal(&v)
	if err != nil || string(got) != string(want) {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	m := map[string]int{"a": 1}
	got, err = AppendPointer(withHTML, ProgramOf(withHTML, reflect.TypeOf(m)), nil, unsafe.Pointer(&m))
	if err != nil || string(got) != `{"a":1}` {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestOptions(t *testing.T) {
	c := &plan.Config{}
	got, err := Append(c, nil, []any{[]int(nil), map[string]int(nil), map[string]any(nil), []any(nil), []byte(nil), []string(nil), struct{ A []float64 }{}})
	if want := `[[],{},{},[],"",[],{"A":[]}]`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// panics are the user's; nothing that was under way may be seen later.
func TestPanic(t *testing.T) {
	bomb := map[string]any{"a": 1, "b": funcJSON(nil)}
	for range 10 {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			Marshal(withHTML, bomb)
		}()
		agree(t, "after", map[string]any{"x": map[string]any{"y": 1}})
	}
}

func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	buf := make([]byte, 0, 16<<10)
	tree := map[string]any{"a": []any{1.5, "x", true, nil, map[string]any{"b": "c", "a": 1.0}}, "b": "text"}
	for _, c := range []struct {
		name            string
		v               any
		append, marshal float64
	}{
		{"struct", &scalars{O: "text"}, 0, 1},
		{"nested", &Outer{Deeper: &Deeper{}}, 0, 1},
		{"tree", tree, 0, 1},
		{"strings", map[string]string{"a": "b", "c": "d"}, 0, 1},
		{"slices", [][]float64{{1, 2}, {3}}, 0, 1},
		{"time", &struct{ T time.Time }{time.Now()}, 0, 1},
		{"quoted", &quoted{G: "x"}, 0, 1},
	} {
		if n := testing.AllocsPerRun(100, func() { buf, _ = Append(withHTML, buf[:0], c.v) }); n > c.append {
			t.Errorf("%s: Append makes %v allocations, want %v", c.name, n, c.append)
		}
		if n := testing.AllocsPerRun(100, func() { Marshal(withHTML, c.v) }); n > c.marshal {
			t.Errorf("%s: Marshal makes %v allocations, want %v", c.name, n, c.marshal)
		}
	}
}

func TestOpSize(t *testing.T) {
	if size := unsafe.Sizeof(op{}); unsafe.Sizeof(uintptr(0)) == 8 && size != 64 {
		t.Errorf("an op is %d bytes", size)
	}
}

// TestBigResults covers buffers that are predicted, outgrown and too big.
func TestBigResults(t *testing.T) {
	type document struct{ Lines []string }
	for _, n := range []int{1, 5000, 5000, 10, 6000, 40000, 3} {
		d := document{make([]string, n)}
		for i := range d.Lines {
			d.Lines[i] = "line <" + fmt.Sprint(i) + ">"
		}
		agree(t, fmt.Sprint(n, " lines"), &d)
	}
}

func TestDump(t *testing.T) {
	got := Dump(withHTML, reflect.TypeFor[*list]())
	for _, want := range []string{"encode.list:", `pointer   +0    "{\"Next\":" -> encode.list`, `"}"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// FuzzAny: encoding what encoding/json decodes from any text agrees with encoding/json.
func FuzzAny(f *testing.F) {
	for _, s := range []string{`{"a":[1,"<\u2028>",{"b":null}],"":1e300}`, `"\ud800"`, `[[[]]]`, `{"b":1,"a":2,"aaaaaaaaa":3,"aaaaaaaab":4}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v any
		if json.Unmarshal(data, &v) == nil {
			agree(t, "any", v)
			agree(t, "raw", json.RawMessage(data))
		}
		agree(t, "string", string(data))
		agree(t, "raw", json.RawMessage(data))
		agree(t, "number", json.Number(data))
		agree(t, "key", map[string]string{string(data): ""})
	})
}

type benchStruct struct {
	ID    int      `json:"id"`
	Name  string   `json:"name"`
	Score float64  `json:"score"`
	Tags  []string `json:"tags,omitempty"`
	Sub   struct {
		A, B string
		C    bool
	} `json:"sub"`
}

func BenchmarkStruct(b *testing.B) {
	v := &benchStruct{ID: 12345, Name: "a name of some length", Score: 1.25, Tags: []string{"x", "yy", "zzz"}}
	v.Sub.A = "some text"
	benchmark(b, v)
}

func BenchmarkTree(b *testing.B) {
	benchmark(b, map[string]any{"a": []any{1.5, "x", true, nil, map[string]any{"b": "c", "a": 1.0}}, "b": "text", "c": map[string]any{"d": 1.0}})
}

func benchmark(b *testing.B, v any) {
	b.Run("lib=zetes", func(b *testing.B) {
		buf := make([]byte, 0, 64<<10)
		for b.Loop() {
			buf, _ = Append(withHTML, buf[:0], v)
		}
		b.SetBytes(int64(len(buf)))
	})
	b.Run("lib=zetes-marshal", func(b *testing.B) {
		for b.Loop() {
			Marshal(withHTML, v)
		}
	})
	b.Run("lib=std", func(b *testing.B) {
		for b.Loop() {
			json.Marshal(v)
		}
	})
}
