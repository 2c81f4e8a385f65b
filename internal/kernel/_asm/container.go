package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// copyContainer32 and copyContainer64 write the kernel of short arrays and objects, which are checked by words with a
// bit for each byte, without a look at the tokens one by one. Tokens lie side by side, for there is no white space
// between them, so that the token in front of another one ends in the byte before. Of the object {"a":[10,-2]}
//
//	            {  "  a  "  :  [  1  0  ,  -  2  ]  }
//	strings     .  1  1  .  .  .  .  .  .  .  .  .  .     from each odd quote on, in front of the next
//	isNames     .  1  .  .  .  .  .  .  .  .  .  .  .     strings behind { or a comma of an object
//	nameEnds    .  .  .  1  .  .  .  .  .  .  .  .  .     where the sum of strings and isNames carries
//	wholes      .  .  .  .  .  .  1  .  .  .  1  .  .     where digits begin that stand behind no point
//	object      1  1  1  1  1  1  .  .  .  .  .  .  1     the container around the byte is an object
//	before      .  .  .  .  1  1  .  .  1  .  .  .  .     behind it a value may begin
//	ends        .  .  .  .  .  .  1  1  .  .  1  1  1     a value may end
//
// A name or value begins where one may, colons stand behind names alone, commas and brackets behind values. What is not
// so is odd, which is wrong or rare: numbers with exponents are odd. Bytes that nothing is made of, and points and signs
// without a digit behind them, need no rule of their own: whatever follows them is odd, and the last byte is a bracket.
// There are two loops, over brackets within the text, and over literals.
//
// RDI is the copy. R8 has a bit for each byte, R9 the quotes, R10 strings, R12 what is outside of them; R11 collects
// what is odd. The block is in Y0, or Y0 and Y1.
func copyContainer32(g *gen) { g.copyContainer("copyContainer32AVX2", Y0) }

func copyContainer64(g *gen) { g.copyContainer("copyContainer64AVX2", Y0, Y1) }

func (g *gen) copyContainer(name string, block ...VecPhysical) {
	g.function(name, []param{{"dst", pointer}, {"src", pointer}, {"n", integer}}, []param{{"plain", boolean}, {"html", boolean}})
	opens, closes := g.AllocLocal(8), g.AllocLocal(8)
	g.MOVQ(g.paramAddr("dst"), RDI)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RCX)
	g.MOVL(ECX, EDX)
	for i, x := range block {
		g.VMOVD(EDX, X4)
		g.VPBROADCASTB(X4, Y4)
		g.VPCMPGTB(g.data("vecIndex", places32()), Y4, x)
		g.VPAND(Mem{Base: RSI, Disp: 32 * i}, x, x)
		g.VMOVDQU(x, Mem{Base: RDI, Disp: 32 * i})
		g.SUBL(Imm(32), EDX)
	}
	g.MOVQ(I32(-1), R8)
	g.BZHIQ(RCX, R8, R8)

	g.Comment("Strings by a product without carries, with all ones.")
	g.equals(block, R9, "vecQuote", '"')
	g.VMOVQ(R9, X14)
	g.VPCMPEQB(X4, X4, X4)
	g.VPCLMULQDQ(Imm(0), X4, X14, X14)
	g.VMOVQ(X14, R10)
	g.MOVQ(R9, R12)
	g.ORQ(R10, R12)
	g.ANDNQ(R8, R12, R12)
	g.Comment("Special bytes but quotes are odd: backslashes and control characters.")
	g.broadcast16(g.data("vecSpecial", nibbleTable("\"\\")), Y8)
	g.constant("vecControl", 0x1f, Y9)
	g.word(block, R11, func(x VecPhysical) {
		g.VPSHUFB(x, Y8, Y4)
		g.VPCMPEQB(Y4, x, Y4)
		g.VPMINUB(Y9, x, Y5)
		g.VPCMPEQB(Y5, x, Y5)
		g.VPOR(Y4, Y5, Y4)
	})
	g.XORQ(R9, R11)
	g.ANDQ(R8, R11)

	g.brackets(block, opens, closes)
	g.names(block, closes)
	g.numbers(block)
	g.literals(block)
	g.order(opens, closes)

	g.JNE(LabelRef("odd"))
	g.TESTQ(R10, R10)
	g.JNE(LabelRef("literal"))
	g.Label("html")
	g.broadcast16(g.data("vecHTML", nibbleTable("<>&")), Y8)
	g.constant("vecE2", 0xe2, Y9)
	g.word(block, RBX, func(x VecPhysical) {
		g.VPSHUFB(x, Y8, Y4)
		g.VPCMPEQB(Y4, x, Y4)
		g.VPCMPEQB(Y9, x, Y5)
		g.VPOR(Y4, Y5, Y4)
	})
	g.TESTQ(RBX, RBX)
	g.SETNE(AL)
	g.MOVB(AL, g.resultAddr(1))
	g.MOVB(Imm(1), g.resultAddr(0))
	g.VZEROUPPER()
	g.RET()

	g.eachLiteral()
	g.Label("odd")
	g.MOVB(Imm(0), g.resultAddr(0))
	g.MOVB(Imm(0), g.resultAddr(1))
	g.VZEROUPPER()
	g.RET()
}

// brackets finds the container around each byte. It leaves R13 with the commas, R14 with what begins values, RDX with
// what they may stand behind, RSI with what names do, both but for colons, and R8 with the bit of the last byte.
func (g *gen) brackets(block []VecPhysical, opens, closes Mem) {
	g.constant("vecSpace", ' ', Y7)
	g.constant("vecOpen", '{', Y8)
	g.constant("vecClose", '}', Y9)
	g.word(block, RBX, func(x VecPhysical) {
		g.VPOR(Y7, x, Y5)
		g.VPCMPEQB(Y5, Y8, Y4)
		g.VPCMPEQB(Y5, Y9, Y5)
		g.VPOR(Y4, Y5, Y4)
	})
	g.ANDQ(R12, RBX)
	g.Comment("R8 becomes the bit of the last byte.")
	g.MOVQ(R8, RDX)
	g.SHRQ(Imm(1), RDX)
	g.ANDNQ(R8, RDX, R8)
	g.LEAQ(Mem{Base: R8, Disp: 1}, RDX)
	g.CMPQ(RBX, RDX)
	g.JNE(LabelRef("nested"))

	g.Comment("No brackets but the first and the last, which are of one kind: in ASCII they are two apart.")
	g.MOVQ(U32(1), opens)
	g.MOVQ(R8, closes)
	g.equals(block, R13, "vecComma", ',')
	g.ANDQ(R12, R13)
	g.MOVBLZX(Mem{Base: RDI}, EAX)
	g.MOVBLZX(Mem{Base: RDI, Index: RCX, Scale: 1, Disp: -1}, EBX)
	g.LEAL(Mem{Base: RAX, Disp: 2}, EDX)
	g.XORL(EBX, EDX)
	g.ORQ(RDX, R11)
	g.SHLQ(Imm(58), RAX)
	g.SARQ(Imm(63), RAX)
	g.LEAQ(Mem{Base: R13, Disp: 1}, RDX)
	g.MOVQ(RDX, RSI)
	g.ANDQ(RAX, RSI)
	g.ANDNQ(RDX, RAX, RDX)
	g.XORL(R14L, R14L)
	g.JMP(LabelRef("names"))

	g.Comment("Opening brackets to R13, closing ones to RBX, and of these the curly ones to R14.")
	g.Label("nested")
	g.word(block, R13, func(x VecPhysical) { g.VPOR(Y7, x, Y5); g.VPCMPEQB(Y5, Y8, Y4) })
	g.ANDQ(R12, R13)
	g.ANDNQ(RBX, R13, RBX)
	g.Comment("The bit of braces becomes the top one of its byte.")
	g.word(block, R14, func(x VecPhysical) { g.VPSLLW(Imm(2), x, Y4) })
	g.MOVQ(R13, opens)
	g.MOVQ(RBX, closes)
	g.ANDNQ(R8, RBX, RAX)
	g.ORQ(RAX, R11)
	g.Comment("RDX has the kinds of the containers around a byte, the innermost lowest, below a bit that is set. RSI has",
		"those of each byte, all ones in an object.")
	g.MOVL(R14L, EDX)
	g.ANDL(Imm(1), EDX)
	g.MOVQ(RDX, RSI)
	g.NEGQ(RSI)
	g.ORL(Imm(2), EDX)
	g.Comment("The brackets but for the first and the last.")
	g.LEAQ(Mem{Base: R13, Index: RBX, Scale: 1, Disp: -1}, RBX)
	g.ANDNQ(RBX, R8, RBX)
	g.JEQ(LabelRef("around"))
	g.Label("bracket")
	g.TZCNTQ(RBX, RCX)
	g.SHRXQ(RCX, R14, RAX)
	g.ANDL(Imm(1), EAX)
	g.BTQ(RCX, R13)
	g.JCC(LabelRef("closes"))
	g.Comment("An opening bracket: its container becomes the innermost one.")
	g.LEAQ(Mem{Base: RAX, Index: RDX, Scale: 2}, RDX)
	g.JMP(LabelRef("kind"))
	g.Comment("A closing one is of the kind of the innermost, which is not the outermost.")
	g.Label("closes")
	g.XORQ(RDX, RAX)
	g.ANDL(Imm(1), EAX)
	g.ORQ(RAX, R11)
	g.SHRQ(Imm(1), RDX)
	g.CMPQ(RDX, Imm(1))
	g.JEQ(LabelRef("odd"))
	g.Label("kind")
	g.Comment("All bytes behind it get the kind: until the next bracket it is theirs.")
	g.MOVQ(I32(-2), RAX)
	g.SHLXQ(RCX, RAX, RAX)
	g.ANDNQ(RSI, RAX, RSI)
	g.MOVL(EDX, ECX)
	g.ANDL(Imm(1), ECX)
	g.NEGQ(RCX)
	g.ANDQ(RCX, RAX)
	g.ORQ(RAX, RSI)
	g.BLSRQ(RBX, RBX)
	g.JNE(LabelRef("bracket"))
	g.Label("around")
	g.Comment("Nothing is open but the outermost, and the last bracket is of the kind of the first.")
	g.SHRQ(Imm(1), RDX)
	g.DECQ(RDX)
	g.ORQ(RDX, R11)
	g.MOVQ(R14, RAX)
	g.XORQ(RSI, RAX)
	g.ANDQ(R8, RAX)
	g.ORQ(RAX, R11)

	g.equals(block, RDX, "vecComma", ',')
	g.ANDQ(R12, RDX)
	g.Comment("An opening bracket counts for the container that it opens, a comma for the one around it.")
	g.MOVQ(RDX, RCX)
	g.ANDQ(RSI, RCX)
	g.ANDNQ(RDX, RSI, RBX)
	g.MOVQ(R13, RSI)
	g.ANDQ(R14, RSI)
	g.ORQ(RCX, RSI)
	g.ANDNQ(R13, R14, RAX)
	g.LEAQ(Mem{Base: R13, Disp: -1}, R14)
	g.MOVQ(RDX, R13)
	g.LEAQ(Mem{Base: RAX, Index: RBX, Scale: 1}, RDX)
}

// names takes colons for right behind names alone. R9 gets the ends of strings that are values, and closing brackets,
// RDX what values may stand behind, R14 strings that are values.
func (g *gen) names(block []VecPhysical, closes Mem) {
	g.Comment("Names to RSI, their ends to R10.")
	g.Label("names")
	g.MOVQ(R9, RBX)
	g.ANDQ(R10, RBX)
	g.ANDNQ(R9, R10, R9)
	g.ADDQ(RSI, RSI)
	g.ANDQ(RBX, RSI)
	g.ANDNQ(RBX, RSI, RBX)
	g.ORQ(RBX, R14)
	g.ADDQ(RSI, R10)
	g.ANDQ(R9, R10)
	g.ANDNQ(R9, R10, R9)
	g.ORQ(closes, R9)
	g.equals(block, RBX, "vecColon", ':')
	g.ANDQ(R12, RBX)
	g.ORQ(RBX, RDX)
	g.ADDQ(R10, R10)
	g.XORQ(R10, RBX)
	g.ORQ(RBX, R11)
}

// numbers has the rule -?(0|[1-9][0-9]*)(\.[0-9]+)?, and adds their beginnings to R14 and their ends to R9.
func (g *gen) numbers(block []VecPhysical) {
	g.Comment("Digits to R10, wholes to RSI. Their sum carries to where wholes end, where a point may stand.")
	g.within(block, R10, "vecZero", '0', "vecNine", 9)
	g.ANDQ(R12, R10)
	g.equals(block, RBX, "vecPoint", '.')
	g.ANDQ(R12, RBX)
	g.LEAQ(Mem{Base: R10, Index: R10, Scale: 1}, RAX)
	g.ANDNQ(R10, RAX, RSI)
	g.LEAQ(Mem{Base: RBX, Index: RBX, Scale: 1}, RAX)
	g.ANDNQ(RSI, RAX, RSI)
	g.LEAQ(Mem{Base: R10, Index: RSI, Scale: 1}, RAX)
	g.ANDNQ(RBX, RAX, RBX)
	g.ORQ(RBX, R11)
	g.Comment("No digit stands behind a zero that is the first.")
	g.equals(block, RBX, "vecZero", '0')
	g.ANDQ(RSI, RBX)
	g.ADDQ(RBX, RBX)
	g.ANDQ(R10, RBX)
	g.ORQ(RBX, R11)
	g.ORQ(R10, R9)
	g.equals(block, RBX, "vecMinus", '-')
	g.ANDQ(R12, RBX)
	g.ORQ(RBX, R14)
	g.ADDQ(RBX, RBX)
	g.ANDNQ(RSI, RBX, RSI)
	g.ORQ(RSI, R14)
}

// literals puts letters to RSI and the first ones of words to R10, and adds them to R9 and R14.
func (g *gen) literals(block []VecPhysical) {
	g.Comment("Letters to RSI, and the first ones of literals to R10.")
	g.within(block, RSI, "vecA", 'a', "vecAtoZ", 25)
	g.ANDQ(R12, RSI)
	g.ORQ(RSI, R9)
	g.LEAQ(Mem{Base: RSI, Index: RSI, Scale: 1}, RAX)
	g.ANDNQ(RSI, RAX, R10)
	g.ORQ(R10, R14)
}

// order adds to R11 the values, commas and closing brackets that stand where they may not. The flags say NE if anything
// is odd.
func (g *gen) order(opens, closes Mem) {
	g.Comment("Values stand where they may, and commas and closing brackets behind them.")
	g.ADDQ(RDX, RDX)
	g.ANDNQ(R14, RDX, R14)
	g.ORQ(R14, R11)
	g.LEAQ(Mem{Base: R9, Index: R9, Scale: 1}, RAX)
	g.ANDNQ(R13, RAX, R13)
	g.ORQ(R13, R11)
	g.ORQ(opens, R9)
	g.ADDQ(R9, R9)
	g.MOVQ(closes, RBX)
	g.ANDNQ(RBX, R9, RBX)
	g.ORQ(RBX, R11)
}

// eachLiteral looks at literals one by one: the letters that follow each other are as many as those of true, null or
// false.
func (g *gen) eachLiteral() {
	g.Label("literal")
	g.TZCNTQ(R10, RCX)
	g.MOVL(Mem{Base: RDI, Index: RCX, Scale: 1}, EAX)
	g.MOVBLZX(Mem{Base: RDI, Index: RCX, Scale: 1, Disp: 4}, EDX)
	g.SHRXQ(RCX, RSI, RBX)
	g.NOTQ(RBX)
	g.TZCNTQ(RBX, RBX)
	g.CMPL(EAX, U32('t'|'r'<<8|'u'<<16|'e'<<24))
	g.JEQ(LabelRef("four"))
	g.CMPL(EAX, U32('n'|'u'<<8|'l'<<16|'l'<<24))
	g.JEQ(LabelRef("four"))
	g.DECL(EBX)
	g.XORL(Imm('e'), EDX)
	g.XORL(U32('f'|'a'<<8|'l'<<16|'s'<<24), EAX)
	g.ORL(EDX, EAX)
	g.JNE(LabelRef("odd"))
	g.Label("four")
	g.CMPL(EBX, Imm(4))
	g.JNE(LabelRef("odd"))
	g.BLSRQ(R10, R10)
	g.JNE(LabelRef("literal"))
	g.JMP(LabelRef("html"))
}

// constant puts a byte to all places of y.
func (g *gen) constant(name string, c byte, y VecPhysical) {
	g.broadcast16(g.data(name, repeated(c, 16)), y)
}

// word puts the top bits of the bytes that make leaves in Y4, for each vector of the block, to a register. It changes RAX
// if there are two vectors.
func (g *gen) word(block []VecPhysical, to GPPhysical, make func(x VecPhysical)) {
	for i, x := range block {
		make(x)
		if i == 0 {
			g.VPMOVMSKB(Y4, to.As32())
			continue
		}
		g.VPMOVMSKB(Y4, EAX)
		g.SHLQ(Imm(32), RAX)
		g.ORQ(RAX, to)
	}
}

// equals puts the bits of the bytes that are c to a register.
func (g *gen) equals(block []VecPhysical, to GPPhysical, name string, c byte) {
	g.constant(name, c, Y7)
	g.word(block, to, func(x VecPhysical) { g.VPCMPEQB(Y7, x, Y4) })
}

// within puts the bits of the bytes from c to c+count to a register.
func (g *gen) within(block []VecPhysical, to GPPhysical, first string, c byte, width string, count byte) {
	g.constant(first, c, Y7)
	g.constant(width, count, Y6)
	g.word(block, to, func(x VecPhysical) {
		g.VPSUBB(Y7, x, Y4)
		g.VPMINUB(Y6, Y4, Y5)
		g.VPCMPEQB(Y5, Y4, Y4)
	})
}
