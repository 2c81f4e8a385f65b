// Command tidy does what go mod tidy does, for every module of the workspace.
//
// The nested modules require a version of the library that may not be released yet, which go mod tidy cannot find.
// So tidy works on a copy of each go.mod in which the modules of the workspace are replaced by their folders, and
// takes the replacements out again.
//
//	go run ./tools/tidy                               # prints what is to change, and fails if anything is
//	go run ./tools/tidy -w                            # changes it
//	go run ./tools/tidy -work adapters/beam/go.work   # the modules of another workspace
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/zetes-json/zetes/tools/internal/args"
)

func main() {
	flags := flag.NewFlagSet("tidy", flag.ContinueOnError)
	write := flags.Bool("w", false, "change the files instead of printing what is to change")
	work := flags.String("work", "", "the `file` of the workspace, in place of the one that the go command finds")
	args.Parse(flags, "go run ./tools/tidy [-w] [-work FILE]")
	switch err := run(*work, *write); {
	case errors.Is(err, errUntidy):
		fmt.Fprintf(os.Stderr, "tidy: %v\n", err)
		os.Exit(1)
	case err != nil:
		args.Fail("tidy", err)
	}
}

var errUntidy = errors.New("modules are not tidy: go run ./tools/tidy -w")

// module is a module of the workspace.
type module struct {
	dir  string // absolute
	name string
	file *modfile.File
}

func run(path string, write bool) error {
	if path == "" {
		out, err := exec.Command("go", "env", "GOWORK").Output()
		if err != nil {
			return err
		}
		path = string(bytes.TrimSpace(out))
	}
	if path == "" || path == "off" {
		return errors.New("there is no workspace here: no go.work, or GOWORK=off")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	modules, err := workspace(path)
	if err != nil {
		return err
	}
	untidy := false
	for _, m := range modules {
		changed, err := tidy(m, modules, write)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		untidy = untidy || changed
	}
	if untidy && !write {
		return errUntidy
	}
	return nil
}

// workspace reads the modules that the go.work at path uses.
func workspace(path string) ([]module, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	work, err := modfile.ParseWork(path, text, nil)
	if err != nil {
		return nil, err
	}
	var modules []module
	for _, use := range work.Use {
		dir := filepath.Join(filepath.Dir(path), use.Path)
		name := filepath.Join(dir, "go.mod")
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := modfile.Parse(name, text, nil)
		if err != nil {
			return nil, err
		}
		modules = append(modules, module{dir, f.Module.Mod.Path, f})
	}
	return modules, nil
}

// tidy tidies a copy of m's files, and compares or moves it back.
func tidy(m module, modules []module, write bool) (changed bool, err error) {
	tmp, err := os.MkdirTemp("", "tidy")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	names := make(map[string]bool)
	for _, other := range modules {
		if other.name != m.name {
			names[other.name] = true
			if err := m.file.AddReplace(other.name, "", other.dir, ""); err != nil {
				return false, err
			}
		}
	}
	text, err := m.file.Format()
	if err != nil {
		return false, err
	}
	modPath, sumPath := filepath.Join(tmp, "go.mod"), filepath.Join(tmp, "go.sum")
	if err := os.WriteFile(modPath, text, 0o666); err != nil {
		return false, err
	}
	if sum, err := os.ReadFile(filepath.Join(m.dir, "go.sum")); err == nil {
		if err := os.WriteFile(sumPath, sum, 0o666); err != nil {
			return false, err
		}
	}
	cmd := exec.Command("go", "mod", "tidy", "-modfile="+modPath)
	cmd.Dir, cmd.Env, cmd.Stderr = m.dir, append(os.Environ(), "GOWORK=off"), os.Stderr
	if err := cmd.Run(); err != nil {
		return false, err
	}
	if text, err = os.ReadFile(modPath); err != nil {
		return false, err
	}
	f, err := modfile.Parse(modPath, text, nil)
	if err != nil {
		return false, err
	}
	for _, r := range slices.Clone(f.Replace) {
		if names[r.Old.Path] {
			if err := f.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return false, err
			}
		}
	}
	f.Cleanup()
	if text, err = f.Format(); err != nil {
		return false, err
	}
	sum, err := os.ReadFile(sumPath)
	if err != nil && !os.IsNotExist(err) {
		return false, err
	}
	for _, part := range []struct {
		name string
		want []byte
	}{{"go.mod", text}, {"go.sum", sum}} {
		if err := settle(filepath.Join(m.dir, part.name), part.want, write, &changed); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// settle makes the file of the given name hold want, or says that it doesn't.
func settle(name string, want []byte, write bool, changed *bool) error {
	have, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if bytes.Equal(have, want) {
		return nil
	}
	*changed = true
	if write {
		return os.WriteFile(name, want, 0o666)
	}
	fmt.Printf("%s:\n", name)
	printOnly("-", have, want)
	printOnly("+", want, have)
	return nil
}

// printOnly prints the lines of a that b lacks.
func printOnly(sign string, a, b []byte) {
	known := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		known[line] = true
	}
	for line := range strings.Lines(string(a)) {
		if !known[line] {
			fmt.Printf("\t%s%s\n", sign, strings.TrimRight(line, "\n"))
		}
	}
}
