package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Base64 in vectors of 32 characters, as in Wojciech Muła and Daniel Lemire, "Faster Base64 Encoding and Decoding using
// AVX2 Instructions", ACM Transactions on the Web 12 (2018).

// bytes16 returns 16 bytes: the numbers of list, and zeros after them.
func bytes16(list ...int) []byte {
	b := make([]byte, 16)
	for i, x := range list {
		b[i] = byte(x)
	}
	return b
}

// words returns the bytes of the 32-bit word x, four times.
func words(x uint32) []byte {
	b := make([]byte, 16)
	for i := range b {
		b[i] = byte(x >> (i % 4 * 8))
	}
	return b
}

// base64Params begins a kernel and loads its parameters into RDI, RSI and RCX. end ends the kernel with the result RAX.
func (g *gen) base64Params(name string) (end func()) {
	g.function(name, []param{{"dst", pointer}, {"src", pointer}, {"n", integer}}, []param{{"done", integer}})
	g.MOVQ(g.paramAddr("dst"), RDI)
	g.MOVQ(g.paramAddr("src"), RSI)
	g.MOVQ(g.paramAddr("n"), RCX)
	g.XORL(EAX, EAX)
	return func() {
		g.MOVQ(RAX, g.resultAddr(0))
		g.VZEROUPPER()
		g.RET()
	}
}

// base64 writes both kernels.
func base64(g *gen) {
	encodeBase64(g)
	decodeBase64(g)
}

// encodeBase64 encodes 24 bytes as 32 characters, twelve bytes in each half of a vector, while at least 28 bytes can be
// read.
func encodeBase64(g *gen) {
	end := g.base64Params("encodeBase64")
	shuffle, highs, highTimes, lows, lowTimes, lowerEnd, upperEnd, upper, offsets := Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15, Y7
	g.broadcast16(g.data("vecTriples", bytes16(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10)), shuffle)
	g.broadcast16(g.data("vecSextetsHigh", words(0x0fc0fc00)), highs)
	g.broadcast16(g.data("vecTimesHigh", words(0x04000040)), highTimes)
	g.broadcast16(g.data("vecSextetsLow", words(0x003f03f0)), lows)
	g.broadcast16(g.data("vecTimesLow", words(0x01000010)), lowTimes)
	g.broadcast16(g.data("vecLastLetter", repeated(51, 16)), lowerEnd)
	g.broadcast16(g.data("vecLetters", repeated(26, 16)), upperEnd)
	g.broadcast16(g.data("vecUpper", repeated(13, 16)), upper)
	const digit = '0' - 52
	g.broadcast16(g.data("vecFromSextet", bytes16('a'-26, digit, digit, digit, digit, digit, digit, digit, digit, digit, digit, '+'-62, '/'-63, 'A')), offsets)
	g.CMPQ(RCX, Imm(28))
	g.JLT(LabelRef("done"))
	g.Label("block")
	g.VMOVDQU(Mem{Base: RSI}, X0)
	g.VINSERTI128(Imm(1), Mem{Base: RSI, Disp: 12}, Y0, Y0)
	g.VPSHUFB(shuffle, Y0, Y0)
	g.Comment("Of each three bytes in four, the sextets: two by a multiplication that keeps the upper half, two by one",
		"that keeps the lower.")
	g.VPAND(highs, Y0, Y1)
	g.VPMULHUW(highTimes, Y1, Y1)
	g.VPAND(lows, Y0, Y0)
	g.VPMULLW(lowTimes, Y0, Y0)
	g.VPOR(Y1, Y0, Y0)
	g.Comment("What is to be added depends on the range: 0 for lower case, 1 to 12 for digits and signs, 13 for upper case.")
	g.VPSUBUSB(lowerEnd, Y0, Y1)
	g.VPCMPGTB(Y0, upperEnd, Y2)
	g.VPAND(upper, Y2, Y2)
	g.VPOR(Y2, Y1, Y1)
	g.VPSHUFB(Y1, offsets, Y1)
	g.VPADDB(Y1, Y0, Y0)
	g.VMOVDQU(Y0, Mem{Base: RDI})
	g.ADDQ(Imm(24), RSI)
	g.ADDQ(Imm(32), RDI)
	g.ADDQ(Imm(24), RAX)
	g.SUBQ(Imm(24), RCX)
	g.CMPQ(RCX, Imm(28))
	g.JGE(LabelRef("block"))
	g.Label("done")
	end()
}

// decodeBase64 writes the kernel that decodes 32 characters to 24 bytes at a time. The kernel stops before 32
// characters of which one is not in the alphabet, or if fewer than 32 are left.
func decodeBase64(g *gen) {
	end := g.base64Params("decodeBase64")
	nibble, lowRules, highRules, offsets, sextets, pairs, order, places := Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15
	g.broadcast16(g.data("vecSlash", repeated('/', 16)), nibble)
	g.broadcast16(g.data("vecBase64Low", bytes16(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1a, 0x1b, 0x1b, 0x1b, 0x1a)), lowRules)
	g.broadcast16(g.data("vecBase64High", bytes16(0x10, 0x10, 1, 2, 4, 8, 4, 8, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10)), highRules)
	g.broadcast16(g.data("vecToSextet", bytes16(0, 16, 19, 4, -65, -65, -71, -71)), offsets)
	g.broadcast16(g.data("vecJoinSextets", words(0x01400140)), sextets)
	g.broadcast16(g.data("vecJoinPairs", words(0x00011000)), pairs)
	g.broadcast16(g.data("vecFromWords", bytes16(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1)), order)
	all := make([]byte, 32)
	for i, w := range []byte{0, 1, 2, 4, 5, 6, 7, 7} {
		all[i*4] = w
	}
	g.VMOVDQU(g.data("vecPlaces", all), places)
	g.CMPQ(RCX, Imm(32))
	g.JLT(LabelRef("done"))
	g.Label("block")
	g.VMOVDQU(Mem{Base: RSI}, Y0)
	g.Comment("The nibbles of a character that is not of the alphabet have a bit in common in the two tables. The mask is",
		"'/', which leaves the bits that look-ups need.")
	g.VPSRLD(Imm(4), Y0, Y1)
	g.VPAND(nibble, Y1, Y1)
	g.VPAND(nibble, Y0, Y2)
	g.VPSHUFB(Y1, highRules, Y3)
	g.VPSHUFB(Y2, lowRules, Y2)
	g.VPTEST(Y3, Y2)
	g.JNE(LabelRef("done"))
	g.VPCMPEQB(nibble, Y0, Y2)
	g.VPADDB(Y2, Y1, Y1)
	g.VPSHUFB(Y1, offsets, Y1)
	g.VPADDB(Y1, Y0, Y0)
	g.Comment("Sextets to pairs of twelve bits, those to words of 24 bits, and the words together.")
	g.VPMADDUBSW(sextets, Y0, Y0)
	g.VPMADDWD(pairs, Y0, Y0)
	g.VPSHUFB(order, Y0, Y0)
	g.VPERMD(Y0, places, Y0)
	g.VMOVDQU(X0, Mem{Base: RDI})
	g.VEXTRACTI128(Imm(1), Y0, X1)
	g.VMOVQ(X1, Mem{Base: RDI, Disp: 16})
	g.ADDQ(Imm(32), RSI)
	g.ADDQ(Imm(24), RDI)
	g.ADDQ(Imm(32), RAX)
	g.SUBQ(Imm(32), RCX)
	g.CMPQ(RCX, Imm(32))
	g.JGE(LabelRef("block"))
	g.Label("done")
	end()
}
