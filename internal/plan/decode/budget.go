package decode

// Sizes of slices, maps and blocks are guessed by what earlier values of a type needed. A guess that is right saves
// copies. One that is wrong is waste, and input that nests values can have many wrong ones at the same time, all of
// them alive. So all guesses of a run draw from one budget, in bytes: what a guess takes beyond the one value that
// is there for certain is drawn from it, and comes back as values fill it. Waste is thereby bounded by the budget
// that a run begins with, and by what it has put to use.

const (
	guessFactor = 4       // bytes of guesses for each byte of the input
	guessLeast  = 1 << 10 // bytes that each run may guess
	guessMost   = 1 << 28 // bytes that no run starts with, for integers of 32 bits
)

// budget is what is left for guesses.
type budget int

// budgetFor returns the budget that a run over n bytes begins with.
func budgetFor(n int) budget { return budget(guessFactor*min(n, guessMost/guessFactor) + guessLeast) }

// draw returns how many of n values of size bytes may be guessed, and takes their memory from the budget.
func (b *budget) draw(n int, size uintptr) int {
	n = max(min(n, int(*b)/int(max(size, 1))), 0)
	*b -= budget(n * int(size))
	return n
}

// fill gives the memory of n values of size bytes back to the budget: they are there.
func (b *budget) fill(n int, size uintptr) { *b = min(*b+budget(n*int(size)), guessMost) }
