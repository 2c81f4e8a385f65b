package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/internal/replace"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

func compactJSON(b *bytes.Buffer, raw []byte) error { return json.Compact(b, raw) }

// exactly is the rule of commands that take so many arguments.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return errors.New("it needs " + what)
		}
		return nil
	}
}

func setCommand(s streams) *cobra.Command {
	var text, remove, write bool
	var color colorFlag
	c := &cobra.Command{
		Use:   "set POINTER VALUE FILE",
		Short: "Change a value of a JSON file",
		Long: `Set prints FILE (- is standard input) with VALUE, which is JSON, at a JSON Pointer (RFC 6901). Everything else keeps its bytes. Objects
that the pointer leads through are made where they are missing. With -delete there is no VALUE. Use -- before a negative VALUE.

With -lines, and in files named *.ndjson, *.jsonl and *.ldjson, each line is a document of its own, and blank lines are left
out. Comments stay in files that may have them: with -comments or -json5, or by their names.`,
		Example: "  zetes set -w /server/port 8080 config.json\n  zetes set -text /name 'Jane Doe' user.json\n  zetes set -delete /debug config.json\n  zetes set -- /offset -1 config.json",
		Args: func(_ *cobra.Command, args []string) error {
			if remove && len(args) != 2 {
				return errors.New("set -delete needs a pointer and a file")
			}
			if !remove && len(args) != 3 {
				return errors.New("set needs a pointer, a value and a file")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			p, err := jsondoc.Pointer(args[0])
			if err != nil {
				return misuse{err}
			}
			if !remove && !text && !json.Valid([]byte(args[1])) {
				return misuse{fmt.Errorf("the value %s is not JSON: use -text for the text of a string", strconv.Quote(args[1]))}
			}
			name := args[len(args)-1]
			return change(s, c, &color, name, write, func(e *jsonedit.Edit) error {
				switch {
				case remove:
					return e.Delete(p)
				case text:
					return e.Set(p, args[1])
				}
				return e.SetRaw(p, []byte(args[1]))
			})
		},
	}
	c.Flags().BoolVarP(&text, "text", "t", false, "VALUE is the text of a string")
	c.Flags().BoolVar(&remove, "delete", false, "delete the value")
	c.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file instead of printing it")
	linesFlag(c)
	additionFlags(c)
	color.add(c)
	return c
}

func patchCommand(s streams) *cobra.Command {
	var merge, write bool
	var color colorFlag
	c := &cobra.Command{
		Use:   "patch PATCH FILE",
		Short: "Change a JSON file by a JSON Patch",
		Long: `Patch prints FILE (- is standard input) as the JSON Patch (RFC 6902) in the file PATCH changes it. Everything else keeps its bytes. With
-lines, and in files named *.ndjson, *.jsonl and *.ldjson, each line is a document of its own.`,
		Example: "  zetes patch -w changes.json config.json\n  zetes patch -merge local.json config.json",
		Args:    exactly(2, "a patch and a file"),
		RunE: func(c *cobra.Command, args []string) error {
			patch, display, err := readInput(s, args[0])
			if err != nil {
				return err
			}
			if err := validate(display, patch); err != nil {
				report(s, err)
				return errReported
			}
			if !merge && bytes.TrimLeft(patch, " \t\r\n")[0] != '[' {
				return fmt.Errorf("%s: a JSON Patch is an array of operations; with -merge any value is a merge patch", display)
			}
			return change(s, c, &color, args[1], write, func(e *jsonedit.Edit) error {
				if merge {
					return e.MergePatch(patch)
				}
				return e.Patch(patch)
			})
		},
	}
	c.Flags().BoolVarP(&merge, "merge", "m", false, "PATCH is a merge patch (RFC 7396)")
	c.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file instead of printing it")
	linesFlag(c)
	additionFlags(c)
	color.add(c)
	return c
}

func diffCommand(s streams) *cobra.Command {
	var color colorFlag
	c := &cobra.Command{
		Use:   "diff FROM TO",
		Short: "Print how two JSON files differ, as a JSON Patch",
		Long: `Diff prints the JSON Patch (RFC 6902) that turns the value of FROM into the value of TO, one operation in a line. White space, the order of
members and the spelling of numbers and strings make no difference. The exit status is 0 if nothing differs, 1 if something does, and 2 for
trouble, such as a file that is missing or is not JSON. Files may have comments with -comments or -json5, or by their names.

With -lines, and if a file is named *.ndjson, *.jsonl or *.ldjson, each line of both files is a document. The first document of FROM is
compared with the first one of TO, and so on. Each pair that differs is printed as {"line":N,"patch":[...]} with the number of the line in
FROM. A document that only TO has is added at the path "", with the number of its line in TO. A document that only FROM has is removed.`,
		Example: "  zetes diff old.json new.json\n  zetes diff monday.ndjson tuesday.ndjson",
		Args:    exactly(2, "two files"),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := color.json(s)
			if err != nil {
				return err
			}
			if args[0] == "-" && args[1] == "-" {
				return misuse{errors.New("only one of the files can be standard input")}
			}
			if isLines(c, args[0]) || isLines(c, args[1]) {
				return diffLines(c, s, args)
			}
			var data [2][]byte
			for i, name := range args {
				b, display, err := readInput(s, name)
				if o := additions(c, name); err == nil && o.ByteOrderMark {
					b, err = plainJSON(o, display, b)
				} else if err == nil {
					err = validateWhole(display, b, hintLines)
				}
				if err != nil {
					report(s, err)
					return reported(2)
				}
				data[i] = b
			}
			patch, err := jsonedit.Diff(data[0], data[1])
			if err == nil {
				err = printOperations(s.out, patch)
			}
			if err != nil && err != errReported {
				err = misuse{err}
			}
			return err
		},
	}
	linesFlag(c)
	additionFlags(c)
	color.add(c)
	return c
}

// diffLines prints how the documents in the lines of two files differ, which are compared in their order.
func diffLines(c *cobra.Command, s streams, names []string) error {
	if err := plainLines(c, names...); err != nil {
		return err
	}
	var files [2][]fileLine
	bad := false
	for i, name := range names {
		err := eachLine(s, name, func(l fileLine) {
			if err := l.validate(); err != nil {
				report(s, err)
				bad = true
			}
			files[i] = append(files[i], l)
		})
		if err != nil {
			return misuse{err}
		}
	}
	if bad {
		return reported(2)
	}
	w := bufio.NewWriter(s.out)
	differ := false
	for i := range max(len(files[0]), len(files[1])) {
		var patch []byte
		at := 0
		switch {
		case i >= len(files[0]):
			at = files[1][i].number
			patch = fmt.Appendf(nil, `[{"op":"add","path":"","value":%s}]`, bytes.TrimSpace(files[1][i].text))
		case i >= len(files[1]):
			at = files[0][i].number
			patch = []byte(`[{"op":"remove","path":""}]`)
		default:
			at = files[0][i].number
			var err error
			if patch, err = jsonedit.Diff(files[0][i].text, files[1][i].text); err != nil {
				return misuse{fmt.Errorf("%s: %w", files[0][i].display(), err)}
			}
		}
		if string(patch) != "[]" {
			differ = true
			fmt.Fprintf(w, "{\"line\":%d,\"patch\":%s}\n", at, patch) // Flush has the error
		}
	}
	if err := w.Flush(); err != nil {
		return misuse{err}
	}
	if differ {
		return errReported
	}
	return nil
}

// printOperations prints a patch, and returns errReported unless it has no operations.
func printOperations(w io.Writer, patch []byte) error {
	v, err := jsondoc.Get(patch)
	if err != nil {
		return err
	}
	if v.Len() == 0 {
		return nil
	}
	var b bytes.Buffer
	for i, op := range v.Elements() {
		b.WriteString([]string{"[\n  ", ",\n  "}[min(i, 1)])
		b.Write(oneLineJSON(op.Raw()))
	}
	b.WriteString("\n]\n")
	if _, err := w.Write(b.Bytes()); err != nil {
		return err
	}
	return errReported
}

// change prints a file as edit has changed it, or writes it back. With lines each line is a document.
func change(s streams, c *cobra.Command, color *colorFlag, name string, write bool, edit func(*jsonedit.Edit) error) error {
	lines, o := isLines(c, name), additions(c, name)
	if err := plainLines(c, name); err != nil {
		return err
	}
	s, err := color.json(s)
	if err != nil {
		return err
	}
	if write && name == "-" {
		return errWriteInput
	}
	if write {
		if err := replace.Check(name); err != nil {
			return err
		}
	}
	document := func(display string, data []byte) ([]byte, error) { return edited(o, display, data, edit) }
	if lines && !write {
		return printEachLine(s, name, document)
	}
	data, display, err := readInput(s, name)
	if err != nil {
		return err
	}
	out, err := changed(s, o, display, data, lines, document)
	if bad := (*notJSON)(nil); errors.As(err, &bad) {
		report(s, err)
		return errReported
	}
	if err != nil {
		return err
	}
	if !write {
		_, err = s.out.Write(out)
		return err
	}
	if bytes.Equal(out, data) {
		return nil // an untouched file keeps its time
	}
	return replace.File(name, out)
}

// edited returns a document as edit changes it.
func edited(o jsondoc.Options, display string, data []byte, edit func(*jsonedit.Edit) error) ([]byte, error) {
	e, err := jsonedit.Options(o).New(data)
	if err != nil {
		return nil, err
	}
	defer e.Release()
	if err := edit(e); err != nil {
		return nil, fmt.Errorf("%s: %w", display, err)
	}
	return e.Bytes()
}

// printEachLine prints what f makes of each line of a file, a line at a time.
func printEachLine(s streams, name string, f func(display string, data []byte) ([]byte, error)) error {
	return changeLines(s, func(line func(fileLine)) error { return eachLine(s, name, line) }, f)
}

// changed returns what f makes of a file's data, which is a document that may have the additions in o. With lines it
// calls f for each line, and reports lines that are wrong.
func changed(s streams, o jsondoc.Options, display string, data []byte, lines bool, f func(display string, data []byte) ([]byte, error)) ([]byte, error) {
	if lines {
		var b bytes.Buffer
		s.out = &b
		err := changeLines(s, func(line func(fileLine)) error { return eachLineOf(bytes.NewReader(data), display, line) }, f)
		return b.Bytes(), err
	}
	if _, err := plainJSON(o, display, data); err != nil {
		return nil, err
	}
	return f(display, data)
}
