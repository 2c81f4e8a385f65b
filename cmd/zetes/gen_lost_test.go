package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestGenLost has code by which values would lose something: each is named, and nothing is written unless it is wished.
func TestGenLost(t *testing.T) {
	const doc = "type Base struct{ ID int `json:\"id\"` }\n\ntype Doc struct {\n\tBase\n\tTitle string `json:\"title\"`\n\t"
	const level = "type Level int\n\nfunc (l Level) MarshalEasyJSON(w *W) {}\n\ntype W struct{}\n\n"
	for name, c := range map[string]struct {
		source string
		args   string
		want   []string // in lines that start with LOST
	}{
		"a method below": {level + "type Event struct{ L []Level }\n", "-all", []string{"a.go:5:16: type example.com/m.Level: its method MarshalEasyJSON, of easyjson, is not called"}},
		"two of them": {level + "//zetes:json\ntype Event struct{ L map[string]Level; P P }\n\ntype P struct{}\n\nfunc (p *P) UnmarshalJSONObject(d *W, key string) error { return nil }\n", "", []string{
			"a.go:5:16: type example.com/m.Level: its method MarshalEasyJSON", "a.go:14:13: type example.com/m.P: its method UnmarshalJSONObject, of gojay",
		}},
		"a struct that keeps members": {"import \"github.com/zetes-json/zetes/opt\"\n\n" + doc + "opt.Unknown\n}\n", "-all", []string{
			"a.go:7: Doc embeds Base and gets its methods, so that encoding/json takes it for Base alone: give it methods of its own, or leave Base out by //zetes:skip",
		}},
		"a struct that can't be written": {doc + "C chan int\n}\n", "-all", []string{"a.go:5: Doc embeds Base and gets its methods, so that encoding/json takes it for Base alone: give it methods of its own"}},
		"a struct that is not marked":    {"//zetes:json\n" + doc + "}\n", "", []string{"a.go:6: Doc embeds Base and gets its methods, so that encoding/json takes it for Base alone: mark it too"}},
		"a method of its own": {doc + "}\n\nfunc (d *Doc) UnmarshalJSON(b []byte) error {\n\tvar v struct{ *Base; Title string }\n\tv.Base = &d.Base\n\treturn nil\n}\n", "-all", []string{
			"a.go:11: a struct without a name embeds Base and gets its methods, so that encoding/json takes it for Base alone: embed a type",
		}},
		"a type within a method": {doc + "}\n\nfunc (d *Doc) UnmarshalJSON(b []byte) error {\n\ttype plain Doc\n\t_ = plain{}\n\treturn nil\n}\n", "-all", []string{"a.go:11: plain embeds Base and gets its methods"}},
		"methods of ugorji": {"type Level int\n\nfunc (l Level) CodecEncodeSelf(e *W) {}\n\nfunc (l *Level) CodecDecodeSelf(d *W) {}\n\ntype W struct{}\n\ntype Event struct{ L []Level }\n", "-type Event", []string{
			"a.go:5:16: type example.com/m.Level: its method CodecEncodeSelf, of ugorji, is not called", "a.go:7:17: type example.com/m.Level: its method CodecDecodeSelf",
		}},
		"nothing": {"type Base struct{ ID int }\n\ntype Doc struct{ Base; Title string }\n\ntype Only struct { Base; mu int }\n", "-all", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := genModule(t, map[string]string{"a.go": "package m\n\n" + c.source})
			library(t, dir)
			args := append(append([]string{"gen"}, strings.Fields(c.args)...), "a.go")
			out := filepath.Join(dir, "a_zetes.go")
			for _, flag := range []string{"-quiet", "-lost=error", "-n", "-check", "-lost=warn", "-check -lost=warn"} {
				got := invoke(t, dir, "", append(args, strings.Fields(flag)...)...)
				var lines []string
				for line := range strings.Lines(got.err) {
					if text, ok := strings.CutPrefix(line, "LOST "); ok {
						lines = append(lines, text)
					}
				}
				same := len(lines) == len(c.want)
				for i := range lines {
					same = same && strings.HasPrefix(lines[i], c.want[i])
				}
				warned := strings.Contains(flag, "warn") || c.want == nil
				status := map[bool]int{false: 1, true: 0}[warned && (flag != "-check" || c.want != nil)]
				if flag == "-check" && c.want == nil {
					status = 0 // it was written by then
				}
				if !same || got.status != status || warned == strings.Contains(got.err, "nothing is written") && flag != "-check" || flag == "-n" && (got.out == "") == warned {
					t.Errorf("%s: want %q, got %v", flag, c.want, got)
				}
				if _, err := os.Stat(out); (err == nil) != (c.want == nil || strings.Contains(flag, "-lost=warn")) {
					t.Errorf("%s: %v", flag, err)
				}
			}
		})
	}
}

// TestGenLostElsewhere has a struct in another file than the one that code is written for: it loses members, unless its
// own file asks for code, which may not be there yet.
func TestGenLostElsewhere(t *testing.T) {
	for comment, status := range map[string]int{
		"": 1, "// zetes gen": 1, "//go:generate other": 1, "//go:generate go tool zetes gen -all $GOFILE": 0, "//zetes:json": 0,
	} {
		dir := genModule(t, map[string]string{"a.go": "package m\n\ntype A struct{ X int }\n", "b.go": "package m\n\n" + comment + "\ntype B struct {\n\tA\n\tY int\n}\n"})
		got := invoke(t, dir, "", "gen", "-all", "a.go")
		if got.status != status || !strings.Contains(got.err, "b.go:4: B embeds A and gets its methods") {
			t.Errorf("%q: %v", comment, got)
		}
		if got = invoke(t, dir, "", "gen", "-all", "a.go", "b.go"); got.status != 0 || strings.Contains(got.err, "embeds") {
			t.Errorf("%q: %v", comment, got)
		}
	}
}

// TestGenLostImporter has structs in packages that are not named: they embed a type of the package for which code is
// written, directly or by another struct. A package that does not compile without the code is read too.
func TestGenLostImporter(t *testing.T) {
	files := map[string]string{
		"a/a.go":     "package a\n\ntype A struct{ X int }\n",
		"b/b.go":     "package b\n\nimport \"example.com/m/a\"\n\ntype B struct {\n\ta.A\n}\n\nvar _, _ = a.A{}.MarshalJSON()\n",
		"c/d/c.go":   "package d\n\nimport \"example.com/m/b\"\n\ntype C struct {\n\tb.B\n\tY int\n}\n",
		"e/e.go":     "package e\n\nimport \"example.com/m/a\"\n\n//zetes:json\ntype E struct {\n\ta.A\n\tY int\n}\n",
		"f/f.go":     "package f\n\nimport \"example.com/m/a\"\n\ntype F struct {\n\tA a.A\n\tY int\n}\n",
		"bad/bad.go": "package bad\n\nfunc {\n",
	}
	dir := genModule(t, files)
	for args, status := range map[string]int{"-all ./a": 1, "-all ./a ./b ./e": 1, "-all ./a/...": 1, "-all a/a.go": 1, "-all -lost=warn ./a": 0, "-all -no_std_marshalers ./a": 0, "-all ./f": 0} {
		got := invoke(t, dir, "", append([]string{"gen", "-n"}, strings.Fields(args)...)...)
		lost := strings.Contains(got.err, "LOST c/d/c.go:5: C embeds ")
		noted := strings.Contains(got.err, "e/e.go:6: E embeds A and gets its methods")
		far := strings.Contains(args, "-all ./f") || strings.Contains(args, "-no_std")
		if got.status != status || lost == far || noted == (far || strings.Contains(args, "./e")) || strings.Contains(got.err, "b.go") {
			t.Errorf("%s: %v", args, got)
		}
	}
	if got := invoke(t, dir, "", "gen", "-all", "./a", "./c/d"); got.status != 0 {
		t.Errorf("with the package that embeds: %v", got)
	}
}

// TestGenLostFlag: -lost has two values.
func TestGenLostFlag(t *testing.T) {
	for _, args := range []string{"gen -lost=no a.go", "gen -lost a.go", "check types -lost=no ."} {
		if got := invoke(t, t.TempDir(), "", strings.Fields(args)...); got.status != 2 || !strings.Contains(got.err, "it is error or warn") {
			t.Errorf("%s: %v", args, got)
		}
	}
}

// library lets the module in dir import the library.
func library(t *testing.T, dir string) {
	t.Helper()
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, filepath.Join(dir, "go.mod")) + "\nrequire github.com/zetes-json/zetes v0.0.0\n\nreplace github.com/zetes-json/zetes => " + strconv.Quote(filepath.ToSlash(here)) + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestGenForeign names packages of modules that are not being worked on: one in another folder, one that is vendored, one
// of Go itself. Code for them goes where the caller says alone.
func TestGenForeign(t *testing.T) {
	const source = "\n\ntype A struct{ X int }\n"
	dir := genModule(t, map[string]string{
		"m/a.go": "package m" + source, "m/go.mod": "module example.com/top\n\ngo 1.26\n\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep => ../dep\n",
		"dep/dep.go": "package dep" + source, "dep/go.mod": "module example.com/dep\n\ngo 1.26\n",
		"own/go.mod": "module example.com/own\n\ngo 1.26\n", "own/own.go": "package own" + source,
		"go.work":                              "go 1.26\n\nuse ./m\nuse ./own\n",
		"cache/example.com/cached@v1.0.0/a.go": "package cached" + source, "cache/example.com/cached@v1.0.0/go.mod": "module example.com/cached\n\ngo 1.26\n",
	})
	m := filepath.Join(dir, "m")
	for _, c := range []struct {
		args, want string
		env        string
	}{
		{"-all example.com/dep", "package example.com/dep is of module example.com/dep@v1.0.0", "GOWORK=off"},
		{"-all example.com/dep/...", "package example.com/dep is of module example.com/dep@v1.0.0", "GOWORK=off"},
		{"-all example.com/dep", "package example.com/dep is of module example.com/dep@v1.0.0", ""},
		{"-all . example.com/dep", "package example.com/dep is of module example.com/dep@v1.0.0", ""},
		{"-type Position go/token", "package go/token is of no module", ""},
		{"-all -n example.com/dep", "", ""},
		{"-all -o dep_zetes.go example.com/dep", "", ""},
		{"-all example.com/own", "", ""},
		{"-all ./...", "", "GOWORK=off"},
		{"-all .", "package example.com/cached is of module example.com/cached, ", "GOMODCACHE=" + filepath.Join(dir, "cache")},
		{"-all .", "", "GOMODCACHE=" + filepath.Join(dir, "m")},
	} {
		before := texts(t, dir)
		p := exec.Command(binary, append([]string{"gen"}, strings.Fields(c.args)...)...)
		p.Dir, p.Env = m, append(os.Environ(), "GOFLAGS=", c.env)
		if strings.HasPrefix(c.env, "GOMODCACHE=") {
			p.Dir, p.Env = filepath.Join(dir, "cache", "example.com", "cached@v1.0.0"), append(p.Env, "GOWORK=off")
		}
		out, err := p.CombinedOutput()
		if bad := c.want != ""; bad != (err != nil) || bad && (p.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), c.want) || !strings.Contains(string(out), "choose a file with -o")) {
			t.Errorf("%s: %v, %s", c.args, err, out)
		}
		after := texts(t, dir)
		_, wrong := after["dep/dep_zetes.go"]
		if c.want != "" && len(after) != len(before) || wrong {
			t.Errorf("%s: files have changed", c.args)
		}
	}
}
