package stream

import "runtime"

// Functions of the caller's on goroutines of this package: what ends them ends the caller's goroutine in its place.

// ending is how a function of the caller's has ended that ran on another goroutine.
type ending struct {
	panicked any
	exited   bool
}

// catch runs f and notes how it ends.
func (e *ending) catch(f func()) {
	*e = ending{exited: true}
	defer func() {
		if e.exited {
			e.panicked = recover()
		}
	}()
	f()
	e.exited = false
}

// again ends the goroutine that asks in the same way.
func (e *ending) again() {
	switch {
	case e.panicked != nil:
		panic(e.panicked)
	case e.exited:
		runtime.Goexit()
	}
}
