package cases

import (
	"encoding"
	"fmt"
	"strings"
	"time"
)

type (
	structKey  struct{ A, B int }
	ptrTextKey struct{ S string }
	mapKeyStr  string
	mapKeyInt  int16
	bigMap     map[string][40]int
)

func (k structKey) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d/%d", k.A, k.B), nil }
func (k *structKey) UnmarshalText(b []byte) error {
	Note("structKey %s", b)
	_, err := fmt.Sscanf(string(b), "%d/%d", &k.A, &k.B)
	return err
}

func (k *ptrTextKey) MarshalText() ([]byte, error) { return []byte("p" + k.S), nil }
func (k *ptrTextKey) UnmarshalText(b []byte) error { k.S = string(b); return nil }

func init() {
	val("nil", map[string]int(nil))
	val("empty", map[string]int{})
	val("strings", map[string]string{"b": "2", "a": "1", "": "0", "é": "x", "<": "&", "a\x00": "nul", "aa": "", "\xff": "invalid", "\u2028": ""})
	val("named-string", map[mapKeyStr]any{"b": 1, "a": nil})
	val("int", map[int]string{10: "a", 9: "b", -1: "c", 0: "d", 100: "e"})
	val("int8", map[int8]int{-128: 1, 127: 2})
	val("int16-named", map[mapKeyInt]int{-3: 1, 12: 2})
	val("int32", map[int32]bool{5: true, 40: false})
	val("int64", map[int64]int{-1 << 63: 1, 1<<63 - 1: 2})
	val("uint", map[uint]int{1: 1, 10: 2, 2: 3})
	val("uint8", map[uint8][]byte{1: {1}, 200: nil})
	val("uint16", map[uint16]any{1: 1})
	val("uint32", map[uint32]any{1: 1})
	val("uint64", map[uint64]int{1<<64 - 1: 1, 0: 2})
	val("uintptr", map[uintptr]int{7: 1})
	val("text", map[structKey]int{{2, 1}: 1, {1, 2}: 2, {10, 1}: 3})
	val("text/pointer", map[*structKey]int{{1, 2}: 1, {3, 4}: 2})
	val("text/pointer-nil", map[*structKey]int{nil: 1})
	val("text/value-with-pointer-method", map[ptrTextKey]int{{"a"}: 1})
	val("text/pointer-method", map[*ptrTextKey]int{{"a"}: 1})
	val("text/pointer-method-nil", map[*ptrTextKey]int{nil: 1})
	val("text/string-kind", map[textString]int{"b": 1, "a": 2})
	val("text/int-kind", map[textInt]int{2: 1, 10: 2})
	val("text/both", map[bothMarshaler]int{{"x"}: 1})
	val("text/json-only", map[valueMarshaler]int{{"x"}: 1})
	val("text/interface", map[encoding.TextMarshaler]int{textValue{"b"}: 1, structKey{1, 2}: 2})
	val("text/interface-nil", map[encoding.TextMarshaler]int{nil: 1})
	val("text/fails", map[textValue]int{{"fail"}: 2})
	val("text/same-text", map[encoding.TextMarshaler]int{textValue{"x"}: 1, &textValue{"x"}: 1})
	val("unsupported/bool", map[bool]int{true: 1})
	val("unsupported/bool-empty", map[bool]int{})
	val("unsupported/bool-nil", map[bool]int(nil))
	val("unsupported/float", map[float64]int{1: 1})
	val("unsupported/array", map[[2]int]int{{1, 2}: 1})
	val("unsupported/struct", map[Point]int{{1, 2}: 1})
	val("unsupported/any", map[any]int{"a": 1})
	val("unsupported/pointer", map[*int]int{nil: 1})
	val("unsupported/chan", map[chan int]int{nil: 1})
	val("unsupported/value", map[string]func(){"a": nil})
	val("unsupported/value-empty", map[string]func(){})
	val("unsupported/value-complex", map[int]complex128{1: 1})
	val("nested", map[string]map[string]map[int]any{"a": {"b": {1: []any{nil}}, "a": nil}, "": {}})
	val("struct-value", map[string]mixed{"a": {}, "b": {ID: 1}})
	val("pointer-value", map[string]*mixed{"a": nil, "b": {ID: 1}})
	val("big-value", bigMap{"a": {1, 2}, "b": {3}})
	val("zero-size-value", map[string]struct{}{"a": {}, "b": {}})
	val("marshaler-value", map[string]pointerMarshaler{"a": {S: "x"}})
	val("marshaler-pointer-value", map[string]*pointerMarshaler{"a": {S: "x"}, "b": nil})
	val("bool-value", map[string]bool{"a": true, "b": false})
	val("float-value", map[string]float64{"a": 1.5, "b": 1e21})
	val("int-value", map[string]int64{"a": 1, "b": -1})
	val("slice-value", map[string][]string{"a": {"x"}, "b": nil, "c": {}})
	val("named-map", textMap{"a": 1})
	for _, n := range []int{1, 7, 8, 9, 16, 17, 100, 1000} {
		m, s, d, prefix := map[string]any{}, map[string]string{}, map[int]int{}, map[string]int{}
		for i := range n {
			m[fmt.Sprintf("key%d", i*7919%1009)] = i
			s[fmt.Sprintf("%x", i*7919%1009)] = "v"
			d[i*7919%1009-500] = i
			prefix[strings.Repeat("p", i%40)+fmt.Sprint(i%13)+"\x00"[:i%2]] = i
		}
		val("many/any", m)
		val("many/string", s)
		val("many/int", d)
		val("many/prefix", prefix)
	}
	invalidKeys[string]("plain")
	invalidKeys[mapKeyStr]("named")
	invalidKeys[readableKey]("readable")
	invalidKeys[jsonReadableKey]("readable-json")
	invalidKeys[textString]("text")
	invalidKeys[jsonKey]("json")
	one("invalid-keys/struct", func() map[bytesKey]int32 {
		return map[bytesKey]int32{{"\xed\xa0\x80"}: 1, {"\ufffd"}: 2, {"\xff\xfe"}: 3, {"😀"}: 4, {"a"}: 5}
	})

	texts := []string{`{}`, `null`, `{"a":1}`, `{"1":1,"2":"x","3":3}`, `{"-1":1,"-0":2,"+1":3,"01":4,"1.0":5,"":6," 1":7,"1e2":8}`, `{"300":1,"40000":2,"3000000000":3,"10000000000000000000":4,"99999999999999999999":5}`, `{"1/2":1,"3/4":2,"bad":3,"5/6":4}`, `{"a":null,"b":1}`, `[]`, `"x"`, `1`, `{"a":{"b":1}}`, `{"\u0061":1,"a\u0000":2,"\ud800":3}`, "{\"\xff\":1,\"\xfe\":2}", `{"true":1,"null":2}`, `{"a":1,"b":[1,2],"c":3}`, `{"1":1,"1":2}`, `{"-128":1,"-129":2,"255":3,"256":4}`, `{"x":}`, `{"1":tru`, `{"1":1,"x":2,`, `{"1_0":1,"0x1":2,"١":3}`}
	dec[map[string]int]("string-int", texts...)
	dec[map[mapKeyStr]any]("named", texts...)
	dec[map[string]any]("string-any", texts...)
	generics[map[string]any]("string-any", texts...)
	dec[map[string]string]("string-string", texts...)
	dec[map[int]any]("int", texts...)
	dec[map[int8]int]("int8", texts...)
	dec[map[mapKeyInt]*int]("int16", texts...)
	dec[map[int32]any]("int32", texts...)
	dec[map[int64]any]("int64", texts...)
	dec[map[uint]any]("uint", texts...)
	dec[map[uint8]any]("uint8", texts...)
	dec[map[uint16]any]("uint16", texts...)
	dec[map[uint32]any]("uint32", texts...)
	dec[map[uint64]any]("uint64", texts...)
	dec[map[uintptr]any]("uintptr", texts...)
	dec[map[structKey]any]("text", texts...)
	dec[map[*structKey]any]("text-pointer", texts[:3]...)
	dec[map[ptrTextKey]any]("text-pointer-method", texts...)
	dec[map[textString]any]("text-string", texts...)
	dec[map[textInt]any]("text-int", texts...)
	dec[map[bothMarshaler]any]("both", texts...)
	dec[map[valueMarshaler]any]("json-only", texts...)
	dec[map[encoding.TextUnmarshaler]any]("interface", texts...)
	dec[map[bool]int]("bool", texts...)
	dec[map[float64]int]("float", texts...)
	dec[map[any]int]("any", texts...)
	dec[map[Point]int]("struct", texts...)
	dec[map[[1]int]int]("array", texts...)
	dec[map[string]map[string]int]("nested", texts...)
	dec[map[string]struct{}]("empty-struct", texts...)
	dec[map[string]*int]("pointer", texts...)
	dec[map[string][]int]("slice", texts...)
	dec[map[string][3]int]("array-value", texts...)
	dec[map[string]mixed]("struct-value", texts...)
	dec[bigMap]("big", texts...)
	dec[map[string]func()]("func", texts...)
	dec[map[string]chan int]("chan", texts...)
	dec[map[string]pointerMarshaler]("marshaler", texts...)
	into("string-int", func() map[string]int { return map[string]int{"a": 7, "kept": 8} }, texts...)
	into("string-any", func() map[string]any {
		return map[string]any{"a": &Point{5, 6}, "b": map[string]any{"kept": 1}, "kept": 8}
	}, texts...)
	into("int", func() map[int]any { return map[int]any{1: "old", 5: "kept"} }, texts...)
	into("struct-value", func() map[string]Point { return map[string]Point{"a": {5, 6}} }, `{"a":{"X":1}}`, `{"a":null}`, `{"a":1,"b":{"Y":2}}`, `{"a":{"X":"s","Y":9}}`)
	into("pointer-value", func() map[string]*Point { return map[string]*Point{"a": {5, 6}} }, `{"a":{"X":1}}`, `{"a":null}`, `{"a":1,"b":{"Y":2}}`)
	into("slice-value", func() map[string][]int { return map[string][]int{"a": {5, 6, 7}} }, `{"a":[1]}`, `{"a":[]}`, `{"a":null}`, `{"a":"x"}`)
	into("array-value", func() map[string][3]int { return map[string][3]int{"a": {5, 6, 7}} }, `{"a":[1]}`, `{"a":[]}`, `{"a":null}`)
	into("map-value", func() map[string]map[string]int { return map[string]map[string]int{"a": {"old": 1}} }, `{"a":{"new":2}}`, `{"a":null}`, `{"a":1}`)
	into("any-pointer-value", func() map[string]any { n := 5; return map[string]any{"a": &n} }, `{"a":7}`, `{"a":null}`, `{"a":"x"}`)
	into("text", func() map[structKey]int { return map[structKey]int{{1, 2}: 5} }, texts[6], `{"1/2":null}`, `{"1/2":"x"}`)
	// The same map seen twice.
	target("shared", func() any {
		m := map[string]int{"a": 1}
		return &struct{ X, Y map[string]int }{m, m}
	}, `{"X":{"b":2},"Y":{"c":3}}`)
	target("not-a-pointer", func() any { return map[string]int{"a": 1} }, `{"b":2}`)
}

// Strings with methods, of which some concern keys.
type (
	readableKey     string
	jsonReadableKey string
	jsonKey         string
	bytesKey        struct{ S string }
)

func (k *readableKey) UnmarshalText(b []byte) error     { *k = readableKey(b); return nil }
func (k *jsonReadableKey) UnmarshalJSON(b []byte) error { *k = jsonReadableKey(b); return nil }
func (k jsonKey) MarshalJSON() ([]byte, error)          { return []byte(`"json"`), nil }
func (k bytesKey) MarshalText() ([]byte, error)         { return []byte(k.S), nil }

// invalidKeys adds maps of many types whose keys have another order when their invalid UTF-8 is replaced.
func invalidKeys[K ~string](name string) {
	invalidKey[K](name, "any", any(1), any("x"))
	invalidKey[K](name, "string", "x", "y")
	invalidKey[K](name, "named-string", namedKey("x"), namedKey("y"))
	invalidKey[K](name, "pointer", new(int), nil)
	invalidKey[K](name, "interface", fmt.Stringer(time.Second), nil)
	invalidKey[K](name, "slice", []int{1}, nil)
	invalidKey[K](name, "bool", true, false)
	invalidKey[K](name, "int", 1, 2)
	invalidKey[K](name, "int8", int8(1), 2)
	invalidKey[K](name, "int16", int16(1), 2)
	invalidKey[K](name, "int32", int32(1), 2)
	invalidKey[K](name, "int64", int64(1), 2)
	invalidKey[K](name, "uint8", uint8(1), 2)
	invalidKey[K](name, "uint16", uint16(1), 2)
	invalidKey[K](name, "uint32", uint32(1), 2)
	invalidKey[K](name, "uint64", uint64(1), 2)
	invalidKey[K](name, "float32", float32(1), 2)
	invalidKey[K](name, "float64", 1.5, 2)
	invalidKey[K](name, "struct", Point{1, 2}, Point{3, 4})
	invalidKey[K](name, "empty-struct", struct{}{}, struct{}{})
	invalidKey[K](name, "array", [1]int{1}, [1]int{2})
	invalidKey[K](name, "map", map[string]int{"\xff": 1, "\ufffd\ufffd": 2}, nil)
	invalidKey[K](name, "text", structKey{1, 2}, structKey{3, 4})
}

type namedKey string

func invalidKey[K ~string, V any](key, name string, a, b V) {
	one("invalid-keys/"+key+"/"+name, func() map[K]V {
		return map[K]V{"\xed\xa0\x80": a, "\ufffd": b, "\xff\xfe": a, "😀": b, "a": a}
	})
}
