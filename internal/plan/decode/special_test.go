package decode

import (
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// TestSpecialRows: each special type has a row.
func TestSpecialRows(t *testing.T) {
	for s := range shape.DocumentValue + 1 {
		if (rowFor(s).run != nil) != (s != shape.Ordinary) {
			t.Errorf("special type %d: run is %v", s, rowFor(s).run != nil)
		}
	}
}

type specialFields struct {
	A netip.Addr
	B *netip.Prefix
	C []netip.AddrPort
	D *big.Int
	E map[netip.Addr]time.Time
}

type callingKey struct{ A netip.Addr }

func (k *callingKey) UnmarshalText([]byte) error { return nil }

// TestSpecialsCallNobody: types made of special types call no methods of the caller's, so that input for them needs no
// look beforehand.
func TestSpecialsCallNobody(t *testing.T) {
	for rt, calls := range map[reflect.Type]bool{
		reflect.TypeFor[specialFields]():          false,
		reflect.TypeFor[map[callingKey]int]():     true,
		reflect.TypeFor[map[netip.Addr]big.Rat](): true,
	} {
		if nodeFor(plan.V1, rt).callsMethods() != calls {
			t.Errorf("%v: calls is %v", rt, !calls)
		}
	}
}

// TestAllocsOfSpecials counts what decoding into special types allocates besides the values.
func TestAllocsOfSpecials(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	v := new(specialFields)
	for text, want := range map[string]float64{
		`{"A":"1.2.3.4"}`:                      1, // its method makes a string of the text
		`{"A":"2001:db8::8a2e:370:7334"}`:      1,
		`{"A":"::ffff:1.\u0032.3.4"}`:          1,
		`{"B":"10.0.0.0/8"}`:                   2,
		`{"C":["1.2.3.4:5","[::1]:443"]}`:      3,
		`{"D":12345}`:                          2, // the big.Int and its words
		`{"D":-12345678901234567890123456789}`: 2,
	} {
		data := []byte(text)
		got := testing.AllocsPerRun(100, func() {
			*v = specialFields{}
			if err := errorOf((&Call{Config: plan.V1}).Unmarshal(data, v)); err != nil {
				t.Fatal(err)
			}
		})
		if got > want {
			t.Errorf("%s: %v allocations, want %v", text, got, want)
		}
	}
}
