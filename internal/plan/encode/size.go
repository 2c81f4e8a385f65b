package encode

import "sync/atomic"

// Values of one type tend to have one size, so a program remembers the sizes of its results. If a large result is
// expected, it is written in place, in memory of that size, and not copied. Programs are shared by all values of a
// type, such as []any, so a small result may follow a large one, or fifty at the same time. Therefore the smaller of
// the last two sizes is allocated beforehand, at most mostGuess. The larger one is the hope: a buffer that turns out
// too small grows to it, but at most mostGrowth times.

const (
	bigResult  = 16 << 10 // a result that is expected to be larger is written where it stays
	mostGuess  = 4 << 20  // most that is allocated before the size is known
	mostGrowth = 8        // largest factor by which a buffer grows
)

// sizes are the sizes of a program's last two results, if one of them is large: other sizes are not worth the write to
// shared memory. Results that end at the same time may store any two.
type sizes struct{ last, before atomic.Int64 }

// note stores n as the size of the last result. It writes nothing if all three sizes are small, or equal: all
// goroutines share programs, and a write would take the memory away from other processors' caches.
func (s *sizes) note(n int) {
	last, before := s.last.Load(), s.before.Load()
	if max(int64(n), last, before) <= bigResult || int64(n) == last && last == before {
		return
	}
	s.before.Store(last)
	s.last.Store(int64(n))
}

// forget lowers the expectation after an error. A value that could not be encoded has paid for memory of a large size:
// the next one allocates none before there have been two large results again.
func (s *sizes) forget() {
	s.before.Store(0)
	s.last.Store(0)
}

// growth is what a run expects of the size of its result.
type growth struct {
	hope    int    // the size for the next buffer if the current one is too small
	guessed *sizes // the sizes by which a large buffer was allocated, or nil
}

// expect returns how many bytes to allocate for a result of p, and sets the hope for a buffer with used bytes already
// in use.
func (m *machine) expect(p *Program, used int) (least int) {
	last, before := int(p.sizes.last.Load()), int(p.sizes.before.Load())
	m.growth.hope = used + roomFor(max(last, before))
	if least = min(last, before, mostGuess); least > bigResult {
		m.growth.guessed = &p.sizes
	}
	return least
}

// wider returns the size of the buffer that replaces one which is too small for least bytes.
func (m *machine) wider(least int) int {
	most := mostGrowth * m.size
	switch {
	case m.growth.hope > most:
		return max(least, most)
	case m.growth.hope >= least:
		return m.growth.hope
	}
	return max(least, 2*m.size)
}

// roomFor returns the size of a buffer for a result of n bytes.
func roomFor(n int) int { return n + n/64 + 2*margin }
