package main

import (
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernel that gathers the tokens of blocks. The first bytes of the tokens of each block are moved together, and so
// are their positions, and are put after those of the block before. The state between blocks is in registers: R8 is all
// ones in a string; R9 has the bits of the bytes that an escape sequence still expects, as in TokenGroup.Escaped; R10
// is 1 if the block before ended in a scalar; R11 is the number of tokens; R12 is the constant odd. RSI is the address
// of the block, RDI of the TokenGroup, and R13 of the block's digits. RCX is the number of blocks that are left.
//
// The words of a block are in RAX (quotes) and RBX (backslashes). Most blocks have no backslashes: the main path
// assumes that R9 stays 0.

// The offsets of the fields of a TokenGroup, which kernel/tokens_amd64.go checks.
const (
	groupText    = 0
	groupEscaped = 8
	groupScalar  = 16
	groupN       = 24
	groupNest    = 32
	groupWithin  = 40
	groupWrong   = 48
	groupMasks   = 56
	groupBytes   = 120
	groupIndex   = groupBytes + 128
	groupBlock   = groupIndex + 128
	groupDigits  = groupBlock + 128
	groupStrings = groupDigits + (32+2)*8
	groupBlanks  = groupStrings + 32*8
)

// compress is VPCOMPRESSB with zeros after the selected bytes. avo does not have this instruction.
func (g *gen) compress(from VecPhysical, mask OpmaskPhysical, to VecPhysical) {
	g.Instruction(&ir.Instruction{
		Opcode: "VPCOMPRESSB", Suffixes: []string{"Z"}, Operands: []Op{from, mask, to},
		Inputs: []Op{from, mask}, Outputs: []Op{to}, ISA: []string{"AVX512VBMI2"},
	})
}

// expand is VPEXPANDB, which spreads the first bytes of from over the selected bytes of to. avo does not have this
// instruction.
func (g *gen) expand(from VecPhysical, mask OpmaskPhysical, to VecPhysical) {
	g.Instruction(&ir.Instruction{
		Opcode: "VPEXPANDB", Operands: []Op{from, mask, to}, Inputs: []Op{from, mask, to}, Outputs: []Op{to}, ISA: []string{"AVX512VBMI2"},
	})
}

// byteClass returns a table for VPERMB that finds the bytes of class: it has at index i the byte of class whose low six
// bits are i, or a byte with other low bits. A byte is in class if it equals its entry.
func byteClass(class string) []byte {
	t := make([]byte, 64)
	for i := range t {
		t[i] = byte(^i) & 63
	}
	for _, c := range []byte(class) {
		t[c&63] = c
	}
	return t
}

func tokensVBMI2(g *gen) {
	group := func(disp int) Mem { return Mem{Base: RDI, Disp: disp} }
	g.function("gatherTokensVBMI2", []param{{"src", pointer}, {"nblocks", integer}, {"t", tokenGroup}}, []param{{"passed", integer}})
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("nblocks"), RCX)
	g.MOVQ(g.paramAddr("t"), RDI)
	g.MOVQ(group(groupText), R8)
	g.MOVQ(group(groupEscaped), R9)
	g.MOVQ(group(groupScalar), R10)
	g.XORL(R11L, R11L)
	g.MOVQ(U64(odd), R12)
	g.LEAQ(group(groupDigits), R13)
	g.broadcast16(g.data("vecQuote", repeated('"', 16)), Z16)
	g.broadcast16(g.data("vecBackslash", repeated('\\', 16)), Z17)
	g.broadcast16(g.data("vecSpace", repeated(' ', 16)), Z18)
	g.broadcast16(g.data("vecBehindSpace", repeated(' '+1, 16)), Z19)
	g.VMOVDQU64(g.data("vecOutside", byteClass(" \t\n\r,:[]{}")), Z20)
	g.broadcast16(g.data("vecZero", repeated('0', 16)), Z21)
	g.broadcast16(g.data("vecNine", repeated(9, 16)), Z22)
	g.broadcast16(g.data("vecOne", repeated(1, 16)), Z23)
	g.VMOVDQU64(g.data("vecCount", counted(64)), Z24)
	g.VPXORD(Z25, Z25, Z25)
	g.VMOVDQU64(g.data("vecEscapes", byteClass(`\/bfnrtu`)), Z26)
	g.broadcast16(g.data("vecU", repeated('u', 16)), Z27)
	g.broadcast16(g.data("vecA", repeated('a', 16)), Z28)
	g.broadcast16(g.data("vecFive", repeated(5, 16)), Z29)
	g.VPTERNLOGD(Imm(0xff), Z14, Z14, Z14)
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))

	g.Label("block")
	g.VMOVDQU64(Mem{Base: RSI}, Z0)
	g.VPCMPEQB(Z16, Z0, K1)
	g.VPCMPEQB(Z17, Z0, K2)
	g.VPCMPUB(Imm(1), Z18, Z0, K3)
	g.VPSUBB(Z19, Z0, Z1)
	g.VPANDND(Z1, Z0, Z1)
	g.VPMOVB2M(Z1, K4)
	g.VPERMB(Z20, Z0, Z1)
	g.VPCMPEQB(Z1, Z0, K5)
	g.VPSUBB(Z21, Z0, Z3)
	g.VPCMPUB(Imm(2), Z22, Z3, K6)
	g.KMOVQ(K1, RAX)
	g.KMOVQ(K2, RBX)
	g.KMOVQ(K6, Mem{Base: R13})
	g.XORL(R15L, R15L)
	g.MOVQ(RBX, RDX)
	g.ORQ(R9, RDX)
	g.JNE(LabelRef("escapes"))

	g.Label("strings")
	g.Comment("A product without carries with all ones has the exclusive or of all bits up to each one.")
	g.VMOVQ(RAX, X4)
	g.VPCLMULQDQ(Imm(0), X14, X4, X4)
	g.VMOVQ(X4, RDX)
	g.XORQ(R8, RDX)
	g.MOVQ(RDX, Mem{Base: R13, Disp: groupStrings - groupDigits})
	g.KMOVQ(K3, RBX)
	g.TESTQ(RDX, RBX)
	g.JNE(LabelRef("done"))
	g.Comment("What is outside of strings, and neither white space nor a sign, is of scalars.")
	g.KMOVQ(K5, R14)
	g.ORQ(RAX, R14)
	g.ORQ(RDX, R14)
	g.NOTQ(R14)
	g.ANDQ(RDX, RAX)
	g.KMOVQ(K4, Mem{Base: R13, Disp: groupBlanks - groupDigits})
	g.KANDNQ(K5, K4, K4)
	g.KMOVQ(K4, RBX)
	g.ANDNQ(RBX, RDX, RBX)
	g.ORQ(RAX, RBX)
	g.LEAQ(Mem{Base: R10, Index: R14, Scale: 2}, RAX)
	g.ANDNQ(R14, RAX, RAX)
	g.ORQ(RAX, RBX)
	g.POPCNTQ(RBX, RAX)
	g.ADDQ(R11, RAX)
	g.CMPQ(RAX, Imm(64))
	g.JGT(LabelRef("done"))
	g.KMOVQ(RBX, K7)
	g.compress(Z0, K7, Z1)
	g.compress(Z24, K7, Z2)
	g.MOVQ(I32(-1), RBX)
	g.BZHIQ(R11, RBX, RBX)
	g.NOTQ(RBX)
	g.KMOVQ(RBX, K7)
	g.expand(Z1, K7, Z10)
	g.expand(Z2, K7, Z11)
	g.VMOVDQU8(Z25, K7, Z12)
	g.VPADDB(Z23, Z25, Z25)
	g.MOVQ(RAX, R11)
	g.MOVQ(RDX, R8)
	g.SARQ(Imm(63), R8)
	g.MOVQ(R14, R10)
	g.SHRQ(Imm(63), R10)
	g.MOVQ(R15, R9)
	g.ADDQ(Imm(64), RSI)
	g.ADDQ(Imm(8), R13)
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.MOVQ(U32(0), Mem{Base: R13})
	g.JMP(LabelRef("done"))

	g.Label("escapes")
	g.Comment("Runs of backslashes: those that escape something and what ends a run, then what is escaped.")
	g.MOVQ(R9, R14)
	g.ANDQ(Imm(1), R14)
	g.ANDNQ(RBX, R14, R15)
	g.LEAQ(Mem{Base: R15, Index: R15, Scale: 1}, RDX)
	g.ORQ(R12, RDX)
	g.SUBQ(R15, RDX)
	g.XORQ(R12, RDX)
	g.MOVQ(RBX, R15)
	g.ANDQ(RDX, R15)
	g.SHRQ(Imm(63), R15)
	g.ORQ(R14, RBX)
	g.XORQ(RBX, RDX)
	g.Comment("What may follow a backslash.")
	g.VPERMB(Z26, Z0, Z4)
	g.VPCMPEQB(Z4, Z0, K7)
	g.KORQ(K1, K7, K7)
	g.KMOVQ(K7, RBX)
	g.ANDNQ(RDX, RBX, RBX)
	g.JNE(LabelRef("done"))
	g.ANDNQ(RAX, RDX, RAX)
	g.Comment("Four digits behind each u. Where they overlap, the first u lacks one in front of where sums have carries.")
	g.VPCMPEQB(Z27, Z0, K7)
	g.KMOVQ(K7, RBX)
	g.MOVQ(R9, R14)
	g.SHRQ(Imm(1), R14)
	g.ANDQ(RBX, RDX)
	g.MOVQ(RDX, RBX)
	g.ORQ(R14, RBX)
	g.JEQ(LabelRef("strings"))
	g.MOVQ(R14, RBX)
	g.VPORD(Z18, Z0, Z4)
	g.VPSUBB(Z28, Z4, Z4)
	g.VPCMPUB(Imm(2), Z29, Z4, K7)
	g.KORQ(K6, K7, K7)
	g.MULXQ(g.data("fourDigits", []byte{0b11110, 0, 0, 0, 0, 0, 0, 0}), R14, RDX)
	g.ORQ(R14, RBX)
	g.LEAQ(Mem{Base: R15, Index: RDX, Scale: 2}, R15)
	g.KMOVQ(K7, RDX)
	g.ANDNQ(RBX, RDX, RBX)
	g.JEQ(LabelRef("strings"))

	g.Label("done")
	g.MOVQ(g.paramAddr("nblocks"), RAX)
	g.SUBQ(RCX, RAX)
	g.MOVQ(RAX, g.resultAddr(0))
	g.JEQ(LabelRef("end"))
	g.MOVQ(U32(0), Mem{Base: R13, Disp: 8})
	g.MOVQ(R8, group(groupText))
	g.MOVQ(R9, group(groupEscaped))
	g.MOVQ(R10, group(groupScalar))
	g.MOVQ(R11, group(groupN))
	g.Comment("The classes of the tokens.")
	g.VMOVDQU64(Z10, group(groupBytes))
	g.VMOVDQU64(Z11, group(groupIndex))
	g.VMOVDQU64(Z12, group(groupBlock))
	g.VMOVDQA64(Z10, Z0)
	g.VPORD(Z18, Z0, Z2)
	g.broadcast16(g.data("vecOpen", repeated('{', 16)), Z1)
	g.VPCMPEQB(Z1, Z2, K1)
	g.broadcast16(g.data("vecClose", repeated('}', 16)), Z1)
	g.VPCMPEQB(Z1, Z2, K2)
	g.VPTESTMB(Z18, Z0, K3)
	g.broadcast16(g.data("vecColon", repeated(':', 16)), Z1)
	g.VPCMPEQB(Z1, Z0, K4)
	g.broadcast16(g.data("vecComma", repeated(',', 16)), Z1)
	g.VPCMPEQB(Z1, Z0, K5)
	for i, k := range []OpmaskPhysical{K1, K2, K3, K4, K5} {
		g.KMOVQ(k, group(groupMasks+8*i))
	}
	g.VPCMPEQB(Z16, Z0, K1)
	g.broadcast16(g.data("vecAtoZ", repeated(25, 16)), Z3)
	g.VPSUBB(Z28, Z0, Z1)
	g.VPCMPUB(Imm(2), Z3, Z1, K2)
	g.broadcast16(g.data("vecMinus", repeated('-', 16)), Z1)
	g.VPCMPEQB(Z1, Z0, K3)
	g.VPSUBB(Z21, Z0, Z1)
	g.VPCMPUB(Imm(2), Z22, Z1, K4)
	g.KORQ(K3, K4, K3)
	for i, k := range []OpmaskPhysical{K1, K2, K3} {
		g.KMOVQ(k, group(groupMasks+40+8*i))
	}
	g.nest(group)
	g.Label("end")
	g.VZEROUPPER()
	g.RET()
}

// nest finds the innermost container of each token, and wrong brackets, by a loop over the brackets. RAX has the kinds
// of the open containers. RBX and RDX have a bit for each bracket: whether it opens a container, and whether it is { or
// }. RSI gets, for each bracket, the kind of the innermost container after it.
func (g *gen) nest(group func(int) Mem) {
	g.MOVQ(group(groupMasks), RDX)
	g.MOVQ(RDX, R9)
	g.ORQ(group(groupMasks+8), R9)
	g.PEXTQ(R9, RDX, RBX)
	g.MOVQ(group(groupMasks+16), RDX)
	g.PEXTQ(R9, RDX, RDX)
	g.MOVQ(group(groupNest), RAX)
	g.MOVQ(RAX, R10)
	g.ANDQ(Imm(1), R10)
	g.MOVQ(RBX, R11)
	g.MOVQ(RDX, R12)
	g.XORL(R13L, R13L)
	g.XORL(ESI, ESI)
	g.POPCNTQ(R9, R14)
	g.JEQ(LabelRef("nested"))
	g.MOVQ(R14, R8)
	g.Label("bracket")
	g.MOVQ(RAX, R15)
	g.SHRQ(Imm(1), RDX)
	g.ADCQ(RAX, R15)
	g.SHRQ(Imm(1), RAX)
	g.SHRQ(Imm(1), RBX)
	g.CMOVQCS(R15, RAX)
	g.SHRQ(Imm(1), RAX, RSI)
	g.LEAQ(Mem{Base: RAX, Disp: -2}, R15)
	g.ORQ(R15, R13)
	g.ORQ(RAX, R13)
	g.DECQ(R8)
	g.JNE(LabelRef("bracket"))
	g.MOVQ(RAX, group(groupNest))
	g.NEGQ(R14)
	g.SHRXQ(R14, RSI, RSI)
	g.NEGQ(R14)
	g.Label("nested")
	g.Comment("What closes must be of the kind that was innermost.")
	g.LEAQ(Mem{Base: R10, Index: RSI, Scale: 2}, RDX)
	g.XORQ(RDX, R12)
	g.ANDNQ(R12, R11, R12)
	g.BZHIQ(R14, R12, R12)
	g.SHRQ(Imm(63), R13)
	g.ORQ(R13, R12)
	g.MOVQ(R12, group(groupWrong))
	g.Comment("The kind changes behind some brackets.")
	g.XORQ(RDX, RSI)
	g.PDEPQ(R9, RSI, RSI)
	g.storeWithin(group)
}

// storeWithin stores the word Within, which has the tokens whose innermost container is an object, and leaves it in
// RSI. Before, RSI has a bit where the kind of the innermost container changes, and R10 is the kind before all tokens.
func (g *gen) storeWithin(group func(int) Mem) {
	g.VMOVQ(RSI, X0)
	g.VPCLMULQDQ(Imm(0), X14, X0, X0)
	g.VMOVQ(X0, RSI)
	g.MOVQ(R10, RDX)
	g.NEGQ(RDX)
	g.XORQ(RDX, RSI)
	g.LEAQ(Mem{Base: R10, Index: RSI, Scale: 2}, RSI)
	g.MOVQ(RSI, group(groupWithin))
}

// counted returns the bytes 0, 1, 2 and so on, n of them.
func counted(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}
