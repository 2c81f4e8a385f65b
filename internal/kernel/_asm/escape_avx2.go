package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx2Escaper has the block in Y0, the constants of consts in Y13 to Y15, and those of wide in Y5 to Y12.
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

// load loads the n bytes at address at, 1 to 31, into Y0, with zeros after them. If 32 bytes are in one page, it reads
// all of them, since that can't fault. Near the end of a page it reads the 32 bytes that end with the string, and moves
// them down through the stack. The bytes after the string may belong to other code: they are never stored.
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
	// Select the positions below n. A table of masks, loaded at an address that depends on n, would cross a cache line.
	e.VMOVD(n.As32(), X1)
	e.VPBROADCASTB(X1, Y1)
	e.VPCMPGTB(e.data("vecIndex", places32()), Y1, Y1)
	e.VPAND(Y1, Y0, Y0)
}

func (e avx2Escaper) test() {
	e.specials(Y0, Y1, Y2, Y3)
	e.VPMOVMSKB(Y1, R10L)
}

// specials makes a mask in the second register: 0xff for each byte of x that is special, and 0 for all others.
func (e avx2Escaper) specials(x, to, t1, t2 VecPhysical) {
	e.VPSHUFB(x, Y13, to)
	e.VPCMPEQB(to, x, to)
	e.VPCMPEQB(Y14, x, t1)
	// In this signed comparison control characters and bytes above 0x7f are less than a space.
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
	// Find E2 80 A8 and E2 80 A9, which are U+2028 and U+2029.
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
	// As signed bytes, the continuation bytes 0x80 to 0xbf are less than -64.
	e.broadcast16(e.data("vecLeads", repeated(0xc0, 16)), Y2)
	e.VPCMPGTB(Y0, Y2, Y2)
	e.VPMOVMSKB(Y2, R12L)
	e.NOTL(R12L)
}

// spill puts into R12 the address from which move reads the block: the string or, if fewer than 64 bytes of it are
// left, a copy of the block with zeros after it.
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

// places32 returns the positions of the bytes in a vector: 0 to 31.
func places32() []byte {
	places := make([]byte, 32)
	for i := range places {
		places[i] = byte(i)
	}
	return places
}
