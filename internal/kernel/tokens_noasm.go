//go:build purego || !amd64

package kernel

import "unsafe"

// GathersTokens returns false: GatherTokens uses no vector instructions.
func GathersTokens() bool { return false }

// CompressesTokens returns false. Only the assembly for amd64 uses instructions that compress bytes.
func CompressesTokens() bool { return false }

// GatherTokens sets t to the tokens of the blocks at src, and returns the number of blocks that were used. The comment
// in tokens_amd64.go has the contract.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	return gatherTokensGeneric(src, nblocks, t)
}

// Grow adds the cells of the tokens of t to a tree. The comment in tokens_amd64.go has the contract.
func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	_ = to.Cells[to.N+TreeRoom-1]
	return growGeneric(t, from, right, cells, counted, to)
}
