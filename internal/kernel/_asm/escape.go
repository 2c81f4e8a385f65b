package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets of the fields of kernel.EscapeSet, which kernel_asm.go checks.
const (
	setClasses = 2048
	setBad     = setClasses + 16
	setLines   = setBad + 8
)

// escaper has the parts of the kernel that depend on the size of vectors. The block is in vector 0, with zeros after
// the end of the string.
type escaper interface {
	width() int
	// consts loads the constants that each call needs.
	consts()
	// full loads and stores a block, partial the RCX bytes of a shorter one, with zeros after them. Afterwards the
	// flags are NE if a byte is special: above 0x7f, or escaped by the set or the rules of JSON. special then puts the
	// bits of the special bytes into R10.
	full()
	partial()
	special()
	// high puts the bits of the bytes above 0x7f into R11, and sets the flags to NE if there are any.
	high()
	// wide puts into RBX the bits of the bytes at which an error in UTF-8 is found, and of the last bytes of U+2028 and
	// U+2029. R13 is 0 until wide has loaded its constants.
	wide()
	// starts puts into R12 the bits of the bytes that do not continue a character.
	starts()
	// spill prepares move, which stores the bytes of the block after position R9 at the same positions from RDI on.
	// move may write anything after these bytes, and nothing before; it may use R11 and R12. special and the methods
	// that are called after it must not change RAX.
	spill()
	move()
}

// escape writes the kernel. The rest of the string is RCX > 0 bytes at RSI and begins with a whole character. The text
// goes to RDI; beyond R8 there is not enough room. RDX is the set. If a block has special bytes, only its first RAX
// bytes are written, with the bytes that have bits in R10 replaced by their texts. If RBX is not 0, the code of
// escapeChar writes the character after these bytes.
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
	g.XORL(R13L, R13L)
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
	g.JNE(LabelRef("rest"))
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

	g.Label("rest")
	g.MOVQ(RCX, RAX)
	g.JMP(LabelRef("known"))

	g.Comment("Leave a character that the end of the block cuts off to the next. Of the last three bytes one",
		"from F0, E0, C0 on begins such; adding what it lacks to 0x80 in seven bits carries to the eighth.")
	g.Label("hit")
	g.MOVL(Mem{Base: RSI, Disp: e.width() - 4}, R9L)
	g.MOVL(R9L, EAX)
	g.ANDL(U32(0x7f7f7f00), R9L)
	g.ADDL(U32(0x40201000), R9L)
	g.ANDL(R9L, EAX)
	g.ANDL(U32(0x80808000), EAX)
	g.BTSQ(Imm(32), RAX)
	g.TZCNTQ(RAX, RAX)
	g.SHRL(Imm(3), EAX)
	g.ADDL(Imm(uint64(e.width()-4)), EAX)

	g.Label("known")
	e.special()
	g.XORL(EBX, EBX)
	e.high()
	g.JE(LabelRef("prefix"))
	e.wide()
	g.ANDNQ(R10, R11, R10)
	g.TESTQ(RBX, RBX)
	g.JE(LabelRef("prefix"))
	g.Comment("A mistake shows at or behind the character it is in: go back to the last start before it.")
	e.starts()
	g.TZCNTQ(RBX, RAX)
	g.BZHIQ(RAX, R12, R12)
	g.ORQ(Imm(1), R12)
	g.LZCNTQ(R12, RAX)
	g.XORQ(Imm(63), RAX)

	g.Label("prefix")
	g.BZHIQ(RAX, R10, R10)
	g.JE(LabelRef("advance"))
	e.spill()
	g.Comment("RDI stays as far before the place to write as RSI is before the byte to read.")
	g.Label("text")
	g.TZCNTQ(R10, R9)
	g.MOVBLZX(Mem{Base: RSI, Index: R9, Scale: 1}, R11L)
	g.MOVQ(Mem{Base: RDX, Index: R11, Scale: 8}, R11)
	g.MOVQ(R11, Mem{Base: RDI, Index: R9, Scale: 1})
	g.SHRQ(Imm(56), R11)
	g.LEAQ(Mem{Base: RDI, Index: R11, Scale: 1, Disp: -1}, RDI)
	e.move()
	g.BLSRQ(R10, R10)
	g.JNE(LabelRef("text"))

	g.Label("advance")
	g.ADDQ(RAX, RSI)
	g.ADDQ(RAX, RDI)
	g.SUBQ(RAX, RCX)
	g.JE(LabelRef("done"))
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.TESTQ(RBX, RBX)
	g.JE(LabelRef("block"))
	escapeChar(g)
}

// escapeChar writes the code that copies or replaces one character, or one invalid byte. That code then jumps to "done"
// or "block", or repeats itself if the next byte is likely to be invalid too.
func escapeChar(g *gen) {
	at := Mem{Base: RSI}
	to := Mem{Base: RDI}

	g.MOVBLZX(at, EAX)
	g.MOVL(U32(1), R9L)
	g.MOVQ(Mem{Base: RDX, Index: RAX, Scale: 8}, RBX)
	g.TESTQ(RBX, RBX)
	g.JNE(LabelRef("replace"))
	g.Label("wide")
	g.CMPQ(RCX, Imm(4))
	g.JLT(LabelRef("short"))
	g.MOVL(at, EAX)
	g.Comment("The bytes are in the order of memory, the first in the low bits. R9 is the length.")
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
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.Comment("Behind a good character, only a byte that can't begin one is done here.")
	g.MOVBLZX(at, EAX)
	g.ANDL(Imm(0xc0), EAX)
	g.CMPL(EAX, U32(0x80))
	g.JE(LabelRef("wide"))
	g.JMP(LabelRef("block"))

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
	g.MOVL(U32(1), R9L)
	g.Comment("RBX is the text for R9 bytes, its length on top.")
	g.Label("replace")
	g.MOVQ(RBX, to)
	g.SHRQ(Imm(56), RBX)
	g.ADDQ(RBX, RDI)
	g.ADDQ(R9, RSI)
	g.SUBQ(R9, RCX)
	g.JE(LabelRef("done"))
	g.CMPQ(RDI, R8)
	g.JHI(LabelRef("done"))
	g.CMPB(at, Imm(0))
	g.JLT(LabelRef("wide"))
	g.JMP(LabelRef("block"))

	g.Comment("U+2028 or U+2029: the lowest bit of the last byte tells which.")
	g.Label("line")
	g.SHRL(Imm(16), EAX)
	g.ANDL(Imm(1), EAX)
	g.MOVQ(Mem{Base: RDX, Index: RAX, Scale: 8, Disp: setLines}, RBX)
	g.JMP(LabelRef("replace"))

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
