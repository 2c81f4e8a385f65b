package tree

import "math"

// Queries and edits have a budget of steps, which limits repeated work: $..[?@..@] over n nested arrays would visit n*n
// nodes, and a patch of 800 bytes can copy an array into itself twenty times. A loop over bytes takes one step for
// eight bytes, since a number may have a million digits, and a name as many escapes.
//
// The budget also limits memory, in bytes. Memory that has become garbage is not given back to the budget.
//
// If the caller sets no budget, it is proportional to the input. A step takes about ten nanoseconds.

// Budget is the number of steps and of bytes of memory that are left. It is used up when either is negative.
type Budget struct{ Steps, Bytes int64 }

// NoLimit is a budget without limits, for comparisons that look at each value once.
var NoLimit = Budget{math.MaxInt64, math.MaxInt64}

// BudgetOf returns a budget of the given number of steps, with the given number of bytes of memory for each step.
func BudgetOf(steps, bytes int) Budget {
	return Budget{int64(steps), int64(min(steps, math.MaxInt/bytes)) * int64(bytes)}
}

// Over reports whether the budget is used up.
func (left *Budget) Over() bool { return left.Steps|left.Bytes < 0 }

// Spend takes n steps from the budget, and reports whether the budget is used up.
func (left *Budget) Spend(n int) (over bool) {
	left.Steps -= int64(n)
	return left.Over()
}

// Take takes n bytes of memory from the budget, and reports whether the budget is used up.
func (left *Budget) Take(n int) (over bool) {
	left.Bytes -= int64(n)
	return left.Over()
}

// The costs of work in steps and in bytes of memory.
const (
	BytesPerStep = 8   // bytes of text that a loop reads in one step
	BytesPerName = 100 // bytes of memory for a name in a table of names
	bytesPerFar  = 16  // bytes of memory for each byte of two numbers that are compared, if one has a decimal.Far
)
