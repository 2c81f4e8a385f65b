package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/cmd/zetes/internal/place"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
)

// checkOptions are the flags of zetes check.
type checkOptions struct {
	quiet, strict bool
	rules         zetes.Config
}

func checkCommand(s streams) *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check FILE...",
		Short: "Say whether files are valid JSON, and if not, where",
		Long: `Check reads each FILE (- is standard input) and says whether it is one valid JSON value.

With -lines, and in files named *.ndjson, *.jsonl and *.ldjson, each line is a value of its own; blank lines are passed over, and
all bad lines are told. Files may have comments with -comments or -json5, or by their names. Rules ask for more than JSON does: -duplicates, -utf8, and the limits. All places where a rule is broken are
told.

For each thing that is wrong it prints file:line:column, the reason, the byte offset, and the line with a caret below the place.
The exit status is 0 if all files are valid, 1 if not, and 2 if the command line is wrong.`,
		Example: "  zetes check config.json\n  zetes check -strict -max-depth 20 request.json\n  curl -s https://example.com/events | zetes check -lines -",
		Args:    atLeastOneFile,
		RunE:    func(c *cobra.Command, names []string) error { return check(c, s, names, o) },
	}
	c.AddCommand(typesCommand(s))
	f, r := c.Flags(), &o.rules
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print nothing for valid files")
	linesFlag(c)
	additionFlags(c)
	f.BoolVar(&o.strict, "strict", false, "-duplicates, -utf8, and the limits of zetes.Strict for input that you do not trust")
	f.BoolVar(&r.RejectDuplicates, "duplicates", false, "members of one object must have different names")
	f.BoolVar(&r.RejectInvalidUTF8, "utf8", false, "text must be UTF-8, and surrogates must come in pairs")
	f.IntVar(&r.Limits.Bytes, "max-bytes", 0, "most bytes of a value")
	f.IntVar(&r.Limits.Depth, "max-depth", 0, "most arrays and objects within one another")
	f.IntVar(&r.Limits.Elements, "max-elements", 0, "most elements of an array or members of an object")
	f.IntVar(&r.Limits.String, "max-string", 0, "most bytes of a string")
	f.IntVar(&r.Limits.Number, "max-number", 0, "most bytes of a number")
	f.IntVar(&r.Limits.Values, "max-values", 0, "most values in all")
	return c
}

// atLeastOneFile refuses an empty list of files in words that help.
func atLeastOneFile(_ *cobra.Command, names []string) error {
	if len(names) == 0 {
		return errors.New("no input: name a FILE, or - for standard input")
	}
	return nil
}

// check reports on every file, also after a bad one.
func check(c *cobra.Command, s streams, names []string, o checkOptions) error {
	if err := plainLines(c, names...); err != nil {
		return err
	}
	var failed error
	for _, name := range names {
		r, err := o.checker(additions(c, name))
		if err != nil {
			return misuse{err}
		}
		data, display, err := readInput(s, name)
		values := 1
		var errs []error
		switch {
		case err != nil:
			errs = []error{err}
		case isLines(c, name):
			r.form = jsondoc.Options{}
			values, errs = r.lines(display, data)
		default:
			errs = r.value(display, data, 0, data)
		}
		for _, err := range errs {
			report(s, err)
			failed = errReported
		}
		switch {
		case len(errs) > 0 || o.quiet:
		case isLines(c, name):
			fmt.Fprintf(s.out, "%s: valid, %d values\n", display, values)
		default:
			fmt.Fprintf(s.out, "%s: valid\n", display)
		}
	}
	return failed
}

// checker checks values, which may have the additions in form. rules is nil where JSON's own are all.
type checker struct {
	form  jsondoc.Options
	rules *zetes.API
}

// checker returns what the flags ask for, of files that may have the additions in form.
func (o *checkOptions) checker(form jsondoc.Options) (checker, error) {
	c := o.rules
	if o.strict {
		strict := zetes.Strict().Limits
		c.RejectDuplicates, c.RejectInvalidUTF8 = true, true
		for _, l := range [][2]*int{{&c.Limits.Depth, &strict.Depth}, {&c.Limits.Number, &strict.Number}, {&c.Limits.Values, &strict.Values}} {
			if *l[0] == 0 {
				*l[0] = *l[1]
			}
		}
	}
	if !c.RejectDuplicates && !c.RejectInvalidUTF8 && c.Limits == (zetes.Limits{}) {
		return checker{form: form}, nil
	}
	if err := c.Check(); err != nil {
		return checker{}, errors.New("a limit must not be negative")
	}
	c.Comments, c.JSON5, c.ByteOrderMark = form.Comments, form.JSON5, form.ByteOrderMark
	return checker{form, c.Freeze()}, nil
}

// value returns what is wrong with one value, which starts at start in a file's data.
func (r checker) value(name string, value []byte, start int, data []byte) (errs []error) {
	if _, err := plainJSON(r.form, name, value); err != nil {
		var bad *notJSON
		if errors.As(err, &bad) {
			bad.offset += start
			bad.place = place.Of(data, bad.offset)
		}
		return []error{err}
	}
	if r.rules == nil {
		return nil
	}
	var raw json.RawMessage
	err := r.rules.UnmarshalAll(value, &raw, 0)
	var all zetes.Errors
	if !errors.As(err, &all) && err != nil {
		return []error{fmt.Errorf("%s: %w", name, err)}
	}
	for _, e := range all {
		words := e.Detail()
		if e.Pointer != "" {
			words += " at " + e.Pointer
		}
		at := start + int(e.Offset)
		errs = append(errs, &notJSON{name, errors.New(words), at, place.Of(data, at)})
	}
	return errs
}

// lines returns how many lines of data are values, and what is wrong with them.
func (r checker) lines(name string, data []byte) (values int, errs []error) {
	start := 0
	for line := range bytes.Lines(data) {
		if len(bytes.TrimSpace(line)) > 0 {
			values++
			errs = append(errs, r.value(name, bytes.TrimRight(line, "\r\n"), start, data)...)
		}
		start += len(line)
	}
	return values, errs
}
