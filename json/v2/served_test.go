//go:build goexperiment.jsonv2 && go1.27

package json

import (
	v1 "encoding/json"
	"encoding/json/jsontext"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
)

type (
	writer struct{ N int }
	reader struct{ N int }
)

func (*writer) MarshalJSON() ([]byte, error) { return []byte("1"), nil }
func (*reader) UnmarshalText([]byte) error   { return nil }

// TestPointersServed: plans serve pointers to what they serve, also to types with methods, and values without an
// address, such as entries of maps.
func TestPointersServed(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[*big.Int](), reflect.TypeFor[*writer](), reflect.TypeFor[*reader](), reflect.TypeFor[**reader](),
		reflect.TypeFor[struct{ A, B *reader }](), reflect.TypeFor[[]*writer](), reflect.TypeFor[map[string]*writer](), reflect.TypeFor[map[string]*reader](), reflect.TypeFor[[32]byte](),
	} {
		if plainMarshaling.refuses(typ) {
			t.Errorf("Marshal leaves %v to the standard library", typ)
		}
		if plainUnmarshaling.refuses(typ) {
			t.Errorf("Unmarshal leaves %v to the standard library", typ)
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[writer](), reflect.TypeFor[map[string]writer](), reflect.TypeFor[map[int]big.Int]()} {
		if plainMarshaling.refuses(typ) {
			t.Errorf("Marshal leaves %v to the standard library", typ)
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[map[string]reader](), reflect.TypeFor[map[reader]big.Int](), reflect.TypeFor[map[netip.Addr]int]()} {
		if plainUnmarshaling.refuses(typ) {
			t.Errorf("Unmarshal leaves %v to the standard library", typ)
		}
	}
	type cases struct {
		A int `json:"a_b,case:ignore"`
		B int `json:"b,case:strict"`
	}
	type ambiguous struct {
		A int `json:"a_b,case:ignore"`
		B int `json:"AB,case:ignore"`
	}
	if typ := reflect.TypeFor[cases](); plainMarshaling.refuses(typ) || plainUnmarshaling.refuses(typ) {
		t.Errorf("%v is left to the standard library", typ)
	}
	if typ := reflect.TypeFor[ambiguous](); plainMarshaling.refuses(typ) || !plainUnmarshaling.refuses(typ) {
		t.Errorf("the names of %v are told apart", typ)
	}
}

// TestRefusedHere: a type without a plan under StringifyNumbers has one under other options.
func TestRefusedHere(t *testing.T) {
	type number struct{ N v1.Number }
	for _, c := range []*call{marshaling([]Options{StringifyNumbers(true)}), unmarshaling([]Options{StringifyNumbers(true)})} {
		if !c.refusing(reflect.TypeFor[number]()) {
			t.Fatal("json.Number has a plan under StringifyNumbers")
		}
		if x, serves := c.trialOf(number{}); serves || !x.refused.Load() {
			t.Errorf("%+v, %v", x, serves)
		}
	}
}

// TestEmbedServed: plans serve maps and raw JSON that take members without a field, but not those that the standard
// library refuses.
func TestEmbedServed(t *testing.T) {
	type raw struct {
		M jsontext.Value `json:",embed"`
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[struct {
			M map[string]int `json:",embed"`
		}](), reflect.TypeFor[struct {
			M *map[string]*writer `json:",embed"`
		}](), reflect.TypeFor[struct {
			M *raw `json:",embed"`
		}](), reflect.TypeFor[raw](), reflect.TypeFor[struct{ raw }](),
	} {
		if plainMarshaling.refuses(typ) || plainUnmarshaling.refuses(typ) {
			t.Errorf("%v is left to the standard library", typ)
		}
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[struct {
			M map[string]int `json:",embed,omitempty"`
		}](), reflect.TypeFor[struct {
			M map[int]int `json:",embed"`
		}](), reflect.TypeFor[struct {
			M map[reader]int `json:",embed"`
		}](), reflect.TypeFor[struct {
			M []byte `json:",embed"`
		}](), reflect.TypeFor[struct {
			M writer `json:",embed"`
		}](), reflect.TypeFor[struct {
			M, N map[string]int `json:",embed"`
		}](),
	} {
		if !plainMarshaling.refuses(typ) || !plainUnmarshaling.refuses(typ) {
			t.Errorf("plans serve %v", typ)
		}
	}
}
