package mem

// The decoder allocates memory for slices, maps and blocks before it knows how many values follow. It assumes the size
// that earlier values of the type needed. If the size is right, this saves copies; if it is wrong, memory is wasted,
// and nested input can have many wrong sizes at the same time. So each decode has a budget in bytes for memory
// allocated in advance. Space for further values is taken from the budget, and given back when values fill it. So
// unused memory is never more than the initial budget plus the memory that values have filled.

const (
	GuessFactor = 4       // bytes that may be allocated in advance for each byte of the input
	guessLeast  = 1 << 10 // bytes that may be allocated in advance for any input
	guessMost   = 1 << 28 // the largest budget, so that it fits into an int of 32 bits
)

// Budget is the number of bytes that may still be allocated in advance.
type Budget int

// BudgetFor returns the budget for an input of n bytes.
func BudgetFor(n int) Budget { return Budget(GuessFactor*min(n, guessMost/GuessFactor) + guessLeast) }

// Draw takes the memory of n values of size bytes each from the budget, or of fewer values if the budget is too small.
// It returns the number of values for which the caller may allocate memory in advance.
func (b *Budget) Draw(n int, size uintptr) int {
	n = max(min(n, int(*b)/int(max(size, 1))), 0)
	*b -= Budget(n * int(size))
	return n
}

// Fill gives the memory of n values of size bytes each back to the budget, since these values have been decoded.
func (b *Budget) Fill(n int, size uintptr) { *b = min(*b+Budget(n*int(size)), guessMost) }
