package proportion

import (
	"bytes"
	"strconv"
	"strings"
)

// Sizes are guessed by what was needed before. These inputs make long values known, and then nest short ones.

type mapNode struct{ C map[string]*mapNode }

type bigNode struct {
	C []bigNode
	P [1100]byte
}

type smallNode struct{ C []smallNode }

// mostLevels keeps inputs below the deepest nesting that encoding/json takes; levels are two containers each.
const mostLevels = 4900

// nested returns levels of open and shut around middle.
func nested(levels int, open, middle, shut string) string {
	return strings.Repeat(open, levels) + middle + strings.Repeat(shut, levels)
}

// padded returns text with white space in front, to n bytes.
func padded(text string, n int) []byte {
	return append(bytes.Repeat([]byte{' '}, max(n-len(text), 0)), text...)
}

func members(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(strconv.Itoa(i)))
		b.WriteString(":null")
	}
	return b.String()
}

func list(n int, element string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
}

func init() {
	ours, theirs := into[mapNode]()
	add(row{
		name: "hint/map within maps", ours: ours, theirs: theirs,
		text: func(n int) []byte {
			levels := min(n/3/11, mostLevels)
			text := `{"C":{"a":{"C":{` + members(n/3/12) + `}},"b":` + nested(levels, `{"C":{"k":`, "null"+strings.Repeat(" ", n/3), "}}") + `}}`
			return []byte(text)
		},
	})
	add(row{
		name: "hint/map armed by another input", ours: ours, theirs: theirs,
		before: func(n int) []byte { return []byte(`{"C":{` + members(n/12) + `}}`) },
		text: func(n int) []byte {
			levels := min(n/2/11, mostLevels)
			return []byte(nested(levels, `{"C":{"k":`, "null"+strings.Repeat(" ", n-11*levels), "}}"))
		},
	})
	ours, theirs = into[[]bigNode]()
	add(row{
		name: "hint/slice of large elements", ours: ours, theirs: theirs,
		text: func(n int) []byte {
			levels := min(n/2/9, mostLevels/2)
			open := `[{"C":` + list(min(n/20, 500), "{}") + `},` + strings.Repeat(`{"C":[`, levels) + "{}"
			return []byte(open + strings.Repeat(" ", max(0, n-len(open)-2*levels)) + strings.Repeat("]}", levels) + "]")
		},
	})
	ours, theirs = into[[]smallNode]()
	add(row{
		name: "hint/slice within slices", ours: ours, theirs: theirs,
		text: func(n int) []byte {
			levels := min(n/2/9, mostLevels)
			return padded(`[{"C":`+list(min(n/6, 1000), "{}")+`},`+nested(levels, `{"C":[`, "{}", "]}")+"]", n)
		},
	})
	add(row{
		name: "hint/slice armed by another input", ours: ours, theirs: theirs,
		before: func(n int) []byte { return []byte(list(n/3, "{}")) },
		text: func(n int) []byte {
			levels := min(n/9, mostLevels)
			return []byte(`[` + nested(levels, `{"C":[`, "{}"+strings.Repeat(" ", n-9*levels), "]}") + "]")
		},
	})
}

// rows is the table.
var rows []*row

func add(r row) { rows = append(rows, &r) }
