//go:build !purego

package cpu

// cpuid returns the registers of the CPUID instruction.
//
//go:noescape
func cpuid(leaf, sub uint32) (eax, ebx, ecx, edx uint32)

// xgetbv returns the low half of extended control register 0. The CPU must have OSXSAVE.
//
//go:noescape
func xgetbv() uint32

// Bits of CPUID (Intel SDM volume 2A, AMD APM volume 3) and of XCR0, the registers that the operating system saves on a
// context switch.
const (
	needLeaf1  = 1<<1 | 1<<23 | 1<<27 | 1<<28  // leaf 1, ECX: PCLMULQDQ, POPCNT, OSXSAVE, AVX
	needLeaf7  = 1<<3 | 1<<5 | 1<<8            // leaf 7, EBX: BMI1, AVX2, BMI2
	needExt    = 1 << 5                        // leaf 0x80000001, ECX: LZCNT
	needXCR    = 1<<1 | 1<<2                   // XMM, YMM
	needAVX512 = 1<<16 | 1<<17 | 1<<30 | 1<<31 // leaf 7, EBX: AVX512F, DQ, BW, VL
	needXCR512 = needXCR | 1<<5 | 1<<6 | 1<<7  // also the mask registers, and all of ZMM
	needIFMA   = 1 << 21                       // leaf 7, EBX: AVX512-IFMA
	needVBMI   = 1<<1 | 1<<6                   // leaf 7, ECX: AVX512-VBMI, VBMI2
)

// detect returns the tiers above Generic, lowest first. It does not ask whether leaf 0x80000001 exists, since CPUID
// takes microseconds on a virtual machine: each processor with a 64-bit mode has that leaf.
func detect() []string {
	if _, _, ecx, _ := cpuid(1, 0); ecx&needLeaf1 != needLeaf1 {
		return nil
	}
	// A virtual machine may hide leaf 7, and shows another leaf in its place.
	if last, _, _, _ := cpuid(0, 0); last < 7 {
		return nil
	}
	_, _, ext, _ := cpuid(0x80000001, 0)
	_, ebx, ecx, _ := cpuid(7, 0)
	xcr := xgetbv()
	switch {
	case ext&needExt == 0 || ebx&needLeaf7 != needLeaf7 || xcr&needXCR != needXCR:
		return nil
	case ebx&needAVX512 != needAVX512 || xcr&needXCR512 != needXCR512:
		return []string{TierAVX2}
	case ebx&needIFMA == 0 || ecx&needVBMI != needVBMI:
		return []string{TierAVX2, TierAVX512}
	}
	return []string{TierAVX2, TierAVX512, TierVBMI2}
}
