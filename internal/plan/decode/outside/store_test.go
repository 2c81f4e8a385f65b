package outside

import (
	stdjson "encoding/json"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"strconv"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

type (
	storeName  string
	storeShort int8
	storeFour  [4]byte
	storeOdd   struct {
		A int32
		B uint8
	}
	storeHalf  struct{ A, B int32 }
	storeHeavy struct {
		S string
		P *int
		N [3]int
	}
)

// storeElems are elements of every layout in memory, beside those that look alike but for their alignment.
var storeElems = []reflect.Type{
	reflect.TypeFor[struct{}](), reflect.TypeFor[[0]uint64](), reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[[1]byte](),
	reflect.TypeFor[int16](), reflect.TypeFor[[2]int8](), reflect.TypeFor[float32](), reflect.TypeFor[storeFour](), reflect.TypeFor[[3]byte](),
	reflect.TypeFor[int](), reflect.TypeFor[float64](), reflect.TypeFor[uint64](), reflect.TypeFor[[8]byte](), reflect.TypeFor[storeOdd](), reflect.TypeFor[storeHalf](),
	reflect.TypeFor[[2]int](), reflect.TypeFor[[16]byte](), reflect.TypeFor[[3]float64](), reflect.TypeFor[[4]int64](), reflect.TypeFor[[5]int64](), reflect.TypeFor[[20]int64](),
	reflect.TypeFor[*int](), reflect.TypeFor[*storeHeavy](), reflect.TypeFor[map[string]int](), reflect.TypeFor[string](), reflect.TypeFor[storeName](),
	reflect.TypeFor[[]int](), reflect.TypeFor[[]string](), reflect.TypeFor[any](), reflect.TypeFor[storeHeavy](), reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage](),
}

// Keys that their method makes of names.
type (
	storeTextName string
	storeText8    int8
	storeText16   uint16
	storeText32   int32
	storeText64   uint64
)

func (k *storeTextName) UnmarshalText(b []byte) error {
	*k = storeTextName("by method: " + string(b))
	return nil
}
func (k *storeText8) UnmarshalText(b []byte) error  { return storeNumber(k, b) }
func (k *storeText16) UnmarshalText(b []byte) error { return storeNumber(k, b) }
func (k *storeText32) UnmarshalText(b []byte) error { return storeNumber(k, b) }
func (k *storeText64) UnmarshalText(b []byte) error { return storeNumber(k, b) }

func storeNumber[T storeText8 | storeText16 | storeText32 | storeText64](k *T, b []byte) error {
	n, err := strconv.Atoi(string(b))
	*k = T(-n)
	return err
}

// storeText returns the JSON of the i-th element of type t.
func storeText(t reflect.Type, i int) string {
	switch t.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(i%2 == 0)
	case reflect.String:
		return strconv.Quote(strconv.Itoa(i))
	case reflect.Struct:
		return fmt.Sprintf(`{"A":%d,"B":%d,"S":"text %d","P":%d,"N":[%d]}`, i, i%100, i, i, i)
	case reflect.Map:
		return fmt.Sprintf(`{"k%d":%d}`, i, i)
	case reflect.Array, reflect.Slice:
		if t == reflect.TypeFor[[]string]() {
			return fmt.Sprintf(`["a","%d"]`, i)
		}
		return fmt.Sprintf("[%d,%d]", i%100, i%10)
	case reflect.Pointer:
		return storeText(t.Elem(), i)
	}
	return strconv.Itoa(i % 100)
}

// TestStore decodes into maps of every kind of key and layout of elements, new ones and some that hold members already,
// and compares them with encoding/json's. The collector runs meanwhile, over what the maps hold.
func TestStore(t *testing.T) {
	keys := []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[storeName](), reflect.TypeFor[int](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
		reflect.TypeFor[int32](), reflect.TypeFor[uint16](), reflect.TypeFor[storeShort](), reflect.TypeFor[uint8](),
		reflect.TypeFor[storeTextName](), reflect.TypeFor[storeText8](), reflect.TypeFor[storeText16](), reflect.TypeFor[storeText32](),
		reflect.TypeFor[storeText64](),
	}
	if !long.On() {
		keys = []reflect.Type{reflect.TypeFor[storeName](), reflect.TypeFor[int](), reflect.TypeFor[storeShort](), reflect.TypeFor[storeTextName](), reflect.TypeFor[storeText16]()}
	}
	for k, key := range keys {
		for e, elem := range storeElems {
			if !long.On() && e%3 != k%3 {
				continue
			}
			typ := reflect.MapOf(key, elem)
			doc := func(n, from int) []byte {
				b := []byte{'{'}
				for i := range n {
					name := i + from
					if key.Size() == 1 {
						name %= 128
					}
					if i > 0 {
						b = append(b, ',')
					}
					b = fmt.Appendf(b, `"%d":%s`, name, storeText(elem, i+from))
				}
				return append(b, '}')
			}
			got, want := reflect.New(typ), reflect.New(typ)
			for _, n := range []int{0, 1, 7, 8, 9, 20, 100} {
				text := doc(n, n/2)
				if err := json.Unmarshal(text, got.Interface()); err != nil {
					t.Fatal(typ, err)
				}
				if n == 20 {
					runtime.GC()
				}
				if err := stdjson.Unmarshal(text, want.Interface()); err != nil {
					t.Fatal(typ, err)
				}
				if !reflect.DeepEqual(got.Interface(), want.Interface()) {
					t.Fatalf("%v of %d members:\n got %v\nwant %v", typ, n, got.Elem(), want.Elem())
				}
				if n%2 == 1 { // a new one for the next
					got.Elem().SetZero()
					want.Elem().SetZero()
				}
			}
		}
	}
	// Native statements read what was stored.
	var m map[storeShort]storeFour
	if err := json.Unmarshal([]byte(`{"-5":[1,2],"6":[3,4]}`), &m); err != nil || !maps.Equal(m, map[storeShort]storeFour{-5: {1, 2}, 6: {3, 4}}) {
		t.Error(m, err)
	}
}

// TestStoreOfOdd decodes names that are no plain keys, and elements that do not fit, into maps that hold members.
func TestStoreOfOdd(t *testing.T) {
	docs := []string{
		`{"1":1,"007":2,"-1":3}`, `{"1":1,"x":2,"3":3}`, `{"1":1,"300":2,"3":3}`, `{"1":"x","2":{},"3":3}`, `{"1":1,"1":2}`, `{"\u0031":5}`,
		`{"1":1,"":2}`, `{"1":1e400}`, `{"null":1}`, `{"1":null}`, `{"1":[1],"2":[{}]}`, `null`, `[]`,
	}
	for _, doc := range docs {
		same(t, doc, func() any { return &map[int8]int{1: 7, 9: 9} })
		same(t, doc, func() any { return &map[uint16]string{1: "x"} })
		same(t, doc, func() any { return &map[string]float64{"1": 7} })
		same(t, doc, func() any { return &map[string][]int{"1": {7}} })
		same(t, doc, func() any { return &map[string]map[string]int{"1": {"x": 7}} })
		same(t, doc, func() any { return &[]map[int64]any{{1: 7}} })
		same(t, `[`+doc+`,{"1":2}]`, func() any { return &[]map[int64]any{{1: 7}, {2: 8}} })
	}
}

// TestStoreShortKeys decodes every integer of one byte, and many of two, as keys of maps: new ones, and some that hold
// members, whose keys are gathered first.
func TestStoreShortKeys(t *testing.T) {
	storeRange[int8](t, -1<<7, 1<<7-1, 1)
	storeRange[uint8](t, 0, 1<<8-1, 1)
	storeRange[storeShort](t, -1<<7, 1<<7-1, 3)
	storeRange[int16](t, -1<<15, 1<<15-1, 57)
	storeRange[uint16](t, 0, 1<<16-1, 51)
	storeRange[int32](t, -1<<31, 1<<31-1, 1<<23-1)
}

// storeRange decodes the integers from one to another, so many apart, as keys of a map.
func storeRange[K int8 | uint8 | storeShort | int16 | uint16 | int32](t *testing.T, from, to, step int) {
	text, want := []byte{'{'}, map[K]int16{}
	for i := int64(from); i <= int64(to); i += int64(step) {
		text = fmt.Appendf(text, `"%d":%d,`, i, int16(i))
		want[K(i)] = int16(i)
	}
	text[len(text)-1] = '}'
	var got map[K]int16
	var nested map[K]map[K]int16
	for _, held := range []string{"", `{"1":7}`, `{"0":7,"1":8,"100":9}`} {
		if held != "" {
			if err := json.Unmarshal([]byte(held), &got); err != nil {
				t.Fatal(err)
			}
		}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if _, ok := want[i]; !ok && held == "" {
				t.Fatalf("%T: key %d is not in the text", got, i)
			}
		}
		for i, v := range want {
			if got[i] != v {
				t.Fatalf("%T over %q: %d instead of %d at %d", got, held, got[i], v, i)
			}
		}
	}
	if err := json.Unmarshal(fmt.Appendf(nil, `{"5":%s,"6":{"7":8}}`, text), &nested); err != nil || len(nested) != 2 ||
		!maps.Equal(nested[5], want) || !maps.Equal(nested[6], map[K]int16{7: 8}) {
		t.Errorf("%T: %v, %d maps", nested, err, len(nested))
	}
	var std map[K]int16
	if err := stdjson.Unmarshal(text, &std); err != nil || !maps.Equal(std, want) {
		t.Errorf("%T: encoding/json: %v", std, err)
	}
}
