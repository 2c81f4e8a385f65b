package arch

import (
	"fmt"
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// plainRules are those rules of a plain comment that a program can check.
var plainRules = []struct {
	found *regexp.Regexp
	say   string
}{
	{regexp.MustCompile(`(?:^|[.:!?] )(?:What|Of|Those|Whoever|Whatever)\b`), "begin the sentence with the thing it is about"},
	{regexp.MustCompile(`\bbehind\b`), `write "after"`},
	{regexp.MustCompile(`\b(?:[Nn]obody|[Ss]omebody|[Aa]nybody|[Ee]verybody|[Ww]hoever|[Ss]trangers?)\b`), "name the caller, the user or the program"},
	{regexp.MustCompile(`\b(?:is|are) no JSON\b`), `write "is not JSON"`},
	{regexp.MustCompile(`\bin front of\b`), `write "before"`},
	{regexp.MustCompile(`\bput(?:s|ting)? by\b`), `write "keep"`},
}

func TestPlainComments(t *testing.T) {
	for _, s := range sources(t) {
		if _, library := floors[s.pkg]; library && !s.test && !ast.IsGenerated(s.file) {
			for _, hit := range wordyComments(s) {
				t.Error(hit)
			}
		}
	}
}

// wordyComments returns what the comments of a file have against plainRules.
func wordyComments(s source) (hits []string) {
	names := map[string]bool{}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	for _, group := range s.file.Comments {
		line := 1 + strings.Count(s.text[:group.Pos()-s.file.FileStart], "\n")
		for paragraph := range strings.SplitSeq(group.Text(), "\n\n") {
			text := strings.Join(strings.Fields(paragraph), " ")
			for _, r := range plainRules {
				for _, phrase := range r.found.FindAllString(text, -1) {
					if names[strings.Trim(phrase, ".:!? ")] {
						continue // it is about the name
					}
					hits = append(hits, fmt.Sprintf("%s:%d: %q: %s", s.name, line, phrase, r.say))
				}
			}
		}
	}
	return hits
}
