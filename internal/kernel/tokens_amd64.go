//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/cpu"
)

var useVBMI2 bool

func init() { cpu.Register(cpu.TierVBMI2, &useVBMI2) }

// GathersTokens reports whether GatherTokens is vector instructions here.
func GathersTokens() bool { return useVBMI2 }

// GatherTokens makes t the tokens of blocks of 64 bytes at src, where t says how the first of them begins. It returns
// how many of the nblocks those are: it stops in front of a block whose tokens have no room or in which a string has a
// control character or a wrong escape sequence. If it has passed none, t says the same as before.
//
// Promise: src has nblocks*64 readable bytes, nblocks is MostTokenBlocks at most, t.Nest has one container at least.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	if useVBMI2 {
		return gatherTokensVBMI2(src, nblocks, t)
	}
	return gatherTokensGeneric(src, nblocks, t)
}

//go:noescape
func gatherTokensVBMI2(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int)

// Places has to say where the tokens of t are, whose first block is at from. What it has for those that t does not have
// is no place.
func (t *TokenGroup) Places(from int, to *Places) {
	if useVBMI2 {
		placesVBMI2(t, from, to)
		return
	}
	placesGeneric(t, from, to)
}

//go:noescape
func placesVBMI2(t *TokenGroup, from int, to *Places)

// The assembly knows where these are.
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
)
