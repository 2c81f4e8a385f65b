package main

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
)

// A peer is a library that is no requirement of this module: one's own, or one that no module proxy has. A folder holds
// a Go module whose package adds it to package lib when the program starts. The program is then built once more with
// that package in it, in a workspace that has the folder too, and runs in place of this one.

// peerFlag is the flag that names such folders. It is taken out of the arguments before commands see them.
const peerFlag = "peer"

// cutPeers returns the folders that the arguments name, and the other arguments.
func cutPeers(args []string) (dirs, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		name, value, found := strings.Cut(args[i], "=")
		if args[i] == "--" {
			return dirs, append(rest, args[i:]...), nil
		}
		if name != "-"+peerFlag && name != "--"+peerFlag {
			rest = append(rest, args[i])
			continue
		}
		if !found {
			if i++; i == len(args) {
				return nil, nil, fmt.Errorf("--%s needs a folder", peerFlag)
			}
			value = args[i]
		}
		dirs = append(dirs, value)
	}
	return dirs, rest, nil
}

// runWithPeers builds the program with the packages in dirs and runs it with args.
func runWithPeers(dirs, args []string) error {
	tmp, err := os.MkdirTemp("", "zetes-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	bench, err := moduleOf(library + "/bench")
	if err != nil {
		return fmt.Errorf("--%s needs the tree of zetes: %w", peerFlag, err)
	}
	uses, replaces, err := workspace(filepath.Join(filepath.Dir(bench), "go.work"))
	if err != nil {
		return err
	}
	source := "package main\n\nimport (\n"
	for _, dir := range dirs {
		path, err := peerModule(dir)
		if err != nil {
			return err
		}
		abs, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		uses = append(uses, abs)
		source += "\t_ " + strconv.Quote(path) + "\n"
	}
	work := "go " + goVersion() + "\n\nuse (\n"
	for _, u := range uses {
		work += "\t" + strconv.Quote(u) + "\n"
	}
	added := filepath.Join(tmp, "added.go")
	overlay, err := stdjson.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(bench, "peer_added.go"): added}})
	if err != nil {
		return err
	}
	for name, text := range map[string]string{"added.go": source + ")\n", "go.work": work + ")\n" + replaces + "\nreplace " + library + "/bench v0.1.0 => " + strconv.Quote(bench) + "\n", "overlay.json": string(overlay)} {
		if err := os.WriteFile(filepath.Join(tmp, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	exe := filepath.Join(tmp, "bench.exe")
	build := exec.Command("go", "build", "-overlay", filepath.Join(tmp, "overlay.json"), "-o", exe, ".")
	build.Dir, build.Env = bench, append(os.Environ(), "GOWORK="+filepath.Join(tmp, "go.work"), "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %s", strings.Join(dirs, ", "), compileError(string(out)))
	}
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // the program ends at it, and this one after it
	run := exec.Command(exe, args...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = run.Run()
	var status *exec.ExitError
	if errors.As(err, &status) && status.ExitCode() == 1 {
		return missed{status}
	}
	return err
}

// peerModule returns the path of the module whose root dir is.
func peerModule(dir string) (string, error) {
	file := filepath.Join(dir, "go.mod")
	if _, err := os.Stat(file); err != nil {
		return "", fmt.Errorf("%s is no folder of a Go module: %w", dir, err)
	}
	out, err := exec.Command("go", "mod", "edit", "-json", file).Output()
	var mod struct{ Module struct{ Path string } }
	if err == nil {
		err = stdjson.Unmarshal(out, &mod)
	}
	if err != nil || mod.Module.Path == "" {
		return "", fmt.Errorf("%s names no module", file)
	}
	return mod.Module.Path, nil
}
