package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// loadArgs begins a kernel that also copies the blocks. It loads the parameters into RSI, RDX and RDI, and the distance
// of the copy from the source into R10.
func (g *gen) loadArgs(name, result string) {
	g.function(name, []param{{"dst", pointer}, {"src", pointer}, {"n", integer}, {"out", pointer}}, []param{{result, boolean}})
	g.MOVQ(g.paramAddr("dst"), R10)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RDX)
	g.MOVQ(g.paramAddr("out"), RDI)
	g.SUBQ(RSI, R10)
}

// loadParams calls loadArgs. It also loads the number of blocks into RCX, and into R9 a mask with one low bit for each
// byte of the last block.
func (g *gen) loadParams(name, result string) {
	g.loadArgs(name, result)
	g.MOVQ(RDX, RCX)
	g.MOVQ(U32(1), RAX)
	g.SHLQ(CL, RAX)
	g.DECQ(RAX)
	g.MOVQ(RAX, R9)
	// The last block is never full.
	g.SHRQ(Imm(6), RCX)
	g.INCQ(RCX)
}

// load512 returns a function that copies a block. The last block is loaded under a mask, which fills it up with zeros
// and keeps the kernel from reading after the source.
func (g *gen) load512() func() {
	return func() {
		// R8 is the mask of this block.
		g.MOVQ(I32(-1), R8)
		g.CMPQ(RCX, Imm(1))
		g.CMOVQEQ(R9, R8)
		g.KMOVQ(R8, K3)
		g.VMOVDQU8_Z(Mem{Base: RSI}, K3, Z0)
		g.VMOVDQU64(Z0, Mem{Base: RSI, Index: R10, Scale: 1})
	}
}

// loadEnd writes a block of zeros after the copy, since code that reads the copy may read a whole block beyond it.
func (g *gen) loadEnd() {
	g.VPXORD(Z0, Z0, Z0)
	g.VMOVDQU64(Z0, Mem{Base: RSI, Index: R10, Scale: 1})
}

// load256 returns a function that copies a block, like load512, for a kernel that begins with loadParams256. In the
// last block the function also reads the bytes after the source, and clears them in the copy.
func (g *gen) load256() func() {
	return func() {
		// R8 is the address of a mask that clears the bytes of this block after the source.
		g.MOVQ(R12, R8)
		g.CMPQ(RCX, Imm(1))
		g.CMOVQEQ(RDX, R8)
		g.VMOVDQU(Mem{Base: R8}, Y0)
		g.VMOVDQU(Mem{Base: R8, Disp: 32}, Y1)
		g.VPAND(Mem{Base: RSI}, Y0, Y0)
		g.VPAND(Mem{Base: RSI, Disp: 32}, Y1, Y1)
		g.VMOVDQU(Y0, Mem{Base: RSI, Index: R13, Scale: 1})
		g.VMOVDQU(Y1, Mem{Base: RSI, Index: R13, Scale: 1, Disp: 32})
	}
}

// loadParams256 is loadParams for AVX2, whose loads and stores take no bit masks. RDX is the address of a byte mask for
// the last block: ones for the bytes of the source, and zeros after them. R12 is the address of a mask of ones for the
// other blocks. R13 is the distance of the copy from the source.
func (g *gen) loadParams256(name, result string) {
	g.function(name, []param{{"dst", pointer}, {"src", pointer}, {"n", integer}, {"out", pointer}}, []param{{result, boolean}})
	g.MOVQ(g.paramAddr("dst"), R13)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RCX)
	g.MOVQ(g.paramAddr("out"), RDI)
	g.SUBQ(RSI, R13)
	g.LEAQ(g.data("vecFront", append(repeated(0xff, 64), repeated(0, 64)...)), R12)
	g.MOVQ(RCX, RAX)
	g.ANDQ(Imm(63), RAX)
	g.LEAQ(Mem{Base: R12, Disp: 64}, RDX)
	g.SUBQ(RAX, RDX)
	// The last block is never full.
	g.SHRQ(Imm(6), RCX)
	g.INCQ(RCX)
}

// loadEnd256 writes a block of zeros after the copy, like loadEnd, with AVX2.
func (g *gen) loadEnd256() {
	g.VPXOR(Y0, Y0, Y0)
	g.VMOVDQU(Y0, Mem{Base: RSI, Index: R13, Scale: 1})
	g.VMOVDQU(Y0, Mem{Base: RSI, Index: R13, Scale: 1, Disp: 32})
}

// loadAVX2 writes the kernel for Load with AVX2. It makes the masks and checks UTF-8 as masksAVX2 does, and also copies
// the blocks.
func loadAVX2(g *gen) {
	g.loadParams256("loadAVX2", "valid")
	l := g.loop256()
	l.classify = g.classify256()
	l.load = g.load256()
	g.masksLoop(l)
	g.loadEnd256()
	g.result(Y3)
}

// loadAVX512 writes the kernel for Load with AVX-512. It makes the masks and checks UTF-8 as masksAVX512 does, and also
// copies the blocks.
func loadAVX512(g *gen) {
	g.loadParams("loadAVX512", "valid")
	l := g.loop512()
	l.classify = g.classify512()
	l.load = g.load512()
	g.masksLoop(l)
	g.loadEnd()
	g.result(Z2)
}
