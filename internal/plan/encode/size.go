package encode

import "sync/atomic"

// Values of one type tend to be of one size, so a program remembers how large its results were. A result for which
// a large one is expected is written where it stays, in memory of that size, and not copied there. As programs are
// shared by all values of a type, []any among them, a small result may follow a large one, or fifty at the same
// time: what is taken beforehand is the smaller of the last two sizes, and never more than mostGuess. The larger
// one is a hope: a buffer that turns out too small grows to it, but by no more than mostGrowth times.

const (
	bigResult  = 16 << 10 // results expected to be larger are written where they stay
	mostGuess  = 4 << 20  // what is taken for a result before it is known
	mostGrowth = 8        // how many times a buffer's size another may have that takes its place
)

// sizes are those of a program's last two results, as far as one of them is large: others are not worth the write
// to shared memory. Results that end at the same time may leave any two.
type sizes struct{ last, before atomic.Int64 }

// note takes n for the size of the last result. It writes nothing where all three sizes are small, or the same:
// programs are shared by all goroutines, and a write would take the memory away from the others' processors.
func (s *sizes) note(n int) {
	last, before := s.last.Load(), s.before.Load()
	if max(int64(n), last, before) <= bigResult || int64(n) == last && last == before {
		return
	}
	s.before.Store(last)
	s.last.Store(int64(n))
}

// forget takes back what large results have led to expect. A value that could not be encoded has paid for memory of
// their size: the next one takes none before there have been two large results again.
func (s *sizes) forget() {
	s.before.Store(0)
	s.last.Store(0)
}

// expect returns how many bytes are to be taken for a result of p, and makes the hope for what is behind used bytes.
func (m *machine) expect(p *Program, used int) (least int) {
	last, before := int(p.sizes.last.Load()), int(p.sizes.before.Load())
	m.hope = used + roomFor(max(last, before))
	if least = min(last, before, mostGuess); least > bigResult {
		m.guessed = &p.sizes
	}
	return least
}

// wider returns the size of the buffer that takes the place of one too small for least bytes.
func (m *machine) wider(least int) int {
	most := mostGrowth * m.size
	switch {
	case m.hope > most:
		return max(least, most)
	case m.hope >= least:
		return m.hope
	}
	return max(least, 2*m.size)
}

// roomFor returns the size of a buffer for a result of n bytes.
func roomFor(n int) int { return n + n/64 + 2*margin }
