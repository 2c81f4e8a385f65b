//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	"bytes"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/json/v2"
	"github.com/zetes-json/zetes/json/v2/streamed"
)

type hash [96]byte

// TestStreamedDeclines has the places where the methods of zetes gen -v2 leave a value to their caller, before they
// have moved the Encoder or Decoder, and one where they do not.
func TestStreamedDeclines(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 200) + `"}`
	type value struct {
		A string `json:"a"`
	}
	for name, c := range map[string]struct {
		before string // tokens; the Decoder gets a colon after a name
		opts   jsontext.Options
		text   string
		v      any
		reads  bool
		writes bool
	}{
		"a value":          {"", nil, long, new(value), true, true},
		"in an array":      {"[", nil, long, new(value), true, true},
		"before a name":    {"[{", nil, long, new(value), false, false},
		"without colon":    {`{"n" `, nil, long, new(value), false, true},
		"without comma":    {"[[] ", nil, "[[" + strings.Repeat("1,", 100) + "2]]", new(any), false, true},
		"short, with more": {"", nil, `{"a":"x"}` + strings.Repeat(" ", 200), new(value), false, true},
		"as a name":        {"{", nil, `"` + strings.Repeat("A", 128) + `"`, new(hash), false, false},
		"as a member":      {`{"n"`, nil, long, new(value), true, true},
		"short":            {"", nil, `{"a":"x"}`, new(value), false, true},
		"indented":         {"", jsontext.Multiline(true), long, new(value), true, false},
		"canonical":        {"", jsontext.CanonicalizeRawInts(true), long, new(value), true, false},
		"not the type":     {"", nil, strings.Replace(long, `"a":`, `"a":1,"b":`, 1), new(value), false, true},
		"no plan":          {"", nil, long, new(struct{ C chan int }), false, false},
		"10,000 levels":    {strings.Repeat("[", 10000), nil, long, new(value), false, false},
		"cut":              {"", nil, long[:150], new(value), false, true},
		"repeated names":   {"", nil, `{"a":"",` + long[1:], new(value), false, true},
		"too many levels":  {strings.Repeat("[", 9990), nil, strings.Repeat("[", 64) + strings.Repeat("]", 64), new(any), false, true},
	} {
		json.ForgetTrials()
		var out bytes.Buffer
		enc := jsontext.NewEncoder(&out, c.opts)
		in := c.before
		if strings.HasSuffix(in, `"`) {
			in += ":"
		}
		dec := jsontext.NewDecoder(bytes.NewBufferString(in+c.text), c.opts)
		for i := 0; i < len(c.before); i++ {
			switch c.before[i] {
			case '[':
				_ = enc.WriteToken(jsontext.BeginArray)
			case ']':
				_ = enc.WriteToken(jsontext.EndArray)
			case '{':
				_ = enc.WriteToken(jsontext.BeginObject)
			case '"':
				_ = enc.WriteToken(jsontext.String("n"))
				i += 2
			case ' ':
				continue
			}
			if _, err := dec.ReadToken(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		dec.PeekKind() // the standard library looks for the end of the input before it calls a method
		at, offset := dec.InputOffset(), enc.OutputOffset()
		if err := streamed.Unmarshal(dec, c.v); (err == nil) != c.reads || err != nil && (!errors.Is(err, errors.ErrUnsupported) || dec.InputOffset() != at) {
			t.Errorf("%s: read with %v, from %d to %d", name, err, at, dec.InputOffset())
		}
		if !c.reads {
			_ = stdjson.Unmarshal([]byte(long), c.v)
		}
		if err := streamed.Marshal(enc, c.v); (err == nil) != c.writes || err != nil && (!errors.Is(err, errors.ErrUnsupported) || enc.OutputOffset() != offset) {
			t.Errorf("%s: written with %v, from %d to %d", name, err, offset, enc.OutputOffset())
		}
	}
}

// TestStreamedShort has values that are too short for a plan to pay: the next ones are left to the caller unseen.
func TestStreamedShort(t *testing.T) {
	json.ForgetTrials()
	v := []string{"short"}
	var declined int
	for range 32 {
		if err := streamed.Marshal(jsontext.NewEncoder(new(bytes.Buffer)), &v); errors.Is(err, errors.ErrUnsupported) {
			declined++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if declined != 30 {
		t.Errorf("%d of 32 calls declined", declined)
	}
}
