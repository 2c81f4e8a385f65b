package main

import (
	stdjson "encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zetes-json/zetes/cmd/zetes/internal/lost"
	"github.com/zetes-json/zetes/cmd/zetes/internal/subject"
	"github.com/zetes-json/zetes/internal/tests/agree"
)

// typesReport gathers what comes of types. Its exported fields are what -json prints.
type typesReport struct {
	Zetes       string       `json:"zetes,omitempty"` // version of the library
	Go          string       `json:"go"`
	Seed        uint64       `json:"seed"`
	Packages    int          `json:"packages"`
	Cases       int          `json:"cases"`
	Differing   int          `json:"differing"` // cases that differ
	Unsteady    int          `json:"unsteady"`  // cases on which encoding/json contradicts itself
	Panics      int          `json:"panics"`    // cases on which encoding/json panics
	Differences []difference `json:"differences"`
	Lost        []lostReport `json:"lost"` // features that types ask for and no library provides
	Types       []typeReport `json:"types"`
	LeftOut     []leftReport `json:"left_out"`

	s        streams
	purpose  subject.Purpose
	quiet    bool // nothing is printed before the end
	verbose  bool
	packages []string // of the types
	progress *progress
}

// difference is a case on which zetes and encoding/json differ.
type difference struct {
	Type  string `json:"type"`
	What  string `json:"what"`
	Call  string `json:"call"`
	Doc   []byte `json:"document,omitempty"` // in base64
	Text  string `json:"text,omitempty"`     // the document, where it is UTF-8
	Value string `json:"value,omitempty"`
	Std   string `json:"encoding/json,omitempty"`
	V2    string `json:"encoding/json/v2,omitempty"`
	Zetes string `json:"zetes,omitempty"`
	Where string `json:"where,omitempty"`
	Note  string `json:"note,omitempty"`

	Options []string `json:"options,omitempty"` // of encoding/json/v2 that keep encoding/json's answer
	Field   string   `json:"field,omitempty"`   // the struct field that it is about
	Tag     string   `json:"tag,omitempty"`     // a tag of this field that keeps this answer
}

// typeReport is what came of a type.
type typeReport struct {
	Name     string `json:"name"`
	Cases    int    `json:"cases"`
	Differ   int    `json:"differing"`
	Unsteady int    `json:"unsteady"`
	Panics   int    `json:"panics"`
	Ended    string `json:"ended,omitempty"` // how encoding/json ended the program
}

// lostReport is a feature that a type asks for and no library provides.
type lostReport struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Type   string `json:"type"`
	Field  string `json:"field,omitempty"`
	What   string `json:"what"`
}

// leftReport is a type that is left out.
type leftReport struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

func newTypesReport(s streams, o typesOptions, set *subject.Set) *typesReport {
	r := &typesReport{
		Seed: o.seed, Packages: set.Packages, Differences: []difference{}, Lost: []lostReport{}, LeftOut: []leftReport{},
		s: s, purpose: o.purpose(), quiet: o.json, verbose: o.verbose, progress: newProgress(s.err, len(set.Types)),
	}
	for _, t := range set.Types {
		r.Types = append(r.Types, typeReport{Name: t.Name})
		r.packages = append(r.packages, t.Package())
	}
	for _, l := range set.Left {
		r.leave(l.Name, l.Why)
	}
	return r
}

// ignored prints the features that types ask for and no library provides.
func (r *typesReport) ignored(list []lost.Problem) {
	here, _ := os.Getwd()
	for _, p := range list {
		if rel, err := filepath.Rel(here, p.At.Filename); err == nil && filepath.IsLocal(rel) {
			p.At.Filename = rel
		}
		r.Lost = append(r.Lost, lostReport{p.At.Filename, p.At.Line, p.At.Column, p.Type, p.Field, p.Text})
		if !r.quiet {
			fmt.Fprintf(r.s.out, "LOST %v\n", p)
		}
	}
}

func (r *typesReport) leave(name, why string) {
	r.LeftOut = append(r.LeftOut, leftReport{name, why})
	if r.verbose {
		r.progress.clear()
		fmt.Fprintf(r.s.err, "%s is left out: %s\n", name, why)
	}
}

// Finding prints a difference as soon as it is known.
func (r *typesReport) Finding(f agree.Finding) {
	d := difference{
		Type: r.Types[f.Type].Name, What: f.What, Call: f.Door, Doc: f.Doc, Value: f.Value, Std: f.Std, Zetes: f.Got, Where: f.Where, Note: f.Note,
		Options: f.Options, Field: f.Field, Tag: f.Tag,
	}
	switch r.purpose {
	case subject.CheckV2:
		d.Std, d.V2 = "", f.Std
	case subject.Versions:
		d.V2, d.Zetes = f.Got, ""
	}
	if utf8.Valid(f.Doc) {
		d.Text = string(f.Doc)
	}
	r.Differences = append(r.Differences, d)
	if !r.quiet && r.purpose != subject.Versions {
		r.progress.clear()
		fmt.Fprintln(r.s.out, d)
	}
}

// String returns a difference as people read it.
func (d difference) String() string {
	return fmt.Sprintf("DIFFERENT %s: %s\n%s", d.What, d.Type, d.rows())
}

// rows returns what was called, and what came of it.
func (d difference) rows() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\t%s\n", d.Call)
	width := len("encoding/json") + 1
	if d.V2 != "" {
		width = len("encoding/json/v2")
	}
	add := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\t%-*s %s\n", width, name, text)
		}
	}
	if d.Doc != nil {
		add("doc", printable(d.Doc))
	}
	add("v", oneRow(d.Value))
	add("encoding/json", oneRow(d.Std))
	add("encoding/json/v2", oneRow(d.V2))
	add("zetes", oneRow(d.Zetes))
	add("differing at", d.Where)
	add("note", d.Note)
	return b.String()
}

// printable returns a document as it is, or as Go text if it is not plain to see.
func printable(doc []byte) string {
	const most = 1000
	s := string(doc)
	cut := ""
	if len(s) > most {
		s, cut = s[:most], fmt.Sprintf("… (%d bytes, -json has all)", len(doc))
	}
	if strings.IndexFunc(s, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError }) >= 0 || s == "" {
		s = strconv.Quote(s)
	}
	return s + cut
}

// oneRow keeps text that is shown on its line, with the code of each character that can't be seen.
func oneRow(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '\n' || c == '\t':
			q := strconv.QuoteRune(c)
			b.WriteString(q[1 : len(q)-1])
		case unicode.IsPrint(c):
			b.WriteRune(c)
		default:
			fmt.Fprintf(&b, "<%U>", c)
		}
	}
	return b.String()
}

// Done notes what came of a type.
func (r *typesReport) Done(i int, c agree.Counts) {
	t := &r.Types[i]
	t.Cases, t.Differ, t.Unsteady, t.Panics = c.Cases, c.Differences, c.Unsteady, c.Panics
	r.Cases += c.Cases
	r.Differing += c.Differences
	r.Unsteady += c.Unsteady
	r.Panics += c.Panics
	if r.verbose {
		r.progress.clear()
		fmt.Fprintf(r.s.err, "%s: %s, %d differ; encoding/json contradicts itself in %d and panics in %d\n", t.Name, count(c.Cases, "case"), c.Differences, c.Unsteady, c.Panics)
	}
	r.step(i)
}

// Left notes a type that the program has left out.
func (r *typesReport) Left(i int, why string) {
	r.leave(r.Types[i].Name, why)
	r.step(i)
}

// Apart notes a type that makes encoding/json end the program.
func (r *typesReport) Apart(i int, why string) {
	r.Types[i].Ended = why
	r.step(i)
}

func (r *typesReport) step(i int) {
	r.progress.step(r.packages[i], fmt.Sprintf("(%s, %d differ)", count(r.Cases, "case"), r.Differing))
}

// print prints the end of the report.
func (r *typesReport) print() error {
	if r.quiet {
		b, err := stdjson.MarshalIndent(r, "", "\t")
		if err == nil {
			_, err = fmt.Fprintf(r.s.out, "%s\n", b)
		}
		return err
	}
	var b strings.Builder
	if r.purpose == subject.Versions {
		b.WriteString(versionsText(r.Differences))
	}
	fmt.Fprintf(&b, "%s of %s, %s with seed %d; ", count(len(r.Types), "type"), count(r.Packages, "package"), count(r.Cases, "case"), r.Seed)
	if r.Zetes != "" {
		fmt.Fprintf(&b, "zetes %s, ", r.Zetes)
	}
	fmt.Fprintln(&b, r.Go)
	if n := len(r.LeftOut); n > 0 {
		fmt.Fprintf(&b, "left out: %s (-v says why)\n", count(n, "type"))
	}
	if n := len(r.Lost); n > 0 {
		fmt.Fprintf(&b, "lost without a word: %s, named above\n", count(n, "thing"))
	}
	types := func(of func(typeReport) bool) string {
		n := 0
		for _, t := range r.Types {
			if of(t) {
				n++
			}
		}
		return count(n, "type")
	}
	if r.Unsteady > 0 {
		fmt.Fprintf(&b, "not counted: %s of %s on which encoding/json contradicts itself\n", count(r.Unsteady, "case"), types(func(t typeReport) bool { return t.Unsteady > 0 }))
	}
	if r.Panics > 0 {
		fmt.Fprintf(&b, "not counted: %s of %s on which encoding/json panics\n", count(r.Panics, "case"), types(func(t typeReport) bool { return t.Panics > 0 }))
	}
	for _, t := range r.Types {
		if t.Ended != "" {
			fmt.Fprintf(&b, "not counted: %s, which ends the program in encoding/json: %s\n", t.Name, t.Ended)
		}
	}
	if r.Differing > 0 {
		fmt.Fprintf(&b, "%s of %s differ\n", count(r.Differing, "case"), types(func(t typeReport) bool { return t.Differ > 0 }))
	} else {
		fmt.Fprintln(&b, "nothing differs")
	}
	_, err := fmt.Fprint(r.s.out, b.String())
	return err
}

// count is a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
