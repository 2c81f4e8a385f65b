//go:build !race

package jingo_test

import (
	"testing"

	"github.com/zetes-json/zetes/compat/jingo"
)

// TestAllocations: a struct is written into pooled memory.
func TestAllocations(t *testing.T) {
	p := &MyPayload{Name: "Mr Payload", Age: 33}
	if n := testing.AllocsPerRun(1000, func() {
		buf := jingo.NewBufferFromPoolWithCap(2048)
		enc.Marshal(p, buf)
		buf.ReturnToPool()
	}); n > 0.1 {
		t.Errorf("%v allocations", n)
	}
}
