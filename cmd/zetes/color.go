package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/zetes-json/zetes/jsondoc"
)

// colorFlag is the flag -color of commands that print JSON.
type colorFlag struct{ when string }

// add adds the flag to c.
func (f *colorFlag) add(c *cobra.Command) {
	c.Flags().StringVar(&f.when, "color", "auto", "color the output: always, never, or auto, on a terminal unless NO_COLOR is set")
}

// wanted reports whether what is written to w is to be colored.
func (f *colorFlag) wanted(w io.Writer) (bool, error) {
	switch f.when {
	case "always", "never":
		return f.when == "always", nil
	case "auto":
		file, ok := w.(*os.File)
		return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(file.Fd())), nil
	}
	return false, misuse{fmt.Errorf("bad -color %q: it is auto, always or never", f.when)}
}

// json returns s whose out colors JSON, if that is wanted.
func (f *colorFlag) json(s streams) (streams, error) {
	wanted, err := f.wanted(s.out)
	if wanted {
		s.out = jsondoc.Paint(s.out)
	}
	return s, err
}

// The colors, as SGR sequences.
const (
	plainColor   = "\x1b[0m"
	addedColor   = "\x1b[32m"
	deletedColor = "\x1b[31m"
	placeColor   = "\x1b[36m"
)

// paintDiff colors the lines of a unified diff.
func paintDiff(text string) string {
	colors := map[byte]string{'+': addedColor, '-': deletedColor, '@': placeColor}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if color := colors[line[0]]; color != "" {
			words := strings.TrimSuffix(line, "\n")
			line = color + words + plainColor + line[len(words):]
		}
		b.WriteString(line)
	}
	return b.String()
}
