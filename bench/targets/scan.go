package targets

import (
	"fmt"
	"regexp"
	"strings"
)

// Quoted is a passage of a page whose figures no command measures: a limit that tests hold, a date, a figure
// that another author has published. Why says which.
type Quoted struct {
	File string
	Text *regexp.Regexp
	Why  string
}

// figure finds figures of speed and of memory that is taken: times, rates, ratios, shares.
var figure = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`\b\d[\d.,]*\s?(?:ns|µs|ms|[kmg]b/s|cycles?|seconds?|minutes?|s)\b`,
	`\b\d[\d.,]*\s?(?:×|times\b|%)`,
	`\b(?:twice|half|two|three|four|five|six|eight|ten)(?: times)? as (?:fast|long|slow|many|much)\b`,
	`\b(?:half|third|quarter|fifth|tenth)s? (?:of )?the (?:time|speed)\b`,
	`\b(?:takes?|took|needs?|needed|peak of)\s[^.|]{0,60}?\d[\d.,]*\s?[mg]b\b`,
	`\b\d+\.\d+`,
}, "|"))

// Parts of a page that have no figures of prose: code, links, versions. Releases of Go look like ratios.
var blanked = regexp.MustCompile("(?s)```.*?```|`[^`]*`|\\]\\([^)]*\\)|https?://\\S+|<!--.*?-->" +
	`|\b(?:v|V|go)\d+(?:\.\d+)+\S*|\b\d+(?:\.\d+){2,}|\b1\.2[0-9]\b|\bRFC \d+`)

// Scan returns the figures of a page that neither sources nor quotations cover, each with its place and line.
func Scan(file string, page []byte, sources []*Source, quoted []Quoted) (left []string) {
	text := append([]byte(nil), page...)
	blank := func(at []int) {
		for i := at[0]; i < at[1]; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	for _, s := range sources {
		if s.File != file {
			continue
		}
		if s.Block != "" {
			if at := s.markers().FindIndex(page); at != nil {
				blank(at)
			}
		}
		for _, p := range s.Prose {
			if at := p.Shown.FindSubmatchIndex(page); at != nil {
				blank(at[2:4])
			}
		}
	}
	for _, q := range quoted {
		if q.File != file {
			continue
		}
		for _, at := range q.Text.FindAllIndex(page, -1) {
			blank(at)
		}
	}
	for _, at := range blanked.FindAllIndex(text, -1) {
		blank(at)
	}
	lines := strings.Split(string(page), "\n")
	for _, at := range figure.FindAllIndex(text, -1) {
		line := lineOf(page, at[0])
		left = append(left, fmt.Sprintf("%s:%d: %q in %.160s", file, line, strings.Join(strings.Fields(string(text[at[0]:at[1]])), " "), lines[line-1]))
	}
	return left
}
