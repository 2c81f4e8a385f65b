//go:build purego || !amd64

package kernel

import "unsafe"

// GathersTokens reports whether GatherTokens is vector instructions here.
func GathersTokens() bool { return false }

// GatherTokens makes t the tokens of blocks of 64 bytes at src, where t says how the first of them begins. It returns
// how many of the nblocks those are: it stops in front of a block whose tokens have no room or in which a string has a
// control character or a wrong escape sequence. If it has passed none, t says the same as before.
//
// Promise: src has nblocks*64 readable bytes, nblocks is MostTokenBlocks at most, t.Nest has one container at least.
func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	return gatherTokensGeneric(src, nblocks, t)
}

// Places has to say where the tokens of t are, whose first block is at from. What it has for those that t does not have
// is no place.
func (t *TokenGroup) Places(from int, to *Places) { placesGeneric(t, from, to) }
