package matrix

import (
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// Key names a group.
type Key struct {
	Op, Data, Form string
	Procs          int // goroutines, and GOMAXPROCS
}

// String returns the key in benchstat's way of naming.
func (k Key) String() string {
	return fmt.Sprintf("op=%s/data=%s/form=%s/procs=%d", k.Op, k.Data, k.Form, k.Procs)
}

// Ops lists the operations in the order of the report.
var Ops = []string{"marshal", "append", "unmarshal", "write", "read", "valid", "compact", "indent"}

// Forms lists the ways a value is given.
var Forms = []string{"struct", "any", "typed", "generated", "codec", "dom", "text"}

// OpAbout says what each operation is.
var OpAbout = map[string]string{
	"marshal":   "a fresh result",
	"append":    "into a slice that is reused",
	"unmarshal": "into a fresh value",
	"write":     "a value to a writer, through an encoder that is kept",
	"read":      "the next value of an endless stream, through a decoder that is kept",
	"valid":     "check only",
	"compact":   "remove white space, into a buffer that is reused",
	"indent":    "add white space, into a buffer that is reused",
	"first-use": "what the first call with a type costs, 20 fields",
	"binary":    "what a program grows by",
}

// Select says which part of the matrix to measure.
type Select struct {
	Run   string   // regular expression on the names of groups
	Data  []string // documents; nil: all
	Libs  []string // libraries; nil: all
	Procs []int    // numbers of goroutines; nil: one and all
	Quick bool     // a first table within two minutes
}

// quickData and quickOps make the first table.
var (
	quickData = []string{"session", "feed", "twitter"}
	quickOps  = []string{"marshal", "unmarshal"}
	quickLibs = []string{"std", "zetes", "zetes-gen", "goccy", "sonic-std", "sonic", "jsoniter-std", "segmentio", "easyjson", "std-v2", "v2-experiment"}
)

// Groups returns the keys that s selects, document by document, and the libraries.
func (s *Select) Groups() ([]Key, []*lib.Lib, error) {
	re, err := regexp.Compile(s.Run)
	if err != nil {
		return nil, nil, err
	}
	names, libNames, procs := s.Data, s.Libs, s.Procs
	if s.Quick {
		if names == nil {
			names = quickData
		}
		if libNames == nil {
			libNames = quickLibs
		}
		if procs == nil {
			procs = []int{1}
		}
	}
	if names == nil {
		for _, d := range data.Sets {
			names = append(names, d.Name)
		}
	}
	if procs == nil {
		procs = []int{1}
		if n := runtime.NumCPU(); n > 1 {
			procs = append(procs, n)
		}
	}
	libs := lib.All
	if libNames != nil {
		libs = nil
		for _, n := range libNames {
			l, err := lib.Get(n)
			if err != nil {
				return nil, nil, err
			}
			libs = append(libs, l)
		}
	}
	var out []Key
	for _, name := range names {
		if _, err := data.Get(name); err != nil {
			return nil, nil, err
		}
		for _, p := range procs {
			if p < 1 {
				return nil, nil, fmt.Errorf("%d goroutines cannot be measured", p)
			}
			for _, op := range Ops {
				if s.Quick && !slices.Contains(quickOps, op) {
					continue
				}
				for _, form := range Forms {
					k := Key{op, name, form, p}
					if re.MatchString(k.String()) && k.exists(libs) {
						out = append(out, k)
					}
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, nil, fmt.Errorf("nothing matches; groups are named like %s", Key{"marshal", "twitter", "struct", 1})
	}
	return out, libs, nil
}

// exists reports whether any library has the operation.
func (k Key) exists(libs []*lib.Lib) bool {
	return slices.ContainsFunc(libs, func(l *lib.Lib) bool { return k.has(l) })
}

// has reports whether a library takes part in the group.
func (k Key) has(l *lib.Lib) bool {
	switch {
	case k.Form == "text":
		return k.Op == "valid" && l.Valid != nil || k.Op == "compact" && l.Compact != nil || k.Op == "indent" && l.Indent != nil
	case k.Form == "struct" || k.Form == "any":
		switch k.Op {
		case "marshal":
			return l.Marshal != nil
		case "append":
			return l.Append != nil
		case "unmarshal":
			return l.Unmarshal != nil
		case "write":
			return l.Encoder != nil
		case "read":
			return l.Decoder != nil
		}
		return false
	}
	t := typed(l, k)
	return t != nil && (k.Op == "marshal" && t.Marshal != nil || k.Op == "append" && t.Append != nil || k.Op == "unmarshal" && t.Unmarshal != nil)
}

// typed returns the library's own way to the group's document.
func typed(l *lib.Lib, k Key) *lib.Typed {
	if l.Typed == nil || l.Missing != "" {
		return nil
	}
	for _, t := range l.Typed(k.Data) {
		if t.Form == k.Form {
			return t
		}
	}
	return nil
}

// ParseKey reads what String wrote.
func ParseKey(s string) (Key, error) {
	var k Key
	for part := range strings.SplitSeq(s, "/") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "op":
			k.Op = value
		case "data":
			k.Data = value
		case "form":
			k.Form = value
		case "procs":
			if _, err := fmt.Sscan(value, &k.Procs); err != nil {
				return k, fmt.Errorf("%q is no group", s)
			}
		default:
			return k, fmt.Errorf("%q is no group", s)
		}
	}
	return k, nil
}
