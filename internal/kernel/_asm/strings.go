package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// stringsAVX2 is stringsAVX512 for AVX2. A string of up to 31 bytes is one vector. A longer one is two vectors that
// overlap, and must be ASCII.
func stringsAVX2(g *gen) {
	stringsBegin(g, "writeStringsAVX2")
	e := avx2Escaper{g, new(Mem)}
	e.consts()

	g.Label("string")
	g.MOVQ(Mem{Base: RSI}, R9)
	g.MOVQ(Mem{Base: RSI, Disp: 8}, R14)
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.CMPQ(R14, Imm(31))
	g.JHI(LabelRef("long"))
	g.TESTQ(R14, R14)
	g.JEQ(LabelRef("empty"))
	e.load(R9, R14)
	e.test()
	g.BZHIL(R14L, R10L, R10L)
	g.JNE(LabelRef("special"))
	g.Label("store")
	g.VMOVDQU(Y0, Mem{Base: RDI, Disp: 1})
	g.Label("quotes")
	g.MOVB(U8('"'), Mem{Base: RDI})
	g.MOVW(U16('"'|','<<8), Mem{Base: RDI, Index: R14, Scale: 1, Disp: 1})
	g.LEAQ(Mem{Base: RDI, Index: R14, Scale: 1, Disp: 3}, RDI)
	g.ADDQ(Imm(16), RSI)
	g.DECQ(RCX)
	g.JNE(LabelRef("string"))
	g.JMP(LabelRef("done"))

	g.Label("long")
	g.CMPQ(R14, Imm(63))
	g.JHI(LabelRef("done"))
	g.VMOVDQU(Mem{Base: R9}, Y0)
	g.VMOVDQU(Mem{Base: R9, Index: R14, Scale: 1, Disp: -32}, Y8)
	e.specials(Y0, Y1, Y2, Y3)
	e.specials(Y8, Y4, Y2, Y3)
	g.VPOR(Y4, Y1, Y1)
	g.VPTEST(Y1, Y1)
	g.JNE(LabelRef("done"))
	g.VMOVDQU(Y0, Mem{Base: RDI, Disp: 1})
	g.VMOVDQU(Y8, Mem{Base: RDI, Index: R14, Scale: 1, Disp: 1 - 32})
	g.JMP(LabelRef("quotes"))

	g.Comment("Bytes above 0x7f alone. Behind the string there are zeros, which show a character that its end cuts off.")
	g.Label("special")
	e.special()
	e.high()
	g.ANDNQ(R10, R11, R10)
	g.JNE(LabelRef("done"))
	e.wide()
	g.TESTQ(RBX, RBX)
	g.JEQ(LabelRef("store"))
	g.JMP(LabelRef("done"))
	stringsEnd(g)
}

// stringsAVX512 writes the kernel for lists of strings. RSI is the address of the next string header, RDI that of its
// text, and RCX the number of strings that are left; R14 is the length. Beyond R8 there is not enough room. The kernel
// stops at a string that is longer than 63 bytes, or is not simply copied: with a byte to escape, an error in UTF-8,
// U+2028 or U+2029.
func stringsAVX512(g *gen) {
	stringsBegin(g, "writeStringsAVX512")
	e := avx512Escaper{g}
	e.consts()
	g.MOVQ(I32(-1), R12)

	g.Label("string")
	g.MOVQ(Mem{Base: RSI}, R9)
	g.MOVQ(Mem{Base: RSI, Disp: 8}, R14)
	g.CMPQ(R14, Imm(63))
	g.JHI(LabelRef("done"))
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.TESTQ(R14, R14)
	g.JEQ(LabelRef("empty"))
	g.BZHIQ(R14, R12, R11)
	g.KMOVQ(R11, K1)
	g.VMOVDQU8_Z(Mem{Base: R9}, K1, Z0)
	g.VPCMPB(Imm(1), Z18, Z0, K1, K4)
	e.test()
	g.JNE(LabelRef("special"))
	g.Label("store")
	g.MOVB(U8('"'), Mem{Base: RDI})
	g.VMOVDQU64(Z0, Mem{Base: RDI, Disp: 1})
	g.MOVW(U16('"'|','<<8), Mem{Base: RDI, Index: R14, Scale: 1, Disp: 1})
	g.LEAQ(Mem{Base: RDI, Index: R14, Scale: 1, Disp: 3}, RDI)
	g.ADDQ(Imm(16), RSI)
	g.DECQ(RCX)
	g.JNE(LabelRef("string"))
	g.JMP(LabelRef("done"))

	g.Comment("Bytes above 0x7f alone. Behind the string there are zeros, which show a character that its end cuts off.")
	g.Label("special")
	e.special()
	e.high()
	g.ANDNQ(R10, R11, R10)
	g.JNE(LabelRef("done"))
	e.wide()
	g.TESTQ(RBX, RBX)
	g.JEQ(LabelRef("store"))
	g.JMP(LabelRef("done"))
	stringsEnd(g)
}

// stringsBegin writes the code before the loop over strings.
func stringsBegin(g *gen, name string) {
	g.function(name, []param{{"dst", pointer}, {"src", pointer}, {"count", integer}, {"room", integer}, {"set", set}},
		[]param{{"done", integer}, {"n", integer}})
	g.MOVQ(g.paramAddr("dst"), RDI)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("count"), RCX)
	g.MOVQ(g.paramAddr("room"), R8)
	g.MOVQ(g.paramAddr("set"), RDX)
	g.XORL(R13L, R13L)
	g.LEAQ(Mem{Base: RDI, Index: R8, Scale: 1, Disp: -roomForString}, R8)
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
}

// stringsEnd writes the code after the loop: for empty strings, which return to the loop, and the end of the kernel.
func stringsEnd(g *gen) {
	g.Comment("An empty string may be anywhere, and a load of nothing takes long where there is no memory.")
	g.Label("empty")
	g.MOVL(U32('"'|'"'<<8|','<<16), Mem{Base: RDI})
	g.ADDQ(Imm(3), RDI)
	g.ADDQ(Imm(16), RSI)
	g.DECQ(RCX)
	g.JNE(LabelRef("string"))

	g.Label("done")
	g.MOVQ(g.paramAddr("count"), RAX)
	g.SUBQ(RCX, RAX)
	g.MOVQ(RAX, g.resultAddr(0))
	g.SUBQ(g.paramAddr("dst"), RDI)
	g.MOVQ(RDI, g.resultAddr(1))
	g.VZEROUPPER()
	g.RET()
}

// roomForString is the number of bytes that may be written for a string: a block, two quotes and a comma.
const roomForString = 64 + 3
