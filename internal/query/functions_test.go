package query

import (
	"regexp/syntax"
	"testing"

	"github.com/zetes-json/zetes/internal/tree"
)

// TestProgramSize compares the size that a regular expression is thought to have with what is compiled.
func TestProgramSize(t *testing.T) {
	s := selection{Budget: tree.NoLimit}
	for _, text := range []string{"", "abc", "a*", "(ab|cd)+x{3}", "x{2,}", "x{2,5}y?", "[a-z]{10}", "(a?){50}(b{3}){4}", `\\d{4}-\\d{2}`, `^a$|b`, "((((a))))"} {
		x := s.compile("(?:", text, ")")
		if x.Regexp == nil {
			t.Fatalf("%s is none", text)
		}
		tree, err := syntax.Parse(x.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		p, err := syntax.Compile(tree.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		n := len(p.Inst)
		if x.instructions*2 < n || x.instructions > 4*n+4 {
			t.Errorf("%s: %d instructions, thought to be %d", text, n, x.instructions)
		}
	}
	if x := s.compile("(?:", "(x{1000}){900}", ")"); x.Regexp != nil {
		t.Error("a pattern of 900,000 instructions")
	}
}
