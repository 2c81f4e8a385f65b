//go:build !(linux || darwin)

package guard

import "testing"

// Trapping reports whether touching a guard page faults on this system.
const Trapping = false

func mapGuarded(_ testing.TB, n int) ([]byte, func()) { return make([]byte, n), func() {} }
