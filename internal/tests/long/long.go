// Package long is the switch of tests that take long. Without it the tests of a package take seconds. With the
// environment variable ZETES_LONG=1 random tests run many more rounds, tables are tried whole, and tests run that build
// programs, compare other libraries or need other software. CONTRIBUTING.md names the commands that set it. Only tests
// import this package.
package long

import (
	"os"
	"testing"
)

// Variable is the name of the environment variable that is the switch. On reports whether its value is "1".
const Variable = "ZETES_LONG"

// On reports whether tests may take long.
func On() bool { return os.Getenv(Variable) == "1" }

// Rounds returns usual, or long where tests may take long.
func Rounds(usual, long int) int {
	if On() {
		return long
	}
	return usual
}

// Only skips a test that runs only where tests may take long, and says how to run it.
func Only(t testing.TB) {
	t.Helper()
	if !On() {
		t.Skipf("takes long: %s=1 go test -run '^%s$' runs it", Variable, t.Name())
	}
}
