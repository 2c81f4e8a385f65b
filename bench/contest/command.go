package contest

import (
	"bufio"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/progress"
)

// Plan is a list of rows, and how they are measured: a command.
type Plan struct {
	Use, Short, Long string
	Rows             []*Row
	Docs             []string // the documents, in order
	Apart            []string // rows that have a process of their own instead of documents
	// Measure has the session race all rows of a document, or the row apart of that name.
	Measure func(s *Session, doc string) error
	// Check says what is wrong with the name of a contestant.
	Check func(lib string) error
	// Verdicts prints what follows the tables.
	Verdicts func(w io.Writer, cells []*Cell)
	// Batch, when set, is the default of the flag of that name.
	Batch time.Duration
	// Flags, when set, adds flags, and Args returns them as the measuring processes are to get them.
	Flags func(c *cobra.Command)
	Args  func() []string
}

// flags are those of every such command.
type flags struct {
	run        string
	libs, docs []string
	rounds     int
	batch      time.Duration
	procs      int
	raw, child string
	from       []string
}

// Command returns the command that measures the plan.
func (p *Plan) Command() *cobra.Command {
	var f flags
	c := &cobra.Command{
		Use: p.Use, Short: p.Short, Long: p.Long,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.child != "" {
				return p.measure(&f, cmd.OutOrStdout())
			}
			return p.parent(&f, cmd.OutOrStdout())
		},
	}
	fl := c.Flags()
	fl.StringVarP(&f.run, "run", "r", "", "only rows whose name matches this regular expression")
	fl.StringSliceVarP(&f.libs, "lib", "l", nil, "only these contestants besides the one that is judged")
	fl.StringSliceVarP(&f.docs, "data", "d", nil, "only these documents: names, or regular expressions for whole names")
	fl.IntVarP(&f.rounds, "rounds", "n", 7, "interleaved rounds; the median counts")
	batch := 20 * time.Millisecond
	if p.Batch != 0 {
		batch = p.Batch
	}
	fl.DurationVar(&f.batch, "batch", batch, "processor time of one round of one contestant")
	fl.IntVar(&f.procs, "procs", 1, "GOMAXPROCS of the measuring processes")
	fl.StringVar(&f.raw, "raw", "", "also write the raw cells (JSON lines) to this file")
	fl.StringSliceVar(&f.from, "from", nil, "measure nothing: print the tables of cells that --raw has written to these files")
	fl.StringVar(&f.child, "child", "", "measure one document in this process and print raw cells")
	_ = fl.MarkHidden("child")
	if p.Flags != nil {
		p.Flags(c)
	}
	return c
}

func (p *Plan) check(f *flags) (*regexp.Regexp, error) {
	re, err := regexp.Compile(f.run)
	if err != nil {
		return nil, err
	}
	for _, l := range f.libs {
		if err := p.Check(l); err != nil {
			return nil, err
		}
	}
	for _, d := range f.docs {
		if _, err := regexp.Compile(d); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(p.Docs, func(doc string) bool { return names(d, doc) }) {
			return nil, fmt.Errorf("unknown data %q; there are %s", d, strings.Join(p.Docs, ", "))
		}
	}
	if f.rounds < 1 || f.batch <= 0 || f.procs < 1 {
		return nil, fmt.Errorf("rounds, batch and procs must be positive")
	}
	return re, nil
}

// names reports whether what was asked for is the document's name, or a regular expression for all of it.
func names(asked, doc string) bool {
	if asked == doc {
		return true
	}
	ok, err := regexp.MatchString("^(?:"+asked+")$", doc)
	return ok && err == nil
}

// measure is the child's work; parent and child are the same program.
func (p *Plan) measure(f *flags, w io.Writer) error {
	re, err := p.check(f)
	if err != nil {
		return err
	}
	enc := stdjson.NewEncoder(w)
	return p.Measure(&Session{f, re, func(c *Cell) error { return enc.Encode(c) }}, f.child)
}

// jobs returns what processes are started for.
func (p *Plan) jobs(f *flags, re *regexp.Regexp) (jobs []string) {
	for _, d := range p.Docs {
		asked := len(f.docs) == 0 || slices.ContainsFunc(f.docs, func(name string) bool { return names(name, d) })
		if asked && slices.ContainsFunc(p.Rows, func(r *Row) bool { return r.on(d) && re.MatchString(r.Name) }) {
			jobs = append(jobs, d)
		}
	}
	for _, r := range p.Apart {
		if re.MatchString(r) {
			jobs = append(jobs, r)
		}
	}
	return jobs
}

func (p *Plan) parent(f *flags, w io.Writer) error {
	re, err := p.check(f)
	if err != nil {
		return err
	}
	if len(f.from) > 0 {
		return p.again(f, w)
	}
	var raw io.Writer = io.Discard
	if f.raw != "" {
		file, err := os.Create(f.raw)
		if err != nil {
			return err
		}
		defer file.Close()
		raw = file
	}
	jobs := p.jobs(f, re)
	if len(jobs) == 0 {
		return fmt.Errorf("no row matches %q on these documents", f.run)
	}
	var cells []*Cell
	line := progress.New(os.Stderr)
	for i, job := range jobs {
		line.Show("[%d/%d] %s", i+1, len(jobs), job)
		got, err := p.start(f, job, raw)
		cells = append(cells, got...)
		if err != nil {
			line.Clear()
			fmt.Fprintf(os.Stderr, "%s: %v\n", job, err)
		}
	}
	line.Clear()
	fmt.Fprintf(w, "%s %s/%s, GOMAXPROCS=%d, %d rounds of %v, processor time, medians\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, f.procs, f.rounds, f.batch)
	for _, r := range p.Rows {
		r.print(w, cells)
	}
	p.Verdicts(w, cells)
	return nil
}

// again prints the tables of cells that were kept.
func (p *Plan) again(f *flags, w io.Writer) error {
	var cells []*Cell
	for _, name := range f.from {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		got, err := Read(file)
		file.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		cells = append(cells, got...)
	}
	for _, r := range p.Rows {
		r.print(w, cells)
	}
	p.Verdicts(w, cells)
	return nil
}

// child returns the arguments of a process that measures one document.
func (p *Plan) child(job, run string, libs []string, rounds int, batch time.Duration) []string {
	name, _, _ := strings.Cut(p.Use, " ")
	args := []string{name, "--child", job, "--run", run, "--lib", strings.Join(libs, ","), "--rounds", strconv.Itoa(rounds), "--batch", batch.String()}
	if p.Args != nil {
		args = append(args, p.Args()...)
	}
	return args
}

// Turns returns the documents that rows are measured on whose names match run, all of them or those that are asked for,
// and for each the arguments of a program with the same plan that measures one round of those rows' own contestants.
func (p *Plan) Turns(run string, docs []string, batch time.Duration) (jobs []string, args map[string][]string, err error) {
	f := flags{run: run, docs: docs, rounds: 1, batch: batch, procs: 1}
	re, err := p.check(&f)
	if err != nil {
		return nil, nil, err
	}
	if p.Flags != nil {
		p.Flags(new(cobra.Command)) // which sets what is not asked for
	}
	args = map[string][]string{}
	for _, job := range p.jobs(&f, re) {
		if !slices.Contains(p.Apart, job) {
			jobs = append(jobs, job)
			args[job] = p.child(job, run, []string{p.Rows[0].Ours}, 1, batch)
		}
	}
	if len(jobs) == 0 {
		return nil, nil, fmt.Errorf("no row matches %q on these documents", run)
	}
	return jobs, args, nil
}

// start measures one document in a process of its own and returns its cells.
func (p *Plan) start(f *flags, job string, raw io.Writer) ([]*Cell, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe, p.child(job, f.run, f.libs, f.rounds, f.batch)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(f.procs))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var cells []*Cell
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		c := new(Cell)
		if err := stdjson.Unmarshal(sc.Bytes(), c); err != nil {
			fmt.Fprintln(os.Stderr, sc.Text())
			continue
		}
		fmt.Fprintln(raw, sc.Text())
		cells = append(cells, c)
	}
	return cells, cmd.Wait()
}
