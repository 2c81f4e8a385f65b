// Command bench compares Go's JSON libraries side by side: same work, proven results, honest clocks.
//
//	go run ./bench matrix --quick            a first table within two minutes
//	go run ./bench matrix                    everything, kept under results/; interrupt it, go on with --resume
//	go run ./bench report results/DIR        Markdown tables, SVG charts, one self-contained page
//	go run ./bench probe                     what each library really does
//	go run ./bench core                      the rows that zetes is held to, with the verdicts
//	go run ./bench beyond                    codecs, typed encoders, streams, wrong input, with the verdicts
//	go run ./bench doc                       documents without a Go type: paths, trees, changes, pieces, lines
//	go run ./bench zoo                       every kind of Go value, made from a seed, and the rows where zetes leads
//	go run ./bench article NAME              the field's published tables again: versions null documents payloads custom
//	go run ./bench own ./pkg Type sample.json  your own type on your own samples
//	go run ./bench --peer DIR matrix         a library that is no requirement here, from a folder
//	go run ./bench compare REV               two revisions of zetes, and benchstat's verdict
//	go run ./bench prices                    what each fast path is worth
//	go run ./bench scaling                   how cost grows with size, depth, fields, width
//	go run ./bench load                      an HTTP service under load, over httpjson and over encoding/json
//	go run ./bench targets                   the figures of README.md, with --full of all pages: shown, and measured now
//	go run ./bench instructions              instruction counts of some calls, beside the table that is kept
//
// Files: main.go · matrix.go, tables.go (matrix, probe, measuring processes) · report.go · core.go, coredoc.go,
// compile.go · beyond.go · doc.go, documents.go · zoo.go · article.go · own.go · compare.go, revision.go, verdict.go ·
// prices.go · peer.go (libraries of one's own) · scaling.go · load.go · instructions.go · targets.go, sources.go. Packages: data (documents), lib
// (libraries), measure (clocks), contest (rows with targets), beyond and untyped (their rows), zoo (kinds of values),
// matrix (cells and files), probe (behaviour), report (pictures), articles (published tables), load (services under
// load), ownrun (the body of own's program), instructions (counts), targets (figures of pages).
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"
)

func main() {
	if os.Getenv(childEnv) != "" {
		if err := runChildTask(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	dirs, args, err := cutPeers(os.Args[1:])
	if err == nil && dirs != nil {
		fail(runWithPeers(dirs, args))
		return
	}
	root := &cobra.Command{
		Use:           "bench",
		Short:         "Compare Go's JSON libraries: same work, proven results, honest clocks",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(coreCommand(), beyondCommand(), docCommand(), simdjsonCommand(), zooCommand(), matrixCommand(), probeCommand(), reportCommand(), ownCommand(), compareCommand(), pricesCommand(), scalingCommand(), articleCommand(), loadCommand(), instructionsCommand(), targetsCommand())
	root.PersistentFlags().StringArray(peerFlag, nil, "a folder with a Go module that adds a library of your own (bench/lib.Add)")
	refuseUnknown(root)
	if err == nil {
		err = root.Execute()
	}
	fail(err)
}

// fail prints an error, if there is one, and ends the program.
func fail(err error) {
	if err == nil {
		return
	}
	// A program that this one ran has said what is wrong.
	if !errors.As(err, new(*exec.ExitError)) {
		// On one line: libraries end their errors with line breaks and suggestions.
		fmt.Fprintln(os.Stderr, "bench:", strings.Join(strings.Fields(err.Error()), " "))
	}
	if errors.As(err, new(missed)) {
		os.Exit(1)
	}
	os.Exit(2)
}

// missed is an error about results: something was measured and is not as it should be. The exit status is 1. After all
// other errors, which are about bad input or keep the command from its work, it is 2.
type missed struct{ error }

func (m missed) Unwrap() error { return m.error }

// refuseUnknown has cobra's own commands refuse words that they do not know. Without it they print help, and the exit
// status is 0.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				_, rest, err := root.Find(args)
				if err == nil && len(rest) > 0 {
					err = fmt.Errorf("unknown command %q", rest[0])
				}
				return err
			}
		case "completion":
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// splitList returns the parts of a list that a flag holds, nil for none.
func splitList(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
