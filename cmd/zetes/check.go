package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func checkCommand(s streams) *cobra.Command {
	var quiet bool
	c := &cobra.Command{
		Use:   "check FILE...",
		Short: "Say whether files are valid JSON, and if not, where",
		Long: `Check reads each FILE (- is standard input) and says whether it is one valid JSON value.

For a file that is not, it prints file:line:column, the reason, the byte offset, and the line with a caret below the place.
The exit status is 0 if all files are valid, and 1 otherwise.`,
		Example: "  zetes check config.json\n  curl -s https://example.com/api | zetes check -",
		Args:    atLeastOneFile,
		RunE:    func(_ *cobra.Command, names []string) error { return check(s, names, quiet) },
	}
	c.AddCommand(typesCommand(s))
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "print nothing for valid files")
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
func check(s streams, names []string, quiet bool) error {
	var failed error
	for _, name := range names {
		data, display, err := readInput(s, name)
		if err == nil {
			err = validate(display, data)
		}
		switch {
		case err != nil:
			report(s, err)
			failed = errReported
		case !quiet:
			fmt.Fprintf(s.out, "%s: valid\n", display)
		}
	}
	return failed
}
