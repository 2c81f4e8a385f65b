//go:build invariants

package encode

import (
	"testing"
)

// TestSubTypes holds that reading the sub of an op as a pointer to a wrong type panics.
func TestSubTypes(t *testing.T) {
	pc := &op{code: opPointer, sub: subOf(&block{})}
	pc.block()
	defer func() {
		if recover() == nil {
			t.Error("a block is read as a mapInfo")
		}
	}()
	pc.mapping()
}
