// Package cpu says which instruction sets the kernels may use.
//
// A tier is a named set of features of a processor. All processors have the tier "generic", which needs no assembly.
// Above it are "avx2", "avx512" and "vbmi2" on amd64, and "neon" on arm64. The tiers of one architecture are ordered,
// and each one includes those before it. A package with a kernel keeps one bool per tier and registers it, so that
// tests can run every implementation on one machine. The environment variable ZETES_CPU is the name of the highest tier
// that a program uses, for comparisons; it never enables a tier that the machine lacks.
package cpu
