package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/zetes-json/zetes/internal/wire"
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
		s.out = &painter{w: s.out}
	}
	return s, err
}

// The colors, as SGR sequences.
const (
	plainColor   = "\x1b[0m"
	nameColor    = "\x1b[1;34m"
	stringColor  = "\x1b[32m"
	numberColor  = "\x1b[36m"
	literalColor = "\x1b[33m"
	addedColor   = "\x1b[32m"
	deletedColor = "\x1b[31m"
	placeColor   = "\x1b[36m"
)

// painter writes JSON with the colors of its tokens. What is not JSON is written as it is.
type painter struct {
	w       io.Writer
	at      wire.Structure
	token   byte // the first byte of the token at hand, or 0
	escaped bool // within a string, the next byte is part of an escape sequence
	buf     []byte
}

// Write colors b, which may begin and end within a token.
func (p *painter) Write(b []byte) (int, error) {
	p.buf = p.buf[:0]
	for _, c := range b {
		switch {
		case p.token == '"':
			p.buf = append(p.buf, c)
			if p.escaped {
				p.escaped = false
			} else if p.escaped = c == '\\'; c == '"' {
				p.end()
			}
			continue
		case p.token != 0 && bytes.IndexByte([]byte(" \t\r\n,]}:"), c) >= 0:
			p.end()
		case p.token != 0:
			p.buf = append(p.buf, c)
			continue
		}
		switch p.at.Next(c) {
		case wire.Name:
			p.begin(c, nameColor)
		case wire.Scalar:
			switch c {
			case '"':
				p.begin(c, stringColor)
			case 't', 'f', 'n':
				p.begin(c, literalColor)
			default:
				p.begin(c, numberColor)
			}
		default:
			p.buf = append(p.buf, c)
		}
	}
	if _, err := p.w.Write(p.buf); err != nil {
		return 0, err
	}
	return len(b), nil
}

func (p *painter) begin(c byte, color string) {
	p.token = c
	p.buf = append(append(p.buf, color...), c)
}

func (p *painter) end() {
	p.token = 0
	p.buf = append(p.buf, plainColor...)
}

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
