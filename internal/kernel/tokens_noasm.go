//go:build purego || !amd64

package kernel

import "unsafe"

// GathersTokens returns false: GatherTokens uses no vector instructions.
func GathersTokens() bool { return false }

// CompressesTokens returns false. Only the assembly for amd64 uses instructions that compress bytes.
func CompressesTokens() bool { return false }

// GatherTokens is documented in tokens_amd64.go.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	return gatherTokensGeneric(src, nblocks, t)
}

// Grow is documented in tokens_amd64.go.
func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	_ = to.Cells[to.N+TreeRoom-1]
	return growGeneric(t, from, right, cells, counted, to)
}
