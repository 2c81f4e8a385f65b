//go:build goexperiment.jsonv2 && go1.27

package anytype

import (
	"bytes"
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json/v2"
)

// Types whose methods note that they were called, and return all that a method may return: the value says what.

var log []string

// results are what methods that write JSON return.
var results = []string{
	`1`, `"a"`, `null`, `""`, `{}`, `[]`, ` [ 1 , "x" ] `, `"\u0041\/\u2028"`, "\"\u2028<&>\"", `{"a":1,"b":{"c":[]}}`, `-0.10e+5`, `"é"`, `true`,
	`"0123456789012345678901234567890123456789012345678901234567890123456789"`, `1`, `"a"`, `2`, `"c"`, `"\""`, `{"":""}`,
	`{"a":1,"a":2}`, `{`, ``, "\"\xff\"", `"\ud800"`, `1 2`, `[1,]`, "nul",
}

// texts are what methods that write text return.
var texts = []string{"", "a", "1", "<&>", "\u2028", "é", "\"\\\n", "a\x00b", "x", "y", "z", "null", "\xff"}

var failures = []error{
	errors.New("failed"), errors.ErrUnsupported, fmt.Errorf("x: %w", errors.ErrUnsupported), &json.SemanticError{Err: errors.New("semantic")},
	&json.SemanticError{ByteOffset: 3, JSONPointer: "/a", GoType: reflect.TypeFor[int](), Err: errors.New("placed")}, &jsontext.SyntacticError{ByteOffset: 2, Err: errors.New("syntax")},
	fmt.Errorf("y: %w", &json.SemanticError{Err: errors.New("semantic")}),
}

func failure(n int) error {
	if s, ok := failures[n%len(failures)].(*json.SemanticError); ok {
		c := *s // the standard library writes to it
		return &c
	}
	return failures[n%len(failures)]
}

func result(of string, n int) ([]byte, error) {
	log = append(log, fmt.Sprint(of, n))
	if n = max(n, -n); n >= 120 {
		return nil, failure(n)
	}
	return []byte(results[n*len(results)/120]), nil
}

func text(of string, n int) ([]byte, error) {
	log = append(log, fmt.Sprint(of, n))
	if n = max(n, -n); n >= 120 {
		return nil, failure(n)
	}
	return []byte(texts[n%len(texts)]), nil
}

type (
	jsonInt    int8
	jsonString string
	jsonStruct struct {
		A int8
		P *int
	}
	jsonPointer struct{ A int8 }
	jsonMap     map[string]int
	jsonTo      int8
	jsonMore    struct{ N int8 }
	textInt     int8
	textPointer struct{ A int8 }
	appendInt   int8
	appendSlice []int8
	readInt     int8
	inside      struct {
		jsonInt
		B int `json:"b"`
	}
	changes struct{ A, B int8 }
)

func (v jsonInt) MarshalJSON() ([]byte, error)      { return result("jsonInt", int(v)) }
func (v jsonString) MarshalJSON() ([]byte, error)   { return result("jsonString", len(v)) }
func (v jsonStruct) MarshalJSON() ([]byte, error)   { return result("jsonStruct", int(v.A)) }
func (v *jsonPointer) MarshalJSON() ([]byte, error) { return result("jsonPointer", int(v.A)) }
func (v jsonMap) MarshalJSON() ([]byte, error)      { return result("jsonMap", len(v)) }
func (v jsonTo) MarshalJSONTo(e *jsontext.Encoder) error {
	log = append(log, "jsonTo")
	return e.WriteToken(jsontext.Int(int64(v)))
}

// A jsonMore encodes values itself.
func (v jsonMore) MarshalJSON() ([]byte, error) {
	log = append(log, "jsonMore")
	return json.Marshal([]any{v.N, textInt(v.N), map[string]int8{"a": v.N}})
}

func (v textInt) MarshalText() ([]byte, error)      { return text("textInt", int(v)) }
func (v *textPointer) MarshalText() ([]byte, error) { return text("textPointer", int(v.A)) }
func (v appendInt) MarshalText() ([]byte, error)    { return text("appendInt by text", int(v)) }
func (v appendInt) AppendText(b []byte) ([]byte, error) {
	t, err := text("appendInt", int(v))
	return append(b, t...), err
}
func (v appendSlice) AppendText(b []byte) ([]byte, error) {
	t, err := text("appendSlice", len(v))
	return append(b, t...), err
}
func (v *readInt) UnmarshalText([]byte) error { return nil }

// A changes writes to itself and to what follows it.
func (v *changes) MarshalJSON() ([]byte, error) {
	b, err := result("changes", int(v.A))
	v.A++
	return b, err
}

var calling = []reflect.Type{
	reflect.TypeFor[jsonInt](), reflect.TypeFor[jsonString](), reflect.TypeFor[jsonStruct](), reflect.TypeFor[jsonPointer](), reflect.TypeFor[jsonMap](), reflect.TypeFor[textInt](),
	reflect.TypeFor[textPointer](), reflect.TypeFor[appendInt](), reflect.TypeFor[appendSlice](), reflect.TypeFor[changes](), reflect.TypeFor[jsonMore](),
	reflect.TypeFor[netip.Addr](), reflect.TypeFor[netip.Prefix](), reflect.TypeFor[*big.Int](), reflect.TypeFor[big.Int](), reflect.TypeFor[net.IP](), reflect.TypeFor[jsontext.Value](), reflect.TypeFor[v1.Number](), reflect.TypeFor[time.Time](),
	reflect.TypeFor[any](), reflect.TypeFor[any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[*jsonInt](), reflect.TypeFor[*textPointer](),
}

var rarely = []reflect.Type{reflect.TypeFor[jsonTo](), reflect.TypeFor[readInt](), reflect.TypeFor[inside](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[v1.Marshaler]()}

// callingType returns a type made of calling ones.
func callingType(rnd *rand.Rand, depth int) reflect.Type {
	if depth == 0 {
		if rnd.IntN(60) == 0 {
			return rarely[rnd.IntN(len(rarely))]
		}
		return calling[rnd.IntN(len(calling))]
	}
	if t := holding(rnd, callingType(rnd, depth-1), reflect.TypeFor[string]()); t != nil {
		return t
	}
	var fields []reflect.StructField
	for i := range 1 + rnd.IntN(5) {
		tag := fmt.Sprintf(`json:"f%d%s"`, i, []string{"", "", "", ",omitzero", ",omitempty", ",omitempty", ",omitempty,omitzero"}[rnd.IntN(7)])
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: callingType(rnd, rnd.IntN(depth)), Tag: reflect.StructTag(tag)})
	}
	return reflect.StructOf(fields)
}

// fill sets v to a value by rnd, whose methods fail in one of bad cases.
func fill(v reflect.Value, rnd *rand.Rand, bad, depth int) {
	number := func() int64 {
		if rnd.IntN(bad) == 0 {
			return int64(rnd.IntN(128))
		}
		return int64(rnd.IntN(85))
	}
	switch v.Interface().(type) {
	case netip.Addr:
		v.Set(reflect.ValueOf([]netip.Addr{{}, netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr("fe80::1%<é"), netip.MustParseAddr("::1")}[rnd.IntN(4)]))
		return
	case netip.Prefix:
		v.Set(reflect.ValueOf([]netip.Prefix{{}, netip.MustParsePrefix("1.2.3.4/8")}[rnd.IntN(2)]))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(rnd.Int64N(1e9), 0).UTC()))
		return
	case big.Int:
		v.Set(reflect.ValueOf(new(big.Int).Lsh(big.NewInt(rnd.Int64()), uint(rnd.IntN(100)))).Elem())
		return
	case *big.Int:
		if rnd.IntN(3) > 0 {
			v.Set(reflect.ValueOf(new(big.Int).Lsh(big.NewInt(rnd.Int64()), uint(rnd.IntN(100)))))
		}
		return
	case jsontext.Value:
		if rnd.IntN(4) > 0 {
			v.SetBytes([]byte(results[int(number())*len(results)/128%(len(results)-rnd.IntN(2)*8)]))
		}
		return
	case v1.Number:
		v.SetString([]string{"", "1", "-1.5e10", "123456789012345678901234567890", "01"}[int(number())*5/120%5])
		return
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int8:
		v.SetInt(number())
	case reflect.Float64:
		v.SetFloat(float64(number()) / 8)
	case reflect.String:
		v.SetString(string(bytes.Repeat([]byte("x"), int(number())/4)))
	case reflect.Pointer:
		if rnd.IntN(4) > 0 && depth < 6 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), rnd, bad, depth+1)
		}
	case reflect.Slice:
		if n := rnd.IntN(4); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
			for i := range n - 1 {
				fill(v.Index(i), rnd, bad, depth+1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), rnd, bad, depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range rnd.IntN(4) {
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			if fill(e, rnd, bad, depth+1); k.Kind() == reflect.String {
				k.SetString(fmt.Sprint(rnd.IntN(100)))
			} else {
				fill(k, rnd, bad, depth+1)
			}
			v.SetMapIndex(k, e)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), rnd, bad, depth+1)
			}
		}
	case reflect.Interface:
		if v.NumMethod() > 0 || rnd.IntN(4) == 0 || depth > 6 {
			return
		}
		in := reflect.New(callingType(rnd, rnd.IntN(2))).Elem()
		fill(in, rnd, bad, depth+1)
		v.Set(in)
	}
}

// TestMethodsV2 encodes values with methods, alone and under random options: output, error, the calls of methods and
// their order are those of the standard library. Where maps have no order, methods are called as often.
func TestMethodsV2(t *testing.T) {
	count := 6000
	if long.On() {
		count = 200_000
	}
	failed, bad := 0, 0
	for n := range count {
		value := func() any {
			rnd := rand.New(rand.NewPCG(11, uint64(n)))
			v := reflect.New(callingType(rnd, 1+rnd.IntN(3)))
			if fill(v.Elem(), rnd, []int{1 << 30, 30, 4}[n%3], 0); n%4 == 0 {
				return v.Elem().Interface()
			}
			return v.Interface()
		}
		rnd := rand.New(rand.NewPCG(12, uint64(n)))
		var set json.Options = json.Deterministic(true)
		if n%2 > 0 {
			set = json.JoinOptions(randomSet(rnd), set)
		}
		v := value()
		log = nil
		want, wantErr := stdjson.Marshal(v, set)
		wantLog := log
		vOurs := value()
		log = nil
		got, err := json.Marshal(vOurs, set)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(withoutOrder(err), withoutOrder(wantErr)) || string(got) != string(want) || !reflect.DeepEqual(log, wantLog) || !reflect.DeepEqual(v, vOurs) {
			if failed++; failed < 10 {
				t.Errorf("value %d: %T under %s\n got %q, %v, %v\nwant %q, %v, %v", n, v, describe(set), got, err, log, want, wantErr, wantLog)
			}
		}
		if wantErr != nil {
			bad++
			continue
		}
		var b bytes.Buffer
		v, log = value(), nil
		if err := json.MarshalWrite(&b, v, set, json.Deterministic(false)); err != nil || b.Len() != len(want) || len(log) != len(wantLog) {
			t.Errorf("value %d: %T under %s: %q, %v, %d calls, want %q, %d", n, v, describe(set), b.Bytes(), err, len(log), want, len(wantLog))
		}
	}
	t.Logf("%d of %d values are errors", bad, count)
	if bad*10 < count || bad*10 > count*9 {
		t.Errorf("%d of %d values are errors", bad, count)
	}
}

// withoutOrder returns what is to be the same of an error.
func withoutOrder(err error) any {
	if s, ok := err.(*json.SemanticError); ok {
		return []any{s.ByteOffset, s.JSONPointer, s.JSONKind, string(s.JSONValue), s.GoType, fmt.Sprintf("%T %v", s.Err, s.Err)}
	}
	return fmt.Sprintf("%T %v", err, err)
}
