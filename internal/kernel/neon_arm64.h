// What the kernels for NEON share. Go's assembler lacks some instructions: these are words, whose operands are the
// numbers of the registers, in the assembler's order.

// Of bytes, without signs: d = m > n; d = n - m, or 0 where m is greater.
#define VCMHI(n, m, d)  WORD $(0x6e203400 | (n)<<16 | (m)<<5 | (d)) // CMHI Vd.16B, Vm.16B, Vn.16B
#define VUQSUB(m, n, d) WORD $(0x6e202c00 | (m)<<16 | (n)<<5 | (d)) // UQSUB Vd.16B, Vn.16B, Vm.16B

// Of bytes, with signs: d = m > n; d = n < 0.
#define VCMGT(n, m, d) WORD $(0x4e203400 | (n)<<16 | (m)<<5 | (d)) // CMGT Vd.16B, Vm.16B, Vn.16B
#define VCMLT0(n, d)   WORD $(0x4e20a800 | (n)<<5 | (d))           // CMLT Vd.16B, Vn.16B, #0

// d = four bits for each byte of n that is all ones or zeros, in 64 bits.
#define VSHRN4(n, d) WORD $(0x0f0c8400 | (n)<<5 | (d)) // SHRN Vd.8B, Vn.8H, #4

// V19 to V26 of the UTF-8 check: a mask of nibbles, the three tables, what third and fourth bytes are less, bit 7, and
// the bytes above which a character is cut off. Its idea is told in _asm/utf8.go.
#define UTF8CONSTS(at) \
	MOVD  $·neonUTF8(SB), at                       \
	VLD1  (at), [V20.B16, V21.B16, V22.B16, V23.B16] \
	VMOVI $0x0f, V19.B16                           \
	VMOVI $(0xe0-0x80), V24.B16                    \
	VMOVI $(0xf0-0x80), V25.B16                    \
	VMOVI $0x80, V26.B16

// UTF8CHECK leaves in V13 a byte that is not 0 where x, behind prev, breaks a rule. It uses V12 and V14.
#define UTF8CHECK(x, prev) \
	VEXT  $15, x.B16, prev.B16, V12.B16  \
	VUSHR $4, V12.B16, V13.B16           \
	VAND  V19.B16, V12.B16, V12.B16      \
	VTBL  V13.B16, [V20.B16], V13.B16    \
	VTBL  V12.B16, [V21.B16], V12.B16    \
	VAND  V12.B16, V13.B16, V13.B16      \
	VUSHR $4, x.B16, V12.B16             \
	VTBL  V12.B16, [V22.B16], V12.B16    \
	VAND  V12.B16, V13.B16, V13.B16      \
	VEXT  $14, x.B16, prev.B16, V12.B16  \
	VEXT  $13, x.B16, prev.B16, V14.B16  \
	VUQSUB(24, 12, 12)                   \
	VUQSUB(25, 14, 14)                   \
	VORR  V14.B16, V12.B16, V12.B16      \
	VAND  V26.B16, V12.B16, V12.B16      \
	VEOR  V12.B16, V13.B16, V13.B16

// The rest is for kernels that read blocks of four vectors, V0 to V3. V28 gathers mistakes, V29 is the vector before
// the block.

// UTF8HIGH says NE if a byte of the block is above 0x7f.
#define UTF8HIGH \
	VORR V0.B16, V1.B16, V12.B16    \
	VORR V2.B16, V3.B16, V13.B16    \
	VORR V12.B16, V13.B16, V12.B16  \
	VMOV V12.D[0], R3               \
	VMOV V12.D[1], R4               \
	ORR  R3, R4, R4                 \
	TST  $0x8080808080808080, R4

// UTF8BLOCK checks the block.
#define UTF8BLOCK \
	UTF8CHECK(V0, V29)              \
	VORR V13.B16, V28.B16, V28.B16  \
	UTF8CHECK(V1, V0)               \
	VORR V13.B16, V28.B16, V28.B16  \
	UTF8CHECK(V2, V1)               \
	VORR V13.B16, V28.B16, V28.B16  \
	UTF8CHECK(V3, V2)               \
	VORR V13.B16, V28.B16, V28.B16

// UTF8RESULT sets R4 to whether V28 is zero.
#define UTF8RESULT \
	VMOV V28.D[0], R3 \
	VMOV V28.D[1], R4 \
	ORR  R3, R4, R4   \
	CMP  $0, R4       \
	CSET EQ, R4

// Masks. Of a comparison's bytes, all ones or zeros, the bits of V18 stay, one for each of eight places; adding
// neighbours three times makes 64 bits of the 64 bytes of a block.

// TABLES loads what SPLIT and WORDS need: V16 and V17 are the tables of strings' and white space's bytes, V19 a mask of
// nibbles, V31 the lowest byte that is no control character.
#define TABLES \
	MOVD   $·neonMasks(SB), R3                       \
	VLD1.P 48(R3), [V16.B16, V17.B16, V18.B16]       \
	VLD1   (R3), [V30.B16]                           \
	VMOVI  $0x0f, V19.B16                            \
	VMOVI  $0x20, V31.B16

// SPLIT leaves in s the bits of the quotes, backslashes and control characters of x, in w those of its white space. A
// byte is one of those of a table if it is what the table has for its low nibble. V12 stays those nibbles.
#define SPLIT(nx, x, s, w) \
	VAND  V19.B16, x.B16, V12.B16         \
	VTBL  V12.B16, [V16.B16], s.B16       \
	VCMEQ s.B16, x.B16, s.B16             \
	VCMHI(nx, 31, 13)                     \
	VORR  V13.B16, s.B16, s.B16           \
	VAND  V18.B16, s.B16, s.B16           \
	VTBL  V12.B16, [V17.B16], w.B16       \
	VCMEQ w.B16, x.B16, w.B16             \
	VAND  V18.B16, w.B16, w.B16

// PACK makes 128 bits of the bits in four vectors, which it leaves in a: two for each place of a block.
#define PACK(a, b, c, d) \
	VADDP b.B16, a.B16, a.B16 \
	VADDP d.B16, c.B16, c.B16 \
	VADDP c.B16, a.B16, a.B16

// WORDS stores the two words of the block whose bits are in V4 to V7 and V8 to V11.
#define WORDS \
	PACK(V4, V5, V6, V7)          \
	PACK(V8, V9, V10, V11)        \
	VADDP V8.B16, V4.B16, V4.B16  \
	VEOR  V30.B16, V4.B16, V4.B16 \
	VST1.P [V4.B16], 16(R2)
