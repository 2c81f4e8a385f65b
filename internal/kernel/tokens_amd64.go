//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/cpu"
)

var useVBMI2 bool

func init() { cpu.Register(cpu.TierVBMI2, &useVBMI2) }

// GathersTokens reports whether GatherTokens finds tokens.
func GathersTokens() bool { return useAVX2 }

// CompressesTokens reports whether the processor has instructions that compress bytes: that move selected bytes of a
// vector together. With them GatherTokens takes half the time, and Grow may be called.
func CompressesTokens() bool { return useVBMI2 }

// GatherTokens sets t to the tokens of blocks of 64 bytes at src. Before the call, t has the state before the first
// block. The result is the number of blocks that were used. GatherTokens stops before a block whose tokens do not
// fit, or in which a string has a control character or a wrong escape sequence. If the result is 0, t is unchanged.
// It is always 0 if GathersTokens returns false.
//
// The caller guarantees that src has nblocks*64 readable bytes, nblocks <= MostTokenBlocks, and a container in t.Nest.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	switch {
	case useVBMI2:
		return gatherTokensVBMI2(src, nblocks, t)
	case useAVX2:
		if passed = gatherTokensAVX2(src, nblocks, t); passed > 0 {
			classifyTokensAVX2(t)
		}
	}
	return passed
}

// gatherTokensAVX2 finds the tokens. It stores the position and the first byte of each token side by side in t.bytes.
// classifyTokensAVX2 then separates them and classifies the tokens.
//
//go:noescape
func gatherTokensAVX2(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int)

//go:noescape
func classifyTokensAVX2(t *TokenGroup)

//go:noescape
func gatherTokensVBMI2(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int)

// Grow adds the cells of a group's tokens to a tree. The words right, cells and counted have a bit for each token: only
// tokens in right are added. Tokens in cells have a cell of their own, which ends where the next token starts. If such
// a token is also in counted, it is counted as an element or member of its container. The result has the bits of those
// tokens in cells that have white space after them: the caller must correct the ends of their cells. The end of the
// last token's cell is undefined. The first block of t is at position from.
//
// The caller guarantees that CompressesTokens returns true, that no bracket in right is wrong, that to.Cells has space
// for TreeRoom more cells, and that to.Open is a container.
func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	_ = to.Cells[to.N+TreeRoom-1]
	return growVBMI2(t, from, right, cells, counted, to)
}

//go:noescape
func growVBMI2(t *TokenGroup, from int, right, cells, counted uint64, to *Tree) (late uint64)

// The assembly uses these offsets of fields. If an offset changes, this does not compile.
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
