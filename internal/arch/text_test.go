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

// TestFileMaps holds that the doc.go of an internal package with more than five files names each of them. One name
// stands for the variants of a file.
func TestFileMaps(t *testing.T) {
	for dir := range floors {
		if !strings.HasPrefix(dir, "internal/") || count(t, dir) <= 5 || dir == "internal/cases" {
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
