package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// asBench makes the test binary behave as the command.
const asBench = "ZETES_BENCH_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asBench) != "" || os.Getenv(childEnv) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func bench(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), asBench+"=1")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the code says it
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func TestBadInput(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte(`{"id":`), 0o644); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(results, []byte("PASS"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"library-unknown", `unknown library "nope"`, []string{"matrix", "--lib", "nope"}},
		{"data-unknown", `unknown data "nope"`, []string{"matrix", "--data", "nope"}},
		{"regexp-broken", "missing closing )", []string{"matrix", "--run", "("}},
		{"rounds-none", "must be positive", []string{"matrix", "--rounds", "0"}},
		{"core-library-unknown", `unknown library "nope"`, []string{"core", "--lib", "nope"}},
		{"doc-library-unknown", `unknown library "nope"`, []string{"doc", "--lib", "nope"}},
		{"zoo-kind-unknown", `unknown data "slice/none"`, []string{"zoo", "--data", "slice/none"}},
		{"command-unknown", "unknown command", []string{"frobnicate"}},
		{"report-of-nothing", "holds no results", []string{"report", t.TempDir()}},
		{"report-of-other-files", "run.json", []string{"report", filepath.Dir(results)}},
		{"own-type-unexported", "no exported type", []string{"own", "./data", "point", bad}},
		{"own-sample-missing", "no such file", []string{"own", "./data", "Point", bad + "x"}},
		{"own-sample-broken", "bad.json:1: sample 1: unexpected EOF", []string{"own", "./data", "Point", bad}},
		{"own-type-missing", "undefined: own.Nope", []string{"own", "./data", "Nope", bad}},
		{"own-program", "is a program", []string{"own", ".", "Point", bad}},
		{"own-arguments-missing", "name a package, a type in it", []string{"own", "./data", "Point"}},
		{"own-rounds-none", "must be positive", []string{"own", "./data", "Point", bad, "--rounds", "0"}},
		{"own-batch-none", "must be positive", []string{"own", "./data", "Point", bad, "--batch", "0s"}},
		{"own-share-over-all", "share of 101%", []string{"own", "./data", "Point", bad, "--share", "101"}},
		{"article-unknown", `unknown table "nope"; there are`, []string{"article", "nope"}},
		{"command-misspelt", "Did you mean this? core", []string{"cor"}},
		{"compare-plan-unknown", `unknown plan "nope"; there are matrix, core`, []string{"compare", "HEAD", "--plan", "nope"}},
		{"compare-unknown", "no-such-revision", []string{"compare", "no-such-revision"}},
		{"resume-of-nothing", "holds no results", []string{"matrix", "--resume", t.TempDir()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, stderr, code := bench(t, c.args...)
			var lines []string
			for line := range strings.Lines(stderr) {
				if !strings.HasPrefix(line, "compiling and running") && !strings.HasPrefix(line, "building ") {
					lines = append(lines, line)
				}
			}
			if code != 2 || len(lines) != 1 || !strings.Contains(stderr, c.want) {
				t.Errorf("code %d, %d lines: %s", code, len(lines), stderr)
			}
		})
	}
}

// TestUsage holds that what is wrong with flags is told in one line, with a status of its own.
func TestUsage(t *testing.T) {
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"flag-unknown", "unknown flag: --nope", []string{"load", "--nope"}},
		{"argument", `unknown command "good"`, []string{"load", "good"}},
		{"time-broken", `invalid argument "x"`, []string{"load", "--time", "x"}},
		{"time-none", "must be positive", []string{"load", "--time", "0s"}},
		{"time-short", "less than a millisecond", []string{"load", "--time", "5ms"}},
		{"rounds-none", "must be positive", []string{"load", "--rounds", "0"}},
		{"clients-none", "must be positive", []string{"load", "--clients", "0"}},
		{"clients-many", "at most 1000 clients", []string{"load", "--clients", "1001"}},
		{"items-none", "must be positive", []string{"load", "--items", "0"}},
		{"cancel-negative", "must not be negative", []string{"load", "--cancel", "-1"}},
		{"instructions-call-unknown", `no call matches "nope"`, []string{"instructions", "--run", "nope"}},
		{"instructions-regexp-broken", "missing closing )", []string{"instructions", "--run", "("}},
		{"instructions-argument", `unknown command "x"`, []string{"instructions", "x"}},
		{"instructions-bound-none", "must be positive", []string{"instructions", "--report", "0"}},
		{"instructions-bounds-crossed", "fail at least report", []string{"instructions", "--report", "5", "--fail", "4"}},
		{"instructions-part-written", "use -w without -r", []string{"instructions", "-w", "-r", "point"}},
		{"targets-argument", `unknown command "x"`, []string{"targets", "x"}},
		{"targets-regexp-broken", "missing closing )", []string{"targets", "--run", "("}},
		{"targets-source-unknown", `no source matches "nope"`, []string{"targets", "--run", "nope"}},
		{"targets-write-short", "use -w with --full", []string{"targets", "-w"}},
		{"targets-write-list", "use -w with --full", []string{"targets", "--full", "-w", "--list"}},
		{"mode-unknown", `unknown mode "nope"; there are good, mixed, bad`, []string{"load", "--modes", "good,nope"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, stderr, code := bench(t, c.args...)
			if code != 2 || out != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
				t.Errorf("code %d: %s%s", code, out, stderr)
			}
		})
	}
}

// TestLoad puts the service under load for a moment.
func TestLoad(t *testing.T) {
	out, stderr, code := bench(t, "load", "--time", "10m", "--rounds", "1", "--requests", "40", "--modes", "bad,good", "--markdown")
	if code != 0 || strings.Count(out, "| zetes |") != 2 || strings.Count(out, "\n| good | ") != 3 || strings.Contains(out, "mixed") {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
}

// TestZoo measures two kinds for a moment and looks for the verdict.
func TestZoo(t *testing.T) {
	out, stderr, code := bench(t, "zoo", "--seed", "9", "--data", "map/[12],made/0", "--run", "marshal", "--rounds", "1", "--batch", "10us")
	if code != 0 || !strings.Contains(out, "seed 9") || !strings.Contains(out, "map/2") || !strings.Contains(out, "made/0") ||
		!strings.Contains(out, " leads\n") || strings.Contains(out, "== again") {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
	out, stderr, code = bench(t, "zoo", "--v2", "--data", "alone/bool", "--rounds", "1", "--batch", "10us")
	if newer := strings.Contains(out, "zetes-v2 against std-v2"); newer != (code == 0) || !newer && !strings.Contains(stderr, "--v2 needs Go 1.27") {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
}

// TestDoc measures a row for a moment and looks for its peers.
func TestDoc(t *testing.T) {
	out, stderr, code := bench(t, "doc", "--run", "get/first/unchecked", "--lib", "gjson", "--rounds", "1", "--batch", "10us")
	if code != 0 || !strings.Contains(out, "== get/first/unchecked") || !strings.Contains(out, "against gjson") || strings.Contains(out, "sonic") {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
}

// TestResume cuts a run off in the middle of a group and goes on with it.
func TestResume(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	args := []string{"matrix", "--data", "point", "--lib", "std,zetes", "--procs", "1", "--rounds", "2", "--batch", "50us", "--extra=false", "--out", dir}
	// At the end of what is printed stand a summary and the way to the report.
	if out, stderr, code := bench(t, args...); code != 0 || !strings.Contains(out, "| Unmarshal into Go types | ") || !strings.HasSuffix(out, "bench report "+dir+"\n") {
		t.Fatalf("code %d: %s%s", code, out, stderr)
	}
	whole, err := matrix.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := bench(t, args...); code == 0 || !strings.Contains(stderr, "--resume") {
		t.Errorf("old results would be lost: code %d, %s", code, stderr)
	}
	for _, name := range []string{"raw.txt", "notes.jsonl"} {
		file := filepath.Join(dir, name)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b[:len(b)*2/3], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cut, err := matrix.Open(dir)
	if err != nil || len(cut.Cells) >= len(whole.Cells) {
		t.Fatalf("%d cells after the cut, %d before: %v", len(cut.Cells), len(whole.Cells), err)
	}
	if _, stderr, code := bench(t, "matrix", "--resume", dir); code != 0 {
		t.Fatalf("code %d: %s", code, stderr)
	}
	again, err := matrix.Open(dir)
	if err != nil || len(again.Cells) != len(whole.Cells) || !again.Meta.Finished {
		t.Fatalf("%d cells, not %d: %v", len(again.Cells), len(whole.Cells), err)
	}
	for _, c := range again.Cells {
		if c.Err == "" && len(c.CPU) != 2 {
			t.Errorf("%s has %d rounds", c.Name(), len(c.CPU))
		}
	}
	if out, stderr, code := bench(t, "report", dir); code != 0 || !strings.Contains(out, "report.html") {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
	before, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil {
		t.Fatal(err)
	}

	// A summary shows the same, and is where a run ends.
	if out, stderr, code := bench(t, "report", "--keep", dir); code != 0 || !strings.Contains(out, "in place of their rounds") {
		t.Fatalf("code %d: %s%s", code, out, stderr)
	}
	if _, stderr, code := bench(t, "report", dir); code != 0 {
		t.Fatalf("code %d: %s", code, stderr)
	}
	after, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil || !alike(string(after), string(before)) {
		t.Errorf("%v; the report of the summary is another:\n%s\nbefore:\n%s", err, after, before)
	}
	for _, args := range [][]string{{"report", "--keep", dir}, {"matrix", "--resume", dir}} {
		if _, stderr, code := bench(t, args...); code == 0 || !strings.Contains(stderr, "a summary") {
			t.Errorf("%v of a summary: code %d, %s", args, code, stderr)
		}
	}
}

// alike reports whether two reports say the same. A summary keeps five digits of a figure, of which a report shows
// three: the last of these may differ by one, and so may which of two equal figures is called the better one.
func alike(a, b string) bool {
	plain := strings.NewReplacer("**", "")
	x, y := strings.Fields(plain.Replace(a)), strings.Fields(plain.Replace(b))
	return slices.EqualFunc(x, y, func(a, b string) bool {
		f, err := strconv.ParseFloat(a, 64)
		g, bad := strconv.ParseFloat(b, 64)
		return a == b || err == nil && bad == nil && math.Abs(f-g) <= 0.011+0.02*math.Abs(f)
	})
}

// TestSlices runs one command again and again, as somebody does who has the machine for a short time only.
func TestSlices(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	args := []string{"matrix", "--data", "point", "--lib", "std", "--procs", "1", "--rounds", "1", "--batch", "50us", "--extra=false", "--slice", "1ns", "--out", dir}
	out, stderr, code := bench(t, args...)
	if code != 0 || !strings.Contains(out, "0 of ") {
		t.Fatalf("code %d: %s%s", code, out, stderr)
	}
	args[len(args)-3] = "100ms"
	for range 100 {
		if out, stderr, code = bench(t, args...); code != 0 {
			t.Fatalf("code %d: %s%s", code, out, stderr)
		}
		if !strings.Contains(out, "the same command goes on") {
			break
		}
	}
	r, err := matrix.Open(dir)
	if err != nil || !r.Meta.Finished || len(r.Cells) == 0 {
		t.Fatalf("not finished: %s%s %v", out, stderr, err)
	}
	seen := map[string]bool{}
	for _, c := range r.Cells {
		if seen[c.Name()] || c.Err == "" && len(c.CPU) != 1 {
			t.Errorf("%s: %d rounds, or twice", c.Name(), len(c.CPU))
		}
		seen[c.Name()] = true
	}
}

// TestOwnElsewhere measures a type of a module outside of the workspace, which asks for the newest release as go
// mod init has it.
func TestOwnElsewhere(t *testing.T) {
	long.Only(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module example.com/user\n\ngo " + goVersion() + "\n",
		"shop/shop.go": "package shop\n\ntype Order struct {\n\tID int `json:\"id\"`\n}\n",
		"s.ndjson":     "{\"id\":1}\n{\"id\":2}\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "own", "./shop", "Order", "s.ndjson", "--rounds", "1", "--batch", "100us", "--lib", "zetes", "--share", "50")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asBench+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "2 samples") || !strings.Contains(string(out), "of all your time") || strings.Count(string(out), "\nzetes ") != 2 {
		t.Errorf("%v: %s", err, out)
	}
}

// TestOwnFolder holds that a package of a module, or of a workspace, that this workspace does not know can be named by its
// folder: the program that would be built finds all its packages. The folders have a space in their names.
func TestOwnFolder(t *testing.T) {
	const module = "module example.com/user\n\ngo 1.26.0\n"
	shop := map[string]string{"shop/shop.go": "package shop\n\ntype Order struct {\n\tID int `json:\"id\"`\n}\n"}
	for _, c := range []struct {
		name  string
		files map[string]string
	}{
		{"module", map[string]string{"go.mod": module}},
		{"workspace", map[string]string{
			"go.mod":           module + "\nrequire example.com/other v1.0.0\n",
			"go.work":          "go 1.26.0\n\nuse .\n\nreplace example.com/other v1.0.0 => \"./the other\"\n",
			"the other/go.mod": "module example.com/other\n\ngo 1.26.0\n", "the other/other.go": "package other\n",
			"shop/more.go": "package shop\n\nimport _ \"example.com/other\"\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "a user")
			for _, files := range []map[string]string{shop, c.files} {
				for name, text := range files {
					file := filepath.Join(root, filepath.FromSlash(name))
					if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			o := &ownJob{pkg: filepath.Join(root, "shop"), typ: "Order"}
			p, err := o.find()
			if err != nil || p.ImportPath != "example.com/user/shop" {
				t.Fatal(p, err)
			}
			dir := t.TempDir()
			if err := o.write(dir, p); err != nil {
				t.Fatal(err)
			}
			list := exec.Command("go", "list", "-deps", ".")
			list.Dir = dir
			list.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"), "GOFLAGS=")
			out, err := list.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "example.com/user/shop\n") || !strings.Contains(string(out), library+"/bench/ownrun\n") {
				work, _ := os.ReadFile(filepath.Join(dir, "go.work"))
				t.Errorf("%v: %s\n%s", err, out, work)
			}
		})
	}
}

// TestInterrupt stops a run; what was measured stays, and the message says how to go on.
func TestInterrupt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, "matrix", "--data", "point", "--lib", "std", "--procs", "1", "--rounds", "200", "--batch", "5ms", "--extra=false", "--out", dir)
	cmd.Env = append(os.Environ(), asBench+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for ctx.Err() == nil { // until something is measured
		if r, err := matrix.Open(dir); err == nil && len(r.Cells) > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	var sig os.Signal = os.Interrupt
	if signal.Ignored(sig) { // by the script that runs the tests in the background
		sig = syscall.SIGTERM
	}
	if err := cmd.Process.Signal(sig); err != nil {
		t.Skip("no interrupts here:", err)
	}
	_ = cmd.Wait() // the code says it
	if cmd.ProcessState.ExitCode() == 0 || !strings.Contains(stderr.String(), "--resume "+dir) {
		t.Errorf("code %d: %s", cmd.ProcessState.ExitCode(), stderr.String())
	}
	r, err := matrix.Open(dir)
	if err != nil || len(r.Cells) == 0 || r.Meta.Finished {
		t.Errorf("results are lost: %v", err)
	}
}

// TestPeer adds a library from a folder, and says what is wrong with other folders.
func TestPeer(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	dir := t.TempDir()
	files := map[string]string{
		"good/go.mod": "module example.com/peer\n\ngo 1.26.0\n",
		"good/peer.go": "package peer\n\nimport (\n\t\"encoding/json\"\n\n\t\"github.com/zetes-json/zetes/bench/lib\"\n)\n\nfunc init() {\n" +
			"\tlib.Add(&lib.Lib{Name: \"mine\", About: \"from a folder\", Level: lib.Exact, Marshal: json.Marshal, Unmarshal: json.Unmarshal})\n}\n",
		"broken/go.mod":  "module example.com/broken\n\ngo 1.26.0\n",
		"broken/peer.go": "package broken\n\nvar x int = \"\"\n",
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"--peer", filepath.Join(dir, "good"), "probe", "-l", "mine"}, "\n  mine  ", 0},
		{[]string{"--peer", filepath.Join(dir, "good"), "zoo", "-l", "mine", "-d", "alone/int", "-r", "^marshal$", "-n", "1", "--batch", "10us"}, "mine", 0},
		{[]string{"--peer=" + filepath.Join(dir, "broken"), "probe"}, "peer.go:3", 2},
		{[]string{"--peer", filepath.Join(dir, "none"), "probe"}, "no folder of a Go module", 2},
		{[]string{"probe", "--peer"}, "needs a folder", 2},
	} {
		cmd := exec.Command(exe, c.args...)
		cmd.Env = append(os.Environ(), asBench+"=1")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.want) {
			t.Errorf("%q: status %d, want %d and %q:\n%s", c.args, code, c.code, c.want, out)
		}
	}
}
