package picture

import (
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// TestWrite holds that a picture names no face and no colour of its own for text and lines, and has no background.
func TestWrite(t *testing.T) {
	p := New("a < b")
	p.X.Label.Text, p.Y.Label.Text = "x", "y"
	line, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: 2, Y: 2}})
	if err != nil {
		t.Fatal(err)
	}
	p.Add(line)
	p.Legend.Add("line", line)
	var b strings.Builder
	if err := Write(&b, p, vg.Points(300), vg.Points(200), [4]vg.Length{}); err != nil {
		t.Fatal(err)
	}
	text, style, found := strings.Cut(b.String(), Style)
	if !found || !strings.Contains(text, "<title>a &lt; b</title>") || !strings.Contains(Style, "prefers-color-scheme: dark") || !strings.Contains(Style, "sans-serif") {
		t.Fatalf("no title or no style in\n%s", b.String())
	}
	if bad := regexp.MustCompile(`(?i)font-family|#0{6}|#f{6}|<rect`).FindString(text + style); bad != "" || !strings.Contains(style, "stroke:currentColor") {
		t.Errorf("%q in\n%s", bad, style)
	}
}
