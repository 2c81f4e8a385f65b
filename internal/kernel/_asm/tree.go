package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernel that makes cells from a group of tokens. First it makes the cells of scalars and names, one after the
// other. Then a loop from bracket to bracket moves them to their places in the tree. RDI is the address of the
// TokenGroup, RCX of the Tree, and RAX has the bits of the tokens with a cell of their own.

// The offsets of the fields of a Tree, which kernel/tokens_amd64.go checks.
const (
	treeCells  = 0
	treeN      = 24
	treeOpen   = 32
	treePlaces = 40
	treeSpans  = treePlaces + 64*4
)

func growVBMI2(g *gen) {
	g.function("growVBMI2", []param{{"t", tokenGroup}, {"from", integer}, {"right", word}, {"cells", word}, {"counted", word}, {"to", tree}}, []param{{"late", word}})
	g.MOVQ(g.paramAddr("t"), RDI)
	g.MOVQ(g.paramAddr("cells"), RAX)
	g.MOVQ(g.paramAddr("to"), RCX)
	g.lateCells()
	g.cellsAtOnce()
	g.placeCells()
	g.VZEROUPPER()
	g.RET()
}

// lateCells sets the function's result to a mask: those tokens of RAX that have white space between them and the next
// token. It first finds for all tokens at once whether the byte before a token is white space. A token at position x asks
// for bit x-1 of the bitmap Blanks of 256 bytes, which is bit (x+7)%8 of byte (x+7)/8-1. Then it shifts the mask, so
// that each token has the answer of the next one.
func (g *gen) lateCells() {
	g.VMOVDQU64(Mem{Base: RDI, Disp: groupIndex}, Z0)
	g.VMOVDQU64(Mem{Base: RDI, Disp: groupBlock}, Z1)
	g.broadcast16(g.data("vecSeven", repeated(7, 16)), Z3)
	g.broadcast16(g.data("vecMinusOne", repeated(0xff, 16)), Z4)
	g.VPADDB(Z3, Z0, Z0)
	g.VPSRLW(Imm(3), Z0, Z2)
	g.VPSLLW(Imm(3), Z1, Z1)
	g.VPADDB(Z4, Z1, Z1)
	g.broadcast16(g.data("vecFifteen", repeated(15, 16)), Z5)
	g.VPANDD(Z5, Z2, Z2)
	g.VPADDB(Z2, Z1, Z1)
	g.VMOVDQU64(Mem{Base: RDI, Disp: groupBlanks}, Z5)
	g.VMOVDQU64(Mem{Base: RDI, Disp: groupBlanks + 128}, Z6)
	g.VMOVDQA64(Z1, Z7)
	g.VPERMI2B(Mem{Base: RDI, Disp: groupBlanks + 64}, Z5, Z7)
	g.VPMOVB2M(Z1, K1)
	g.VPERMI2B(Mem{Base: RDI, Disp: groupBlanks + 192}, Z6, Z1)
	g.VMOVDQU8(Z1, K1, Z7)
	g.VPANDD(Z3, Z0, Z0)
	g.broadcast16(g.data("vecBits", []byte{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128}), Z5)
	g.VPSHUFB(Z0, Z5, Z0)
	g.VPTESTMB(Z0, Z7, K1)
	g.KMOVQ(K1, RBX)
	g.SHRQ(Imm(1), RBX)
	g.ANDQ(RAX, RBX)
	g.MOVQ(RBX, g.resultAddr(0))
}

// cellsAtOnce computes the positions of all 64 tokens of the group, 16 in each of Z4 to Z7: from, plus 64 times the
// number of the token's block, plus its index in the block. A cell is a pair: the position of a token and that of the
// next one. Each step makes the cells of eight tokens, stores those whose bit in the low byte of RAX is set side by
// side, after the R8 cells stored before, and shifts RAX to the bits of the next eight tokens.
func (g *gen) cellsAtOnce() {
	g.VPBROADCASTD(g.paramAddr("from"), Z2)
	at := []VecPhysical{Z4, Z5, Z6, Z7}
	for i, z := range at {
		g.VPMOVZXBD(Mem{Base: RDI, Disp: groupBlock + 16*i}, Z0)
		g.VPMOVZXBD(Mem{Base: RDI, Disp: groupIndex + 16*i}, z)
		g.VPSLLD(Imm(6), Z0, Z0)
		g.VPADDD(Z2, z, z)
		g.VPADDD(Z0, z, z)
		g.VMOVDQU32(z, Mem{Base: RCX, Disp: treePlaces + 64*i})
	}
	g.VMOVDQU32(g.data("vecPairs", pairs(0)), Z8)
	g.VMOVDQU32(g.data("vecLaterPairs", pairs(8)), Z9)
	g.XORL(R8L, R8L)
	for i, z := range at {
		next := at[(i+1)%len(at)] // the next position of the last token is undefined
		g.VALIGND(Imm(1), z, next, Z1)
		for half, order := range []VecPhysical{Z8, Z9} {
			g.VMOVDQA64(z, Z0)
			g.VPERMT2D(Z1, order, Z0)
			g.KMOVQ(RAX, K1)
			g.VPCOMPRESSQ_Z(Z0, K1, Z0)
			g.VMOVDQU64(Z0, Mem{Base: RCX, Index: R8, Scale: 8, Disp: treeSpans})
			if i == len(at)-1 && half == 1 {
				break
			}
			g.MOVBLZX(AL, EBX)
			g.POPCNTL(EBX, EBX)
			g.ADDQ(RBX, R8)
			g.SHRQ(Imm(8), RAX)
		}
	}
}

// placeCells moves the cells at RDX to the tree: RDI is the address of its cells, and RSI their number. R12 is the
// index of the open container, R13 the address of the tokens' positions. R8 has the bits of tokens with a cell, R9 of
// tokens that are elements or members, R10 of brackets and R11 of opening brackets. Eight cells are always moved at
// once.
func (g *gen) placeCells() {
	g.MOVQ(g.paramAddr("right"), RAX)
	g.MOVQ(Mem{Base: RDI, Disp: groupMasks}, R11)
	g.MOVQ(Mem{Base: RDI, Disp: groupMasks + 8}, R10)
	g.ANDQ(RAX, R11)
	g.ANDQ(RAX, R10)
	g.ORQ(R11, R10)
	g.MOVQ(g.paramAddr("cells"), R8)
	g.MOVQ(g.paramAddr("counted"), R9)
	g.LEAQ(Mem{Base: RCX, Disp: treePlaces}, R13)
	g.LEAQ(Mem{Base: RCX, Disp: treeSpans}, RDX)
	g.MOVQ(Mem{Base: RCX, Disp: treeCells}, RDI)
	g.MOVQ(Mem{Base: RCX, Disp: treeN}, RSI)
	g.MOVQ(Mem{Base: RCX, Disp: treeOpen}, R12)

	open := func(disp int) Mem { return Mem{Base: RDI, Index: R12, Scale: 8, Disp: disp} }
	next := func(disp int) Mem { return Mem{Base: RDI, Index: RSI, Scale: 8, Disp: disp} }
	g.Label("bracket")
	g.Comment("All bits are lower than those of no bracket.")
	g.BLSIQ(R10, RAX)
	g.LEAQ(Mem{Base: RAX, Disp: -1}, RBX)
	g.MOVQ(R8, R14)
	g.ANDQ(RBX, R14)
	g.POPCNTQ(R14, R14)
	g.MOVQ(R9, R15)
	g.ANDQ(RBX, R15)
	g.POPCNTQ(R15, R15)
	g.ADDL(R15L, open(12))
	g.ANDNQ(R8, RBX, R8)
	g.ANDNQ(R9, RBX, R9)
	g.VMOVDQU64(Mem{Base: RDX}, Z0)
	g.VMOVDQU64(Z0, next(0))
	g.CMPQ(R14, Imm(8))
	g.JGT(LabelRef("more"))
	g.Label("moved")
	g.ADDQ(R14, RSI)
	g.LEAQ(Mem{Base: RDX, Index: R14, Scale: 8}, RDX)
	g.TESTQ(RAX, RAX)
	g.JEQ(LabelRef("end"))
	g.TZCNTQ(R10, RBX)
	g.MOVL(Mem{Base: R13, Index: RBX, Scale: 4}, EBX)
	g.XORQ(RAX, R10)
	g.TESTQ(RAX, R11)
	g.JEQ(LabelRef("close"))
	g.MOVQ(RBX, next(0))
	g.MOVQ(R12, next(8))
	g.MOVQ(RSI, R12)
	g.ADDQ(Imm(2), RSI)
	g.JMP(LabelRef("bracket"))

	g.Label("close")
	g.INCL(EBX)
	g.MOVL(EBX, open(4))
	g.MOVL(open(8), EBX)
	g.MOVL(ESI, open(8))
	g.MOVQ(RBX, R12)
	g.INCL(open(12))
	g.JMP(LabelRef("bracket"))

	g.Label("more")
	g.MOVL(U32(8), EBX)
	g.Label("eight")
	g.LEAQ(Mem{Base: RSI, Index: RBX, Scale: 1}, R15)
	g.VMOVDQU64(Mem{Base: RDX, Index: RBX, Scale: 8}, Z0)
	g.VMOVDQU64(Z0, Mem{Base: RDI, Index: R15, Scale: 8})
	g.ADDQ(Imm(8), RBX)
	g.CMPQ(RBX, R14)
	g.JLT(LabelRef("eight"))
	g.JMP(LabelRef("moved"))

	g.Label("end")
	g.MOVQ(RSI, Mem{Base: RCX, Disp: treeN})
	g.MOVQ(R12, Mem{Base: RCX, Disp: treeOpen})
}

// pairs returns the order for VPERMT2D that interleaves eight words of one vector, beginning with word first, with the
// same eight words of another vector.
func pairs(first int) []byte {
	b := make([]byte, 64)
	for i := range 8 {
		b[8*i], b[8*i+4] = byte(first+i), byte(16+first+i)
	}
	return b
}
