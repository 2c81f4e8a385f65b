// Package cpu says which instruction sets the kernels may use.
//
// A tier is a named set of features: "generic" (no assembly), "avx2", "avx512". Tiers are ordered, each one
// includes those before it. A package with a kernel keeps one bool per tier and registers it, so that tests
// can run every implementation on one machine. The environment variable ZETES_CPU (generic, avx2 or avx512)
// caps the tier at start, for comparisons; it never enables what the machine lacks.
package cpu
