//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// The kernel is that of _asm/escape.go with blocks of 16 bytes, and registers in place of what a vector of bits does:
//
//	R0  where the next byte goes       R4  the set                  R8  four bits for each special byte, then one
//	R1  the rest of the string         R5  the bytes of the prefix  R11 whether the constants of V20 to V29 are there
//	R2  how many bytes that are > 0    R6  mistakes, then a text    V0  the block
//	R3  beyond it room is short        R7  a place, then a length   V16 to V19 constants of every call

// SPECIAL sets R8 to the special bytes of the block. With signs both control characters and bytes above 0x7f are less
// than a space.
#define SPECIAL \
	VAND  V19.B16, V0.B16, V1.B16    \
	VTBL  V1.B16, [V16.B16], V1.B16  \
	VCMEQ V1.B16, V0.B16, V1.B16     \
	VCMEQ V17.B16, V0.B16, V2.B16    \
	VCMGT(0, 18, 3)                  \
	VORR  V2.B16, V1.B16, V1.B16     \
	VORR  V3.B16, V1.B16, V1.B16     \
	VSHRN4(1, 1)                     \
	VMOV  V1.D[0], R8

// MASKED leaves in R6 those bits of R5 that are in mask, and says EQ if they are want.
#define MASKED(mask, want) \
	MOVD $mask, R6      \
	AND  R5, R6, R6     \
	MOVD $want, R9      \
	CMP  R9, R6

// func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int)
TEXT ·Escape(SB), NOSPLIT|NOFRAME, $0-56
	MOVBU ·useNEON(SB), R0
	CBZ   R0, portable
	MOVD  dst+0(FP), R0
	MOVD  src+8(FP), R1
	MOVD  n+16(FP), R2
	MOVD  room+24(FP), R3
	MOVD  set+32(FP), R4
	SUBS  $512, R3, R3
	BLT   none
	ADD   R0, R3, R3
	CMP   $0, R2
	BLE   none
	MOVD  $0, R11
	ADD   $2048, R4, R5
	VLD1  (R5), [V16.B16]
	VMOVI $0x5c, V17.B16   // a backslash
	VMOVI $0x20, V18.B16
	VMOVI $0x0f, V19.B16

block:
	CMP $16, R2
	BLT partial

full:
	VLD1 (R1), [V0.B16]
	VST1 [V0.B16], (R0)
	SPECIAL
	CBNZ R8, hit
	ADD  $16, R1
	ADD  $16, R0
	SUBS $16, R2, R2
	BEQ  done
	CMP  R3, R0
	BHI  done
	CMP  $16, R2
	BGE  full

	// 16 bytes are read all the same where they are in one page, as no fault can come of it. Near the end of a page
	// those are read that end with the string, and moved down. What lies behind the string is never stored.
partial:
	AND  $4095, R1, R5
	CMP  $(4096-16), R5
	BHI  edge
	VLD1 (R1), [V0.B16]

loaded:
	MOVD $·neonUpto+16(SB), R5
	SUB  R2, R5, R5
	VLD1 (R5), [V1.B16]
	VAND V1.B16, V0.B16, V0.B16

stored:
	VST1 [V0.B16], (R0)
	SPECIAL
	LSL  $2, R2, R5
	MOVD $-1, R6
	LSL  R5, R6, R6
	BIC  R6, R8, R8
	CBNZ R8, rest
	ADD  R2, R0, R0
	MOVD $0, R2

done:
	MOVD n+16(FP), R5
	SUB  R2, R5, R5
	MOVD R5, consumed+40(FP)
	MOVD dst+0(FP), R5
	SUB  R5, R0, R0
	MOVD R0, written+48(FP)
	RET

none:
	MOVD ZR, consumed+40(FP)
	MOVD ZR, written+48(FP)
	RET

edge:
	ADD  R2, R1, R5
	SUB  $16, R5, R5
	VLD1 (R5), [V0.B16]
	MOVD $·neonPlaces+16(SB), R5
	SUB  R2, R5, R5
	VLD1 (R5), [V1.B16]
	VTBL V1.B16, [V0.B16], V0.B16
	B    stored

rest:
	MOVD R2, R5
	B    known

	// A character that the end of the block cuts off is left to the next. Of the last three bytes one from F0, E0, C0
	// on begins such; adding what it lacks to 0x80 in seven bits carries to the eighth.
hit:
	MOVWU 12(R1), R6
	MOVD  $0x7f7f7f00, R7
	AND   R6, R7, R7
	MOVD  $0x40201000, R9
	ADD   R9, R7, R7
	AND   R6, R7, R7
	AND   $0x80808080, R7, R7
	AND   $0xffffff00, R7, R7
	ORR   $(1<<32), R7, R7
	RBIT  R7, R7
	CLZ   R7, R7
	LSR   $3, R7, R7
	ADD   $12, R7, R5

known:
	MOVD $0, R6
	VCMLT0(0, 1)
	VSHRN4(1, 1)
	VMOV V1.D[0], R9
	CBZ  R9, prefix
	BIC  R9, R8, R8
	CBNZ R11, wide
	UTF8CONSTS(R11)
	VEOR  V31.B16, V31.B16, V31.B16
	VMOVI $0xe2, V27.B16            // U+2028 and U+2029 are E2 80 A8 and E2 80 A9
	VMOVI $0xa8, V28.B16
	VMOVI $0xfe, V29.B16
	VMOVI $0xbf, V30.B16

wide:
	UTF8CHECK(V0, V31)
	VCMTST V13.B16, V13.B16, V13.B16
	VEXT   $14, V0.B16, V31.B16, V12.B16
	VCMEQ  V27.B16, V12.B16, V12.B16
	VEXT   $15, V0.B16, V31.B16, V14.B16
	VCMEQ  V26.B16, V14.B16, V14.B16
	VAND   V14.B16, V12.B16, V12.B16
	VAND   V29.B16, V0.B16, V14.B16
	VCMEQ  V28.B16, V14.B16, V14.B16
	VAND   V14.B16, V12.B16, V12.B16
	VORR   V12.B16, V13.B16, V13.B16
	VSHRN4(13, 13)
	VMOV   V13.D[0], R6
	CBZ    R6, prefix

	// A mistake shows at or behind the character it is in: back to the last byte before it that continues none, which
	// with signs is greater than 0xbf.
	VCMGT(30, 0, 1)
	VSHRN4(1, 1)
	VMOV V1.D[0], R9
	RBIT R6, R7
	CLZ  R7, R7
	MOVD $-1, R10
	LSL  R7, R10, R10
	BIC  R10, R9, R9
	ORR  $1, R9, R9
	CLZ  R9, R9
	EOR  $63, R9, R9
	LSR  $2, R9, R5

	// Of the special bytes those in the prefix stay, which may be all 16: one shift by 64 would be none.
prefix:
	LSL  $1, R5, R7
	MOVD $-1, R9
	LSL  R7, R9, R9
	LSL  R7, R9, R9
	BIC  R9, R8, R8
	AND  $0x1111111111111111, R8, R8
	CBZ  R8, advance
	MOVD $·neonPlaces+1(SB), R10

	// R0 stays as far before the place to write as R1 is before the byte to read. Behind each text the rest of the
	// block is written again.
text:
	RBIT  R8, R7
	CLZ   R7, R7
	LSR   $2, R7, R7
	MOVBU (R1)(R7), R9
	MOVD  (R4)(R9<<3), R9
	MOVD  R9, (R0)(R7)
	LSR   $56, R9, R9
	SUB   $1, R9, R9
	ADD   R9, R0, R0
	ADD   R7, R10, R9
	VLD1  (R9), [V1.B16]
	VTBL  V1.B16, [V0.B16], V1.B16
	ADD   R7, R0, R9
	ADD   $1, R9, R9
	VST1  [V1.B16], (R9)
	SUB   $1, R8, R9
	AND   R9, R8, R8
	CBNZ  R8, text

advance:
	ADD  R5, R1, R1
	ADD  R5, R0, R0
	SUBS R5, R2, R2
	BEQ  done
	CMP  R3, R0
	BHI  done
	CBZ  R6, block

	// A character, or a bad byte, by itself.
	MOVBU (R1), R5
	MOVD  $1, R7
	MOVD  (R4)(R5<<3), R6
	CBNZ  R6, replace

char:
	CMP   $4, R2
	BLT   short
	MOVWU (R1), R5

	// The bytes are in the order of memory, the first in the low bits. R7 is the length.
decode:
	MOVD $3, R7
	MASKED(0xc0c0f0, 0x8080e0)
	BNE  two
	MASKED(0x200f, 0x200d)
	BEQ  bad
	CBZ  R6, bad
	MASKED(0xfeffff, 0xa880e2)
	BEQ  line

good:
	MOVW R5, (R0)
	ADD  R7, R1, R1
	ADD  R7, R0, R0
	SUBS R7, R2, R2
	BEQ  done
	CMP  R3, R0
	BHI  done

	// Behind a good character, only a byte that can't begin one is done here.
	MOVBU (R1), R5
	AND   $0xc0, R5, R5
	CMP   $0x80, R5
	BEQ   char
	B     block

two:
	MOVD $2, R7
	MASKED(0xc0e0, 0x80c0)
	BNE  four
	MOVD $0x1e, R9
	TST  R9, R5
	BNE  good
	B    bad

four:
	MOVD $4, R7
	MASKED(0xc0c0c0f8, 0x808080f0)
	BNE  bad
	MASKED(0x3007, 4)
	BEQ  good
	CBZ  R6, bad
	TBZ  $2, R6, good

bad:
	MOVD 2064(R4), R6
	MOVD $1, R7

	// R6 is the text for R7 bytes, its length on top.
replace:
	MOVD  R6, (R0)
	LSR   $56, R6, R6
	ADD   R6, R0, R0
	ADD   R7, R1, R1
	SUBS  R7, R2, R2
	BEQ   done
	CMP   R3, R0
	BHI   done
	MOVBU (R1), R5
	TBNZ  $7, R5, char
	B     block

	// U+2028 or U+2029: the lowest bit of the last byte tells which.
line:
	UBFX $16, R5, $1, R5
	ADD  R5<<3, R4, R5
	MOVD 2072(R5), R6
	B    replace

	// Less than four bytes are left: zeros for the others.
short:
	MOVBU (R1), R5
	CMP   $2, R2
	BLT   decode
	MOVBU 1(R1), R6
	ORR   R6<<8, R5, R5
	CMP   $3, R2
	BLT   decode
	MOVBU 2(R1), R6
	ORR   R6<<16, R5, R5
	B     decode

portable:
	B ·escapeGeneric(SB)
