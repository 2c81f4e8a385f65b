package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernel that classifies the tokens of a group, after tokensAVX2 has gathered them. RDI is the address of the
// TokenGroup, R11 the number of tokens.

func classesAVX2(g *gen) {
	group := func(disp int) Mem { return Mem{Base: RDI, Disp: disp} }
	all := func(name string, c byte) Mem { return g.data(name, repeated(c, 32)) }
	g.function("classifyTokensAVX2", []param{{"t", tokenGroup}}, nil)
	g.MOVQ(g.paramAddr("t"), RDI)
	g.MOVQ(group(groupN), R11)
	digit := g.digits(Y8, Y9)
	g.broadcast16(g.data("vecSpace", repeated(' ', 16)), Y13)
	g.VPCMPEQB(Y14, Y14, Y14)
	g.separate(group)
	bracket := func(c Op) func(x, yes VecPhysical) {
		return func(x, yes VecPhysical) {
			g.VPOR(Y13, x, yes)
			g.VPCMPEQB(c, yes, yes)
		}
	}
	for i, classify := range []func(x, yes VecPhysical){
		bracket(all("vecOpen", '{')),
		bracket(all("vecClose", '}')),
		func(x, yes VecPhysical) { g.VPSLLW(Imm(2), x, yes) },
		g.equal(all("vecColon", ':')),
		g.equal(all("vecComma", ',')),
		g.equal(all("vecQuote", '"')),
		g.upTo(all("vecFromZ", 0x7f-'z'), all("vecBelowLetters", 0x7f-26)),
		func(x, yes VecPhysical) {
			digit(x, yes)
			g.VPCMPEQB(all("vecMinus", '-'), x, Y2)
			g.VPOR(Y2, yes, yes)
		},
	} {
		g.class(RAX, RDX, classify)
		g.BZHIQ(R11, RAX, RAX)
		g.MOVQ(RAX, group(groupMasks+8*i))
	}
	g.nestByPlace(group)
	g.VZEROUPPER()
	g.RET()
}

// separate separates the positions and bytes of tokens, which are interleaved in the field for bytes. It stores the
// positions in their own field, and leaves the bytes in Y0 and Y1.
func (g *gen) separate(group func(int) Mem) {
	g.VPSRLW(Imm(8), Y14, Y15)
	for i, bytes := range []VecPhysical{Y0, Y1} {
		g.VMOVDQU(group(groupBytes+64*i), Y2)
		g.VMOVDQU(group(groupBytes+64*i+32), Y3)
		g.VPSRLW(Imm(8), Y2, Y4)
		g.VPSRLW(Imm(8), Y3, Y5)
		g.VPACKUSWB(Y5, Y4, bytes)
		g.VPERMQ(Imm(0xd8), bytes, bytes)
		g.VPAND(Y15, Y2, Y2)
		g.VPAND(Y15, Y3, Y3)
		g.VPACKUSWB(Y3, Y2, Y2)
		g.VPERMQ(Imm(0xd8), Y2, Y2)
		g.VMOVDQU(Y2, group(groupIndex+32*i))
	}
}

// nestByPlace is nest without the instructions PEXT and PDEP, which take hundreds of cycles on AMD processors before
// Zen 3. Its loop tests the bits of each bracket where they are, and is as fast as nest is on other processors. R9 has
// the bits of the brackets that are left, RBX those of opening brackets, R14 those of { and }. RSI gets a bit where the
// kind of the innermost container changes.
func (g *gen) nestByPlace(group func(int) Mem) {
	g.MOVQ(group(groupMasks), RBX)
	g.MOVQ(group(groupMasks+8), R12)
	g.MOVQ(group(groupMasks+16), R14)
	g.MOVQ(RBX, R9)
	g.MOVQ(group(groupNest), RAX)
	g.MOVQ(RAX, R10)
	g.ANDQ(Imm(1), R10)
	g.XORL(R13L, R13L)
	g.XORL(ESI, ESI)
	g.ORQ(R12, R9)
	g.JEQ(LabelRef("nested"))
	g.Label("bracket")
	g.TZCNTQ(R9, RCX)
	g.MOVQ(RAX, R15)
	g.MOVQ(RAX, RDX)
	g.BTQ(RCX, R14)
	g.ADCQ(RAX, R15)
	g.SHRQ(Imm(1), RAX)
	g.BTQ(RCX, RBX)
	g.CMOVQCS(R15, RAX)
	g.XORL(EAX, EDX)
	g.ANDL(Imm(1), EDX)
	g.SHLXQ(RCX, RDX, RDX)
	g.ORQ(RDX, RSI)
	g.LEAQ(Mem{Base: RAX, Disp: -2}, R15)
	g.ORQ(R15, R13)
	g.ORQ(RAX, R13)
	g.BLSRQ(R9, R9)
	g.JNE(LabelRef("bracket"))
	g.MOVQ(RAX, group(groupNest))
	g.Label("nested")
	g.storeWithin(group)
	g.Comment("What closes must be of the kind that was innermost.")
	g.XORQ(RSI, R14)
	g.ANDQ(R14, R12)
	g.SHRQ(Imm(63), R13)
	g.ORQ(R13, R12)
	g.MOVQ(R12, group(groupWrong))
}
