package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The report of zetes check types -from v1 -to v2: differences by the options that keep the earlier answer. A program
// that moves decides option by option, and looks at the fields where one matters.

// differs says what encoding/json/v2 does otherwise than encoding/json, by the option that keeps the latter's answer.
var differs = map[string]string{
	"json.Deterministic":                 "v2 writes the entries of maps in any order",
	"json.FormatNilMapAsNull":            "v2 writes a nil map as {}, v1 as null",
	"json.FormatNilSliceAsNull":          "v2 writes a nil slice as [] or \"\", v1 as null",
	"json.MatchCaseInsensitiveNames":     "v2 takes names for fields only in their case; the tag option case:ignore lets one field be named in any case (beside this option, v1.MatchCaseSensitiveDelimiter(true) keeps _ and - in names)",
	"jsontext.AllowDuplicateNames":       "v2 refuses two members of one name",
	"jsontext.AllowInvalidUTF8":          "v2 refuses text that is not UTF-8",
	"jsontext.EscapeForHTML":             "v2 writes <, > and & as they are",
	"jsontext.EscapeForJS":               "v2 writes U+2028 and U+2029 as they are",
	"jsontext.PreserveRawStrings":        "v2 writes the strings of raw JSON with as few escapes as possible",
	"v1.CallMethodsWithLegacySemantics":  "v2 calls methods of pointers wherever a value is, and methods for keys of maps; it calls none for nil",
	"v1.FormatByteArrayAsArray":          "v2 takes an array of bytes for base64, v1 for an array of numbers",
	"v1.FormatBytesWithLegacySemantics":  "v2 takes only []byte for base64, and no array for it",
	"v1.FormatDurationAsNano":            "v2 has no form for a time.Duration, v1 writes nanoseconds",
	"v1.MergeWithLegacySemantics":        "v2 merges objects into what a target holds, and null clears it; v1 also merges arrays, but not the values of maps",
	"v1.OmitEmptyWithLegacySemantics":    "v2 leaves out with omitempty what is written as null, \"\", [] or {}; v1 what is false, 0, nil or has no elements",
	"v1.ParseBytesWithLooseRFC4648":      "v2 refuses base64 with line breaks",
	"v1.ParseTimeWithLooseRFC3339":       "v2 refuses times that are only nearly of RFC 3339",
	"v1.ReportErrorsWithLegacySemantics": "v2 refuses types and struct tags that v1 takes as far as they go",
	"v1.StringifyWithLegacySemantics":    "v2 writes numbers as strings with the tag option string, wherever they are; v1 also strings and booleans, but only if the field is one",
	"v1.UnmarshalArrayFromAnyLength":     "v2 refuses an array that has not as many elements as the Go array",
}

// byOptions are differences that the same options keep from being ones.
type byOptions struct {
	options []string
	list    []difference
}

// versionsText returns the differences by the options, those first that matter for most of the types.
func versionsText(list []difference) string {
	sets := map[string]*byOptions{}
	for _, d := range list {
		key := strings.Join(d.Options, " ")
		if sets[key] == nil {
			sets[key] = &byOptions{options: d.Options}
		}
		sets[key].list = append(sets[key].list, d)
	}
	sorted := slices.SortedFunc(maps.Values(sets), func(a, b *byOptions) int {
		if n := len(b.list) - len(a.list); n != 0 {
			return n
		}
		return slices.Compare(a.options, b.options)
	})
	var b strings.Builder
	for _, s := range sorted {
		s.write(&b)
	}
	return b.String()
}

func (s *byOptions) write(b *strings.Builder) {
	if len(s.options) == 0 { // a crash, for example
		for _, d := range s.list {
			fmt.Fprintln(b, d)
		}
		return
	}
	var what, calls []string
	for _, o := range s.options {
		what = append(what, differs[o])
		calls = append(calls, o+"(true)")
	}
	row := func(name, text string) { fmt.Fprintf(b, "\t%-16s %s\n", name, text) }
	fmt.Fprintf(b, "DIFFERENT %s\n", strings.Join(what, "; "))
	row("option", strings.Join(calls, ", "))
	smallest := slices.MinFunc(s.list, func(a, b difference) int { return a.size() - b.size() })
	row("for example", smallest.Type)
	b.WriteString(smallest.rows())
	places, types := map[string]string{}, map[string]bool{}
	for _, d := range s.list {
		types[d.Type] = true
		if d.Field != "" {
			places[d.Field] = d.Tag
		}
	}
	row("where", count(len(types), "type"))
	for _, field := range slices.Sorted(maps.Keys(places)) {
		if tag := places[field]; tag != "" {
			field += ": v1's answer under both with `" + tag + "`"
		} else if slices.Contains(s.options, "v1.OmitEmptyWithLegacySemantics") || slices.Contains(s.options, "v1.StringifyWithLegacySemantics") {
			field += ": no tag was found that keeps v1's answer, the option does"
		}
		fmt.Fprintf(b, "\t\t%s\n", field)
	}
	b.WriteByte('\n')
}

// size is how much of an example there is to read.
func (d difference) size() int {
	return len(d.Doc) + len(d.Value) + len(d.Std) + len(d.V2) + len(d.Note)
}
