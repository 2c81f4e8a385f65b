package codec

import (
	"fmt"
	"strings"
	"testing"
)

// TestBetween walks over a container and writes down what is said between its values: the kind that comes next, and
// whether there is a further member or element. The short ways, those for white space and the slow ones for windows
// that end anywhere must say the same.
func TestBetween(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`[]`, `end: no more`},
		{`[1]`, `number: more, end: no more`},
		{`[1,"a"]`, `number: more, string: more, end: no more`},
		{`[[1],{}]`, `array: more, object: more, end: no more`},
		{`[1,]`, `number: more, end: no more, invalid JSON at 3`},
		{`[1,}`, `number: more, end: more, invalid JSON at 3`},
		{`[}`, `end: more, invalid JSON at 1`},
		{`[,1]`, `invalid: more, invalid JSON at 1`},
		{`[1 2]`, `number: more, number: no more, invalid JSON at 3`},
		{`[1}`, `number: more, end: no more, invalid JSON at 2`},
		{`[1:2]`, `number: more, invalid: no more, invalid JSON at 2`},
		{`[1`, `number: more, invalid: no more, unexpected end of JSON input at 2`},
		{`[1,`, `number: more, invalid: no more, unexpected end of JSON input at 3`},
		{`{}`, `end: no more`},
		{`{"a":1}`, `string: more, end: no more`},
		{`{"a":1,"b":[]}`, `string: more, string: more, end: no more`},
		{`{"a":1,}`, `string: more, end: no more, invalid JSON at 7`},
		{`{"a":1,]`, `string: more, end: no more, invalid JSON at 7`},
		{`{"a":1,2}`, `string: more, number: no more, invalid JSON at 7`},
		{`{]`, `end: no more, invalid JSON at 1`},
		{`{,`, `invalid: no more, invalid JSON at 1`},
		{`{1:2}`, `number: no more, invalid JSON at 1`},
		{`{"a"}`, `string: no more, invalid JSON at 4`},
		{`{"a",1}`, `string: no more, invalid JSON at 4`},
		{`{"a"::1}`, `string: more, invalid JSON at 5`},
		{`{"a":1 "b":2}`, `string: more, string: no more, invalid JSON at 7`},
		{`{"a"`, `string: no more, unexpected end of JSON input at 4`},
		{`{"a":`, `string: no more, unexpected end of JSON input at 5`},
	} {
		eachReader(c.text, func(name string, r *Reader) {
			if got := between(r, c.text[0] == '{'); got != c.says {
				t.Errorf("%s, %s: %s\nwant %s", c.text, name, got, c.says)
			}
		})
		// White space between the tokens makes no difference, but for the offsets.
		blank := strings.NewReplacer(`:`, ` : `, `,`, ` , `, `]`, ` ]`, `}`, ` }`, `[`, `[ `, `{`, `{ `).Replace(c.text)
		want, _, _ := strings.Cut(c.says, " at ")
		eachReader(blank, func(name string, r *Reader) {
			if got, _, _ := strings.Cut(between(r, c.text[0] == '{'), " at "); got != want {
				t.Errorf("%s, %s: %s\nwant %s", blank, name, got, want)
			}
		})
	}
}

// between begins the container, skips its values, and returns what TestBetween writes down.
func between(r *Reader, object bool) string {
	var says []string
	if object {
		r.BeginObject()
	} else {
		r.BeginArray()
	}
	for more := true; more && r.Err() == nil; {
		kind := r.Peek()
		if object {
			_, more = r.NextMember()
		} else {
			more = r.NextElement()
		}
		says = append(says, kind.String()+map[bool]string{true: ": more", false: ": no more"}[more])
		if more {
			r.Skip()
		}
	}
	if e, ok := r.Err().(*Error); ok {
		says = append(says, fmt.Sprint(e.Code, " at ", e.Offset))
	}
	return strings.Join(says, ", ")
}
