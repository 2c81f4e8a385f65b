package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx2Escaper has the block in Y0, the constants of every call in Y13 to Y15, of wide in Y5 to Y12.
type avx2Escaper struct {
	*gen
	scratch *Mem
}

func (avx2Escaper) width() int { return 32 }

func (e avx2Escaper) consts() {
	e.broadcast16(Mem{Base: RDX, Disp: setClasses}, Y13)
	e.broadcast16(e.data("vecBackslash", repeated('\\', 16)), Y14)
	e.broadcast16(e.data("vecSpace", repeated(' ', 16)), Y15)
}

func (e avx2Escaper) full() {
	e.VMOVDQU(Mem{Base: RSI}, Y0)
	e.VMOVDQU(Y0, Mem{Base: RDI})
	e.test()
	e.TESTL(R10L, R10L)
}

func (e avx2Escaper) partial() {
	e.load(RSI, RCX)
	e.VMOVDQU(Y0, Mem{Base: RDI})
	e.test()
	e.BZHIL(ECX, R10L, R10L)
}

// load puts the n bytes at at to Y0, 1 to 31, with zeros behind them. It reads 32 bytes all the same where they are in
// one page, as no fault can come of it; near the end of a page it reads those that end with the string, and moves them
// down by way of the stack. What lies behind the string is somebody else's: it is never stored.
func (e avx2Escaper) load(at, n GPPhysical) {
	*e.scratch = e.AllocLocal(64)
	e.MOVL(at.As32(), EAX)
	e.ANDL(U32(4095), EAX)
	e.CMPL(EAX, U32(4096-32))
	e.JHI(LabelRef("edge"))
	e.VMOVDQU(Mem{Base: at}, Y0)
	e.JMP(LabelRef("loaded"))
	e.Label("edge")
	e.VMOVDQU(Mem{Base: at, Index: n, Scale: 1, Disp: -32}, Y0)
	e.VMOVDQU(Y0, *e.scratch)
	e.MOVQ(n, RAX)
	e.NEGQ(RAX)
	e.VMOVDQU(e.scratch.Idx(RAX, 1).Offset(32), Y0)
	e.Label("loaded")
	// Places below n. A table of masks read from where it depends on n would lie across two lines.
	e.VMOVD(n.As32(), X1)
	e.VPBROADCASTB(X1, Y1)
	e.VPCMPGTB(e.data("vecIndex", places32()), Y1, Y1)
	e.VPAND(Y1, Y0, Y0)
}

func (e avx2Escaper) test() {
	e.specials(Y0, Y1, Y2, Y3)
	e.VPMOVMSKB(Y1, R10L)
}

// specials sets the bytes of to where those of x are special.
func (e avx2Escaper) specials(x, to, t1, t2 VecPhysical) {
	e.VPSHUFB(x, Y13, to)
	e.VPCMPEQB(to, x, to)
	e.VPCMPEQB(Y14, x, t1)
	// Signed: both control characters and bytes above 0x7f are less than a space.
	e.VPCMPGTB(x, Y15, t2)
	e.VPOR(to, t1, to)
	e.VPOR(to, t2, to)
}

func (avx2Escaper) special() {}

func (e avx2Escaper) high() {
	e.VPMOVMSKB(Y0, R11L)
	e.TESTL(R11L, R11L)
}

func (e avx2Escaper) wide() {
	e.TESTL(R13L, R13L)
	e.JNE(LabelRef("ready"))
	c := e.utf8Consts(Y9, Y10, Y11, Y12)
	e.lineConsts(Y5, Y6, Y7)
	e.INCL(R13L)
	e.Label("ready")
	e.shifted(Y0, nil, nil, Y1)
	e.check(c, Y0, Y1, Y2, Y3, Y4)
	e.VPXOR(Y3, Y3, Y3)
	e.VPCMPEQB(Y3, Y4, Y4)
	e.VPMOVMSKB(Y4, EBX)
	e.NOTL(EBX)
	// E2 80 A8 and E2 80 A9.
	e.VPALIGNR(Imm(14), Y1, Y0, Y2)
	e.VPCMPEQB(Y5, Y2, Y2)
	e.VPALIGNR(Imm(15), Y1, Y0, Y3)
	e.VPCMPEQB(c.top, Y3, Y3)
	e.VPAND(Y3, Y2, Y2)
	e.VPAND(Y7, Y0, Y3)
	e.VPCMPEQB(Y6, Y3, Y3)
	e.VPAND(Y3, Y2, Y2)
	e.VPMOVMSKB(Y2, R9L)
	e.ORL(R9L, EBX)
}

func (e avx2Escaper) starts() {
	// Not -64 > x, signed: 0x80 to 0xbf continue.
	e.broadcast16(e.data("vecLeads", repeated(0xc0, 16)), Y2)
	e.VPCMPGTB(Y0, Y2, Y2)
	e.VPMOVMSKB(Y2, R12L)
	e.NOTL(R12L)
}

// spill puts to R12 the place that move reads the block from: the string, or if that has not 32 bytes more, a copy in
// front of zeros.
func (e avx2Escaper) spill() {
	e.MOVQ(RSI, R12)
	e.CMPQ(RCX, Imm(64))
	e.JGE(LabelRef("text"))
	e.VMOVDQU(Y0, *e.scratch)
	e.VPXOR(Y1, Y1, Y1)
	e.VMOVDQU(Y1, e.scratch.Offset(32))
	e.LEAQ(*e.scratch, R12)
}

func (e avx2Escaper) move() {
	e.VMOVDQU(Mem{Base: R12, Index: R9, Scale: 1, Disp: 1}, Y1)
	e.VMOVDQU(Y1, Mem{Base: RDI, Index: R9, Scale: 1, Disp: 1})
}

// places32 has the places of the bytes of a vector.
func places32() []byte {
	places := make([]byte, 32)
	for i := range places {
		places[i] = byte(i)
	}
	return places
}
