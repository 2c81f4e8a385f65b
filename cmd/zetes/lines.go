package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zetes-json/zetes/cmd/zetes/internal/replace"
)

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
	in := s.in
	l := fileLine{name: "<stdin>"}
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in, l.name = file, name
	}
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

// changeLines prints what f makes of each line of a file, which is a document, also after a bad one. Or it writes the
// file back, unless a line is bad. Blank lines are left out.
func changeLines(s streams, name string, write bool, f func(display string, line []byte) ([]byte, error)) error {
	if write && name == "-" {
		return errWriteInput
	}
	var whole bytes.Buffer
	out := bufio.NewWriter(s.out)
	if write {
		out.Reset(&whole)
	}
	failed := false
	err := eachLine(s, name, func(l fileLine) {
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
		out.Write(bytes.TrimSuffix(text, []byte{'\n'}))
		out.WriteByte('\n') // Flush has the error
	})
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	switch {
	case failed:
		return errReported
	case write:
		return replace.File(name, whole.Bytes())
	}
	return nil
}

var errWriteInput = misuse{errors.New("standard input cannot be written back: leave -w out")}
