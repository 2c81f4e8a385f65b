package main

import (
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The UTF-8 check is that of John Keiser and Daniel Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte",
// Software: Practice and Experience 51 (2021). Each error of two adjacent bytes is a rule about both nibbles of the
// first byte and the high nibble of the second. Each rule has one bit. Three tables of 16 bytes have, for each nibble,
// the rules that may be broken, and the AND of three look-ups is the set of broken rules. The bit for "two continuation
// bytes in a row" is not an error where a longer character needs a third or fourth byte, and its absence is an error
// there.

// rule is broken by a byte with the nibbles hi and lo that is followed by a byte with the high nibble next, for any of
// the listed nibbles; nil means all.
type rule struct{ hi, lo, next []int }

var (
	ascii = []int{0, 1, 2, 3, 4, 5, 6, 7}
	cont  = []int{8, 9, 0xa, 0xb}
	lead  = []int{0xc, 0xd, 0xe, 0xf}
)

// rules has a row for each bit. The last one must have bit 7, which the test for third and fourth bytes also sets.
var rules = [8]rule{
	{hi: lead, next: append(append([]int{}, ascii...), lead...)}, // too short
	{hi: ascii, next: cont},                                            // a continuation after nothing
	{hi: []int{0xe}, lo: []int{0}, next: []int{8, 9}},                  // overlong, 3 bytes
	{hi: []int{0xf}, lo: from(4), next: []int{9, 0xa, 0xb}},            // over 10FFFF
	{hi: []int{0xe}, lo: []int{0xd}, next: []int{0xa, 0xb}},            // surrogate
	{hi: []int{0xc}, lo: []int{0, 1}, next: cont},                      // overlong, 2 bytes
	{hi: []int{0xf}, lo: append([]int{0}, from(5)...), next: []int{8}}, // overlong, 4 bytes, or F5 and up
	{hi: cont, next: cont},                                             // two continuations
}

func from(lo int) (list []int) {
	for ; lo < 16; lo++ {
		list = append(list, lo)
	}
	return list
}

// table returns, for each of the 16 values of a nibble, the set of rules that it may break. nibblesOf says which
// nibble: it returns r.hi, r.lo or r.next of a rule r.
func table(nibblesOf func(rule) []int) (t [16]byte) {
	for bit, r := range rules {
		nibbles := nibblesOf(r)
		if nibbles == nil {
			nibbles = from(0)
		}
		for _, n := range nibbles {
			t[n] |= 1 << bit
		}
	}
	return t
}

// repeated returns n bytes with the value c.
func repeated(c byte, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = c
	}
	return b
}

// utf8Consts has the constants of the check. The tables are in registers; the others are in memory if there are too few
// registers.
type utf8Consts struct {
	hi, lo, next, nibble VecPhysical
	third, fourth, top   Op
	cut                  Mem
}

// utf8Consts defines the constants for vectors as wide as regs, and loads them into regs: the three tables and the
// nibble mask, and then third, fourth and top if there are seven registers.
func (g *gen) utf8Consts(regs ...VecPhysical) (c utf8Consts) {
	load := func(name string, b []byte, v VecPhysical) {
		g.broadcast16(g.data(name, b), v)
	}
	tab := func(name string, nibblesOf func(rule) []int, v VecPhysical) {
		t := table(nibblesOf)
		load(name, t[:], v)
	}
	c.hi, c.lo, c.next, c.nibble = regs[0], regs[1], regs[2], regs[3]
	tab("vecFirstHigh", func(r rule) []int { return r.hi }, c.hi)
	tab("vecFirstLow", func(r rule) []int { return r.lo }, c.lo)
	tab("vecSecondHigh", func(r rule) []int { return r.next }, c.next)
	load("vecNibble", repeated(0x0f, 16), c.nibble)
	width := int(regs[0].Size())
	constant := func(name string, b byte, i int) Op {
		if i < len(regs) {
			load(name, repeated(b, 16), regs[i])
			return regs[i]
		}
		return g.data(name, repeated(b, width))
	}
	// The saturated difference x-third has bit 7 set if x begins a character of three bytes or more, and x-fourth if it
	// begins one of four.
	c.third = constant("vecThird", 0xe0-0x80, 4)
	c.fourth = constant("vecFourth", 0xf0-0x80, 5)
	c.top = constant("vecTop", 0x80, 6)
	// For the last three bytes of a vector, cut has the largest byte whose character ends in the vector. A larger byte
	// begins a character that the end of the vector cuts.
	cut := repeated(0xff, width)
	copy(cut[width-3:], []byte{0xef, 0xdf, 0xbf})
	c.cut = g.data("vecCut", cut)
	return c
}

func isZMM(v Op) bool { r, ok := v.(Register); return ok && r.Size() == 64 }

// broadcast16 fills a vector with copies of the 16 bytes at m.
func (g *gen) broadcast16(m Mem, v VecPhysical) {
	if isZMM(v) {
		g.VBROADCASTI32X4(m, v)
	} else {
		g.VBROADCASTI128(m, v)
	}
}

func (g *gen) and(a, b, to Op) {
	if isZMM(to) {
		g.VPANDD(a, b, to)
	} else {
		g.VPAND(a, b, to)
	}
}

func (g *gen) or(a, b, to Op) {
	if isZMM(to) {
		g.VPORD(a, b, to)
	} else {
		g.VPOR(a, b, to)
	}
}

// shifted sets lanes to the last 16 bytes of prev followed by x without its last 16 bytes. From lanes and x VPALIGNR
// then makes the vector of the bytes one, two or three positions before those of x. If prev is nil, zeros take its
// place; for ZMM registers the caller must then pass a vector zero of zeros.
func (g *gen) shifted(x, prev, zero, lanes VecPhysical) {
	switch {
	case isZMM(x) && prev == nil:
		g.VALIGNQ(Imm(6), zero, x, lanes)
	case isZMM(x):
		g.VALIGNQ(Imm(6), prev, x, lanes)
	case prev == nil:
		g.VPERM2I128(Imm(0x08), x, x, lanes)
	default:
		g.VPERM2I128(Imm(0x21), x, prev, lanes)
	}
}

// check sets bad to a vector with a byte that is not 0 wherever x breaks a rule. lanes comes from shifted; t and u are
// scratch registers.
func (g *gen) check(c utf8Consts, x, lanes, t, u, bad VecPhysical) {
	g.VPALIGNR(Imm(15), lanes, x, t)
	g.VPSRLW(Imm(4), t, u)
	g.and(u, c.nibble, u)
	g.VPSHUFB(u, c.hi, bad)
	g.and(t, c.nibble, t)
	g.VPSHUFB(t, c.lo, t)
	g.and(t, bad, bad)
	g.VPSRLW(Imm(4), x, u)
	g.and(u, c.nibble, u)
	g.VPSHUFB(u, c.next, u)
	g.and(u, bad, bad)
	g.VPALIGNR(Imm(14), lanes, x, t)
	g.VPSUBUSB(c.third, t, t)
	g.VPALIGNR(Imm(13), lanes, x, u)
	g.VPSUBUSB(c.fourth, u, u)
	if isZMM(x) {
		g.VPORD(t, u, t)
		g.VPTERNLOGD(Imm(0x78), c.top, t, bad) // bad ^ t&top
	} else {
		g.VPOR(t, u, t)
		g.VPAND(c.top, t, t)
		g.VPXOR(t, bad, bad)
	}
}

// lineConsts loads constants for finding U+2028 and U+2029: their first byte, their last byte without its lowest bit,
// and a mask that clears that bit.
func (g *gen) lineConsts(first, last, mask VecPhysical) {
	g.broadcast16(g.data("vecLineFirst", repeated(0xe2, 16)), first)
	g.broadcast16(g.data("vecLineLast", repeated(0xa8, 16)), last)
	g.broadcast16(g.data("vecLineMask", repeated(0xfe, 16)), mask)
}
