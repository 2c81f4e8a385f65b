//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// FOUR leaves in a to d the bits of the bytes of w to z that are those of c.
#define FOUR(c, w, x, y, z, a, b, d, e) \
	VCMEQ c.B16, w.B16, a.B16   \
	VCMEQ c.B16, x.B16, b.B16   \
	VCMEQ c.B16, y.B16, d.B16   \
	VCMEQ c.B16, z.B16, e.B16   \
	VAND  V18.B16, a.B16, a.B16 \
	VAND  V18.B16, b.B16, b.B16 \
	VAND  V18.B16, d.B16, d.B16 \
	VAND  V18.B16, e.B16, e.B16 \
	PACK(a, b, d, e)

// func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer)
TEXT ·Brackets(SB), NOSPLIT|NOFRAME, $0-24
	MOVBU ·useNEON(SB), R0
	CBZ   R0, portable
	MOVD  src+0(FP), R0
	MOVD  nblocks+8(FP), R1
	MOVD  out+16(FP), R2
	MOVD  $·neonBits(SB), R3
	VLD1  (R3), [V18.B16]
	VMOVI $0x22, V20.B16             // "
	VMOVI $0x5c, V21.B16             // a backslash
	VMOVI $0x7b, V22.B16             // {
	VMOVI $0x7d, V23.B16             // }
	VMOVI $0x20, V24.B16             // makes { of [ and } of ]
	CMP   $0, R1
	BLE   done

block:
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	FOUR(V20, V0, V1, V2, V3, V4, V5, V6, V7)
	FOUR(V21, V0, V1, V2, V3, V8, V9, V10, V11)
	VADDP V8.B16, V4.B16, V4.B16
	VORR  V24.B16, V0.B16, V0.B16
	VORR  V24.B16, V1.B16, V1.B16
	VORR  V24.B16, V2.B16, V2.B16
	VORR  V24.B16, V3.B16, V3.B16
	FOUR(V22, V0, V1, V2, V3, V5, V6, V7, V8)
	FOUR(V23, V0, V1, V2, V3, V9, V10, V11, V12)
	VADDP V9.B16, V5.B16, V5.B16
	VST1.P [V4.B16, V5.B16], 32(R2)
	SUBS  $1, R1, R1
	BNE   block

done:
	RET

portable:
	B ·bracketsGeneric(SB)
