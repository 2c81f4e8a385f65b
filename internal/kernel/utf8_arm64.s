//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// func utf8Blocks(src unsafe.Pointer, nblocks int) (valid bool)
TEXT ·utf8Blocks(SB), NOSPLIT|NOFRAME, $0-17
	MOVD src+0(FP), R0
	MOVD nblocks+8(FP), R1
	UTF8CONSTS(R3)
	VEOR V28.B16, V28.B16, V28.B16
	VEOR V29.B16, V29.B16, V29.B16

block:
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	UTF8HIGH
	BNE wide
	VUQSUB(23, 29, 12)
	VORR V12.B16, V28.B16, V28.B16

next:
	VMOV V3.B16, V29.B16
	SUBS $1, R1, R1
	BNE  block
	UTF8RESULT
	MOVB R4, valid+16(FP)
	RET

wide:
	UTF8BLOCK
	B next
