package matrix

import "runtime"

// retained returns how much heap one kept result holds.
func retained(w *work) float64 {
	if w.keep == nil {
		return 0
	}
	// Enough of them that the runtime's own noise doesn't count.
	n := max(4, min(4000, 4<<20/max(w.size, 1)))
	kept := make([]any, n)
	before := heap()
	for i := range kept {
		v, err := w.keep()
		if err != nil {
			return 0
		}
		kept[i] = v
	}
	after := heap()
	runtime.KeepAlive(kept)
	return max(0, float64(after)-float64(before)) / float64(n)
}

// heap returns the live heap.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // pools survive one collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// peak returns how far the process's memory grows while the work is done a few times, 0 where the system doesn't tell.
func peak(w *work) float64 {
	run, err := w.start()
	if err != nil {
		return 0
	}
	base, ok := resetPeak()
	if !ok {
		return 0
	}
	for range max(2, min(2000, 8<<20/max(w.size, 1))) {
		if run() != nil {
			return 0
		}
	}
	return max(0, readPeak()-base)
}
