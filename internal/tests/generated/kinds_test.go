package generated

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	zjson "github.com/zetes-json/zetes/json"
)

//go:generate go run ../../../cmd/zetes gen -q kinds_test.go

// Types of all kinds with generated code. The type of the same name with "Bare" in place of "Kind" has none.
//
//zetes:json
type (
	KindBool          bool
	KindString        string
	KindInt           int
	KindInt8          int8
	KindUint          uint
	KindUint8         uint8
	KindUintptr       uintptr
	KindFloat32       float32
	KindFloat64       float64
	KindBytes         []byte
	KindOctets        []octet
	KindTexts         []aText
	KindInts          []int
	KindStrings       []string
	KindByteSlices    [][]byte
	KindSelves        []KindBytes
	KindArray         [3]int
	KindByteArray     [2]byte
	KindMap           map[string]int
	KindIntKeys       map[int8]int
	KindTextKeys      map[aText]int
	KindOwnKeys       map[KindInt8]KindBytes
	KindPointers      map[string]*KindBytes
	KindAnys          []any
	KindDuration      time.Duration
	KindNumber        json.Number
	KindRaw           json.RawMessage
	KindTime          time.Time
	KindBig           big.Int
	KindAddr          netip.Addr
	KindList[T any]   []T
	KindOne[T any]    [1]T
	KindHolder[T any] struct {
		A T
		B int
	}
	KindChosen[T any] struct {
		A interface{ Has(T) bool }
		B map[string]interface{ Has(T) bool }
		C T
	}
	KindMany[T any, K comparable] struct {
		A          T `json:",omitempty"`
		B          []T
		C          map[K]*T
		D          KindHolder[T]
		E          *KindMany[T, K]
		F          []KindMany[T, K] `json:",omitzero"`
		H          string           `json:",omitempty"`
		I          *T               `json:",omitempty"`
		under      T
		KindOne[T] `json:"one"`
		*KindHolder[K]
	}
	KindStruct struct {
		A         KindInt8 `json:",string"`
		B         *KindBytes
		C         KindBool     `json:",string"`
		D         KindString   `json:",string"`
		E         *KindFloat64 `json:",string"`
		F         json.Number  `json:",string"`
		G         []byte
		H         big.Int
		I         time.Time
		J         KindHolder[map[struct{ A int }]int]
		K         *KindStruct
		L         KindList[chan int] `json:",omitempty"`
		M         any
		N         error
		KindArray `json:"P"`
	}
)

type (
	BareBool          bool
	BareString        string
	BareInt           int
	BareInt8          int8
	BareUint          uint
	BareUint8         uint8
	BareUintptr       uintptr
	BareFloat32       float32
	BareFloat64       float64
	BareBytes         []byte
	BareOctets        []octet
	BareTexts         []aText
	BareInts          []int
	BareStrings       []string
	BareByteSlices    [][]byte
	BareSelves        []BareBytes
	BareArray         [3]int
	BareByteArray     [2]byte
	BareMap           map[string]int
	BareIntKeys       map[int8]int
	BareTextKeys      map[aText]int
	BareOwnKeys       map[BareInt8]BareBytes
	BarePointers      map[string]*BareBytes
	BareAnys          []any
	BareDuration      time.Duration
	BareNumber        json.Number
	BareRaw           json.RawMessage
	BareTime          time.Time
	BareBig           big.Int
	BareAddr          netip.Addr
	BareList[T any]   []T
	BareOne[T any]    [1]T
	BareHolder[T any] struct {
		A T
		B int
	}
	BareChosen[T any] struct {
		A interface{ Has(T) bool }
		B map[string]interface{ Has(T) bool }
		C T
	}
	BareMany[T any, K comparable] struct {
		A          T `json:",omitempty"`
		B          []T
		C          map[K]*T
		D          BareHolder[T]
		E          *BareMany[T, K]
		F          []BareMany[T, K] `json:",omitzero"`
		H          string           `json:",omitempty"`
		I          *T               `json:",omitempty"`
		under      T
		BareOne[T] `json:"one"`
		*BareHolder[K]
	}
	BareStruct struct {
		A         BareInt8 `json:",string"`
		B         *BareBytes
		C         BareBool     `json:",string"`
		D         BareString   `json:",string"`
		E         *BareFloat64 `json:",string"`
		F         json.Number  `json:",string"`
		G         []byte
		H         big.Int
		I         time.Time
		J         BareHolder[map[struct{ A int }]int]
		K         *BareStruct
		L         BareList[chan int] `json:",omitempty"`
		M         any
		N         error
		BareArray `json:"P"`
	}
)

type octet byte

// only has one number.
type only int

// Has reports whether n is that.
func (o only) Has(n int) bool { return n == int(o) }

// aText is the text that it was made of, but for "bad".
type aText string

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *aText) UnmarshalText(b []byte) error {
	if string(b) == "bad" {
		return errors.New("a bad text")
	}
	*t = aText(b)
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (t aText) MarshalText() ([]byte, error) {
	return []byte(t), (*aText).UnmarshalText(new(aText), []byte(t))
}

// kind is a type with generated code, and its twin without, which lies in memory alike.
type kind struct {
	kind, bare reflect.Type
	values     []any // of the twin: what is encoded beside what has been decoded
}

func kindOf[K, B any](values ...B) kind {
	k := kind{kind: reflect.TypeFor[K](), bare: reflect.TypeFor[B]()}
	for _, v := range values {
		k.values = append(k.values, v)
	}
	return k
}

var kinds = []kind{
	kindOf[KindBool, BareBool](), kindOf[KindString, BareString]("<\xff"), kindOf[KindInt, BareInt](), kindOf[KindInt8, BareInt8](),
	kindOf[KindUint, BareUint](), kindOf[KindUint8, BareUint8](), kindOf[KindUintptr, BareUintptr](),
	kindOf[KindFloat32, BareFloat32](BareFloat32(math.Inf(1))), kindOf[KindFloat64, BareFloat64](BareFloat64(math.NaN())),
	kindOf[KindBytes, BareBytes](), kindOf[KindOctets, BareOctets](), kindOf[KindTexts, BareTexts](BareTexts{"bad"}), kindOf[KindInts, BareInts](),
	kindOf[KindStrings, BareStrings](), kindOf[KindByteSlices, BareByteSlices](), kindOf[KindSelves, BareSelves](),
	kindOf[KindArray, BareArray](), kindOf[KindByteArray, BareByteArray](), kindOf[KindMap, BareMap](), kindOf[KindIntKeys, BareIntKeys](),
	kindOf[KindTextKeys, BareTextKeys](BareTextKeys{"bad": 1}), kindOf[KindOwnKeys, BareOwnKeys](),
	kindOf[KindHolder[map[time.Time]int], BareHolder[map[time.Time]int]](BareHolder[map[time.Time]int]{A: map[time.Time]int{time.Unix(1<<40, 0).UTC(): 1}}), kindOf[KindHolder[map[struct{ A int }]int], BareHolder[map[struct{ A int }]int]](BareHolder[map[struct{ A int }]int]{A: map[struct{ A int }]int{{}: 1}}),
	kindOf[KindHolder[map[float64]int], BareHolder[map[float64]int]](BareHolder[map[float64]int]{A: map[float64]int{1: 1}}), kindOf[KindHolder[map[any]int], BareHolder[map[any]int]](BareHolder[map[any]int]{A: map[any]int{1: 1}}), kindOf[KindHolder[map[aText]int], BareHolder[map[aText]int]](BareHolder[map[aText]int]{A: map[aText]int{"bad": 1}}), kindOf[KindPointers, BarePointers](),
	kindOf[KindAnys, BareAnys](BareAnys{math.NaN()}, BareAnys{func() {}}), kindOf[KindDuration, BareDuration](), kindOf[KindNumber, BareNumber]("no number"),
	kindOf[KindRaw, BareRaw](BareRaw("no JSON")), kindOf[KindTime, BareTime](BareTime(time.Unix(1<<40, 0))), kindOf[KindBig, BareBig](), kindOf[KindAddr, BareAddr](),
	kindOf[KindList[chan int], BareList[chan int]](BareList[chan int]{nil}, nil), kindOf[KindOne[func()], BareOne[func()]](BareOne[func()]{}),
	kindOf[KindOne[complex128], BareOne[complex128]](BareOne[complex128]{}), kindOf[KindHolder[chan int], BareHolder[chan int]](BareHolder[chan int]{}),
	kindOf[KindHolder[map[float64]int], BareHolder[map[float64]int]](BareHolder[map[float64]int]{}),
	kindOf[KindList[byte], BareList[byte]](), kindOf[KindList[KindBytes], BareList[BareBytes]](), kindOf[KindHolder[aText], BareHolder[aText]](BareHolder[aText]{A: "bad"}),
	kindOf[KindHolder[error], BareHolder[error]](BareHolder[error]{A: errors.New("x")}), kindOf[KindOne[KindInt8], BareOne[BareInt8]](),
	kindOf[KindChosen[int], BareChosen[int]](BareChosen[int]{A: only(1), B: map[string]interface{ Has(int) bool }{"a": only(2)}, C: 3}),
	kindOf[KindMany[int, string], BareMany[int, string]](BareMany[int, string]{E: &BareMany[int, string]{A: 1}, BareHolder: &BareHolder[string]{A: "x"}}),
	kindOf[KindMany[KindInt8, KindString], BareMany[BareInt8, BareString]](), kindOf[KindMany[aText, int], BareMany[aText, int]](BareMany[aText, int]{B: []aText{"bad"}}),
	kindOf[KindMany[[]KindTime, uint8], BareMany[[]BareTime, uint8]](BareMany[[]BareTime, uint8]{A: []BareTime{}, C: map[uint8]*[]BareTime{1: nil}}),
	kindOf[KindMany[any, aText], BareMany[any, aText]](BareMany[any, aText]{A: 1, B: []any{math.NaN()}}),
	kindOf[KindStruct, BareStruct](
		BareStruct{E: new(BareFloat64(math.NaN()))}, BareStruct{I: time.Unix(1<<40, 0).UTC()}, BareStruct{J: BareHolder[map[struct{ A int }]int]{A: map[struct{ A int }]int{{}: 1}}}, BareStruct{F: "no number"},
		BareStruct{L: BareList[chan int]{nil}}, BareStruct{M: math.Inf(-1)}, BareStruct{M: func() {}}, BareStruct{M: aText("bad")},
	),
}

// kindTexts are values of which each kind refuses some.
var kindTexts = []string{
	`"!"`, `""`, `"x"`, `"AQI="`, `"\ud800"`, `"1"`, `null`, `true`, `1`, `-1`, `1.5`, `300`, `1e400`, `123456789012345678901234567890`, `[]`, `{}`,
	`[1,2]`, `["!"]`, `["bad"]`, `[300]`, `[null]`, `[[]]`, `[{}]`, `["AQ==","!"]`, `[1,2,3,4]`, `{"":1}`, `{"a":1}`, `{"1":1}`, `{"1":"!"}`, `{"300":"AQ=="}`,
	`{"bad":1}`, `{"a":"!"}`, `{"a":null}`, `{"2006-01-02T15:04:05Z":1}`, `"2006-01-02T15:04:05Z"`, `{"A":"1"}`, `{"A":1}`, `{"A":"x"}`, `{"A":"300"}`,
	`{"B":"!"}`, `{"B":1}`, `{"C":"true"}`, `{"C":"x"}`, `{"C":true}`, `{"D":"\"a\""}`, `{"D":"x"}`, `{"D":1}`, `{"E":"1.5"}`, `{"E":"x"}`, `{"E":1}`,
	`{"F":"1"}`, `{"F":"x"}`, `{"F":{}}`, `{"G":"!"}`, `{"H":"!"}`, `{"H":1.5}`, `{"I":1}`, `{"I":"x"}`, `{"J":{}}`, `{"J":{"a":1}}`, `{"J":1}`, `{"K":{"B":"!"}}`,
	`{"D":{"A":1,"B":2}}`, `{"E":{"A":1,"E":{"A":"x"}}}`, `{"F":[{"A":1},{"F":[]}]}`, `{"C":{"1":1,"x":"x"}}`, `{"A":[1],"B":["x"]}`,
	`{"I":1,"H":2}`, `{"I":"x","H":"x"}`, `{"one":[1]}`, `{"under":1}`,
	`{"K":1}`, `{"L":1}`, `{"L":null}`, `{"N":1}`, `{"N":null}`, `{"P":"x"}`, `{`, `[1`, `"`, ``, `1 1`, `[1,]`,
}

// asBare returns what err says of a type of kinds, with the name of its twin.
func asBare(err error) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), "Kind", "Bare")
}

// TestKinds decodes values that do not fit into types of all kinds with generated code, through each door and in each
// place, and encodes what can't be encoded. A type whose methods lead back to themselves ends the process with a full
// stack, which names the type's methods.
func TestKinds(t *testing.T) {
	for _, k := range kinds {
		for _, text := range kindTexts {
			k.reads(t, text)
		}
		for _, v := range k.values {
			b := reflect.New(k.bare)
			b.Elem().Set(reflect.ValueOf(v))
			k.writes(t, fmt.Sprintf("%+v", v), reflect.NewAt(k.kind, b.UnsafePointer()), b)
		}
	}
}

// reads decodes text into a k and into its twin.
func (k *kind) reads(t *testing.T, text string) {
	want := reflect.New(k.bare)
	wanted := json.Unmarshal([]byte(text), want.Interface())
	for door, unmarshal := range map[string]func([]byte, any) error{
		"encoding/json": json.Unmarshal, "json": zjson.Unmarshal, "zetes": func(b []byte, v any) error { return through(b, v) },
		"UnmarshalJSON": func(b []byte, v any) error {
			if u, ok := v.(json.Unmarshaler); ok {
				return u.UnmarshalJSON(b)
			}
			return json.Unmarshal(b, v)
		},
	} {
		v := reflect.New(k.kind)
		err := unmarshal([]byte(text), v.Interface())
		if door != "zetes" && asBare(err) != asBare(wanted) || (err == nil) != (wanted == nil) {
			t.Errorf("%s: %s into %s: %v, want %v", door, text, k.kind, err, wanted)
		}
		if got := reflect.NewAt(k.bare, v.UnsafePointer()); !reflect.DeepEqual(got.Interface(), want.Interface()) {
			t.Errorf("%s: %s into %s: got %+v, want %+v", door, text, k.kind, got.Elem(), want.Elem())
		}
		if door == "json" && err == nil {
			k.writes(t, text, v, want)
		}
		// In other places: whether there is an error is all that can be the same.
		if door == "UnmarshalJSON" {
			continue
		}
		for _, place := range []struct {
			within string
			of     func(reflect.Type) reflect.Type
		}{
			{`{"F":%s}`, func(t reflect.Type) reflect.Type { return fields(t, `json:"F"`) }},
			{`{"F":%s}`, func(t reflect.Type) reflect.Type { return fields(t, `json:"F,string"`) }},
			{`{"F":%s}`, func(t reflect.Type) reflect.Type { return fields(reflect.PointerTo(t), `json:"F,string"`) }},
			{`[%s]`, reflect.SliceOf},
			{`{"m":%s}`, func(t reflect.Type) reflect.Type { return reflect.MapOf(reflect.TypeFor[string](), t) }},
		} {
			doc := []byte(fmt.Sprintf(place.within, text))
			std, v := reflect.New(place.of(k.kind)), reflect.New(place.of(k.kind))
			wanted := json.Unmarshal(doc, std.Interface())
			if err := unmarshal(doc, v.Interface()); (err == nil) != (wanted == nil) || door == "json" && wanted != nil && err.Error() != wanted.Error() {
				t.Errorf("%s: %s into %s: %v, want %v", door, doc, v.Type(), err, wanted)
			}
			if !reflect.DeepEqual(v.Interface(), std.Interface()) {
				t.Errorf("%s: %s into %s: got %+v, want %+v", door, doc, v.Type(), v.Elem(), std.Elem())
			}
		}
	}
}

// writes encodes v, a pointer to a k, and its twin.
func (k *kind) writes(t *testing.T, what string, v, bare reflect.Value) {
	want, wanted := json.Marshal(bare.Interface())
	for door, marshal := range map[string]func(any) ([]byte, error){"encoding/json": json.Marshal, "json": zjson.Marshal, "zetes": zetes.Marshal} {
		for _, x := range []any{v.Interface(), v.Elem().Interface()} {
			b, err := marshal(x)
			if string(b) != string(want) || (err == nil) != (wanted == nil) {
				t.Errorf("%s: %T of %s: %s, %v, want %s, %v", door, x, what, b, err, want, wanted)
			}
		}
	}
}

// spy counts how often it is read.
type spy struct{ calls int }

var spied int

func (*spy) UnmarshalJSON([]byte) error       { spied++; return nil }
func (spy) MarshalJSON() ([]byte, error)      { return []byte("1"), nil }
func (s *spyText) UnmarshalText([]byte) error { spied++; return nil }

type spyText string

// TestKindsCareful: methods among the arguments of generic types do not see what is no JSON further on.
func TestKindsCareful(t *testing.T) {
	for text, v := range map[string]json.Unmarshaler{
		`{"A":1`:                 new(KindHolder[spy]),
		`{"A":[1`:                new(KindHolder[[]*spy]),
		`{"A":{"a":1}`:           new(KindHolder[map[string]spy]),
		`{"A":{"a":1},`:          new(KindHolder[map[spyText]int]),
		`{"A":{"A":1},"B"`:       new(KindHolder[KindHolder[spy]]),
		`{"A":{"X":[1]},`:        new(KindHolder[struct{ X [1]spy }]),
		`{"B":[1],"E":{"A":1}`:   new(KindMany[spy, string]),
		`{"C":{"a":[1]},"A":[],`: new(KindMany[[]int, spyText]),
	} {
		spied = 0
		if err := v.UnmarshalJSON([]byte(text)); err == nil || spied > 0 {
			t.Errorf("%T of %s: %d calls, %v", v, text, spied, err)
		}
		closed := strings.NewReplacer(`"B"`, "").Replace(strings.TrimSuffix(text, ",") + "}")
		if strings.Contains(text, `"B"`) || strings.HasSuffix(text, "[1") {
			continue
		}
		if err := v.UnmarshalJSON([]byte(closed)); err != nil || spied == 0 {
			t.Errorf("%T of %s: %d calls, %v", v, closed, spied, err)
		}
	}
}

// through calls Unmarshal, whose type parameter is not known.
func through(b []byte, v any) error { return zetes.Config{}.Freeze().Unmarshal(b, v) }

// fields returns a struct with a field F of type t.
func fields(t reflect.Type, tag reflect.StructTag) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "F", Type: t, Tag: tag}})
}
