package suites

import (
	"bytes"
	"os"
	"testing"
)

// TestLicences: each suite has its files, and says under which licence they are.
func TestLicences(t *testing.T) {
	for suite, names := range map[string][]string{
		"JSONTestSuite": {"LICENSE"}, "jsonpath": {"LICENSE", "NOTICE", "cts.json"}, "jsonpatch": {"package.json", "README.md", "tests.json", "spec_tests.json"},
		"rfc8785": {"LICENSE"},
	} {
		for _, name := range names {
			Files(t, suite, name, 1)
		}
	}
	if text, err := os.ReadFile("testdata/LICENSE-Apache-2.0.txt"); err != nil || !bytes.Contains(text, []byte("Version 2.0, January 2004")) {
		t.Error("the text of the Apache licence:", err)
	}
	if in, out := Canonical(t); in[0].Name != out[0].Name || len(in) != len(out) {
		t.Errorf("%d documents, %d canonical forms", len(in), len(out))
	}
	if n := len(JSONTestSuite(t)); n != 318 {
		t.Errorf("%d cases", n)
	}
}
