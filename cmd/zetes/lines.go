package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// linesFlag adds the flag -lines. Commands ask isLines for it.
func linesFlag(c *cobra.Command) {
	c.Flags().BoolP("lines", "n", false, "each line is a document (NDJSON, JSON Lines); -lines=false: none is, whatever the file's name")
}

// isLines reports whether each line of a file is a document: as the flag -lines says, or else the file's name.
func isLines(c *cobra.Command, name string) bool {
	if f := c.Flags().Lookup("lines"); f.Changed {
		return f.Value.String() == "true"
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".ndjson", ".jsonl", ".ldjson":
		return true
	}
	return false
}

// fileLine is a line of a file, with its end.
type fileLine struct {
	name          string
	number, start int // from 1; the offset in the file
	text          []byte
}

// display names the line in messages.
func (l fileLine) display() string { return fmt.Sprintf("%s:%d", l.name, l.number) }

// validate returns an error with the place in the file unless the line is exactly one JSON value.
func (l fileLine) validate() error {
	err := validate(l.name, bytes.TrimRight(l.text, "\r\n"))
	var bad *notJSON
	if errors.As(err, &bad) {
		bad.offset, bad.place.Line = bad.offset+l.start, l.number
	}
	return err
}

// eachLine calls f for each line of a file that is not blank, in memory for one of them.
func eachLine(s streams, name string, f func(fileLine)) error {
	if name == "-" {
		return eachLineOf(s.in, "<stdin>", f)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return eachLineOf(file, name, f)
}

// eachLineOf is eachLine for a file that is open, which errors call display.
func eachLineOf(in io.Reader, display string, f func(fileLine)) error {
	l := fileLine{name: display}
	r := bufio.NewReader(in)
	for l.number = 1; ; l.number++ {
		var err error
		l.text, err = r.ReadBytes('\n')
		if len(bytes.TrimSpace(l.text)) > 0 {
			f(l)
		}
		l.start += len(l.text)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// changeLines writes what f makes of each line that each calls it with, also after a bad one, which it reports. Lines
// keep their ends, and a last line without an end gets that of the line before it. Blank lines are left out.
func changeLines(s streams, each func(func(fileLine)) error, f func(display string, line []byte) ([]byte, error)) error {
	w := bufio.NewWriter(s.out)
	failed, end := false, "\n"
	err := each(func(l fileLine) {
		if bytes.HasSuffix(l.text, []byte("\r\n")) {
			end = "\r\n"
		} else if bytes.HasSuffix(l.text, []byte("\n")) {
			end = "\n"
		}
		var text []byte
		err := l.validate()
		if err == nil {
			text, err = f(l.display(), bytes.TrimSpace(l.text))
		}
		if err != nil {
			report(s, err)
			failed = true
			return
		}
		w.Write(bytes.TrimSuffix(text, []byte{'\n'}))
		w.WriteString(end) // Flush has the error
	})
	if err := errors.Join(err, w.Flush()); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

var errWriteInput = misuse{errors.New("standard input cannot be written back: leave -w out")}
