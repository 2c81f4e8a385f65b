package order

// Sort sorts n elements. less compares two elements by their indexes, and swap exchanges them. The sort is not stable.
// It is J. W. J. Williams' heapsort, which takes time proportional to n log n for any order of the elements.
func Sort(n int, less func(i, j int) bool, swap func(i, j int)) {
	for i := n/2 - 1; i >= 0; i-- {
		sink(i, n, less, swap)
	}
	for last := n - 1; last > 0; last-- {
		swap(0, last)
		sink(0, last, less, swap)
	}
}

// sink moves element i down in the heap of the first n elements until no element below it is larger.
func sink(i, n int, less func(i, j int) bool, swap func(i, j int)) {
	for {
		child := 2*i + 1
		if child >= n {
			return
		}
		if child+1 < n && less(child, child+1) {
			child++
		}
		if !less(i, child) {
			return
		}
		swap(i, child)
		i = child
	}
}
