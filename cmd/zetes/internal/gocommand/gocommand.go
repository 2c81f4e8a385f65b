// Package gocommand runs the go command, and says in one line what it has against a module.
package gocommand

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
)

// Run runs the go command in a folder, with more variables in its environment, and returns what it prints. Its error is
// one line.
func Run(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "go", args...)
	EndAll(c)
	var out, errOut bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errOut
	c.Env = append(c.Environ(), env...)
	err := c.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", errors.New(Complaint(errOut.String(), err))
	}
	return out.String(), nil
}

// Complaint returns what the go command says is wrong, in one line: it tells of downloads before, and of packages. err
// is the error where it says nothing.
func Complaint(text string, err error) string {
	var said []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "go: downloading ") || strings.HasPrefix(line, "go: finding ") || strings.HasPrefix(line, "go: found ") {
			continue
		}
		if said = append(said, line); !strings.HasSuffix(line, ":") && !strings.HasSuffix(line, "imports") {
			break
		}
	}
	if said == nil {
		return err.Error()
	}
	return strings.Join(said, " ")
}

// CopyFile copies a file that need not exist, such as a go.sum.
func CopyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}
