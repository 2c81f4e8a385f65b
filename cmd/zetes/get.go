package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

func getCommand(s streams) *cobra.Command {
	var text bool
	var color colorFlag
	c := &cobra.Command{
		Use:   "get PATH FILE...",
		Short: "Print values of JSON files",
		Long: `Get prints the values at PATH in each FILE (- is standard input), each on a line of its own. PATH is a JSON Pointer
(RFC 6901), which is empty or begins with a slash, or a JSONPath (RFC 9535), which begins with $. With -lines, and in files named *.ndjson,
*.jsonl and *.ldjson, each line is a document of its own. The exit status is 1 if a file is not JSON, or a JSON Pointer leads nowhere in it.`,
		Example: "  zetes get /users/0/name users.json\n  zetes get '$..book[?@.price < 10].title' store.json\n  zetes get -text /id events.ndjson",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return errors.New("get needs a path and at least one file")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			find, err := finder(args[0])
			if err != nil {
				return misuse{err}
			}
			painted, err := color.json(s)
			if err != nil {
				return err
			}
			if text {
				painted = s // which is not JSON
			}
			return get(painted, args[1:], c, find, text)
		},
	}
	c.Flags().BoolVarP(&text, "text", "t", false, "print strings as their text")
	linesFlag(c)
	additionFlags(c)
	color.add(c)
	return c
}

// finder returns what finds the values at a path in a document.
func finder(path string) (func(o jsondoc.Options, data []byte) ([]jsondoc.Value, error), error) {
	if strings.HasPrefix(path, "$") {
		q, err := jsonpath.Compile(path)
		return func(o jsondoc.Options, data []byte) ([]jsondoc.Value, error) { return o.Select(data, q) }, err
	}
	if path != "" && path[0] != '/' {
		return nil, fmt.Errorf("the PATH %q is neither a JSON Pointer, such as /users/0, nor a JSONPath, such as '$.users[*]'", path)
	}
	p, err := jsondoc.Pointer(path)
	return func(o jsondoc.Options, data []byte) ([]jsondoc.Value, error) {
		o.Whole = true
		v, err := o.GetPath(data, p)
		return []jsondoc.Value{v}, err
	}, err
}

// get prints what find finds in every file that it can, also after a bad one.
func get(s streams, names []string, c *cobra.Command, find func(jsondoc.Options, []byte) ([]jsondoc.Value, error), text bool) error {
	if err := plainLines(c, names...); err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	var failed error
	one := func(o jsondoc.Options, display string, data []byte, validate func() error) {
		list, err := find(o, data)
		if err != nil {
			failed = errReported
			if bad := validate(); bad != nil {
				report(s, bad)
			} else {
				fmt.Fprintf(s.err, "%s: %v\n", display, err)
			}
			return
		}
		for _, v := range list {
			if got, err := v.Text(); text && err == nil {
				fmt.Fprintln(out, got)
			} else if o.ByteOrderMark { // what was added is blanks now
				var b bytes.Buffer
				compactJSON(&b, v.Raw())
				fmt.Fprintf(out, "%s\n", b.Bytes())
			} else {
				fmt.Fprintf(out, "%s\n", oneLineJSON(v.Raw()))
			}
		}
	}
	for _, name := range names {
		if isLines(c, name) {
			if err := eachLine(s, name, func(l fileLine) { one(jsondoc.Options{}, l.display(), l.text, l.validate) }); err != nil {
				fmt.Fprintf(s.err, "zetes: %v\n", err)
				failed = errReported
			}
			continue
		}
		data, display, err := readInput(s, name)
		if err != nil {
			fmt.Fprintf(s.err, "zetes: %v\n", err)
			failed = errReported
			continue
		}
		o := additions(c, name)
		one(o, display, data, func() error {
			_, err := plainJSON(o, display, data)
			return err
		})
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return failed
}

// oneLineJSON returns raw without line ends, which in JSON are white space.
func oneLineJSON(raw []byte) []byte {
	if bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		return raw
	}
	var b bytes.Buffer
	if err := compactJSON(&b, raw); err != nil {
		return raw
	}
	return b.Bytes()
}
