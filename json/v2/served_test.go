//go:build goexperiment.jsonv2 && go1.27

package json

import (
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
}
