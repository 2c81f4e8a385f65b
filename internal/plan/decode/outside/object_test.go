package outside

import (
	"bytes"
	stdjson "encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/json"
)

// TestBlanksBetweenTokens puts each byte that is a blank or less, alone and beside a blank, in each place of a
// document: four of these bytes are white space, and loops that ask for no more than "over a blank" take others for it.
func TestBlanksBetweenTokens(t *testing.T) {
	type inner struct {
		Yes bool
		No  *int
	}
	type outer struct {
		A             int
		B             string
		C             []int
		D             inner
		LongerThanAll float64
		E             map[string]string
		F             any
		G             []inner
		H             int
	}
	const doc = `{"A":1,"B":"x","C":[1,2],"D":{"Yes":true,"No":3},"LongerThanAll":1.5,"E":{"k":"v"},"?":0,"F":[{}],"G":[{"Yes":true}],"H":7}`
	for at := range len(doc) + 1 {
		for c := range byte(' ' + 1) {
			for _, in := range []string{string(c), string(c) + " ", " " + string(c)} {
				text := []byte(doc[:at] + in + doc[at:])
				var got, want outer
				err, wantErr := json.Unmarshal(text, &got), stdjson.Unmarshal(text, &want)
				if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
					t.Fatalf("%q: %v, %+v; encoding/json has %v, %+v", text, err, got, wantErr, want)
				}
			}
		}
	}
}

// spaced returns the compact document doc with random white space in every place where white space may be. Between two
// tokens there is none in one of eight cases, and a long run in another one.
func spaced(rnd *rand.Rand, doc string) []byte {
	var b []byte
	space := func() {
		n := rnd.IntN(8)
		if n == 7 {
			n = 20 + rnd.IntN(100)
		} else if n > 3 {
			n = 1
		}
		for range n {
			b = append(b, " \t\n\r"[rnd.IntN(4)])
		}
	}
	space()
	for i, quoted := 0, false; i < len(doc); i++ {
		c := doc[i]
		if quoted = quoted != (c == '"'); !quoted && strings.IndexByte("{}[],:", c) >= 0 {
			space()
			b = append(b, c)
			space()
			continue
		}
		b = append(b, c)
	}
	space()
	return b
}

// TestSpaceAnywhere decodes documents with white space around every token into each kind that has a loop of its own.
func TestSpaceAnywhere(t *testing.T) {
	type known struct {
		ID       int
		Name     string
		Share    float64
		On       bool
		LongName string `json:"a_name_of_more_than_sixteen_bytes"`
		List     []int
		Map      map[string]int
		In       *known
	}
	plain, rnd := decode.Call{Config: plan.V1}, rand.New(rand.NewPCG(2, 26))
	pick := func(list string) string { l := strings.Fields(list); return l[rnd.IntN(len(l))] }
	const (
		integers = "0 -1 7 42 127 -100 99 1 12"
		floats   = "0 -1 1.5 2e3 -0.25 1234567.125 1E-2 0.1"
		texts    = `"" "a" "two_words" "\u00e9" "é" "0123456789abcdef0123456789" "\n"`
		bools    = "true false"
		anything = integers + " " + floats + " " + texts + ` true false null [] {} [1,"x"] {"a":{"b":[2]}}`
		names    = `"a" "b" "cc" "name" "0123456789abcdef" "a_name_of_more_than_sixteen_bytes" "\u0061" ""`
	)
	list := func(values string) func() string {
		return func() string {
			var l []string
			for range rnd.IntN(7) {
				l = append(l, pick(values))
			}
			return "[" + strings.Join(l, ",") + "]"
		}
	}
	object := func(names, values string) func() string {
		return func() string {
			var l []string
			for range rnd.IntN(7) {
				l = append(l, pick(names)+":"+pick(values))
			}
			return "{" + strings.Join(l, ",") + "}"
		}
	}
	members := `"ID":1 "Name":"x" "Share":0.5 "On":true "a_name_of_more_than_sixteen_bytes":"y" "List":[1,2] "Map":{"a":1,"b":2} "In":{"ID":2,"Name":"in"} "unknown":[{}] "id":3 "In":null`
	for _, kind := range []struct {
		of   any
		text func() string
	}{
		{[]int(nil), list(integers)}, {[]int8(nil), list(integers)}, {[]uint16(nil), list("0 1 300 65535")}, {[]uint64(nil), list("0 1 300 18446744073709551615")},
		{[]float64(nil), list(floats)}, {[]float32(nil), list(floats)}, {[]string(nil), list(texts)}, {[]bool(nil), list(bools)}, {[]any(nil), list(anything)},
		{[3]int{}, list(integers)}, {[]*int(nil), list(integers + " null")}, {[][]int(nil), list("[] [1] [1,2,3] null")}, {[]stdjson.Number(nil), list(floats)},
		{map[string]int(nil), object(names, integers)}, {map[string]float64(nil), object(names, floats)}, {map[string]string(nil), object(names, texts)},
		{map[string]bool(nil), object(names, bools)}, {map[string]int8(nil), object(names, integers)}, {map[string]any(nil), object(names, anything)},
		{map[string][]int(nil), object(names, "[] [1] [1,2]")}, {map[string]known(nil), object(names, `{} {"ID":1} {"ID":1,"Name":"x"}`)},
		{map[int]int(nil), object(`"1" "-2" "33"`, integers)}, {map[string]stdjson.RawMessage(nil), object(names, integers)},
		{known{}, func() string {
			var l []string
			for _, m := range strings.Fields(members) { // in the order of the fields, which is the one that is expected
				if rnd.IntN(3) > 0 {
					l = append(l, m)
				}
			}
			return "{" + strings.Join(l, ",") + "}"
		}},
		{[]known(nil), list(`{} {"ID":1} {"ID":1,"Name":"x","Share":1.5} {"Map":{"a":1},"List":[]}`)},
		{new(any), list(anything)},
	} {
		typ := reflect.TypeOf(kind.of)
		t.Run(typ.String(), func(t *testing.T) {
			for range 300 {
				doc := spaced(rnd, kind.text())
				want, got := reflect.New(typ), reflect.New(typ)
				if err := stdjson.Unmarshal(doc, want.Interface()); err != nil {
					t.Fatalf("%q: %v", doc, err)
				}
				// Package json would hide a fault: encoding/json decodes a document about which it has no error.
				if f := plain.Unmarshal(doc, got.Interface()); f != nil || !reflect.DeepEqual(got.Interface(), want.Interface()) {
					t.Fatalf("%q: %v, %v, want %v", doc, errorOf(f), got.Elem(), want.Elem())
				}
				d := json.NewDecoder(bytes.NewReader(append(doc, doc...)))
				for range 2 {
					if got = reflect.New(typ); d.Decode(got.Interface()) != nil || !reflect.DeepEqual(got.Interface(), want.Interface()) {
						t.Fatalf("in a stream %q: %v, want %v", doc, got.Elem(), want.Elem())
					}
				}
			}
		})
	}
}
