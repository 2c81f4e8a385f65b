package doc

import (
	"errors"
	"math"

	"github.com/zetes-json/zetes/internal/follow"
)

// Queries and edits draw steps from a budget for all repeated work: $..[?@..@] over nested arrays would look at n*n
// nodes, and a patch of 800 bytes can copy an array into itself twenty times. Loops over bytes draw one step for eight
// bytes, since a number may have a million digits, and a name as many escapes.
//
// Memory is drawn in bytes when it is allocated, and is never given back to the budget: garbage counts too.
//
// If the caller sets no budget, it is proportional to the input. A step takes about ten nanoseconds.

// ErrBudget reports that a query, a patch or an edit needs more steps than [Options.Budget] allows or, without that,
// more than are proportional to its input.
var ErrBudget = errors.New("doc: more steps than Options.Budget allows")

// budget is the number of steps and of bytes of memory that are left. It is used up after either is negative.
type budget struct{ steps, bytes int64 }

// noLimit is for comparisons that look at each value once.
var noLimit = budget{math.MaxInt64, math.MaxInt64}

// budgetOf returns a budget of steps, with so many bytes of memory for each step.
func budgetOf(steps, bytes int) budget {
	return budget{int64(steps), int64(min(steps, math.MaxInt/bytes)) * int64(bytes)}
}

// over reports whether the budget is used up.
func (left *budget) over() bool { return left.steps|left.bytes < 0 }

// spend draws n steps, and reports whether the budget is used up.
func (left *budget) spend(n int) (over bool) {
	left.steps -= int64(n)
	return left.over()
}

// take draws n bytes of memory, and reports whether the budget is used up.
func (left *budget) take(n int) (over bool) {
	left.bytes -= int64(n)
	return left.over()
}

const (
	bytesPerStep = 8 // of text that a loop reads
	// The memory that queries take, in bytes.
	bytesPerValue = 40                             // for a value that is returned
	bytesPerHit   = follow.HitSize + bytesPerValue // for a value that a walk finds
	bytesPerName  = 100                            // for a name in a table of names
	bytesPerFar   = 16                             // for each digit of an exponent that is too large for an int

	// The budget of a query if the caller sets none. It is enough to read each byte a few times, or to match each
	// with a regular expression of some fifty instructions.
	leastSteps    = 1 << 20
	stepsPerNode  = 100
	stepsPerByte  = 16
	leastMemory   = 3 << 18
	memoryPerByte = 48
	stepMemory    = 64 // for each step, if the caller sets the steps

	// The budget of an Edit if the caller sets none, for each byte of the document and of the patches. A call of a
	// method counts as editCall bytes, and each step of its path as editStep bytes.
	leastEdit         = 1 << 10
	stepsPerEditByte  = 6
	memoryPerEditByte = 36
	editCall          = 64
	editStep          = 4
)
