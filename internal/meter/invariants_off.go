//go:build !invariants

package meter

// Invariants is whether encoder and decoder check their own invariants: positions within the input, the types of the
// data of ops, and the modes of a run. Only tests are built with it.
const Invariants = false
