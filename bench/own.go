package main

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func ownCommand() *cobra.Command {
	var (
		o       ownJob
		profile string
	)
	c := &cobra.Command{
		Use:   "own ./pkg Type sample.json",
		Short: "Measure your own type on your own samples across the libraries",
		Long: "Builds a throw-away program around your type and runs it: this compiles and runs your package, its init functions included.\n" +
			"Nothing is written into your tree. The samples are one JSON value or many (NDJSON). Every library's result is compared\n" +
			"with encoding/json's before it is timed. With --share or --profile it also says what a change would save of all your time.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 3 {
				return errors.New("name a package, a type in it and a file of samples: bench own ./pkg Type sample.json")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.rounds < 1 || o.batch <= 0 {
				return errors.New("rounds and batch must be positive")
			}
			if !(o.share >= 0 && o.share <= 100) {
				return fmt.Errorf("a share of %v%% is none", o.share)
			}
			o.pkg, o.typ, o.sample = args[0], args[1], args[2]
			if profile != "" {
				p, err := jsonShare(profile)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %.1f%% of the samples are in encoding/json\n", profile, p)
				o.share = p
			}
			return o.run(cmd)
		},
	}
	f := c.Flags()
	f.IntVarP(&o.rounds, "rounds", "n", 7, "interleaved rounds; medians count")
	f.DurationVar(&o.batch, "batch", 20*time.Millisecond, "processor time of one round of one library")
	f.StringVarP(&o.libs, "lib", "l", "", "only these libraries (comma separated) besides std")
	f.Float64Var(&o.share, "share", 0, "percent of your program's time that is spent in encoding/json")
	f.StringVar(&profile, "profile", "", "a CPU profile of your program, to find that share")
	return c
}

type ownJob struct {
	pkg, typ, sample, libs string
	rounds                 int
	batch                  time.Duration
	share                  float64
}

// ownPkg is what go list says about the user's package.
type ownPkg struct {
	at               string // its folder, if it was named by that
	ImportPath, Name string
	Module           *struct{ Path, Dir string }
	Error            *struct{ Err string }
}

func (o *ownJob) run(cmd *cobra.Command) error {
	if !token.IsIdentifier(o.typ) || !token.IsExported(o.typ) {
		return fmt.Errorf("%q is no exported type; only exported types can be used from outside their package", o.typ)
	}
	sample, err := filepath.Abs(o.sample)
	if err != nil {
		return err
	}
	if _, err := os.Stat(sample); err != nil {
		return err
	}
	if _, err := findLibs(splitList(o.libs)); err != nil {
		return err
	}
	p, err := o.find()
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "compiling and running package", o.pkg)
	dir, err := os.MkdirTemp("", "bench-own-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := o.write(dir, p); err != nil {
		return err
	}
	exe := filepath.Join(dir, "own.exe")
	build := exec.Command("go", "build", "-o", exe, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"), "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%s.%s doesn't compile: %s", p.ImportPath, o.typ, compileError(string(out)))
	}
	ctx, stop := signalContext()
	defer stop()
	run := exec.CommandContext(ctx, exe, "-rounds", strconv.Itoa(o.rounds), "-batch", o.batch.String(), "-lib", o.libs,
		"-share", strconv.FormatFloat(o.share, 'g', -1, 64), sample)
	run.Env = append(os.Environ(), "GOMAXPROCS=1")
	run.Stdout, run.Stderr = cmd.OutOrStdout(), os.Stderr
	return run.Run()
}

// find asks the go command about the package. A folder is asked about from within: it may be in a module that the
// workspace of the present folder does not know.
func (o *ownJob) find() (*ownPkg, error) {
	at, name := "", o.pkg
	if info, err := os.Stat(o.pkg); err == nil && info.IsDir() && (filepath.IsAbs(o.pkg) || strings.HasPrefix(filepath.ToSlash(o.pkg), ".")) {
		at, name = o.pkg, "."
	}
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Module,Error", name)
	var stderr bytes.Buffer
	list.Dir, list.Stderr = at, &stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %s", o.pkg, firstLine(stderr.String()))
	}
	p := &ownPkg{at: at}
	if err := stdjson.Unmarshal(out, p); err != nil {
		return nil, fmt.Errorf("%s is not one package", o.pkg)
	}
	switch {
	case p.Error != nil:
		return nil, fmt.Errorf("%s: %s", o.pkg, firstLine(p.Error.Err))
	case p.Module == nil:
		return nil, fmt.Errorf("%s is in no module", o.pkg)
	case p.Name == "main":
		return nil, fmt.Errorf("%s is a program; Go lets nobody import it: move %s into a package", o.pkg, o.typ)
	}
	return p, nil
}

// write makes the program and a workspace that holds it beside the user's modules.
func (o *ownJob) write(dir string, p *ownPkg) error {
	const bench = library + "/bench"
	src := fmt.Sprintf("package main\n\nimport (\n\t%q\n\n\town %q\n)\n\nfunc main() {\n\townrun.Main(%q, func() any { return new(own.%s) })\n}\n",
		bench+"/ownrun", p.ImportPath, p.ImportPath+"."+o.typ, o.typ)
	mod := "module bench.example/own\n\ngo 1.26.0\n"
	uses := []string{".", p.Module.Dir}
	version := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		if info.Main.Path != bench {
			version = ""
		}
	}
	work := ""
	env := exec.Command("go", "env", "GOWORK")
	env.Dir = p.at
	if old, err := env.Output(); err == nil {
		if file := strings.TrimSpace(string(old)); file != "" && file != "off" {
			more, replaces, err := workspace(file)
			if err != nil {
				return err
			}
			uses, work = append(uses, more...), replaces
			if sum, err := os.ReadFile(file + ".sum"); err == nil {
				if err := os.WriteFile(filepath.Join(dir, "go.work.sum"), sum, 0o644); err != nil {
					return err
				}
			}
		}
	}
	at, err := moduleOf(bench)
	if err != nil && !strings.HasPrefix(version, "v") {
		at, err = sourceTree() // a binary built from a tree is used elsewhere
	}
	if tree := filepath.Dir(at); err == nil && !slices.Contains(uses, tree) {
		uses = append(uses, tree)
		work += "\nreplace " + library + " v0.1.0 => " + strconv.Quote(tree) + "\n"
		// bench requires compat too, which has no release to download yet.
		work += "\nreplace " + library + "/compat v0.1.0 => " + strconv.Quote(filepath.Join(tree, "compat")) + "\n"
	}
	switch {
	case err == nil:
		uses = append(uses, at)
		mod += "\nrequire " + bench + " v0.1.0\n"
		work += "\nreplace " + bench + " v0.1.0 => " + strconv.Quote(at) + "\n"
	case strings.HasPrefix(version, "v"):
		mod += "\nrequire " + bench + " " + version + "\n"
	default:
		return fmt.Errorf("this binary was built from a tree that is gone; run `go run %s@VERSION own`", bench)
	}
	seen := map[string]bool{}
	text := "go " + goVersion() + "\n\nuse (\n"
	for _, u := range uses {
		if !seen[u] {
			seen[u] = true
			text += "\t" + strconv.Quote(u) + "\n"
		}
	}
	text += ")\n" + work
	for name, s := range map[string]string{"main.go": src, "go.mod": mod, "go.work": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o644); err != nil {
			return err
		}
	}
	if strings.HasPrefix(version, "v") { // the sums of the peers
		get := exec.Command("go", "mod", "download", bench+"@"+version)
		get.Dir = dir
		get.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		if out, err := get.CombinedOutput(); err != nil {
			return fmt.Errorf("%s@%s: %s", bench, version, firstLine(string(out)))
		}
	}
	return nil
}

// workspace returns what a go.work uses, and its replacements, with absolute paths.
func workspace(file string) (uses []string, replaces string, err error) {
	out, err := exec.Command("go", "work", "edit", "-json", file).Output()
	if err != nil {
		return nil, "", err
	}
	var w struct {
		Use     []struct{ DiskPath string }
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := stdjson.Unmarshal(out, &w); err != nil {
		return nil, "", err
	}
	abs := func(p string) string {
		if filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(filepath.Dir(file), p)
	}
	for _, u := range w.Use {
		uses = append(uses, abs(u.DiskPath))
	}
	for _, r := range w.Replace {
		to := r.New.Path
		if r.New.Version == "" {
			to = strconv.Quote(abs(to))
		}
		replaces += fmt.Sprintf("\nreplace %s => %s\n", strings.TrimSpace(r.Old.Path+" "+r.Old.Version), strings.TrimSpace(to+" "+r.New.Version))
	}
	return uses, replaces, nil
}

// goVersion returns the go command's own release, which no module in a workspace that it can use is ahead of.
func goVersion() string {
	out, err := exec.Command("go", "env", "GOVERSION").Output()
	v, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(out)), "go"), " ")
	if v, _, _ = strings.Cut(v, "-"); err != nil || !strings.HasPrefix(v, "1.") {
		return "1.26.0"
	}
	return v
}

// library is the module that all of this is about.
const library = "github.com/zetes-json/zetes"

// moduleOf returns the directory of a module of this workspace.
func moduleOf(path string) (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{if .Main}}{{.Dir}}{{end}}", path).Output()
	if dir := strings.TrimSpace(string(out)); err == nil && dir != "" {
		return dir, nil
	}
	return "", fmt.Errorf("%s is not in this workspace", path)
}

// sourceTree returns the directory of bench in the tree that this binary was built from.
func sourceTree() (string, error) {
	_, file, _, ok := runtime.Caller(0)
	dir := filepath.Dir(file)
	if !ok || !filepath.IsAbs(dir) {
		return "", errors.New("built without paths")
	}
	_, err := os.Stat(filepath.Join(dir, "..", "go.work"))
	return dir, err
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// compileError returns the line that says what is wrong.
func compileError(out string) string {
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "#") && strings.TrimSpace(line) != "" {
			return strings.TrimSpace(line)
		}
	}
	return firstLine(out)
}

var shareLine = regexp.MustCompile(`accounting for [^,]*, ([0-9.]+)% of`)

// jsonShare asks pprof what share of a CPU profile is spent below encoding/json.
func jsonShare(profile string) (float64, error) {
	out, err := exec.Command("go", "tool", "pprof", "-top", "-nodefraction=0", `-focus=^encoding/json\.`, profile).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s: %s", profile, firstLine(string(out)))
	}
	m := shareLine.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("%s shows nothing in encoding/json", profile)
	}
	return strconv.ParseFloat(string(m[1]), 64)
}
