//go:build purego || !amd64

package kernel

import "unsafe"

// PassBlocks is documented in pass_amd64.go.
func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int) {
	return passBlocksGeneric(src, nblocks, n)
}
