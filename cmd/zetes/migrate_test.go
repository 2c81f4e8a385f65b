package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// moving is a module with a test that notices which package it uses.
var moving = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26.0\n",
	"a.go":   "package m\n\nimport \"encoding/json\"\n\nvar decoder = new(json.Decoder)\n",
	"a_test.go": "package m\n\nimport (\n\t\"reflect\"\n\t\"testing\"\n)\n\nfunc TestPackage(t *testing.T) {\n" +
		"\tif reflect.TypeOf(decoder).Elem().PkgPath() != \"encoding/json\" {\n\t\tt.Error(\"another package\")\n\t}\n}\n",
}

// TestMigrate holds what zetes migrate prints, when it writes, and how it ends.
func TestMigrate(t *testing.T) {
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	dir := folder(t, moving)
	same := func() {
		t.Helper()
		for name, text := range moving {
			if read(t, filepath.Join(dir, name)) != text {
				t.Errorf("%s was written", name)
			}
		}
	}
	plan := invoke(t, dir, "", "migrate")
	const change = "\nto change:\n  a.go: encoding/json → github.com/zetes-json/zetes/json (1 use)\n  go.mod: requires github.com/zetes-json/zetes\n"
	if plan.status != 0 || plan.err != "" || !strings.HasPrefix(plan.out, "uses encoding/json in 1 file\n"+change) {
		t.Error(plan)
	}
	same()
	diff := invoke(t, dir, "", "migrate", "-d")
	if want := "-import \"encoding/json\"\n+import \"github.com/zetes-json/zetes/json\"\n"; diff.status != 0 || diff.err != "" || !strings.Contains(diff.out, want) {
		t.Error(diff)
	}
	same()
	check := invoke(t, dir, "", "migrate", "-w", "-check", "-zetes", clone)
	if want := "\ntests: 1 before, of which 0 pass before and after; 1 differ\n  example.com/m TestPackage: pass before, fail after\n"; check.status != 1 || check.err != "" || !strings.Contains(check.out, want) {
		t.Error(check)
	}
	same()
	git, err := exec.LookPath("git")
	if err == nil {
		if out, err := exec.Command(git, "init", "-q", dir).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if got := invoke(t, dir, "", "migrate", "-w", "-zetes", clone); got.status != 2 || got.out != "" || got.err != "zetes: a.go is not committed (3 files in all): commit first, or use -dirty\n" {
			t.Error(got)
		}
		same()
	}
	write := invoke(t, dir, "", "migrate", "-w", "-dirty", "-zetes", clone)
	if write.status != 0 || write.err != "" || !strings.Contains(write.out, "\nchanged:\n  a.go: ") || strings.Contains(read(t, filepath.Join(dir, "a.go")), "encoding/json") {
		t.Error(write)
	}
	if got := read(t, filepath.Join(dir, "go.mod")); !strings.Contains(got, "\nreplace github.com/zetes-json/zetes => "+clone) {
		t.Error(got)
	}
	if again := invoke(t, dir, "", "migrate", "-w", "-dirty", "-zetes", clone); again.status != 0 || again.out != "no JSON library is used\n" {
		t.Error(again)
	}
}

// TestMigrateBench: -bench compares the processor time of benchmarks of the same name before and after, shows its progress,
// says when there are none and what is wrong with one, and writes nothing.
func TestMigrateBench(t *testing.T) {
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	dir := folder(t, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26.0\n",
		"a.go":   "package m\n\nimport \"encoding/json\"\n\nvar Marshal = json.Marshal\n",
		"a_test.go": "package m\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\nfunc BenchmarkMap(b *testing.B) {\n\tfor b.Loop() {\n\t\tMarshal(map[string]int{\"a\": 1, \"b\": 2})\n\t}\n}\n\n" +
			"func BenchmarkSleep(b *testing.B) {\n\tb.Run(\"a b/(c)\", func(b *testing.B) {\n\t\tfor b.Loop() {\n\t\t\ttime.Sleep(time.Millisecond)\n\t\t}\n\t})\n}\n\n" +
			"func BenchmarkBroken(b *testing.B) { b.Fatal(\"no luck\") }\n",
	})
	got := invoke(t, dir, "", "migrate", "-bench", "Map", "-zetes", clone)
	if row := regexp.MustCompile(`(?m)^example.com/m +Map +[0-9.]+ +[0-9.]+ +([0-9.]+)x +[0-9]+ +[0-9]+$`).FindStringSubmatch(got.out); got.status != 0 ||
		row == nil || !regexp.MustCompile(`(?m)^geometric mean +`+row[1]+`x$`).MatchString(got.out) ||
		!strings.HasPrefix(got.err, "[1/7] round 1 of 7\n[2/7] round 2 of 7\n") || strings.Count(got.err, "\n") != 7 {
		t.Error(got)
	}
	got = invoke(t, dir, "", "migrate", "-bench", "Sleep", "-zetes", clone)
	if row := regexp.MustCompile(`(?m)^example.com/m +Sleep/a_b/\(c\) +([0-9.]+) `).FindStringSubmatch(got.out); got.status != 0 || row == nil {
		t.Error(got)
	} else if n, err := strconv.ParseFloat(row[1], 64); err != nil || n > 500e3 {
		t.Errorf("sleeping for 1 ms takes %s ns of a processor: %v", row[1], err)
	}
	if got := invoke(t, dir, "", "migrate", "-bench", "None", "-zetes", clone); got.status != 0 || !strings.HasSuffix(got.out, "\nno benchmark has such a name before and after\n") {
		t.Error(got)
	}
	if got := invoke(t, dir, "", "migrate", "-bench", "Broken", "-zetes", clone); got.status != 2 || got.out != "" || !strings.Contains(got.err, "example.com/m: ") || !strings.Contains(got.err, "Broken") {
		t.Error(got)
	}
	if text := read(t, filepath.Join(dir, "a.go")); !strings.Contains(text, "encoding/json") {
		t.Errorf("-bench has written %s", text)
	}
}

// TestMigrateDiff: with a clone, -d shows go.mod as -w writes it, tidied.
func TestMigrateDiff(t *testing.T) {
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	const unused = "require example.com/unused v0.0.0\n"
	dir := folder(t, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26.0\n\n" + unused + "\nreplace example.com/unused => ./unused\n",
		"a.go":   "package m\n\nimport \"encoding/json\"\n\nvar Marshal = json.Marshal\n",
	})
	module := filepath.Join(dir, "unused")
	if err := errors.Join(os.Mkdir(module, 0o777), os.WriteFile(filepath.Join(module, "go.mod"), []byte("module example.com/unused\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	if got := invoke(t, dir, "", "migrate", "-d", "-zetes", clone); got.status != 0 || got.err != "" || !strings.Contains(got.out, "\n-"+unused) || !strings.Contains(got.out, "\n+require github.com/zetes-json/zetes v0.1.0\n") {
		t.Error(got)
	}
	if text := read(t, filepath.Join(dir, "go.mod")); !strings.Contains(text, unused) {
		t.Errorf("-d has written %s", text)
	}
}

// TestMigrateGenerates holds that the flags of a go:generate line of easyjson are those of zetes gen.
func TestMigrateGenerates(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	dir := folder(t, map[string]string{
		"go.mod":            "module example.com/m\n\ngo 1.26.0\n",
		"order.go":          "package m\n\n//go:generate easyjson -all -snake_case -omit_empty order.go\n\ntype Order struct{ ItemCount int }\n",
		"order_easyjson.go": "// Code generated by easyjson for marshaling/unmarshaling. DO NOT EDIT.\n\npackage m\n\nfunc (v Order) MarshalJSON() ([]byte, error) { return nil, nil }\n",
	})
	got := invoke(t, dir, "", "migrate", "-d")
	for _, want := range []string{
		"-//go:generate easyjson -all -snake_case -omit_empty order.go\n+//go:generate go tool zetes gen -all -snake_case -omit_empty order.go\n",
		"-// Code generated by easyjson for marshaling/unmarshaling. DO NOT EDIT.\n",
		"+// It is for the types of order.go, with -all -snake_case -omit_empty\n",
		"+tool github.com/zetes-json/zetes/cmd/zetes\n",
	} {
		if got.status != 0 || got.err != "" || !strings.Contains(got.out, want) {
			t.Errorf("no %q in %v", want, got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "order_zetes.go")); err == nil {
		t.Error("-d writes")
	}
}
