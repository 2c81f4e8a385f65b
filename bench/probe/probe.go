// Package probe finds out what a library really does, by small experiments rather than by its documentation.
package probe

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/zetes-json/zetes/bench/lib"
)

// Probe is one question about behaviour.
type Probe struct {
	Name     string
	Question string
	ask      func(l *lib.Lib) string
}

// All lists the questions in the order of the report.
var All = []Probe{
	{"html", "are <, > and & escaped?", marshals(map[string]string{"a": "<&>"}, cases{
		{`{"a":"\u003c\u0026\u003e"}`, "escaped"}, {`{"a":"<&>"}`, "as they are"}})},
	{"line-separators", "are U+2028 and U+2029 escaped?", marshals([]string{"\u2028\u2029"}, cases{
		{`["\u2028\u2029"]`, "escaped"}, {"[\"\u2028\u2029\"]", "as they are"}})},
	{"sorting", "are map keys sorted?", askSorting},
	{"utf8-out", "what becomes of invalid UTF-8 in a Go string?", marshals([]string{"a\xffb"}, cases{
		{`["a\ufffdb"]`, "replaced"}, {"[\"a\ufffdb\"]", "replaced"}, {"[\"a\xffb\"]", "written as it is"}})},
	{"utf8-in", "what becomes of invalid UTF-8 in JSON?", reads("\"a\xffb\"", cases{
		{"a\ufffdb", "replaced"}, {"a\xffb", "kept as it is"}})},
	{"surrogates", "what becomes of half a surrogate pair?", reads(`"\ud800x"`, cases{{"\ufffdx", "replaced"}})},
	{"control", "are raw control characters in strings refused?", refuses("\"a\x01b\"", func() any { return new(string) })},
	{"skipped-syntax", "are values that no field takes checked?", refuses(`{"skip":[1,,tru],"A":1}`, newA)},
	{"skipped-strings", "are strings that no field takes checked?", refuses("{\"skip\":\"\x01\\x\",\"A\":1}", newA)},
	{"skipped-numbers", "are numbers that no field takes checked?", refuses(`{"skip":01.e+,"A":1}`, newA)},
	{"trailing", "is anything after the value refused?", refuses(`1 x`, func() any { return new(int) })},
	{"numbers", "are 01, 1., +1 and .5 refused?", askNumbers},
	{"overflow", "is a number too large for the type an error?", refuses(`300`, func() any { return new(int8) })},
	{"float-overflow", "is 1e999 an error?", refuses(`1e999`, func() any { return new(float64) })},
	{"nan", "is NaN an error?", func(l *lib.Lib) string {
		b, err := l.Marshal([]float64{math.NaN()})
		if err != nil {
			return "error"
		}
		return "writes " + string(b)
	}},
	{"floats", "are floats exact?", marshals([]float64{1.0 / 3, 1e21, 1e-7, 5e-324}, cases{
		{`[0.3333333333333333,1e+21,1e-7,5e-324]`, "as encoding/json"}})},
	{"duplicates", "what if a name comes twice?", func(l *lib.Lib) string {
		v := newA().(*structA)
		if err := l.Unmarshal([]byte(`{"A":1,"A":2}`), v); err != nil {
			return "error"
		}
		return fmt.Sprintf("%s wins", map[int]string{1: "the first", 2: "the last"}[v.A])
	}},
	{"case", "do names match regardless of case?", func(l *lib.Lib) string {
		v := newA().(*structA)
		if err := l.Unmarshal([]byte(`{"a":7}`), v); err != nil {
			return "error"
		}
		if v.A == 7 {
			return "yes"
		}
		return "no"
	}},
	{"aliasing", "do decoded strings share the caller's bytes?", askAliasing},
	{"raw-checked", "is what MarshalJSON returns checked?", func(l *lib.Lib) string {
		b, err := l.Marshal(bad{})
		if err != nil {
			return "error"
		}
		return "writes " + string(b)
	}},
	{"raw-compacted", "is what MarshalJSON returns compacted?", marshals(spaced{}, cases{
		{`{"a":1}`, "compacted"}, {`{ "a" : 1 }`, "written as it is"}})},
	{"nil-slice", "what is a nil slice?", marshals([]int(nil), cases{{"null", "null"}, {"[]", "[]"}})},
	{"errors", "do errors have encoding/json's types?", askErrors},
	{"untouched", "is the target untouched after a syntax error?", func(l *lib.Lib) string {
		v := &structA{A: 1}
		if err := l.Unmarshal([]byte(`{"A":2,"B":}`), v); err == nil {
			return "no error"
		}
		if v.A == 1 {
			return "yes"
		}
		return "no"
	}},
	{"depth", "what becomes of 100,000 open brackets?", func(l *lib.Lib) string {
		var v any
		if err := l.Unmarshal([]byte(strings.Repeat("[", 100000)+strings.Repeat("]", 100000)), &v); err != nil {
			return "error"
		}
		return "decoded"
	}},
}

type structA struct{ A int }

func newA() any { return new(structA) }

type bad struct{}

// MarshalJSON returns what is no JSON.
func (bad) MarshalJSON() ([]byte, error) { return []byte(`{"a":}`), nil }

type spaced struct{}

// MarshalJSON returns JSON with white space.
func (spaced) MarshalJSON() ([]byte, error) { return []byte(`{ "a" : 1 }`), nil }

// cases pairs an output with its name.
type cases []struct{ out, means string }

func (cs cases) name(out string) string {
	for _, c := range cs {
		if c.out == out {
			return c.means
		}
	}
	return fmt.Sprintf("%.40q", out)
}

func marshals(v any, cs cases) func(*lib.Lib) string {
	return func(l *lib.Lib) string {
		b, err := l.Marshal(v)
		if err != nil {
			return "error"
		}
		return cs.name(string(b))
	}
}

func reads(text string, cs cases) func(*lib.Lib) string {
	return func(l *lib.Lib) string {
		var s string
		if err := l.Unmarshal([]byte(text), &s); err != nil {
			return "error"
		}
		return cs.name(s)
	}
}

func refuses(text string, fresh func() any) func(*lib.Lib) string {
	return func(l *lib.Lib) string {
		if l.Unmarshal([]byte(text), fresh()) != nil {
			return "yes"
		}
		return "no"
	}
}

func askSorting(l *lib.Lib) string {
	m := map[string]int{}
	for i := range 40 {
		m[fmt.Sprintf("%c%d", 'a'+i*7%26, i)] = i
	}
	want, err := stdjson.Marshal(m)
	if err != nil {
		return err.Error()
	}
	got, err := l.Marshal(m)
	switch {
	case err != nil:
		return "error"
	case bytes.Equal(got, want):
		return "sorted"
	}
	return "unsorted"
}

func askNumbers(l *lib.Lib) string {
	var taken []string
	for _, s := range []string{"01", "1.", "+1", ".5"} {
		var f float64
		if l.Unmarshal([]byte(s), &f) == nil {
			taken = append(taken, s)
		}
	}
	if taken == nil {
		return "yes"
	}
	return "takes " + strings.Join(taken, " ")
}

func askAliasing(l *lib.Lib) string {
	in := []byte(`{"k":"value of some length"}`)
	var v struct {
		K string `json:"k"`
	}
	if l.Unmarshal(in, &v) != nil {
		return "error"
	}
	for i := range in {
		in[i] = 'X'
	}
	if strings.Contains(v.K, "X") {
		return "yes: they change with them"
	}
	return "no"
}

func askErrors(l *lib.Lib) string {
	var n int
	var syntax *stdjson.SyntaxError
	var typ *stdjson.UnmarshalTypeError
	a := errors.As(l.Unmarshal([]byte(`[1,}`), &n), &syntax)
	b := errors.As(l.Unmarshal([]byte(`"x"`), &n), &typ)
	switch {
	case a && b:
		var want *stdjson.SyntaxError
		if errors.As(stdjson.Unmarshal([]byte(`[1,}`), &n), &want) && (want.Error() != syntax.Error() || want.Offset != syntax.Offset) {
			return "types yes, text or offset no"
		}
		return "yes"
	case a || b:
		return "some"
	}
	return "no"
}

// Ask puts one question to one library. Libraries without a call for any Go value have no answer.
func (p *Probe) Ask(l *lib.Lib) (answer string) {
	if l.Missing != "" || l.Marshal == nil || l.Unmarshal == nil {
		return "-"
	}
	defer func() {
		if r := recover(); r != nil {
			answer = "panics"
		}
	}()
	return p.ask(l)
}
