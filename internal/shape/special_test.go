package shape

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"testing"
	"time"
)

type (
	ownTime time.Time
	ownInt  big.Int
	ownAddr netip.Addr
	Time2   struct{ time.Time }
	Int     struct { // of another package than math/big
		Negative bool
		Words    []uint
	}
)

// TestSpecialOf: types of the standard library are known by their names and layouts, and types like them are not taken
// for them. Where a release of Go changes a layout this test fails, and nothing else does.
func TestSpecialOf(t *testing.T) {
	for rt, want := range map[reflect.Type]Special{
		reflect.TypeFor[time.Time]():       Time,
		reflect.TypeFor[json.Number]():     Number,
		reflect.TypeFor[json.RawMessage](): RawMessage,
		reflect.TypeFor[big.Int]():         BigInt,
		reflect.TypeFor[time.Duration]():   Duration,
		reflect.TypeFor[netip.Addr]():      Address,
		reflect.TypeFor[netip.AddrPort]():  Address,
		reflect.TypeFor[netip.Prefix]():    Address,
		reflect.TypeFor[ownTime]():         Ordinary,
		reflect.TypeFor[ownInt]():          Ordinary,
		reflect.TypeFor[ownAddr]():         Ordinary,
		reflect.TypeFor[Time2]():           Ordinary,
		reflect.TypeFor[Int]():             Ordinary,
		reflect.TypeFor[*time.Time]():      Ordinary,
		reflect.TypeFor[[]netip.Addr]():    Ordinary,
		reflect.TypeFor[big.Float]():       Ordinary,
		reflect.TypeFor[time.Month]():      Ordinary,
		reflect.TypeFor[struct{}]():        Ordinary,
	} {
		if got := SpecialOf(rt); got != want {
			t.Errorf("%v: %d, want %d", rt, got, want)
		}
	}
}

// TestSameLayout: a layout is another one where a field is of another kind or lies elsewhere.
func TestSameLayout(t *testing.T) {
	model := reflect.TypeFor[WideInt]()
	for rt, want := range map[reflect.Type]bool{
		reflect.TypeFor[big.Int](): true,
		reflect.TypeFor[Int]():     true,
		reflect.TypeFor[struct {
			A int8
			B []uint
		}](): false,
		reflect.TypeFor[struct {
			A bool
			B []int
		}](): false,
		reflect.TypeFor[struct {
			A []uint
			B bool
		}](): false,
		reflect.TypeFor[struct {
			A, C bool
			B    []uint
		}](): false,
		reflect.TypeFor[struct {
			A bool
			B *uint
		}](): false,
		reflect.TypeFor[[4]uint](): false,
	} {
		if sameLayout(rt, model) != want {
			t.Errorf("%v: want %t", rt, want)
		}
	}
}

// TestHoldsWords: integers of any size that lie otherwise than they are known to are found out by trying.
func TestHoldsWords(t *testing.T) {
	if !holdsWords(reflect.TypeFor[big.Int]()) {
		t.Error("a big.Int is another one than it was")
	}
	for _, rt := range []reflect.Type{reflect.TypeFor[WideInt](), reflect.TypeFor[positive](), reflect.TypeFor[highest]()} {
		if holdsWords(rt) {
			t.Errorf("%v is taken for a big.Int", rt)
		}
	}
}

// positive is an integer whose sign is set where it has none, highest one whose words lie the other way round.
type (
	positive WideInt
	highest  WideInt
)

func (p *positive) UnmarshalText(text []byte) error {
	var v big.Int
	err := v.UnmarshalText(text)
	*p = *(*positive)(reflect.ValueOf(&v).UnsafePointer())
	p.Negative = !p.Negative
	return err
}

func (h *highest) UnmarshalText(text []byte) error {
	var v big.Int
	err := v.UnmarshalText(text)
	*h = *(*highest)(reflect.ValueOf(&v).UnsafePointer())
	h.Words = slices.Clone(h.Words)
	slices.Reverse(h.Words)
	return err
}
