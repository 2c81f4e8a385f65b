package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/bench/matrix"
)

// TestConclusion holds what the page and the tables say first: who wins, by how much, and where zetes loses.
func TestConclusion(t *testing.T) {
	all := sample(t)
	without := func(libs ...string) *matrix.Results {
		r := *all
		r.Cells = slices.DeleteFunc(slices.Clone(all.Cells), func(c *matrix.Cell) bool { return slices.Contains(libs, c.Lib) })
		return &r
	}
	for _, c := range []struct {
		name  string
		sonic string // its categories
		r     *matrix.Results
		want  []string
	}{
		{"wins", "relaxed", all, []string{
			"zetes is the fastest of 2 libraries that do all that encoding/json does.", "It is first in 4 of 4 rows: 2 kinds of work on 2 documents.",
			"It is 1.50 times as fast as the fastest other library of each row, and 1.50 times as fast as encoding/json (geometric means).",
			"The library that comes nearest is encoding/json: zetes is 1.50 times as fast.", "zetes loses nowhere: it is the fastest in each of 4 rows.",
		}},
		{"loses", "exact", all, []string{
			"sonic is the fastest of 3 libraries that do all that encoding/json does: zetes has 0.50 times its speed.", "It is first in 0 of 4 rows",
			"It is 0.50 times as fast as the fastest other library of each row, and 1.50 times as fast as encoding/json",
			"zetes loses in 4 of 4 rows, from the worst:", "Unmarshal into Go types, point: 0.50 of sonic",
		}},
		{"without encoding/json", "exact", without("std"), []string{"sonic is the fastest of 2 libraries", "fastest other library of each row (geometric means)."}},
		{"alone", "relaxed", without("std", "sonic", "easyjson"), nil},
		{"without zetes", "exact", without("zetes"), nil},
	} {
		all.Meta.Levels["sonic"] = c.sonic
		var page, tables bytes.Buffer
		if err := HTML(&page, c.r); err != nil {
			t.Fatal(err)
		}
		if err := Markdown(&tables, c.r); err != nil {
			t.Fatal(err)
		}
		top, _, found := strings.Cut(page.String(), "</section>")
		top = strings.ReplaceAll(top, "’", "'")
		for _, want := range c.want {
			if !strings.Contains(top, want) || !strings.Contains(tables.String(), want) {
				t.Errorf("%s: no %q in\n%s\nor\n%.800s", c.name, want, top[strings.Index(top, "<section"):], tables.String())
			}
		}
		if !found || (c.want == nil) != strings.Contains(top, "These results do not compare zetes with another library.") {
			t.Errorf("%s: %s", c.name, top)
		}
	}
}
