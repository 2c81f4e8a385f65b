package guard

import (
	"runtime"
	"runtime/debug"
)

// Allocated returns how many bytes f allocates. What runs beside it counts too.
func Allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// Held returns how many bytes more are in use behind f than before it, with those that what f returns leads to.
func Held(f func() any) int {
	runtime.GC()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v := f()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(v)
	return int(after.HeapAlloc) - int(before.HeapAlloc)
}

// PerCall returns how many bytes a call of f allocates on average once the pools are filled. Under the race
// detector, where pools forget, it calls f once and returns 0.
func PerCall(f func()) int {
	if Race {
		f()
		return 0
	}
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pools
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))  // each processor has a pool of its own
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
