package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestUnified(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"equal", "a\n", "a\n", ""},
		{"first", "a\nb\nc\nd\ne\n", "x\nb\nc\nd\ne\n", "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+x\n b\n c\n d\n"},
		{"last", "a\nb\nc\nd\ne\n", "a\nb\nc\nd\nx\n", "--- a\n+++ b\n@@ -2,4 +2,4 @@\n b\n c\n d\n-e\n+x\n"},
		{"from-nothing", "", "a\n", "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+a\n"},
		{"to-nothing", "a\n", "", "--- a\n+++ b\n@@ -1,1 +0,0 @@\n-a\n"},
		{"no-newline", "a", "a\n", "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{
			"two-pieces", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "x\n1\n2\n3\n4\n5\n6\n7\ny\n",
			"--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+y\n",
		},
		{
			"one-piece", "a\n1\n2\n3\n4\n5\n6\nb\n", "x\n1\n2\n3\n4\n5\n6\ny\n",
			"--- a\n+++ b\n@@ -1,8 +1,8 @@\n-a\n+x\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+y\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Unified("a", []byte(c.before), "b", []byte(c.after)); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestApplied applies differences of random texts to the old text, by the numbers in their headers, and compares what
// comes of that with the new text.
func TestApplied(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(string(rune('a'+r.IntN(20))) + "\n")
		}
		s := b.String()
		if r.IntN(4) == 0 {
			s = strings.TrimSuffix(s, "\n")
		}
		return s
	}
	for range 5000 {
		before := text()
		after := text()
		if r.IntN(2) == 0 {
			i, j := r.IntN(len(before)+1), r.IntN(len(before)+1)
			after = before[:min(i, j)] + before[max(i, j):]
		}
		d := Unified("a", []byte(before), "b", []byte(after))
		if got := apply(t, before, d); got != after {
			t.Fatalf("%q to %q: the difference gives %q:\n%s", before, after, got, d)
		}
	}
}

// apply applies a unified difference.
func apply(t *testing.T, text, difference string) string {
	t.Helper()
	if difference == "" {
		return text
	}
	old := lines([]byte(text))
	var out []string
	at := 0
	difference = strings.ReplaceAll(difference, "\n\\ No newline at end of file\n", "\x00")
	for _, l := range strings.SplitAfter(difference, "\n")[2:] {
		for _, l := range strings.SplitAfter(l, "\x00") {
			if strings.HasPrefix(l, "@@") {
				var from, n, to, m int
				if _, err := fmt.Sscanf(l, "@@ -%d,%d +%d,%d @@", &from, &n, &to, &m); err != nil {
					t.Fatal(err)
				}
				if n > 0 {
					from--
				}
				out = append(out, old[at:from]...)
				at = from
				if m > 0 {
					to--
				}
				if to != len(out) {
					t.Fatalf("%s: %d lines of the new text stand before this", l, len(out))
				}
				continue
			}
			if l == "" {
				continue
			}
			line := strings.TrimSuffix(l[1:], "\x00")
			switch l[0] {
			case '-', ' ':
				if old[at] != line {
					t.Fatalf("%q stands where the difference has %q", old[at], line)
				}
				at++
			}
			if l[0] != '-' {
				out = append(out, line)
			}
		}
	}
	return strings.Join(append(out, old[at:]...), "")
}
