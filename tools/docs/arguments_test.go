package docs

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// programs builds the tools, the benchmark and the command into a folder, and returns their names.
func programs(t *testing.T, dir string) (names []string) {
	t.Helper()
	paths := []string{"./bench", "./cmd/zetes", "./internal/tests/anytype/check"}
	mains, err := filepath.Glob(filepath.Join(root, "tools", "*", "main.go"))
	if err != nil || len(mains) < 4 {
		t.Fatalf("tools %q: %v", mains, err)
	}
	for _, path := range mains {
		paths = append(paths, "./tools/"+filepath.Base(filepath.Dir(path)))
	}
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	build := exec.Command("go", append([]string{"build", "-o", dir + string(filepath.Separator)}, paths...)...)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return names
}

// withArguments are the commands that take arguments: files, types, revisions. All others refuse every word.
var withArguments = []string{
	"zetes bench", "zetes check", "zetes check types", "zetes diff", "zetes fmt", "zetes gen", "zetes get", "zetes migrate", "zetes patch", "zetes set",
	"bench own", "bench compare", "bench report",
}

// badInput are command lines, and a part of what they are told.
var badInput = []struct{ line, want string }{
	{"api -w=", "-w needs a value"},
	{"api -w v1", `"v1" is not a version`},
	{"api -root nosuch", "nosuch"},
	{"api -root=", "-root needs a value"},
	{"figures -guess -1", "-1"},
	{"figures -guess x", `"x"`},
	{"figures -most -1", "-1"},
	{"figures -root nosuch", "nosuch"},
	{"figures -root good.json", "no Go files"},
	{"tidy -w=maybe", "maybe"},
	{"tidy", "no workspace"},
	{"tidy -work=", "-work needs a value"},
	{"tidy -work nosuch", "nosuch"},
	{"tidy -work good.json", "good.json"},
	{"unsafe -root .", "is not the folder of the module"},
	{"check -groups 0", "must be positive"},
	{"check -time 0s", "must be positive"},
	{"check -each -1s", "must be positive"},
	{"check -seed x", `"x"`},

	{"bench help nosuch", "nosuch"},
	{"bench help article nosuch", "nosuch"},
	{"bench cor", "Did you mean this? core"},
	{"bench article nosuch", "there are"},
	{"bench article versions -n 0", "must be positive"},
	{"bench core --rounds 0", "must be positive"},
	{"bench core --lib nosuch", "nosuch"},
	{"bench core --run (", "missing closing )"},
	{"bench core --run nosuch", "nosuch"},
	{"bench core --from nosuch", "nosuch"},
	{"bench beyond --batch 0s", "must be positive"},
	{"bench doc --docs nosuch", "the tree of zetes"},
	{"bench zoo --procs 0", "must be positive"},
	{"bench zoo --seed x", `"x"`},
	{"bench simdjson -n 0", "must be positive"},
	{"bench matrix --lib nosuch", "nosuch"},
	{"bench matrix --data nosuch", "nosuch"},
	{"bench matrix --procs 0", "cannot be measured"},
	{"bench matrix --rounds 0", "must be positive"},
	{"bench matrix --slice -1s", "not negative"},
	{"bench matrix --resume .", "holds no results"},
	{"bench probe --lib nosuch", "nosuch"},
	{"bench report", "1 arg"},
	{"bench report nosuch", "nosuch"},
	{"bench report .", "holds no results"},
	{"bench report . --docs --keep", "docs keep"},
	{"bench own", "name a package"},
	{"bench own ./pkg Type nosuch", "nosuch"},
	{"bench own ./pkg Type good.json --share 101", "101"},
	{"bench own ./pkg Type good.json", "./pkg"},
	{"bench compare", "arg"},
	{"bench compare a b c", "arg"},
	{"bench compare HEAD --plan nosuch", "nosuch"},
	{"bench compare HEAD --count 0", "must be positive"},
	{"bench compare HEAD --worse -1", "not negative"},
	{"bench compare HEAD --data nosuch", "nosuch"},
	{"bench scaling --lib nosuch", "nosuch"},
	{"bench scaling --lib=", "not empty"},
	{"bench scaling --limit 0s", "must be positive"},
	{"bench load --modes nosuch", "nosuch"},
	{"bench load --time 0s", "must be positive"},
	{"bench instructions -r nosuch", "nosuch"},
	{"bench targets -w", "--full"},

	{"zetes help nosuch", "nosuch"},
	{"zetes help check nosuch", "nosuch"},
	{"zetes completion nosuch", "nosuch"},
	{"zetes checks good.json", "did you mean check?"},
	{"zetes check", "no input"},
	{"zetes check -max-depth -1 good.json", "negative"},
	{"zetes check -max-depth x good.json", `"x"`},
	{"zetes check types", "no package"},
	{"zetes check types -run ( .", "missing closing )"},
	{"zetes check types -time 0s .", "must be positive"},
	{"zetes check types -lost nosuch .", "nosuch"},
	{"zetes check types -from v1 .", "-from v1 -to v2 is what can be compared"},
	{"zetes check types -from v1 -to v2 -v2 .", "use one of them"},
	{"zetes diff good.json", "two files"},
	{"zetes diff good.json nosuch", "nosuch"},
	{"zetes diff -color nosuch good.json good.json", "nosuch"},
	{"zetes fmt", "no input"},
	{"zetes fmt -w -", "standard input"},
	{"zetes fmt -indent x good.json", `"x"`},
	{"zetes get", "a path"},
	{"zetes get nosuch good.json", "nosuch"},
	{"zetes get $[ good.json", "jsonpath"},
	{"zetes set /a good.json", "a value and a file"},
	{"zetes set /a { good.json", `"{"`},
	{"zetes set a 1 good.json", `"a"`},
	{"zetes patch good.json", "a patch and a file"},
	{"zetes gen -type nosuch .", "nosuch"},
	{"zetes gen -n -check .", "exclude each other"},
	{"zetes gen -n -all -tag_key \" .", "tag_key"},
	{"zetes migrate -to v2", `"v2"`},
	{"zetes migrate -only nosuch", "nosuch"},
	{"zetes migrate ./nosuch", "nosuch"},
	{"zetes bench -time 0s", "must be positive"},
	{"zetes bench -run (", "missing closing )"},
	{"zetes bench -type Order", "name one"},
	{"zetes bench -builtin good.json", "exclude each other"},
}

// TestBadInput holds that the tools, the benchmark and the command, each with all its subcommands, answer bad input by
// one line on standard error, which names what is wrong, and by the exit status 2.
func TestBadInput(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"good.json": "[1]\n", "go.mod": "module m\n\ngo 1.26\n", "m.go": "package m\n\ntype Order struct{ ID int }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(line string) (out, errs string, status int) {
		t.Helper()
		words := strings.Fields(line)
		c := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		var stdout, stderr bytes.Buffer
		c.Dir, c.Env, c.Stdout, c.Stderr = dir, append(os.Environ(), "GOWORK="), &stdout, &stderr
		if err := c.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		return stdout.String(), stderr.String(), c.ProcessState.ExitCode()
	}
	refuse := func(line, want string) {
		t.Helper()
		out, errs, status := run(line)
		if program, _, _ := strings.Cut(line, " "); status != 2 || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, program+": ") || !strings.Contains(errs, want) {
			t.Errorf("%s: want one line with %q and status 2, got status %d, %q and %q", line, want, status, out, errs)
		}
	}

	subcommand := regexp.MustCompile(`(?m)^  ([a-z]+) +\S`)
	found := map[string]int{}
	var visit func(command string)
	visit = func(command string) {
		help, errs, status := run(command + " --help")
		if status != 0 || errs != "" || !strings.Contains(strings.ToLower(help), "usage:") {
			t.Errorf("%s --help: status %d, %q, %q", command, status, help, errs)
		}
		program, _, _ := strings.Cut(command, " ")
		found[program]++
		refuse(command+" --nosuch", "nosuch")
		refuse(command+" --nosuch=1", "nosuch")
		if !slices.Contains(withArguments, command) {
			refuse(command+" nosuch", "nosuch")
		}
		_, list, _ := strings.Cut(help, "Available Commands:\n")
		list, _, _ = strings.Cut(list, "\n\n")
		for _, m := range subcommand.FindAllStringSubmatch(list, -1) {
			if m[1] != "help" {
				visit(command + " " + m[1])
			}
		}
	}
	for _, program := range programs(t, bin) {
		visit(program)
	}
	if found["bench"] < 20 || found["zetes"] < 14 {
		t.Errorf("subcommands are overlooked: %v", found)
	}
	for _, row := range badInput {
		refuse(row.line, row.want)
	}
}
