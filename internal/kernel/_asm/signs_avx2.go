package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernel of signs for AVX2, by halves of a block, of which a short text has one. There are no loads under a mask of
// bytes: the block is loaded as a whole, and what lies behind the source becomes zeros. The caller has seen to it that no
// page ends within it.

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

// loadSignsAVX2 does the same by halves of a block, of which a short text has one.
func loadSignsAVX2(g *gen) {
	g.loadArgs("loadSignsAVX2", "html", param{"signs", signs})
	g.MOVQ(g.paramAddr("signs"), R11)
	g.classifyTables256()
	g.loadTail256()
	g.storeBlock256()
	g.storeZeros256(Y2)
	g.CMPL(EDX, I8(-32))
	g.JLE(LabelRef("half"))
	g.signs256(half{Y0, Y13, R8}, half{Y1, Y15, RAX})
	g.Label("half")
	g.signs256(half{Y0, Y13, R8})
}

// signs256 makes the signs of a block, and returns.
func (g *gen) signs256(halves ...half) {
	sign := func(n int) Mem { return Mem{Base: R11, Disp: 8 * n} }
	// mask writes the top bits of what make makes of each half.
	mask := func(n int, make func(half) VecPhysical) {
		for _, h := range halves {
			g.VPMOVMSKB(make(h), h.word.As32())
		}
		g.join256(halves)
		g.MOVQ(R8, sign(n))
	}
	constant := func(name string, c byte, y VecPhysical) { g.broadcast16(g.data(name, repeated(c, 16)), y) }
	equal := func(n int, name string, c byte) {
		constant(name, c, Y7)
		mask(n, func(h half) VecPhysical { g.VPCMPEQB(Y7, h.x, Y4); return Y4 })
	}
	bracket := func(n int, name string, c byte) {
		constant(name, c, Y7)
		mask(n, func(h half) VecPhysical { g.VPCMPEQB(Y7, h.bracket, Y4); return Y4 })
	}
	within := func(n int, first string, c byte, width string, count byte) {
		constant(first, c, Y7)
		constant(width, count, Y6)
		mask(n, func(h half) VecPhysical {
			g.VPSUBB(Y7, h.x, Y4)
			g.VPMINUB(Y6, Y4, Y5)
			g.VPCMPEQB(Y5, Y4, Y4)
			return Y4
		})
	}
	equal(0, "vecQuote", '"')
	g.Comment("A product without carries with all ones has the exclusive or of all bits up to each one.")
	g.VMOVQ(R8, X14)
	g.VPCMPEQB(X4, X4, X4)
	g.VPCLMULQDQ(Imm(0), X4, X14, X14)
	g.classify256By(halves)
	constant("vecSpace", ' ', Y7)
	for _, h := range halves {
		g.VPOR(Y7, h.x, h.bracket)
	}
	bracket(2, "vecOpen", '{')
	bracket(3, "vecClose", '}')
	g.Comment("The bit of braces becomes the top one of its byte.")
	mask(4, func(h half) VecPhysical { g.VPSLLW(Imm(2), h.x, Y4); return Y4 })
	equal(5, "vecColon", ':')
	equal(6, "vecComma", ',')
	within(7, "vecZero", '0', "vecNine", 9)
	equal(8, "vecZero", '0')
	equal(9, "vecMinus", '-')
	equal(10, "vecPoint", '.')
	within(11, "vecA", 'a', "vecAtoZ", 25)
	g.VMOVQ(X14, sign(1))
	g.VPTEST(Y3, Y3)
	g.htmlResult()
}
