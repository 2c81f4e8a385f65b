package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/internal/diff"
	"github.com/zetes-json/zetes/cmd/zetes/internal/replace"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
)

// layout is how JSON is to look.
type layout struct {
	compact, canonical, sort bool
	indent                   string
	width                    int
	lines                    func(name string) bool // whether each line of a file is a document
	additions                func(name string) jsondoc.Options
}

func fmtCommand(s streams) *cobra.Command {
	var l layout
	var do output
	var color colorFlag
	c := &cobra.Command{
		Use:   "fmt FILE...",
		Short: "Format JSON files",
		Long: `Fmt prints each FILE (- is standard input) indented, or without any white space. Names keep their order, numbers and strings
their spelling, and lines end as in the file. A file that is not JSON is reported and left as it is. Several files are printed one after the other, each from a new
line on. With -lines, and in files named *.ndjson, *.jsonl and *.ldjson, each line is a document of its own, and stays on one line.

Comments and trailing commas stay in files that may have them: with -comments or -json5, in *.jsonc, *.json5, tsconfig.json and a few
more. With -compact, -canonical and -sort such a file becomes JSON, which -w refuses if there are comments.

With -l it prints the names of files whose formatting is another, with -d the difference, and neither prints the files themselves. The exit
status is 1 then if there is such a file, unless -w writes it back.`,
		Example: "  zetes fmt -w config.json\n  zetes fmt -sort events.ndjson\n  zetes fmt -compact big.json > small.json\n  zetes fmt -indent '\\t' -\n  zetes fmt -l testdata/*.json",
		Args:    atLeastOneFile,
		RunE: func(c *cobra.Command, names []string) error {
			l.indent = strings.ReplaceAll(l.indent, `\t`, "\t")
			if strings.Trim(l.indent, " \t") != "" {
				return misuse{fmt.Errorf("bad indent %q: only blanks and tabs keep the output JSON", l.indent)}
			}
			if l.compact && c.Flags().Changed("indent") {
				return misuse{errors.New("compact output has no indent: give one of the two flags")}
			}
			if l.canonical && (l.compact || l.sort || c.Flags().Changed("indent")) {
				return misuse{errors.New("the canonical form has no other layout: give -canonical alone")}
			}
			if l.width != 0 && (l.compact || l.canonical || l.width < 0) {
				return misuse{errors.New("a width is for indented output, and more than 0")}
			}
			l.lines = func(name string) bool { return isLines(c, name) }
			l.additions = func(name string) jsondoc.Options { return additions(c, name) }
			if (c.Flags().Changed("indent") || l.width != 0) && slices.ContainsFunc(names, l.lines) {
				return misuse{errors.New("each line of a file of lines stays on one line: leave -indent and -width out")}
			}
			if err := plainLines(c, names...); err != nil {
				return err
			}
			if do.write && slices.Contains(names, "-") {
				return errWriteInput
			}
			wanted, err := color.wanted(s.out)
			if err != nil {
				return err
			}
			if do.color = wanted && do.diff; wanted && !do.diff && !do.list {
				s.out = jsondoc.Paint(s.out)
			}
			do.several = len(names) > 1
			return format(s, names, l, do)
		},
	}
	c.Flags().BoolVarP(&l.compact, "compact", "c", false, "print without white space")
	c.Flags().StringVarP(&l.indent, "indent", "i", "  ", `what to indent by; \t is a tab`)
	c.Flags().IntVar(&l.width, "width", 0, "leave arrays and objects that fit within so many columns on one line")
	c.Flags().BoolVar(&l.canonical, "canonical", false, "print the canonical form (RFC 8785); a single file has no newline at the end then")
	linesFlag(c)
	additionFlags(c)
	c.Flags().BoolVarP(&l.sort, "sort", "s", false, "sort the members of objects")
	c.Flags().BoolVarP(&do.write, "write", "w", false, "write the result back to the file instead of printing it")
	c.Flags().BoolVarP(&do.list, "list", "l", false, "print the names of files whose formatting is another")
	c.Flags().BoolVarP(&do.diff, "diff", "d", false, "print differences instead of files")
	color.add(c)
	return c
}

// output is what is done with a formatted file besides printing it, and whether it is one of several.
type output struct{ write, list, diff, color, several bool }

// prints reports whether files are printed.
func (do output) prints() bool { return !do.write && !do.list && !do.diff }

// format formats every file that it can, also after a bad one.
func format(s streams, names []string, l layout, do output) error {
	var failed error
	for _, name := range names {
		same, err := formatFile(s, name, l, do)
		if errors.Is(err, errInterrupted) {
			return err
		}
		if err != nil && err != errReported {
			report(s, err)
		}
		if err != nil || !same && !do.write && (do.list || do.diff) {
			failed = errReported
		}
	}
	return failed
}

// formatFile formats a file and reports whether it was formatted so already.
func formatFile(s streams, name string, l layout, do output) (same bool, err error) {
	if do.write {
		if err := replace.Check(name); err != nil {
			return false, err
		}
	}
	inLines, o := l.lines(name), l.additions(name)
	l.compact = l.compact || inLines
	if inLines && do.prints() {
		return true, printEachLine(s, name, l.document)
	}
	data, display, err := readInput(s, name)
	if err != nil {
		return false, err
	}
	apply := l.document
	if o.ByteOrderMark && !inLines {
		apply = func(display string, data []byte) ([]byte, error) { return l.relaxed(o, display, data, do.write) }
	}
	out, err := changed(s, o, display, data, inLines, apply)
	if err != nil {
		return false, err
	}
	same = bytes.Equal(out, data)
	var text []byte
	if do.list && !same {
		text = append(text, display+"\n"...)
	}
	if do.diff {
		difference := diff.Unified(display, data, display+" (formatted)", out)
		if do.color {
			difference = paintDiff(difference)
		}
		text = append(text, difference...)
	}
	if do.prints() {
		text = out
		if do.several && l.canonical {
			text = append(text, '\n') // 1 and 2 must not become 12
		}
	}
	if _, err := s.out.Write(text); err != nil {
		return same, err
	}
	if do.write && !same { // an untouched file keeps its time
		return same, replace.File(name, out)
	}
	return same, nil
}

// document is apply for a text that errors call display.
func (l layout) document(display string, data []byte) ([]byte, error) {
	out, err := l.apply(data)
	if err != nil {
		err = fmt.Errorf("%s: %w", display, err)
	}
	return out, err
}

// relaxed is document for a text that may have the additions in o. Only indented text keeps comments.
func (l layout) relaxed(o jsondoc.Options, display string, data []byte, write bool) ([]byte, error) {
	if !l.compact && !l.canonical && !l.sort {
		return withLineEnds(indentWithComments(data, l.indent, l.width), data), nil
	}
	raw, err := plainJSON(o, display, data)
	if err == nil && write && hasComments(data) {
		err = fmt.Errorf("%s: only indented text keeps comments: leave -w out", display)
	}
	if err != nil {
		return nil, err
	}
	return l.document(display, raw)
}

// hasComments reports whether data, which is valid, has comments.
func hasComments(data []byte) bool {
	for t, rest := nextLexeme(data); len(t.text) > 0; t, rest = nextLexeme(rest) {
		if t.comment {
			return true
		}
	}
	return false
}

// withLineEnds returns out, whose lines end in a line feed, with the line ends of data.
func withLineEnds(out, data []byte) []byte {
	if i := bytes.IndexByte(data, '\n'); i <= 0 || data[i-1] != '\r' {
		return out
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// apply returns valid JSON in the layout, with a final newline but for the canonical form, and the line ends of data.
func (l layout) apply(data []byte) ([]byte, error) {
	var b bytes.Buffer
	ends := data
	if l.canonical {
		return jsondoc.Canonical(data)
	}
	if l.sort {
		var err error
		if data, err = jsondoc.Sort(data); err != nil {
			return nil, err
		}
	}
	data = bytes.TrimSpace(data)
	if l.compact {
		if err := json.Compact(&b, data); err != nil {
			return nil, err
		}
	} else if l.width > 0 {
		out, err := jsondoc.AppendIndent(nil, data, "", l.indent, l.width)
		if err != nil {
			return nil, err
		}
		b.Write(out)
	} else if err := json.Indent(&b, data, "", l.indent); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return withLineEnds(b.Bytes(), ends), nil
}
