package guard

import (
	"runtime"
	"runtime/debug"
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
	if got := Allocated(f); got > most {
		t.Errorf("%d bytes a call, at most %d wanted", got, most)
	}
}

// Allocated returns how many bytes a call of f allocates on average once the pools are filled. Under the race
// detector, where pools forget, it calls f once and returns 0.
func Allocated(f func()) int {
	if Race {
		f()
		return 0
	}
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pools
	const warm, calls = 4, 32
	var before, after runtime.MemStats
	for i := range warm + calls {
		if i == warm {
			runtime.ReadMemStats(&before)
		}
		f()
	}
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc-before.TotalAlloc) / calls
}
