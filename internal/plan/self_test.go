package plan

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/codec"
)

type closedPart struct {
	N     int
	Names []string
}

type closedPointerMethod struct{ N int }

func (*closedPointerMethod) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

type closedText struct{ N int }

func (closedText) MarshalText() ([]byte, error) { return nil, nil }

type closedSelf struct{ N int }

func (*closedSelf) MarshalZetes(*codec.Writer) {}

type closedRing struct{ Next []*closedRing }

func TestClosed(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[*string](), reflect.TypeFor[[]byte](), reflect.TypeFor[map[string][]*float64](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[*big.Int](), reflect.TypeFor[json.Number](),
		reflect.TypeFor[struct {
			A, B closedPart
			C    [2]*closedPart
		}](),
	} {
		if !closed(typ, map[reflect.Type]bool{}) {
			t.Errorf("%v is not closed", typ)
		}
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[closedRing](),
		reflect.TypeFor[closedPointerMethod](), reflect.TypeFor[closedText](), reflect.TypeFor[closedSelf](), reflect.TypeFor[big.Rat](),
	} {
		for _, outer := range []reflect.Type{
			typ, reflect.PointerTo(typ), reflect.SliceOf(typ), reflect.ArrayOf(2, typ), reflect.MapOf(reflect.TypeFor[string](), typ),
			reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[int]()}, {Name: "B", Type: typ}}),
		} {
			if closed(outer, map[reflect.Type]bool{}) {
				t.Errorf("%v is closed", outer)
			}
		}
	}
	if closed(reflect.TypeFor[map[closedText]int](), map[reflect.Type]bool{}) {
		t.Error("a map whose keys have a method is closed")
	}
}
