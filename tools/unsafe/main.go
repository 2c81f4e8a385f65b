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
	"os"
	"path/filepath"

	"github.com/zetes-json/zetes/tools/internal/args"
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
	args.Parse(flags, "go run ./tools/unsafe [-root DIR] [-w]")
	t, err := read(*root)
	if err != nil {
		args.Fail("unsafe", err)
	}
	var b bytes.Buffer
	if err := errors.Join(t.missing()...); err != nil {
		fmt.Fprintln(os.Stderr, "unsafe:", err)
		os.Exit(1)
	}
	t.print(&b)
	if *write {
		err = os.WriteFile(filepath.Join(*root, filepath.FromSlash(page)), b.Bytes(), 0o666)
	} else {
		_, err = os.Stdout.Write(b.Bytes())
	}
	if err != nil {
		args.Fail("unsafe", err)
	}
}
