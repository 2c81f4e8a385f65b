package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// plainRules are rules of plain English that a program can check.
var plainRules = []struct {
	found *regexp.Regexp
	say   string
}{
	{regexp.MustCompile(`(?:^|[.:!?] )(?:What|Of|Those|Whoever|Whatever)\b`), "begin the sentence with the thing it is about"},
	{regexp.MustCompile(`\b[Bb]ehind\b`), `write "after"`},
	{regexp.MustCompile(`\b(?:[Nn]obody|[Ss]omebody|[Aa]nybody|[Ee]verybody|[Ww]hoever|[Ss]trangers?)\b`), "name the caller, the user or the program"},
	{regexp.MustCompile(`\b(?:is|are) no JSON\b`), `write "is not JSON"`},
	{regexp.MustCompile(`\b(?:is|are) no part\b`), `write "is not part"`},
	{regexp.MustCompile(`\bhindrances?\b`), "say what happens"},
	{regexp.MustCompile(`\bin front of\b`), `write "before"`},
	{regexp.MustCompile(`\bput(?:s|ting)? by\b`), `write "keep"`},
}

// pointed matches "behind a pointer", which no rule forbids: a value is behind a pointer.
var pointed = regexp.MustCompile(`\b[Bb]ehind (?:\w+ ){0,2}pointers?\b`)

// wordy returns what a paragraph has against plainRules. Names are words that may stand in it for themselves.
func wordy(place, paragraph string, names map[string]bool) (hits []string) {
	text := pointed.ReplaceAllString(strings.Join(strings.Fields(paragraph), " "), "pointed to")
	for _, r := range plainRules {
		for _, phrase := range r.found.FindAllString(text, -1) {
			if !names[strings.Trim(phrase, ".:!? ")] {
				hits = append(hits, fmt.Sprintf("%s: %q: %s", place, phrase, r.say))
			}
		}
	}
	return hits
}

// modules are the folders with modules of their own whose comments are read too.
var modules = []string{"cmd", "compat", "adapters", "bench", "tools"}

// TestPlainComments holds the rules in the comments of all code that is not a test or generated.
func TestPlainComments(t *testing.T) {
	looked := 0
	for _, s := range append(sources(t), besides(t)...) {
		if _, library := floors[s.pkg]; s.pkg == "" || library && !s.test {
			looked++
			for _, hit := range wordyComments(s) {
				t.Error(hit)
			}
		}
	}
	if looked < 600 {
		t.Errorf("only %d files were looked at", looked)
	}
}

// TestPlainStrings holds the rules in the texts of errors and of help, which are the strings of the library and of the
// command that have more than one word.
func TestPlainStrings(t *testing.T) {
	looked := 0
	for _, s := range append(sources(t), besides(t)...) {
		if _, library := floors[s.pkg]; library && !s.test || strings.HasPrefix(s.name, "cmd/") {
			hits, n := wordyStrings(s)
			looked += n
			for _, hit := range hits {
				t.Error(hit)
			}
		}
	}
	if looked < 1000 {
		t.Errorf("only %d strings were looked at", looked)
	}
}

// besides parses the Go files of the modules, tests and generated files apart. They have no package of the library.
func besides(t *testing.T) (all []source) {
	dir := root(t)
	for _, module := range modules {
		err := filepath.WalkDir(filepath.Join(dir, module), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if base := d.Name(); d.IsDir() {
				if base[0] == '_' || base[0] == '.' || base == "testdata" {
					return filepath.SkipDir
				}
				return nil
			} else if filepath.Ext(base) != ".go" || strings.HasSuffix(base, "_test.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil || generated.Match(text) {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(dir, path)
			all = append(all, source{name: filepath.ToSlash(rel), text: string(text), file: f})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// wordyComments returns what the comments of a file have against plainRules.
func wordyComments(s source) (hits []string) {
	if ast.IsGenerated(s.file) {
		return nil
	}
	names := map[string]bool{}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	for _, group := range s.file.Comments {
		for paragraph := range strings.SplitSeq(group.Text(), "\n\n") {
			hits = append(hits, wordy(s.place(group), paragraph, names)...)
		}
	}
	return hits
}

// wordyStrings returns what the strings of a file have against plainRules, and how many strings it has.
func wordyStrings(s source) (hits []string, n int) {
	if ast.IsGenerated(s.file) {
		return nil, 0
	}
	ast.Inspect(s.file, func(x ast.Node) bool {
		if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			if err != nil || !strings.Contains(strings.TrimSpace(text), " ") {
				return true
			}
			n++
			for paragraph := range strings.SplitSeq(text, "\n\n") {
				hits = append(hits, wordy(s.place(lit), paragraph, nil)...)
			}
		}
		return true
	})
	return hits, n
}

// place returns the file and line of a node.
func (s source) place(n ast.Node) string {
	return fmt.Sprintf("%s:%d", s.name, 1+strings.Count(s.text[:n.Pos()-s.file.FileStart], "\n"))
}

// asCode are the parts of a page that are not prose: blocks, quoted code, addresses of links.
var asCode = regexp.MustCompile("(?ms)^ *```.*?^ *```|`[^`\n]*`|\\]\\([^)]*\\)")

// newline matches what is not the end of a line.
var newline = regexp.MustCompile(`[^\n]`)

// TestPlainPages holds the rules in the pages of the repository. A paragraph, an entry of a list and a cell of a table
// each begin a sentence; a heading does not.
func TestPlainPages(t *testing.T) {
	looked := 0
	err := fs.WalkDir(os.DirFS(root(t)), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (name[0] == '.' || d.Name() == "testdata" || name == "bench/results") {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".md" {
			return nil
		}
		looked++
		for _, hit := range wordyPage(name, page(t, name)) {
			t.Error(hit)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if looked < 70 {
		t.Errorf("only %d pages were looked at", looked)
	}
}

// leads matches the words before a colon that announce a text or a list, and questions.
var leads = regexp.MustCompile(`(^|[.:!?]\s+)What [^.:!?]*[:?]`)

// begins matches a line of a page that begins a sentence.
var begins = regexp.MustCompile(`^\s*(?:$|[*\-+] |\d+\. |#+ |\|)`)

// wordyPage returns what the text of a page has against plainRules.
func wordyPage(name, text string) (hits []string) {
	text = asCode.ReplaceAllStringFunc(text, func(s string) string { return newline.ReplaceAllString(s, "_") })
	var paragraph strings.Builder
	n, first := 0, 1
	end := func() {
		for cell := range strings.SplitSeq(paragraph.String(), "|") {
			hits = append(hits, wordy(fmt.Sprintf("%s:%d", name, first), leads.ReplaceAllString(cell, ""), nil)...)
		}
		paragraph.Reset()
	}
	for line := range strings.Lines(text) {
		if n++; begins.MatchString(line) {
			end()
			first = n
			if strings.HasPrefix(line, "#") {
				line = "The heading " + line // it is no sentence
			} else {
				line = strings.TrimLeft(begins.ReplaceAllString(line, ""), " ")
			}
		}
		paragraph.WriteString(line)
	}
	end()
	return hits
}
