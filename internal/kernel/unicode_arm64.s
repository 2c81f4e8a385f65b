//go:build !purego

#include "textflag.h"

// BYTES sets x to ones where its bytes are of the classes want.
#define BYTES(x, want) \
	VUSHR  $4, x.B16, V4.B16       \
	VAND   V18.B16, x.B16, x.B16   \
	VTBL   V4.B16, [V16.B16], V4.B16 \
	VTBL   x.B16, [V17.B16], x.B16 \
	VAND   V4.B16, x.B16, x.B16    \
	VCMTST want.B16, x.B16, x.B16

// func SkipUnicode(src unsafe.Pointer, n int) (passed int)
TEXT ·SkipUnicode(SB), NOSPLIT|NOFRAME, $0-24
	MOVBU ·useNEON(SB), R0
	CBZ   R0, portable
	MOVD  src+0(FP), R0
	MOVD  n+8(FP), R1
	MOVD  $0, R2
	MOVD  $·neonUnicode(SB), R3
	VLD1  (R3), [V16.B16, V17.B16]
	MOVD  $·neonUnicodeWant(SB), R3
	VLD1  (R3), [V20.B16, V21.B16, V22.B16]
	VMOVI $0x0f, V18.B16
	SUBS  $48, R1, R1
	BLT   done

	// Eight sequences.
block:
	VLD1.P 48(R0), [V0.B16, V1.B16, V2.B16]
	BYTES(V0, V20)
	BYTES(V1, V21)
	BYTES(V2, V22)
	VAND   V1.B16, V0.B16, V0.B16
	VAND   V2.B16, V0.B16, V0.B16
	VMOV   V0.D[0], R3
	VMOV   V0.D[1], R4
	AND    R3, R4, R4
	CMN    $1, R4
	BNE    done
	ADD    $48, R2
	SUBS   $48, R1, R1
	BGE    block

done:
	MOVD R2, passed+16(FP)
	RET

portable:
	B ·skipUnicodeGeneric(SB)
