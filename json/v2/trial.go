//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// A plan that fails has cost time for nothing, since the standard library then does the same call. Bad input, and types
// that plans do not serve, mostly come more than once. So after a failure the standard library does the next call for a
// value of that type, and after two in a row it does the next mostPassed ones.

const mostPassed = 15

// trials are those of the types whose plans have failed under a set of options.
type trials struct {
	some   atomic.Bool // there are any
	byType sync.Map    // of *trial, by reflect.Type
}

// trial says how the plan of a type has done.
type trial struct {
	passed atomic.Int32 // calls that the plan is to be left out of
	failed atomic.Bool  // in the last call that the plan was not left out of
}

// passes reports whether the plan is left out of a call for v.
func (t *trials) passes(v any) bool {
	if !t.some.Load() {
		return false
	}
	x, ok := t.byType.Load(reflect.TypeOf(v))
	if !ok || x.(*trial).passed.Load() <= 0 {
		return false
	}
	x.(*trial).passed.Add(-1)
	return true
}

// done notes whether the plan has done a call for v, and returns that.
func (t *trials) done(v any, ok bool) bool {
	if ok && !t.some.Load() {
		return true
	}
	x, had := t.byType.Load(reflect.TypeOf(v))
	switch {
	case ok && had:
		x.(*trial).failed.Store(false)
	case ok:
	default:
		t.fails(reflect.TypeOf(v))
	}
	return ok
}

func (t *trials) fails(typ reflect.Type) {
	v, _ := t.byType.LoadOrStore(typ, new(trial))
	x, n := v.(*trial), int32(1)
	if x.failed.Swap(true) {
		n = mostPassed
	}
	x.passed.Store(n)
	t.some.Store(true)
}
