package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// loadAVX512 is the masks kernel over blocks that it copies on the way. The last block is loaded under a mask, which
// both fills it up with zeros and keeps the kernel from touching what is behind the source.
func loadAVX512(g *gen) {
	g.function("loadAVX512", []param{{"dst", pointer}, {"src", pointer}, {"n", integer}, {"out", pointer}}, []param{{"valid", boolean}})
	g.MOVQ(g.paramAddr("dst"), R10)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RDX)
	g.MOVQ(g.paramAddr("out"), RDI)
	g.SUBQ(RSI, R10) // R10: from the source to its copy
	// R9: as many low bits as the last block has bytes.
	g.MOVQ(RDX, RCX)
	g.MOVQ(U32(1), RAX)
	g.SHLQ(CL, RAX)
	g.DECQ(RAX)
	g.MOVQ(RAX, R9)
	// RCX: blocks; the last one is never full.
	g.SHRQ(Imm(6), RCX)
	g.INCQ(RCX)
	l := g.loop512()
	classify := g.classify512()
	l.load = func() {
		// R8: the mask of this block.
		g.MOVQ(I32(-1), R8)
		g.CMPQ(RCX, Imm(1))
		g.CMOVQEQ(R9, R8)
		g.KMOVQ(R8, K3)
		g.VMOVDQU8_Z(Mem{Base: RSI}, K3, Z0)
		g.VMOVDQU64(Z0, Mem{Base: RSI, Index: R10, Scale: 1})
	}
	l.classify = classify
	g.masksLoop(l)
	// Readers may look a whole block further.
	g.VPXORD(Z0, Z0, Z0)
	g.VMOVDQU64(Z0, Mem{Base: RSI, Index: R10, Scale: 1})
	g.result(Z2)
}
