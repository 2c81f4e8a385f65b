package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/json"
)

// layout is how JSON is to look.
type layout struct {
	compact bool
	indent  string
}

func fmtCommand(s streams) *cobra.Command {
	var l layout
	var write bool
	c := &cobra.Command{
		Use:   "fmt FILE...",
		Short: "Format JSON files",
		Long: `Fmt prints each FILE (- is standard input) indented, or without any white space. Names keep their order, numbers and strings
their spelling. A file that is not JSON is reported and left as it is.`,
		Example: "  zetes fmt -w config.json\n  zetes fmt -compact big.json > small.json\n  zetes fmt -indent '\\t' -",
		Args:    atLeastOneFile,
		RunE: func(c *cobra.Command, names []string) error {
			l.indent = strings.ReplaceAll(l.indent, `\t`, "\t")
			if strings.Trim(l.indent, " \t") != "" {
				return fmt.Errorf("bad indent %q: only blanks and tabs keep the output JSON", l.indent)
			}
			if l.compact && c.Flags().Changed("indent") {
				return errors.New("compact output has no indent: give one of the two flags")
			}
			return format(s, names, l, write)
		},
	}
	c.Flags().BoolVarP(&l.compact, "compact", "c", false, "print without white space")
	c.Flags().StringVarP(&l.indent, "indent", "i", "  ", `what to indent by; \t is a tab`)
	c.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file instead of printing it")
	return c
}

// format formats every file that it can, also after a bad one.
func format(s streams, names []string, l layout, write bool) error {
	var failed error
	for _, name := range names {
		if err := formatFile(s, name, l, write); err != nil {
			fmt.Fprintf(s.err, "zetes: %v\n", err)
			failed = errReported
		}
	}
	return failed
}

func formatFile(s streams, name string, l layout, write bool) error {
	if write && name == "-" {
		return errors.New("standard input cannot be written back: leave -w out")
	}
	data, display, err := readInput(s, name)
	if err != nil {
		return err
	}
	if err := validate(display, data); err != nil {
		return err
	}
	out, err := l.apply(data)
	if err != nil {
		return fmt.Errorf("%s: %w", display, err)
	}
	switch {
	case !write:
		_, err = s.out.Write(out)
		return err
	case bytes.Equal(out, data):
		return nil // an untouched file keeps its time
	default:
		return replace(name, out)
	}
}

// apply returns valid JSON in the layout, with a final newline.
func (l layout) apply(data []byte) ([]byte, error) {
	var b bytes.Buffer
	data = bytes.TrimSpace(data)
	if l.compact {
		if err := json.Compact(&b, data); err != nil {
			return nil, err
		}
	} else if err := json.Indent(&b, data, "", l.indent); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// replace gives the file of the given name new content in one step: whoever looks sees the old or the new one,
// never a part.
func replace(name string, data []byte) (err error) {
	name, err = filepath.EvalSymlinks(name) // the file, not the link to it
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(data); err == nil {
		err = tmp.Chmod(info.Mode().Perm())
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	return err
}
