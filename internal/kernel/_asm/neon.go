package main

import (
	"slices"
)

// avo knows only amd64, so the kernels for arm64 are written by hand. Their tables are generated here, from the same
// rules as those for amd64. A table has all vectors that a kernel loads at once.

// neonTables writes the tables of the kernels for arm64.
func neonTables(g *gen) {
	utf8 := func(nibblesOf func(rule) []int) []byte {
		t := table(nibblesOf)
		return t[:]
	}
	bits := []byte{1, 2, 4, 8, 16, 32, 64, 128}
	places := make([]byte, 32)
	for i := range places {
		places[i] = byte(i)
	}
	// The values of the characters of base64, and 0xff for all others.
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	letters := repeated(0xff, 128)
	for i := range len(alphabet) {
		letters[alphabet[i]] = byte(i)
	}
	// For the last three bytes of a vector, cut has the largest byte whose character ends in the vector. A larger byte
	// begins a character that the end of the vector cuts.
	cut := append(repeated(0xff, 13), 0xef, 0xdf, 0xbf)
	for _, t := range []struct {
		name    string
		vectors [][]byte
	}{
		// The last vector inverts the second word of a block, which would have the bits of white space otherwise.
		{"neonMasks", [][]byte{nibbleTable("\"\\"), nibbleTable(" \t\n\r"), bits, bits, repeated(0, 8), repeated(0xff, 8)}},
		{"neonUTF8", [][]byte{
			utf8(func(r rule) []int { return r.hi }), utf8(func(r rule) []int { return r.lo }), utf8(func(r rule) []int { return r.next }), cut,
		}},
		// The kernels clear the high nibbles before the look-up, so unlike on amd64 this table can have a byte from
		// 0x80 on.
		{"neonHTML", [][]byte{nibbleTable("<>&\xe2")}},
		{"neonAlphabet", [][]byte{[]byte(alphabet)}},
		{"neonLetters", [][]byte{letters}},
		{"neonUnicode", [][]byte{unicodeHigh, unicodeLow}},
		{"neonUnicodeWant", [][]byte{unicodeWant(48)}},
		{"neonBits", [][]byte{bits, bits}},
		{"neonPlaces", [][]byte{places}},
		{"neonUpto", [][]byte{repeated(0xff, 16), repeated(0, 16)}},
	} {
		g.table(t.name, slices.Concat(t.vectors...))
	}
}
