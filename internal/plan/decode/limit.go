package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
)

// A limit on memory. [[],[],[]] becomes three values of 64 bytes if the Go type says so: what an input takes does not
// show before it is decoded. So elements, members of maps and what pointers lead to are counted as they are made,
// at their size in Go, whatever blocks they are cut from, and where the limit is met the run ends by a panic of its
// own: the places that make values have no way to say no. A state without a limit counts down from a number that it
// never gets to the end of.
//
// Texts of strings, raw values and numbers are not counted: together they are as long as the input at most, or three
// times as long where bytes that are not UTF-8 become U+FFFD.

// noLimit is what is left without one.
const noLimit = 1<<63 - 1

const (
	anyBytes    = 16 + 24 // of an element or member of type any, with what the interface leads to
	stringSize  = unsafe.Sizeof("")
	memberBytes = 64 // of an unknown member that is kept
)

// overLimit is what a run panics with that has met its limit.
type overLimit struct{}

// share makes s count from what is left of the limit of the run around it: a codec that decodes has none of its own.
// A configuration without a limit has nothing to share, and counts down its own number.
func (s *state) share(left *int64) {
	if left != nil && s.limited {
		s.left = left
	}
}

// configure makes s run under c, with all that its limit allows.
func (s *state) configure(c *plan.Config) {
	if s.use(c); s.limited {
		s.ownLeft = int64(c.Limits.Memory)
	}
	if s.left != &s.ownLeft {
		s.left = &s.ownLeft
	}
}

// charge takes n bytes from what is left, for the value at p.
// It is inlined: without a limit, left begins so high that the comparison never succeeds.
func (s *state) charge(n, p int) {
	if *s.left -= int64(n); *s.left < 0 {
		s.overLimit(p)
	}
}

// overLimit ends the run: the value at p is the first that the limit has no bytes for.
//
// guarded recovers the panic, and the target becomes what it was, as with input that is not JSON.
//
//go:noinline
func (s *state) overLimit(p int) {
	s.fault = fault.Fault{Code: fault.MuchMemory, Offset: int64(p)}
	panic(overLimit{})
}

// mapBytes returns about how many bytes a map of n members takes. Go's maps have groups of eight places, one for a
// small map, and between 7/16 and 7/8 of them are taken in a large one. What is larger than 128 bytes stands beside.
func mapBytes(key, elem uintptr, n int) int {
	const header, group = 48, 8
	place, beside := 1, 0
	for _, size := range [2]int{int(key), int(elem)} {
		if size > 128 {
			beside += size
			size = 8
		}
		place += size
	}
	switch {
	case n == 0:
		return header
	case n <= group:
		return header + group*place + n*beside
	}
	return header + group*place + n*(2*place+beside)
}

// mapBytes is the function mapBytes for maps of type t.
func (t *node) mapBytes(n int) int { return mapBytes(t.entry/2-t.elem.size, t.elem.size, n) }
