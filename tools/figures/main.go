// Figures counts what makes the library's code easy or hard to read, and prints it as a report: lines, comments and
// tests of each package, the longest functions, the widest structs, the functions that know JSON's grammar, and the
// entries of the engine. It judges nothing: the figures are to be compared with those of another revision. The first
// table has the figures that stand for the whole; -h defines each.
//
//	go run ./tools/figures                the report
//	go run ./tools/figures -guess 25      lines drawn at random, to guess their files from; -seed draws others
//	go run ./tools/figures -comments 60   comments drawn at random, to judge which are clear at once
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "the repository's folder")
	guess := flag.Int("guess", 0, "print so many random lines without their files, and the files behind them")
	comments := flag.Int("comments", 0, "print so many random comments, with their places")
	seed := flag.Uint64("seed", 1, "where random numbers begin")
	most := flag.Int("most", 10, "rows of the tables of functions and structs")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "Figures about the library's code. Flags:")
		flag.PrintDefaults()
		fmt.Fprintln(flag.CommandLine.Output(), "\nFigures of the first table:")
		for _, f := range figures {
			fmt.Fprintf(flag.CommandLine.Output(), "  %s\n    \t%s\n", f.name, f.means)
		}
	}
	flag.Parse()
	if flag.NArg() > 0 {
		fail(fmt.Errorf("there are no arguments, only flags: %q", flag.Args()))
	}
	dir, err := filepath.Abs(*root)
	if err != nil {
		fail(err)
	}
	files, err := library(dir)
	if err != nil {
		fail(err)
	}
	out := bufio.NewWriter(os.Stdout)
	switch {
	case *guess > 0:
		err = drawn(out, files, *guess, *seed)
	case *comments > 0:
		err = drawnComments(out, files, *comments, *seed)
	default:
		if err = house(out, dir, files); err == nil {
			err = report(out, files, *most)
		}
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "figures:", err)
	os.Exit(2)
}

// report prints all tables.
func report(out io.Writer, files []*file, most int) error {
	for _, table := range []func(io.Writer, []*file, int) error{packages, functions, structs, grammar, entries} {
		if err := table(out, files, most); err != nil {
			return err
		}
	}
	return nil
}
