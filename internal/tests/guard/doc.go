// Package guard holds traps for tests: memory that ends at a page nobody may touch, names that differ by little, a
// loop over CPU tiers, and counts of what must come back: goroutines, and memory of pools. Only tests import it.
package guard
