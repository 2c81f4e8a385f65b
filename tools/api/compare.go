package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// A listing has a line for each exported name, field and method. A line is a key, such as "zetes: func Append", and
// the rest of the declaration, such as "(dst []byte, v any) ([]byte, error)" without the names of parameters.
type listing map[string]string

// write writes the lines in order.
func (l listing) write(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(l)) {
		b.WriteString(key + l[key] + "\n")
	}
	return os.WriteFile(path, []byte(b.String()), 0o666)
}

// line splits a line of a listing: the rest begins after the name.
var line = regexp.MustCompile(`^(\S+: (?:const|var|func|type|comparable|field|method) (?:\(\*?\w+\) )?[\w.]+)(.*)$`)

// parse reads what write has written.
func parse(text string) (listing, error) {
	l := listing{}
	for s := range strings.Lines(text) {
		m := line.FindStringSubmatch(strings.TrimSuffix(s, "\n"))
		if m == nil {
			return nil, fmt.Errorf("not a line of a listing: %q", strings.TrimSpace(s))
		}
		l[m[1]] = m[2]
	}
	return l, nil
}

// last returns the listing in dir of the highest version.
func last(dir string) (version string, l listing, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "v*.txt"))
	if err != nil {
		return "", nil, err
	}
	for _, path := range paths {
		if v := strings.TrimSuffix(filepath.Base(path), ".txt"); semver.IsValid(v) && (version == "" || semver.Compare(v, version) > 0) {
			version = v
		}
	}
	if version == "" {
		return "", nil, fmt.Errorf("%s has no listing such as v0.1.0.txt", dir)
	}
	path := filepath.Join(dir, version+".txt")
	text, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	l, err = parse(string(text))
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	return version, l, nil
}

// A change is a line that one of two listings has, or that differs between them.
type change struct {
	key      string
	old, new *string // nil: the listing does not have it
}

// compare returns what became of each line, in order: removed and changed lines first.
func compare(then, now listing) (changes []change) {
	for _, key := range slices.Sorted(maps.Keys(then)) {
		old := then[key]
		if text, ok := now[key]; !ok {
			changes = append(changes, change{key, &old, nil})
		} else if text != old {
			changes = append(changes, change{key, &old, &text})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if _, ok := then[key]; !ok {
			text := now[key]
			changes = append(changes, change{key, nil, &text})
		}
	}
	return changes
}

// report prints the changes.
func report(w io.Writer, version string, changes []change) {
	n := map[string]int{}
	for _, c := range changes {
		switch {
		case c.new == nil:
			n["removed"]++
			fmt.Fprintf(w, "removed  %s%s\n", c.key, *c.old)
		case c.old == nil:
			n["added"]++
			fmt.Fprintf(w, "added    %s%s\n", c.key, *c.new)
		default:
			n["changed"]++
			fmt.Fprintf(w, "changed  %s%s\n    now  %s%s\n", c.key, *c.old, c.key, *c.new)
		}
	}
	fmt.Fprintf(w, "since %s: %d removed, %d changed, %d added\n", version, n["removed"], n["changed"], n["added"])
}

// unnamed returns the changes that break a program and whose name the text does not have.
func unnamed(changes []change, text string) (silent []change) {
	for _, c := range changes {
		if c.old == nil {
			continue
		}
		name := c.key[strings.LastIndexAny(c.key, " .")+1:]
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(text) {
			silent = append(silent, c)
		}
	}
	return silent
}
