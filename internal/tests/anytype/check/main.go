// Command check compares random types with encoding/json, for as long as one likes:
//
//	go run ./internal/tests/anytype/check -time 10m -seed 7
//	GOTOOLCHAIN=go1.27.3 go run ./internal/tests/anytype/check -time 10m
//	GOTOOLCHAIN=go1.27.3 go run ./internal/tests/anytype/check -v2 -time 10m
//	go run ./internal/tests/anytype/check -generated -time 10m
//
// It prints modules of random types, one for each seed, and has zetes check types compile and run them. That goes on
// where a type makes the program crash, hang or take too much memory, and says which; what differs is made
// small. With -generated the code that zetes gen makes of the types is compared, by a program that does not go on after
// a crash.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/zetes-json/zetes/internal/tests/anytype"
)

func main() {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	seed := flags.Uint64("seed", 1, "the first seed")
	all := flags.Duration("time", 5*time.Minute, "how long to begin further seeds")
	one := flags.Duration("each", time.Minute, "how long to look at the types of a seed, without compiling")
	groups := flags.Int("groups", 400, "groups of types for each seed")
	byCode := flags.Bool("generated", false, "compare the code that zetes gen makes")
	v2 := flags.Bool("v2", false, "compare json/v2 with encoding/json/v2, over types that it takes")
	keep := flags.String("keep", "", "a folder to keep the source in")
	err := flags.Parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Println("usage: go run ./internal/tests/anytype/check [flags]")
		flags.SetOutput(os.Stdout)
		flags.PrintDefaults()
		return
	case err != nil:
		fail(err)
	case flags.NArg() > 0:
		fail(fmt.Errorf("unexpected argument %q: there are only flags", flags.Arg(0)))
	case *groups < 1 || *all <= 0 || *one <= 0:
		fail(errors.New("groups, time and each must be positive"))
	}
	tmp, err := os.MkdirTemp("", "zetes-anytype-")
	if err != nil {
		fail(err)
	}
	differ, err := check(tmp, *keep, *seed, *groups, *all, *one, *byCode, *v2)
	os.RemoveAll(tmp)
	if err != nil {
		fail(err)
	}
	if differ {
		os.Exit(1)
	}
}

// fail ends the program: it cannot do what it is asked for.
func fail(err error) {
	fmt.Fprintln(os.Stderr, "check:", err)
	os.Exit(2)
}

// check looks at seed after seed, and reports whether anything differs.
func check(tmp, keep string, seed uint64, groups int, all, one time.Duration, byCode, v2 bool) (differ bool, err error) {
	root, err := rootOf()
	if err != nil {
		return false, err
	}
	zetes := filepath.Join(tmp, "zetes.exe")
	if err := run(root, "go", "build", "-o", zetes, "./cmd/zetes"); err != nil {
		return false, err
	}
	for until := time.Now().Add(all); time.Now().Before(until); seed++ {
		if byCode {
			found, err := generated(root, zetes, keep, seed, groups, one)
			if err != nil {
				return differ, err
			}
			differ = differ || found
			continue
		}
		dir := filepath.Join(tmp, strconv.FormatUint(seed, 10))
		if keep != "" {
			dir = filepath.Join(keep, strconv.FormatUint(seed, 10))
		}
		if err := write(dir, seed, groups, v2); err != nil {
			return differ, err
		}
		fmt.Printf("\nseed %d, %d groups\n", seed, groups)
		args := []string{"check", "types", "-all", "-time", one.String(), "-seed", strconv.FormatUint(seed, 10), "./..."}
		if v2 {
			args = append(args, "-v2")
		}
		err := run(dir, zetes, args...)
		var status *exec.ExitError
		switch {
		case errors.As(err, &status) && status.ExitCode() == 1:
			differ = true
		case err != nil:
			return differ, err
		}
		if keep == "" {
			if err := os.RemoveAll(dir); err != nil {
				return differ, err
			}
		}
	}
	return differ, nil
}

// run runs a program in a folder, outside of any workspace but the checkout's.
func run(dir, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stdout, os.Stderr
	return c.Run()
}

// perPackage bounds the groups of a package, so that packages are compiled side by side.
const perPackage = 100

// write writes a module of random types.
func write(dir string, seed uint64, groups int, v2 bool) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module anytype\n\ngo 1.26\n"), 0o666); err != nil {
		return err
	}
	for n := 0; n*perPackage < groups; n++ {
		name := fmt.Sprintf("p%d", n)
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			return err
		}
		for file, print := range map[string]func(string, uint64, int, bool) ([]byte, error){"types.go": anytype.Source, "stream.go": anytype.Streaming} {
			// Seeds of packages differ, also from those of tests.
			text, err := print(name, seed<<16+uint64(n)+1<<60, min(perPackage, groups-n*perPackage), v2)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name, file), text, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}
