// Package targets compares the figures that pages show with figures that are measured now.
//
// A source is a part of a page, and the command that measures its figures. There are two forms. A block stands between
// two markers and was written by the command: its tables are compared cell by cell with those that the command writes
// now. A figure in prose is found on the page by one regular expression, and in the command's output by another. A scan
// finds the figures of speed that no source covers, so a page cannot show a figure that no command measures.
//
// Files: targets.go (sources, and how they are measured) · tables.go (the cells of Markdown tables) · compare.go
// (verdicts, and what is printed) · scan.go (figures that no source covers).
package targets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Source is a part of a page whose figures one command measures.
type Source struct {
	Name string
	File string // below the repository's folder
	// Block, when set, is the name in the markers around the figures: <!-- Block:begin … --> and <!-- Block:end -->.
	Block string
	// Command measures the figures, Full does so in a run of all figures. Without Full it is Command. The first word is
	// bench or go; $DIR stands for a folder of the command's own.
	Command, Full []string
	// Make, when set, returns the text of the block from what the command has written into its folder. Otherwise the
	// text is what the command has printed.
	Make func(dir string) ([]byte, error)
	// Kept says that the block is written from results that the repository keeps, by another command.
	Kept bool
	// Skip matches the titles of tables that have no figures. Absolute matches "title | head" of columns whose figures
	// are those of one machine: they are shown, but have no verdict.
	Skip, Absolute *regexp.Regexp
	// Losses matches "title | head" of columns that list where something is slower: a figure below 1 that is measured and
	// not on the page is one that the page does not reach.
	Losses *regexp.Regexp
	Prose  []Prose
	// Tolerance is the share by which a figure may be worse than the page says.
	Tolerance float64
}

// Prose is a figure within a sentence.
type Prose struct {
	What     string
	Shown    *regexp.Regexp // its one group is the figure on the page
	Measured *regexp.Regexp // its one group is the figure in the command's output
	Lower    bool           // less is better
}

// Figure is a figure of a page.
type Figure struct {
	File     string
	Line     int
	What     string
	Shown    float64
	Lower    bool // less is better
	Absolute bool // no verdict: the figure is that of one machine
	Loss     bool // the page shows it because it is below 1
}

// Runner runs a command whose first word is bench or go, and returns what it prints.
type Runner func(ctx context.Context, command []string) ([]byte, error)

func (s *Source) command(full bool) []string {
	if full && s.Full != nil {
		return s.Full
	}
	return s.Command
}

// markers returns the regular expression of the block: its first group is what the first marker says, its second one
// the text between the markers.
func (s *Source) markers() *regexp.Regexp {
	return regexp.MustCompile(`(?s)<!-- ` + regexp.QuoteMeta(s.Block) + `:begin(?: ([^>]*?))? -->\n(.*?)<!-- ` + regexp.QuoteMeta(s.Block) + `:end -->`)
}

// Figures returns the figures that the page shows.
func (s *Source) Figures(page []byte) (list []Figure, err error) {
	if s.Block != "" {
		at := s.markers().FindSubmatchIndex(page)
		if at == nil {
			return nil, fmt.Errorf("%s has no block %s", s.File, s.Block)
		}
		line := lineOf(page, at[4])
		for _, c := range s.cells(page[at[4]:at[5]]) {
			list = append(list, Figure{s.File, line + c.line, c.what, c.figure, false, c.absolute, c.loss})
		}
	}
	for _, p := range s.Prose {
		all := p.Shown.FindAllSubmatchIndex(page, 2)
		if len(all) != 1 {
			return nil, fmt.Errorf("%s shows %q in %d places, not in one", s.File, p.Shown, len(all))
		}
		at := all[0]
		x, err := number(string(page[at[2]:at[3]]))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.File, err)
		}
		list = append(list, Figure{s.File, lineOf(page, at[2]), p.What, x, p.Lower, false, false})
	}
	return list, nil
}

// Page returns the page with the block in place of the old one. The marker names the revision and the command.
func (s *Source) Page(page, block []byte, mark string) ([]byte, error) {
	at := s.markers().FindSubmatchIndex(page)
	if at == nil {
		return nil, fmt.Errorf("%s has no block %s", s.File, s.Block)
	}
	return fmt.Appendf(nil, "%s<!-- %s:begin %s -->\n%s\n<!-- %s:end -->%s", page[:at[0]], s.Block, mark, strings.TrimSpace(string(block)), s.Block, page[at[1]:]), nil
}

// measured returns the figures that the command finds now, by name, those of them that are losses, and the text of the
// block.
func (s *Source) measured(out []byte, dir string) (now map[string]float64, lost []string, block []byte, err error) {
	now = map[string]float64{}
	if s.Block != "" {
		block = out
		if s.Make != nil {
			if block, err = s.Make(dir); err != nil {
				return nil, nil, nil, err
			}
		}
		for _, c := range s.cells(block) {
			if now[c.what] = c.figure; c.loss {
				lost = append(lost, c.what)
			}
		}
	}
	for _, p := range s.Prose {
		m := p.Measured.FindSubmatch(out)
		if m == nil {
			continue
		}
		if now[p.What], err = number(string(m[1])); err != nil {
			return nil, nil, nil, err
		}
	}
	return now, lost, block, nil
}

func number(s string) (float64, error) { return strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64) }

func lineOf(page []byte, at int) int { return strings.Count(string(page[:at]), "\n") + 1 }

// Run measures sources.
type Run struct {
	Root string // the repository's folder
	Dir  string // for what commands write
	Full bool
	Run  Runner
	// Show is called before each command.
	Show func(command []string)

	had map[string]output // by command
}

// output is what a command has printed, and the folder that it has written into.
type output struct {
	dir string
	out []byte
	err error
}

// Result is what became of the figures of a source.
type Result struct {
	*Source
	Mark    string // what the first marker says
	Command []string
	Figures []Figure
	Now     map[string]float64
	Lost    []string // the losses among them
	Block   []byte   // the text that the page would have now
	Err     error
}

// Measure runs the command of the source, unless it has run for another source, and returns its figures. The error of
// a command is part of the result.
func (r *Run) Measure(ctx context.Context, s *Source) (*Result, error) {
	page, err := os.ReadFile(filepath.Join(r.Root, filepath.FromSlash(s.File)))
	if err != nil {
		return nil, err
	}
	res := &Result{Source: s, Command: s.command(r.Full)}
	if s.Block != "" {
		if m := s.markers().FindSubmatch(page); m != nil {
			res.Mark = string(m[1])
		}
	}
	if res.Figures, err = s.Figures(page); err != nil {
		return nil, err
	}
	key := strings.Join(res.Command, " ")
	had, ok := r.had[key]
	if !ok {
		had.dir = filepath.Join(r.Dir, strconv.Itoa(len(r.had)))
		if err := os.Mkdir(had.dir, 0o755); err != nil {
			return nil, err
		}
		command := make([]string, len(res.Command))
		for i, w := range res.Command {
			command[i] = strings.ReplaceAll(w, "$DIR", had.dir)
		}
		r.Show(command)
		had.out, had.err = r.Run(ctx, command)
		if ctx.Err() != nil {
			return nil, errors.New("interrupted")
		}
		if r.had == nil {
			r.had = map[string]output{}
		}
		r.had[key] = had
	}
	if res.Err = had.err; res.Err == nil {
		res.Now, res.Lost, res.Block, res.Err = s.measured(had.out, had.dir)
	}
	return res, nil
}
