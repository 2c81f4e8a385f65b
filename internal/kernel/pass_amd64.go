//go:build !purego

package kernel

import "unsafe"

// PassBlocks passes over blocks of 64 bytes at src up to the one in which the last of the n.Depth > 0 arrays and
// objects is closed that are open, and returns how many of the nblocks it has passed: all of them where none is that
// block, of which n.End has the place otherwise. n is where it begins, and where it ends if it has passed all.
//
// Promise: src has nblocks*64 readable bytes.
//
//go:noescape
func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

//go:noescape
func passBlocksAVX2(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

//go:noescape
func passBlocksAVX512(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

// The assembly knows where these are.
const (
	_ = -(unsafe.Offsetof(Nesting{}.Text) ^ 8)
	_ = -(unsafe.Offsetof(Nesting{}.Escaped) ^ 16)
	_ = -(unsafe.Offsetof(Nesting{}.End) ^ 24)
)
