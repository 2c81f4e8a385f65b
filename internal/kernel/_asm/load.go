package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// loadArgs begins a kernel that copies blocks on the way. It loads the parameters to RSI, RDX and RDI, and to R10 how
// far the copy is from the source.
func (g *gen) loadArgs(name, result string, more ...param) {
	params := []param{{"dst", pointer}, {"src", pointer}, {"n", integer}, {"out", pointer}}
	g.function(name, append(params, more...), []param{{result, boolean}})
	g.MOVQ(g.paramAddr("dst"), R10)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RDX)
	g.MOVQ(g.paramAddr("out"), RDI)
	g.SUBQ(RSI, R10)
}

// loadParams does what loadArgs does, and loads the number of blocks to RCX, and to R9 as many low bits as the last
// block has bytes.
func (g *gen) loadParams(name, result string, more ...param) {
	g.loadArgs(name, result, more...)
	g.MOVQ(RDX, RCX)
	g.MOVQ(U32(1), RAX)
	g.SHLQ(CL, RAX)
	g.DECQ(RAX)
	g.MOVQ(RAX, R9)
	// The last block is never full.
	g.SHRQ(Imm(6), RCX)
	g.INCQ(RCX)
}

// load512 returns what copies a block. The last one is loaded under a mask, which both fills it up with zeros and keeps
// the kernel from touching what is behind the source.
func (g *gen) load512() func() {
	return func() {
		// R8: the mask of this block.
		g.MOVQ(I32(-1), R8)
		g.CMPQ(RCX, Imm(1))
		g.CMOVQEQ(R9, R8)
		g.KMOVQ(R8, K3)
		g.VMOVDQU8_Z(Mem{Base: RSI}, K3, Z0)
		g.VMOVDQU64(Z0, Mem{Base: RSI, Index: R10, Scale: 1})
	}
}

// loadEnd writes a block of zeros behind the copy: readers may look a whole block further.
func (g *gen) loadEnd() {
	g.VPXORD(Z0, Z0, Z0)
	g.VMOVDQU64(Z0, Mem{Base: RSI, Index: R10, Scale: 1})
}

// loadAVX512 is the masks kernel over blocks that it copies.
func loadAVX512(g *gen) {
	g.loadParams("loadAVX512", "valid")
	l := g.loop512()
	l.classify = g.classify512()
	l.load = g.load512()
	g.masksLoop(l)
	g.loadEnd()
	g.result(Z2)
}
