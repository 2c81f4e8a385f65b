package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernel that skips blocks until the last open array or object is closed. The state between blocks is in registers:
// R8 is the depth, R9 is all ones in a string, R10 is 1 if the next byte is escaped, R11 is the constant odd. The words
// of a block are in RAX (quotes), RBX (backslashes), RDX (opening brackets) and R13 (closing brackets).
//
// Blocks that end in a backslash are rare. So the main loop assumes that R10 is 0; a second copy of its code is for
// blocks whose first byte is escaped.

const odd = 0xAAAAAAAAAAAAAAAA

// passLoop writes the kernel. tables loads constants, and words makes the words of a block.
func (g *gen) passLoop(name string, tables, words func()) {
	g.function(name, []param{{"src", pointer}, {"nblocks", integer}, {"n", nesting}}, []param{{"passed", integer}})
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("nblocks"), RCX)
	g.MOVQ(g.paramAddr("n"), RDI)
	for i, r := range []Register{R8, R9, R10} {
		g.MOVQ(Mem{Base: RDI, Disp: 8 * i}, r)
	}
	g.MOVQ(U64(odd), R11)
	tables()
	g.VPCMPEQB(X14, X14, X14)
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
	g.TESTQ(R10, R10)
	g.JNE(LabelRef("carried"))

	g.Label("block")
	words()
	g.Comment("Runs of backslashes: those that escape something and what ends a run, then what is escaped.")
	g.LEAQ(Mem{Base: RBX, Index: RBX, Scale: 1}, RDI)
	g.ORQ(R11, RDI)
	g.SUBQ(RBX, RDI)
	g.XORQ(R11, RDI)
	g.MOVQ(RDI, R12)
	g.XORQ(RBX, R12)
	g.ANDNQ(RAX, R12, RAX)
	g.TESTQ(RBX, RBX)
	g.JS(LabelRef("last"))
	g.passTail("near")
	g.Label("next")
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.JMP(LabelRef("done"))

	g.Label("near")
	g.passNear()
	g.TESTQ(R10, R10)
	g.JEQ(LabelRef("next"))
	g.JMP(LabelRef("after"))

	g.Label("carried")
	words()
	g.ANDNQ(RBX, R10, R12)
	g.LEAQ(Mem{Base: R12, Index: R12, Scale: 1}, RDI)
	g.ORQ(R11, RDI)
	g.SUBQ(R12, RDI)
	g.XORQ(R11, RDI)
	g.MOVQ(RBX, R12)
	g.ORQ(R10, R12)
	g.XORQ(RDI, R12)
	g.ANDNQ(RAX, R12, RAX)
	g.Label("last")
	g.ANDQ(RBX, RDI)
	g.SHRQ(Imm(63), RDI)
	g.MOVQ(RDI, R10)
	g.passTail("near")
	g.Label("after")
	g.DECQ(RCX)
	g.JEQ(LabelRef("done"))
	g.TESTQ(R10, R10)
	g.JNE(LabelRef("carried"))
	g.JMP(LabelRef("block"))

	g.Label("found")
	g.TZCNTQ(R13, R12)
	g.Label("done")
	g.VZEROUPPER()
	g.MOVQ(g.paramAddr("n"), RDI)
	for i, r := range []Register{R8, R9, R10, R12} {
		g.MOVQ(r, Mem{Base: RDI, Disp: 8 * i})
	}
	g.MOVQ(g.paramAddr("nblocks"), RAX)
	g.SUBQ(RCX, RAX)
	g.MOVQ(RAX, g.resultAddr(0))
	g.RET()
}

// passTail removes brackets in strings, and counts the others. The bits of the bytes in strings are the carry-less
// product of the quotes and all ones, whose bit k is the exclusive or of the bits 0 to k. If the block has at least as
// many closing brackets as containers are open before it, passTail jumps to near.
func (g *gen) passTail(near string) {
	g.VMOVQ(RAX, X0)
	g.VPCLMULQDQ(Imm(0), X14, X0, X0)
	g.VMOVQ(X0, RAX)
	g.XORQ(R9, RAX)
	g.MOVQ(RAX, R9)
	g.SARQ(Imm(63), R9)
	g.ANDNQ(RDX, RAX, RDX)
	g.ANDNQ(R13, RAX, R13)
	g.POPCNTQ(R13, RBX)
	g.CMPQ(RBX, R8)
	g.JGE(LabelRef(near))
	g.POPCNTQ(RDX, RAX)
	g.SUBQ(RBX, R8)
	g.ADDQ(RAX, R8)
	g.ADDQ(Imm(64), RSI)
}

// passNear looks for the bracket that closes the last open container. For each closing bracket it subtracts one from
// R8, and adds the opening brackets before it in the block: if the sum is 0, it jumps to found. If there is no such
// bracket, it adds all opening brackets of the block to R8.
func (g *gen) passNear() {
	g.TESTQ(R13, R13)
	g.JEQ(LabelRef("counted"))
	g.Label("closing")
	g.BLSMSKQ(R13, RAX)
	g.ANDQ(RDX, RAX)
	g.POPCNTQ(RAX, RAX)
	g.DECQ(R8)
	g.ADDQ(R8, RAX)
	g.JEQ(LabelRef("found"))
	g.BLSRQ(R13, R13)
	g.JNE(LabelRef("closing"))
	g.Label("counted")
	g.POPCNTQ(RDX, RAX)
	g.ADDQ(RAX, R8)
	g.ADDQ(Imm(64), RSI)
}

func passAVX512(g *gen) {
	g.passLoop("passBlocksAVX512", g.bracketTables(Z16, Z17, Z18, Z19, Z20), func() {
		g.VMOVDQU64(Mem{Base: RSI}, Z0)
		g.VPORD(Z0, Z20, Z1)
		for i, x := range []struct {
			table, block VecPhysical
			word         GPPhysical
		}{{Z16, Z0, RAX}, {Z17, Z0, RBX}, {Z18, Z1, RDX}, {Z19, Z1, R13}} {
			k := []OpmaskPhysical{K1, K2, K3, K4}[i]
			g.VPCMPEQB(x.table, x.block, k)
			g.KMOVQ(k, x.word)
		}
	})
}

func passAVX2(g *gen) {
	g.passLoop("passBlocksAVX2", g.bracketTables(Y8, Y9, Y10, Y11, Y12), func() {
		g.VMOVDQU(Mem{Base: RSI}, Y0)
		g.VMOVDQU(Mem{Base: RSI, Disp: 32}, Y1)
		g.VPOR(Y0, Y12, Y2)
		g.VPOR(Y1, Y12, Y3)
		for _, x := range []struct {
			table, low, high VecPhysical
			word             GPPhysical
		}{{Y8, Y0, Y1, RAX}, {Y9, Y0, Y1, RBX}, {Y10, Y2, Y3, RDX}, {Y11, Y2, Y3, R13}} {
			g.VPCMPEQB(x.table, x.low, Y4)
			g.VPCMPEQB(x.table, x.high, Y5)
			g.join(Y4, Y5, x.word, RDI)
		}
	})
}

// join sets word to the top bits of the bytes in the two halves of a block.
func (g *gen) join(low, high VecPhysical, word, other GPPhysical) {
	g.VPMOVMSKB(low, word.As32())
	g.VPMOVMSKB(high, other.As32())
	g.SHLQ(Imm(32), other)
	g.ORQ(other, word)
}
