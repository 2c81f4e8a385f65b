//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/cpu"
)

var useVBMI2 bool

func init() { cpu.Register(cpu.TierVBMI2, &useVBMI2) }

// GathersTokens reports whether GatherTokens uses vector instructions.
func GathersTokens() bool { return useAVX2 }

// CompressesTokens reports whether there are instructions that move bytes together. With them GatherTokens takes half
// the time, and Grow uses vector instructions.
func CompressesTokens() bool { return useVBMI2 }

// GatherTokens makes t the tokens of blocks of 64 bytes at src; t says how the first block begins. It returns how many
// of the nblocks it has used: it stops before a block whose tokens do not fit, or in which a string has a control
// character or a wrong escape sequence. If it has used none, t is unchanged.
//
// Promise: src has nblocks*64 readable bytes, nblocks is at most MostTokenBlocks, and t.Nest has at least one
// container.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	switch {
	case useVBMI2:
		return gatherTokensVBMI2(src, nblocks, t)
	case useAVX2:
		if passed = gatherTokensAVX2(src, nblocks, t); passed > 0 {
			classifyTokensAVX2(t)
		}
		return passed
	}
	return gatherTokensGeneric(src, nblocks, t)
}

// gatherTokensAVX2 leaves the positions of the tokens and their bytes interleaved, and leaves classification to
// classifyTokensAVX2.
//
//go:noescape
func gatherTokensAVX2(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int)

//go:noescape
func classifyTokensAVX2(t *TokenGroup)

//go:noescape
func gatherTokensVBMI2(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int)

// Grow adds to a tree the cells of the tokens in right. Tokens in cells have a cell of their own, which ends at the
// next token; tokens in counted count as elements or members. It returns which of the cells end after white space, and
// so need another end. The end of the last token's cell has no meaning. t's first block is at from.
//
// Promise: no bracket in right is wrong, to.Cells has TreeRoom cells more than to.N, and at to.Open is a container.
func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	_ = to.Cells[to.N+TreeRoom-1]
	if useVBMI2 {
		return growVBMI2(t, from, right, cells, counted, to)
	}
	return growGeneric(t, from, right, cells, counted, to)
}

//go:noescape
func growVBMI2(t *TokenGroup, from int, right, cells, counted uint64, to *Tree) (late uint64)

// Offsets that the assembly uses.
const (
	_ = -(unsafe.Offsetof(TokenGroup{}.Escaped) ^ 8)
	_ = -(unsafe.Offsetof(TokenGroup{}.Scalar) ^ 16)
	_ = -(unsafe.Offsetof(TokenGroup{}.N) ^ 24)
	_ = -(unsafe.Offsetof(TokenGroup{}.Nest) ^ 32)
	_ = -(unsafe.Offsetof(TokenGroup{}.Within) ^ 40)
	_ = -(unsafe.Offsetof(TokenGroup{}.Wrong) ^ 48)
	_ = -(unsafe.Offsetof(TokenGroup{}.Open) ^ 56)
	_ = -(unsafe.Offsetof(TokenGroup{}.Number) ^ 112)
	_ = -(unsafe.Offsetof(TokenGroup{}.bytes) ^ 120)
	_ = -(unsafe.Offsetof(TokenGroup{}.index) ^ 248)
	_ = -(unsafe.Offsetof(TokenGroup{}.block) ^ 376)
	_ = -(unsafe.Offsetof(TokenGroup{}.Digits) ^ 504)
	_ = -(unsafe.Offsetof(TokenGroup{}.Strings) ^ 776)
	_ = -(unsafe.Offsetof(TokenGroup{}.Blanks) ^ 1032)
	_ = -(unsafe.Offsetof(Tree{}.N) ^ 24)
	_ = -(unsafe.Offsetof(Tree{}.Open) ^ 32)
	_ = -(unsafe.Offsetof(Tree{}.places) ^ 40)
	_ = -(unsafe.Offsetof(Tree{}.spans) ^ 296)
)
