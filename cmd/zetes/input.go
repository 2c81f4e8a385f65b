package main

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/cmd/zetes/internal/place"
	"github.com/zetes-json/zetes/json"
)

// readInput reads the file of the given name, or standard input for "-". The name it returns is for messages.
func readInput(s streams, name string) (data []byte, display string, err error) {
	if name == "-" {
		data, err = io.ReadAll(s.in)
		if err != nil {
			err = fmt.Errorf("standard input: %w", err)
		}
		return data, "<stdin>", err
	}
	data, err = os.ReadFile(name)
	return data, name, err
}

// notJSON is an error in a text that should be JSON.
type notJSON struct {
	name   string
	err    error
	offset int
	place  place.Place
}

func (e *notJSON) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v (offset %d)", e.name, e.place.Line, e.place.Column, e.err, e.offset)
}

// report prints an error: of a text that should be JSON with the line and a caret below the place.
func report(s streams, err error) {
	var bad *notJSON
	if !errors.As(err, &bad) {
		fmt.Fprintf(s.err, "zetes: %v\n", err)
		return
	}
	fmt.Fprintf(s.err, "%v\n", bad)
	if line, _, _ := strings.Cut(bad.place.Excerpt, "\n"); line != "" {
		fmt.Fprintf(s.err, "\t%s\n", strings.ReplaceAll(bad.place.Excerpt, "\n", "\n\t"))
	}
}

// byteOrderMark is what some editors put before UTF-8.
const byteOrderMark = "\ufeff"

// validate returns a *notJSON unless data is exactly one JSON value.
func validate(name string, data []byte) error {
	if json.Valid(data) {
		return nil
	}
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	if err == nil {
		return fmt.Errorf("%s: Valid says no, Unmarshal says yes: please report this", name)
	}
	offset := 0
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = min(max(int(syntax.Offset)-offsetOfFirst, 0), len(data))
	}
	// The encoding/json of version 2 counts a character of several bytes as read.
	for back := 0; back < utf8.UTFMax-1 && offset > 0 && offset < len(data) && !utf8.RuneStart(data[offset]); back++ {
		offset--
	}
	// At the end of the text encoding/json has counted no bad byte. Within a literal it names a blank, which is not in
	// the file.
	blank := strings.HasPrefix(err.Error(), "invalid character ' '") && (offset == len(data) || data[offset] != ' ')
	if blank {
		err = errors.New("unexpected end of JSON input")
	}
	if blank || strings.HasPrefix(err.Error(), "unexpected end") {
		offset = len(data)
	}
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		err = errors.New("the file is empty, which is not JSON")
	case strings.HasPrefix(string(data[offset:]), byteOrderMark):
		err = errors.New("a byte order mark (U+FEFF) is not part of JSON")
	}
	return &notJSON{name, err, offset, place.Of(data, offset)}
}

// validateWhole is validate for a file that is read as one document. Where a second document starts in a line of its
// own, the error ends with the hint.
func validateWhole(name string, data []byte, hint string) error {
	err := validate(name, data)
	if bad, ok := err.(*notJSON); ok {
		before := data[:bad.offset]
		if line := bytes.LastIndexByte(before, '\n'); line >= 0 && len(bytes.TrimSpace(before[line:])) == 0 && json.Valid(before) {
			bad.err = fmt.Errorf("%w; %s", bad.err, hint)
		}
	}
	return err
}

// hintLines is the hint of commands that have the flag -lines.
const hintLines = "with -lines each line is a document"

// offsetOfFirst is what the toolchain's errors call the first byte. Classic ones count the bad byte as read and say 1.
var offsetOfFirst = func() int {
	var raw stdjson.RawMessage
	var syntax *stdjson.SyntaxError
	if errors.As(stdjson.Unmarshal([]byte("?"), &raw), &syntax) {
		return int(syntax.Offset)
	}
	return 0
}()
