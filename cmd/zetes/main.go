// Command zetes works with JSON from the command line: it measures the library on real documents, checks types of
// one's own, writes Go code for them, and checks, formats, searches and changes files.
//
// Run it without arguments for the list of its subcommands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/internal/replace"
)

// commands has one row for each subcommand; each is made in a file of its name.
var commands = []func(streams) *cobra.Command{
	benchCommand,
	checkCommand,
	diffCommand,
	fmtCommand,
	getCommand,
	patchCommand,
	setCommand,
	genCommand,
	migrateCommand,
	versionCommand,
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// reported ends the command with that exit status, without further words.
type reported int

func (reported) Error() string { return "already reported" }

// errReported is the one of bad input and wrong results.
const errReported = reported(1)

// misuse is an error of the caller: the command ends with an exit status of 2.
type misuse struct{ error }

// run executes one command line and returns the exit status: 0, 1 for bad input and wrong results, 2 for bad usage.
func run(args []string, s streams) int {
	root := &cobra.Command{
		Use:           "zetes",
		Short:         "Fast and exact JSON",
		Long:          "zetes measures the zetes JSON library on real documents and checks it on your own types, writes Go code for types, and checks,\nformats, searches and changes JSON files.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SuggestionsMinimumDistance = 2
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	started := false
	for _, newCommand := range commands {
		c := newCommand(s)
		for _, c := range append(c.Commands(), c) {
			work := c.RunE
			c.RunE = func(c *cobra.Command, args []string) error {
				started = true
				return work(c, args)
			}
		}
		root.AddCommand(c)
	}
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() { // cobra's own print help and end with status 0, whatever they are asked
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				c, rest, err := root.Find(args)
				if err == nil {
					err = unknownCommand(c, rest)
				}
				return err
			}
		case "completion":
			c.Args, c.RunE = unknownCommand, root.RunE
		}
	}
	root.SetArgs(longFlags(root, args))
	var wrong misuse
	var status reported
	switch c, err := root.ExecuteContextC(context.Background()); {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &wrong):
		fmt.Fprintf(s.err, "zetes: %v\n", oneLine(err))
		return 2
	case started:
		fmt.Fprintf(s.err, "zetes: %v\n", oneLine(err))
		return 1
	default:
		fmt.Fprintf(s.err, "zetes: %v (see: %s --help)\n", oneLine(err), c.CommandPath())
		return 2
	}
}

// unknownCommand refuses a word that is no command, and names those that are like it.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if like := c.SuggestionsFor(args[0]); len(like) > 0 {
		return fmt.Errorf("unknown command %q: did you mean %s?", args[0], strings.Join(like, " or "))
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// untilSignal is the context of commands that have files to remove when they are interrupted.
func untilSignal(c *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(c.Context(), replace.Signals...)
}

// errInterrupted is the error of such a command then.
var errInterrupted = replace.ErrInterrupted

// oneLine keeps an error on one line: libraries end theirs with newlines and suggestions.
func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.TrimSpace(err.Error())), " ")
}

// longFlags lets flags be written as the go command's, with one dash: -compact is --compact. So are words that are
// neither a flag nor letters of flags: else the error about -linse would be about the letter i.
func longFlags(root *cobra.Command, args []string) []string {
	c, _, err := root.Find(args)
	if err != nil {
		return args
	}
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	out := append([]string(nil), args...)
	isValue := false // of the flag before: -gen_build_flags -mod=mod
	for i, arg := range out {
		if isValue {
			isValue = false
			continue
		}
		if arg == "--" {
			break
		}
		name, _, valued := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if f := c.Flags().Lookup(strings.TrimPrefix(name, "-")); f != nil && f.NoOptDefVal == "" && name != arg {
			isValue = !valued
		}
		if len(name) > 1 && strings.HasPrefix(arg, "-") && !strings.ContainsRune("-0123456789", rune(name[0])) && (c.Flags().Lookup(name) != nil || !letters(c, name)) {
			out[i] = "-" + arg
		}
	}
	return out
}

// letters reports whether name is flags of one letter in a row, of which the last may have a value.
func letters(c *cobra.Command, name string) bool {
	for i := range len(name) {
		f := c.Flags().ShorthandLookup(name[i : i+1])
		if f == nil {
			return false
		}
		if f.NoOptDefVal == "" {
			return true // the rest is its value
		}
	}
	return true
}
