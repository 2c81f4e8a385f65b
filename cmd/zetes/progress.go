package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// progress tells how far a long command is: one line that is redrawn on a terminal, else a line whenever the group
// changes.
type progress struct {
	w           io.Writer
	redraw      bool
	done, total int
	group       string
}

func newProgress(w io.Writer, total int) *progress {
	f, ok := w.(*os.File)
	return &progress{w: w, total: total, redraw: ok && term.IsTerminal(int(f.Fd()))}
}

// step says that the next piece of work begins.
func (p *progress) step(group, detail string) {
	p.done++
	switch {
	case p.redraw:
		fmt.Fprintf(p.w, "\r\x1b[K[%d/%d] %s %s", p.done, p.total, group, detail)
	case group != p.group:
		fmt.Fprintf(p.w, "[%d/%d] %s\n", p.done, p.total, group)
	}
	p.group = group
}

// clear removes the redrawn line.
func (p *progress) clear() {
	if p.redraw {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
