// Unsafe makes docs/unsafe.md: which packages of the library use unsafe or assembly, how often and how, why, and which
// tests hold that the use is right. The sentences and the names of the tests stand in reasons.go. A package that uses
// unsafe without a sentence there, a sentence without a use, and a test that does not exist are errors.
//
//	go run ./tools/unsafe      prints the page
//	go run ./tools/unsafe -w   writes it
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

//go:generate go run . -w -root ../..

const (
	library = "github.com/zetes-json/zetes"
	page    = "docs/unsafe.md"
)

func main() {
	flags := flag.NewFlagSet("unsafe", flag.ContinueOnError)
	root := flags.String("root", ".", "the repository's folder")
	write := flags.Bool("w", false, "write "+page+" in place of printing it")
	flags.SetOutput(io.Discard)
	err := flags.Parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Println("usage: go run ./tools/unsafe [-root DIR] [-w]")
		flags.SetOutput(os.Stdout)
		flags.PrintDefaults()
		return
	case err != nil:
		fail(2, err)
	case flags.NArg() > 0:
		fail(2, fmt.Errorf("unexpected argument %q: there are only flags", flags.Arg(0)))
	}
	t, err := read(*root)
	if err != nil {
		fail(2, err)
	}
	var b bytes.Buffer
	if err := errors.Join(t.missing()...); err != nil {
		fail(1, err)
	}
	t.print(&b)
	if *write {
		err = os.WriteFile(filepath.Join(*root, filepath.FromSlash(page)), b.Bytes(), 0o666)
	} else {
		_, err = os.Stdout.Write(b.Bytes())
	}
	if err != nil {
		fail(2, err)
	}
}

func fail(status int, err error) {
	fmt.Fprintln(os.Stderr, "unsafe:", err)
	os.Exit(status)
}
