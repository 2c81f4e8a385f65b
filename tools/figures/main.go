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

	"github.com/zetes-json/zetes/tools/internal/args"
)

func main() {
	flags := flag.NewFlagSet("figures", flag.ContinueOnError)
	root := flags.String("root", ".", "the repository's folder")
	guess := flags.Uint("guess", 0, "print so many random lines without their files, and the files after them")
	comments := flags.Uint("comments", 0, "print so many random comments, with their places")
	seed := flags.Uint64("seed", 1, "where random numbers begin")
	most := flags.Uint("most", 10, "rows of the tables of functions and structs")
	more := []string{"", "Figures of the first table:"}
	for _, f := range figures {
		more = append(more, fmt.Sprintf("  %s\n    \t%s", f.name, f.means))
	}
	args.Parse(flags, "go run ./tools/figures [-root DIR] [-most N] [-guess N | -comments N [-seed N]]", more...)
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
		err = drawn(out, files, int(*guess), *seed)
	case *comments > 0:
		err = drawnComments(out, files, int(*comments), *seed)
	default:
		if err = house(out, dir, files); err == nil {
			err = report(out, files, int(*most))
		}
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) { args.Fail("figures", err) }

// report prints all tables.
func report(out io.Writer, files []*file, most int) error {
	for _, table := range []func(io.Writer, []*file, int) error{packages, functions, structs, grammar, entries} {
		if err := table(out, files, most); err != nil {
			return err
		}
	}
	return nil
}
