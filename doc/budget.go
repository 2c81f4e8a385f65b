package doc

import (
	"errors"
	"math"
)

// Queries, and edits of documents, draw from a budget whatever they do over and over: over a text of nested arrays
// $..[?@..@] would look at n*n nodes, and a patch of 800 bytes can copy an array into itself twenty times. Each loop
// over bytes draws too, a step for eight of them: a number may have a million digits, and a name as many escapes.
//
// Where the caller sets no budget it is in proportion to the input. A step takes about ten nanoseconds, and at most
// eight bytes of memory.

// ErrBudget says that a query, a patch or an edit would take more steps than [Options.Budget] allows, or, without that,
// than are in proportion to its input.
var ErrBudget = errors.New("doc: more steps than Options.Budget allows")

// steps is how many steps may still be taken. It is below zero once they are used up.
type steps int64

// noLimit is for comparisons that look at each value once.
const noLimit steps = math.MaxInt64

// spend takes n steps, and reports whether all are used up.
func (left *steps) spend(n int) (over bool) {
	*left -= steps(n)
	return *left < 0
}

const (
	bytesPerStep = 8
	stepsPerName = 8 // of a name in a table of names: memory

	// A query without a budget of its own gets these steps. It reads each byte a few times, or matches each with
	// a regular expression of some fifty instructions.
	leastSteps   = 1 << 20
	stepsPerNode = 100
	stepsPerByte = 16

	// An Edit without a budget of its own gets 48 bytes of memory for each byte of the document and of the
	// patches. A call of a method counts as editCall bytes, and each step of its path as editStep.
	leastEdit        = 1 << 10
	stepsPerEditByte = 6
	editCall         = 64
	editStep         = 4
)
