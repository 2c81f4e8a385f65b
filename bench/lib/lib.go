// Package lib lists the libraries that the benchmarks compare, each as a row: how it is called, and for which kind of
// behaviour it is configured.
package lib

import (
	"bytes"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
)

// Level is a category of behaviour: only libraries that can be told to behave that way are compared in it.
type Level uint8

const (
	// Exact asks for what encoding/json does: HTML escaped, map keys sorted, invalid UTF-8 replaced, everything
	// checked, nothing of the input aliased.
	Exact Level = 1 << iota
	// V2 asks for what encoding/json/v2 does.
	V2
	// Relaxed asks for encoding/json without escaping of HTML, sorting, and copying.
	Relaxed
	// Fastest lets each library skip whatever it offers to skip.
	Fastest
)

var levelNames = []string{"exact", "v2", "relaxed", "fastest"}

// Levels lists all categories.
var Levels = []Level{Exact, V2, Relaxed, Fastest}

// String returns the names of the levels in l.
func (l Level) String() string {
	var out []string
	for i, n := range levelNames {
		if l&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return strings.Join(out, "+")
}

// ParseLevel returns the level of that name.
func ParseLevel(s string) (Level, error) {
	for i, n := range levelNames {
		if n == s {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("unknown category %q; there are %s", s, strings.Join(levelNames, ", "))
}

// Lib is one library in one configuration. A nil function means that it has no such operation.
type Lib struct {
	Name   string
	Module string // module path, empty for the standard library
	About  string // the configuration, in words
	Level  Level  // the categories it is configured for

	Marshal   func(v any) ([]byte, error)
	Append    func(dst []byte, v any) ([]byte, error)
	Unmarshal func(data []byte, v any) error
	Valid     func(data []byte) bool
	Compact   func(dst *bytes.Buffer, src []byte) error
	Indent    func(dst *bytes.Buffer, src []byte) error
	// Decoder returns a function that reads the next value of a stream.
	Decoder func(r io.Reader) func(v any) error
	// Encoder returns a function that writes a value to a stream.
	Encoder func(w io.Writer) func(v any) error
	// Typed, when set, returns the ways that need types or methods of the library's own for a document: generated code,
	// hand-written codecs, trees.
	Typed func(data string) []*Typed
	// Missing says why the library cannot be had; its cells are shown as such.
	Missing string
}

// ProbeData is the name under which Typed gives the ways to data.Subject, with which questions about behaviour are
// asked.
const ProbeData = "(probe)"

// Typed is a library's own way to one document.
type Typed struct {
	Form      string // "generated", "codec", "typed" or "dom"
	New       func() any
	Marshal   func(v any) ([]byte, error)
	Append    func(dst []byte, v any) ([]byte, error)
	Unmarshal func(data []byte, v any) error
	// Plain, when set, returns the value as the document's own type.
	Plain func(v any) any
	// Text decodes and encodes again, where Marshal doesn't take what Unmarshal makes. It proves trees.
	Text func(data []byte) ([]byte, error)
}

// All lists the libraries in the order of the report. Files of this package append to it.
var All []*Lib

// order is that of the report: files are initialized by name, which says nothing.
var order = []string{"std", "zetes", "zetes-typed", "zetes-codec", "zetes-gen", "zetes-relaxed", "zetes-fastest", "zetes-v2", "std-v2", "v2-experiment", "goccy-v2", "goccy", "sonic-std", "sonic-relaxed", "sonic", "jsoniter", "segmentio", "easyjson", "ffjson", "gojay", "jx", "ugorji"}

func add(l ...*Lib) {
	All = append(All, l...)
	sortAll()
}

// Add adds a library that is no requirement of this module to [All], from the init function of a package that
// `bench --peer` builds in. It takes the place of one with the same name, if that is missing. Names that begin with that
// of a library and a hyphen stand beside it.
func Add(l ...*Lib) {
	added = append(added, l...)
	for _, l := range l {
		All = slices.DeleteFunc(All, func(old *Lib) bool { return old.Missing != "" && old.Name == l.Name })
	}
	add(l...)
}

// added are the libraries of Add.
var added []*Lib

// Added returns the names of the libraries that [Add] has added for the level.
func Added(level Level) (names []string) {
	for _, l := range added {
		if l.Level&level != 0 {
			names = append(names, l.Name)
		}
	}
	return names
}

func sortAll() {
	slices.SortStableFunc(All, func(a, b *Lib) int { return rank(a.Name) - rank(b.Name) })
}

// rank returns a name's place; configurations stand with their library.
func rank(name string) int {
	best, at := -1, len(order)
	for i, o := range order {
		if (name == o || strings.HasPrefix(name, o+"-")) && len(o) > best {
			best, at = len(o), i
		}
	}
	return at
}

// Get returns the library of that name.
func Get(name string) (*Lib, error) {
	var names []string
	for _, l := range All {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return nil, fmt.Errorf("unknown library %q; there are %s", name, strings.Join(names, ", "))
}

// Version returns the version of the library's module in this binary, or the toolchain's.
func (l *Lib) Version() string {
	info, ok := debug.ReadBuildInfo()
	switch {
	case l.Missing != "":
		return "-"
	case !ok:
		return "?"
	case l.Module == "":
		return info.GoVersion
	}
	for _, m := range info.Deps {
		if m.Path == l.Module {
			if m.Replace != nil {
				return m.Replace.Version
			}
			return m.Version
		}
	}
	return "(workspace)"
}

// one is the answer of most libraries to Typed: one way, or none.
func one(t *Typed) []*Typed {
	if t == nil {
		return nil
	}
	return []*Typed{t}
}
