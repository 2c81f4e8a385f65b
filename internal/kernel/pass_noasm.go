//go:build purego || !amd64

package kernel

import "unsafe"

// PassBlocks passes blocks of 64 bytes at src up to the one in which the last of the n.Depth > 0 open arrays and
// objects is closed, and returns how many of the nblocks it has passed. If that is fewer than all, n.End is the
// position of the closing bracket in the next block. n describes the place before the blocks, and after them if all
// were passed.
//
// Promise: src has nblocks*64 readable bytes.
func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int) {
	return passBlocksGeneric(src, nblocks, n)
}
