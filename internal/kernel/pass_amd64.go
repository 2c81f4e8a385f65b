//go:build !purego

package kernel

import "unsafe"

// PassBlocks skips blocks of 64 bytes at src. n is the state before them, in n.Depth > 0 arrays and objects. PassBlocks
// stops at the block with the bracket that closes the outermost of these, and returns the number of blocks before it;
// n.End is then the position of the bracket in its block. If all blocks are skipped, n is the state after them.
//
// The caller guarantees that src has nblocks*64 readable bytes.
//
//go:noescape
func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

//go:noescape
func passBlocksAVX2(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

//go:noescape
func passBlocksAVX512(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)

// The assembly uses these offsets of fields. If an offset changes, this does not compile.
const (
	_ = -(unsafe.Offsetof(Nesting{}.Text) ^ 8)
	_ = -(unsafe.Offsetof(Nesting{}.Escaped) ^ 16)
	_ = -(unsafe.Offsetof(Nesting{}.End) ^ 24)
)
