package migrate

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// page is the page with the table of public modules.
const page = "../../../../docs/migrate.md"

// Marks of the table in the page.
const (
	tableBegins = "<!-- modules:begin -->\n"
	tableEnds   = "<!-- modules:end -->\n"
)

const tableHead = `| module | moved | stays | tests | of them pass before and after | other result | go vet asks for more | what a person has to do |
|---|---|---|---:|---:|---:|---|---|
`

// TestPublic moves public modules, runs their tests before and after, and compares the results with the table in
// docs/migrate.md. A line of testdata/modules.txt has a module with its version, packages, build tags and tests to skip, and what a person has to do.
func TestPublic(t *testing.T) {
	long.Only(t)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod -buildvcs=false") // some modules have go.sum files that lack what their tests need
	lines, err := os.ReadFile("testdata/modules.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), tableBegins)
	want, after, ends := strings.Cut(rest, tableEnds)
	if !found || !ends {
		t.Fatalf("%s has no table", page)
	}
	rows, names := map[string]string{}, []string(nil)
	for line := range strings.Lines(string(lines)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, work, found := strings.Cut(line, ";")
		if !found {
			t.Fatalf("testdata/modules.txt: %q has no semicolon", line)
		}
		name = strings.Join(strings.Fields(name), " ")
		names = append(names, name)
		for row := range strings.Lines(want) {
			if strings.HasPrefix(row, "| "+cell(name)+" |") {
				rows[name] = row
			}
		}
		t.Run(name, func(t *testing.T) {
			row := publicRow(t, name, strings.TrimSpace(work))
			rows[name] = row
			if !strings.Contains(want, row) && !*update {
				t.Errorf("docs/migrate.md does not have the row\n%s", row)
			}
		})
	}
	if *update {
		table := tableHead
		for _, name := range names {
			table += rows[name]
		}
		if err := os.WriteFile(page, []byte(before+tableBegins+table+tableEnds+after), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// list is a list of libraries in a cell.
func list(names []string) string {
	if len(names) == 0 {
		return "–"
	}
	return strings.Join(names, ", ")
}

// cell is the first cell of the row of a module: its path and version, with packages and build tags if they are given.
func cell(name string) string {
	module, rest, _ := strings.Cut(name, " ")
	path, version, _ := strings.Cut(module, "@")
	text := "`" + path + "` " + version
	if rest != "" {
		text += ", `" + strings.ReplaceAll(rest, "|", "\\|") + "`"
	}
	return text
}

// publicRow moves a module and returns its row. What a person has to do stands in the list.
func publicRow(t *testing.T, name, work string) string {
	t.Helper()
	module, rest, _ := strings.Cut(name, " ")
	var get []string
	o := &Options{Tidy: true, Generate: generate}
	for word := range strings.FieldsSeq(rest) {
		if tags, found := strings.CutPrefix(word, "-tags="); found {
			o.Tags = tags
		} else if required, found := strings.CutPrefix(word, "-get="); found {
			get = append(get, required)
		} else if strings.HasPrefix(word, "-skip=") || strings.HasPrefix(word, "-run=") {
			o.Test = append(o.Test, word)
		} else {
			o.Patterns = append(o.Patterns, word)
		}
	}
	download := exec.Command("go", "mod", "download", "-json", module)
	download.Dir = t.TempDir()
	out, err := download.Output()
	var m struct{ Path, Version, Dir string }
	if err == nil {
		err = stdjson.Unmarshal(out, &m)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := filepath.Join(t.TempDir(), filepath.Base(m.Path))
	if err := copyTree(m.Dir, dir); err != nil {
		t.Fatal(err)
	}
	o.Dir = dir
	for _, required := range get {
		c := exec.Command("go", "get", required)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("go get %s: %v\n%s", required, err, out)
		}
	}
	if o.Zetes, err = filepath.Abs("../../../.."); err != nil {
		t.Fatal(err)
	}
	p, err := Make(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Test(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(c.Differ, c.Loose...) {
		t.Log(text)
	}
	if err := p.Write(context.Background()); err != nil {
		t.Fatal(err)
	}
	again, err := Make(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Changes) > 0 {
		t.Errorf("a second time: %s", again.Diff())
	}
	vet := "no"
	if c.Vet != "" {
		vet = "yes"
	}
	if len(c.Differ) == 0 && work == "" {
		work = "nothing"
	}
	moved, stays := p.moved()
	return fmt.Sprintf("| %s | %s | %s | %d | %d | %d | %s | %s |\n", cell(name), list(moved), list(stays), c.Tests, c.Pass, len(c.Differ), vet, work)
}

// moved returns the libraries that the plan moves, and those that stay in places.
func (p *Plan) moved() (moved, stays []string) {
	for _, library := range libraryNames() {
		moves, left := false, false
		for _, f := range p.program.files {
			for _, u := range f.uses() {
				if u.imported != nil && u.imported.source.library == library {
					moves, left = moves || u.moves() || u.gone, left || u.stays != "" && !u.gone
				}
			}
		}
		if moves {
			moved = append(moved, library)
		}
		if left {
			stays = append(stays, library)
		}
	}
	return moved, stays
}
