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

// Bits of CPUID (Intel SDM volume 2A, AMD APM volume 3) and of XCR0.
const (
	leaf1PCLMULQDQ = 1 << 1
	leaf1POPCNT    = 1 << 23
	leaf1OSXSAVE   = 1 << 27
	leaf1AVX       = 1 << 28

	leaf7BMI1     = 1 << 3
	leaf7AVX2     = 1 << 5
	leaf7BMI2     = 1 << 8
	leaf7AVX512F  = 1 << 16
	leaf7AVX512DQ = 1 << 17
	leaf7IFMA     = 1 << 21
	leaf7AVX512BW = 1 << 30
	leaf7AVX512VL = 1 << 31

	leaf7VBMI  = 1 << 1 // in ECX
	leaf7VBMI2 = 1 << 6

	extLZCNT = 1 << 5

	xcrAVX    = 1<<1 | 1<<2
	xcrAVX512 = xcrAVX | 1<<5 | 1<<6 | 1<<7
)

// detect returns the tiers above Generic, lowest first. It asks the CPU for its features, and XCR0 for the registers
// that the operating system saves on a context switch. The tier avx2 also needs BMI1, BMI2, LZCNT, PCLMULQDQ and
// POPCNT. The tier avx512 needs the parts F, BW, DQ and VL of AVX-512, and vbmi2 also needs VBMI, VBMI2 and IFMA.
func detect() []string {
	const (
		need1    = leaf1PCLMULQDQ | leaf1POPCNT | leaf1OSXSAVE | leaf1AVX
		need7    = leaf7BMI1 | leaf7AVX2 | leaf7BMI2
		need512  = leaf7AVX512F | leaf7AVX512DQ | leaf7AVX512BW | leaf7AVX512VL
		needVBMI = leaf7VBMI | leaf7VBMI2
	)
	if last, _, _, _ := cpuid(0, 0); last < 7 {
		return nil
	}
	if _, _, ecx, _ := cpuid(1, 0); ecx&need1 != need1 {
		return nil
	}
	if last, _, _, _ := cpuid(0x80000000, 0); last < 0x80000001 {
		return nil
	}
	_, _, ext, _ := cpuid(0x80000001, 0)
	_, ebx, ecx, _ := cpuid(7, 0)
	xcr := xgetbv()
	switch {
	case ext&extLZCNT == 0 || ebx&need7 != need7 || xcr&xcrAVX != xcrAVX:
		return nil
	case ebx&need512 != need512 || xcr&xcrAVX512 != xcrAVX512:
		return []string{TierAVX2}
	case ecx&needVBMI != needVBMI || ebx&leaf7IFMA == 0:
		return []string{TierAVX2, TierAVX512}
	}
	return []string{TierAVX2, TierAVX512, TierVBMI2}
}
