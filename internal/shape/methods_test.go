package shape

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"reflect"
	"testing"
	"time"
)

// TestMethodless: what is said to have no methods has none, nor has the pointer to it, and most types of fields are
// known to have none.
func TestMethodless(t *testing.T) {
	type plain int
	type pointer *time.Time
	type embedding struct{ time.Time }
	for v, want := range map[any]bool{
		new(int): true, new(string): true, new([]byte): true, new(*int): true, new(**float64): true, new(map[string]any): true,
		new([]time.Time): true, new([3]netip.Addr): true, new(func(time.Time)): true, new(chan json.Number): true,
		new(plain): false, new(*plain): false, new(pointer): false, new(*pointer): false, new(time.Duration): false, new(*time.Time): false,
		new(**time.Time): false, new(embedding): false, new(*embedding): false, new(struct{ time.Time }): false, new(*struct{ time.Time }): false,
		new(any): false, new(error): false, new(fmt.Stringer): false, new(*error): false, new(json.RawMessage): false,
	} {
		typ := reflect.TypeOf(v).Elem()
		if got := Methodless(typ); got != want {
			t.Errorf("%v: %v, want %v", typ, got, want)
		}
		if typ.NumMethod()+reflect.PointerTo(typ).NumMethod() > 0 && Methodless(typ) {
			t.Errorf("%v has methods", typ)
		}
	}
}
