//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// A plan that fails has cost time for nothing, since the standard library then does the same call: about a third of
// what the standard library takes. Two kinds of failures come more than once:
//
//   - The standard library has no error: the type, or this use of it, is not for plans. After such a failure the
//     standard library does the next call for a value of that type, and after two in a row the next mostPassed ones.
//     If the type is refused as a whole, it does all.
//   - It has an error, mostly about bad input. That says nothing about the next input, which may be another client's.
//     Only when mostBad calls in a row had errors the plan is left out, until a call has no error.

const (
	mostPassed = 15
	mostBad    = 16
)

// trials are those of the types whose plans have failed, or that were read, under a set of options.
type trials struct {
	byType atomic.Pointer[plan.Table[trial]] // by the type word of a call's value; nil if there are none
}

// trial says how the plan of a type has done.
type trial struct {
	refused atomic.Int32 // whether there is no plan: refusedHere, refusedAlways, or 0
	passed  atomic.Int32 // calls that the plan is to be left out of
	failed  atomic.Bool  // in the last call that the plan was not left out of, without an error of the standard library
	bad     atomic.Int32 // calls in a row that had an error
	reads                // from readers that can't go back
}

const (
	refusedHere   = 1 + iota // under the options of the call
	refusedAlways            // under all options
)

// unserved remembers types that the standard library writes, and those that it reads, under all options, so that calls
// for them look at their options no more.
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

// passes reports whether the plan is left out of a call.
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

// done notes that the plan has done a call.
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
