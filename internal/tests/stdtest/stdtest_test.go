package stdtest

import (
	"bytes"
	"fmt"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// known are tests that run and fail, with the reason why that is right.
var known = map[string]string{}

// TestToolchainSuite runs what can run of the toolchain's tests, and fails when one of them does.
func TestToolchainSuite(t *testing.T) {
	src := filepath.Join(goroot(t), "src", "encoding", "json")
	dir := t.TempDir()
	s := newSuite(t, src, dir)
	s.reduce()

	for _, d := range s.dropped {
		t.Logf("dropped %s: %s", d.name, d.why)
	}
	kept := s.keptTests()
	t.Logf("%d tests run, %d declarations dropped, %d of them tests", len(kept), len(s.dropped), len(s.droppedTests()))
	if len(kept) < 60 {
		t.Errorf("only %d tests are left: the selection is broken", len(kept))
	}

	cmd := s.command("test", "-count=1", "-vet=off", "-v", ".")
	out, err := cmd.CombinedOutput()
	passed := len(regexp.MustCompile(`(?m)^--- PASS`).FindAll(out, -1))
	t.Logf("%d passed", passed)
	failed := regexp.MustCompile(`(?m)^--- FAIL: (\S+)`).FindAllSubmatch(out, -1)
	bad := false
	for _, f := range failed {
		if why := known[string(f[1])]; why != "" {
			t.Logf("%s fails: %s", f[1], why)
		} else {
			bad = true
		}
	}
	if bad || err != nil && len(failed) == 0 || passed < 60 {
		t.Errorf("%v\n%s", err, failures(out))
	}
}

// failures leaves the lines of failed tests.
func failures(out []byte) string {
	var keep []string
	for line := range bytes.Lines(out) {
		text := strings.TrimRight(string(line), "\n")
		trimmed := strings.TrimSpace(text)
		if strings.HasPrefix(trimmed, "=== ") || strings.HasPrefix(trimmed, "--- PASS") || strings.HasPrefix(trimmed, "--- SKIP") {
			continue
		}
		if keep = append(keep, text); len(keep) > 400 {
			break
		}
	}
	return strings.Join(keep, "\n")
}

func goroot(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// root is the folder of this module.
func root(t *testing.T) string {
	_, file, _, _ := runtime.Caller(0)
	dir, err := filepath.Abs(filepath.Join(filepath.Dir(file), "..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// context is the build context of the running toolchain, with its experiments.
func context(t *testing.T) build.Context {
	ctx := build.Default
	out, err := exec.Command("go", "list", "-f", "{{context.ToolTags}}", "encoding/json").Output()
	if err != nil {
		t.Fatal(err)
	}
	ctx.ToolTags = strings.Fields(strings.Trim(strings.TrimSpace(string(out)), "[]"))
	return ctx
}

func write(t *testing.T, name, text string) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// command runs the go command in the temporary module.
func (s *suite) command(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOWORK="+filepath.Join(s.dir, "go.work"), "GOFLAGS=-mod=readonly", "PWD="+s.dir)
	return cmd
}

// module writes the temporary module: it sees the tree through a workspace, and a copy of the toolchain's test helpers.
func (s *suite) module() {
	ver := regexp.MustCompile(`^go\d+\.\d+`).FindString(runtime.Version())
	write(s.t, filepath.Join(s.dir, "go.mod"), fmt.Sprintf("module stdtest\n\ngo %s\n", strings.TrimPrefix(ver, "go")))
	write(s.t, filepath.Join(s.dir, "go.work"), fmt.Sprintf("go %s\n\nuse (\n\t.\n\t%q\n)\n", strings.TrimPrefix(ver, "go"), root(s.t)))
	helpers := filepath.Join(s.src, "internal", "jsontest")
	entries, err := os.ReadDir(helpers)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range entries {
		// The other file embeds the corpora through a package of the toolchain's own.
		if e.Name() == "testcase.go" {
			text, err := os.ReadFile(filepath.Join(helpers, e.Name()))
			if err != nil {
				s.t.Fatal(err)
			}
			write(s.t, filepath.Join(s.dir, "jsontest", e.Name()), strings.ReplaceAll(string(text), "//go:build", "// was built for"))
		}
	}
	write(s.t, filepath.Join(s.dir, "doc.go"), "package json\n")
}
