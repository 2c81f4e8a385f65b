//go:build purego || !amd64

package kernel

import "unsafe"

// GathersTokens reports whether GatherTokens uses vector instructions.
func GathersTokens() bool { return false }

// CompressesTokens reports whether there are instructions that move bytes together.
func CompressesTokens() bool { return false }

// GatherTokens does what it does in tokens_amd64.go.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	return gatherTokensGeneric(src, nblocks, t)
}

// Grow does what it does in tokens_amd64.go.
func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	_ = to.Cells[to.N+TreeRoom-1]
	return growGeneric(t, from, right, cells, counted, to)
}
