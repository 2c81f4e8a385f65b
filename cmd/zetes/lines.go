package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// eachLine calls f for each line of a file that is not blank, in memory for one of them.
func eachLine(s streams, name string, f func(display string, line []byte)) error {
	in := s.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	r := bufio.NewReader(in)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			f(fmt.Sprintf("%s:%d", name, n), line)
		}
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
	var failed error
	err := eachLine(s, name, func(display string, line []byte) {
		if err := validate(display, line); err != nil {
			report(s, err)
			failed = errReported
			return
		}
		text, err := f(display, bytes.TrimSpace(line))
		if err != nil {
			report(s, err)
			failed = errReported
			return
		}
		out.Write(bytes.TrimSuffix(text, []byte{'\n'}))
		out.WriteByte('\n') // Flush has the error
	})
	if err := errors.Join(err, out.Flush()); err != nil || failed != nil || !write {
		return errors.Join(err, failed)
	}
	return replace(name, whole.Bytes())
}

var errWriteInput = errors.New("standard input cannot be written back: leave -w out")
