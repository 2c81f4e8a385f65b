package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// copyNumberAVX2 writes the kernel for CopyNumber. Words with a bit for each byte of the text show digits (RAX), minus
// signs (RBX), points (RCX) and zeros (RDX). R9 collects the bits of bytes that are not allowed.
func copyNumberAVX2(g *gen) {
	g.function("copyNumberAVX2", []param{{"dst", pointer}, {"src", pointer}, {"n", integer}}, []param{{"plain", boolean}})
	g.MOVQ(g.paramAddr("dst"), RDI)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), R10)
	g.VMOVD(R10L, X1)
	g.VPBROADCASTB(X1, Y1)
	g.VPCMPGTB(g.data("vecIndex", places32()), Y1, Y1)
	g.VPAND(Mem{Base: RSI}, Y1, Y0)
	g.VMOVDQU(Y0, Mem{Base: RDI})
	constant := func(name string, c byte) { g.broadcast16(g.data(name, repeated(c, 16)), Y2) }
	for _, sign := range []struct {
		name string
		c    byte
		word GPPhysical
	}{{"vecMinus", '-', RBX}, {"vecPoint", '.', RCX}, {"vecZero", '0', RDX}} {
		constant(sign.name, sign.c)
		g.VPCMPEQB(Y2, Y0, Y3)
		g.VPMOVMSKB(Y3, sign.word.As32())
	}
	g.Comment("The zero digit is still there: of digits less that one the smaller with nine is the same.")
	g.VPSUBB(Y2, Y0, Y3)
	constant("vecNine", 9)
	g.VPMINUB(Y2, Y3, Y4)
	g.VPCMPEQB(Y4, Y3, Y3)
	g.VPMOVMSKB(Y3, EAX)
	g.VZEROUPPER()
	g.Comment("No bytes but these, and none is a minus but the first. R8 is the last of them.")
	g.MOVL(U32(0xffffffff), R9L)
	g.BZHIL(R10L, R9L, R9L)
	g.MOVL(R9L, R8L)
	g.SHRL(Imm(1), R8L)
	g.INCL(R8L)
	g.XORL(EAX, R9L)
	g.XORL(ECX, R9L)
	g.MOVL(EBX, R10L)
	g.ANDL(Imm(1), R10L)
	g.XORL(R10L, R9L)
	g.Comment("The first behind the minus is a digit, and so is the last. R10 is the first.")
	g.INCL(R10L)
	g.ORL(R10L, R8L)
	g.ANDNL(R8L, EAX, R8L)
	g.ORL(R8L, R9L)
	g.Comment("There is one point at most.")
	g.BLSRL(ECX, ECX)
	g.ORL(ECX, R9L)
	g.Comment("No digit stands behind a zero that is the first.")
	g.ANDL(R10L, EDX)
	g.ADDL(EDX, EDX)
	g.ANDL(EAX, EDX)
	g.ORL(EDX, R9L)
	g.SETEQ(AL)
	g.MOVB(AL, g.resultAddr(0))
	g.RET()
}
