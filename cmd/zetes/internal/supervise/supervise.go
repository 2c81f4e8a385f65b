// Package supervise runs programs of package agree, and goes on where one of them dies: what it was running is a
// finding then.
package supervise

import (
	"bufio"
	"bytes"
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/zetes-json/zetes/internal/tests/agree"
)

// Job is what is to be run.
type Job struct {
	Exe     string // the program
	Tmp     string // a folder that the programs run in
	Types   int    // how many types it has
	Seed    uint64
	Time    time.Duration // for all types together
	AtLeast int           // rounds for a type, whatever the time
	Limit   time.Duration // how long one call may take
	Memory  uint64        // how much a program may hold
	Workers int           // how many programs run at a time
}

// Listener is told what happens, by one call at a time.
type Listener interface {
	Finding(f agree.Finding)
	Done(index int, c agree.Counts)
	Left(index int, why string)  // a type is not looked at
	Apart(index int, why string) // a type is not looked at any longer, since encoding/json makes the program end
}

// Run runs the job, and returns the versions of the library and of Go that the programs have.
func Run(ctx context.Context, j Job, l Listener) (library, release string, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{Job: j, listener: l}
	var all sync.WaitGroup
	for n := range max(1, min(j.Workers, j.Types)) {
		all.Go(func() {
			var types []int
			for i := n; i < j.Types; i += max(1, min(j.Workers, j.Types)) {
				types = append(types, i)
			}
			if err := r.worker(ctx, fmt.Sprintf("last%d", n), types); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	return r.library, r.release, context.Cause(ctx)
}

type run struct {
	Job
	mu       sync.Mutex // for the rest
	listener Listener
	library  string
	release  string
}

func (r *run) tell(f func(l Listener)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(r.listener)
}

// worker runs a program for some types, and another one for those that are left when it dies.
func (r *run) worker(ctx context.Context, file string, types []int) error {
	until := time.Now().Add(r.Time)
	for len(types) > 0 && ctx.Err() == nil {
		task := r.task(file)
		task.Types, task.Time = types, time.Until(until)
		p := r.process(ctx, task)
		switch {
		case ctx.Err() != nil || p.end:
			return nil
		case p.begun == 0:
			return fmt.Errorf("the program around the types ended before the first of them: %s", p.why())
		}
		died := types[p.begun-1]
		types = types[p.begun:]
		if p.over { // it died between two types
			continue
		}
		if f, ok := r.post(ctx, p, task, died); ok {
			r.tell(func(l Listener) { l.Finding(f); l.Done(died, agree.Counts{Cases: 1, Differences: 1}) })
		} else if ctx.Err() == nil {
			r.tell(func(l Listener) { l.Apart(died, p.why()) })
		}
	}
	return nil
}

func (r *run) task(file string) agree.Task {
	return agree.Task{Seed: r.Seed, AtLeast: r.AtLeast, Limit: r.Limit, Memory: r.Memory, Last: filepath.Join(r.Tmp, file)}
}

// process is a program that has ended.
type process struct {
	begun   int            // how many types it has begun
	over    bool           // the last of them is done
	end     bool           // it did all that it was to do
	stuck   string         // why it gave up
	finding *agree.Finding // the last one
	words   words
	err     error
}

// why says in a line why the program ended.
func (p *process) why() string {
	switch {
	case p.stuck != "":
		return p.stuck
	case p.words.fatal != "":
		return p.words.fatal
	case p.words.last != "":
		return p.words.last
	case p.err != nil:
		return p.err.Error()
	}
	return "it ended by itself"
}

// process runs a program to its end.
func (r *run) process(ctx context.Context, task agree.Task) *process {
	p := &process{}
	in, err := stdjson.Marshal(task)
	if err != nil {
		p.err = err
		return p
	}
	c := exec.CommandContext(ctx, r.Exe)
	c.Dir, c.Stdin, c.Stderr = r.Tmp, bytes.NewReader(in), &p.words
	c.WaitDelay = time.Second
	out, err := c.StdoutPipe()
	if err != nil {
		p.err = err
		return p
	}
	if p.err = c.Start(); p.err != nil {
		return p
	}
	r.listen(p, out, task)
	p.err = c.Wait()
	return p
}

// listen follows a program's events.
func (r *run) listen(p *process, out io.Reader, task agree.Task) {
	type0 := -1
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if _, text, ok := bytes.Cut(line, []byte(agree.Mark)); ok {
			var e agree.Event
			if stdjson.Unmarshal(text, &e) == nil {
				p.note(e)
				if e.Begin != nil {
					type0 = *e.Begin
				}
				if task.Try == nil {
					r.tell(func(l Listener) { r.pass(l, type0, e) })
				}
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *process) note(e agree.Event) {
	switch {
	case e.Begin != nil:
		p.begun++
		p.over = false
	case e.Done != nil, e.Left != "":
		p.over = true
	case e.Finding != nil:
		p.finding = e.Finding
	case e.Stuck != "":
		p.stuck = e.Stuck
	case e.End:
		p.end = true
	}
}

func (r *run) pass(l Listener, index int, e agree.Event) {
	switch {
	case e.Go != "":
		r.library, r.release = e.Library, e.Go
	case e.Finding != nil:
		l.Finding(*e.Finding)
	case e.Done != nil:
		l.Done(index, *e.Done)
	case e.Left != "":
		l.Left(index, e.Left)
	}
}

// post finds out what a program was running when it died. It is a finding if that was the library.
func (r *run) post(ctx context.Context, p *process, task agree.Task, died int) (f agree.Finding, ok bool) {
	c, ok := lastOf(task)
	if !ok {
		return f, false
	}
	task.Types = []int{died}
	what, got := "crash", p.why()
	if p.stuck != "" {
		what = "hang"
	} else {
		c = r.shrink(ctx, task, c)
	}
	// Once more, so that it is described.
	task.Try = &c
	again := r.process(ctx, task)
	f = agree.Finding{Type: died, Door: c.Call(), Doc: c.Doc}
	if again.finding != nil {
		f = *again.finding
	}
	f.Type, f.What, f.Got = died, what, got
	if again.end {
		f.Note = "it did not happen again when the case was run alone"
	}
	return f, true
}

// lastOf returns the case that a program was running, if it was the library that ran it.
func lastOf(task agree.Task) (c agree.Case, library bool) {
	text, err := os.ReadFile(task.Last)
	if err != nil {
		return c, false
	}
	c, library, err = agree.ReadLast(bytes.NewReader(text))
	return c, library && err == nil
}

const (
	shrinkTries = 200
	shrinkTime  = 15 * time.Second
)

// shrink makes a case that crashes small, by a program for each try.
func (r *run) shrink(ctx context.Context, task agree.Task, c agree.Case) agree.Case {
	tries, until := 0, time.Now().Add(shrinkTime)
	fails := func(c agree.Case) bool {
		if tries++; tries > shrinkTries || time.Now().After(until) || ctx.Err() != nil {
			return false
		}
		task.Try = &c
		if p := r.process(ctx, task); p.end || p.stuck != "" || ctx.Err() != nil {
			return false
		}
		_, library := lastOf(task)
		return library
	}
	return agree.Shrink(agree.Plainer(c, fails), fails)
}

// words are what a program says on its standard error. The lines that tell why it dies are kept.
type words struct {
	part        []byte // of a line
	fatal, last string
}

func (w *words) Write(p []byte) (int, error) {
	const most = 1 << 12 // of a line
	w.part = append(w.part, p...)
	for {
		i := bytes.IndexByte(w.part, '\n')
		if i < 0 {
			if len(w.part) > most {
				w.part = w.part[:most]
			}
			return len(p), nil
		}
		w.line(strings.TrimSpace(string(w.part[:min(i, most)])))
		w.part = w.part[i+1:]
	}
}

func (w *words) line(s string) {
	if w.fatal != "" || s == "" {
		return
	}
	w.last = s
	if strings.HasPrefix(s, "fatal error: ") || strings.HasPrefix(s, "panic: ") || strings.HasPrefix(s, "SIG") {
		w.fatal = s
	}
}
