package codec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
)

// next is where the next token of w begins, behind a comma or a line break.
func next(w *Writer) int64 {
	at := w.base + int64(len(w.buf)) + int64(w.place&1)
	if w.place == writeAgain && w.out == nil {
		at++
	}
	return at
}

// script writes the same random text to each Writer that it is given: strings, names, raw JSON and all that stands
// around them. It returns the offset of the first string that is not UTF-8, as it stands in the output of a Writer
// that writes U+FFFD, or -1.
func script(seed uint64, w *Writer) (first int64) {
	r := rand.New(rand.NewPCG(seed, 7))
	first = -1
	texts := []string{"", "a", "grün", "\U0001F600", "a longer text, of more than thirty-two bytes", `"\`, "\u2028<", strings.Repeat("ab", 3000)}
	for range r.IntN(3) {
		texts = append(texts, "\xff", "ab\xe2\x82", "\xed\xa0\x80"+strings.Repeat("x", 100), strings.Repeat("y", 700)+"\xc3")
	}
	text := func() string { return texts[r.IntN(len(texts))] }
	note := func(s string) {
		if first < 0 && !utf8.ValidString(s) {
			first = next(w)
		}
	}
	name := func() {
		s := text()
		note(s)
		if r.IntN(2) == 0 {
			w.Name(s)
		} else {
			w.Member(NewName(s))
		}
	}
	var value func(depth int)
	value = func(depth int) {
		switch s := text(); r.IntN(8 - min(depth, 2)) {
		case 0:
			note(s)
			w.StringBytes([]byte(s))
		case 1:
			w.Int(r.Int64())
		case 2:
			raw := []string{`["a"]`, `"\ud83d\ude00"`, `"\ufffd\\ud800"`, `"\ud83d"`, `"\uDE00x"`, "\"\xff\""}[r.IntN(4+2*r.IntN(2))]
			if first < 0 && (raw[0] == '"' && len(raw) < 11 && raw[1] != 'u') && raw != `["a"]` {
				first = next(w)
			}
			w.Raw([]byte(raw))
		case 6:
			w.BeginArray()
			for range r.IntN(4) {
				value(depth + 1)
			}
			w.EndArray()
		case 7:
			w.BeginObject()
			for range r.IntN(4) {
				if r.IntN(3) > 0 {
					name()
					value(depth + 1)
					continue
				}
				n, s := text(), text()
				note(n)
				if first < 0 && !utf8.ValidString(s) {
					first = next(w) + int64(len(kernel.AppendString(nil, n, kernel.EscapeMinimal))) + 1
				}
				w.MemberString(NewName(n), s)
			}
			w.EndObject()
		default:
			note(s)
			w.String(s)
		}
	}
	for range 1 + r.IntN(3) {
		value(0)
	}
	return first
}

// TestStrictUTF8 compares strict Writers with others, which write U+FFFD: they fail if and only if a text is not UTF-8,
// at the place of its string, and what they have written ends there.
func TestStrictUTF8(t *testing.T) {
	wrong := 0
	for seed := range uint64(2000) {
		plain := NewBytesWriter(nil)
		first := script(seed, plain)
		if plain.Err() != nil {
			t.Fatalf("seed %d: %v", seed, plain.Err())
		}
		want := plain.Bytes()
		if first >= 0 {
			want = want[:first]
			wrong++
		}
		var out bytes.Buffer
		for name, w := range map[string]*Writer{"memory": NewBytesWriter([]byte("\xff")), "stream": NewWriter(&out)} {
			w.SetStrictUTF8(true)
			script(seed, w)
			got, before := w.Bytes(), int64(1)
			if err := w.Close(); name == "stream" {
				if got, before = out.Bytes(), 0; err == nil {
					got = bytes.TrimSuffix(got, []byte("\n"))
				}
			} else if len(got) > 0 {
				got = got[1:]
			}
			var e *Error
			switch errors.As(w.Err(), &e); {
			case first < 0 && e != nil:
				t.Fatalf("seed %d, %s: %v for %q", seed, name, e, want)
			case first < 0 && string(got) != string(want):
				t.Fatalf("seed %d, %s: %q, want %q", seed, name, got, want)
			case first >= 0 && (e == nil || e.Code != Unsupported || e.Offset != first+before):
				t.Fatalf("seed %d, %s: %v, want one at %d, behind %q", seed, name, e, first+before, want)
			case first >= 0 && !bytes.HasPrefix(want, got):
				t.Fatalf("seed %d, %s: %q was written, want a beginning of %q", seed, name, got, want)
			}
		}
	}
	if wrong < 300 || wrong > 1700 {
		t.Errorf("%d of 2000 scripts have text that is not UTF-8", wrong)
	}
}

// TestStrictCalls: what a strict Writer does between its calls.
func TestStrictCalls(t *testing.T) {
	own := errors.New("own")
	for name, row := range map[string]struct {
		run  func(w *Writer) error
		want string // the error and the text
	}{
		"its place": {func(w *Writer) error {
			w.BeginObject()
			w.Name("a")
			w.BeginArray()
			w.Int(1)
			w.String("\xff")
			w.EndArray()
			w.EndObject()
			return w.Err()
		}, `codec: value without a JSON form: text that is not UTF-8 at offset 8 in /a/1: {"a":[1,`},
		"text before an error of the caller's": {func(w *Writer) error { w.String("\xff"); w.Fail(own); return w.Err() },
			`codec: value without a JSON form: text that is not UTF-8 at offset 0: `},
		"an error of the caller's before text": {func(w *Writer) error { w.Fail(own); w.String("\xff"); return w.Err() }, `codec: own at offset 0: `},
		"chosen too late":                      {func(w *Writer) error { w.Reset(nil); w.String("\xff"); w.SetStrictUTF8(true); return w.Err() }, `<nil>: "\ufffd"`},
		"taken back":                           {func(w *Writer) error { w.SetStrictUTF8(false); w.String("\xff"); return w.Err() }, `<nil>: "\ufffd"`},
		"taken back behind text": {func(w *Writer) error { w.String("\xff"); w.SetStrictUTF8(false); return w.Err() },
			`codec: value without a JSON form: text that is not UTF-8 at offset 0: `},
		"after a Reset": {func(w *Writer) error { w.ResetBytes(nil); w.String("\xff"); return w.Err() }, `<nil>: "\ufffd"`},
		"with HTML":     {func(w *Writer) error { w.SetEscapeHTML(true); w.String("<ü>"); return w.Err() }, `<nil>: "\u003cü\u003e"`},
		"with HTML, and text": {func(w *Writer) error { w.SetEscapeHTML(true); w.String("<\xff>"); return w.Err() },
			`codec: value without a JSON form: text that is not UTF-8 at offset 0: `},
		"HTML stays": {func(w *Writer) error { w.SetEscapeHTML(true); w.SetStrictUTF8(false); w.String("<"); return w.Err() }, `<nil>: "\u003c"`},
		"lines": {func(w *Writer) error {
			w.SetIndent("", " ")
			w.BeginArray()
			w.Int(1)
			w.Bytes()
			w.String("\xff")
			return w.Err()
		}, "codec: value without a JSON form: text that is not UTF-8 at offset 5 in /1: [\n 1,"},
		"a panic of the destination": {func(w *Writer) error {
			w.Reset(panicking{})
			w.SetStrictUTF8(true)
			w.String("a")
			func() {
				defer func() { recover() }()
				w.Flush()
			}()
			return w.Err()
		}, `<nil>: "a"`},
	} {
		t.Run(name, func(t *testing.T) {
			w := NewBytesWriter(nil)
			w.SetStrictUTF8(true)
			err := row.run(w)
			text := strings.TrimSuffix(strings.ReplaceAll(string(w.Bytes()), "\ufffd", `\ufffd`), "\n")
			if got := fmt.Sprintf("%v: %s", err, text); got != row.want {
				t.Errorf("%s\nwant %s", got, row.want)
			}
		})
	}
	lent := NewWriter(io.Discard)
	lent.hold = lent.hold + 1
	if lent.SetStrictUTF8(true); lent.strict {
		t.Error("a Writer that a codec is given is strict")
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("destination") }

// TestStrictZero: the zero Writer takes the choice, as it takes that of HTML.
func TestStrictZero(t *testing.T) {
	var w Writer
	w.SetStrictUTF8(true)
	w.SetEscapeHTML(true)
	w.ResetBytes(nil)
	w.String("<")
	if got := string(w.Bytes()); got != `"<"` || w.Err() != nil {
		t.Errorf("%s, %v", got, w.Err())
	}
}
