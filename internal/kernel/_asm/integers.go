package main

import (
	"encoding/binary"
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels that write integers with VBMI2. Eight digits are made at once, each in a lane of its own. The factor of a
// lane is 2^52/10^k. In the product of the number and the factor, the lower 52 bits are the fraction of number/10^k,
// which begins with the lane's digit. In ten times this fraction the digit is above the 52 bits. For the 2 of 123, k is
// 2, and the fraction of 1.23 is .23.
//
// The factors are rounded up in all lanes but the first, which makes a number of eight digits too large by less than 1
// in its last digit. In the first lane that would be too much. Its factor is rounded down, which makes the product too
// small by up to 10^8 times 0.28, and 3*10^7 is added.

// factors returns the factors of the lanes, with the factor for the first digit first, and the number that is added in
// the first lane.
func factors() (list [8]uint64, added uint64) {
	power := uint64(10)
	for lane := 7; lane >= 0; lane-- {
		list[lane] = (1<<52 + power - 1) / power
		power *= 10
	}
	list[0]--
	return list, 30_000_000
}

// integers64 writes the kernel for integers of 64 bits, and integers32 those for 32 and 16 bits.
func integers64(g *gen) { g.integers(64) }

func integers32(g *gen) {
	g.integers(32)
	g.integers(16)
}

// quads returns the bytes of 64-bit numbers in the order of memory.
func quads(list ...uint64) (b []byte) {
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}

// integers writes a kernel. RSI is the address of the next integer, RDI that of its text, and RCX the number of
// integers that are left. There are loops for up to 8, 16 and 24 digits; the largest number decides which one writes
// all of them. R14 is all ones if the integers are signed. R15 selects the bits of a loaded integer: all if they are
// signed, otherwise those that are not copies of its sign bit.
func (g *gen) integers(size int) {
	g.function(fmt.Sprintf("writeIntegers%dVBMI2", size), []param{{"dst", pointer}, {"src", pointer}, {"count", integer}, {"signed", boolean}}, []param{{"n", integer}})
	g.MOVQ(g.paramAddr("dst"), RDI)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("count"), RCX)
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
	list, lacks := factors()
	g.VMOVDQU64(g.data("vecFactors", quads(list[:]...)), Z16)
	g.VMOVDQU64(g.data("vecLacks", quads(lacks, 0, 0, 0, 0, 0, 0, 0)), Z17)
	g.VPBROADCASTQ(g.data("vecTen", quads(10)), Z18)
	g.VPBROADCASTQ(g.data("vecZeroDigit", quads('0')), Z19)
	g.broadcast16(g.data("vecZero", repeated('0', 16)), Z20)
	// The digits are in the lowest bytes of the lanes; commas come after them.
	lanes := make([]byte, 32)
	for i := range lanes {
		lanes[i] = byte(i) % 8 * 8
	}
	g.VMOVDQU(g.data("vecLanes", lanes), Y4)
	g.VMOVDQU(g.data("vecComma", repeated(',', 32)), Y5)
	g.LEAQ(g.data("vecCount", counted(64)), R9)
	g.MOVBQZX(g.paramAddr("signed"), R14)
	g.NEGQ(R14)
	if size < 64 {
		g.MOVL(U32(1<<size-1), R15L)
		g.ORQ(R14, R15)
	}
	most := 1
	if size > 16 {
		most = g.parts(size)
	}
	for parts := most; parts > 0; parts-- {
		g.Label(fmt.Sprintf("parts%d", parts))
		g.integerLoop(size, parts)
	}
	g.Label("done")
	g.SUBQ(g.paramAddr("dst"), RDI)
	g.MOVQ(RDI, g.resultAddr(0))
	g.VZEROUPPER()
	g.RET()
}

// parts writes code that finds the largest of the numbers and jumps to the loop for numbers of its length. It returns
// the number of loops.
func (g *gen) parts(size int) (most int) {
	load, loadSome, abs, larger, lanes := g.VMOVDQU64, g.VMOVDQU64_Z, g.VPABSQ, g.VPMAXUQ, uint64(8)
	if size == 32 {
		load, loadSome, abs, larger, lanes = g.VMOVDQU32, g.VMOVDQU32_Z, g.VPABSD, g.VPMAXUD, 16
	}
	g.MOVQ(RSI, R10)
	g.MOVQ(RCX, R11)
	g.KMOVQ(R14, K2)
	g.VPXORD(Z6, Z6, Z6)
	g.JMP(LabelRef("vectors"))
	g.Label("vector")
	load(Mem{Base: R10}, Z0)
	abs(Z0, K2, Z0)
	larger(Z0, Z6, Z6)
	g.ADDQ(Imm(64), R10)
	g.SUBQ(Imm(lanes), R11)
	g.Label("vectors")
	g.CMPQ(R11, Imm(lanes))
	g.JGE(LabelRef("vector"))
	g.MOVQ(I32(-1), RAX)
	g.BZHIQ(R11, RAX, RAX)
	g.KMOVQ(RAX, K1)
	loadSome(Mem{Base: R10}, K1, Z0)
	abs(Z0, K2, Z0)
	larger(Z0, Z6, Z6)
	if size == 32 {
		g.VPBROADCASTD(g.data("vecEightDigits", quads(99_999_999)), Z0)
		g.VPCMPUD(Imm(6), Z0, Z6, K1)
		g.KTESTW(K1, K1)
		g.JEQ(LabelRef("parts1"))
		return 2
	}
	g.VPBROADCASTQ(g.data("vecEightDigits", quads(99_999_999)), Z0)
	g.VPCMPUQ(Imm(6), Z0, Z6, K1)
	g.VPBROADCASTQ(g.data("vecSixteenDigits", quads(9_999_999_999_999_999)), Z0)
	g.VPCMPUQ(Imm(6), Z0, Z6, K2)
	g.KTESTB(K1, K1)
	g.JEQ(LabelRef("parts1"))
	g.KTESTB(K2, K2)
	g.JEQ(LabelRef("parts2"))
	return 3
}

// integerLoop writes the loop for integers of up to 8, 16 or 24 digits, for one, two or three parts of 8 digits. The
// first part has the lowest digits.
func (g *gen) integerLoop(size, parts int) {
	digits := 8 * parts
	masks := []OpmaskPhysical{K1, K2, K3}
	for part := range parts {
		g.MOVQ(U32(0xff<<(digits-8*part-8)), RAX)
		g.KMOVQ(RAX, masks[part])
	}
	if parts > 1 {
		g.MOVQ(U64(0xABCC77118461CEFD), R8)
	}
	again := fmt.Sprintf("integer%d", parts)
	g.Label(again)
	number := RDX
	if parts == 1 {
		number = R10
	}
	g.loadInteger(size, Mem{Base: RSI}, number)
	g.ADDQ(Imm(uint64(size/8)), RSI)
	g.Comment("The sign is written over unless it counts.")
	g.absolute(number)
	g.MOVB(U8('-'), Mem{Base: RDI})
	g.SUBQ(RAX, RDI)
	parted := []GPPhysical{R10, R11, R12}
	for part := range parts - 1 {
		g.Comment("The quotient by 10^8 is the product with 2^90/10^8 without its lower 90 bits.")
		g.MULXQ(R8, RBX, RBX)
		g.SHRQ(Imm(26), RBX)
		g.IMUL3Q(U32(100_000_000), RBX, R13)
		g.SUBQ(R13, RDX)
		g.MOVQ(RDX, parted[part])
		if part == parts-2 {
			g.MOVQ(RBX, parted[parts-1])
		} else {
			g.MOVQ(RBX, RDX)
		}
	}
	g.VMOVDQA64(Z5, Z3)
	for part := range parts {
		g.VPBROADCASTQ(parted[part], Z0)
		g.VMOVDQA64(Z17, Z1)
		g.VPMADD52LUQ(Z16, Z0, Z1)
		g.VMOVDQA64(Z19, Z2)
		g.VPMADD52HUQ(Z18, Z1, Z2)
		g.VPERMB(Z2, Z4, masks[part], Z3)
	}
	g.Comment("Zeros in front are left out, but for the last digit.")
	g.VPCMPUB(Imm(6), Y20, Y3, K4)
	g.KMOVD(K4, EAX)
	g.ORL(U32(1<<(digits-1)), EAX)
	g.TZCNTL(EAX, EAX)
	g.VMOVDQU(Mem{Base: R9, Index: RAX, Scale: 1}, Y0)
	g.VPERMB(Y3, Y0, Y0)
	g.VMOVDQU(Y0, Mem{Base: RDI})
	g.SUBQ(RAX, RDI)
	g.ADDQ(Imm(uint64(digits+1)), RDI)
	g.DECQ(RCX)
	g.JNE(LabelRef(again))
	if parts > 1 {
		g.JMP(LabelRef("done"))
	}
}

// loadInteger loads the integer at from, and keeps only the bits that are set in R15.
func (g *gen) loadInteger(size int, from Mem, number GPPhysical) {
	switch size {
	case 64:
		g.MOVQ(from, number)
	case 32:
		g.MOVLQSX(from, number)
	case 16:
		g.MOVWQSX(from, number)
	}
	if size < 64 {
		g.ANDQ(R15, number)
	}
}

// absolute replaces a number by its absolute value if the integers are signed (R14). It sets RAX to -1 for negative
// numbers, otherwise to 0.
func (g *gen) absolute(number GPPhysical) {
	g.MOVQ(number, RAX)
	g.SARQ(Imm(63), RAX)
	g.ANDQ(R14, RAX)
	g.XORQ(RAX, number)
	g.SUBQ(RAX, number)
}
