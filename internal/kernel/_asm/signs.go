package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// loadSignsAVX512 does what loadHTMLAVX512 does of one block, and writes its Signs to R11.
func loadSignsAVX512(g *gen) {
	g.loadParams("loadSignsAVX512", "html", param{"signs", signs})
	g.MOVQ(g.paramAddr("signs"), R11)
	load := g.load512()
	classify := g.classifyHTML512()
	g.VPTERNLOGD(Imm(0xff), Z14, Z14, Z14)
	constant := func(name string, c byte, z VecPhysical) { g.broadcast16(g.data(name, repeated(c, 16)), z) }
	constant("vecQuote", '"', Z16)
	constant("vecOpen", '{', Z17)
	constant("vecClose", '}', Z18)
	constant("vecColon", ':', Z19)
	constant("vecComma", ',', Z20)
	constant("vecZero", '0', Z21)
	constant("vecNine", 9, Z22)
	constant("vecMinus", '-', Z23)
	constant("vecPoint", '.', Z29)
	constant("vecA", 'a', Z30)
	constant("vecAtoZ", 25, Z31)
	sign := func(n int) Mem { return Mem{Base: R11, Disp: 8 * n} }
	load()
	g.VPCMPEQB(Z16, Z0, K1)
	g.KMOVQ(K1, RAX)
	g.Comment("A product without carries with all ones has the exclusive or of all bits up to each one.")
	g.VMOVQ(RAX, X4)
	g.VPCLMULQDQ(Imm(0), X14, X4, X4)
	g.VPORD(Z26, Z0, Z5)
	g.VPCMPEQB(Z17, Z5, K1)
	g.VPCMPEQB(Z18, Z5, K2)
	g.KMOVQ(K1, sign(2))
	g.KMOVQ(K2, sign(3))
	g.VPTESTMB(Z26, Z0, K1)
	g.VPCMPEQB(Z19, Z0, K2)
	g.KMOVQ(K1, sign(4))
	g.KMOVQ(K2, sign(5))
	g.VPCMPEQB(Z20, Z0, K1)
	g.VPSUBB(Z21, Z0, Z5)
	g.VPCMPUB(Imm(2), Z22, Z5, K2)
	g.KMOVQ(K1, sign(6))
	g.KMOVQ(K2, sign(7))
	g.VPTESTNMB(Z5, Z5, K1)
	g.VPCMPEQB(Z23, Z0, K2)
	g.KMOVQ(K1, sign(8))
	g.KMOVQ(K2, sign(9))
	g.VPCMPEQB(Z29, Z0, K1)
	g.VPSUBB(Z30, Z0, Z5)
	g.VPCMPUB(Imm(2), Z31, Z5, K2)
	g.KMOVQ(K1, sign(10))
	g.KMOVQ(K2, sign(11))
	classify()
	g.VMOVQ(X4, RDX)
	g.MOVQ(RAX, sign(0))
	g.MOVQ(RDX, sign(1))
	g.ADDQ(Imm(64), RSI)
	g.loadEnd()
	g.KORTESTQ(K4, K4)
	g.htmlResult()
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
