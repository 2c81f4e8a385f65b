//go:build !purego

#include "textflag.h"

// Loads and stores take the bytes of triples, and the characters of quadruples, apart and together.

// func encodeBase64(dst, src unsafe.Pointer, n int) (done int)
TEXT ·encodeBase64(SB), NOSPLIT|NOFRAME, $0-32
	MOVD  dst+0(FP), R0
	MOVD  src+8(FP), R1
	MOVD  n+16(FP), R2
	MOVD  $·neonAlphabet(SB), R3
	VLD1  (R3), [V16.B16, V17.B16, V18.B16, V19.B16]
	VMOVI $0x3f, V20.B16
	MOVD  $0, R4
	SUBS  $48, R2, R2
	BLT   done

block:
	VLD3.P 48(R1), [V0.B16, V1.B16, V2.B16]
	VUSHR  $2, V0.B16, V4.B16
	VUSHR  $4, V1.B16, V5.B16
	VSLI   $4, V0.B16, V5.B16
	VUSHR  $6, V2.B16, V6.B16
	VSLI   $2, V1.B16, V6.B16
	VAND   V20.B16, V5.B16, V5.B16
	VAND   V20.B16, V6.B16, V6.B16
	VAND   V20.B16, V2.B16, V7.B16
	VTBL   V4.B16, [V16.B16, V17.B16, V18.B16, V19.B16], V4.B16
	VTBL   V5.B16, [V16.B16, V17.B16, V18.B16, V19.B16], V5.B16
	VTBL   V6.B16, [V16.B16, V17.B16, V18.B16, V19.B16], V6.B16
	VTBL   V7.B16, [V16.B16, V17.B16, V18.B16, V19.B16], V7.B16
	VST4.P [V4.B16, V5.B16, V6.B16, V7.B16], 64(R0)
	ADD    $48, R4
	SUBS   $48, R2, R2
	BGE    block

done:
	MOVD R4, done+24(FP)
	RET

// SEXTETS makes of the characters in x what they stand for, and adds to V25 bit 7 for those that are none of the
// alphabet. VTBL answers for the first 64 characters, VTBX for the next; from 0x80 on bit 7 is there already.
#define SEXTETS(x, s) \
	VORR x.B8, V25.B8, V25.B8                                     \
	VTBL x.B8, [V16.B16, V17.B16, V18.B16, V19.B16], s.B8         \
	VSUB V24.B8, x.B8, x.B8                                       \
	VTBX x.B8, [V20.B16, V21.B16, V22.B16, V23.B16], s.B8         \
	VORR s.B8, V25.B8, V25.B8

// func decodeBase64(dst, src unsafe.Pointer, n int) (done int)
TEXT ·decodeBase64(SB), NOSPLIT|NOFRAME, $0-32
	MOVD   dst+0(FP), R0
	MOVD   src+8(FP), R1
	MOVD   n+16(FP), R2
	MOVD   $·neonLetters(SB), R3
	VLD1.P 64(R3), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1   (R3), [V20.B16, V21.B16, V22.B16, V23.B16]
	VMOVI  $0x40, V24.B16
	MOVD   $0, R4
	SUBS   $32, R2, R2
	BLT    done

block:
	VLD4.P 32(R1), [V0.B8, V1.B8, V2.B8, V3.B8]
	VEOR   V25.B8, V25.B8, V25.B8
	SEXTETS(V0, V4)
	SEXTETS(V1, V5)
	SEXTETS(V2, V6)
	SEXTETS(V3, V7)
	VMOV   V25.D[0], R5
	TST    $0x8080808080808080, R5
	BNE    done
	VUSHR  $4, V5.B8, V0.B8
	VSLI   $2, V4.B8, V0.B8
	VUSHR  $2, V6.B8, V1.B8
	VSLI   $4, V5.B8, V1.B8
	VMOV   V7.B8, V2.B8
	VSLI   $6, V6.B8, V2.B8
	VST3.P [V0.B8, V1.B8, V2.B8], 24(R0)
	ADD    $32, R4
	SUBS   $32, R2, R2
	BGE    block

done:
	MOVD R4, done+24(FP)
	RET
