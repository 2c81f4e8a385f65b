package json

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestDepth: all that reads JSON allows as many levels as encoding/json, whatever the innermost value is. Package
// wire's test does the same with indentation, for which encoding/json takes a third of a second.
func TestDepth(t *testing.T) {
	for n := 9999; n <= 10002; n++ {
		if !long.On() && n != 10000 && n != 10001 {
			continue // the levels on both sides of the limit
		}
		for _, in := range []string{"[]", "{}", "[ ]", "{\n}", "[1]", `{"a":1}`, `{"a":"[{"}`, "[[", "[}", "{]"} {
			checkDepth(t, fmt.Sprintf("%d objects around %q", n-1, in), strings.Repeat(`{"a":`, n-1)+in+strings.Repeat("}", n-1))
			checkDepth(t, fmt.Sprintf("%d arrays around %q", n-1, in), strings.Repeat("[", n-1)+in+strings.Repeat("]", n-1))
		}
	}
}

func checkDepth(t *testing.T, name, doc string) {
	src := []byte(doc)
	// Each reads src by the package's own function or by encoding/json's, and returns what came out.
	for what, read := range map[string]func(own bool) (any, error){
		"Valid": func(own bool) (any, error) {
			if own {
				return Valid(src), nil
			}
			return stdjson.Valid(src), nil
		},
		"Compact": func(own bool) (any, error) {
			var b bytes.Buffer
			f := stdjson.Compact
			if own {
				f = Compact
			}
			err := f(&b, src)
			return b.String(), err
		},
		"HTMLEscape": func(own bool) (any, error) {
			var b bytes.Buffer
			f := stdjson.HTMLEscape
			if own {
				f = HTMLEscape
			}
			f(&b, src)
			return b.String(), nil
		},
		"Unmarshal into any": func(own bool) (any, error) {
			var v any
			err := unmarshalBy(own)(src, &v)
			return nil, err
		},
		"Unmarshal into RawMessage": func(own bool) (any, error) {
			var v RawMessage
			err := unmarshalBy(own)(src, &v)
			return string(v), err
		},
		"Unmarshal into a struct": func(own bool) (any, error) { return nil, unmarshalBy(own)(src, new(struct{})) },
		"Decode": func(own bool) (any, error) {
			var v RawMessage
			decode := stdjson.NewDecoder(strings.NewReader(doc)).Decode
			if own {
				decode = NewDecoder(strings.NewReader(doc)).Decode
			}
			err := decode(&v)
			return string(v), err
		},
	} {
		got, gotErr := read(true)
		want, wantErr := read(false)
		if g, w := describe(gotErr), describe(wantErr); g != w {
			t.Errorf("%s, %s:\ngot  %s\nwant %s", what, name, g, w)
		} else if got != want {
			t.Errorf("%s, %s: another result", what, name)
		}
	}
}

func unmarshalBy(own bool) func([]byte, any) error {
	if own {
		return Unmarshal
	}
	return stdjson.Unmarshal
}

// TestIndentTooDeep has values and text with one level more than can be indented.
func TestIndentTooDeep(t *testing.T) {
	for _, c := range []struct {
		innermost any
		wrap      func(any) any
	}{
		{[]any{}, func(v any) any { return []any{v} }},
		{map[string]any{}, func(v any) any { return map[string]any{"a": v} }},
	} {
		v := c.innermost
		for range 10000 {
			v = c.wrap(v)
		}
		got, gotErr := MarshalIndent(v, ">", "")
		want, wantErr := stdjson.MarshalIndent(v, ">", "")
		if describe(gotErr) != describe(wantErr) || len(got) != len(want) {
			t.Errorf("MarshalIndent:\ngot  %d bytes, %s\nwant %d, %s", len(got), describe(gotErr), len(want), describe(wantErr))
		}
		var out, wantOut bytes.Buffer
		e, wantE := NewEncoder(&out), stdjson.NewEncoder(&wantOut)
		e.SetIndent(">", "")
		wantE.SetIndent(">", "")
		if g, w := describe(e.Encode(v)), describe(wantE.Encode(v)); g != w || out.Len() != wantOut.Len() {
			t.Errorf("Encode:\ngot  %d bytes, %s\nwant %d, %s", out.Len(), g, wantOut.Len(), w)
		}
		if !long.On() {
			return
		}
	}
	src := []byte(strings.Repeat("[", 10001) + strings.Repeat("]", 10001))
	var got, want bytes.Buffer
	if g, w := describe(Indent(&got, src, "", "")), describe(stdjson.Indent(&want, src, "", "")); g != w || got.Len() != want.Len() {
		t.Errorf("Indent:\ngot  %d bytes, %s\nwant %d, %s", got.Len(), g, want.Len(), w)
	}
}
