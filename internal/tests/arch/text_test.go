package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// widest is how many columns a comment may take, tabs being four.
const widest = 120

// TestCommentWidth holds that comments can be read side by side with other code.
func TestCommentWidth(t *testing.T) {
	for _, s := range sources(t) {
		if generated.MatchString(s.text) {
			continue
		}
		n := 0
		for line := range strings.Lines(s.text) {
			n++
			text := strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
			if strings.HasPrefix(strings.TrimLeft(line, " \t"), "// ") && len([]rune(text)) > widest {
				t.Errorf("%s:%d: a comment of %d columns", s.name, n, len([]rune(text)))
			}
		}
	}
}

// variant is the end of the names of files that are one of several for the same thing.
var variant = regexp.MustCompile(`_(amd64|arm64|noasm|classic|v2|be|le)\.go$`)

// TestFileMaps holds that the doc.go of an internal package with more than five files names each of them, and that the
// files exist which any doc.go names in its map. One name stands for the variants of a file.
func TestFileMaps(t *testing.T) {
	for dir := range floors {
		text, _ := os.ReadFile(filepath.Join(root(t), dir, "doc.go"))
		_, files, _ := strings.Cut(string(text), "// Files:")
		for _, name := range fileName.FindAllString(files, -1) {
			if have, _ := filepath.Glob(filepath.Join(root(t), dir, strings.TrimSuffix(name, ".go")+"*.go")); len(have) == 0 {
				t.Errorf("the map of %s/doc.go has %s, which is no file", dir, name)
			}
		}
		if !strings.HasPrefix(dir, "internal/") || count(t, dir) <= 5 || dir == "internal/tests/cases" {
			continue // each file of cases has the rows of the subject that it is named after
		}
		names, err := filepath.Glob(filepath.Join(root(t), dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := os.ReadFile(filepath.Join(root(t), dir, "doc.go"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, path := range names {
			name := filepath.Base(path)
			stem := variant.ReplaceAllString(name, "")
			if strings.HasSuffix(name, "_test.go") || name == "doc.go" {
				continue
			}
			if !strings.Contains(string(doc), name) && !strings.Contains(string(doc), stem+".go") && !strings.Contains(string(doc), stem+"_") {
				t.Errorf("the map of %s/doc.go has no %s", dir, name)
			}
		}
	}
}

// long is from how many lines on a file begins with a paragraph about its subject.
const long = 150

// opening is a paragraph between the imports and the first declaration that belongs to none.
var opening = regexp.MustCompile(`(?m)^(package \w+|import (\([^)]*\)|"[^"]+"))\n\n((//.*\n)+)\n`)

// TestOpenings holds that long files of the library's inside say first what they do.
func TestOpenings(t *testing.T) {
	looked := 0
	for _, s := range sources(t) {
		floor, ok := floors[filepath.ToSlash(filepath.Dir(s.name))]
		if !ok || floor > 4 || !strings.HasPrefix(s.name, "internal/") || strings.HasSuffix(s.name, "_test.go") || generated.MatchString(s.text) {
			continue
		}
		if strings.Count(s.text, "\n") <= long {
			continue
		}
		looked++
		if !opening.MatchString(s.text) {
			t.Errorf("%s: no paragraph at its start says what the file does", s.name)
		}
	}
	if looked < 30 {
		t.Errorf("only %d files were looked at", looked)
	}
}

// TestOneSwitch holds that tests ask package long alone whether they may take long, and never -short.
func TestOneSwitch(t *testing.T) {
	short := "testing." + "Short("
	for _, s := range sources(t) {
		if strings.Contains(s.text, short) {
			t.Errorf("%s asks for -short: internal/tests/long is the switch", s.name)
		}
	}
}

// skip matches a test that skips itself, with the line before, which says when.
var skip = regexp.MustCompile(`(?m)^(.*)\n\s+[tb]\.Skip(?:f|Now)?\(`)

// skips are the only reasons: another build of the tests, one without a fast path (guard.Path) among them, another
// system, and maps that lie otherwise in memory.
var skips = regexp.MustCompile(`^\s+if (guard\.Race|raceEnabled|!on|runtime\.GOOS == "windows"|strconv\.IntSize (!= 64|== 32)|!mem\.MapsWalk\(\)) \{$`)

// TestSkips holds that the test command skips no test of the library and of the command: what takes long has a small
// form that always runs.
func TestSkips(t *testing.T) {
	only := "long." + "Only("
	all := sources(t)
	command, err := filepath.Glob(filepath.Join(root(t), "cmd", "zetes", "*_test.go"))
	if err != nil || len(command) < 5 {
		t.Fatalf("tests of the command: %q, %v", command, err)
	}
	for _, name := range command {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, source{name: name, text: string(text)})
	}
	for _, s := range all {
		if strings.HasPrefix(s.name, "internal/tests/long/") {
			continue
		}
		for _, m := range skip.FindAllStringSubmatch(s.text, -1) {
			if !skips.MatchString(m[1]) {
				t.Errorf("%s: a test is skipped by %q", s.name, strings.TrimSpace(m[1]))
			}
		}
		if strings.Contains(s.text, only) {
			t.Errorf("%s: a test runs only where tests may take long", s.name)
		}
	}
}
