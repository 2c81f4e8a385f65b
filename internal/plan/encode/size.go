package encode

import "sync/atomic"

// Values of one type often have similar sizes, so a Program stores the sizes of its results. If a large result is
// expected, memory of that size is allocated, and the result need not be copied. But a type such as []any has small and
// large values, and fifty small results at the same time must not allocate memory for large ones. So only the smaller
// one of the last two sizes is allocated in advance, and at most mostGuess bytes. If that is too small, the buffer
// grows to the larger size (hope), but at most by the factor mostGrowth.

const (
	bigResult  = 16 << 10 // results that are expected to be larger are written directly to the memory that is returned
	mostGuess  = 4 << 20  // the largest number of bytes that are allocated before the size is known
	mostGrowth = 8        // the largest factor by which a buffer grows
)

// sizes has the sizes of a program's last two results, if one of them is large. Goroutines may store them in any order.
type sizes struct{ last, before atomic.Int64 }

// note stores n as the size of the last result. Each write to a Program slows down the processors that read it, so note
// writes nothing if all sizes are small, or if they are equal.
func (s *sizes) note(n int) {
	last, before := s.last.Load(), s.before.Load()
	if max(int64(n), last, before) <= bigResult || int64(n) == last && last == before {
		return
	}
	s.before.Store(last)
	s.last.Store(int64(n))
}

type growth struct {
	hope    int    // the size for the next buffer if the current one is too small
	guessed *sizes // the sizes of earlier results, if they are the reason why a large buffer was allocated; or nil
}

// expect returns the number of bytes to allocate in advance for a result of p, and sets the size to which the buffer
// grows if that is not enough. The buffer has used bytes already.
func (m *machine) expect(p *Program, used int) (least int) {
	last, before := int(p.sizes.last.Load()), int(p.sizes.before.Load())
	m.growth.hope = used + max(roomFor(max(last, before)), used/4)
	if least = min(last, before, mostGuess); least > bigResult {
		m.growth.guessed = &p.sizes
	}
	return least
}

// wider returns the size of the next buffer, which must have at least need bytes.
func (m *machine) wider(need int) int {
	most := mostGrowth * m.size
	switch {
	case m.growth.hope > most:
		return max(need, most)
	case m.growth.hope >= need:
		return m.growth.hope
	}
	return max(need, 2*m.size)
}

func roomFor(n int) int { return n + n>>6 + 2*margin }
