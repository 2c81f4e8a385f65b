// Package progress shows what a long run is doing: one line that replaces itself on a terminal, a line now and then
// elsewhere.
package progress

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Line is the line. It is for one goroutine.
type Line struct {
	w        io.Writer
	terminal bool
	last     time.Time
	open     bool // something stands on the terminal's line
}

// New returns a line on w; nil shows nothing.
func New(w io.Writer) *Line {
	l := &Line{w: w, last: time.Now()}
	if f, ok := w.(*os.File); ok {
		st, err := f.Stat()
		l.terminal = err == nil && st.Mode()&os.ModeCharDevice != 0
	}
	return l
}

// Show replaces the line, as often as a person can read it.
func (l *Line) Show(format string, args ...any) {
	pause := 200 * time.Millisecond
	if !l.terminal {
		pause = 20 * time.Second
	}
	now := time.Now()
	if l.w == nil || now.Sub(l.last) < pause {
		return
	}
	l.last = now
	if l.open = l.terminal; l.terminal {
		format = "\r\033[K" + format
	} else {
		format += "\n"
	}
	fmt.Fprintf(l.w, format, args...)
}

// Clear takes the line away, for other output.
func (l *Line) Clear() {
	if l.open {
		fmt.Fprint(l.w, "\r\033[K")
	}
	l.open = false
}
