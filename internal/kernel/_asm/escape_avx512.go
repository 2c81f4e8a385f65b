package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx512Escaper has the block in Z0, the constants of consts in Z16 to Z18, and those of wide in Z19 to Z28.
type avx512Escaper struct{ *gen }

func (avx512Escaper) width() int { return 64 }

func (e avx512Escaper) consts() {
	e.broadcast16(Mem{Base: RDX, Disp: setClasses}, Z16)
	e.broadcast16(e.data("vecBackslash", repeated('\\', 16)), Z17)
	e.broadcast16(e.data("vecSpace", repeated(' ', 16)), Z18)
}

func (e avx512Escaper) full() {
	e.VMOVDQU64(Mem{Base: RSI}, Z0)
	e.VMOVDQU64(Z0, Mem{Base: RDI})
	// In this signed comparison control characters and bytes above 0x7f are less than a space.
	e.VPCMPB(Imm(1), Z18, Z0, K4)
	e.test()
}

func (e avx512Escaper) partial() {
	e.MOVQ(I32(-1), RAX)
	e.BZHIQ(RCX, RAX, RAX)
	e.KMOVQ(RAX, K1)
	e.VMOVDQU8_Z(Mem{Base: RSI}, K1, Z0)
	e.VMOVDQU64(Z0, Mem{Base: RDI})
	e.VPCMPB(Imm(1), Z18, Z0, K1, K4)
	e.test()
}

func (e avx512Escaper) test() {
	e.VPSHUFB(Z0, Z16, Z1)
	e.VPCMPEQB(Z1, Z0, K2)
	e.VPCMPEQB(Z17, Z0, K3)
	e.KORQ(K2, K3, K2)
	e.KORTESTQ(K2, K4)
}

func (e avx512Escaper) special() {
	e.KORQ(K2, K4, K2)
	e.KMOVQ(K2, R10)
}

func (e avx512Escaper) high() {
	e.VPMOVB2M(Z0, K5)
	e.KMOVQ(K5, R11)
	e.TESTQ(R11, R11)
}

func (e avx512Escaper) wide() {
	e.TESTL(R13L, R13L)
	e.JNE(LabelRef("loaded"))
	c := e.utf8Consts(Z19, Z20, Z21, Z22, Z23, Z24, Z25)
	e.lineConsts(Z26, Z27, Z28)
	e.INCL(R13L)
	e.Label("loaded")
	e.VPXORD(Z1, Z1, Z1)
	e.shifted(Z0, nil, Z1, Z1)
	e.check(c, Z0, Z1, Z2, Z3, Z4)
	e.VPTESTMB(Z4, Z4, K1)
	// Find E2 80 A8 and E2 80 A9, which are U+2028 and U+2029.
	e.VPALIGNR(Imm(14), Z1, Z0, Z2)
	e.VPCMPEQB(Z26, Z2, K2)
	e.VPALIGNR(Imm(15), Z1, Z0, Z2)
	e.VPCMPEQB(c.top, Z2, K2, K2)
	e.VPANDD(Z28, Z0, Z2)
	e.VPCMPEQB(Z27, Z2, K2, K2)
	e.KORQ(K1, K2, K1)
	e.KMOVQ(K1, RBX)
}

func (e avx512Escaper) starts() {
	e.broadcast16(e.data("vecLeads", repeated(0xc0, 16)), Z2)
	e.VPCMPB(Imm(5), Z2, Z0, K1)
	e.KMOVQ(K1, R12)
}

func (avx512Escaper) spill() {}

func (e avx512Escaper) move() {
	// Select the bytes after the byte of the lowest bit in R10.
	e.BLSMSKQ(R10, R12)
	e.NOTQ(R12)
	e.KMOVQ(R12, K1)
	e.VMOVDQU8(Z0, K1, Mem{Base: RDI})
}
