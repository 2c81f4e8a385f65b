// Package cpu says which instruction sets the kernels may use.
//
// A tier is a named set of features. "generic", no assembly, is there on all processors; above it are "avx2", "avx512"
// and "vbmi2" on amd64, and "neon" on arm64. The tiers of one architecture are ordered, each one includes those before
// it. A package with a kernel keeps one bool per tier and registers it, so that tests can run every implementation on
// one machine. The environment variable ZETES_CPU, the name of a tier, caps the tier at start, for comparisons; it
// never enables what the machine lacks.
package cpu
