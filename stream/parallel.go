package stream

import "runtime"

// Functions of the caller's that run on goroutines of this package: if one panics or ends its goroutine, the caller's
// goroutine ends in the same way.

// ending says how a function of the caller's ended on another goroutine.
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

// again ends the calling goroutine in the same way.
func (e *ending) again() {
	switch {
	case e.panicked != nil:
		panic(e.panicked)
	case e.exited:
		runtime.Goexit()
	}
}
