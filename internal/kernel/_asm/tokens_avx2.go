package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernel that gathers the tokens of blocks with AVX2, which has no instruction to move selected bytes together. A
// table has, for each set of eight bits, the positions of the bits that are set, which is the order in which VPSHUFB
// moves the bytes. The position and the byte of each token are stored side by side. Eight tokens are stored at once,
// even if fewer are valid; the next store overwrites the others, so that no branch depends on their number. Stores take
// the most time here, and separate stores of bytes and positions would be twice as many.
//
// The registers are those of the kernel for AVX-512, except that R12 is free. The block is in Y0 and Y1, and its number
// in Y15.

// placesTable is the name of the table of positions. For 0b10010 it has 1 and 4.
const placesTable = "places"

func places(g *gen) {
	b := make([]byte, 256*8)
	for set := range 256 {
		places := b[8*set:][:0:8]
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			places = append(places, byte(bits.TrailingZeros(rest)))
		}
	}
	g.table(placesTable, b)
}

// class sets word to one bit for each byte of Y0 and Y1: the top bit of the byte that classify puts into yes.
func (g *gen) class(word, other GPPhysical, classify func(x, yes VecPhysical)) {
	classify(Y0, Y4)
	classify(Y1, Y5)
	g.join(Y4, Y5, word, other)
}

// equal returns a function for class that selects the bytes equal to c.
func (g *gen) equal(c Op) func(x, yes VecPhysical) {
	return func(x, yes VecPhysical) { g.VPCMPEQB(c, x, yes) }
}

// upTo returns a function for class that selects a range of bytes. Adding the bytes of the register move turns the last
// byte of the range into 0x7f. The bytes that are then larger, as signed numbers, than those of the register most are
// in the range.
func (g *gen) upTo(move, most Op) func(x, yes VecPhysical) {
	return func(x, yes VecPhysical) {
		g.VPADDB(move, x, yes)
		g.VPCMPGTB(most, yes, yes)
	}
}

// digits returns a function for class that selects digits, for which it loads constants into move and most.
func (g *gen) digits(move, most VecPhysical) func(x, yes VecPhysical) {
	g.broadcast16(g.data("vecFromNine", repeated(0x7f-'9', 16)), move)
	g.broadcast16(g.data("vecBelowDigits", repeated(0x7f-10, 16)), most)
	return g.upTo(move, most)
}

func tokensAVX2(g *gen) {
	group := func(disp int) Mem { return Mem{Base: RDI, Disp: disp} }
	g.function("gatherTokensAVX2", []param{{"src", pointer}, {"nblocks", integer}, {"t", tokenGroup}}, []param{{"passed", integer}})
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("nblocks"), RCX)
	g.MOVQ(g.paramAddr("t"), RDI)
	g.MOVQ(group(groupText), R8)
	g.MOVQ(group(groupEscaped), R9)
	g.MOVQ(group(groupScalar), R10)
	g.XORL(R11L, R11L)
	g.LEAQ(group(groupDigits), R13)
	g.broadcast16(g.data("vecQuote", repeated('"', 16)), Y6)
	g.broadcast16(g.data("vecBackslash", repeated('\\', 16)), Y7)
	digit := g.digits(Y8, Y9)
	g.broadcast16(g.data("vecControl", repeated(0x1f, 16)), Y10)
	g.broadcast16(g.data("vecWhite", nibbleTable(" \t\n\r")), Y11)
	g.broadcast16(g.data("vecSigns", nibbleTable("{},:")), Y12)
	g.broadcast16(g.data("vecSpace", repeated(' ', 16)), Y13)
	g.VPCMPEQB(Y14, Y14, Y14)
	g.VPXOR(Y15, Y15, Y15)
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))

	g.Label("block")
	g.VMOVDQU(Mem{Base: RSI}, Y0)
	g.VMOVDQU(Mem{Base: RSI, Disp: 32}, Y1)
	g.class(RAX, RDX, digit)
	g.MOVQ(RAX, Mem{Base: R13})
	g.class(RAX, RDX, g.equal(Y6))
	g.VPCMPEQB(Y7, Y0, Y2)
	g.VPCMPEQB(Y7, Y1, Y3)
	g.VPOR(Y2, Y3, Y4)
	g.VPMOVMSKB(Y4, EBX)
	g.XORL(R15L, R15L)
	g.ORQ(R9, RBX)
	g.JNE(LabelRef("escapes"))

	g.Label("strings")
	g.Comment("A product without carries with all ones has the exclusive or of all bits up to each one.")
	g.VMOVQ(RAX, X4)
	g.VPCLMULQDQ(Imm(0), X14, X4, X4)
	g.VMOVQ(X4, RDX)
	g.XORQ(R8, RDX)
	g.MOVQ(RDX, Mem{Base: R13, Disp: groupStrings - groupDigits})
	g.class(RBX, R12, func(x, yes VecPhysical) {
		g.VPMINUB(Y10, x, yes)
		g.VPCMPEQB(x, yes, yes)
	})
	g.TESTQ(RDX, RBX)
	g.JNE(LabelRef("done"))
	g.class(R14, R12, func(x, yes VecPhysical) {
		g.VPSHUFB(x, Y11, yes)
		g.VPCMPEQB(x, yes, yes)
	})
	g.MOVQ(RBX, R12)
	g.ORQ(R14, R12)
	g.MOVQ(R12, Mem{Base: R13, Disp: groupBlanks - groupDigits})
	g.Comment("With bit 5 set, two control characters look like signs.")
	g.class(R12, RDX, func(x, yes VecPhysical) {
		g.VPSHUFB(x, Y12, yes)
		g.VPOR(Y13, x, Y2)
		g.VPCMPEQB(Y2, yes, yes)
	})
	g.ANDNQ(R12, RBX, R12)
	g.Comment("What is outside of strings, and neither white space nor a sign, is of scalars.")
	g.MOVQ(Mem{Base: R13, Disp: groupStrings - groupDigits}, RDX)
	g.ORQ(R12, R14)
	g.ORQ(RAX, R14)
	g.ORQ(RDX, R14)
	g.NOTQ(R14)
	g.ANDNQ(R12, RDX, RBX)
	g.ANDQ(RDX, RAX)
	g.ORQ(RAX, RBX)
	g.LEAQ(Mem{Base: R10, Index: R14, Scale: 2}, RAX)
	g.ANDNQ(R14, RAX, RAX)
	g.ORQ(RAX, RBX)
	g.POPCNTQ(RBX, RAX)
	g.ADDQ(R11, RAX)
	g.CMPQ(RAX, Imm(64))
	g.JGT(LabelRef("done"))
	g.MOVQ(RDX, R8)
	g.SARQ(Imm(63), R8)
	g.MOVQ(R14, R10)
	g.SHRQ(Imm(63), R10)
	g.MOVQ(R15, R9)
	g.TESTQ(RBX, RBX)
	g.JE(LabelRef("moved"))
	g.moveTokens()
	g.Label("moved")
	g.VPSUBB(Y14, Y15, Y15)
	g.ADDQ(Imm(64), RSI)
	g.ADDQ(Imm(8), R13)
	g.DECQ(RCX)
	g.JNE(LabelRef("block"))
	g.MOVQ(U32(0), Mem{Base: R13})
	g.JMP(LabelRef("done"))

	g.escapes()

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
	g.Label("end")
	g.VZEROUPPER()
	g.RET()
}

// moveTokens appends the tokens of a block to the R11 tokens of the group, and adds their number to R11. RBX has the
// bits of their first bytes. For each token, its position, first byte and block number are stored.
func (g *gen) moveTokens() {
	for i := range 2 {
		g.VMOVDQU(Y15, Mem{Base: RDI, Index: R11, Scale: 1, Disp: groupBlock + 32*i})
	}
	g.LEAQ(NewDataAddr(Symbol{Name: "·" + placesTable}, 0), R12)
	eights := counted(64)
	for i := range eights {
		eights[i] &^= 7
	}
	for i, x := range []VecPhysical{X0, X3, X1, X3} {
		if i%2 == 1 {
			g.VEXTRACTI128(Imm(1), []VecPhysical{Y0, Y1}[i/2], x)
		}
		g.MOVBLZX(BL, EAX)
		g.MOVBLZX(BH, EDX)
		g.SHRQ(Imm(16), RBX)
		g.VMOVQ(Mem{Base: R12, Index: RAX, Scale: 8}, X4)
		g.VMOVHPS(Mem{Base: R12, Index: RDX, Scale: 8}, X4, X4)
		g.VPADDB(g.data("vecEights", eights).Offset(16*i), X4, X4)
		g.VPSHUFB(X4, x, X5)
		g.VPUNPCKLBW(X5, X4, X2)
		g.VPUNPCKHBW(X5, X4, X4)
		for half, set := range []GPPhysical{RAX, RDX} {
			g.VMOVDQU([]VecPhysical{X2, X4}[half], Mem{Base: RDI, Index: R11, Scale: 2, Disp: groupBytes})
			g.POPCNTL(set.As32(), set.As32())
			g.ADDQ(set, R11)
		}
	}
}

// escapes handles a block with backslashes, whose bits are in Y2 and Y3. It removes the quotes that are escaped from
// the bits of the quotes in RAX. R9 says which of the first bytes still belong to an escape sequence of the block
// before (TokenGroup.Escaped); escapes puts the same about the next block into R15. It jumps back to "strings", or to
// "done" if an escape sequence is wrong.
func (g *gen) escapes() {
	g.Label("escapes")
	g.Comment("Runs of backslashes: those that escape something and what ends a run, then what is escaped.")
	g.join(Y2, Y3, RBX, RDX)
	g.MOVQ(U64(odd), R12)
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
	g.Comment("What may follow a backslash: of the bits of both halves of a byte one of the low four is common.")
	low, high := escapeTables()
	for half, x := range []VecPhysical{Y0, Y1} {
		to := []VecPhysical{Y2, Y3}[half]
		g.VPSRLW(Imm(4), x, to)
		g.VPAND(g.data("vecNibble", repeated(0x0f, 32)), to, to)
		g.broadcast16(g.data("vecEscapeHigh", high), Y4)
		g.VPSHUFB(to, Y4, to)
		g.broadcast16(g.data("vecEscapeLow", low), Y4)
		g.VPSHUFB(x, Y4, Y4)
		g.VPAND(Y4, to, to)
	}
	for half, to := range []VecPhysical{Y4, Y5} {
		g.VPAND(g.data("vecNibble", repeated(0x0f, 32)), []VecPhysical{Y2, Y3}[half], to)
		g.VPADDB(g.data("vecMost", repeated(0x7f, 32)), to, to)
	}
	g.join(Y4, Y5, RBX, R14)
	g.ANDNQ(RDX, RBX, RBX)
	g.JNE(LabelRef("done"))
	g.ANDNQ(RAX, RDX, RAX)
	g.Comment("Four digits behind each u. Where they overlap, the first u lacks one in front of where sums have carries.")
	g.class(RBX, R14, g.equal(g.data("vecU", repeated('u', 32))))
	g.MOVQ(R9, R14)
	g.SHRQ(Imm(1), R14)
	g.ANDQ(RBX, RDX)
	g.MOVQ(RDX, RBX)
	g.ORQ(R14, RBX)
	g.JEQ(LabelRef("strings"))
	g.Comment("Digits have one of the high two bits.")
	for half, to := range []VecPhysical{Y4, Y5} {
		v := []VecPhysical{Y2, Y3}[half]
		g.VPADDB(v, v, to)
		g.VPOR(v, to, to)
	}
	g.join(Y4, Y5, R12, RBX)
	g.MOVQ(R14, RBX)
	g.MULXQ(g.data("fourDigits", []byte{0b11110, 0, 0, 0, 0, 0, 0, 0}), R14, RDX)
	g.ORQ(R14, RBX)
	g.LEAQ(Mem{Base: R15, Index: RDX, Scale: 2}, R15)
	g.ANDNQ(RBX, R12, RBX)
	g.JEQ(LabelRef("strings"))
}

// escapeTables returns tables for the low and the high half of a byte. The two entries for a byte have a common bit
// among the low four if it may follow a backslash, and among the high two if it is a hexadecimal digit.
func escapeTables() (low, high []byte) {
	low, high = make([]byte, 16), make([]byte, 16)
	add := func(class string, bits map[byte]byte) {
		for _, c := range []byte(class) {
			low[c&15] |= bits[c>>4]
			high[c>>4] |= bits[c>>4]
		}
	}
	add(`"/\bfnrtu`, map[byte]byte{2: 1, 5: 2, 6: 4, 7: 8})
	add("0123456789ABCDEFabcdef", map[byte]byte{3: 1 << 6, 4: 1 << 7, 6: 1 << 7})
	return low, high
}
