package main

import (
	"slices"
)

// The kernels for arm64 are written by hand, for avo knows amd64 alone. Their tables are made here, from the same
// rules: the vectors that a kernel loads at once stand in one table.

// neonTables writes them.
func neonTables(g *gen) {
	utf8 := func(of func(rule) []int) []byte {
		t := table(of)
		return t[:]
	}
	bits := []byte{1, 2, 4, 8, 16, 32, 64, 128}
	places := make([]byte, 32)
	for i := range places {
		places[i] = byte(i)
	}
	// What the characters of base64 stand for, and 0xff for all others.
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	letters := repeated(0xff, 128)
	for i := range len(alphabet) {
		letters[alphabet[i]] = byte(i)
	}
	// A byte above its one here begins a character that the end of the vector cuts off.
	cut := append(repeated(0xff, 13), 0xef, 0xdf, 0xbf)
	for _, t := range []struct {
		name    string
		vectors [][]byte
	}{
		// The last vector turns the second word of a block round, which else had white space's bits.
		{"neonMasks", [][]byte{nibbleTable("\"\\"), nibbleTable(" \t\n\r"), bits, bits, repeated(0, 8), repeated(0xff, 8)}},
		{"neonUTF8", [][]byte{
			utf8(func(r rule) []int { return r.hi }), utf8(func(r rule) []int { return r.lo }), utf8(func(r rule) []int { return r.next }), cut,
		}},
		// Unlike VPSHUFB, VTBL is asked by the low nibble of bytes from 0x80 on too.
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
