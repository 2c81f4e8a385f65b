package targets

import (
	"fmt"
	"regexp"
	"strings"
)

// cell is a figure in a table.
type cell struct {
	what     string // title, row, column, and its number in the cell
	line     int    // from the start of the text
	figure   float64
	absolute bool
	loss     bool
}

// inCell finds figures in a cell: numbers that are not the end of a name.
var inCell = regexp.MustCompile(`(?:^|[\s*]|\s\()(\d[\d,]*(?:\.\d+)?)`)

// code is text between backquotes.
var code = regexp.MustCompile("`[^`]*`")

// plain takes the marks of Markdown away.
var plain = strings.NewReplacer("`", "", "*", "")

// cells returns the figures of the text's tables. The title of a table is the last heading, or bold line, before it.
func (s *Source) cells(text []byte) (list []cell) {
	var title string
	var head []string
	for line, row := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(row, "|") {
			if head = nil; strings.HasPrefix(row, "#") || strings.HasPrefix(row, "**") {
				title, _, _ = strings.Cut(strings.Trim(plain.Replace(row), "#: "), ", ")
			}
			continue
		}
		fields := strings.Split(strings.Trim(row, "|"), "|")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		switch {
		case head == nil:
			head = fields
			continue
		case strings.Trim(row, "|-: ") == "" || s.Skip != nil && s.Skip.MatchString(title):
			continue
		}
		list = append(list, s.row(fields, head, title, line)...)
	}
	return list
}

// row returns the figures of a row. Its name is made of the first cell and those after it that have no figures.
func (s *Source) row(fields, head []string, title string, line int) (list []cell) {
	name, named := plain.Replace(fields[0]), false
	for i, f := range fields[1:] {
		column := ""
		if i+1 < len(head) {
			column = head[i+1]
		}
		text := code.ReplaceAllStringFunc(f, func(s string) string { return strings.Repeat(" ", len(s)) })
		figures := inCell.FindAllStringSubmatchIndex(text, -1)
		if len(figures) == 0 && !named && f != "" && f != "–" && f != "-" {
			name += ", " + plain.Replace(f)
			continue
		}
		named = true
		head := title + " | " + column
		base := strings.TrimPrefix(strings.Join([]string{title, name, plain.Replace(column)}, " | "), " | ")
		what, end, k := base, 0, 0
		for _, m := range figures {
			// A figure has the words before it as its name, and a number if there are none.
			if words := strings.Trim(f[end:m[2]], " ;,:(*"); words != "" {
				what, k = base+" | "+words, 0
			}
			k++
			x, err := number(text[m[2]:m[3]])
			if end = m[3]; err != nil {
				continue
			}
			c := cell{what, line, x, s.Absolute != nil && s.Absolute.MatchString(head), s.Losses != nil && s.Losses.MatchString(head)}
			if k > 1 {
				c.what += fmt.Sprintf(" (%d)", k)
			}
			list = append(list, c)
		}
	}
	return list
}
