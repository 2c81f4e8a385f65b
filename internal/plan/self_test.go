package plan

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/shape"
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

// zeroByPointer has an IsZero that may change it.
type zeroByPointer struct{ N int }

func (z *zeroByPointer) IsZero() bool { z.N++; return false }

// fake has the methods that zetes gen writes, around a T.
type fake[T any] struct{ In T }

func (fake[T]) MarshalJSON() ([]byte, error) { return nil, nil }

func (*fake[T]) ZetesType() shape.Generation {
	return shape.Generation{Of: (*fake[T])(nil), Encodes: true, Standard: true}
}

// TestGeneratedWriter has generated code run in place of MarshalJSON, but where a method that it meets may change what
// MarshalJSON has a copy of.
func TestGeneratedWriter(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[fake[int]](), reflect.TypeFor[fake[closedPart]](), reflect.TypeFor[fake[[]fake[string]]](), reflect.TypeFor[fake[*zeroByPointer]](),
	} {
		if GeneratedWriter(typ) != Generated(shape.Flags{}) {
			t.Errorf("%v is written by its method", typ)
		}
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[closedPart](), reflect.TypeFor[fake[closedPointerMethod]](), reflect.TypeFor[fake[[2]zeroByPointer]](),
		reflect.TypeFor[fake[fake[zeroByPointer]]](), reflect.TypeFor[fake[any]](), reflect.TypeFor[fake[closedSelf]](),
	} {
		if GeneratedWriter(typ) != nil {
			t.Errorf("%v is not written by its method", typ)
		}
	}
}

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
