package doc

import (
	"errors"
	"math"
)

// Queries and edits draw steps from a budget for all repeated work: $..[?@..@] over nested arrays would look at n*n
// nodes, and a patch of 800 bytes can copy an array into itself twenty times. Loops over bytes draw one step for eight
// bytes, since a number may have a million digits, and a name as many escapes.
//
// If the caller sets no budget, it is proportional to the input. A step takes about ten nanoseconds, and at most eight
// bytes of memory.

// ErrBudget reports that a query, a patch or an edit needs more steps than [Options.Budget] allows or, without that,
// more than are proportional to its input.
var ErrBudget = errors.New("doc: more steps than Options.Budget allows")

// steps is the number of steps that are left. It is negative after they are used up.
type steps int64

// noLimit is for comparisons that look at each value once.
const noLimit steps = math.MaxInt64

// spend takes n steps, and reports whether the budget is used up.
func (left *steps) spend(n int) (over bool) {
	*left -= steps(n)
	return *left < 0
}

const (
	bytesPerStep = 8
	stepsPerName = 8 // for a name in a table of names, which takes memory

	// The steps of a query without a budget of its own. They are enough to read each byte a few times, or to match each
	// with a regular expression of some fifty instructions.
	leastSteps   = 1 << 20
	stepsPerNode = 100
	stepsPerByte = 16

	// An Edit without a budget of its own gets 48 bytes of memory for each byte of the document and of the patches. A
	// call of a method counts as editCall bytes, and each step of its path as editStep bytes.
	leastEdit        = 1 << 10
	stepsPerEditByte = 6
	editCall         = 64
	editStep         = 4
)
