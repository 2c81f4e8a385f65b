package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernel that skips sequences of \uXXXX. Each class of bytes has a bit. Two tables have, for each high nibble and
// for each low nibble, the classes in which a byte with that nibble may be. The AND of both entries for a byte has the
// classes of the byte. Each vector begins with a sequence, so the class that is expected at each position is known.

const (
	classDigit = 1 << iota
	classLetter
	classBackslash
	classU
	classHex = classDigit | classLetter
)

// unicodeHigh and unicodeLow are the two tables. The AND has a class only for the digits 0x30 to 0x39, the letters 0x41
// to 0x46 and 0x61 to 0x66, the backslash 0x5c and the u 0x75.
var (
	unicodeHigh = bytes16(0, 0, 0, classDigit, classLetter, classBackslash, classLetter, classU)
	unicodeLow  = bytes16(classDigit, classHex, classHex, classHex, classHex, classHex|classU, classHex, classDigit,
		classDigit, classDigit, 0, 0, classBackslash)
)

// unicodeWant returns the classes of the first n bytes of consecutive sequences.
func unicodeWant(n int) []byte {
	want := make([]byte, n)
	for i := range want {
		switch i % 6 {
		case 0:
			want[i] = classBackslash
		case 1:
			want[i] = classU
		default:
			want[i] = classHex
		}
	}
	return want
}

// unicodeLoop writes the kernel. The RCX bytes at RSI are left. whole is the number of bytes of the sequences that are
// complete in a vector. test puts into R8 the bits of bytes that have the wrong class, and sets the flags to NE if
// there are any.
func (g *gen) unicodeLoop(name string, width, whole int, tables, tail, load, test func()) {
	g.function(name, []param{{"src", pointer}, {"n", integer}}, []param{{"passed", integer}})
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RCX)
	tables()
	g.Label("block")
	g.CMPQ(RCX, Imm(uint64(width)))
	g.JLT(LabelRef("tail"))
	load()
	g.Label("test")
	test()
	g.JNE(LabelRef("last"))
	g.ADDQ(Imm(uint64(whole)), RSI)
	g.SUBQ(Imm(uint64(whole)), RCX)
	g.JMP(LabelRef("block"))
	g.Label("last")
	g.Comment("Whole sequences before the first byte that is wrong: a sixth of its place.")
	g.TZCNTQ(R8, R8)
	g.IMUL3L(Imm(43), R8L, R8L)
	g.SHRL(Imm(8), R8L)
	g.LEAQ(Mem{Base: R8, Index: R8, Scale: 2}, R8)
	g.LEAQ(Mem{Base: RSI, Index: R8, Scale: 2}, RSI)
	g.JMP(LabelRef("done"))
	g.Label("tail")
	tail()
	g.Label("done")
	g.SUBQ(g.paramAddr("src"), RSI)
	g.MOVQ(RSI, g.resultAddr(0))
	g.VZEROUPPER()
	g.RET()
}

func unicodeAVX512(g *gen) {
	g.unicodeLoop("skipUnicodeAVX512", 64, 60, func() {
		g.broadcast16(g.data("vecUnicodeHigh", unicodeHigh), Z16)
		g.broadcast16(g.data("vecUnicodeLow", unicodeLow), Z17)
		g.broadcast16(g.data("vecNibble", repeated(0x0f, 16)), Z18)
		g.VMOVDQU64(g.data("vecUnicodeWant", unicodeWant(64)), Z19)
		g.MOVQ(U64(1<<60-1), RAX)
		g.KMOVQ(RAX, K2)
	}, func() {
		g.CMPQ(RCX, Imm(6))
		g.JLT(LabelRef("done"))
		g.MOVQ(I32(-1), RAX)
		g.BZHIQ(RCX, RAX, RAX)
		g.KMOVQ(RAX, K1)
		g.VMOVDQU8_Z(Mem{Base: RSI}, K1, Z0)
		g.JMP(LabelRef("test"))
	}, func() {
		g.VMOVDQU64(Mem{Base: RSI}, Z0)
	}, func() {
		g.VPSRLW(Imm(4), Z0, Z1)
		g.VPANDD(Z18, Z1, Z1)
		g.VPSHUFB(Z1, Z16, Z1)
		g.VPSHUFB(Z0, Z17, Z0)
		g.VPANDD(Z0, Z1, Z0)
		g.VPTESTNMB(Z19, Z0, K2, K1)
		g.KMOVQ(K1, R8)
		g.TESTQ(R8, R8)
	})
}

func unicodeAVX2(g *gen) {
	g.unicodeLoop("skipUnicodeAVX2", 32, 30, func() {
		g.broadcast16(g.data("vecUnicodeHigh", unicodeHigh), Y8)
		g.broadcast16(g.data("vecUnicodeLow", unicodeLow), Y9)
		g.broadcast16(g.data("vecNibble", repeated(0x0f, 16)), Y10)
		g.VMOVDQU(g.data("vecUnicodeWant", unicodeWant(64)), Y11)
		g.VPXOR(Y12, Y12, Y12)
	}, func() {}, func() {
		g.VMOVDQU(Mem{Base: RSI}, Y0)
	}, func() {
		g.VPSRLW(Imm(4), Y0, Y1)
		g.VPAND(Y10, Y1, Y1)
		g.VPSHUFB(Y1, Y8, Y1)
		g.VPSHUFB(Y0, Y9, Y0)
		g.VPAND(Y0, Y1, Y0)
		g.VPAND(Y11, Y0, Y0)
		g.VPCMPEQB(Y12, Y0, Y0)
		g.VPMOVMSKB(Y0, R8L)
		g.ANDL(U32(1<<30-1), R8L)
	})
}
