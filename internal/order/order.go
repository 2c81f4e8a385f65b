package order

// Sort sorts n things, which less compares and swap exchanges by their places. Equal ones may change places. It takes
// time in proportion to n times the logarithm of n, whatever order they are in: J. W. J. Williams' heapsort.
func Sort(n int, less func(i, j int) bool, swap func(i, j int)) {
	for i := n/2 - 1; i >= 0; i-- {
		sink(i, n, less, swap)
	}
	for last := n - 1; last > 0; last-- {
		swap(0, last)
		sink(0, last, less, swap)
	}
}

// sink moves what is at i down in the heap of the first n things until nothing below it is larger.
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
