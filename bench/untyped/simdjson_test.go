package untyped

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/bench/python"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestSimdJSON runs the whole comparison once, as short as it can be: both read the same values, and each document
// gets a line.
func TestSimdJSON(t *testing.T) {
	long.Only(t)
	if _, err := python.Interpreter(t.Context(), "simdjson", simdPackage); err != nil {
		t.Skipf("no Python with simdjson: %v", err)
	}
	var b bytes.Buffer
	if err := SimdJSON(t.Context(), &b, 1, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	for _, name := range large {
		if !strings.Contains(b.String(), "\n"+name+" ") {
			t.Errorf("no line for %s in\n%s", name, b.String())
		}
	}
}
