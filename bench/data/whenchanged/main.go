// Command whenchanged runs a generator of another project, once for each file, where the last run's answer may no longer
// hold: when a Go file of the folder, made by the generator or not, or the generator's version is another one. ffjson
// takes three minutes for six files. The state after a run is in generated.sum.
//
//	whenchanged GENERATOR file.go...
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const sumFile = "generated.sum"

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: whenchanged GENERATOR file.go...")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "whenchanged:", err)
		os.Exit(1)
	}
}

func run(generator string, files []string) error {
	sum, err := sumOf(generator, files)
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(sumFile); err == nil && bytes.Equal(old, sum) {
		return nil
	}
	for _, name := range files {
		cmd := exec.Command("go", "run", generator, name)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s %s: %w", generator, name, err)
		}
	}
	if sum, err = sumOf(generator, files); err != nil {
		return err
	}
	return os.WriteFile(sumFile, sum, 0o644)
}

// sumOf returns a line for the generator's version and one for each Go file of the folder.
func sumOf(generator string, files []string) ([]byte, error) {
	module, err := exec.Command("go", "list", "-m", generator).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m %s: %w", generator, err)
	}
	sum := append(module, fmt.Sprintln(files)...)
	names, err := filepath.Glob("*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sum = fmt.Appendf(sum, "%x  %s\n", sha256.Sum256(b), name)
	}
	return sum, nil
}
