package stream

import "runtime"

// This package calls functions of the user's on goroutines of its own. If such a function panics or calls
// runtime.Goexit, the user's goroutine must end in the same way. An ending carries the panic or exit to that goroutine.

// ending says how a function of the user's ended on a goroutine of this package: normally, by a panic, or by Goexit.
type ending struct {
	panicked any
	exited   bool
}

// catch calls f and stores in e how f ends.
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

// again does on the calling goroutine what f did in catch: it panics with the same value, calls Goexit, or returns.
func (e *ending) again() {
	switch {
	case e.panicked != nil:
		panic(e.panicked)
	case e.exited:
		runtime.Goexit()
	}
}
