//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// A plan that fails has wasted its time, up to two thirds of the standard library's, since the standard library then
// does the whole call. Two kinds of failures repeat:
//
//   - The standard library has no error: plans can't handle the type, or this use of it. After such a failure the
//     standard library does the next call for the type, and after two in a row the next mostSkipped calls. If plans
//     don't handle the type at all, it does all calls.
//   - The standard library has an error, mostly about bad input. The next input may come from another client, and be
//     good. A plan that is tried in vain costs about twice the time that it saves for an input without a fault, or half
//     of that time if call.alone finds the error itself. Each recorded call of a method adds to this cost, since it is
//     played back. So errors and calls without an error are added up, whether the plan was tried or not, and the plan
//     is not tried while the sum is mostBad or more.

const (
	mostSkipped = 15
	mostBad     = 16

	// A plan finds a fault faster than the standard library if the fault's offset is more than leastOffset plus a 64th
	// of the input's length, and leastDecoded if the standard library decodes the value for its error. For a fault
	// before that the plan is slower, since it copies the whole input first.
	leastOffset  = 4
	leastDecoded = 128
)

// trials has, under one set of options, a trial for each type that was used after a plan has failed, or after
// UnmarshalRead has gathered text.
type trials struct {
	byType atomic.Pointer[plan.Table[trial]] // the key is the type word of a call's value; nil if there are no trials
}

// trial says how often the plan of a type has failed, and whether the next calls use it.
type trial struct {
	refused atomic.Bool  // there is no plan for the type
	skip    atomic.Int32 // number of the next calls that must not use the plan
	failed  atomic.Bool  // the last call that used the plan failed, and the standard library then had no error
	bad     atomic.Int32 // a sum over the last calls: errors add to it, and calls without an error take 2 from it
	cost    atomic.Int32 // what the last failed try of the plan added to bad; errors without a try add it too
	size    atomic.Int64 // number of bytes of the last document from a reader that can't go back
}

// table returns the table of t. If there is none, it makes one.
func (t *trials) table() *plan.Table[trial] {
	if t.byType.Load() == nil {
		t.byType.CompareAndSwap(nil, new(plan.Table[trial]))
	}
	return t.byType.Load()
}

// of returns the trial of v's type, or nil if no type has one. If only other types have trials, it makes one, since
// looking for a missing entry again and again takes longer.
func (t *trials) of(v any) *trial {
	all := t.byType.Load()
	if all == nil {
		return nil
	}
	if x := all.Get(mem.TypeWord(v)); x != nil {
		return x
	}
	return t.add(v)
}

// add returns the trial of v's type. If there is none, it makes one.
func (t *trials) add(v any) *trial { return t.table().Put(mem.TypeWord(v), new(trial)) }

// trialOf returns the trial of v's type, or nil. serves is false if c has no plan for the type, or if c is nil.
func (c *call) trialOf(v any) (x *trial, serves bool) {
	if c == nil {
		return nil, false
	}
	x = c.of(v)
	return x, x == nil || !x.refused.Load()
}

// skipsPlan reports whether the present call must not use the plan: because errors are too frequent, or because the
// call is one of the next calls that x.skip counts. In the second case it lowers the count.
func (x *trial) skipsPlan() bool {
	switch {
	case x == nil:
		return false
	case x.bad.Load() >= mostBad:
		return true
	case x.skip.Load() <= 0:
		return false
	}
	x.skip.Add(-1)
	return true
}

// done stores that the plan has done a call without a fault. x may be nil.
func (x *trial) done() {
	if x != nil {
		if x.failed.Load() {
			x.failed.Store(false)
		}
		x.good()
	}
}

// vain stores that the plan was tried for a call that had an error. cost is what the try has cost.
func (x *trial) vain(cost int32) {
	x.cost.Store(cost)
	x.bad.Add(cost)
}

// good stores that a call had no error. If several calls do so at once, the sum may become a little less than zero.
func (x *trial) good() {
	if x.bad.Load() > 0 {
		x.bad.Add(-2)
	}
}

// doneByStandard stores that the standard library has done a call for v, whose trial is x, and whether its error err is
// nil. It returns err. cost is 0 if the plan was not tried in this call. If the plan was tried and has failed, cost is
// what playback.cost returns.
func (t *trials) doneByStandard(x *trial, v any, cost int32, err error) error {
	failed := cost > 0
	if x == nil {
		if !failed {
			return err
		}
		x = t.add(v)
	}
	switch {
	case err == nil:
		x.good()
	case failed:
		x.vain(cost)
	case x.bad.Load() < 2*mostBad:
		x.bad.Add(x.cost.Load())
	}
	if failed && err == nil {
		n := int32(1)
		if x.failed.Swap(true) {
			n = mostSkipped
		}
		x.skip.Store(n)
	}
	return err
}
