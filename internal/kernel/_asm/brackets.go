package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels for Brackets. They make four words for each block, with a bit for each quote, backslash, opening bracket
// and closing bracket. With bit 5 set, [ equals { and ] equals }, so one comparison finds both; no other byte becomes {
// or }.

// bracketsLoop writes a kernel. tables loads constants, and words makes the words of a block.
func (g *gen) bracketsLoop(name string, tables, words func()) {
	g.function(name, []param{{"src", pointer}, {"nblocks", integer}, {"out", pointer}}, nil)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("nblocks"), RCX)
	g.MOVQ(g.paramAddr("out"), RDI)
	tables()
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
	g.Label("block")
	words()
	g.ADDQ(Imm(64), RSI)
	g.ADDQ(Imm(32), RDI)
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.Label("done")
	g.VZEROUPPER()
	g.RET()
}

// bracketTables returns a function that loads the bytes to find, and bit 5, into these registers.
func (g *gen) bracketTables(quote, slash, open, closing, bit VecPhysical) func() {
	return func() {
		g.broadcast16(g.data("vecQuote", repeated('"', 16)), quote)
		g.broadcast16(g.data("vecBackslash", repeated('\\', 16)), slash)
		g.broadcast16(g.data("vecOpen", repeated('{', 16)), open)
		g.broadcast16(g.data("vecClose", repeated('}', 16)), closing)
		g.broadcast16(g.data("vecSpace", repeated(' ', 16)), bit)
	}
}

func bracketsAVX512(g *gen) {
	g.bracketsLoop("bracketsAVX512", g.bracketTables(Z16, Z17, Z18, Z19, Z20), func() {
		g.VMOVDQU64(Mem{Base: RSI}, Z0)
		g.VPORD(Z0, Z20, Z1)
		for i, x := range []struct{ table, block VecPhysical }{{Z16, Z0}, {Z17, Z0}, {Z18, Z1}, {Z19, Z1}} {
			g.VPCMPEQB(x.table, x.block, K1)
			g.KMOVQ(K1, Mem{Base: RDI, Disp: 8 * i})
		}
	})
}

func bracketsAVX2(g *gen) {
	g.bracketsLoop("bracketsAVX2", g.bracketTables(Y8, Y9, Y10, Y11, Y12), func() {
		for half := range 2 {
			g.VMOVDQU(Mem{Base: RSI, Disp: 32 * half}, Y0)
			g.VPOR(Y0, Y12, Y1)
			for i, x := range []struct{ table, block VecPhysical }{{Y8, Y0}, {Y9, Y0}, {Y10, Y1}, {Y11, Y1}} {
				g.VPCMPEQB(x.table, x.block, Y2)
				g.VPMOVMSKB(Y2, EAX)
				g.MOVL(EAX, Mem{Base: RDI, Disp: 8*i + 4*half})
			}
		}
	})
}
