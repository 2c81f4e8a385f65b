//go:build !race

package kernel

// watched says whether the race detector is on. Assembly is then not used for lists, since the detector does not see
// its reads.
const watched = false
