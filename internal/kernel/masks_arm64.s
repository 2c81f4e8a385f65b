//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool)
TEXT ·Masks(SB), NOSPLIT|NOFRAME, $0-25
	MOVBU ·useNEON(SB), R0
	CBZ   R0, portable
	MOVD  src+0(FP), R0
	MOVD  nblocks+8(FP), R1
	MOVD  out+16(FP), R2
	TABLES
	UTF8CONSTS(R3)

	// V28 gathers mistakes, V29 is the vector before the block.
	VEOR V28.B16, V28.B16, V28.B16
	VEOR V29.B16, V29.B16, V29.B16
	CMP  $0, R1
	BLE  done

block:
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	SPLIT(0, V0, V4, V8)
	SPLIT(1, V1, V5, V9)
	SPLIT(2, V2, V6, V10)
	SPLIT(3, V3, V7, V11)
	WORDS
	UTF8HIGH
	BNE wide

	// A character that the block before has left open stays open.
	VUQSUB(23, 29, 12)
	VORR V12.B16, V28.B16, V28.B16

next:
	VMOV V3.B16, V29.B16
	SUBS $1, R1, R1
	BNE  block
	VUQSUB(23, 29, 12)
	VORR V12.B16, V28.B16, V28.B16

done:
	UTF8RESULT
	MOVB R4, valid+24(FP)
	RET

wide:
	UTF8BLOCK
	B next

portable:
	B ·masksGeneric(SB)
