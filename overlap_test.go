package zetes_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
	"github.com/zetes-json/zetes/jsondoc/partial"
	"github.com/zetes-json/zetes/opt"
)

// TestAppendOverlap: source and destination are parts of one array, as a pooled buffer that is written over by what was
// read from it. What is appended, and the error, are those of memory that is apart. Append, whose value must not lie
// there, at least leaves what dst holds.
func TestAppendOverlap(t *testing.T) {
	docs := []string{
		"42", " 42 ", "\n\n79144", "-1 ", "12.50\r\n", "\n{\"ok\":true}\n", "\n[1]", ` "x"`, "\ttrue", `{"ok": true}` + "\n", "[1, 2]", "1 2", " {", "[1,]", `"<&>"`, "", `"a\n\u00e9\ud83d\ude00"`, "\"\xff\\n\"", `{"b":1,"a":2.0e1,"c":[3, {"z":1,"y":2}]}`,
		`["` + strings.Repeat("x<y", 30) + `", 1]`, `"` + strings.Repeat(`x\n<`, 30) + `"`, `[ "` + strings.Repeat("x", 300) + `" ]`, "[1 ,2]" + strings.Repeat(" ", 80), "[1 ,2]" + strings.Repeat(" ", 80) + "x",
		"[" + strings.Repeat(`{"b": 1, "a<": [ ]}, `, 300) + "7 ]",
	}
	api := func(c zetes.Config) func(dst, src []byte) ([]byte, error) {
		a := c.Freeze()
		return func(dst, src []byte) ([]byte, error) { return a.Append(dst, json.RawMessage(src)) }
	}
	writer := func(write func(w *codec.Writer, src []byte)) func(dst, src []byte) ([]byte, error) {
		return func(dst, src []byte) ([]byte, error) {
			w := codec.NewBytesWriter(dst)
			write(w, src)
			return w.Bytes(), w.Err()
		}
	}
	calls := map[string]func(dst, src []byte) ([]byte, error){
		"Append":                  func(dst, src []byte) ([]byte, error) { return zetes.Append(dst, json.RawMessage(src)) },
		"Append by pointer":       func(dst, src []byte) ([]byte, error) { return zetes.Append(dst, (*json.RawMessage)(&src)) },
		"Append of any":           func(dst, src []byte) ([]byte, error) { v := any(json.RawMessage(src)); return zetes.Append(dst, &v) },
		"Append indented":         api(zetes.Config{Indent: " "}),
		"Append unchecked":        api(zetes.Config{UncheckedRaw: true}),
		"Append canonical":        api(zetes.Config{Canonical: true}),
		"Append without escapes":  api(zetes.Config{NoEscapeHTML: true}),
		"jsondoc.AppendCanonical": jsondoc.AppendCanonical,
		"Edit.Append": func(dst, src []byte) ([]byte, error) {
			e, err := jsonedit.New(src)
			if err != nil {
				return dst, err
			}
			defer e.Release()
			if err := e.Set(jsondoc.MustPointer("/a"), "longer than what was there"); err != nil && !strings.Contains(err.Error(), "where there should be") {
				return dst, err
			}
			return e.Append(dst)
		},
		"Value.AppendText": func(dst, src []byte) ([]byte, error) {
			v, err := jsondoc.Get(src)
			if err != nil {
				return dst, err
			}
			return v.AppendText(dst)
		},
		"Writer.Raw":         writer((*codec.Writer).Raw),
		"Writer.StringBytes": writer((*codec.Writer).StringBytes),
		"Writer.Hex":         writer((*codec.Writer).Hex),
		"Writer.Base64":      writer(func(w *codec.Writer, src []byte) { w.Base64(src, base64.StdEncoding) }),
		"partial.Complete": func(dst, src []byte) ([]byte, error) {
			b, _, err := partial.Complete(dst, src)
			return b, err
		},
		"Unknown.AppendMembers": func(dst, src []byte) ([]byte, error) {
			var u opt.Unknown
			if !json.Valid(src) {
				return dst, nil
			}
			u.Set("a", src)
			return u.AppendMembers(dst, true), nil
		},
	}
	for name, call := range calls {
		for _, doc := range docs {
			for _, room := range []int{0, 100, 4*len(doc) + 5000} {
				// The source begins at from, and the destination has to bytes already.
				for _, at := range [][2]int{{0, 0}, {1, 0}, {5, 2}, {5, 5}, {0, 3}, {2, 9}, {0, 1 << 20}} {
					array := bytes.Repeat([]byte{'.'}, at[0]+len(doc)+room)
					src := array[at[0]:][:copy(array[at[0]:], doc)]
					dst := array[:min(at[1], len(array))]
					want, werr := call(bytes.Clone(dst), bytes.Clone(src))
					got, gerr := call(dst, src)
					if strings.HasPrefix(name, "Append") {
						if at[1] <= at[0] && !bytes.HasPrefix(got, bytes.Repeat([]byte{'.'}, len(dst))) {
							t.Errorf("%s of %.40q, from and to %v: dst became %q", name, doc, at, got[:len(dst)])
						}
						continue
					}
					if string(got) != string(want) || (gerr == nil) != (werr == nil) || gerr != nil && gerr.Error() != werr.Error() {
						t.Errorf("%s of %.40q in %d bytes more, from and to %v:\ngot  %.80q, %v\nwant %.80q, %v", name, doc, room, at, got, gerr, want, werr)
					}
				}
			}
		}
	}
}
