package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Layout of kernel.EscapeSet, which holds itself to it.
const (
	setClasses = 2048
	setBad     = setClasses + 16
)

// escaper is what depends on the vectors. The block is in vector 0, zeros behind the end of the string once padded.
type escaper interface {
	width() int
	// consts loads what every call needs.
	consts()
	// full loads and stores a block, partial the RCX bytes that are less. Then the flags say NE if one is special,
	// a byte above 0x7f or one that set or the rules of JSON name, and special puts the bits to R10.
	full()
	partial()
	special()
	// pad clears what a partial block has behind the string.
	pad()
	// high puts the bits of the bytes above 0x7f to R11.
	high()
	// wide puts to RBX the bits where a mistake in UTF-8 comes to light, and of the last bytes of U+2028 and U+2029.
	wide()
	// starts puts to R12 the bits of the bytes that do not continue a character.
	starts()
	// cut puts to RAX the place of the character that is cut off by the end of the block, or the width.
	cut()
}

// escape writes the kernel. The rest of the string is RCX > 0 bytes at RSI and begins with a whole character, RDI is where
// it goes, beyond R8 room is short, RDX is the set. "char" and what follows it do single characters.
func escape(g *gen, e escaper) {
	name := "escapeAVX2"
	if e.width() == 64 {
		name = "escapeAVX512"
	}
	g.function(name, []param{{"dst", pointer}, {"src", pointer}, {"n", integer}, {"room", integer}, {"set", set}},
		[]param{{"consumed", integer}, {"written", integer}})
	g.MOVQ(g.paramAddr("dst"), RDI)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RCX)
	g.MOVQ(g.paramAddr("room"), R8)
	g.MOVQ(g.paramAddr("set"), RDX)
	width := Imm(uint64(e.width()))

	g.SUBQ(U32(512), R8)
	g.JLT(LabelRef("none"))
	g.ADDQ(RDI, R8)
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("none"))
	e.consts()

	g.Label("block")
	g.CMPQ(RCX, width)
	g.JLT(LabelRef("partial"))
	g.Label("full")
	e.full()
	g.JNE(LabelRef("hit"))
	g.ADDQ(width, RSI)
	g.ADDQ(width, RDI)
	g.SUBQ(width, RCX)
	g.JE(LabelRef("done"))
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.CMPQ(RCX, width)
	g.JGE(LabelRef("full"))

	g.Label("partial")
	e.partial()
	g.JNE(LabelRef("pad"))
	g.ADDQ(RCX, RDI)
	g.XORL(ECX, ECX)

	g.Label("done")
	g.MOVQ(g.paramAddr("n"), RAX)
	g.SUBQ(RCX, RAX)
	g.MOVQ(RAX, g.resultAddr(0))
	g.SUBQ(g.paramAddr("dst"), RDI)
	g.MOVQ(RDI, g.resultAddr(1))
	g.VZEROUPPER()
	g.RET()

	g.Label("none")
	g.XORL(EAX, EAX)
	g.MOVQ(RAX, g.resultAddr(0))
	g.MOVQ(RAX, g.resultAddr(1))
	g.RET()

	g.Label("pad")
	e.pad()
	g.Comment("The block has a special byte. If the first is ASCII, what is before it is done.")
	g.Label("hit")
	e.special()
	e.high()
	g.TZCNTQ(R10, RAX)
	g.BTQ(RAX, R11)
	g.JCC(LabelRef("advance"))
	e.wide()
	g.ANDNQ(R10, R11, R10)
	g.MOVQ(R10, R9)
	g.ORQ(RBX, R9)
	g.JNE(LabelRef("event"))
	g.Comment("All of it stays as it is, but for a character that the end of the block cuts off.")
	e.cut()
	g.CMPQ(RAX, RCX)
	g.CMOVQGT(RCX, RAX)
	g.ADDQ(RAX, RSI)
	g.ADDQ(RAX, RDI)
	g.SUBQ(RAX, RCX)
	g.JE(LabelRef("done"))
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.JMP(LabelRef("block"))

	g.Comment("A mistake shows at or behind the character it is in: go back to the last start before it.")
	g.Label("event")
	g.TZCNTQ(R9, RAX)
	g.BTQ(RAX, RBX)
	g.JCC(LabelRef("advance"))
	e.starts()
	g.BZHIQ(RAX, R12, R12)
	g.ORQ(Imm(1), R12)
	g.LZCNTQ(R12, RAX)
	g.XORQ(Imm(63), RAX)
	g.Label("advance")
	g.ADDQ(RAX, RSI)
	g.ADDQ(RAX, RDI)
	g.SUBQ(RAX, RCX)
	escapeChars(g)
}

// escapeChars writes the part that does characters one by one. It stays while one of the next two is special, as
// they come in clusters, and goes to "block" or "done".
func escapeChars(g *gen) {
	at := Mem{Base: RSI}
	to := Mem{Base: RDI}
	text := Mem{Base: RDX, Index: RAX, Scale: 8}

	g.Label("char")
	g.MOVBLZX(at, EAX)
	g.MOVQ(text, RBX)
	g.TESTQ(RBX, RBX)
	g.JE(LabelRef("wide"))
	g.Label("text")
	g.MOVQ(RBX, to)
	g.SHRQ(Imm(56), RBX)
	g.ADDQ(RBX, RDI)
	g.INCQ(RSI)
	g.DECQ(RCX)
	g.JE(LabelRef("done"))
	g.Label("next")
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.MOVBLZX(at, EAX)
	g.MOVQ(text, RBX)
	g.MOVQ(RBX, R9)
	g.SHRQ(Imm(56), R9)
	g.CMPQ(R9, Imm(1))
	g.JHI(LabelRef("text"))
	g.JCS(LabelRef("nonASCII"))
	g.CMPQ(RCX, Imm(1))
	g.JE(LabelRef("text"))
	g.MOVBLZX(at.Offset(1), R9L)
	g.CMPB(Mem{Base: RDX, Index: R9, Scale: 8, Disp: 7}, Imm(1))
	g.JHI(LabelRef("text"))
	g.JMP(LabelRef("block"))
	g.Label("nonASCII")
	g.CMPL(EAX, U32(0xc0))
	g.JCC(LabelRef("block"))

	g.Comment("One character that is not ASCII, or a bad byte; the bytes in the order of memory.")
	g.Label("wide")
	g.CMPQ(RCX, Imm(4))
	g.JLT(LabelRef("short"))
	g.MOVL(at, EAX)
	g.Label("decode")
	masked := func(mask, want uint32) {
		g.MOVL(EAX, EBX)
		g.ANDL(U32(mask), EBX)
		g.CMPL(EBX, U32(want))
	}
	g.MOVL(U32(3), R9L)
	masked(0xc0c0f0, 0x8080e0)
	g.JNE(LabelRef("two"))
	masked(0x200f, 0x200d)
	g.JE(LabelRef("bad"))
	g.TESTL(EBX, EBX)
	g.JE(LabelRef("bad"))
	masked(0xfeffff, 0xa880e2)
	g.JE(LabelRef("line"))
	g.Label("good")
	g.MOVL(EAX, to)
	g.ADDQ(R9, RSI)
	g.ADDQ(R9, RDI)
	g.SUBQ(R9, RCX)
	g.JE(LabelRef("done"))
	g.JMP(LabelRef("next"))
	g.Label("two")
	g.MOVL(U32(2), R9L)
	masked(0xc0e0, 0x80c0)
	g.JNE(LabelRef("four"))
	g.TESTL(U32(0x1e), EAX)
	g.JNE(LabelRef("good"))
	g.JMP(LabelRef("bad"))
	g.Label("four")
	g.MOVL(U32(4), R9L)
	masked(0xc0c0c0f8, 0x808080f0)
	g.JNE(LabelRef("bad"))
	masked(0x3007, 4)
	g.JE(LabelRef("good"))
	g.TESTL(EBX, EBX)
	g.JE(LabelRef("bad"))
	g.TESTL(U32(4), EBX)
	g.JE(LabelRef("good"))

	g.Label("bad")
	g.MOVQ(Mem{Base: RDX, Disp: setBad}, RBX)
	g.MOVQ(RBX, to)
	g.SHRQ(Imm(56), RBX)
	g.ADDQ(RBX, RDI)
	g.INCQ(RSI)
	g.DECQ(RCX)
	g.JE(LabelRef("done"))
	g.Comment("Behind a bad byte another is likely.")
	g.Label("again")
	g.CMPQ(RDI, R8)
	g.JLS(LabelRef("char"))
	g.JMP(LabelRef("done"))

	g.Comment("U+2028 or U+2029: the text of the first, one more in the last digit for the second.")
	g.Label("line")
	g.SHRL(Imm(16), EAX)
	g.ANDL(Imm(1), EAX)
	g.SHLQ(Imm(40), RAX)
	g.MOVQ(U64('\\'|'u'<<8|'2'<<16|'0'<<24|'2'<<32|'8'<<40), RBX)
	g.ADDQ(RBX, RAX)
	g.MOVQ(RAX, to)
	g.ADDQ(Imm(3), RSI)
	g.ADDQ(Imm(6), RDI)
	g.SUBQ(Imm(3), RCX)
	g.JE(LabelRef("done"))
	g.JMP(LabelRef("again"))

	g.Comment("Less than four bytes are left: zeros for the others.")
	g.Label("short")
	g.MOVBLZX(at, EAX)
	g.CMPQ(RCX, Imm(2))
	g.JLT(LabelRef("decode"))
	g.MOVBLZX(at.Offset(1), EBX)
	g.SHLL(Imm(8), EBX)
	g.ORL(EBX, EAX)
	g.CMPQ(RCX, Imm(3))
	g.JLT(LabelRef("decode"))
	g.MOVBLZX(at.Offset(2), EBX)
	g.SHLL(Imm(16), EBX)
	g.ORL(EBX, EAX)
	g.JMP(LabelRef("decode"))
}
