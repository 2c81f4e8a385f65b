//go:build purego || !amd64

package kernel

import "unsafe"

// GathersTokens reports whether GatherTokens uses vector instructions.
func GathersTokens() bool { return false }

// CompressesTokens reports whether there are instructions that move bytes together. With them GatherTokens takes half
// the time, and Grow uses vector instructions.
func CompressesTokens() bool { return false }

// GatherTokens makes t the tokens of blocks of 64 bytes at src; t says how the first block begins. It returns how many
// of the nblocks it has used: it stops before a block whose tokens do not fit, or in which a string has a control
// character or a wrong escape sequence. If it has used none, t is unchanged.
//
// Promise: src has nblocks*64 readable bytes, nblocks is at most MostTokenBlocks, and t.Nest has at least one
// container.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	return gatherTokensGeneric(src, nblocks, t)
}

// Grow adds to a tree the cells of the tokens in right. Tokens in cells have a cell of their own, which ends at the
// next token; tokens in counted count as elements or members. It returns which of the cells end after white space, and
// so need another end. The end of the last token's cell has no meaning. t's first block is at from.
//
// Promise: no bracket in right is wrong, to.Cells has TreeRoom cells more than to.N, and at to.Open is a container.
func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	_ = to.Cells[to.N+TreeRoom-1]
	return growGeneric(t, from, right, cells, counted, to)
}
