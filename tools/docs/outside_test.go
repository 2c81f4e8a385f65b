package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// text returns the text of a file of the repository.
func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// all returns the first group of each match.
func all(pattern, s string) (found []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(s, -1) {
		found = append(found, m[1])
	}
	return found
}

// workspaces returns the folders of modules that have a workspace of their own.
func workspaces(t *testing.T) (dirs []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "*", "*", "go.work"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("workspaces %q: %v", paths, err)
	}
	for _, path := range paths {
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, filepath.ToSlash(dir))
	}
	return dirs
}

// TestWorkspaces holds that a module with a workspace of its own is outside of the tree's, which would compile all that
// it requires, that it is there with the library, and that the nightly tests tidy it.
func TestWorkspaces(t *testing.T) {
	for _, dir := range workspaces(t) {
		if strings.Contains(text(t, "go.work"), dir) {
			t.Errorf("go.work uses %s", dir)
		}
		if used := all(`(?m)^\t(\S+)$`, text(t, dir+"/go.work")); !slices.Equal(used, []string{".", "../.."}) {
			t.Errorf("%s/go.work uses %q", dir, used)
		}
		replaced := all(`(?m)^replace (\S+/zetes \S+) =>`, text(t, "go.work"))
		if got := all(`(?m)^replace (\S+ \S+) => \.\./\.\./$`, text(t, dir+"/go.work")); !slices.Equal(got, replaced) {
			t.Errorf("%s/go.work replaces %q, and go.work %q", dir, got, replaced)
		}
		if call := "go run ./tools/tidy -work " + dir + "/go.work"; !strings.Contains(text(t, ".ci/run"), call) {
			t.Errorf(".ci/run has no %s", call)
		}
	}
}

// TestDependabot holds that dependabot looks at each module of the workspaces.
func TestDependabot(t *testing.T) {
	modules := all(`(?m)^\t\.(\S*)$`, text(t, "go.work"))
	if len(modules) < 5 {
		t.Fatalf("go.work has the modules %q", modules)
	}
	for _, apart := range workspaces(t) {
		modules = append(modules, "/"+apart)
	}
	listed := all(`(?m)^      - (/\S*)$`, text(t, ".github/dependabot.yml"))
	for _, m := range modules {
		if m == "" {
			m = "/"
		}
		if !slices.Contains(listed, m) {
			t.Errorf(".github/dependabot.yml does not list %s", m)
		}
	}
	for _, m := range listed {
		if !slices.Contains(modules, strings.TrimSuffix(m, "/")) {
			t.Errorf(".github/dependabot.yml lists %s, which is no module of a go.work", m)
		}
	}
}

// TestSteps holds that the Makefile and the workflows call steps that .ci/run has, and that the Makefile's help names
// each target.
func TestSteps(t *testing.T) {
	run := text(t, ".ci/run")
	steps := all(`(?m)^step_(\w+)\(\)`, run)
	files := []string{"Makefile"}
	paths, err := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("workflows %q: %v", paths, err)
	}
	for _, path := range paths {
		files = append(files, ".github/workflows/"+filepath.Base(path))
	}
	calls := 0
	for _, name := range files {
		for _, args := range all(`(?m)^\s*(?:- run: )?\.ci/run\b(.*)$`, text(t, name)) {
			calls++
			for _, step := range strings.Fields(args) {
				if step != "nightly" && !slices.Contains(steps, step) {
					t.Errorf("%s calls step %s, which .ci/run does not have", name, step)
				}
			}
		}
	}
	if calls < 5 {
		t.Errorf("only %d calls of .ci/run", calls)
	}
	makefile := text(t, "Makefile")
	phony := strings.Fields(all(`(?m)^\.PHONY: (.*)$`, makefile)[0])
	if targets := all(`(?m)^([a-z]+):.*## `, makefile); !slices.Equal(targets, phony) {
		t.Errorf("the Makefile has the targets %q, and .PHONY names %q", targets, phony)
	}
}

// TestActions holds that workflows name each action by a commit, which no one can move, with its version beside it,
// and that they may only read the repository.
func TestActions(t *testing.T) {
	for _, name := range []string{"ci.yml", "nightly.yml"} {
		s := text(t, ".github/workflows/"+name)
		for _, use := range all(`(?m)\buses: (.*)$`, s) {
			if !regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`).MatchString(use) {
				t.Errorf("%s uses %s", name, use)
			}
		}
		if got := all(`(?ms)^permissions:\n((?:  .*?\n)+)`, s); len(got) != 1 || got[0] != "  contents: read\n" || strings.Count(s, "permissions:") != 1 {
			t.Errorf("%s has the permissions %q", name, got)
		}
	}
}

// TestSupport holds that the workflow runs the Go releases that docs/support.md promises, and that go.mod asks for the
// oldest of them.
func TestSupport(t *testing.T) {
	promised := all(`(?m)^\| (1\.\d+) \| .* \| yes \|`, text(t, "docs/support.md"))
	if len(promised) != 2 {
		t.Fatalf("docs/support.md promises the releases %q", promised)
	}
	matrix := all(`(?m)^        go: \[(.*)\]$`, text(t, ".github/workflows/ci.yml"))
	if len(matrix) < 2 {
		t.Errorf("ci.yml has %d lists of releases", len(matrix))
	}
	for _, m := range matrix {
		if want := "'" + strings.Join(promised, "', '") + "'"; m != want {
			t.Errorf("ci.yml runs %s, and docs/support.md promises %s", m, want)
		}
	}
	if got := all(`(?m)^go (\d+\.\d+)`, text(t, "go.mod")); got[0] != promised[0] {
		t.Errorf("go.mod asks for Go %s, and docs/support.md promises %s", got[0], promised[0])
	}
}

// TestCommand holds that README, CONTRIBUTING.md, the Makefile and .ci/run name one test command, that CONTRIBUTING.md
// explains each step of .ci/run nightly, and that no test asks for -short.
func TestCommand(t *testing.T) {
	command := all(`(?m)^step_test\(\) \{ (.*); \}$`, text(t, ".ci/run"))
	if len(command) != 1 {
		t.Fatalf(".ci/run has the test commands %q", command)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "Makefile"} {
		if lines := all(`(?m)^\s*(go test \./\.\.\. \./cmd.*?)(?:\s+#.*)?$`, text(t, name)); !slices.Contains(lines, command[0]) {
			t.Errorf("%s has %q, and .ci/run tests with %q", name, lines, command[0])
		}
	}
	nightly := all(`(?m)^nightly=\((.*)\)$`, text(t, ".ci/run"))
	if len(nightly) != 1 {
		t.Fatalf("the steps of a night: %q", nightly)
	}
	for _, step := range strings.Fields(nightly[0]) {
		if !strings.Contains(text(t, "CONTRIBUTING.md"), "`"+step+"`") {
			t.Errorf("CONTRIBUTING.md does not say what step %s is", step)
		}
	}
	if strings.Contains(text(t, ".ci/run"), "-short") {
		t.Error(".ci/run tests with -short")
	}
}
