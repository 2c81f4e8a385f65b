package stream_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// collect renders what a sequence gives.
func collect[T any](seq iter.Seq2[T, error]) string {
	var b strings.Builder
	for v, err := range seq {
		out, _ := json.Marshal(v)
		b.Write(out)
		if err != nil {
			fmt.Fprintf(&b, "!%v", err)
		}
		b.WriteByte(' ')
	}
	return strings.TrimSuffix(b.String(), " ")
}

type readers = func(io.Reader, ...stream.Option) iter.Seq2[any, error]

var streams = []struct {
	name string
	read readers
	in   string
	want string
}{
	{"values/none", stream.Values[any], " \n", ""},
	{"values/kinds", stream.Values[any], ` 1 "a"[2]{"b":3}null true false-4.5e1`, `1 "a" [2] {"b":3} null true false -45`},
	{"values/lines", stream.Values[any], "{\"a\":1}\r\n\n[\n2]\n", `{"a":1} [2]`},
	{"values/number at the end", stream.Values[any], "1 23", `1 23`},
	{"values/cut", stream.Values[any], "1 [2", `1 null!unexpected EOF (line 1, column 5, at /0)`},
	{"values/cut number", stream.Values[any], "1 2.", `1 null!unexpected EOF (line 1, column 5)`},
	{"values/wrong", stream.Values[any], "1\n{\"a\":x} 3", `1 null!invalid character 'x' looking for beginning of value (line 2, column 6, at /a)`},
	{"values/wrong between", stream.Values[any], "1 ] 3", `1 null!invalid character ']' looking for beginning of value (line 1, column 3)`},
	{"lines/kinds", stream.Lines[any], "1\n\n \t\n[2]\r\n\"a\"", `1 [2] "a"`},
	{"lines/wrong", stream.Lines[any], "1\n{\"a\":x}\n2 3\n[4\n5", `1 null!invalid character 'x' looking for beginning of value (line 2, column 6, at /a) ` +
		`null!invalid character '3' after top-level value (line 3, column 3) null!unexpected end of JSON input (line 4, column 3, at /0) 5`},
	{"elements/none", stream.Elements[any], " [ ] ", ""},
	{"elements/kinds", stream.Elements[any], ` [1 , "a",[2] ,{"b":3},null]`, `1 "a" [2] {"b":3} null`},
	{"elements/empty input", stream.Elements[any], ` `, `null!unexpected EOF (line 1, column 2)`},
	{"elements/cut", stream.Elements[any], "[1,\n{\"a\"", `1 null!unexpected EOF (line 2, column 5, at /1/a)`},
	{"elements/open", stream.Elements[any], "[1", `null!unexpected EOF (line 1, column 3, at /0)`},
	{"elements/open behind", stream.Elements[any], "[[]", `[] null!unexpected EOF (line 1, column 4)`},
	{"elements/wrong", stream.Elements[any], "[1,{\"a\":x}]", `1 null!invalid character 'x' looking for beginning of value (line 1, column 9, at /1/a)`},
	{"elements/comma", stream.Elements[any], "[1 2]", `1 null!invalid character '2' after array element (line 1, column 4)`},
	{"elements/comma at the end", stream.Elements[any], "[1,]", `1 null!invalid character ']' looking for beginning of value (line 1, column 4, at /1)`},
	{"elements/behind", stream.Elements[any], "[1] 2", `1 null!invalid character '2' after top-level value (line 1, column 5)`},
	{"elements/object", stream.Elements[any], "\n{}", `null!json: cannot unmarshal object into Go value of type []interface {} (line 2, column 1)`},
	{"elements/nothing", stream.Elements[any], "x", `null!invalid character 'x' looking for beginning of value (line 1, column 1)`},
}

func TestStreams(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range streams {
		t.Run(c.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"whole":    strings.NewReader(c.in),
				"bytes":    iotest.OneByteReader(strings.NewReader(c.in)),
				"with EOF": iotest.DataErrReader(strings.NewReader(c.in)),
			} {
				if got := collect(c.read(r)); got != c.want {
					t.Errorf("%s: got %s\nwant %s", name, got, c.want)
				}
			}
			// A reader that fails after any number of bytes: the values before that, and its error.
			for n := range c.in {
				got := collect(c.read(io.MultiReader(strings.NewReader(c.in[:n]), iotest.ErrReader(broken))))
				before, failed := strings.CutSuffix(got, "null!broken")
				if !strings.HasPrefix(c.want, strings.TrimSpace(before)) || !failed && !strings.Contains(got, "!") {
					t.Errorf("after %d bytes: got %s", n, got)
				}
			}
		})
	}
}

func TestPusher(t *testing.T) {
	for _, c := range streams {
		p := func() *stream.Pusher[any] { return stream.NewPusher[any]() }
		switch kind, _, _ := strings.Cut(c.name, "/"); kind {
		case "lines":
			continue
		case "elements":
			p = func() *stream.Pusher[any] { return stream.NewElementPusher[any]() }
		}
		for size := 1; size <= len(c.in); size++ {
			p := p()
			var got []string
			for piece := range slices.Chunk([]byte(c.in), size) {
				piece = bytes.Clone(piece)
				seq := p.Push(piece)
				clear(piece)
				got = append(got, collect(seq))
			}
			got = append(got, collect(p.Close()))
			all := strings.Join(strings.Fields(strings.Join(got, " ")), " ")
			// After an error the stream says the same again.
			if i := strings.Index(all, "null!"); i >= 0 {
				all = all[:i+len(all[i:])/max(strings.Count(all[i:], all[i:i+12]), 1)]
			}
			if !strings.HasPrefix(c.want, strings.TrimSpace(all)) || len(strings.TrimSpace(all)) != len(c.want) {
				t.Errorf("%s in pieces of %d: got %s\nwant %s", c.name, size, all, c.want)
			}
		}
	}
}

func TestStreamTypeErrors(t *testing.T) {
	type rec struct {
		A int    `json:"a"`
		B string `json:"b"`
	}
	const records = `{"a":1,"b":"x"},` + "\n" + `{"a":"no","b":"y"},{"a":3,"b":[]},{"a":4}`
	for _, c := range []struct {
		name string
		seq  iter.Seq2[rec, error]
		base string
	}{
		{"values", stream.Values[rec](strings.NewReader(strings.ReplaceAll(records, "},", "} "))), ""},
		{"elements", stream.Elements[rec](iotest.OneByteReader(strings.NewReader("[" + records + "]"))), "/"},
	} {
		var got []rec
		var errs []*zetes.Error
		for v, err := range c.seq {
			got = append(got, v)
			if err != nil {
				errs = append(errs, err.(*zetes.Error))
			}
		}
		if want := []rec{{1, "x"}, {0, "y"}, {3, ""}, {4, ""}}; !reflect.DeepEqual(got, want) || len(errs) != 2 {
			t.Errorf("%s: got %v %v", c.name, got, errs)
			continue
		}
		pointers := errs[0].Pointer + " " + errs[1].Pointer
		if c.base == "" && pointers != "/a /b" || c.base != "" && pointers != "/1/a /2/b" {
			t.Errorf("%s: got %s", c.name, pointers)
		}
		var typ *json.UnmarshalTypeError
		if e := errs[0]; e.Line != 2 || e.Column != 6 || e.GoPath() != "rec.A" || !errors.As(e, &typ) || typ.Offset <= e.Offset || typ.Offset > e.Offset+5 {
			t.Errorf("%s: got %+v, %d in %v", c.name, e, e.Offset, typ)
		}
	}
}

// counter counts what is read from it.
type counter struct {
	r io.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

func TestStreamBreak(t *testing.T) {
	in := strings.Repeat("[1] ", 100_000)
	r := &counter{r: strings.NewReader(in)}
	seq := stream.Values[[]int](r)
	for range seq {
		break
	}
	if r.n > 64<<10 {
		t.Errorf("%d bytes were read for one value", r.n)
	}
	rest := 0
	for _, err := range seq {
		if rest++; err != nil {
			t.Fatal(err)
		}
	}
	if rest != 99_999 {
		t.Errorf("%d values in the second loop", rest)
	}
}

func TestStreamLimit(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	for name, seq := range map[string]iter.Seq2[string, error]{
		"values":   stream.Values[string](&endless{`"`, huge}, stream.MaxValueSize(1000)),
		"lines":    stream.Lines[string](&endless{`"`, huge}, stream.MaxValueSize(1000)),
		"elements": stream.Elements[string](&endless{`["a", "`, huge}, stream.MaxValueSize(1000)),
	} {
		var last error
		for v, err := range seq {
			if last = err; err == nil && v != "a" {
				t.Errorf("%s: got %.20s", name, v)
			}
			if err != nil {
				break // lines would go on
			}
		}
		if !errors.Is(last, stream.ErrValueTooLarge) {
			t.Errorf("%s: got %v", name, last)
		}
	}
	for v, err := range stream.Values[string](strings.NewReader(`"12345678"`), stream.MaxValueSize(10)) {
		if v != "12345678" || err != nil {
			t.Error(v, err)
		}
	}
}

// endless gives its head, and then the rest again and again.
type endless struct{ head, rest string }

func (e *endless) Read(p []byte) (int, error) {
	if e.head != "" {
		n := copy(p, e.head)
		e.head = e.head[n:]
		return n, nil
	}
	return copy(p, e.rest), nil
}

// An array of any length takes the memory of one element.
func TestElementsMemory(t *testing.T) {
	type rec struct {
		ID   int
		Name string
	}
	r := io.LimitReader(&endless{"[", `{"ID":1,"Name":"somebody"},`}, 1+1_000_000*27)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	most, n := uint64(0), 0
	for _, err := range stream.Elements[rec](r) {
		if err != nil {
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatal(err)
			}
			break
		}
		if n++; n%100_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&after)
			most = max(most, after.HeapAlloc)
		}
	}
	if n != 1_000_000 || most > before.HeapAlloc+1<<20 {
		t.Errorf("%d elements, %d KB", n, (most-before.HeapAlloc)>>10)
	}
}

// TestErrorValue: errors of reading a stream say which value it was, as those of writing one do.
func TestErrorValue(t *testing.T) {
	text := strings.NewReader
	for name, c := range map[string]struct {
		seq  iter.Seq2[int8, error]
		want []int
	}{
		"values":   {stream.Values[int8](text(`1 "a" 3 400 5 x`)), []int{2, 4, 6}},
		"lines":    {stream.Lines[int8](text("1\n\nx\n3\n\"a\"")), []int{2, 4}},
		"elements": {stream.Elements[int8](text(`[1, "a", 3, nul]`)), []int{2, 4}},
		"behind":   {stream.Elements[int8](text(`[1] 2`)), []int{0}},
		"cut":      {stream.Elements[int8](iotest.OneByteReader(text(`["", 2`))), []int{1, 2}},
		"decoder":  {decoded[int8](stream.NewDecoder(text(`1 "a" 3 400 [`), stream.Using(zetes.Exact().Freeze()))), []int{2, 4, 5}},
	} {
		var got []int
		for _, err := range c.seq {
			if e, ok := errors.AsType[*zetes.Error](err); ok {
				got = append(got, e.Value)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// decoded returns what d decodes, up to the third error.
func decoded[T any](d *stream.Decoder) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for errs := 0; errs < 3; {
			var v T
			err := d.Decode(&v)
			if !yield(v, err) {
				return
			}
			if err != nil {
				errs++
			}
		}
	}
}

func TestWrite(t *testing.T) {
	type rec struct{ A any }
	recs := []rec{{1}, {"x"}, {nil}}
	var b bytes.Buffer
	if err := stream.WriteLines(&b, stream.NoError(slices.Values(recs))); err != nil || b.String() != "{\"A\":1}\n{\"A\":\"x\"}\n{\"A\":null}\n" {
		t.Errorf("got %s, %v", &b, err)
	}
	text := b.String()
	b.Reset()
	if err := stream.WriteArray(&b, stream.Values[rec](strings.NewReader(text))); err != nil || b.String() != `[{"A":1},{"A":"x"},{"A":null}]` {
		t.Errorf("got %s, %v", &b, err)
	}
	b.Reset()
	if err := stream.WriteArray(&b, stream.NoError(slices.Values(recs[:0]))); err != nil || b.String() != `[]` {
		t.Errorf("got %s, %v", &b, err)
	}
	b.Reset()
	recs[1].A = make(chan int)
	err := stream.WriteArray(&b, stream.NoError(slices.Values(recs)))
	if e, ok := err.(*zetes.Error); !ok || e.GoPath() != "rec.A" || e.Pointer != "/1/A" || e.Value != 2 || b.String() != `[{"A":1}` {
		t.Errorf("got %s, %#v", &b, err)
	}
	b.Reset()
	err = stream.WriteLines(&b, stream.NoError(slices.Values(recs)))
	if e, ok := err.(*zetes.Error); !ok || e.Pointer != "/A" || e.Value != 2 || !strings.HasSuffix(e.Error(), "(value 2, at rec.A)") {
		t.Errorf("got %v", err)
	}
	err = stream.WriteArray(io.Discard, stream.NoError(slices.Values([]any{1, 2, make(chan int)})))
	if e, ok := err.(*zetes.Error); !ok || e.Pointer != "/2" || e.Value != 3 {
		t.Errorf("got %#v", err)
	}
	b.Reset()
	if err := stream.WriteLines(&b, stream.Values[rec](strings.NewReader(text+"?"))); err == nil || b.String() != text {
		t.Errorf("got %s, %v", &b, err)
	}
	broken := errors.New("broken")
	n := 0
	forever := func(yield func(string, error) bool) {
		for yield(strings.Repeat("x", 1000), nil) {
			n++
		}
	}
	if err := stream.WriteLines(errorWriter{broken}, iter.Seq2[string, error](forever)); err != broken || n > 40 {
		t.Errorf("got %v after %d", err, n)
	}
}

// A stream follows the configuration it is given.
func TestStreamUsing(t *testing.T) {
	type rec struct{ UserName, Note string }
	api := zetes.Config{Naming: zetes.SnakeCase, Alias: true, RejectDuplicates: true, Indent: "  "}.Freeze()
	const in = `{"user_name":"a","note":"b"}` + "\n" + `{"note":"x","note":"y"}` + "\n" + `{"user_name":7}` + "\n"
	var got []rec
	var errs []error
	for v, err := range stream.Values[rec](iotest.OneByteReader(strings.NewReader(in)), stream.Using(api)) {
		got, errs = append(got, v), append(errs, err)
	}
	if len(got) != 3 || got[0] != (rec{"a", "b"}) {
		t.Fatalf("got %q %v", got, errs)
	}
	var rule *zetes.RuleError
	e, ok := errs[1].(*zetes.Error)
	if !ok || !errors.As(e, &rule) || e.Line != 2 || e.Pointer != "/note" {
		t.Errorf("got %+v", errs[1])
	}
	if e, ok := errs[2].(*zetes.Error); !ok || e.Line != 3 || e.GoPath() != "rec.UserName" {
		t.Errorf("got %+v", errs[2])
	}
	var b bytes.Buffer
	if err := stream.WriteLines(&b, stream.NoError(slices.Values(got[:1])), stream.Using(api)); err != nil || b.String() != in[:strings.Index(in, "\n")+1] {
		t.Errorf("got %s, %v", &b, err)
	}
	// All that breaks a rule or does not fit, in the order of the input.
	api = zetes.Config{Naming: zetes.SnakeCase, RejectUnknown: true}.Freeze()
	err := api.UnmarshalAll([]byte(`[{"user_name":1,"other":2,"note":[]},{"next":0}]`), new([]rec), 0)
	var pointers []string
	for _, e := range err.(zetes.Errors) {
		pointers = append(pointers, e.Pointer)
	}
	if want := []string{"/0/user_name", "/0/other", "/0/note", "/1/next"}; !slices.Equal(pointers, want) {
		t.Errorf("got %q, %v", pointers, err)
	}
}

type errorWriter struct{ err error }

func (w errorWriter) Write([]byte) (int, error) { return 0, w.err }

func TestConsume(t *testing.T) {
	var sum, calls atomic.Int64
	add := func(_ context.Context, v int) error {
		sum.Add(int64(v))
		calls.Add(1)
		return nil
	}
	in := strings.Repeat("1\n2\n", 5000)
	if err := stream.Consume(t.Context(), 7, stream.Values[int](strings.NewReader(in)), add); err != nil || sum.Load() != 15000 || calls.Load() != 10000 {
		t.Errorf("got %v, %d in %d calls", err, sum.Load(), calls.Load())
	}
	stop := errors.New("stop")
	err := stream.Consume(t.Context(), 3, stream.Values[int](&endless{"", "1 "}), func(ctx context.Context, v int) error {
		if calls.Add(1) > 10_100 {
			return stop
		}
		return nil
	})
	if err != stop {
		t.Errorf("got %v", err)
	}
	err = stream.Consume(t.Context(), 3, stream.Values[int](strings.NewReader("1 2 x")), add)
	if e, ok := err.(*zetes.Error); !ok || e.Column != 5 {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err = stream.Consume(ctx, 2, stream.Values[int](&endless{"", "1 "}), func(ctx context.Context, _ int) error {
		cancel()
		<-ctx.Done()
		return nil
	})
	if err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// TestElementDepth has the elements of an array nested as deep as the array decoded as a whole may be, and deeper.
func TestElementDepth(t *testing.T) {
	for depth := 9_998; depth <= 10_001; depth++ {
		// The long string makes room for all of the second element.
		doc := `["` + strings.Repeat("x", 1<<16) + `",` + strings.Repeat("[", depth-1) + strings.Repeat("]", depth)
		want := json.Unmarshal([]byte(doc), new(any))
		for way, in := range map[string]io.Reader{"whole": strings.NewReader(doc), "bytes": iotest.OneByteReader(strings.NewReader(doc))} {
			var got error
			for _, err := range stream.Elements[any](in) {
				got = err
			}
			if (got == nil) != (want == nil) {
				t.Errorf("%d levels, %s: %v, want %v", depth, way, got, want)
			}
		}
	}
}
