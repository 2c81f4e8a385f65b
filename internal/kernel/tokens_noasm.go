//go:build purego || !amd64

package kernel

import "unsafe"

// GathersTokens reports whether GatherTokens is vector instructions here.
func GathersTokens() bool { return false }

// CompressesTokens reports whether there are instructions that move bytes together, by which GatherTokens takes half
// the time and Grow is vector instructions.
func CompressesTokens() bool { return false }

// GatherTokens makes t the tokens of blocks of 64 bytes at src, where t says how the first of them begins. It returns
// how many of the nblocks those are: it stops in front of a block whose tokens have no room or in which a string has a
// control character or a wrong escape sequence. If it has passed none, t says the same as before.
//
// Promise: src has nblocks*64 readable bytes, nblocks is MostTokenBlocks at most, t.Nest has one container at least.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	return gatherTokensGeneric(src, nblocks, t)
}

// Grow adds to a tree the cells of the tokens in right, of which those in cells have one of their own, up to the next
// token, and those in counted count as elements or members. It returns which of the cells end behind white space,
// and so need another one. That of the last token is no place. t's first block is at from.
//
// Promise: no bracket in right is wrong, to.Cells has TreeRoom more than to.N, and at to.Open is a container.
func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	_ = to.Cells[to.N+TreeRoom-1]
	return growGeneric(t, from, right, cells, counted, to)
}
