// Package args reads the command line of a tool that takes only flags.
package args

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Parse reads the flags of the process. With -h it prints usage, which is a line, the flags, and more, and ends it.
// An unknown flag, a flag without a value, and an argument are bad input.
func Parse(flags *flag.FlagSet, usage string, more ...string) {
	flags.Init(flags.Name(), flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	err := flags.Parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Println("usage: " + usage)
		flags.SetOutput(os.Stdout)
		flags.PrintDefaults()
		for _, line := range more {
			fmt.Println(line)
		}
		os.Exit(0)
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q: there are only flags", flags.Arg(0))
	}
	flags.Visit(func(f *flag.Flag) {
		if err == nil && f.Value.String() == "" {
			err = fmt.Errorf("-%s needs a value", f.Name)
		}
	})
	if err != nil {
		Fail(flags.Name(), err)
	}
}

// Fail prints err on one line and ends the process with status 2, which is that of bad input and of all other trouble.
func Fail(tool string, err error) {
	fmt.Fprintf(os.Stderr, "%s: %s\n", tool, strings.Join(strings.Fields(err.Error()), " "))
	os.Exit(2)
}
