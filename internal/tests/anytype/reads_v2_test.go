//go:build goexperiment.jsonv2 && go1.27

package anytype

import (
	"bytes"
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json/v2"
)

// Types with methods that read, which note what they got. Values that begin with "fail" make them fail.

func read(of string, b []byte, into *string) error {
	log = append(log, of+" "+string(b))
	if *into += string(b) + "."; strings.Contains(string(b), "fail") {
		return failure(len(b))
	}
	return nil
}

type (
	readsJSON   struct{ S string }
	readsSlice  []string
	readsText   struct{ S string }
	readsString string
	readsBoth   struct{ S string }
	readsFrom   struct{ S string }
	readsInside struct{ N []int }
	readsLength int8
	writesOnly  struct{ N int }
)

func (v *readsJSON) UnmarshalJSON(b []byte) error { return read("json", b, &v.S) }
func (v *readsSlice) UnmarshalJSON(b []byte) error {
	var s string
	err := read("slice", b, &s)
	*v = append(*v, s)
	return err
}
func (v *readsText) UnmarshalText(b []byte) error   { return read("text", b, &v.S) }
func (v *readsString) UnmarshalText(b []byte) error { return read("string", b, (*string)(v)) }
func (v *readsBoth) UnmarshalJSON(b []byte) error   { return read("both", b, &v.S) }
func (v *readsBoth) UnmarshalText(b []byte) error   { return read("both by text", b, &v.S) }
func (v *readsFrom) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	b, err := d.ReadValue()
	if err != nil {
		return err
	}
	return read("from", b, &v.S)
}

// A readsInside decodes values itself.
func (v *readsInside) UnmarshalJSON(b []byte) error {
	log = append(log, "inside "+string(b))
	return json.Unmarshal(b, &v.N)
}

// A readsLength is the same for all texts of one length.
func (v *readsLength) UnmarshalText(b []byte) error {
	var s string
	err := read("length", b, &s)
	*v = readsLength(len(s))
	return err
}
func (writesOnly) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

var reading = []reflect.Type{
	reflect.TypeFor[readsJSON](), reflect.TypeFor[readsSlice](), reflect.TypeFor[readsText](), reflect.TypeFor[readsString](), reflect.TypeFor[readsBoth](), reflect.TypeFor[readsInside](), reflect.TypeFor[writesOnly](),
	reflect.TypeFor[netip.Addr](), reflect.TypeFor[*big.Int](), reflect.TypeFor[big.Int](), reflect.TypeFor[net.IP](), reflect.TypeFor[jsontext.Value](), reflect.TypeFor[v1.Number](), reflect.TypeFor[time.Time](),
	reflect.TypeFor[any](), reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[*readsJSON](), reflect.TypeFor[*readsText](), reflect.TypeFor[*readsString](),
}

// readingKeys are the keys of maps.
var readingKeys = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[readsText](), reflect.TypeFor[readsString](), reflect.TypeFor[readsLength](),
	reflect.TypeFor[readsBoth](), reflect.TypeFor[netip.Addr](), reflect.TypeFor[time.Time](), reflect.TypeFor[[2]int8](),
}

// readingType returns a type made of reading ones.
func readingType(rnd *rand.Rand, depth int) reflect.Type {
	if depth == 0 {
		if rnd.IntN(60) == 0 {
			return reflect.TypeFor[readsFrom]()
		}
		return reading[rnd.IntN(len(reading))]
	}
	if t := holding(rnd, readingType(rnd, depth-1), readingKeys...); t != nil {
		return t
	}
	var fields []reflect.StructField
	for i := range 1 + rnd.IntN(5) {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: readingType(rnd, rnd.IntN(depth)), Tag: reflect.StructTag(fmt.Sprintf(`json:"f%d"`, i))})
	}
	return reflect.StructOf(fields)
}

var anyDocs = []string{`1`, `"a"`, `null`, `{"a":[1,{"b":null}]}`, `[1,"x"]`, `"\u0041\n"`, `-1.5e3`, `true`, ` [ 1 , 2 ] `, `"é"`, `{}`, `[]`, `"fail"`, `["fail"]`, `{"a":1,"a":2}`, `"\ud800"`, "\"\xff\"", `[1,]`}

// document returns a document for t: one of bad values is not meant for its place.
func document(t reflect.Type, rnd *rand.Rand, bad int) string {
	if rnd.IntN(bad) == 0 {
		return anyDocs[rnd.IntN(len(anyDocs))]
	}
	one := func(list ...string) string { return list[rnd.IntN(len(list))] }
	if rnd.IntN(20) == 0 {
		return "null"
	}
	switch t {
	case reflect.TypeFor[netip.Addr](), reflect.TypeFor[net.IP]():
		return one(`"1.2.3.4"`, `"::1"`, `""`)
	case reflect.TypeFor[time.Time]():
		return `"2024-01-02T03:04:05Z"`
	case reflect.TypeFor[big.Int](), reflect.TypeFor[v1.Number](), reflect.TypeFor[int](), reflect.TypeFor[float64]():
		return one("1", "-2", "123456789")
	case reflect.TypeFor[string](), reflect.TypeFor[readsText](), reflect.TypeFor[readsString]():
		return one(`"a"`, `""`, `"\u0041\""`, `"é"`)
	case reflect.TypeFor[jsontext.Value](), reflect.TypeFor[any](), reflect.TypeFor[readsJSON](), reflect.TypeFor[readsSlice](), reflect.TypeFor[readsBoth]():
		return anyDocs[rnd.IntN(len(anyDocs)-6)]
	case reflect.TypeFor[readsInside]():
		return one(`[]`, `[1,2]`, `null`)
	}
	var b strings.Builder
	switch t.Kind() {
	case reflect.Pointer:
		return document(t.Elem(), rnd, bad)
	case reflect.Slice, reflect.Array:
		n := rnd.IntN(5)
		if t.Kind() == reflect.Array && rnd.IntN(bad) > 0 {
			n = t.Len()
		}
		for range n {
			fmt.Fprintf(&b, ", %s", document(t.Elem(), rnd, bad))
		}
		return "[" + strings.TrimPrefix(b.String(), ", ") + "]"
	case reflect.Map:
		for i := range rnd.IntN(4) {
			name := fmt.Sprint(i - rnd.IntN(bad)/(bad-1))
			switch t.Key() {
			case reflect.TypeFor[netip.Addr]():
				name = "1.2.3." + name
			case reflect.TypeFor[readsText](), reflect.TypeFor[readsString](), reflect.TypeFor[readsLength](), reflect.TypeFor[readsBoth]():
				name = one("", "a", "bc", `\u0061`, "fail", "é", "def", "-0")
			case reflect.TypeFor[int]():
				name = one(name, name, name, "-0")
			}
			fmt.Fprintf(&b, `,"%s":%s`, name, document(t.Elem(), rnd, bad))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			name, in := t.Field(i).Tag.Get("json"), t.Field(i).Type
			if rnd.IntN(bad) == 0 {
				name = one("other", "f0", "f1", "F0")
			}
			if rnd.IntN(4) > 0 {
				fmt.Fprintf(&b, `,"%s" :%s`, name, document(in, rnd, bad))
			}
		}
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

// TestReadsV2 decodes into values with methods, alone and under random options: target, error, the calls of methods
// and their order are those of the standard library.
func TestReadsV2(t *testing.T) {
	count := 6000
	if long.On() {
		count = 200_000
	}
	failed, bad := 0, 0
	for n := range count {
		rnd := rand.New(rand.NewPCG(21, uint64(n)))
		typ := readingType(rnd, 1+rnd.IntN(3))
		doc := document(typ, rnd, []int{1 << 30, 40, 8}[n%3])
		if at := rnd.IntN(len(doc)); n%10 == 0 {
			doc = doc[:at] + []string{"", "x", `"`, "}", ",", "\xff"}[rnd.IntN(6)] + doc[at+rnd.IntN(2):]
		}
		var set json.Options
		if n%4 == 3 {
			set = randomSet(rnd)
		}
		want, got := reflect.New(typ), reflect.New(typ)
		if n%2 == 1 { // over values that the targets hold
			first := []byte(document(typ, rnd, 1000))
			_, _ = stdjson.Unmarshal(first, want.Interface()), stdjson.Unmarshal(first, got.Interface())
		}
		log = nil
		wantErr := stdjson.Unmarshal([]byte(doc), want.Interface(), set)
		wantLog := log
		log = nil
		var err error
		if n%5 == 0 { // from a Buffer, which the standard library takes as it is: other readers make errors unsteady
			err = json.UnmarshalRead(bytes.NewBufferString(doc), got.Interface(), set)
		} else {
			err = json.Unmarshal([]byte(doc), got.Interface(), set)
		}
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(withoutOrder(err), withoutOrder(wantErr)) || !reflect.DeepEqual(got.Interface(), want.Interface()) || !reflect.DeepEqual(log, wantLog) {
			if failed++; failed < 10 {
				t.Errorf("document %d: %q into %v under %s\n got %+v, %v, %q\nwant %+v, %v, %q", n, doc, typ, describe(set), got.Elem(), err, log, want.Elem(), wantErr, wantLog)
			}
		}
		if wantErr != nil {
			bad++
		}
	}
	t.Logf("%d of %d documents are errors", bad, count)
	if bad*10 < count || bad*10 > count*9 {
		t.Errorf("%d of %d documents are errors", bad, count)
	}
}
