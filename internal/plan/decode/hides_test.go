package decode

import (
	"math/big"
	"net/netip"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/plan"
)

// TestHides: values with parts that are no members are not put by, for others may write to those parts meanwhile.
func TestHides(t *testing.T) {
	type base struct{ A int }
	for v, want := range map[any]bool{
		struct{ N int }{}: false, struct {
			base
			B string
		}{}: false,
		struct {
			N int
			_ int
		}{}: false,
		struct{ T time.Time }{}: false, struct{ A netip.Addr }{}: false, struct{ B *big.Int }{}: false,
		struct{ n int }{}: true, struct{ A [2]struct{ n int } }{}: true, struct{ S struct{ S struct{ n int } } }{}: true,
		struct {
			N int `json:"-"`
		}{}: true,
		struct{ P *struct{ n int } }{}: false,
	} {
		rt := reflect.TypeOf(v)
		if got := nodeFor(plan.V1, rt).pointersIn().tooMany; got != want || hides(rt) != want {
			t.Errorf("%v: %v, want %v", rt, got, want)
		}
	}
	if !hides(reflect.TypeFor[struct {
		sync.Mutex
		N int
	}]()) {
		t.Error("a mutex is put by")
	}
}
