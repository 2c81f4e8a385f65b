package targets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const page = `# Page

It is # times as fast.
It is 2.5 times as fast, and has 1.7 MB.

<!-- x:begin cmd, revision 1234567 -->
## Title, and more

| what | ours | theirs |
|---|---:|---:|
| ` + "`one/1`" + ` | 2.00 (1.50 small) | 1,000 µs |
| two | – | 7 % |
| three, new | 9 | 9 |

No table: 17.
<!-- x:end -->

After.
`

// again is what the command prints now: one figure is lower, one is gone.
const again = `## Title, and more

| what | theirs | ours |
|---|---|---|
| ` + "`one/1`" + ` | 2,000 µs | 1.90 (1.0 large) |
| two | 8 % | - |

speed 3.5x, 1.9 MB
`

var source = &Source{
	Name: "x", File: "page.md", Block: "x", Command: []string{"bench", "x", "$DIR"}, Tolerance: 0.1, Absolute: regexp.MustCompile(`Title \| theirs`),
	Prose: []Prose{
		{What: "speed", Shown: regexp.MustCompile(`is ([0-9.]+) times`), Measured: regexp.MustCompile(`speed ([0-9.]+)x`)},
		{What: "size", Shown: regexp.MustCompile(`([0-9.]+) MB`), Measured: regexp.MustCompile(`([0-9.]+) MB`), Lower: true},
	},
}

func run(t *testing.T, text string, out func(command []string) ([]byte, error)) *Run {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "page.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return &Run{Root: root, Dir: t.TempDir(), Show: func([]string) {}, Run: func(_ context.Context, c []string) ([]byte, error) { return out(c) }}
}

// TestMeasure compares each figure of a page with what a command prints, wherever its row and column stand.
func TestMeasure(t *testing.T) {
	calls := 0
	r := run(t, page, func(c []string) ([]byte, error) {
		if calls++; c[0] != "bench" || c[1] != "x" || !filepath.IsAbs(c[2]) {
			t.Error(c)
		}
		return []byte(again), nil
	})
	res, err := r.Measure(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	tally := res.Print(&b)
	if want := (Tally{8, 2, 1, 2}); tally != want {
		t.Errorf("%+v, want %+v", tally, want)
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"== x: page.md, shown: cmd, revision 1234567 now: bench x $DIR place",
		"page.md:11 Title | one/1 | ours 2 1.9 0.95 reached",
		"page.md:11 Title | one/1 | ours (2) 1.5 1 0.67 NOT REACHED",
		"page.md:11 Title | one/1 | theirs 1000 2000 2.00 of one machine",
		"page.md:12 Title | two | theirs 7 8 1.14 of one machine",
		"page.md:13 Title | three, new | ours 9 - - NOT MEASURED",
		"page.md:4 speed 2.5 3.5 1.40 better than the page says",
		"page.md:4 size 1.7 1.9 1.12 NOT REACHED",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %s", want, b.String())
		}
	}
	if got := tally.String(); got != "8 figures: 2 are not reached, 1 are better than the pages say, 2 are not measured" {
		t.Error(got)
	}
	// The same command is not run again.
	if _, err := r.Measure(t.Context(), source); err != nil || calls != 1 {
		t.Errorf("%d runs: %v", calls, err)
	}
}

// TestLosses: a figure is known by the words before it, a loss that is gone is none, and a loss that the page does not
// show is worse than one that it shows.
func TestLosses(t *testing.T) {
	const shown = "<!-- x:begin -->\n# T\n| over | speed | slower on |\n|---|---|---|\n| `a` | 2.0, 3.0; `in c` 4.0, 4.5 | Compact, twitter: 0.85; Indent: 0.99 |\n| b | 2 | – |\n<!-- x:end -->\n"
	const now = "**T**\n| over | speed | slower on |\n|---|---|---|\n| `a` | 2.0, 3.0; `in c` 4.1, 4.6 | Valid: 0.95; Indent: 0.8 |\n| b | 2 | Valid: 0.7 |\n"
	r := run(t, shown, func([]string) ([]byte, error) { return []byte(now), nil })
	s := &Source{Name: "x", File: "page.md", Block: "x", Command: []string{"bench", "x"}, Tolerance: 0.1, Losses: regexp.MustCompile(`\| slower on$`)}
	res, err := r.Measure(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if tally, want := res.Print(&b), (Tally{8, 2, 1, 0}); tally != want {
		t.Errorf("%+v, want %+v", tally, want)
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"T | a | speed 2 2 1.00 reached", "T | a | speed (2) 3 3 1.00 reached", "T | a | speed | `in c` 4 4.1 1.02 reached", "T | a | speed | `in c` (2) 4.5 4.6 1.02 reached",
		"T | a | slower on | Compact, twitter 0.85 - - no longer slower", "T | a | slower on | Indent 0.99 0.8 0.81 NOT REACHED",
		"page.md T | b | slower on | Valid - 0.7 - NOT REACHED: the page does not say so",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %s", want, b.String())
		}
	}
}

// TestMeasureFails: a command that fails leaves its figures unmeasured, and a page without the figures is an error.
func TestMeasureFails(t *testing.T) {
	r := run(t, page, func([]string) ([]byte, error) { return nil, errors.New("no\nluck") })
	res, err := r.Measure(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if tally := res.Print(&b); tally.Missing != 8 || !strings.Contains(b.String(), "NOT MEASURED: no luck\n") {
		t.Errorf("%+v: %s", tally, b.String())
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(t, page, func([]string) ([]byte, error) { return nil, nil }).Measure(cancelled, source); err == nil || err.Error() != "interrupted" {
		t.Error(err)
	}
	for text, want := range map[string]string{
		strings.ReplaceAll(page, "x:end", "y:end"):       "page.md has no block x",
		strings.ReplaceAll(page, "2.5 times", "fast"):    "in 0 places, not in one",
		strings.ReplaceAll(page, "After.", "is 3 times"): "in 2 places, not in one",
	} {
		_, err := run(t, text, func([]string) ([]byte, error) { return []byte(again), nil }).Measure(t.Context(), source)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestMake: the text of the block comes from the folder that the command has written into.
func TestMake(t *testing.T) {
	var dir string
	r := run(t, page, func(c []string) ([]byte, error) {
		dir = c[2]
		return nil, os.WriteFile(filepath.Join(dir, "block"), []byte(again), 0o644)
	})
	s := *source
	s.Prose, s.Full, s.Make = nil, []string{"bench", "full", "$DIR"}, func(dir string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, "block")) }
	r.Full = true
	res, err := r.Measure(t.Context(), &s)
	if err != nil || res.Err != nil || string(res.Block) != again || res.Command[1] != "full" {
		t.Fatal(res, err)
	}
	if res.Now["Title | one/1 | ours"] != 1.9 {
		t.Error(res.Now)
	}
	// The page that is written has the new block, and its figures are those that were measured.
	written, err := s.Page([]byte(page), res.Block, "cmd, revision 89abcde")
	if err != nil || !strings.HasPrefix(string(written), "# Page") || !strings.HasSuffix(string(written), "<!-- x:end -->\n\nAfter.\n") ||
		strings.Contains(string(written), "1234567") || !strings.Contains(string(written), "<!-- x:begin cmd, revision 89abcde -->\n## Title, and more\n") {
		t.Errorf("%v: %s", err, written)
	}
	figures, err := s.Figures(written)
	if err != nil || len(figures) != len(res.Now) {
		t.Fatal(figures, err)
	}
	for _, f := range figures {
		if res.Now[f.What] != f.Shown {
			t.Errorf("%+v: %v was measured", f, res.Now[f.What])
		}
	}
}

// TestScan: each form of a figure is found, and none in what is no figure.
func TestScan(t *testing.T) {
	for text, want := range map[string]string{
		"It takes 12 ns.":                       "12 ns",
		"some 1,000 µs more":                    "1,000 µs",
		"in 3.5 seconds":                        "3.5 seconds",
		"reads 900 MB/s":                        "900 MB/s",
		"8 cycles a number":                     "8 cycles",
		"it is 2 times faster":                  "2 times",
		"2× as fast":                            "2×",
		"is 12 % slower":                        "12 %",
		"is 12% slower":                         "12%",
		"three times as fast":                   "three times as fast",
		"Twice as long":                         "Twice as long",
		"takes a quarter of the time":           "quarter of the time",
		"0.87 of the speed":                     "0.87",
		"takes 2 GB of memory":                  "takes 2 GB",
		"Go 1.26.8 on v1.2.3 and go1.26":        "",
		"`x` takes `12 ns`":                     "",
		"```\ntakes 12 ns\n```":                 "",
		"[a](x-1.5.md) https://a.example/0.5":   "",
		"float64s, RFC 9535, blocks of 4 KB":    "",
		"Go 1.27 and 1.26":                      "",
		"<!-- x:begin -->\n3.5\n<!-- x:end -->": "",
		"a limit of 2.5, as tests hold":         "",
	} {
		left := Scan("page.md", []byte(text), []*Source{{File: "page.md", Block: "x"}}, []Quoted{{"page.md", regexp.MustCompile(`limit of 2\.5`), "a limit"}})
		if want == "" && len(left) > 0 || want != "" && (len(left) != 1 || !strings.HasPrefix(left[0], `page.md:1: "`+want+`" in `)) {
			t.Errorf("%q: %q", text, left)
		}
	}
	// Another page's sources cover nothing here.
	if left := Scan("other.md", []byte("is 2.5 times"), []*Source{source}, nil); len(left) != 1 {
		t.Error(left)
	}
	if left := Scan("page.md", []byte(page), []*Source{source}, nil); !slices.Equal(left, nil) {
		t.Error(left)
	}
}
