package stream

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// wordDoors are the ways into this package that find bad syntax in an array, each with the error that it ends with.
var wordDoors = map[string]func(r io.Reader) error{
	"Values":   func(r io.Reader) error { return lastError(Values[any](r)) },
	"into":     func(r io.Reader) error { return lastError(Values[[]string](r)) },
	"Elements": func(r io.Reader) error { return lastError(Elements[any](r)) },
	"of":       func(r io.Reader) error { return lastError(Elements[[]string](r)) },
	"At":       func(r io.Reader) error { return lastError(At[any](r, jsonpath.MustCompile("$[*].a"))) },
	"Decode": func(r io.Reader) error {
		d := NewDecoder(r)
		for {
			var v any
			if err := d.Decode(&v); err != nil {
				return err
			}
		}
	},
	"Token": func(r io.Reader) error {
		d := NewDecoder(r)
		for {
			if _, err := d.Token(); err != nil {
				return err
			}
		}
	},
	"elements by Decode": func(r io.Reader) error {
		d := NewDecoder(r)
		for _, err := d.Token(); ; {
			if err != nil {
				return err
			}
			var v any
			if !d.More() {
				_, err = d.Token()
			} else {
				err = d.Decode(&v)
			}
		}
	},
	"Finder": func(r io.Reader) error {
		f := NewFinder(r, []*jsonpath.Query{jsonpath.MustCompile("$[2].b")})
		for f.Next() {
		}
		return f.Err()
	},
	"Pusher":         func(r io.Reader) error { return pushed(r, NewPusher[any]()) },
	"element Pusher": func(r io.Reader) error { return pushed(r, NewElementPusher[any]()) },
}

func lastError[T any](seq func(func(T, error) bool)) (last error) {
	for _, err := range seq {
		if err != nil {
			last = err
		}
	}
	return last
}

// pushed pushes what r has, a Read at a time.
func pushed[T any](r io.Reader, p *Pusher[T]) error {
	b := make([]byte, 100)
	for {
		n, err := r.Read(b)
		if err := lastError(p.Push(b[:n])); err != nil {
			return err
		}
		if err != nil {
			return lastError(p.Close())
		}
	}
}

// TestWords: errors about bad syntax name what json.Unmarshal's names, a character or an escape sequence as a whole,
// whatever part of the input was read before. It reads no more than that.
func TestWords(t *testing.T) {
	for _, lead := range []string{"[", "[1", "[1,", `[{"a":`, `[{"a"`, `[{"a":[`, "[tru", `[{"b":-`, `["`, `[[],["x\n`, `[{"a":"x\\`, `[{"`, "[[]]", `[1, "` + strings.Repeat("long ", 2000)} {
		for _, bad := range []string{"é", "ß]", "😀", "😀1", `\q`, `\é`, `\u12g4`, `\u12"]`, `\u12é`, `\ug   `, `\u123é"]`, "\x01", "\xff", "\xf0\x9f", "\xc3"} {
			text := lead + bad
			var v any
			want, ok := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(text), &v))
			if !ok {
				t.Fatalf("%q is JSON", text)
			}
			if want.Error() == "unexpected end of JSON input" || strings.Contains(want.Error(), "unexpected EOF") {
				continue // text in a string
			}
			for name, door := range wordDoors {
				var offset int64
				for i, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text))} {
					err := door(r)
					e, ok := errors.AsType[*json.SyntaxError](err)
					if ok && i == 0 {
						offset = e.Offset
					}
					// Where an array has ended another value may begin.
					same := ok && (e.Error() == want.Error() || lead == "[[]]" && strings.HasSuffix(e.Error(), " looking for beginning of value"))
					if !same || e.Offset != offset {
						t.Errorf("%s, reader %d, %.80q: %v\nwant %v", name, i, text, err, want)
					}
				}
			}
		}
	}
}
