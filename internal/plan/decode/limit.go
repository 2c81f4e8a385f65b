package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
)

// The limit on memory. How much memory an input needs is not known before it is decoded: [[],[],[]] may become three
// elements of 64 bytes each. So elements, members of maps and pointees are counted as they are made, with their size in
// Go. At the limit the decoder panics with a value of its own, which state.guarded recovers.

// noLimit is the initial countdown of a state without a memory limit. It never reaches zero.
const noLimit = 1<<63 - 1

const (
	anyBytes    = 16 + 24 // an interface, and the value that it holds
	stringSize  = unsafe.Sizeof("")
	memberBytes = 64 // an unknown member that is stored in the struct's field for such members
)

// limit counts down the bytes that values may still take. left points to own, or to the limit of an outer decoding.
type limit struct {
	left *int64
	own  int64
	on   bool // the configuration has a limit
}

// overLimit is the value with which the decoder panics when it has reached the limit on memory.
type overLimit struct{}

// share makes s count down left, the countdown of the decoding that has called a codec, if there is a limit.
func (s *state) share(left *int64) {
	if left != nil && s.limit.on {
		s.limit.left = left
	}
}

// charge counts n bytes, allocated for the value at p, against the limit on memory.
func (s *state) charge(n, p int) {
	if *s.limit.left -= int64(n); *s.limit.left < 0 {
		s.overLimit(p)
	}
}

// overLimit ends decoding: the value at p exceeds the limit. The target gets its old values back.
//
//go:noinline
func (s *state) overLimit(p int) {
	s.fault = fault.Fault{Code: fault.MuchMemory, Offset: int64(p)}
	panic(overLimit{})
}

// mapBytes returns about how many bytes a map of n members takes. A small map has one group of eight slots; a large one
// uses between 7/16 and 7/8 of its slots. Keys and elements of more than 128 bytes are allocated separately.
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

// mapBytes returns about how many bytes a map of type t with n members takes. t.entry is twice the size of a member.
func (t *node) mapBytes(n int) int { return mapBytes(t.entry/2-t.elem.Size, t.elem.Size, n) }
