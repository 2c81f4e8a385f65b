package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/internal/replace"
	"github.com/zetes-json/zetes/doc"
	"github.com/zetes-json/zetes/json"
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
	var text, remove, write, lines bool
	var color colorFlag
	c := &cobra.Command{
		Use:   "set POINTER VALUE FILE",
		Short: "Change a value of a JSON file",
		Long: `Set prints FILE (- is standard input) with VALUE, which is JSON, at a JSON Pointer (RFC 6901). Everything else keeps its bytes. Objects
that the pointer leads through are made where they are missing. With -delete there is no VALUE. Behind -- nothing is a flag, as a VALUE that is below zero. With -lines each line ends in a line feed,
and blank ones are left out.`,
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
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := doc.Pointer(args[0])
			if err != nil {
				return misuse{err}
			}
			if !remove && !text && !json.Valid([]byte(args[1])) {
				return misuse{fmt.Errorf("the value %s is no JSON: the text of a string is given with -text", strconv.Quote(args[1]))}
			}
			return change(s, &color, args[len(args)-1], write, lines, func(e *doc.Edit) error {
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
	c.Flags().BoolVarP(&lines, "lines", "n", false, "each line is a document (NDJSON)")
	color.add(c)
	return c
}

func patchCommand(s streams) *cobra.Command {
	var merge, write, lines bool
	var color colorFlag
	c := &cobra.Command{
		Use:     "patch PATCH FILE",
		Short:   "Change a JSON file by a JSON Patch",
		Long:    `Patch prints FILE (- is standard input) as the JSON Patch (RFC 6902) in the file PATCH changes it. Everything else keeps its bytes.`,
		Example: "  zetes patch -w changes.json config.json\n  zetes patch -merge local.json config.json",
		Args:    exactly(2, "a patch and a file"),
		RunE: func(_ *cobra.Command, args []string) error {
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
			return change(s, &color, args[1], write, lines, func(e *doc.Edit) error {
				if merge {
					return e.MergePatch(patch)
				}
				return e.Patch(patch)
			})
		},
	}
	c.Flags().BoolVarP(&merge, "merge", "m", false, "PATCH is a merge patch (RFC 7396)")
	c.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file instead of printing it")
	c.Flags().BoolVarP(&lines, "lines", "n", false, "each line is a document (NDJSON)")
	color.add(c)
	return c
}

func diffCommand(s streams) *cobra.Command {
	var color colorFlag
	c := &cobra.Command{
		Use:   "diff FROM TO",
		Short: "Print how two JSON files differ, as a JSON Patch",
		Long: `Diff prints the JSON Patch (RFC 6902) that makes a value of TO of that of FROM, one operation in a line. The exit status is 1 if there is a
difference. White space, the order of members and the spelling of numbers and strings make none.`,
		Example: "  zetes diff old.json new.json",
		Args:    exactly(2, "two files"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := color.json(s)
			if err != nil {
				return err
			}
			var data [2][]byte
			for i, name := range args {
				b, display, err := readInput(s, name)
				if err != nil {
					return err
				}
				if err := validate(display, b); err != nil {
					report(s, err)
					return errReported
				}
				data[i] = b
			}
			patch, err := doc.Diff(data[0], data[1])
			if err != nil {
				return err
			}
			return printOperations(s.out, patch)
		},
	}
	color.add(c)
	return c
}

// printOperations prints a patch, and returns errReported unless it has no operations.
func printOperations(w io.Writer, patch []byte) error {
	v, err := doc.Get(patch)
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
func change(s streams, color *colorFlag, name string, write, lines bool, edit func(*doc.Edit) error) error {
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
	if lines {
		return changeLines(s, name, write, func(display string, line []byte) ([]byte, error) { return edited(display, line, edit) })
	}
	data, display, err := readInput(s, name)
	if err != nil {
		return err
	}
	if err := validate(display, data); err != nil {
		report(s, err)
		return errReported
	}
	out, err := edited(display, data, edit)
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
func edited(display string, data []byte, edit func(*doc.Edit) error) ([]byte, error) {
	e, err := doc.NewEdit(data)
	if err != nil {
		return nil, err
	}
	defer e.Release()
	if err := edit(e); err != nil {
		return nil, fmt.Errorf("%s: %w", display, err)
	}
	return e.Bytes()
}
