// Package guard holds traps for tests: memory that ends at a page nobody may touch, names that differ by little, and a loop over CPU tiers.
// Only tests import it.
package guard
