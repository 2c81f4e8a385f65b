package outside

import (
	stdjson "encoding/json"
	"fmt"
	"maps"
	bignum "math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// Targets that hold something, in all the ways in which a decoder may write over it.

// heldCalls counts the calls of methods.
var heldCalls int

type heldMethod struct{ Text []byte }

func (m *heldMethod) UnmarshalJSON(text []byte) error {
	heldCalls++
	m.Text = append(m.Text[:0], text...)
	return nil
}

type heldText struct{ Text string }

func (m *heldText) UnmarshalText(text []byte) error {
	heldCalls++
	m.Text = string(text)
	return nil
}

type heldNode struct {
	V    int
	S    string
	Next *heldNode
	Also *heldNode
	List []heldNode
	Any  any
}

type heldBase struct{ A, B int }

type held struct {
	*heldBase
	N   int
	S   string
	L   []int
	T   []string
	P   *int
	Q   *int `json:",string"`
	PP  **int
	M   map[string]int
	MN  map[string]*heldNode
	D   map[string][]int
	K   map[heldKey]int
	A   any
	R   json.RawMessage
	Y   []byte
	Z   [3]*int
	Nod *heldNode
	Obj []heldNode
	Big *bignum.Int
	At  time.Time
	Me  heldMethod
	Mes []heldMethod
	Tx  []heldText
	Num json.Number
}

type heldKey struct{ s string }

func (k *heldKey) UnmarshalText(text []byte) error {
	heldCalls++
	k.s = string(text)
	return nil
}

type heldWide struct {
	Room [200]int
	P    *int
	Tail [200]string
}

// numbers returns a slice whose memory holds numbers behind its end too.
func numbers(n, more int) []int {
	s := make([]int, n+more)
	for i := range s {
		s[i] = 1000 + i
	}
	return s[:n]
}

func nodes(n, more int) []heldNode {
	s := make([]heldNode, n+more)
	for i := range s {
		s[i] = heldNode{V: 100 + i, S: "old", Next: &heldNode{S: "behind"}, List: make([]heldNode, 1, 3)}
	}
	return s[:n]
}

func pointer[T any](v T) *T { return &v }

// heldTargets make targets that hold something, with documents for them.
var heldTargets = map[string]struct {
	make func() any
	docs []string
}{
	"struct": {func() any {
		one := 1
		same := &heldNode{V: 5, List: nodes(1, 2)}
		return &held{
			heldBase: &heldBase{1, 2}, N: 3, S: "old", L: numbers(2, 3), T: []string{"a", "b", "c"}[:1], P: &one, Q: pointer(6), PP: pointer(&one),
			M: map[string]int{"a": 1}, MN: map[string]*heldNode{"a": same}, D: map[string][]int{"a": numbers(1, 2)}, K: map[heldKey]int{{"x"}: 1}, A: same,
			R: append(make([]byte, 0, 20), `"old"`...), Y: []byte("bytes"), Z: [3]*int{&one, nil, &one}, Nod: same, Obj: nodes(1, 2), Big: bignum.NewInt(77),
			At: time.Unix(1, 0).UTC(), Me: heldMethod{[]byte("old text")}, Mes: []heldMethod{{[]byte("old text")}, {}}[:1], Tx: []heldText{{"old"}}, Num: "12",
		}
	}, []string{
		`{"A":11,"B":12,"N":4,"S":"new","L":[5,6,7,8,9,10],"T":["x","y","z","u"],"P":7,"Q":"8","PP":9}`,
		`{"P":1,"Q":null,"PP":null,"L":[],"L":[1],"L":null,"T":[1,"x"],"Z":[1,2,3,4]}`,
		`{"M":{"a":2,"b":3},"N":5}`, `{"MN":{"a":{"V":1},"b":null},"D":{"a":[1],"c":[2]}}`, `{"N":9,"K":{"x":2,"y":3}}`,
		`{"A":{"V":6,"S":"x","List":[{"V":1,"Next":{"V":2}},{"S":"y"},{},{}]},"Nod":{"V":8,"Next":{"V":9}}}`,
		`{"R":[1, 2],"Y":"aGVsbG8=","R":{"longer":"than what was there before"},"Y":[1,2,3]}`,
		`{"Obj":[{"V":1,"List":[{"V":2},{"V":3}]},{"S":"x","Next":null},{},{"V":4}],"N":1}`,
		`{"Big":123456789012345678901234567890,"At":"2026-01-02T03:04:05Z","Num":1.5}`, `{"Big":"x","At":"odd"}`,
		`{"N":7,"Me":{"a":[1,2]},"Mes":[1,{"b":2},"x",[]],"Tx":["a","b"]}`, `{"Obj":[{"V":"wrong"}],"Mes":[{"a":{}},[{}]]}`,
	}},
	"numbers":   {func() any { return pointer(numbers(2, 3)) }, []string{`[1,2,3]`, ` [ 1 , 2 , 3 , 4 , 5 , 6 ] `, `[]`, `[1,"x",3]`, `null`}},
	"much room": {func() any { return pointer(numbers(0, 100)) }, []string{`[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23]`}},
	"strings":   {func() any { return &[]string{"a", "b", "c"} }, []string{`["x","y"]`, `["x",null,"\n","z"]`}},
	"slices":    {func() any { return &[][]int{numbers(1, 1), numbers(3, 0), nil} }, []string{`[[1,2,3],[4],[5],[6]]`}},
	"nodes": {func() any { return pointer(nodes(2, 2)) }, []string{
		`[{"V":1,"Next":{"V":3,"Next":{}}},{"List":[{"V":1}]},{"S":"x"},{},{"V":9}]`,
		`[{},{ },{"List":[{},{"S":"y"},{},{}]},{"V":9,"S":"x"}]`, `[{}, {} ,{},{},{},{"V":1}]`,
		`[{"List":[{},{},{"V":7}],"V":1,"Next":{"List":[{}]}},{},{"S":"x"},{}]`,
	}},
	"pointers":    {func() any { one := 1; return &[]*int{&one, &one, nil, pointer(2)} }, []string{`[5,6,7,8,9]`, `[5,null,7]`}},
	"to words":    {func() any { return &[]*int64{pointer(int64(1)), pointer(int64(-1)), nil, pointer(int64(7))} }, []string{`[5,6,7,8]`}},
	"to shorter":  {func() any { return &[]*int32{pointer(int32(1)), pointer(int32(-1)), nil, pointer(int32(7))} }, []string{`[5,6,7,8]`}},
	"to bytes":    {func() any { return &[]*bool{pointer(true), pointer(false), nil, pointer(true)} }, []string{`[false,true,true,null]`}},
	"to pointers": {func() any { one := pointer(1); return &[]**int{&one, &one, nil, pointer(pointer(7)), new(*int)} }, []string{`[5,null,7,null,9]`}},
	"to texts":    {func() any { old := "old"; return &[]*string{&old, pointer("b"), nil, &old, pointer("")} }, []string{`["x",null,"y","\n",5,"z"]`}},
	"to slices": {func() any {
		all := numbers(3, 3)
		head := all[:1]
		return &[]*[]int{&all, &head, nil, pointer(numbers(0, 2)), &all}
	}, []string{`[[5,6],[7,8,9,10],[11],null,[12]]`, `[[],null,"x",[1,2,3]]`}},
	"to odd words": {func() any { return &[]*int16{pointer(int16(1)), nil, pointer(int16(7))} }, []string{`[5,6,7]`}},
	"array":        {func() any { return &[4]*heldNode{{V: 1}, nil, {S: "x", Next: &heldNode{}}} }, []string{`[{"V":2},{"V":3},{"Next":{"V":4}}]`, `[1]`}},
	"map":          {func() any { return &map[string]int{"a": 1, "b": 2} }, []string{`{"a":5,"c":6}`, `{}`, `{"a":"x"}`}},
	"map of any":   {func() any { return &map[string]any{"a": 1, "b": pointer(2)} }, []string{`{"a":5,"b":[6]}`, `{"b":{"x":1}}`}},
	"map of text":  {func() any { return &map[string]string{"a": "1", "b": "2"} }, []string{`{"a":"5","c":"6"}`, `{"a":6}`}},
	"map of nodes": {func() any { return &map[string]heldNode{"a": {V: 1}} }, []string{`{"a":{"S":"x"},"b":{"V":1}}`}},
	"maps":         {func() any { return &[]map[string]bool{{"a": true}, nil, {}} }, []string{`[{"a":false,"b":true},{"c":true},{"d":true},{"e":true}]`}},
	"map of int":   {func() any { return &map[int16]float32{1: 1, 2: 2} }, []string{`{"1":5,"3":6}`, `{"1":1e99,"x":2}`}},
	"empty slice":  {func() any { return &[]struct{}{{}} }, []string{`[{},{},{"a":1}]`}},
	"interface":    {func() any { return pointer(any(pointer(numbers(1, 2)))) }, []string{`[1,2]`, `[1,{}]`}},
	"of methods":   {func() any { return pointer(any(&heldMethod{[]byte("old")})) }, []string{`[1,2]`, `"x"`}},
	"list of any":  {func() any { one := 1; return &[]any{&one, &one, "x", &heldNode{V: 1}} }, []string{`[1,2,3,{"V":4},5]`}},
	"ring":         {func() any { n := &heldNode{V: 1}; n.Next, n.Also = n, n; return n }, []string{`{"Next":{"V":2,"Also":{"Next":{"V":3}}},"V":4}`}},
	"ring by list": {func() any { n := &heldNode{List: make([]heldNode, 1, 2)}; n.List[0].List = n.List; return n }, []string{`{"List":[{"List":[{"V":1},{"V":2},{"V":3}]},{"V":4}]}`}},
	"itself":       {func() any { var x any; x = &x; return &x }, []string{`1`, `{"a":[1]}`, `null`}},
	"itself deep":  {func() any { n := &heldNode{}; n.Any = n; return &n }, []string{`{"Any":{"V":1,"Any":{"Any":{"S":"x"}}}}`, `{"Any":null,"V":1}`}},
	"methods":      {func() any { return &[]heldMethod{{[]byte("old one")}, {[]byte("x")}} }, []string{`[{"a":[1]},[2,[3]],"x",4]`, `[[],{}]`}},
	"no keys":      {func() any { return new(map[heldKey]int) }, []string{`{"a":5,"c":6}`}},
	"no methods":   {func() any { return new([]heldMethod) }, []string{`[{"a":5},[6]]`}},
	"scalar":       {func() any { return pointer(5) }, []string{`6`, ` 7 `, `"x"`}},
	"wide":         {func() any { return &[]*heldWide{{P: pointer(1)}} }, []string{`[{"P":2,"Room":[1,2]}]`, `[{"P":2,"Tail":["x"]},{}]`}},
	"wide list":    {func() any { return pointer(make([]heldWide, 3)) }, []string{`[{"P":2,"Room":[1,2]},{},{}]`}},
	"text":         {func() any { return &[]heldText{{"old"}} }, []string{`["a","b"]`, `["a",1]`}},
	"deep numbers": {func() any { return &[][4]int{{1, 2, 3, 4}} }, []string{`[[5,6],[7,8,9,10,11]]`}},
	"raw":          {func() any { return &[]json.RawMessage{append(make([]byte, 0, 9), `"old"`...), nil} }, []string{`[[1,2,3,4,5,6,7],{"a":1},2]`, `[1]`}},
	"bytes":        {func() any { return &[][]byte{[]byte("old bytes")} }, []string{`["AQID","AA=="]`, `[[1,2],"!"]`}},
}

// dump writes what v leads to, with the addresses of all of it, and what slices have behind their ends.
func dump(v any) string {
	var b strings.Builder
	seen := map[string]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch k := v.Kind(); k {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			if v.IsNil() {
				b.WriteString("nil")
				return
			}
			id := fmt.Sprintf("%v@%x", v.Type(), v.Pointer())
			if k == reflect.Slice {
				fmt.Fprintf(&b, "%d/%d", v.Len(), v.Cap())
				id += fmt.Sprint(v.Cap())
			}
			b.WriteString(id)
			if seen[id] {
				return
			}
			seen[id] = true
			switch k {
			case reflect.Pointer:
				walk(v.Elem())
			case reflect.Slice:
				v = v.Slice(0, v.Cap())
				for i := range v.Len() {
					b.WriteByte(' ')
					walk(v.Index(i))
				}
			default:
				fmt.Fprint(&b, v.Interface()) // in the order of the keys
				for _, k := range []string{"a", "b"} {
					if v.Type().Key().Kind() == reflect.String {
						if e := v.MapIndex(reflect.ValueOf(k)); e.IsValid() {
							walk(e)
						}
					}
				}
			}
		case reflect.Interface:
			if v.IsNil() {
				b.WriteString("nil")
				return
			}
			walk(v.Elem())
		case reflect.Struct:
			for i := range v.NumField() {
				fmt.Fprintf(&b, " %s:", v.Type().Field(i).Name)
				walk(v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				b.WriteByte(' ')
				walk(v.Index(i))
			}
		default:
			fmt.Fprintf(&b, "%v", v)
		}
	}
	walk(reflect.ValueOf(v))
	return b.String()
}

// TestHeldTargets decodes into targets that hold something: each document makes of them what encoding/json makes, and
// cut or damaged at any place leaves them as they were, where they were, with what they have behind their ends. It
// calls no method then.
func TestHeldTargets(t *testing.T) {
	for name, c := range heldTargets {
		t.Run(name, func(t *testing.T) {
			for _, doc := range c.docs {
				// encoding/json never returns from the one, and makes of the other what depends on how its slices grow.
				if name != "itself" && name != "ring by list" {
					same(t, doc, c.make)
				}
				damage, step := "x]\x01", 3
				if long.On() {
					damage, step = "x]},\x01:\"", 1
				}
				// White space behind it makes room for more that is put by.
				for _, long := range []string{doc, doc + strings.Repeat(" ", 80)} {
					held := c.make()
					before := dump(held)
					check := func(text string) {
						t.Helper()
						if stdjson.Valid([]byte(text)) {
							return
						}
						calls := heldCalls
						if err := json.Unmarshal([]byte(text), held); err == nil {
							t.Fatalf("%q: no error", text)
						}
						if after := dump(held); after != before {
							t.Fatalf("%q\n was %s\n  is %s", text, before, after)
						}
						if heldCalls != calls {
							t.Fatalf("%q: a method is called", text)
						}
						// The next broken document would be looked at first.
						_ = json.Unmarshal([]byte(doc), c.make())
					}
					for i := 0; i < len(long); i += step {
						check(long[:i])
						for _, b := range []byte(damage) {
							check(long[:i] + string(b) + long[i+1:])
						}
					}
					check(long + "x")
				}
			}
		})
	}
}

// heldPointers decodes random arrays into pointers of random slices, some of them nil and some of them to one place.
func heldPointers[T any](t *testing.T, r *rand.Rand, values []string, made func() T) {
	for range 60 {
		places := make([]*T, 1+r.IntN(40))
		for i := range places {
			places[i] = pointer(made())
		}
		held := make([]*T, r.IntN(60))
		for i := range held {
			if r.IntN(5) > 0 {
				held[i] = places[r.IntN(len(places))]
			}
		}
		held = held[:r.IntN(len(held)+1)]
		var doc strings.Builder
		for i := range r.IntN(60) {
			fmt.Fprintf(&doc, "%c%s", "[,"[min(i, 1)], values[r.IntN(len(values))])
		}
		text := doc.String()
		before := dump(&held)
		for range 8 { // cut
			text := text[:r.IntN(len(text)+1)]
			if err := json.Unmarshal([]byte(text), &held); err == nil {
				t.Fatalf("%q: no error", text)
			}
			if after := dump(&held); after != before {
				t.Fatalf("%q\n was %s\n  is %s", text, before, after)
			}
			_ = json.Unmarshal([]byte("[]"), new([]*T)) // the next broken document would be looked at first
		}
		if text == "" {
			continue
		}
		// The other one has copies, that are one where these are.
		copies, want := map[*T]*T{}, make([]*T, len(held), cap(held))
		for i, p := range held[:cap(held)] {
			if p != nil && copies[p] == nil {
				copies[p] = pointer(*p)
				if v := reflect.ValueOf(copies[p]).Elem(); v.Kind() == reflect.Slice && !v.IsNil() {
					v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Cap()), v.Slice(0, v.Cap())).Slice(0, v.Len()))
				} else if v.Kind() == reflect.Pointer && !v.IsNil() {
					v.Set(reflect.New(v.Type().Elem()))
					v.Elem().Set(reflect.ValueOf(p).Elem().Elem())
				}
			}
			want[:cap(want)][i] = copies[p]
		}
		err, wantErr := json.Unmarshal([]byte(text+"]"), &held), stdjson.Unmarshal([]byte(text+"]"), &want)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(held, want) {
			t.Fatalf("%s]\n into %s\n makes %s %v\n  want %s %v", text, before, dump(&held), err, dump(&want), wantErr)
		}
	}
}

// TestHeldPointers holds for slices of pointers that cut input leaves what they lead to as it was, and that all else
// makes of it what encoding/json makes.
func TestHeldPointers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	heldPointers(t, r, []string{"1", "-20", "null", "300", `"x"`}, func() int { return r.Int() })
	heldPointers(t, r, []string{"1", "-20", "null", "300", `{}`}, func() int8 { return int8(r.Int()) })
	heldPointers(t, r, []string{"1", "2", "null", "70000"}, func() uint16 { return uint16(r.Int()) })
	heldPointers(t, r, []string{"1", "2.5", "null", "1e99", "[]"}, func() float32 { return r.Float32() })
	heldPointers(t, r, []string{"true", "false", "null", "0"}, func() bool { return r.IntN(2) > 0 })
	heldPointers(t, r, []string{`"a"`, `"\u00e4"`, "null", `""`, "0"}, func() string { return fmt.Sprint(r.IntN(100)) })
	heldPointers(t, r, []string{`[1,2]`, `[]`, "null", `[1,"x",3,4]`, "0"}, func() []int { return numbers(r.IntN(4), r.IntN(3)) })
	heldPointers(t, r, []string{`1`, `22`, "null", `"x"`}, func() *int { return pointer(r.Int()) })
	// The error about a value that is no text names the outermost pointer, in some releases.
	heldPointers(t, r, []string{`"a"`, "null", "1", "1e999", "[]"}, func() *heldText { return &heldText{fmt.Sprint(r.IntN(100))} })
}

// heldMaps decodes random objects into random maps that hold members already.
func heldMaps[M ~map[K]E, K comparable, E any](t *testing.T, r *rand.Rand, keys, values []string, made func() (K, E)) {
	for range 60 {
		held := M{}
		for range r.IntN(20) {
			k, e := made()
			held[k] = e
		}
		var doc strings.Builder
		doc.WriteString("{")
		for i := range r.IntN(20) {
			fmt.Fprintf(&doc, "%.*s%s:%s", min(i, 1), ",", keys[r.IntN(len(keys))], values[r.IntN(len(values))])
		}
		doc.WriteString("}")
		text := doc.String()
		before := maps.Clone(held)
		for range 8 {
			broken := text[:r.IntN(len(text))]
			if i := r.IntN(len(text)); r.IntN(2) > 0 {
				broken = text[:i] + "\x01" + text[i+1:]
			}
			if err := json.Unmarshal([]byte(broken), &held); err == nil {
				t.Fatalf("%q: no error", broken)
			}
			if !reflect.DeepEqual(held, before) {
				t.Fatalf("%q\n was %v\n  is %v", broken, before, held)
			}
			_ = json.Unmarshal([]byte("{}"), new(M)) // the next broken document would be looked at first
		}
		want := maps.Clone(held)
		err, wantErr := json.Unmarshal([]byte(text), &held), stdjson.Unmarshal([]byte(text), &want)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(held, want) {
			t.Fatalf("%s\n into %v\n makes %v %v\n  want %v %v", text, before, held, err, want, wantErr)
		}
	}
}

// TestHeldMaps holds for maps that hold members that broken input leaves them as they were, and that all else makes of
// them what encoding/json makes.
func TestHeldMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	names := []string{`"a"`, `"a"`, `"b"`, `"\u0061"`, `""`, `"a longer name than eight"`, `"ä"`, `"x1"`, `"x2"`, `"x3"`}
	numbers := []string{`"1"`, `"1"`, `"-2"`, `"30"`, `"300"`, `"007"`, `"7"`, `"70000"`, `"12"`, `"13"`}
	name := func() string { return []string{"a", "b", "", "y", "x1"}[r.IntN(5)] }
	number := func() int { return r.IntN(40) - 5 }
	heldMaps[map[string]int](t, r, names, []string{"1", " -2", "null", `"x"`}, func() (string, int) { return name(), r.Int() })
	heldMaps[map[string]float64](t, r, names, []string{"1", "2.5", "null", "1e999"}, func() (string, float64) { return name(), r.Float64() })
	heldMaps[map[string]string](t, r, names, []string{`"v"`, `"\n"`, `""`, "null", "1"}, func() (string, string) { return name(), "old" })
	heldMaps[map[string]bool](t, r, names, []string{"true", "false", "null"}, func() (string, bool) { return name(), true })
	heldMaps[map[string]any](t, r, names, []string{"true", "[1]", "null", `{"a":{}}`}, func() (string, any) { return name(), 1 })
	heldMaps[map[string]*int](t, r, names, []string{"1", "2", "null", `"x"`}, func() (string, *int) { return name(), pointer(1) })
	heldMaps[map[string][]int](t, r, names, []string{"[1]", "[]", "null", "2"}, func() (string, []int) { return name(), []int{7} })
	heldMaps[map[int8]int](t, r, numbers, []string{"1", " -2", "null"}, func() (int8, int) { return int8(number()), 5 })
	heldMaps[map[uint16]string](t, r, numbers, []string{`"v"`, `"w"`, "null"}, func() (uint16, string) { return uint16(number()), "old" })
	heldMaps[map[int]float32](t, r, numbers, []string{"1", "2.5", "1e99"}, func() (int, float32) { return number(), 0.5 })
	heldMaps[map[uint64][2]int](t, r, numbers, []string{"[1]", "[1,2,3]", "null"}, func() (uint64, [2]int) { return 7, [2]int{5, 6} })
}

// TestHeldIsNotReadTwice holds that documents into a target that is used again are looked at once, and that what is
// put by is in proportion to the document.
func TestHeldIsNotReadTwice(t *testing.T) {
	guard.Path(t, fast.Undo)
	looked := func(doc string, v any) (n int) {
		meter.Count = func(more int) { n += more }
		defer func() { meter.Count = nil }()
		for range 2 {
			n = 0
			if err := json.Unmarshal([]byte(doc), v); err != nil {
				t.Fatal(err)
			}
		}
		return n
	}
	numbers := "[" + strings.Repeat("12345,", 999) + "1]"
	objects := "[" + strings.Repeat(`{"V":1,"S":"text","Next":{"V":2},"List":[{"V":1},{"V":2}]},`, 99) + "{}]"
	for _, c := range []struct {
		doc  string
		into any
		most int
	}{
		{numbers, new([]int), 1},
		{objects, new([]heldNode), 1},
		{`{"list":` + objects + `}`, new(struct{ List []*heldNode }), 1},
		{objects, new([]heldMethod), 2},
		{"[" + strings.Repeat("{},", 999) + "{}]", new([]heldWide), 2},
	} {
		if n, most := looked(c.doc, c.into), c.most*len(c.doc)+100; n > most {
			t.Errorf("%T: looked at %d of %d bytes", c.into, n, len(c.doc))
		}
	}
}
