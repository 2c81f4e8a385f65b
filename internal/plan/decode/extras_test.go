package decode

import (
	"reflect"
	"runtime"
	"testing"

	"github.com/zetes-json/zetes/internal/meter"
)

func init() { LinkExtras() }

// Broken documents stand in rows of these tests, and the machine must see each of them.
func init() { meter.Forget = true }

// TestExtras: the table is full where it is filled in, for nobody asks before a call.
func TestExtras(t *testing.T) {
	for field, v := range reflect.ValueOf(*extra()).Fields() {
		if v.IsZero() {
			t.Errorf("%s is missing", field.Name)
		}
	}
}

// TestExtrasMeanwhile: the table may be asked for while it is filled in, which the race detector looks at.
func TestExtrasMeanwhile(t *testing.T) {
	done := make(chan bool)
	linked.Store(nil)
	go func() {
		defer close(done)
		for extra().generated == nil {
			runtime.Gosched()
		}
	}()
	LinkExtras()
	<-done
	table := linked.Load()
	if LinkExtras(); linked.Load() != table {
		t.Error("the table was filled in once more")
	}
}
