package json

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
)

// miscount gives text, and then a count that it can't have read: one that is beyond what it was asked for by over,
// or negative.
type miscount struct {
	text string
	over int
	err  error
	once bool // the input ends behind that
	said bool
}

func (m *miscount) Read(p []byte) (int, error) {
	if m.text != "" {
		n := copy(p, m.text)
		m.text = m.text[n:]
		return n, nil
	}
	if m.said && m.once {
		return 0, io.EOF
	}
	m.said = true
	if m.over < 0 {
		return m.over, m.err
	}
	return len(p) + m.over, m.err
}

// outcome is what a decoder's calls come to, panics included.
func outcome(d decoder, tokens bool) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text += fmt.Sprint(" panic: ", v)
		}
	}()
	for range 6 {
		var v any
		var err error
		if tokens {
			v, err = d.Token()
		} else {
			err = d.Decode(&v)
		}
		text += fmt.Sprintf("%v %v %v;", v, err, d.More())
	}
	return text
}

// TestReadCounts reads from readers whose counts can't be. Where the toolchain's decoder panics this one does, and
// in its words. It is not followed where a negative count takes back bytes that the reader has given.
func TestReadCounts(t *testing.T) {
	for _, text := range []string{"", "1 ", "[1,2", `{"a":"bcd`, `"` + fmt.Sprintf("%0700d", 1)} {
		for _, c := range []miscount{
			{over: 1}, {over: 127}, {over: 128}, {over: 129}, {over: 1 << 30}, {over: 1, err: io.EOF}, {over: 1, err: errBroken},
			{over: -1, err: errBroken}, {over: -1 << 20},
		} {
			for _, tokens := range []bool{false, true} {
				c.text, c.once = text, c.over < 0 // or the toolchain may read for ever
				if c.over == -1 && text != "" && !option.Toolchain.Has(option.SmallReads) {
					continue
				}
				ours, theirs := c, c
				got, want := outcome(NewDecoder(&ours), tokens), outcome(stdjson.NewDecoder(&theirs), tokens)
				if got != want {
					t.Errorf("%.20q, %d, %v, tokens %v:\ngot  %.300s\nwant %.300s", text, c.over, c.err, tokens, got, want)
				}
			}
		}
	}
}

// panicker panics once behind the text in front, and gives the rest then.
type panicker struct{ front, rest string }

func (r *panicker) Read(p []byte) (n int, err error) {
	switch {
	case r.front != "":
		n = copy(p, r.front)
		r.front = r.front[n:]
	case r.rest == "":
		return 0, io.EOF
	case r.rest[0] == '!':
		r.rest = r.rest[1:]
		panic("reader")
	default:
		n = copy(p, r.rest)
		r.rest = r.rest[n:]
	}
	return n, nil
}

// TestReaderPanics: what is read behind a panic, and the offsets of errors, are those of the toolchain's decoder.
func TestReaderPanics(t *testing.T) {
	for _, row := range []panicker{{"[1,", "!2] [3,x]"}, {"  ", "! 5 x"}, {`{"a"`, "!:[1] x"}, {"1 [2", "!,!3] [y"}} {
		read := func(d decoder) (text string) {
			for range 4 {
				text += outcome(d, false) + "\n"
			}
			var se *SyntaxError
			var v any
			if errors.As(d.Decode(&v), &se) {
				text += fmt.Sprint(se.Offset)
			}
			return text
		}
		ours, std := row, row
		if got, want := read(NewDecoder(&ours)), read(stdjson.NewDecoder(&std)); got != want {
			t.Errorf("%q: %s\nwant %s", row, got, want)
		}
	}
}
