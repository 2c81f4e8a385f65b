package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/cmd/zetes/internal/place"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
)

// Files with additions to JSON: comments and trailing commas in tsconfig.json, names without quotes in renovate.json5.
// Package jsondoc reads them, and package jsonedit changes them. The layout with comments is made here.

// additionFlags adds the flags -comments and -json5. Commands ask additions for them.
func additionFlags(c *cobra.Command) {
	c.Flags().Bool("comments", false, "files may have comments and trailing commas, as *.jsonc, tsconfig.json and some others may")
	c.Flags().Bool("json5", false, "files are JSON5, as *.json5 are")
}

// additions returns the additions to JSON that a file may have: as the flags say, or else its name.
func additions(c *cobra.Command, name string) (o jsondoc.Options) {
	asked := false
	for flag, choice := range map[string]*bool{"comments": &o.Comments, "json5": &o.JSON5} {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			*choice, asked = f.Value.String() == "true", true
		}
	}
	base := strings.ToLower(filepath.Base(name))
	config, _, _ := strings.Cut(base, ".")
	switch ext := filepath.Ext(base); {
	case asked:
	case ext == ".json5":
		o.JSON5 = true
	case ext == ".jsonc" || ext == ".code-workspace" || ext == ".json" && (config == "tsconfig" || config == "jsconfig" || base == "devcontainer.json" || base == ".eslintrc.json"):
		o.Comments = true
	}
	o.ByteOrderMark = o.Comments || o.JSON5
	return o
}

// plainLines returns an error if a flag allows additions to JSON in files whose lines are documents.
func plainLines(c *cobra.Command, names ...string) error {
	if additions(c, "").ByteOrderMark && slices.ContainsFunc(names, func(name string) bool { return isLines(c, name) }) {
		return misuse{errors.New("the lines of a file of lines are JSON without additions: leave -comments and -json5 out")}
	}
	return nil
}

// plainJSON returns the JSON that data becomes, which may have the additions in o, or a *notJSON.
func plainJSON(o jsondoc.Options, name string, data []byte) (json.RawMessage, error) {
	if !o.ByteOrderMark {
		return data, validateWhole(name, data, hintLines)
	}
	var raw json.RawMessage
	err := zetes.Config{Comments: o.Comments, JSON5: o.JSON5, ByteOrderMark: true}.Freeze().Unmarshal(data, &raw)
	var e *zetes.Error
	if errors.As(err, &e) {
		offset := min(int(e.Offset), len(data))
		err = &notJSON{name, e.Err, offset, place.Of(data, offset)}
	}
	return raw, err
}

// Lexemes of a text that is known to be valid.

// lexeme is a token or a comment.
type lexeme struct {
	text    []byte
	comment bool
	lines   int // line ends before the token
}

// nextLexeme returns the first token of data, and what follows. At the end the text is empty.
func nextLexeme(data []byte) (t lexeme, rest []byte) {
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == '\n' {
			t.lines++
		} else if !isBlank(r) {
			break
		}
		data = data[n:]
	}
	n := 0
	switch {
	case len(data) == 0:
	case bytes.HasPrefix(data, []byte("//")):
		if n = bytes.IndexAny(data, "\r\n"); n < 0 {
			n = len(data)
		}
		t.comment = true
	case bytes.HasPrefix(data, []byte("/*")):
		n = 2 + bytes.Index(data[2:], []byte("*/")) + 2
		t.comment = true
	case data[0] == '"' || data[0] == '\'':
		for n = 1; data[n] != data[0]; n++ {
			if data[n] == '\\' {
				n++
			}
		}
		n++
	case bytes.IndexByte([]byte("{}[],:"), data[0]) >= 0:
		n = 1
	default:
		n = bytes.IndexFunc(data, func(r rune) bool { return isBlank(r) || strings.ContainsRune("{}[],:/\"'", r) })
		if n < 0 {
			n = len(data)
		}
	}
	t.text = bytes.TrimRight(data[:n], " \t")
	return t, data[n:]
}

// lexemes are those of data, of which the first ones may be read ahead.
type lexemes struct {
	ahead []lexeme
	data  []byte
}

// next returns the first lexeme, and removes it. At the end its text is empty.
func (l *lexemes) next() (t lexeme) {
	if len(l.ahead) > 0 {
		t, l.ahead = l.ahead[0], l.ahead[1:]
		return t
	}
	t, l.data = nextLexeme(l.data)
	return t
}

// line returns what follows the opening bracket of an array or object, up to its closing bracket, for one line with
// room characters. n is the number of lexemes in it. n is 0 if they, with the comma that may follow, need more room, or
// if there are comments or line ends among them.
func (l *lexemes) line(room int) (text string, n int) {
	var b strings.Builder
	last := ""
	for depth := 1; ; n++ {
		if n == len(l.ahead) {
			var t lexeme
			t, l.data = nextLexeme(l.data)
			l.ahead = append(l.ahead, t)
		}
		t := l.ahead[n]
		next := string(t.text)
		if depth == 0 && next != "," {
			return b.String(), n
		}
		closes := next == "}" || next == "]"
		if (last == "," || last == ":") && !closes {
			b.WriteByte(' ')
			room--
		}
		if len(t.text) > 4*room || t.comment && depth > 0 || bytes.ContainsAny(t.text, "\r\n") {
			return "", 0
		}
		if room -= utf8.RuneCount(t.text); room < 0 {
			return "", 0
		} else if depth == 0 {
			return b.String(), n
		} else if closes {
			depth--
		} else if next == "{" || next == "[" {
			depth++
		}
		b.WriteString(next)
		last = next
	}
}

// isBlank reports whether r is white space in JSON5.
func isBlank(r rune) bool {
	return strings.ContainsRune(" \t\n\r\v\f\u00a0\ufeff\u2028\u2029", r) || r > ' ' && strings.TrimSpace(string(r)) == ""
}

// indentWithComments returns data, which is valid, with each member and element on a line of its own, except in arrays
// and objects without comments that fit on a line of width characters. Comments stay on their lines or get lines of
// their own, and a blank line before a comment or member stays.
func indentWithComments(data []byte, indent string, width int) []byte {
	var b bytes.Buffer
	if bytes.HasPrefix(data, []byte(byteOrderMark)) {
		b.WriteString(byteOrderMark)
	}
	depth, last := 0, "" // last is the last lexeme, a line end for a comment on its own line
	line := func(t lexeme, after string) {
		if last == "" && b.Len() <= len(byteOrderMark) {
			return
		}
		if b.WriteByte('\n'); t.lines > 1 && after != "{" && after != "[" {
			b.WriteByte('\n')
		}
		b.WriteString(strings.Repeat(indent, depth))
	}
	must, opened := false, false // the last comment ends with its line; the last lexeme is an opening bracket
	all := lexemes{data: data}
	for t := all.next(); len(t.text) > 0; t = all.next() {
		text := string(t.text)
		closes := text == "}" || text == "]"
		if t.comment {
			own := t.lines > 0 || last == ""
			if own || must {
				line(t, last)
			} else {
				b.WriteByte(' ')
			}
			b.WriteString(text)
			must, opened = strings.HasPrefix(text, "//") || own, false
			if own {
				last = "\n" // a blank line after it stays
			}
			continue
		}
		if closes {
			depth--
		}
		switch {
		case closes && opened, text == "," && !must, text == ":" && !must:
		case must || closes || last == "{" || last == "[" || last == ",":
			if closes {
				t.lines = 0
			}
			line(t, last)
		case last != "":
			b.WriteByte(' ') // after a colon, or after a comment
		}
		b.WriteString(text)
		last, must, opened = text, false, text == "{" || text == "["
		if opened && width > 0 {
			column := utf8.RuneCount(b.Bytes()[bytes.LastIndexByte(b.Bytes(), '\n')+1:])
			if line, n := all.line(min(width, 1000) - column); n > 0 {
				b.WriteString(line)
				last, opened, all.ahead = "}", false, all.ahead[n:]
			}
		}
		if opened {
			depth++
		}
	}
	b.WriteByte('\n')
	return b.Bytes()
}
