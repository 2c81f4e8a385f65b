package stream_test

import (
	"bufio"
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/stream"
)

// eventTexts returns a text for each event, and for the error of the stream.
func eventTexts(seq iter.Seq2[stream.Event[any], error]) (all []string) {
	for e, err := range seq {
		text := fmt.Sprintf("%s|%s|%v", e.Name, e.ID, e.Data)
		if err != nil {
			text += fmt.Sprintf("|%s|%v", e.Text, err)
		}
		all = append(all, text)
	}
	return all
}

// TestEvents reads streams of server-sent events: each line may end with LF, CR or both, and the bytes come in any
// pieces.
func TestEvents(t *testing.T) {
	brokenString := stdjson.Unmarshal([]byte("\"a\nb\""), new(any)) // releases of Go have different words
	const cut, large = "||<nil>||unexpected EOF (value %d)", "json: value exceeds the size limit of the stream (value %d)"
	for _, row := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"data: 1\n\n", []string{"||1"}},
		{"data:1\n\n", []string{"||1"}},
		{"data:  1\n\ndata: 2\n\n", []string{"||1", "||2"}},
		{"\ufeffdata: 1\n\n\ufeffdata: 2\n\ndata: 3\n\n", []string{"||1", "||3"}},
		{"data: [1,\ndata: 2]\n\n", []string{"||[1 2]"}},
		{"data: \"a\ndata: b\"\n\n", []string{fmt.Sprintf("||<nil>|\"a\nb\"|%v (line 1, column 3)", brokenString)}},
		{"data\n\n", []string{"||<nil>||unexpected end of JSON input (line 1, column 1)"}},
		{"data: 1\ndata\n\n", []string{"||1"}},
		{"event: add\nid: 7\ndata: 1\n\ndata: 2\n\nid\ndata: 3\n\n", []string{"add|7|1", "|7|2", "||3"}},
		{"event: add\n\ndata: 1\n\n", []string{"||1"}},
		{"id: a\x00b\ndata: 1\n\n", []string{"||1"}},
		{": comment\n:\nretry: 100\nother: x\n data: 5\nDATA: 6\ndata: 1\n\n\n\n", []string{"||1"}},
		{"data: x\n\ndata: [DONE]\n\ndata: 1\n\n", []string{
			"||<nil>|x|invalid character 'x' looking for beginning of value (line 1, column 1)",
			"||<nil>|[DONE]|invalid character 'D' looking for beginning of value (line 1, column 2, at /0)", "||1",
		}},
		{"data: 1\n\ndata: 2\n", []string{"||1", fmt.Sprintf(cut, 2)}},
		{"data: 1", []string{fmt.Sprintf(cut, 1)}},
		{"id: 7\nevent: x", nil},
		{"data: 123456789012\n\ndata: 1\n\n", []string{"||<nil>||" + fmt.Sprintf(large, 1), "||1"}},
		{"data: 12345\ndata: 6789\n\ndata: 12345\ndata: 67890\n\ndata: 1\n\n", []string{
			"||<nil>|12345\n6789|invalid character '6' after top-level value (line 2, column 1)", "||<nil>||" + fmt.Sprintf(large, 2), "||1"}},
	} {
		for _, end := range []string{"\n", "\r", "\r\n"} {
			text := strings.ReplaceAll(row.text, "\n", end)
			for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
				seq := stream.Events[any](r, stream.MaxValueSize(10))
				if got := eventTexts(seq); !slices.Equal(got, row.want) {
					t.Errorf("%q gives\n%q, want\n%q", text, got, row.want)
				}
				if got := eventTexts(seq); len(got) > 1 {
					t.Errorf("%q gives %q after its end", text, got)
				}
			}
		}
	}
}

// TestEventsAtOnce: an event comes when its empty line has been read, not with the next event.
func TestEventsAtOnce(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		r, w := io.Pipe()
		next, stop := iter.Pull2(stream.Events[int](r))
		for i := range 3 {
			go fmt.Fprintf(w, "data: %d%s%s", i, end, end)
			if e, err, ok := next(); e.Data != i || err != nil || !ok {
				t.Fatalf("%q: event %d: %v, %v, %v", end, i, e, err, ok)
			}
		}
		w.Close()
		stop()
	}
}

// TestEventsBack writes random events and reads them again.
func TestEventsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 200 {
		var want []stream.Event[string]
		id := ""
		for range r.IntN(10) {
			e := stream.Event[string]{Data: []string{"", "é", "a\nb", "data: 1\n\n", "\r\n\x00", "\u2028"}[r.IntN(6)], Name: []string{"", "add", " x:y ", "é"}[r.IntN(4)]}
			if r.IntN(2) == 0 {
				id = []string{"7", " ", "a:b"}[r.IntN(3)]
			}
			e.ID = id
			want = append(want, e)
		}
		for _, opts := range [][]stream.Option{nil, {stream.Using(zetes.Config{Indent: "  "}.Freeze())}, {stream.FlushAt(3)}} {
			var b bytes.Buffer
			if err := stream.WriteEvents(&b, stream.NoError(slices.Values(want)), opts...); err != nil {
				t.Fatal(err)
			}
			var got []stream.Event[string]
			for e, err := range stream.Events[string](&b) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, e)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	}
}

// TestWriteEvents holds what is written, and that each event is flushed.
func TestWriteEvents(t *testing.T) {
	all := []stream.Event[any]{{Data: 1}, {Name: "add", ID: "7", Data: "x", Text: "no"}}
	w := httptest.NewRecorder()
	if err := stream.WriteEvents(w, stream.NoError(slices.Values(all))); err != nil || !w.Flushed {
		t.Errorf("%v, flushed: %v", err, w.Flushed)
	}
	if got, want := w.Body.String(), "data: 1\n\nevent: add\nid: 7\ndata: \"x\"\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var calls [][]byte
	b := bufio.NewWriterSize(writerFunc(func(p []byte) (int, error) {
		calls = append(calls, bytes.Clone(p))
		return len(p), nil
	}), 1000)
	if err := stream.WriteEvents(b, stream.NoError(slices.Values(all))); err != nil || len(calls) != 2 {
		t.Errorf("%q, %v", calls, err)
	}
	for _, bad := range []stream.Event[any]{{Name: "a\nb"}, {ID: "a\rb"}, {ID: "\x00"}, {Data: func() {}}} {
		var b bytes.Buffer
		err := stream.WriteEvents(&b, stream.NoError(slices.Values([]stream.Event[any]{{Data: 1}, bad})))
		if e := (*zetes.Error)(nil); !errors.As(err, &e) || e.Value != 2 || b.String() != "data: 1\n\n" {
			t.Errorf("%q: %v, written %q", bad, err, b.String())
		}
	}
}

// TestRecords reads JSON text sequences.
func TestRecords(t *testing.T) {
	for _, row := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n", nil},
		{"^1\n", []string{"1"}},
		{"^1\n^[2]\n^\"3\"", []string{"1", "[2]", "3"}},
		{"^^^1\n^ \n^2 ", []string{"1", "2"}},
		{"^1", []string{"<nil> unexpected EOF (value 1)"}},
		{"^true^false\n^null^{}", []string{"<nil> unexpected EOF (value 1)", "false", "<nil> unexpected EOF (value 3)", "map[]"}},
		{"^[1\n^[2]\n", []string{"<nil> unexpected end of JSON input (line 2, column 1)", "[2]"}},
		{"^1 2\n^3\n", []string{"<nil> invalid character '2' after top-level value (line 1, column 3)", "3"}},
		{"1\n^2\n", []string{"<nil> stream: text before the first record separator (value 1)", "2"}},
		{"^\"12345678901\"\n^2\n", []string{"<nil> json: value exceeds the size limit of the stream (value 1)", "2"}},
		{"^123456789\n^1234567890\n", []string{"1.23456789e+08", "<nil> json: value exceeds the size limit of the stream (value 2)"}},
	} {
		text := strings.ReplaceAll(row.text, "^", "\x1e")
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			var got []string
			for v, err := range stream.Records[any](r, stream.MaxValueSize(10)) {
				if err != nil {
					got = append(got, fmt.Sprint(v, " ", err))
				} else {
					got = append(got, fmt.Sprint(v))
				}
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("%q gives\n%q, want\n%q", text, got, row.want)
			}
		}
	}
	for v, err := range stream.Records[int](strings.NewReader("\ufeff\x1e1\n"), stream.Using(zetes.Config{ByteOrderMark: true}.Freeze())) {
		if v != 1 || err != nil {
			t.Errorf("after a byte order mark: %d, %v", v, err)
		}
	}
	var b bytes.Buffer
	if err := stream.WriteRecords(&b, stream.NoError(slices.Values([]any{1, "x", nil})), stream.Using(zetes.Config{Indent: " "}.Freeze())); err != nil || b.String() != "\x1e1\n\x1e\"x\"\n\x1enull\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestSplitAliases: values of an API that may keep its input stay as they were when more is read.
func TestSplitAliases(t *testing.T) {
	api := zetes.Config{Alias: true}.Freeze()
	var want, events, records []string
	var text, seq strings.Builder
	for i := range 100 {
		v := strings.Repeat(fmt.Sprint(i%10), 50)
		want = append(want, v)
		fmt.Fprintf(&text, "data: %q\n\n", v)
		fmt.Fprintf(&seq, "\x1e%q\n", v)
	}
	for e := range stream.Events[string](strings.NewReader(text.String()), stream.Using(api)) {
		events = append(events, e.Data)
	}
	for v := range stream.Records[string](strings.NewReader(seq.String()), stream.Using(api)) {
		records = append(records, v)
	}
	if !slices.Equal(events, want) || !slices.Equal(records, want) {
		t.Errorf("%q and %q", events, records)
	}
}

// same reads as the same byte without end.
type same byte

func (b same) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// TestSplitMemory: what is too long takes no memory beyond its limit, be it data, a name, a comment or a record.
func TestSplitMemory(t *testing.T) {
	for _, begin := range []string{"data: ", "event: ", "id: ", ": ", "", "\x1e", "\x1e\""} {
		for _, rest := range []io.Reader{same('x'), same('\n'), same(' ')} {
			n := guard.Allocated(func() {
				for range stream.Events[any](io.MultiReader(strings.NewReader(begin), io.LimitReader(rest, 5<<20)), stream.MaxValueSize(1000)) {
				}
				for range stream.Records[any](io.MultiReader(strings.NewReader(begin), io.LimitReader(rest, 5<<20)), stream.MaxValueSize(1000)) {
				}
			})
			if n > 50_000 {
				t.Errorf("%q: %d bytes", begin, n)
			}
		}
	}
	many := strings.Repeat("data: 12345\n", 100_000)
	if n := guard.Allocated(func() {
		for range stream.Events[any](strings.NewReader(many), stream.MaxValueSize(1000)) {
		}
	}); n > 50_000 {
		t.Errorf("many lines: %d bytes", n)
	}
}

// TestEventsUnchecked: line ends in unchecked text become spaces, those between the fields of an event stay.
func TestEventsUnchecked(t *testing.T) {
	api := zetes.Config{UncheckedRaw: true, UncheckedMethods: true}.Freeze()
	events := []stream.Event[stdjson.RawMessage]{{Name: "a", ID: "1", Data: stdjson.RawMessage("[1,\n2]")}, {ID: "2", Data: stdjson.RawMessage("3")}}
	for _, opts := range [][]stream.Option{{stream.Using(api)}, {stream.Using(api), stream.FlushAt(1)}} {
		var b strings.Builder
		err := stream.WriteEvents(&b, stream.NoError(slices.Values(events)), opts...)
		if want := "event: a\nid: 1\ndata: [1, 2]\n\nid: 2\ndata: 3\n\n"; err != nil || b.String() != want {
			t.Errorf("%q, %v, want %q", b.String(), err, want)
		}
	}
}
