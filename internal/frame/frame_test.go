package frame

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// cutRows are streams, the values in them, and how they end.
var cutRows = []struct {
	format Format
	text   string
	want   []string
	end    string // of the error's text, or ""
}{
	{Values, ``, nil, ""},
	{Values, " \n", nil, ""},
	{Values, `1 2 3`, []string{`1`, `2`, `3`}, ""},
	{Values, `{"a":[]}[1]"x"true null`, []string{`{"a":[]}`, `[1]`, `"x"`, `true`, `null`}, ""},
	{Values, `12`, []string{`12`}, ""},
	{Values, `1 -`, []string{`1`}, "unexpected EOF"},
	{Values, `{"a":1`, nil, "unexpected EOF"},
	{Values, `1 ]`, []string{`1`}, "invalid character ']' looking for beginning of value"},
	{Values, `{"a" 1}`, nil, "invalid character '1' after object key"},
	{Lines, "1\n\n \n[2]\r\n3", []string{`1`, `[2]`, `3`}, ""},
	{Lines, "not JSON\n{", []string{`not JSON`, `{`}, ""},
	{Lines, "", nil, ""},
	{Elements, `[]`, nil, ""},
	{Elements, ` [ ] `, nil, ""},
	{Elements, `[1]`, []string{`1`}, ""},
	{Elements, `[1, {"a":2},[3] ]`, []string{`1`, `{"a":2}`, `[3]`}, ""},
	{Elements, ``, nil, "unexpected EOF"},
	{Elements, `[1`, nil, "unexpected EOF"},
	{Elements, `[1,`, []string{`1`}, "unexpected EOF"},
	{Elements, `[1 2]`, []string{`1`}, "invalid character '2' after array element"},
	{Elements, `[1,]`, []string{`1`}, "invalid character ']' looking for beginning of value"},
	{Elements, `[1]]`, []string{`1`}, "invalid character ']' after top-level value"},
	{Elements, `{"a":1}`, nil, "json: cannot unmarshal object into Go value of type []int"},
	{Elements, `7`, nil, "json: cannot unmarshal number into Go value of type []int"},
	{Elements, `]`, nil, "invalid character ']' looking for beginning of value"},
}

// drain returns the values of s, without the white space around them, and the error that ends it.
func drain(s *Stream) (values []string, err error) {
	for {
		raw, err := s.Next()
		if err != nil {
			return values, err
		}
		values = append(values, strings.TrimSpace(string(raw)))
	}
}

// TestStream cuts each row whole, byte by byte, and as it is pushed.
func TestStream(t *testing.T) {
	for _, row := range cutRows {
		check := func(way string, values []string, err error) {
			text := ""
			if e, ok := err.(*Error); ok && e.NotArray != "" {
				text = e.TypeError(reflect.TypeFor[[]int](), 0).Error()
			} else if err != io.EOF {
				text = err.Error()
			}
			if !reflect.DeepEqual(values, row.want) || !strings.HasSuffix(text, row.end) || row.end == "" && text != "" {
				t.Errorf("%q, %s: %q, %v", row.text, way, values, err)
			}
		}
		values, err := drain(NewStream(strings.NewReader(row.text), row.format, 100))
		check("whole", values, err)
		values, err = drain(NewStream(iotest.OneByteReader(strings.NewReader(row.text)), row.format, 100))
		check("by bytes", values, err)
		p := NewPusher(row.format, 100)
		values = nil
		for i := range len(row.text) {
			p.Push([]byte{row.text[i]})
			more, err := drain(&p.Stream)
			if values = append(values, more...); err != ErrPending {
				break
			}
		}
		p.Close(false)
		last, err := drain(&p.Stream)
		check("pushed", append(values, last...), err)
	}
}

// TestStreamLimits has values of the longest and the deepest that there may be, and of one more.
func TestStreamLimits(t *testing.T) {
	for _, format := range []Format{Values, Lines, Elements} {
		text := func(value string) string {
			if format == Elements {
				return "[" + value + "]"
			}
			return value + "\n"
		}
		for n, fits := range map[int]bool{10: true, 11: false} {
			_, err := drain(NewStream(strings.NewReader(text(`"`+strings.Repeat("x", n-2)+`"`)), format, 10))
			if fits && err != io.EOF || !fits && !errors.Is(err, ErrTooLarge) {
				t.Errorf("format %d, %d bytes: %v", format, n, err)
			}
		}
		if format == Lines {
			continue // what a line holds is for the decoder
		}
		for depth := 9_998; depth <= 10_001; depth++ {
			doc := text(strings.Repeat("[", depth) + strings.Repeat("]", depth))
			values, err := drain(NewStream(strings.NewReader(doc), format, 100_000))
			if fits := json.Valid([]byte(doc)); fits != (err == io.EOF) || fits != (len(values) == 1) {
				t.Errorf("format %d, %d levels: %v", format, depth, err)
			}
		}
	}
}
