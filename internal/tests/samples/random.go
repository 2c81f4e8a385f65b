package samples

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Random documents for the tests: with white space, escapes, all kinds, and names that no object has twice.

var Names = []string{"a", "b", "id", "name", "items", "0", "1", "", "a/b", "m~n", "é", "text", "a_long_name_of_a_member", `qu"ote`, "tab\t", `tab\t`, `qu\"ote`}

// Text returns a JSON value with at most depth containers within one another.
func Text(r *rand.Rand, depth int) string {
	var b strings.Builder
	randomValue(r, &b, depth)
	return randomSpace(r) + b.String() + randomSpace(r)
}

func randomSpace(r *rand.Rand) string {
	if r.IntN(4) > 0 {
		return ""
	}
	return strings.Repeat([]string{" ", "\n", "\t", "\r\n  ", " "}[r.IntN(5)], r.IntN(3))
}

func randomValue(r *rand.Rand, b *strings.Builder, depth int) {
	kind := r.IntN(9)
	if depth == 0 {
		kind %= 6
	}
	switch kind {
	case 0:
		b.WriteString([]string{"null", "true", "false"}[r.IntN(3)])
	case 1, 2:
		b.WriteString([]string{"0", "-1", "12", "3.25", "1e3", "-0.5E-2", "12345678901", "18446744073709551615", "100", "1.50"}[r.IntN(10)])
	case 3, 4, 5:
		randomString(r, b, Names[r.IntN(len(Names))]+strings.Repeat("x", r.IntN(40)))
	case 6:
		b.WriteByte('[')
		for i := range r.IntN(6) {
			if i > 0 {
				b.WriteString(randomSpace(r) + ",")
			}
			b.WriteString(randomSpace(r))
			randomValue(r, b, depth-1)
		}
		b.WriteString(randomSpace(r) + "]")
	default:
		b.WriteByte('{')
		for i, k := range r.Perm(len(Names))[:r.IntN(len(Names))] {
			if i > 0 {
				b.WriteString(randomSpace(r) + ",")
			}
			b.WriteString(randomSpace(r))
			randomString(r, b, Names[k])
			b.WriteString(randomSpace(r) + ":" + randomSpace(r))
			randomValue(r, b, depth-1)
		}
		b.WriteString(randomSpace(r) + "}")
	}
}

// randomString writes s with some of its characters escaped.
func randomString(r *rand.Rand, b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, c := range s {
		switch short := strings.IndexRune("\t\"\\", c); {
		case short >= 0 && r.IntN(2) == 0:
			b.WriteString(`\` + `t"\`[short:short+1])
		case c < ' ' || c == '"' || c == '\\' || r.IntN(12) == 0:
			fmt.Fprintf(b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
}

// Tree returns what encoding/json makes of text, numbers as they are spelt.
func Tree(t testing.TB, text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// EachPath calls f for the path to v and to all that is in it.
func EachPath(v any, path []any, f func(path []any, v any)) {
	f(path[:len(path):len(path)], v)
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			EachPath(e, append(path[:len(path):len(path)], i), f)
		}
	case map[string]any:
		for name, e := range v {
			EachPath(e, append(path[:len(path):len(path)], name), f)
		}
	}
}

// Repeated returns n elements between brackets.
func Repeated(n int, element func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(element(i))
	}
	return "[" + b.String() + "]"
}

// Same returns what repeated takes.
func Same(element string) func(int) string { return func(int) string { return element } }
