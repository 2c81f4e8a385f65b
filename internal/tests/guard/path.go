package guard

import "testing"

// Path ends a test of how a fast path works where that is switched off: on is its constant in package fast. Tests of
// results need the path nowhere.
func Path(t testing.TB, on bool) {
	t.Helper()
	if !on {
		t.Skip("the path is switched off")
	}
}
