package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
)

// The limit on memory. [[],[],[]] becomes three values of 64 bytes if the Go type says so: the memory for an input is
// not known before it is decoded. So elements, members of maps and pointees are counted as they are made, with their
// size in Go, whatever blocks they come from. At the limit the run ends by a panic of its own, since the functions that
// make values can't return an error. A state without a limit counts down from a number so large that it never reaches
// zero.
//
// Texts of strings, raw values and numbers are not counted: together they are at most as long as the input, or three
// times as long if bytes that are not UTF-8 become U+FFFD.

// noLimit is the initial countdown of a run without a memory limit.
const noLimit = 1<<63 - 1

const (
	anyBytes    = 16 + 24 // for an element or member of type any, with the value that the interface holds
	stringSize  = unsafe.Sizeof("")
	memberBytes = 64 // for an unknown member that is stored in the struct's field for unknown members
)

// limit is the countdown of the bytes that values may still take. left points to own, or in a guest of a codec to the
// countdown of the run around it.
type limit struct {
	left *int64
	own  int64
	on   bool // the configuration has a limit
}

// overLimit is the value of the panic of a run that has reached its limit.
type overLimit struct{}

// share makes s count down the rest of the limit of the run around it: the run of a codec has no limit of its own. A
// configuration without a limit shares nothing, and counts down its own number.
func (s *state) share(left *int64) {
	if left != nil && s.limit.on {
		s.limit.left = left
	}
}

// configure makes s run under c, with the whole limit of c.
func (s *state) configure(c *plan.Dialect) {
	if s.use(c); s.limit.on {
		s.limit.own = int64(c.Limits.Memory)
	}
	if s.limit.left != &s.limit.own {
		s.limit.left = &s.limit.own
	}
}

// charge takes n bytes from the rest of the limit, for the value at p. It is inlined: without a limit the rest is so
// large that the comparison never succeeds.
func (s *state) charge(n, p int) {
	if *s.limit.left -= int64(n); *s.limit.left < 0 {
		s.overLimit(p)
	}
}

// overLimit ends the run: the value at p exceeds the limit.
//
// The method guarded recovers the panic, and the target gets its old values back, as for input that is not JSON.
//
//go:noinline
func (s *state) overLimit(p int) {
	s.fault = fault.Fault{Code: fault.MuchMemory, Offset: int64(p)}
	panic(overLimit{})
}

// mapBytes returns about how many bytes a map of n members takes. Go's maps have groups of eight slots: one group in a
// small map; in a large one between 7/16 and 7/8 of the slots are used. Keys and elements of more than 128 bytes are
// allocated separately.
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
func (t *node) mapBytes(n int) int { return mapBytes(t.entry/2-t.elem.Size, t.elem.Size, n) }
