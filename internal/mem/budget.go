package mem

// Sizes of slices, maps and blocks are guessed by what earlier values of a type needed. A correct guess saves copies, a
// wrong one wastes memory, and nested input can have many wrong guesses at the same time. So all guesses about an input
// draw from one budget, in bytes. A guess draws the memory beyond the one value that is certain, and as values fill the
// memory it goes back to the budget. The waste is thus bounded by the first budget and by the memory that values have
// filled.

const (
	GuessFactor = 4       // bytes of guesses for each byte of the input
	guessLeast  = 1 << 10 // bytes that may be guessed for any input
	guessMost   = 1 << 28 // no budget begins with more, so that integers of 32 bits suffice
)

// Budget is the number of bytes that may still be guessed.
type Budget int

// BudgetFor returns the budget for an input of n bytes.
func BudgetFor(n int) Budget { return Budget(GuessFactor*min(n, guessMost/GuessFactor) + guessLeast) }

// Draw returns how many of n values of size bytes may be guessed, and takes their memory from the budget.
func (b *Budget) Draw(n int, size uintptr) int {
	n = max(min(n, int(*b)/int(max(size, 1))), 0)
	*b -= Budget(n * int(size))
	return n
}

// Fill gives the memory of n values of size bytes back to the budget, since the values are there.
func (b *Budget) Fill(n int, size uintptr) { *b = min(*b+Budget(n*int(size)), guessMost) }
