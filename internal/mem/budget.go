package mem

// Sizes of slices, maps and blocks are guessed by what earlier values of a type needed. A guess that is right saves
// copies. One that is wrong is waste, and input that nests values can have many wrong ones at the same time, all of
// them alive. So all guesses about an input draw from one budget, in bytes: what a guess takes beyond the one value
// that is there for certain is drawn from it, and comes back as values fill it. Waste is thereby bounded by the
// budget that reading begins with, and by what it has put to use.

const (
	GuessFactor = 4       // bytes of guesses for each byte of the input
	guessLeast  = 1 << 10 // bytes that may be guessed for any input
	guessMost   = 1 << 28 // bytes that no budget begins with, for integers of 32 bits
)

// Budget is what is left for guesses.
type Budget int

// BudgetFor returns the budget for an input of n bytes.
func BudgetFor(n int) Budget { return Budget(GuessFactor*min(n, guessMost/GuessFactor) + guessLeast) }

// Draw returns how many of n values of size bytes may be guessed, and takes their memory from the budget.
func (b *Budget) Draw(n int, size uintptr) int {
	n = max(min(n, int(*b)/int(max(size, 1))), 0)
	*b -= Budget(n * int(size))
	return n
}

// Fill gives the memory of n values of size bytes back to the budget: they are there.
func (b *Budget) Fill(n int, size uintptr) { *b = min(*b+Budget(n*int(size)), guessMost) }
