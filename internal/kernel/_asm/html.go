package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels for JSON that is copied to the output. They make the masks of strings and white space, and do not check
// UTF-8. Their result is whether any byte is <, > or &, or the first byte of U+2028 and U+2029.

// htmlParams begins an HTML kernel and loads its parameters into RSI, RCX and RDI.
func (g *gen) htmlParams(name string) {
	g.function(name, []param{{"src", pointer}, {"nblocks", integer}, {"out", pointer}}, []param{{"html", boolean}})
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("nblocks"), RCX)
	g.MOVQ(g.paramAddr("out"), RDI)
}

// htmlResult ends an HTML kernel: the result is true if the flags are NE.
func (g *gen) htmlResult() {
	g.SETNE(AL)
	g.MOVB(AL, g.resultAddr(0))
	g.VZEROUPPER()
	g.RET()
}

// classifyHTML512 loads the tables and returns a function that writes the two words of the block in Z0, like
// classify512, and adds to K4 the bits of the bytes that may have to be escaped.
func (g *gen) classifyHTML512() func() {
	classify := g.classify512()
	g.broadcast16(g.data("vecHTML", nibbleTable("<>&")), Z27)
	g.broadcast16(g.data("vecE2", repeated(0xe2, 16)), Z28)
	g.KXORQ(K4, K4, K4)
	return func() {
		g.VPSHUFB(Z0, Z27, Z3)
		g.VPCMPEQB(Z3, Z0, K1)
		g.VPCMPEQB(Z28, Z0, K2)
		g.KORQ(K1, K4, K4)
		g.KORQ(K2, K4, K4)
		classify()
	}
}

func masksHTMLAVX512(g *gen) {
	g.htmlParams("masksHTMLAVX512")
	classify := g.classifyHTML512()
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
	g.Label("block")
	g.VMOVDQU64(Mem{Base: RSI}, Z0)
	classify()
	g.ADDQ(Imm(64), RSI)
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.Label("done")
	g.KORTESTQ(K4, K4)
	g.htmlResult()
}

// loadHTMLAVX512 writes the kernel for LoadHTML: it makes the masks as masksHTMLAVX512 does, and copies the blocks as
// loadAVX512 does.
func loadHTMLAVX512(g *gen) {
	g.loadParams("loadHTMLAVX512", "html")
	load := g.load512()
	classify := g.classifyHTML512()
	g.Label("block")
	load()
	classify()
	g.ADDQ(Imm(64), RSI)
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.loadEnd()
	g.KORTESTQ(K4, K4)
	g.htmlResult()
}

// classifyHTML256 loads the tables and returns a function that writes the two words of the block in Y0 and Y1, like
// classify256. The function makes Y3 different from zero if a byte may have to be escaped.
func (g *gen) classifyHTML256() func() {
	classify := g.classify256()
	g.broadcast16(g.data("vecHTML", nibbleTable("<>&")), Y11)
	g.broadcast16(g.data("vecE2", repeated(0xe2, 16)), Y12)
	g.VPXOR(Y3, Y3, Y3)
	return func() {
		for _, half := range []VecPhysical{Y0, Y1} {
			g.VPSHUFB(half, Y11, Y4)
			g.VPCMPEQB(Y4, half, Y4)
			g.VPCMPEQB(Y12, half, Y5)
			g.VPOR(Y4, Y3, Y3)
			g.VPOR(Y5, Y3, Y3)
		}
		classify()
	}
}

func masksHTMLAVX2(g *gen) {
	g.htmlParams("masksHTMLAVX2")
	classify := g.classifyHTML256()
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
	g.Label("block")
	g.VMOVDQU(Mem{Base: RSI}, Y0)
	g.VMOVDQU(Mem{Base: RSI, Disp: 32}, Y1)
	classify()
	g.ADDQ(Imm(64), RSI)
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.Label("done")
	g.VPTEST(Y3, Y3)
	g.htmlResult()
}

// loadHTMLAVX2 writes the kernel for LoadHTML: it makes the masks as masksHTMLAVX2 does, and copies the blocks as
// loadAVX2 does.
func loadHTMLAVX2(g *gen) {
	g.loadParams256("loadHTMLAVX2", "html")
	load := g.load256()
	classify := g.classifyHTML256()
	g.Label("block")
	load()
	classify()
	g.ADDQ(Imm(64), RSI)
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.loadEnd256()
	g.VPTEST(Y3, Y3)
	g.htmlResult()
}
