package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// nibbleTable returns a table for finding the bytes of class. A byte is in class if it equals the entry for its low
// nibble. If no byte of class has the low nibble l, entry l has another low nibble, so that no byte equals it. For a
// byte from 0x80 on VPSHUFB returns 0, which is not equal to the byte, so class can only have bytes below 0x80.
func nibbleTable(class string) []byte {
	t := make([]byte, 16)
	for i := range t {
		t[i] = byte(^i) & 15
	}
	for _, c := range []byte(class) {
		t[c&15] = c
	}
	return t
}

// masksLoop has the parts of the loop of a masks kernel or, if classify does nothing, of a UTF-8 check. The blocks are
// at RSI, and their number is in RCX. load loads a block. nonASCII sets the flags to NE if the block has bytes above
// 0x7f. The loop has one part for ASCII blocks and one for others. For a block that is not ASCII, check validates its
// UTF-8 together with the end of the block before. If the block before is ASCII or does not exist, forget first
// replaces that end by zeros. cut and end add an error if the block before ended inside a character: cut runs at the
// next ASCII block, and end after the last block.
type masksLoop struct {
	load, classify, nonASCII, forget, check, cut, end func()
}

func (g *gen) masksLoop(l masksLoop) {
	next := func() {
		g.ADDQ(Imm(64), RSI)
		g.DECQ(RCX)
	}
	g.TESTQ(RCX, RCX)
	g.JLE(LabelRef("done"))
	g.Label("ascii")
	l.load()
	l.classify()
	l.nonASCII()
	g.JNE(LabelRef("first"))
	g.Label("skip")
	next()
	g.JNE(LabelRef("ascii"))
	g.JMP(LabelRef("done"))

	g.Label("first")
	l.forget()
	g.Label("check")
	l.check()
	next()
	g.JE(LabelRef("last"))
	l.load()
	l.classify()
	l.nonASCII()
	g.JNE(LabelRef("check"))
	l.cut()
	g.JMP(LabelRef("skip"))

	g.Label("last")
	l.end()
	g.Label("done")
}

// masksParams begins a masks kernel and loads its parameters into RSI, RCX and RDI.
func (g *gen) masksParams(name string) {
	g.function(name, []param{{"src", pointer}, {"nblocks", integer}, {"out", pointer}}, []param{{"valid", boolean}})
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("nblocks"), RCX)
	g.MOVQ(g.paramAddr("out"), RDI)
}

// utf8Params is masksParams for a UTF-8 kernel, which has no parameter out.
func (g *gen) utf8Params(name string) {
	g.function(name, []param{{"src", pointer}, {"nblocks", integer}}, []param{{"valid", boolean}})
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("nblocks"), RCX)
}

// result ends a kernel whose result is whether the vector bad is zero.
func (g *gen) result(bad VecPhysical) {
	if isZMM(bad) {
		g.VPTESTMB(bad, bad, K1)
		g.KORTESTQ(K1, K1)
	} else {
		g.VPTEST(bad, bad)
	}
	g.SETEQ(AL)
	g.MOVB(AL, g.resultAddr(0))
	g.VZEROUPPER()
	g.RET()
}

// loop512 returns the parts that the masks kernel and the UTF-8 check for AVX-512 share. Z0 is the block, Z1 the block
// before it, Z2 the errors so far.
func (g *gen) loop512() masksLoop {
	var c utf8Consts
	g.VPXORD(Z2, Z2, Z2)
	cut := func() {
		g.VPSUBUSB(Z23, Z1, Z3)
		g.VPORD(Z3, Z2, Z2)
	}
	return masksLoop{
		load:     func() { g.VMOVDQU64(Mem{Base: RSI}, Z0) },
		classify: func() {},
		nonASCII: func() {
			g.VPMOVB2M(Z0, K1)
			g.KORTESTQ(K1, K1)
		},
		forget: func() {
			// The constants are loaded only here, since most inputs are short and ASCII.
			c = g.utf8Consts(Z16, Z17, Z18, Z19, Z20, Z21, Z22)
			g.VMOVDQU64(c.cut, Z23)
			g.VPXORD(Z1, Z1, Z1)
		},
		check: func() {
			g.shifted(Z0, Z1, nil, Z3)
			g.check(c, Z0, Z3, Z4, Z5, Z6)
			g.VPORD(Z6, Z2, Z2)
			g.VMOVDQA64(Z0, Z1)
		},
		cut: cut,
		end: cut,
	}
}

// classify512 loads the tables of a masks kernel and returns a function for masksLoop.classify. That function stores
// two words at RDI: the bits of the bytes in Z0 that are quotes, backslashes or control characters, and the bits of the
// bytes that are not white space.
func (g *gen) classify512() func() {
	g.broadcast16(g.data("vecSpecial", nibbleTable("\"\\")), Z24)
	g.broadcast16(g.data("vecWhite", nibbleTable(" \t\n\r")), Z25)
	g.broadcast16(g.data("vecSpace", repeated(' ', 16)), Z26)
	return func() {
		g.VPSHUFB(Z0, Z24, Z3)
		g.VPCMPEQB(Z3, Z0, K1)
		g.VPCMPUB(Imm(1), Z26, Z0, K2)
		g.KORQ(K1, K2, K1)
		g.VPSHUFB(Z0, Z25, Z3)
		g.VPCMPB(Imm(4), Z3, Z0, K2)
		g.KMOVQ(K1, Mem{Base: RDI})
		g.KMOVQ(K2, Mem{Base: RDI, Disp: 8})
		g.ADDQ(Imm(16), RDI)
	}
}

func masksAVX512(g *gen) {
	g.masksParams("masksAVX512")
	l := g.loop512()
	l.classify = g.classify512()
	g.masksLoop(l)
	g.result(Z2)
}

func utf8AVX512(g *gen) {
	g.utf8Params("utf8AVX512")
	l := g.loop512()
	l.end = func() {} // the caller checks the last character
	g.masksLoop(l)
	g.result(Z2)
}

// loop256 returns the parts that the masks kernel and the UTF-8 check for AVX2 share, like loop512. Y0 and Y1 are the
// block, Y2 is the second half of the block before it, and Y3 has the errors so far.
func (g *gen) loop256() masksLoop {
	var c utf8Consts
	g.VPXOR(Y3, Y3, Y3)
	cut := func() {
		g.VPSUBUSB(c.cut, Y2, Y4)
		g.VPOR(Y4, Y3, Y3)
	}
	return masksLoop{
		load: func() {
			g.VMOVDQU(Mem{Base: RSI}, Y0)
			g.VMOVDQU(Mem{Base: RSI, Disp: 32}, Y1)
		},
		classify: func() {},
		nonASCII: func() {
			g.VPOR(Y0, Y1, Y4)
			g.VPMOVMSKB(Y4, EAX)
			g.TESTL(EAX, EAX)
		},
		forget: func() {
			c = g.utf8Consts(Y12, Y13, Y14, Y15)
			g.VPXOR(Y2, Y2, Y2)
		},
		check: func() {
			for _, half := range [][2]VecPhysical{{Y0, Y2}, {Y1, Y0}} {
				g.shifted(half[0], half[1], nil, Y4)
				g.check(c, half[0], Y4, Y5, Y6, Y7)
				g.VPOR(Y7, Y3, Y3)
			}
			g.VMOVDQA(Y1, Y2)
		},
		cut: cut,
		end: cut,
	}
}

// classify256 loads the tables and returns a function for masksLoop.classify, like classify512, for the block in Y0 and
// Y1.
func (g *gen) classify256() func() {
	g.broadcast16(g.data("vecSpecial", nibbleTable("\"\\")), Y8)
	g.broadcast16(g.data("vecWhite", nibbleTable(" \t\n\r")), Y9)
	g.broadcast16(g.data("vecControl", repeated(0x1f, 16)), Y10)
	half := func(x VecPhysical, s, w Register) {
		g.VPSHUFB(x, Y8, Y4)
		g.VPCMPEQB(Y4, x, Y4)
		g.VPMINUB(Y10, x, Y5)
		g.VPCMPEQB(Y5, x, Y5)
		g.VPOR(Y4, Y5, Y4)
		g.VPMOVMSKB(Y4, s)
		g.VPSHUFB(x, Y9, Y6)
		g.VPCMPEQB(Y6, x, Y6)
		g.VPMOVMSKB(Y6, w)
	}
	return func() {
		half(Y0, R8L, R9L)
		half(Y1, R10L, R11L)
		// Each word is stored at once: a load of a word whose halves were stored separately would have to wait.
		g.SHLQ(Imm(32), R10)
		g.SHLQ(Imm(32), R11)
		g.ORQ(R10, R8)
		g.ORQ(R11, R9)
		g.NOTQ(R9)
		g.MOVQ(R8, Mem{Base: RDI})
		g.MOVQ(R9, Mem{Base: RDI, Disp: 8})
		g.ADDQ(Imm(16), RDI)
	}
}

func masksAVX2(g *gen) {
	g.masksParams("masksAVX2")
	l := g.loop256()
	l.classify = g.classify256()
	g.masksLoop(l)
	g.result(Y3)
}

func utf8AVX2(g *gen) {
	g.utf8Params("utf8AVX2")
	l := g.loop256()
	l.end = func() {}
	g.masksLoop(l)
	g.result(Y3)
}
