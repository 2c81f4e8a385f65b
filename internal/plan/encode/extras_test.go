package encode

import (
	"reflect"
	"testing"
)

func init() { LinkExtras() }

// TestExtras: the table is full where it is filled in, for nobody asks before a call.
func TestExtras(t *testing.T) {
	for field, v := range reflect.ValueOf(extra).Fields() {
		if v.IsZero() {
			t.Errorf("%s is missing", field.Name)
		}
	}
}
