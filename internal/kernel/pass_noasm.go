//go:build purego || !amd64

package kernel

import "unsafe"

// PassBlocks skips blocks at src until the arrays and objects that are open before them are closed, and returns the
// number of skipped blocks. The comment in pass_amd64.go has the contract.
func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int) {
	return passBlocksGeneric(src, nblocks, n)
}
