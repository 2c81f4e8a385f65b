package encode

import (
	"reflect"
	"runtime"
	"testing"
)

func init() { LinkExtras() }

// TestExtras holds that LinkExtras fills in every function of the table. Code that calls these functions does not test
// whether they are nil.
func TestExtras(t *testing.T) {
	for field, v := range reflect.ValueOf(*extra()).Fields() {
		if v.IsZero() {
			t.Errorf("%s is missing", field.Name)
		}
	}
}

// TestExtrasMeanwhile reads the table while another goroutine fills it in, for the race detector.
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
