//go:build !purego

#include "textflag.h"

// The doors to the kernels jump on to the implementation in force, with the arguments where they are.

// func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int)
TEXT ·Escape(SB), NOSPLIT|NOFRAME, $0-56
	CMPB ·useAVX512(SB), $0
	JEQ  narrow
	JMP  ·escapeAVX512(SB)

narrow:
	CMPB ·useAVX2(SB), $0
	JEQ  portable
	JMP  ·escapeAVX2(SB)

portable:
	JMP ·escapeGeneric(SB)

// func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool)
TEXT ·Masks(SB), NOSPLIT|NOFRAME, $0-25
	CMPB ·useAVX512(SB), $0
	JEQ  narrow
	JMP  ·masksAVX512(SB)

narrow:
	CMPB ·useAVX2(SB), $0
	JEQ  portable
	JMP  ·masksAVX2(SB)

portable:
	JMP ·masksGeneric(SB)

// func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool)
TEXT ·MasksHTML(SB), NOSPLIT|NOFRAME, $0-25
	CMPB ·useAVX512(SB), $0
	JEQ  narrow
	JMP  ·masksHTMLAVX512(SB)

narrow:
	CMPB ·useAVX2(SB), $0
	JEQ  portable
	JMP  ·masksHTMLAVX2(SB)

portable:
	JMP ·masksHTMLGeneric(SB)

// func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer)
TEXT ·Brackets(SB), NOSPLIT|NOFRAME, $0-24
	CMPB ·useAVX512(SB), $0
	JEQ  narrow
	JMP  ·bracketsAVX512(SB)

narrow:
	CMPB ·useAVX2(SB), $0
	JEQ  portable
	JMP  ·bracketsAVX2(SB)

portable:
	JMP ·bracketsGeneric(SB)

// func SkipUnicode(src unsafe.Pointer, n int) (passed int)
TEXT ·SkipUnicode(SB), NOSPLIT|NOFRAME, $0-24
	CMPB ·useAVX512(SB), $0
	JEQ  narrow
	JMP  ·skipUnicodeAVX512(SB)

narrow:
	CMPB ·useAVX2(SB), $0
	JEQ  portable
	JMP  ·skipUnicodeAVX2(SB)

portable:
	JMP ·skipUnicodeGeneric(SB)

// func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int)
TEXT ·PassBlocks(SB), NOSPLIT|NOFRAME, $0-32
	CMPB ·useAVX512(SB), $0
	JEQ  narrow
	JMP  ·passBlocksAVX512(SB)

narrow:
	CMPB ·useAVX2(SB), $0
	JEQ  portable
	JMP  ·passBlocksAVX2(SB)

portable:
	JMP ·passBlocksGeneric(SB)
