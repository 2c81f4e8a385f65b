//go:build invariants

package encode

import (
	"testing"
)

// TestSubTypes: an op whose sub is read as another type than it was made of is found.
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
