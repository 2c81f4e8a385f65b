package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// missing returns an error for each package without a sentence, for each sentence without a use, and for each test
// that does not exist.
func (t *tree) missing() (errs []error) {
	say := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	for _, pkg := range slices.Sorted(maps.Keys(t.uses)) {
		if _, ok := packages[pkg]; !ok {
			say("package %s uses unsafe; say why in tools/unsafe/reasons.go", pkg)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(packages)) {
		if t.uses[pkg] == nil {
			say("tools/unsafe/reasons.go has package %s, which does not use unsafe", pkg)
		}
		for _, test := range packages[pkg].tests {
			if !t.tests[qualify(pkg, test)] {
				say("tools/unsafe/reasons.go names the test %s, which does not exist", qualify(pkg, test))
			}
		}
	}
	for _, family := range slices.Sorted(maps.Keys(t.routines)) {
		if _, ok := assembly[family]; !ok {
			say("the assembly of %s has no sentence in tools/unsafe/reasons.go", family)
		}
	}
	for _, family := range slices.Sorted(maps.Keys(assembly)) {
		if t.routines[family] == nil {
			say("tools/unsafe/reasons.go has assembly of %s, which does not exist", family)
		}
		for _, test := range assembly[family].tests {
			if !t.tests[qualify(kernel, test)] {
				say("tools/unsafe/reasons.go names the test %s, which does not exist", qualify(kernel, test))
			}
		}
	}
	return errs
}

const kernel = "internal/kernel"

// qualify returns a test with its package, which is pkg if the test's name has none.
func qualify(pkg, test string) string {
	if strings.Contains(test, ".") {
		return test
	}
	return pkg + "." + test
}

// print writes the page.
func (t *tree) print(w io.Writer) {
	fmt.Fprint(w, intro)
	fmt.Fprint(w, "\n## How often, and how\n\n| package |")
	for _, k := range kinds {
		fmt.Fprintf(w, " %s |", k.name)
	}
	fmt.Fprint(w, "\n|---|"+strings.Repeat("---:|", len(kinds))+"\n")
	pkgs := slices.Sorted(maps.Keys(t.uses))
	total := usage{}
	for _, pkg := range pkgs {
		row(w, "`"+pkg+"`", t.uses[pkg])
		for kind, n := range t.uses[pkg] {
			total[kind] += n
		}
	}
	row(w, "all", total)
	fmt.Fprint(w, "\nThe columns:\n\n")
	for _, k := range kinds {
		fmt.Fprintf(w, "* **%s**: %s.\n", k.name, k.is)
	}
	fmt.Fprint(w, "\n`unsafe.Sizeof` and `unsafe.Offsetof` are constants and are not counted.\n\n## Why, and which tests hold it\n\n| package | why | held by |\n|---|---|---|\n")
	for _, pkg := range pkgs {
		fmt.Fprintf(w, "| `%s` | %s | %s |\n", pkg, packages[pkg].why, named(packages[pkg].tests))
	}
	fmt.Fprint(w, assemblyIntro+"\n| routines | amd64 | arm64 | do | compared with Go code by |\n|---|---:|---:|---|---|\n")
	for _, family := range slices.Sorted(maps.Keys(t.routines)) {
		n := t.routines[family]
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", family, count(n["amd64"]), count(n["arm64"]), assembly[family].why, named(assembly[family].tests))
	}
	fmt.Fprint(w, outro)
}

func row(w io.Writer, name string, u usage) {
	fmt.Fprintf(w, "| %s |", name)
	for _, k := range kinds {
		fmt.Fprintf(w, " %s |", count(u[k.name]))
	}
	fmt.Fprintln(w)
}

func count(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

// named returns the tests in quotes, with the package of those that lie in another one.
func named(tests []string) string {
	var out []string
	for _, test := range tests {
		if pkg, name, ok := strings.Cut(test, "."); ok {
			out = append(out, "`"+name+"` of `"+pkg+"`")
		} else {
			out = append(out, "`"+test+"`")
		}
	}
	return strings.Join(out, ", ")
}
