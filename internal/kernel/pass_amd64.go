//go:build !purego

package kernel

import "unsafe"

// PassBlocks skips blocks of 64 bytes at src. n.Depth > 0 arrays and objects are open before them. It stops at the
// block with the bracket that closes the last of these, and returns the number of blocks before it. If that is less
// than nblocks, n.End is the position of the bracket in the block; otherwise n describes the place after all blocks.
//
// The caller guarantees that src has nblocks*64 readable bytes.
//
//go:noescape
func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

//go:noescape
func passBlocksAVX2(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

//go:noescape
func passBlocksAVX512(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

// The assembly uses these offsets. If one changes, a constant does not compile.
const (
	_ = -(unsafe.Offsetof(Nesting{}.Text) ^ 8)
	_ = -(unsafe.Offsetof(Nesting{}.Escaped) ^ 16)
	_ = -(unsafe.Offsetof(Nesting{}.End) ^ 24)
)
