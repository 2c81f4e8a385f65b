package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels that write integers with AVX2. A number of eight digits in a word of 64 bits is split into two of four
// digits, these into four of two, and these into digits, which are side by side in the word. At each step the remainder
// takes the place of the number, and the quotient the upper half of its lane, so the last digit is in the lowest byte.
// For 12 the bytes are 2, 1 and six zeros, and the bits of the bytes that are not 0 show that there are two digits.

// integers64AVX2 writes the kernel for integers of 64 bits, and integers32AVX2 those for 32 and 16 bits.
func integers64AVX2(g *gen) { g.integersAVX2(64) }

func integers32AVX2(g *gen) {
	g.integersAVX2(32)
	g.integersAVX2(16)
}

// The registers with the constant factors of a kernel.
var (
	by10000, times10000 = Y8, Y9
	by100, times100     = Y10, Y11
	by10, times10       = Y12, Y13
	zeroDigits          = Y14
)

// integersAVX2 writes a kernel. RSI is the address after the integers, and RCX counts up to 0 from the negative number
// of integers that are left. RDI is the address of the text, at which a minus sign has been written already. R14 is all
// ones if the integers are signed. R15 selects the bits of a loaded integer, as in the kernel with VBMI2.
//
// There are loops for up to 8, 16 and 20 digits. An integer with more digits continues in the next loop, which also
// writes the integers after it.
func (g *gen) integersAVX2(size int) {
	g.function(fmt.Sprintf("writeIntegers%dAVX2", size), []param{{"dst", pointer}, {"src", pointer}, {"count", integer}, {"signed", boolean}}, []param{{"n", integer}})
	g.MOVQ(g.paramAddr("dst"), RDI)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("count"), RCX)
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
	g.LEAQ(Mem{Base: RSI, Index: RCX, Scale: uint8(size / 8)}, RSI)
	g.NEGQ(RCX)
	// Reciprocals of powers of ten, whose products have the quotient in the upper bits, and factors that move
	// remainders and quotients to their places: x + q*(2^s - m) has x-q*m in its lower s bits, and q above them.
	g.VPBROADCASTQ(g.data("vecBy10000", quads(3518437209)), by10000) // 2^45/10^4
	g.VPBROADCASTQ(g.data("vecTimes10000", quads(1<<32-10_000)), times10000)
	g.broadcast16(g.data("vecBy100", words(5243)), by100) // 2^19/100
	g.broadcast16(g.data("vecTimes100", words(1<<16-100)), times100)
	g.broadcast16(g.data("vecBy10", words(6554<<16|6554)), by10) // 2^16/10
	g.broadcast16(g.data("vecTimes10", words(246<<16|246)), times10)
	g.broadcast16(g.data("vecZero", repeated('0', 16)), zeroDigits)
	backwards := make([]byte, 32)
	for i := range backwards {
		backwards[i] = byte(15 - i)
	}
	g.LEAQ(g.data("vecBackwards", backwards), R9)
	g.MOVBQZX(g.paramAddr("signed"), R14)
	g.NEGQ(R14)
	if size < 64 {
		g.MOVL(U32(1<<size-1), R15L)
		g.ORQ(R14, R15)
	}
	most := (size + 31) / 26 // the longest integers have 20, 10 and 5 digits
	if most > 1 {
		g.MOVQ(U64(0xABCC77118461CEFD), R8) // 2^90/10^8
	}
	if most > 2 {
		g.MOVQ(U64(9_999_999_999_999_999), R12)
		g.MOVQ(U64(0x39A5652FB1137857), R11) // 2^115/10^16
	}
	g.MOVB(U8('-'), Mem{Base: RDI})
	for parts := 1; parts <= most; parts++ {
		g.integerLoopAVX2(size, parts, most)
		if parts < most {
			g.JMP(LabelRef("done"))
		}
	}
	g.Label("done")
	g.SUBQ(g.paramAddr("dst"), RDI)
	g.MOVQ(RDI, g.resultAddr(0))
	g.VZEROUPPER()
	g.RET()
}

// integerLoopAVX2 writes the loop for integers of up to 8, 16 or 20 digits, for one, two or three parts. most is the
// number of loops.
func (g *gen) integerLoopAVX2(size, parts, most int) {
	again, longer := fmt.Sprintf("integer%d", parts), LabelRef(fmt.Sprintf("longer%d", parts))
	g.Label(again)
	g.loadInteger(size, Mem{Base: RSI, Index: RCX, Scale: uint8(size / 8)}, RDX)
	g.absolute(RDX)
	g.SUBQ(RAX, RDI)
	if parts > 1 {
		g.Label(fmt.Sprintf("longer%d", parts-1))
	}
	digits := X0
	switch parts {
	case 1:
		if most > 1 {
			g.CMPQ(RDX, U32(99_999_999))
			g.JHI(longer)
		}
		g.VMOVQ(RDX, X0)
	case 2:
		if most > 2 {
			g.CMPQ(RDX, R12)
			g.JHI(longer)
		}
		g.lowerDigits()
		g.VMOVQ(RDX, X0)
		g.VPINSRQ(Imm(1), RBX, X0, X0)
	case 3:
		g.MULXQ(R11, R10, R10)
		g.SHRQ(Imm(51), R10)
		g.VMOVQ(R10, X1)
		g.IMUL3Q(U32(100_000_000), R10, R10)
		g.lowerDigits()
		g.SUBQ(R10, RBX)
		g.VMOVQ(RDX, X0)
		g.VPINSRQ(Imm(1), RBX, X0, X0)
		g.VINSERTI128(Imm(1), X1, Y0, Y0)
		digits = Y0
	}
	g.digitsAVX2(digits)
	g.ORL(Imm(1), EAX)
	if parts > 2 {
		g.Comment("The digits in front of 16 others, if there are some: RDX is 32 less their number.")
		g.MOVL(EAX, EDX)
		g.SHRL(Imm(16), EDX)
		g.LZCNTL(EDX, EDX)
		g.VEXTRACTI128(Imm(1), Y0, X1)
		g.VPSHUFB(Mem{Base: R9, Index: RDX, Scale: 1, Disp: -16}, X1, X1)
		g.VMOVDQU(X1, Mem{Base: RDI})
		g.SUBQ(RDX, RDI)
		g.ADDQ(Imm(32), RDI)
		g.LZCNTL(EAX, EAX)
		g.SUBQ(RDX, RAX)
		g.ADDQ(Imm(32), RAX)
	} else {
		g.LZCNTL(EAX, EAX)
	}
	g.VPSHUFB(Mem{Base: R9, Index: RAX, Scale: 1, Disp: -16}, X0, X0)
	g.VMOVDQU(X0, Mem{Base: RDI})
	g.SUBQ(RAX, RDI)
	g.MOVW(U16(','|'-'<<8), Mem{Base: RDI, Disp: 32})
	g.ADDQ(Imm(33), RDI)
	g.INCQ(RCX)
	g.JNE(LabelRef(again))
}

// lowerDigits keeps the last eight digits of the number in RDX there, and puts the digits before them into RBX. The
// quotient by 10^8 is the product with 2^90/10^8 without its lower 90 bits.
func (g *gen) lowerDigits() {
	g.MULXQ(R8, RBX, RBX)
	g.SHRQ(Imm(26), RBX)
	g.IMUL3Q(U32(100_000_000), RBX, RAX)
	g.SUBQ(RAX, RDX)
}

// digitsAVX2 splits the numbers in v into digits, and puts into EAX the bits of the digits that are not 0.
func (g *gen) digitsAVX2(v VecPhysical) {
	quotient := Register(Y2)
	as := func(y VecPhysical) Register { return y }
	if v == X0 {
		quotient, as = X2, VecPhysical.AsX
	}
	g.VPMULUDQ(as(by10000), v, quotient)
	g.VPSRLQ(Imm(45), quotient, quotient)
	g.VPMULUDQ(as(times10000), quotient, quotient)
	g.VPADDQ(quotient, v, v)
	g.VPMULHUW(as(by100), v, quotient)
	g.VPSRLW(Imm(3), quotient, quotient)
	g.VPMULLD(as(times100), quotient, quotient)
	g.VPADDD(quotient, v, v)
	g.VPMULHUW(as(by10), v, quotient)
	g.VPMULLW(as(times10), quotient, quotient)
	g.VPADDW(quotient, v, v)
	g.VPOR(as(zeroDigits), v, v)
	g.VPCMPGTB(as(zeroDigits), v, quotient)
	g.VPMOVMSKB(quotient, EAX)
}
