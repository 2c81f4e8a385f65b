//go:build race

package conform

// slow says that this build runs many times slower than others.
const slow = true
