// Package python gets Python's libraries to run beside Go's, each in a virtual environment of its own below the user's
// cache, which the first run makes by the ordinary package client.
package python

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Interpreter returns the path of a Python that can import module, which this package of this version brings:
// "name==version". It is not safe for concurrent use.
func Interpreter(ctx context.Context, module, pkg string) (string, error) {
	python, err := exec.LookPath("python3")
	if err != nil {
		return "", errors.New("there is no python3 here")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	venv := filepath.Join(cache, "zetes-bench", strings.ReplaceAll(pkg, "==", "-"))
	py := filepath.Join(venv, "bin", "python")
	if runtime.GOOS == "windows" {
		py = filepath.Join(venv, "Scripts", "python.exe")
	}
	if exec.CommandContext(ctx, py, "-I", "-c", "import "+module).Run() == nil {
		return py, nil
	}
	for _, args := range [][]string{{python, "-m", "venv", venv}, {py, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", pkg}} {
		if out, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
			text := strings.TrimSpace(string(out))
			return "", errors.New(text[strings.LastIndexByte(text, '\n')+1:])
		}
	}
	return py, nil
}
