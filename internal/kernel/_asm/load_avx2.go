package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels for AVX2 that copy blocks on the way. There are no loads under a mask of bytes: the last block is loaded
// as a whole, and what lies behind the source becomes zeros. The caller has seen to it that no page ends within it.

// loadTail256 loads the last block, of as many bytes as the low bits of RDX say, to Y0 and Y1. In EDX it
// leaves 64 less than that.
func (g *gen) loadTail256() {
	g.ANDL(Imm(63), EDX)
	g.VMOVDQU(g.data("vecIndex", places32()), Y2)
	for _, half := range []VecPhysical{Y0, Y1} {
		g.VMOVD(EDX, X4)
		g.VPBROADCASTB(X4, Y4)
		g.VPCMPGTB(Y2, Y4, half)
		g.SUBL(Imm(32), EDX)
	}
	g.VPAND(Mem{Base: RSI}, Y0, Y0)
	g.VPAND(Mem{Base: RSI, Disp: 32}, Y1, Y1)
}

// storeBlock256 writes the block in Y0 and Y1 to where the copy goes.
func (g *gen) storeBlock256() {
	g.VMOVDQU(Y0, Mem{Base: RSI, Index: R10, Scale: 1})
	g.VMOVDQU(Y1, Mem{Base: RSI, Index: R10, Scale: 1, Disp: 32})
}

// storeZeros256 writes a block of zeros behind the copy of the last one.
func (g *gen) storeZeros256(zero VecPhysical) {
	g.VPXOR(zero, zero, zero)
	g.VMOVDQU(zero, Mem{Base: RSI, Index: R10, Scale: 1, Disp: 64})
	g.VMOVDQU(zero, Mem{Base: RSI, Index: R10, Scale: 1, Disp: 96})
}

// half is 32 bytes of a block: a register that has them, one for what is made of them, and one for words.
type half struct {
	x, bracket VecPhysical
	word       GPPhysical
}

// join256 joins what two halves say of a block in R8: who reads a word would wait for two stores. Of one alone the upper
// bits are zeros.
func (g *gen) join256(halves []half) {
	for _, h := range halves[1:] {
		g.SHLQ(Imm(32), h.word)
		g.ORQ(h.word, R8)
	}
}

// classifyTables256 loads the tables of classify256By to Y8 to Y12, and zeros to Y3.
func (g *gen) classifyTables256() {
	g.broadcast16(g.data("vecSpecial", nibbleTable("\"\\")), Y8)
	g.broadcast16(g.data("vecWhite", nibbleTable(" \t\n\r")), Y9)
	g.broadcast16(g.data("vecControl", repeated(0x1f, 16)), Y10)
	g.broadcast16(g.data("vecHTML", nibbleTable("<>&")), Y11)
	g.broadcast16(g.data("vecE2", repeated(0xe2, 16)), Y12)
	g.VPXOR(Y3, Y3, Y3)
}

// classify256By makes the words of a block for RDI, and adds to Y3 the bytes that are HTML's.
func (g *gen) classify256By(halves []half) {
	for _, h := range halves {
		g.VPSHUFB(h.x, Y8, Y4)
		g.VPCMPEQB(Y4, h.x, Y4)
		g.VPMINUB(Y10, h.x, Y5)
		g.VPCMPEQB(Y5, h.x, Y5)
		g.VPOR(Y4, Y5, Y4)
		g.VPMOVMSKB(Y4, h.word.As32())
		g.VPSHUFB(h.x, Y11, Y4)
		g.VPCMPEQB(Y4, h.x, Y4)
		g.VPCMPEQB(Y12, h.x, Y5)
		g.VPOR(Y4, Y3, Y3)
		g.VPOR(Y5, Y3, Y3)
	}
	g.join256(halves)
	if len(halves) == 1 { // the zeros behind it are special
		g.MOVQ(I32(-1), RAX)
		g.SHLQ(Imm(32), RAX)
		g.ORQ(RAX, R8)
	}
	g.MOVQ(R8, Mem{Base: RDI})
	for _, h := range halves {
		g.VPSHUFB(h.x, Y9, Y6)
		g.VPCMPEQB(Y6, h.x, Y6)
		g.VPMOVMSKB(Y6, h.word.As32())
	}
	g.join256(halves)
	g.NOTQ(R8)
	g.MOVQ(R8, Mem{Base: RDI, Disp: 8})
}

// loadHTMLAVX2 is masksHTMLAVX2 over blocks that it copies.
func loadHTMLAVX2(g *gen) {
	g.loadArgs("loadHTMLAVX2", "html")
	g.MOVQ(RDX, RCX)
	g.classifyTables256()
	block := []half{{x: Y0, word: R8}, {x: Y1, word: RAX}}
	g.SUBQ(Imm(64), RCX)
	g.JB(LabelRef("last"))
	g.Label("block")
	g.VMOVDQU(Mem{Base: RSI}, Y0)
	g.VMOVDQU(Mem{Base: RSI, Disp: 32}, Y1)
	g.storeBlock256()
	g.classify256By(block)
	g.ADDQ(Imm(64), RSI)
	g.ADDQ(Imm(16), RDI)
	g.SUBQ(Imm(64), RCX)
	g.JAE(LabelRef("block"))
	g.Label("last")
	g.loadTail256()
	g.storeBlock256()
	g.classify256By(block)
	g.storeZeros256(Y0)
	g.VPTEST(Y3, Y3)
	g.htmlResult()
}
