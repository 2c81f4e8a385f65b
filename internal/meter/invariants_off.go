//go:build !invariants

package meter

// Invariants is whether the machines check what they promise each other: positions within the input, the types of what
// ops carry, and the modes of a run. Programs are built without.
const Invariants = false
