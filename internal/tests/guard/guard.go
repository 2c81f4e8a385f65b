package guard

import (
	"testing"

	"github.com/zetes-json/zetes/internal/cpu"
)

// Memory is a run of bytes between two pages that fault when touched. Where the system offers no such pages
// it is plain memory, and the tests that use it check results only.
type Memory struct {
	b []byte // all accessible bytes
}

// New returns at least n bytes of guarded memory, released when the test ends.
func New(t testing.TB, n int) *Memory {
	t.Helper()
	b, release := mapGuarded(t, n)
	t.Cleanup(release)
	return &Memory{b}
}

// Last returns the last n bytes: the byte after them faults. The slice has no spare capacity.
func (m *Memory) Last(n int) []byte { return m.b[len(m.b)-n:] }

// First returns the first n bytes: the byte before them faults. The slice has no spare capacity.
func (m *Memory) First(n int) []byte { return m.b[:n:n] }

// Ending returns a copy of s at the end of m.
func (m *Memory) Ending(s string) []byte {
	b := m.Last(len(s))
	copy(b, s)
	return b
}

// Starting returns a copy of s at the start of m.
func (m *Memory) Starting(s string) []byte {
	b := m.First(len(s))
	copy(b, s)
	return b
}

// EachKernel runs fn as a subtest once per CPU tier this machine can run, with the tiers above it off.
// fn must not call t.Parallel.
func EachKernel(t *testing.T, fn func(t *testing.T)) {
	t.Helper()
	for _, tier := range cpu.Tiers() {
		t.Run(tier, func(t *testing.T) {
			defer cpu.Force(tier)()
			fn(t)
		})
	}
}

// EachKernelB is EachKernel for benchmarks; the subtests are named cpu=tier.
func EachKernelB(b *testing.B, fn func(b *testing.B)) {
	b.Helper()
	for _, tier := range cpu.Tiers() {
		b.Run("cpu="+tier, func(b *testing.B) {
			defer cpu.Force(tier)()
			fn(b)
		})
	}
}
