package stream_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/suites"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/stream"
)

// lineText is what is compared of a line: its value, its place and the words and offset of its error.
func lineText(v int, start, end int64, err error) string {
	offset := int64(-1)
	if e := (*zetes.Error)(nil); errors.As(err, &e) {
		offset, err = e.Offset, e.Err
	}
	return fmt.Sprintln(v, start, end, offset, err)
}

func allLines(seq iter.Seq2[stream.Line[int], error]) (all []string) {
	for l, err := range seq {
		all = append(all, lineText(l.Value, l.Start, l.End, err))
	}
	return all
}

// plainLines is what LinesAt gives for the whole text, by splitting it.
func plainLines(text string, most int) (all []string) {
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > most {
			all = append(all, lineText(0, int64(at), int64(at+most), &zetes.Error{Offset: int64(at + most), Err: stream.ErrValueTooLarge}))
		} else if strings.Trim(line, " \t\r") != "" {
			var v int
			err := zetes.Unmarshal([]byte(line), &v)
			if e := (*zetes.Error)(nil); errors.As(err, &e) {
				e.Offset += int64(at)
				v = 0
			}
			all = append(all, lineText(v, int64(at), int64(at+len(line)), err))
		}
		at += len(line) + 1
	}
	return all
}

// TestLinesAt cuts random texts into random ranges: their lines together are those of the whole, each once, with the
// same places and errors; and reading that is taken up again at the End of any line gives the rest.
func TestLinesAt(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	for range 300 {
		var b bytes.Buffer
		for range r.IntN(30) {
			b.WriteString([]string{"1", "23", " 456 ", "", " ", "[", `"x"`, "7 8", "12345678901", strings.Repeat("9", 5000)}[r.IntN(10)])
			b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\n\n"}[r.IntN(5)])
		}
		if r.IntN(2) == 0 {
			b.WriteString("99")
		}
		text := b.String()
		const most = 3000
		want := plainLines(text, most)
		src := strings.NewReader(text)
		var parts []string
		from := int64(0)
		for from <= int64(len(text)) {
			to := from + r.Int64N(int64(len(text))/2+2)
			if r.IntN(3) == 0 {
				to = from + r.Int64N(8)
			}
			parts = append(parts, allLines(stream.LinesAt[int](src, from, to, stream.MaxValueSize(most)))...)
			if to > from {
				from = to
			}
		}
		if got := strings.Join(parts, ""); got != strings.Join(want, "") {
			t.Fatalf("%q: got\n%swant\n%s", text, got, strings.Join(want, ""))
		}
		n := 0
		for l := range stream.LinesAt[int](src, 0, math.MaxInt64, stream.MaxValueSize(most)) {
			n++
			rest := allLines(stream.LinesAt[int](src, l.End, math.MaxInt64, stream.MaxValueSize(most)))
			if strings.Join(rest, "") != strings.Join(want[n:], "") {
				t.Fatalf("%q: after %d: got\n%swant\n%s", text, l.End, strings.Join(rest, ""), strings.Join(want[n:], ""))
			}
		}
		if n != len(want) {
			t.Fatalf("%q: %d lines, want %d", text, n, len(want))
		}
	}
}

// faulty is a ReaderAt that fails at an offset, as often as it is told to.
type faulty struct {
	io.ReaderAt
	at    int64
	times int
	n     int // what it returns then
	err   error
}

func (f *faulty) ReadAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) > f.at && f.times > 0 {
		if off < f.at {
			return f.ReaderAt.ReadAt(b[:f.at-off], off)
		}
		f.times--
		return f.n, f.err
	}
	return f.ReaderAt.ReadAt(b, off)
}

// TestLinesAtFaults: an error of the source ends the iteration with the place to go on from, wherever it comes.
func TestLinesAtFaults(t *testing.T) {
	bad := errors.New("bad sector")
	text := "1\n2\n3\n4\n"
	for from := range int64(len(text)) {
		for at := range int64(len(text)) {
			want := strings.Join(allLines(stream.LinesAt[int](strings.NewReader(text), from, 7)), "")
			src := &faulty{strings.NewReader(text), at, 1, 0, bad}
			var got []string
			end, failed := from, false
			for l, err := range stream.LinesAt[int](src, from, 7) {
				if err != nil {
					failed = err == bad
					if l.Start != l.End {
						t.Errorf("the error stands from %d to %d", l.Start, l.End)
					}
				} else {
					got = append(got, lineText(l.Value, l.Start, l.End, err))
				}
				end = l.End
			}
			if failed {
				got = append(got, allLines(stream.LinesAt[int](src, end, 7))...)
			}
			if strings.Join(got, "") != want {
				t.Errorf("from %d, error at %d: got\n%swant\n%s", from, at, strings.Join(got, ""), want)
			}
		}
	}
	for _, n := range []int{-1, 1 << 20, 0} {
		for _, from := range []int64{0, 3} {
			lines := 0
			for _, err := range stream.LinesAt[int](&faulty{strings.NewReader(text), 0, 1000, n, nil}, from, 7) {
				if lines++; err == nil {
					t.Errorf("%d bytes read: no error", n)
				}
			}
			if lines != 1 {
				t.Errorf("%d bytes read from %d: %d errors", n, from, lines)
			}
		}
	}
}

// sameLines reads the lines of text twice, the second time with the option other.
func sameLines[T any](t *testing.T, text []byte, other stream.Option, show func(T, error) string) {
	read := func(opts ...stream.Option) (all []string) {
		for v, err := range stream.Lines[T](bytes.NewReader(text), opts...) {
			all = append(all, show(v, err))
		}
		return all
	}
	got, want := read(), read(other)
	if len(got) != len(want) || len(got) < 300 {
		t.Fatal(len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("line %d: got %s, want %s", i+1, got[i], want[i])
		}
	}
}

// TestLinesOfValues: lines are read in place. Values, errors and places are the same if rules of the API make each line
// a document of its own, also for values that end in another line than they begin.
func TestLinesOfValues(t *testing.T) {
	other := stream.Using(zetes.Config{Limits: zetes.Limits{Bytes: 1 << 30}}.Freeze())
	var text bytes.Buffer
	for _, f := range suites.JSONTestSuite(t) {
		text.Write(bytes.ReplaceAll(f.Text, []byte("\n"), []byte(" ")))
		text.WriteByte('\n')
	}
	for _, line := range []string{"[1,", "2]", "{\"a\":", "{}}", "\"a", "b\"", "1", "null", " {} ", "\t[1]\r", "1 2", "[1] x", "{\"a\":1}}", "\xff", "\"\xff\"", strings.Repeat("[", 10001), strings.Repeat("[", 10000) + strings.Repeat("]", 10000)} {
		text.WriteString(line + "\n")
	}
	sameLines(t, text.Bytes(), other, func(v jsondoc.Value, err error) string { return fmt.Sprint(v, v.Offset(), err) })
	sameLines(t, text.Bytes(), other, func(v any, err error) string { return fmt.Sprintf("%#v %v", v, err != nil) })
	sameLines(t, text.Bytes(), other, func(v []json.RawMessage, err error) string { return fmt.Sprintf("%s %v", v, err != nil) })
	sameLines(t, text.Bytes(), other, func(v struct{ A, B json.RawMessage }, err error) string { return fmt.Sprintf("%s %v", v, err != nil) })
	// A value stays as it is when the stream reads on.
	var kept []jsondoc.Value
	for v, err := range stream.Lines[jsondoc.Value](strings.NewReader("[1]\n[2]\n")) {
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, v)
	}
	if string(kept[0].Raw()) != "[1]" || string(kept[1].Raw()) != "[2]" {
		t.Errorf("%s %s", kept[0].Raw(), kept[1].Raw())
	}
}

// TestLinesAtAdditions: LinesAt knows the additions to JSON that Lines does, wherever the input is cut, at the same
// places. A byte order mark is allowed at the start of the input alone.
func TestLinesAtAdditions(t *testing.T) {
	const text = "\ufeff{\"A\":1,} // one\n// none\r\n\ufeff{\"A\":2}\n[/* two */\"x\"]\n{\"A\":3}"
	for _, opts := range [][]stream.Option{
		{stream.Using(zetes.Config{Comments: true, ByteOrderMark: true}.Freeze())},
		{stream.Using(zetes.Config{Comments: true}.Freeze())},
		{stream.Using(zetes.Config{Comments: true, ByteOrderMark: true}.Freeze()), stream.Selecting(jsonpath.MustCompile("$.A"))},
	} {
		var want []string
		for v, err := range stream.Lines[any](strings.NewReader(text), opts...) {
			want = append(want, fmt.Sprint(v, placeOf(err)))
		}
		for cut := range int64(len(text) + 1) {
			var got []string
			for _, part := range [][2]int64{{0, cut}, {cut, math.MaxInt64}} {
				for l, err := range stream.LinesAt[any](strings.NewReader(text), part[0], part[1], opts...) {
					got = append(got, fmt.Sprint(l.Value, placeOf(err)))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("cut at %d: %q, want %q", cut, got, want)
			}
		}
	}
}

// placeOf returns the offset and the cause of err.
func placeOf(err error) string {
	if e, ok := err.(*zetes.Error); ok {
		return fmt.Sprint(e.Offset, e.Err)
	}
	return fmt.Sprint(err)
}
