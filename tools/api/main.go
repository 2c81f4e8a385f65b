// Api compares what the public packages export with the listing of the last release in folder api, and prints what was
// added, changed and removed.
//
//	go run ./tools/api              the report
//	go run ./tools/api -w v0.1.0    write the listing of a release that is about to be tagged
//
// A change that removes or alters something that a release has must be named in CHANGELOG.md under Unreleased, else the
// status is 1. A version whose heading in CHANGELOG.md has no date is not released yet, so its listing may be written
// again.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"golang.org/x/mod/semver"

	"github.com/zetes-json/zetes/tools/internal/args"
)

func main() {
	flags := flag.NewFlagSet("api", flag.ContinueOnError)
	root := flags.String("root", ".", "the repository's folder")
	write := flags.String("w", "", "write the listing of this version")
	args.Parse(flags, "go run ./tools/api [-root DIR] [-w VERSION]")
	if *write != "" && semver.Canonical(*write) != *write {
		fail(fmt.Errorf("%q is not a version such as v0.1.0", *write))
	}
	log, err := os.ReadFile(filepath.Join(*root, "CHANGELOG.md"))
	if err != nil {
		fail(err)
	}
	if *write != "" && released(string(log), *write) {
		fail(fmt.Errorf("%s is released: its listing does not change any more", *write))
	}
	now, err := list(*root)
	if err != nil {
		fail(err)
	}
	if *write != "" {
		if err := now.write(filepath.Join(*root, "api", *write+".txt")); err != nil {
			fail(err)
		}
		return
	}
	version, then, err := last(filepath.Join(*root, "api"))
	if err != nil {
		fail(err)
	}
	changes := compare(then, now)
	report(os.Stdout, version, changes)
	if !released(string(log), version) {
		fmt.Printf("%s is not released yet: go run ./tools/api -w %s takes these changes into its listing.\n", version, version)
		return
	}
	silent := unnamed(changes, unreleased(string(log)))
	for _, c := range silent {
		fmt.Fprintf(os.Stderr, "api: CHANGELOG.md does not name %s under Unreleased, and %s has it\n", c.key, version)
	}
	if len(silent) > 0 {
		os.Exit(1)
	}
}

func fail(err error) { args.Fail("api", err) }

// released reports whether the heading of a version in the change log has a date.
func released(log, version string) bool {
	return regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(version) + ` .*\d{4}-\d{2}-\d{2}`).MatchString(log)
}

// unreleased returns the section Unreleased of the change log.
func unreleased(log string) string {
	m := regexp.MustCompile(`(?ms)^## Unreleased$(.*?)(?:^## |\z)`).FindStringSubmatch(log)
	if m == nil {
		return ""
	}
	return m[1]
}
