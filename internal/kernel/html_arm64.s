//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// SPLITHTML is SPLIT with a look for HTML's bytes.
#define SPLITHTML(nx, x, s, w) \
	SPLIT(nx, x, s, w)                \
	VTBL  V12.B16, [V20.B16], V13.B16 \
	VCMEQ V13.B16, x.B16, V13.B16     \
	VORR  V13.B16, V28.B16, V28.B16

// func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool)
TEXT ·MasksHTML(SB), NOSPLIT|NOFRAME, $0-25
	MOVBU ·useNEON(SB), R0
	CBZ   R0, portable
	MOVD  src+0(FP), R0
	MOVD  nblocks+8(FP), R1
	MOVD  out+16(FP), R2
	TABLES
	MOVD  $·neonHTML(SB), R3
	VLD1  (R3), [V20.B16]
	VEOR  V28.B16, V28.B16, V28.B16 // what is HTML's
	CMP   $0, R1
	BLE   done

block:
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	SPLITHTML(0, V0, V4, V8)
	SPLITHTML(1, V1, V5, V9)
	SPLITHTML(2, V2, V6, V10)
	SPLITHTML(3, V3, V7, V11)
	WORDS
	SUBS $1, R1, R1
	BNE  block

done:
	UTF8RESULT
	EORW $1, R4, R4
	MOVB R4, html+24(FP)
	RET

portable:
	B ·masksHTMLGeneric(SB)
