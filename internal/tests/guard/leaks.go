package guard

import (
	"runtime"
	"testing"
	"time"
)

// Goroutines makes the test fail if at its end more goroutines run than now. Tests that run at the same time must
// not call it.
func Goroutines(t testing.TB) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		// A goroutine that has done its work may not have ended yet.
		for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				stacks := make([]byte, 1<<20)
				t.Errorf("%d goroutines more than before:\n%s", runtime.NumGoroutine()-before, stacks[:runtime.Stack(stacks, true)])
				return
			}
		}
	})
}

// Pooled makes the test fail if a call of f allocates more than most bytes once the pools are filled: what f takes
// from a pool must go back.
func Pooled(t testing.TB, most int, f func()) {
	t.Helper()
	if got := PerCall(f); got > most {
		t.Errorf("%d bytes a call, at most %d wanted", got, most)
	}
}
