// Package probe finds out what a library really does, by small experiments rather than by its documentation.
//
// Every question is put with one Go type, data.Subject, so that it reaches generated code and methods written by
// hand too. Files: probe.go (the questions) · subject.go (how a library is asked).
package probe

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// Probe is one question about behaviour.
type Probe struct {
	Name     string
	Question string
	ask      func(s *subject) string
}

// All lists the questions in the order of the report.
var All = []Probe{
	{"html", "are <, > and & escaped?", writes("text", data.Subject{Text: "<&>"}, cases{
		{`"\u003c\u0026\u003e"`, "escaped"}, {`"<&>"`, "as they are"}})},
	{"line-separators", "are U+2028 and U+2029 escaped?", writes("text", data.Subject{Text: "\u2028\u2029"}, cases{
		{`"\u2028\u2029"`, "escaped"}, {"\"\u2028\u2029\"", "as they are"}})},
	{"sorting", "are map keys sorted?", askSorting},
	{"utf8-out", "what becomes of invalid UTF-8 in a Go string?", writes("text", data.Subject{Text: "a\xffb"}, cases{
		{`"a\ufffdb"`, "replaced"}, {`"a\uFFFDb"`, "replaced"}, {"\"a\ufffdb\"", "replaced"}, {"\"a\xffb\"", "written as it is"}})},
	{"utf8-in", "what becomes of invalid UTF-8 in JSON?", reads("\"a\xffb\"", cases{
		{"a\ufffdb", "replaced"}, {"a\xffb", "kept as it is"}})},
	{"surrogates", "what becomes of half a surrogate pair?", reads(`"\ud800x"`, cases{{"\ufffdx", "replaced"}})},
	{"control", "are raw control characters in strings refused?", refuses("text", `"x"`, "{\"text\":\"a\x01b\"}")},
	{"skipped-syntax", "are values that no field takes checked?", refuses("num", "1", `{"skip":[1,,tru],"num":1}`)},
	{"skipped-strings", "are strings that no field takes checked?", refuses("num", "1", "{\"skip\":\"\x01\\x\",\"num\":1}")},
	{"skipped-numbers", "are numbers that no field takes checked?", refuses("num", "1", `{"skip":01.e+,"num":1}`)},
	{"trailing", "is anything after the value refused?", refuses("num", "1", `{"num":1} x`)},
	{"numbers", "are 01, 1., +1 and .5 refused?", askNumbers},
	{"overflow", "is a number too large for the type an error?", refuses("small", "1", `{"small":300}`)},
	{"float-overflow", "is 1e999 an error?", refuses("float", "1", `{"float":1e999}`)},
	{"nan", "is NaN an error?", func(s *subject) string {
		raw, err := s.write("float", data.Subject{Float: math.NaN()})
		switch {
		case err != nil:
			return "error"
		case raw == "":
			return none
		}
		return "writes " + raw
	}},
	{"floats", "are floats exact?", writes("list", data.Subject{List: []float64{1.0 / 3, 1e21, 1e-7, 5e-324}}, cases{
		{`[0.3333333333333333,1e+21,1e-7,5e-324]`, "as encoding/json"}})},
	{"duplicates", "what if a name comes twice?", func(s *subject) string {
		v, err := s.read("num", "1", `{"num":1,"num":2}`)
		return answer(v, err, func() string { return fmt.Sprintf("%s wins", map[int]string{1: "the first", 2: "the last"}[v.Num]) })
	}},
	{"case", "do names match regardless of case?", func(s *subject) string {
		v, err := s.read("num", "1", `{"NUM":7}`)
		return answer(v, err, func() string { return yes(v.Num == 7) })
	}},
	{"aliasing", "do decoded strings share the caller's bytes?", askAliasing},
	{"raw-checked", "is what MarshalJSON returns checked?", func(s *subject) string {
		b, err := s.writeAll(data.Subject{Any: bad{}})
		switch {
		case err != nil:
			return "error"
		case !bytes.Contains(b, []byte(`"any"`)):
			return none
		}
		return "no"
	}},
	{"raw-compacted", "is what MarshalJSON returns compacted?", writes("any", data.Subject{Any: spaced{}}, cases{
		{`{"a":1}`, "compacted"}, {`{ "a" : 1 }`, "written as it is"}})},
	{"nil-slice", "what is a nil slice?", writes("list", data.Subject{}, cases{{"null", "null"}, {"[]", "[]"}})},
	{"errors", "do errors have encoding/json's types?", askErrors},
	{"untouched", "is the target untouched after a syntax error?", func(s *subject) string {
		if !s.reads("num", "1") {
			return none
		}
		v := s.fresh()
		s.plain(v).Num = 1
		if err := s.unmarshal([]byte(`{"num":2,"text":}`), v); err == nil {
			return "no error"
		}
		return yes(s.plain(v).Num == 1)
	}},
	{"depth", "what becomes of 100,000 open brackets?", func(s *subject) string {
		v, err := s.read("any", "1", `{"any":`+strings.Repeat("[", 100000)+strings.Repeat("]", 100000)+"}")
		return answer(v, err, func() string { return "decoded" })
	}},
}

type bad struct{}

// MarshalJSON returns text that is not JSON.
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

func writes(member string, v data.Subject, cs cases) func(*subject) string {
	return func(s *subject) string {
		raw, err := s.write(member, v)
		switch {
		case err != nil:
			return "error"
		case raw == "":
			return none
		}
		return cs.name(raw)
	}
}

func reads(text string, cs cases) func(*subject) string {
	return func(s *subject) string {
		v, err := s.read("text", `"x"`, `{"text":`+text+`}`)
		return answer(v, err, func() string { return cs.name(v.Text) })
	}
}

func refuses(member, good, text string) func(*subject) string {
	return func(s *subject) string {
		v, err := s.read(member, good, text)
		if v == nil {
			return none
		}
		return yes(err != nil)
	}
}

func answer(v *data.Subject, err error, say func() string) string {
	switch {
	case v == nil:
		return none
	case err != nil:
		return "error"
	}
	return say()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func askSorting(s *subject) string {
	m := map[string]int{}
	for i := range 40 {
		m[fmt.Sprintf("%c%d", 'a'+i*7%26, i)] = i
	}
	want, err := stdjson.Marshal(m)
	if err != nil {
		return err.Error()
	}
	got, err := s.write("map", data.Subject{Map: m})
	switch {
	case err != nil:
		return "error"
	case got == "":
		return none
	case got == string(want):
		return "sorted"
	}
	return "unsorted"
}

func askNumbers(s *subject) string {
	var taken []string
	for _, n := range []string{"01", "1.", "+1", ".5"} {
		v, err := s.read("float", "1", `{"float":`+n+`}`)
		if v == nil {
			return none
		}
		if err == nil {
			taken = append(taken, n)
		}
	}
	if taken == nil {
		return "yes"
	}
	return "takes " + strings.Join(taken, " ")
}

func askAliasing(s *subject) string {
	in := []byte(`{"text":"value of some length"}`)
	v := s.fresh()
	if s.unmarshal(in, v) != nil {
		return "error"
	}
	for i := range in {
		in[i] = 'X'
	}
	if strings.Contains(s.plain(v).Text, "X") {
		return "yes: they change with them"
	}
	return "no"
}

func askErrors(s *subject) string {
	var syntax, want *stdjson.SyntaxError
	var typ *stdjson.UnmarshalTypeError
	const broken = `{"num":[1,}`
	a := errors.As(s.unmarshal([]byte(broken), s.fresh()), &syntax)
	b := errors.As(s.unmarshal([]byte(`{"num":"x"}`), s.fresh()), &typ)
	switch {
	case a && b:
		if errors.As(stdjson.Unmarshal([]byte(broken), new(data.Subject)), &want) && (want.Error() != syntax.Error() || want.Offset != syntax.Offset) {
			return "types yes, text or offset no"
		}
		return "yes"
	case a || b:
		return "some"
	}
	return "no"
}

// Ask puts one question to one library. A library without the methods for it has no answer.
func (p *Probe) Ask(l *lib.Lib) (answer string) {
	s := subjectOf(l)
	if s == nil {
		return none
	}
	defer func() {
		if r := recover(); r != nil {
			answer = "panics"
		}
	}()
	return p.ask(s)
}
