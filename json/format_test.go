package json

import (
	"bytes"
	stdjson "encoding/json"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/tests/long"
)

func checkFormat(t *testing.T, doc []byte) {
	if got, want := Valid(doc), stdjson.Valid(doc); got != want {
		t.Errorf("Valid(%q) = %v", doc, got)
	}
	check := func(name string, ours, theirs func(*bytes.Buffer, []byte) error) {
		got, want := bytes.NewBufferString("x"), bytes.NewBufferString("x")
		gerr, werr := ours(got, doc), theirs(want, doc)
		if got.String() != want.String() || describe(gerr) != describe(werr) {
			t.Errorf("%s(%q):\ngot  %q, %s\nwant %q, %s", name, doc, got, describe(gerr), want, describe(werr))
		}
	}
	check("Compact", Compact, stdjson.Compact)
	inAll := [][2]string{{"", "  "}, {"\t", " "}, {">", "--"}, {"", "\n"}, {"", ""}, {"é ", ""}}
	if len(doc) > 5000 {
		inAll = inAll[:1]
	}
	for _, in := range inAll {
		if in == [2]string{"é ", ""} && option.Toolchain.Has(option.IndentTail) {
			continue // this toolchain does not return from spaces that it did not write itself
		}
		check("Indent", func(dst *bytes.Buffer, src []byte) error { return Indent(dst, src, in[0], in[1]) },
			func(dst *bytes.Buffer, src []byte) error { return stdjson.Indent(dst, src, in[0], in[1]) })
	}
	check("HTMLEscape", func(dst *bytes.Buffer, src []byte) error { HTMLEscape(dst, src); return nil },
		func(dst *bytes.Buffer, src []byte) error { stdjson.HTMLEscape(dst, src); return nil })
}

func TestFormat(t *testing.T) {
	for _, doc := range []string{"{}\n   \n \t  \n", `["<&>` + "\u2028\u2029\u2027\xe2\x80" + `"]`, "<\xe2\x80", "[1,[2,{\"a\":[]}]] \n     x"} {
		checkFormat(t, []byte(doc))
	}
}

// TestNoRoomBehindResults: what a result's memory had in it before is not within its capacity.
func TestNoRoomBehindResults(t *testing.T) {
	MarshalIndent([]int{1}, "the prefix of another caller", "and its indent")
	for n := range 200 {
		v := map[string]any{"a": strings.Repeat("x", 100*n)}
		for range 3 {
			for name, marshal := range map[string]func(any) ([]byte, error){
				"Marshal":       Marshal,
				"MarshalIndent": func(v any) ([]byte, error) { return MarshalIndent(v, "", " ") },
			} {
				if b, err := marshal(v); err != nil || len(bytes.Trim(b[len(b):cap(b)], "\x00")) > 0 {
					t.Fatalf("%s: behind %d bytes are %q, %v", name, len(b), b[len(b):cap(b)], err)
				}
			}
		}
		var b bytes.Buffer
		Indent(&b, []byte(`{"a":[1]}`), "", " ")
		if behind := bytes.Trim(b.AvailableBuffer()[:b.Available()], " \x00"); len(behind) > 0 {
			t.Fatalf("Indent leaves %q", behind)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, doc := range streamDocs {
		if len(doc) > 8<<10 && !long.On() {
			continue // thousands of levels take 50 MB when they are indented
		}
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) { checkFormat(t, doc) })
}
