//go:build purego || !amd64

package kernel

import "unsafe"

// PassBlocks passes over blocks of 64 bytes at src up to the one in which the last of the n.Depth > 0 arrays and
// objects is closed that are open, and returns how many of the nblocks it has passed: all of them where none is that
// block, of which n.End has the place otherwise. n is where it begins, and where it ends if it has passed all.
//
// Promise: src has nblocks*64 readable bytes.
func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int) {
	return passBlocksGeneric(src, nblocks, n)
}
