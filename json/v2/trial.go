//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// A plan that fails has wasted its time, about a third of the standard library's, since the standard library then does
// the whole call. Two kinds of failures repeat:
//
//   - The standard library has no error: plans can't handle the type, or this use of it. After such a failure the
//     standard library does the next call for the type, and after two in a row the next mostPassed calls. If plans
//     don't handle the type at all, it does all calls.
//   - The standard library has an error, mostly about bad input. The next input may come from another client, and be
//     good. So only after mostBad calls in a row with errors the plan is not tried, until a call has no error.

const (
	mostPassed = 15
	mostBad    = 16
)

// trials has a trial for each type whose plan has failed, or that was read, under one set of options.
type trials struct {
	byType atomic.Pointer[plan.Table[trial]] // by the type word of a call's value; nil if there are none
}

// trial says how often the plan of a type has failed, and whether the next calls use it.
type trial struct {
	refused atomic.Int32 // whether there is no plan: refusedHere, refusedAlways, or 0
	passed  atomic.Int32 // how many of the next calls do not use the plan
	failed  atomic.Bool  // the last call that used the plan failed, and the standard library then had no error
	bad     atomic.Int32 // how many calls in a row had an error
	reads                // about documents from readers that can't go back
}

const (
	refusedHere   = 1 + iota // under the options of the call
	refusedAlways            // under all options
)

// unserved has the types that plans never write, and those that plans never read, whatever the options are. Calls for
// them need not look at their options.
var unserved struct{ writes, reads plan.Types }

// refuse notes that calls for values of type typ have no plan.
func (c *call) refuse(typ reflect.Type) {
	refused := int32(refusedHere)
	if permissive := (&call{key: key{choices: c.choices, usual: true, nano: true, first: true}}); permissive.refuses(typ) {
		refused = refusedAlways
	}
	c.table().Put(mem.TypeWordOf(typ), new(trial)).refused.Store(refused)
}

// table returns the table of t, which it makes if there is none.
func (t *trials) table() *plan.Table[trial] {
	if t.byType.Load() == nil {
		t.byType.CompareAndSwap(nil, new(plan.Table[trial]))
	}
	return t.byType.Load()
}

// of returns the trial of v's type, or nil.
func (t *trials) of(v any) *trial {
	all := t.byType.Load()
	if all == nil {
		return nil
	}
	return all.Get(mem.TypeWord(v))
}

// add returns the trial of v's type, which it makes if there is none.
func (t *trials) add(v any) *trial { return t.table().Put(mem.TypeWord(v), new(trial)) }

// trialOf returns the trial of v's type, or nil, and whether c may have a plan for it. A nil call has none.
func (c *call) trialOf(v any) (x *trial, serves bool) {
	if c == nil {
		return nil, false
	}
	if x = c.of(v); x == nil || x.refused.Load() == 0 {
		return x, true
	}
	if x.refused.Load() == refusedAlways {
		c.unserved.Add(mem.TypeWord(v))
	}
	return x, false
}

// passes reports whether the present call must not use the plan. It counts the call.
func (x *trial) passes() bool {
	switch {
	case x == nil:
		return false
	case x.bad.Load() >= mostBad:
		return true
	case x.passed.Load() <= 0:
		return false
	}
	x.passed.Add(-1)
	return true
}

// done notes that the plan has done a call without a fault.
func (x *trial) done() {
	if x != nil {
		x.failed.Store(false)
		x.bad.Store(0)
	}
}

// left notes that the standard library has done a call for v, and its error, which it returns. With failed, the plan
// has failed before.
func (t *trials) left(v any, failed bool, err error) error {
	x := t.of(v)
	if x == nil {
		if !failed {
			return err
		}
		x = t.add(v)
	}
	switch {
	case err != nil && x.bad.Load() < mostBad:
		x.bad.Add(1)
	case err == nil && x.bad.Load() > 0:
		x.bad.Store(0)
	}
	if failed && err == nil {
		n := int32(1)
		if x.failed.Swap(true) {
			n = mostPassed
		}
		x.passed.Store(n)
	}
	return err
}
