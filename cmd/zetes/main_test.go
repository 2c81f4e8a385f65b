package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// binary is the command as a user would have it.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "zetes")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "zetes")
		if runtime.GOOS == "windows" {
			binary += ".exe"
		}
		if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// ran is what one run of the binary left behind.
type ran struct {
	out, err string
	status   int
}

func (r ran) String() string {
	return fmt.Sprintf("out %+q\nerr %+q\nstatus %d", r.out, r.err, r.status)
}

// invoke runs the binary in dir with the given standard input.
func invoke(t *testing.T, dir, stdin string, args ...string) ran {
	t.Helper()
	c := exec.Command(binary, args...)
	var out, errOut bytes.Buffer
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, strings.NewReader(stdin), &out, &errOut
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{out.String(), errOut.String(), c.ProcessState.ExitCode()}
}

// folder makes a folder with the given files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestCommands(t *testing.T) {
	dir := folder(t, map[string]string{
		"good.json":    " {\"b\" : [1, 2.50],\n\"a\":\"<\\u00e9\"} \n",
		"bad.json":     "{\n\t\"a\": [1, 2,],\n\t\"b\": 3\n}\n",
		"short.json":   `{"a": [1`,
		"literal.json": "[tr",
		"empty.json":   "",
		"two.json":     "1 2",
		"esc.json":     "\x1b[2J",
		"bom.json":     "\ufeff{}",
		"neat.json":    "[\n  1,\n  2\n]\n",
		"long.json":    "[1,2]",
		"rules.json":   "{\"a\":[[1]],\n \"b\":{},\"a\":2,\n\"c\":\"\xff\",\"d\":[1,2,3,4],\"e\":12345}",
		"lines.ndjson": "{\"a\":1}\n\n{\"b\":]\n2 3\n[]\n",
	})
	for _, c := range []struct {
		name  string
		args  string
		stdin string
		want  ran
	}{
		{"check/good", "check good.json", "", ran{"good.json: valid\n", "", 0}},
		{"check/quiet", "check -q good.json", "", ran{"", "", 0}},
		{"check/one-dash", "check -quiet good.json", "", ran{"", "", 0}},
		{"check/stdin", "check -", "[]", ran{"<stdin>: valid\n", "", 0}},
		{"check/comma", "check bad.json", "", ran{
			"", "bad.json:2:13: invalid character ']' looking for beginning of value (offset 14)\n\t \"a\": [1, 2,],\n\t            ^\n", 1,
		}},
		{"check/cut", "check short.json", "", ran{"", "short.json:1:9: unexpected end of JSON input (offset 8)\n\t{\"a\": [1\n\t        ^\n", 1}},
		{"check/cut-literal", "check literal.json", "", ran{"", "literal.json:1:4: unexpected end of JSON input (offset 3)\n\t[tr\n\t   ^\n", 1}},
		{"check/empty", "check empty.json", "", ran{"", "empty.json:1:1: the file is empty, which is not JSON (offset 0)\n", 1}},
		{"check/byte-order-mark", "check bom.json", "", ran{
			"", "bom.json:1:1: a byte order mark (U+FEFF) is not part of JSON (offset 0)\n\t\ufffd{}\n\t^\n", 1,
		}},
		{"check/two-values", "check two.json", "", ran{
			"", "two.json:1:3: invalid character '2' after top-level value (offset 2)\n\t1 2\n\t  ^\n", 1,
		}},
		{"check/escape-sequence", "check esc.json", "", ran{
			"", "esc.json:1:1: invalid character '\\x1b' looking for beginning of value (offset 0)\n\t\ufffd[2J\n\t^\n", 1,
		}},
		{"check/goes-on", "check two.json good.json", "", ran{
			"good.json: valid\n", "two.json:1:3: invalid character '2' after top-level value (offset 2)\n\t1 2\n\t  ^\n", 1,
		}},
		{"check/duplicates", "check -duplicates rules.json", "", ran{"", "rules.json:2:9: duplicate member \"a\" at /a (offset 20)\n\t \"b\":{},\"a\":2,\n\t        ^\n", 1}},
		{"check/strict", "check -strict rules.json good.json", "", ran{
			"good.json: valid\n",
			"rules.json:2:9: duplicate member \"a\" at /a (offset 20)\n\t \"b\":{},\"a\":2,\n\t        ^\n" +
				"rules.json:3:6: the text is not UTF-8 at /c (offset 32)\n\t\"c\":\"\ufffd\",\"d\":[1,2,3,4],\"e\":12345}\n\t     ^\n", 1,
		}},
		{"check/limits", "check -max-depth 2 -max-elements 3 -max-string 3 -max-number 2 -max-values 100 rules.json", "", ran{
			"", "rules.json:1:7: arrays and objects are nested too deep at /a/0 (offset 6)\n\t{\"a\":[[1]],\n\t      ^\n" +
				"rules.json:3:1: too many elements at /c (offset 27)\n\t\"c\":\"\ufffd\",\"d\":[1,2,3,4],\"e\":12345}\n\t^\n" +
				"rules.json:3:20: too many elements at /d/3 (offset 46)\n\t\"c\":\"\ufffd\",\"d\":[1,2,3,4],\"e\":12345}\n\t                   ^\n" +
				"rules.json:3:27: number too long at /e (offset 53)\n\t\"c\":\"\ufffd\",\"d\":[1,2,3,4],\"e\":12345}\n\t                          ^\n", 1,
		}},
		{"check/rules-kept", "check -duplicates -utf8 -max-bytes 100 good.json", "", ran{"good.json: valid\n", "", 0}},
		{"check/rules-syntax", "check -strict short.json", "", ran{"", "short.json:1:9: unexpected end of JSON input (offset 8)\n\t{\"a\": [1\n\t        ^\n", 1}},
		{"check/negative", "check -max-depth -1 good.json", "", ran{"", "zetes: a limit must not be negative\n", 2}},
		{"check/lines", "check lines.ndjson", "", ran{"", "lines.ndjson:3:6: invalid character ']' looking for beginning of value (offset 14)\n\t{\"b\":]\n\t     ^\n" +
			"lines.ndjson:4:3: invalid character '3' after top-level value (offset 18)\n\t2 3\n\t  ^\n", 1}},
		{"check/lines-stdin", "check -lines -", "{}\r\n\n[1]\n\"\"", ran{"<stdin>: valid, 3 values\n", "", 0}},
		{"check/lines-rules", "check -n -duplicates -", "{}\n{\"a\":1,\"a\":2}\n", ran{"", "<stdin>:2:8: duplicate member \"a\" at /a (offset 10)\n\t{\"a\":1,\"a\":2}\n\t       ^\n", 1}},
		{"check/no-file", "check", "", ran{"", "zetes: no input: name a FILE, or - for standard input (see: zetes check --help)\n", 2}},
		{"fmt/indented", "fmt good.json", "", ran{"{\n  \"b\": [\n    1,\n    2.50\n  ],\n  \"a\": \"<\\u00e9\"\n}\n", "", 0}},
		{"fmt/compact", "fmt -compact good.json", "", ran{"{\"b\":[1,2.50],\"a\":\"<\\u00e9\"}\n", "", 0}},
		{"fmt/compact-two-dashes", "fmt --compact good.json", "", ran{"{\"b\":[1,2.50],\"a\":\"<\\u00e9\"}\n", "", 0}},
		{"fmt/tab", `fmt -indent \t -`, "[1]", ran{"[\n\t1\n]\n", "", 0}},
		{"fmt/indent-with-equals", `fmt -indent=\t -`, "[1]", ran{"[\n\t1\n]\n", "", 0}},
		{"fmt/bad", "fmt two.json", "", ran{"", "two.json:1:3: invalid character '2' after top-level value (offset 2)\n\t1 2\n\t  ^\n", 1}},
		{"fmt/canonical", "fmt -canonical long.json", "", ran{"[1,2]", "", 0}},
		{"fmt/canonical-several", "fmt -canonical long.json long.json", "", ran{"[1,2]\n[1,2]\n", "", 0}},
		{"fmt/list", "fmt -l neat.json long.json", "", ran{"long.json\n", "", 1}},
		{"fmt/list-neat", "fmt -l neat.json", "", ran{"", "", 0}},
		{"fmt/list-stdin", "fmt -l -", "[1]", ran{"<stdin>\n", "", 1}},
		{"fmt/diff", "fmt -d neat.json long.json", "", ran{
			"--- long.json\n+++ long.json (formatted)\n@@ -1,1 +1,4 @@\n-[1,2]\n\\ No newline at end of file\n+[\n+  1,\n+  2\n+]\n", "", 1,
		}},
		{"fmt/diff-compact", "fmt -d -c long.json", "", ran{
			"--- long.json\n+++ long.json (formatted)\n@@ -1,1 +1,1 @@\n-[1,2]\n\\ No newline at end of file\n+[1,2]\n", "", 1,
		}},
		{"fmt/list-and-bad", "fmt -l two.json neat.json", "", ran{
			"", "two.json:1:3: invalid character '2' after top-level value (offset 2)\n\t1 2\n\t  ^\n", 1,
		}},
		{"fmt/bad-indent", "fmt -indent xx good.json", "", ran{"", "zetes: bad indent \"xx\": only blanks and tabs keep the output JSON\n", 2}},
		{"fmt/width", "fmt -width 40 good.json", "", ran{"{\"b\": [1, 2.50], \"a\": \"<\\u00e9\"}\n", "", 0}},
		{"fmt/narrow", "fmt -width 20 good.json", "", ran{"{\n  \"b\": [1, 2.50],\n  \"a\": \"<\\u00e9\"\n}\n", "", 0}},
		{"fmt/width-and-compact", "fmt -width 20 -compact good.json", "", ran{"", "zetes: a width is for indented output, and more than 0\n", 2}},
		{"fmt/width-and-lines", "fmt -width 20 -lines good.json", "", ran{"", "zetes: each line of a file of lines stays on one line: leave -indent and -width out\n", 2}},
		{"fmt/width-and-comments", "fmt -width 20 -comments good.json", "", ran{"{\n  \"b\": [1, 2.50],\n  \"a\": \"<\\u00e9\"\n}\n", "", 0}},
		{"fmt/both", "fmt -compact -indent=\t good.json", "", ran{"", "zetes: compact output has no indent: give one of the two flags\n", 2}},
		{"fmt/write-stdin", "fmt -w -", "1", ran{"", "zetes: standard input cannot be written back: leave -w out\n", 2}},
		{"usage/unknown-command", "frobnicate", "", ran{"", "zetes: unknown command \"frobnicate\" (see: zetes --help)\n", 2}},
		{"usage/like-a-command", "checks x", "", ran{"", "zetes: unknown command \"checks\": did you mean check? (see: zetes --help)\n", 2}},
		{"usage/one-dash", "check -linse x", "", ran{"", "zetes: unknown flag: --linse (see: zetes check --help)\n", 2}},
		{"usage/letters", "check -qn -", "1\n2", ran{"", "", 0}},
		{"usage/letter-value", "fmt -i\t -", "[1]", ran{"[\n\t1\n]\n", "", 0}},
		{"get/no-pointer", "get a.b good.json", "", ran{"", "zetes: the PATH \"a.b\" is neither a JSON Pointer, such as /users/0, nor a JSONPath, such as '$.users[*]'\n", 2}},
		{"set/below-zero", "set -- /a -10 -", "{}", ran{`{"a":-10}`, "", 0}},
		{"usage/unknown-flag", "check --frob x", "", ran{"", "zetes: unknown flag: --frob (see: zetes check --help)\n", 2}},
		{"types/no-package", "check types", "", ran{"", "zetes: no package: ./... names all that are here (see: zetes check types --help)\n", 2}},
		{"types/bad-run", "check types -run ( ./...", "", ran{"", "zetes: bad -run: error parsing regexp: missing closing ): `(`\n", 2}},
		{"types/bad-time", "check types -time 0s ./...", "", ran{"", "zetes: bad -time: it must be positive\n", 2}},
		{"types/file", "check ./types", "", ran{"", "zetes: open ./types: no such file or directory\n", 1}},
		{"bench/no-row", "bench -builtin -run nothing", "", ran{"", "zetes: no row matches \"nothing\"\n", 2}},
		{"bench/bad-run", "bench -run (", "", ran{"", "zetes: bad -run: error parsing regexp: missing closing ): `(`\n", 2}},
		{"bench/type-alone", "bench -type ./orders.Order", "", ran{"", "zetes: -type measures FILEs: name one\n", 2}},
		{"bench/bad-type", "bench -type ./orders/ good.json", "", ran{"", "zetes: bad -type \"./orders/\": a package and a name, as ./orders.Order\n", 2}},
		{"bench/bad-file", "bench two.json", "", ran{"", "zetes: two.json:1:3: invalid character '2' after top-level value (offset 2)\n", 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := invoke(t, dir, c.stdin, strings.Split(c.args, " ")...); got != c.want {
				t.Errorf("zetes %s\ngot  %v\nwant %v", c.args, got, c.want)
			}
		})
	}
	t.Run("missing-file", func(t *testing.T) {
		for _, command := range []string{"check", "fmt", "bench"} {
			got := invoke(t, dir, "", command, "nowhere.json")
			if got.status != 1 || !strings.HasPrefix(got.err, "zetes: open nowhere.json: ") || strings.Count(got.err, "\n") != 1 {
				t.Errorf("%s: %v", command, got)
			}
		}
	})
	t.Run("help", func(t *testing.T) {
		got := invoke(t, dir, "")
		if got.status != 0 || got.err != "" {
			t.Errorf("%v", got)
		}
		for _, command := range []string{"bench", "check", "fmt", "version"} {
			if !strings.Contains(got.out, "\n  "+command+" ") {
				t.Errorf("help does not list %s:\n%s", command, got.out)
			}
		}
	})
	t.Run("version", func(t *testing.T) {
		got := invoke(t, dir, "", "version")
		for _, flag := range []string{"--version", "-version", "-v"} {
			if again := invoke(t, dir, "", flag); again != got {
				t.Errorf("%s: %v", flag, again)
			}
		}
		if help := invoke(t, dir, "", "--help"); !strings.Contains(help.out, "\n  completion ") || !strings.Contains(help.out, "--version") {
			t.Errorf("%v", help)
		}
		if got.status != 0 || !strings.HasPrefix(got.out, "zetes ") || !strings.Contains(got.out, "go1.") {
			t.Errorf("%v", got)
		}
	})
}

func TestFmtWrite(t *testing.T) {
	dir := folder(t, map[string]string{"a.json": `{"a":1}`, "bad.json": `{"a":}`})
	a := filepath.Join(dir, "a.json")
	if err := os.Chmod(a, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink("a.json", link); err != nil {
		link = a // no links here
	}
	if got := invoke(t, dir, "", "fmt", "-w", "bad.json", link); got.status != 1 || got.out != "" || !strings.HasPrefix(got.err, "bad.json:1:6: ") || strings.Count(got.err, "\n") != 3 {
		t.Errorf("%v", got)
	}
	if got, want := read(t, a), "{\n  \"a\": 1\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := read(t, filepath.Join(dir, "bad.json")), `{"a":}`; got != want {
		t.Errorf("the bad file changed: %q", got)
	}
	// With -l the file is named and written, once.
	if err := os.WriteFile(a, []byte(`{"a":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []ran{{"a.json\n", "", 0}, {"", "", 0}} {
		if got := invoke(t, dir, "", "fmt", "-l", "-w", "a.json"); got != want || read(t, a) != "{\n  \"a\": 2\n}\n" {
			t.Errorf("fmt -l -w: %v, %q", got, read(t, a))
		}
	}
	if info, err := os.Stat(a); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasPrefix(f.Name(), ".") {
			t.Errorf("%s is left over", f.Name())
		}
	}
}

func TestBench(t *testing.T) {
	rows := []struct {
		name string
		args []string
		docs []string
		rows int
	}{
		{"builtin", []string{"-builtin"}, []string{"builtin_catalog", "builtin_geometry", "builtin_messages", "builtin_scripts", "builtin_source"}, 20},
		{"selected", []string{"-builtin", "-run", "catalog typed decode"}, []string{"builtin_catalog"}, 1},
		{"file", []string{"mine.json"}, []string{"mine.json"}, 2},
		{"go-tree", nil, []string{"canada_geometry", "citm_catalog", "golang_source", "string_escaped", "string_unicode", "synthea_fhir", "twitter_status"}, 28},
	}
	if !long.On() { // the last takes seconds
		rows = rows[:len(rows)-1]
	}
	for _, c := range rows {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"mine.json": `{"a":[1,"x",null]}`})
			got := invoke(t, dir, "", append([]string{"bench", "-time", "50ms"}, c.args...)...)
			if got.status != 0 || !strings.Contains(got.out, "all values, output and errors are those of encoding/json") {
				t.Fatalf("%s\n%s", got.out, got.err)
			}
			shown := 0
			for _, line := range strings.Split(got.out, "\n") {
				if f := strings.Fields(line); len(f) == 8 && strings.HasSuffix(f[5], "x") {
					shown++
				}
			}
			if shown != c.rows {
				t.Errorf("%d rows, want %d:\n%s", shown, c.rows, got.out)
			}
			for _, doc := range c.docs {
				if !strings.Contains(got.out, doc) || !strings.Contains(got.err, doc) {
					t.Errorf("%s is missing in the table or in the progress:\n%s\n%s", doc, got.out, got.err)
				}
			}
			if strings.Contains(got.err, "\x1b") || strings.Contains(got.err, "\r") {
				t.Errorf("progress is redrawn where there is no terminal: %q", got.err)
			}
		})
	}
}

// TestBenchType measures types of a module that requires nothing: one that prints as it is initialized and has a
// method, and one whose method panics.
func TestBenchType(t *testing.T) {
	dir := genModule(t, map[string]string{"mine.json": `{"a":"1"}`, "m.go": `package m

import "fmt"

func init() { fmt.Print("init") }

type order struct{ A loud }

type loud int

func (l *loud) UnmarshalText(b []byte) error { fmt.Print("loud"); *l = loud(len(b)); return nil }

type Panics struct{ A bad }

type bad int

func (bad) MarshalText() ([]byte, error) { panic("oops") }

func (*bad) UnmarshalText([]byte) error { return nil }
`})
	row := regexp.MustCompile(`(?m)^mine\.json +(order|any) +(en|de)code`)
	got := invoke(t, dir, "", "bench", "-time", "50ms", "-type", "order", "mine.json")
	if got.status != 0 || len(row.FindAllString(got.out, -1)) != 4 || strings.Contains(got.err, "loud") {
		t.Errorf("%v", got)
	}
	if long.On() {
		got = invoke(t, dir, "", "bench", "-time", "50ms", "-type", "./.Panics", "mine.json")
	}
	if long.On() && (got.status != 1 || len(row.FindAllString(got.out, -1)) != 2 || !strings.Contains(got.err, "\tthe program around ./.Panics: panic: oops\n")) {
		t.Errorf("%v", got)
	}
	if left := texts(t, dir); len(left) != 3 {
		t.Errorf("the folder holds %v", left)
	}
}

// TestInterrupted ends commands that work in a folder of their own: nothing is left of it.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	dir := genModule(t, map[string]string{"mine.json": "{}", "m.go": "package m\n\ntype A struct{ X int }\n"})
	for _, args := range [][]string{{"bench", "-time", "10m", "-type", "A", "mine.json"}, {"check", "types", "-time", "10m", "."}} {
		tmp := t.TempDir()
		c := exec.Command(binary, args...)
		var errOut bytes.Buffer
		c.Dir, c.Env, c.Stderr = dir, append(os.Environ(), "TMPDIR="+tmp), &errOut
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		var sig os.Signal = os.Interrupt
		if signal.Ignored(sig) { // by the script that runs the tests in the background
			sig = syscall.SIGTERM
		}
		if err := c.Process.Signal(sig); err != nil {
			t.Error(err)
		}
		err := c.Wait()
		if left, _ := os.ReadDir(tmp); len(left) > 0 || err == nil || !strings.HasSuffix(errOut.String(), "zetes: interrupted\n") {
			t.Errorf("%v: %v, %s, left are %v", args, err, errOut.String(), left)
		}
	}
}

// A library that is wrong must not get away with it.
func TestBenchWrong(t *testing.T) {
	lie := zetesLibrary
	lie.Marshal = func(v any) ([]byte, error) {
		b, err := zetesLibrary.Marshal(v)
		return bytes.Replace(b, []byte("0"), []byte("1"), 1), err
	}
	var out, errOut bytes.Buffer
	err := bench(streams{nil, &out, &errOut}, benchOptions{builtin: true, time: 1, run: "source"}, nil, inProcess(lie))
	if err != errReported {
		t.Errorf("got error %v", err)
	}
	if !strings.Contains(errOut.String(), "FAIL: 2 of 2 checks found a wrong result") || !strings.Contains(errOut.String(), "WRONG OUTPUT at byte") {
		t.Errorf("not loud enough:\n%s", errOut.String())
	}
	if strings.Contains(out.String(), "builtin_source") || strings.Contains(out.String(), "are those of encoding/json") {
		t.Errorf("a wrong result has a speed:\n%s", out.String())
	}
}
